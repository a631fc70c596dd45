"""What issue trackers, forums and chat do to a traceback."""

from __future__ import annotations

from app.paste import read
from tests.paste.reading import at, only, said


def test_quoted_lines() -> None:
    error = only(
        "> Traceback (most recent call last):\n"
        '>   File "converter.py", line 1685, in <module>\n'
        ">     main()\n"
        "> AttributeError: Can't pickle local object 'build.<locals>.part'\n"
    )
    assert said(error) == ("AttributeError", "Can't pickle local object 'build.<locals>.part'", 4)
    assert at(error.frames[0]) == ("converter.py", 1685, "<module>", "main()")


def test_only_the_header_is_quoted() -> None:
    error = only('>Traceback (most recent call last):\n  File "a.py", line 2, in f\n    g()\nKeyError: 1\n')
    assert said(error) == ("KeyError", "1", 4)


def test_a_prompt_is_no_quote() -> None:
    report = read(
        '>>> import x\n>>> x.y\nTraceback (most recent call last):\n  File "<stdin>", line 1, in <module>\nKeyError: 1\n'  # noqa: E501
    )
    assert [line.text for line in report.stray] == [">>> import x", ">>> x.y"]


def test_fences() -> None:
    error = only(
        "```python\nTraceback (most recent call last):\n"
        '  File "run.py", line 28, in <module>\n    img = cv2.cvtColor(img, 1)\n'
        "cv2.error: OpenCV(4.2.0) color.cpp:182: error: (-215:Assertion failed) !_src.empty()\n```\n"
    )
    assert said(error) == ("cv2.error", "OpenCV(4.2.0) color.cpp:182: error: (-215:Assertion failed) !_src.empty()", 5)


def test_a_fence_on_the_line_of_the_header() -> None:
    error = only('``` Traceback (most recent call last):\n  File "a.py", line 2, in f\n    g()\nKeyError: 1 ```\n')
    assert said(error) == ("KeyError", "1", 4)


def test_a_message_in_code_marks() -> None:
    assert said(only("`OSError: 'seaborn' not found in the style library`\n")) == (
        "OSError", "'seaborn' not found in the style library", 1
    )  # fmt: skip


def test_bold_and_heading_marks_around_the_message() -> None:
    assert said(only("**RuntimeError: a view of a leaf Variable that requires grad.**\n"))[1] == (
        "a view of a leaf Variable that requires grad."
    )
    assert said(only("_**### RuntimeError: PytorchStreamReader failed**_\n"))[:2] == (
        "RuntimeError", "PytorchStreamReader failed"
    )  # fmt: skip
    assert said(only("### ValueError: bad\n"))[:2] == ("ValueError", "bad")


def test_bold_from_the_first_frame_to_the_last_line() -> None:
    error = only(
        ' **File "net/train.py", line 377, in run\n    step()\nRuntimeError: Sizes of tensors must match.\nDon\'t worry**\n'  # noqa: E501
    )
    assert (error.type, error.message) == ("RuntimeError", "Sizes of tensors must match.\nDon't worry")
    assert error.frames[0].path == "net/train.py"


def test_underscores_that_became_bold() -> None:
    error = only(
        "Traceback (most recent call last):\n"
        '  File "/usr/lib64/python2.7/site-packages/pandas/core/generic.py", line 665, in **nonzero**\n'
        "    .format(self.**class**.**name**))\n"
        "ValueError: The truth value of a Series is ambiguous.\n"
    )
    assert at(error.frames[0])[2:] == ("__nonzero__", ".format(self.__class__.__name__))")


def test_multiplication_is_not_bold() -> None:
    error = only('Traceback (most recent call last):\n  File "a.py", line 2, in f\n    g(**kw, **more)\nKeyError: 1\n')
    assert error.frames[0].source == "g(**kw, **more)"


def test_escaped_marks() -> None:
    error = only(
        'Traceback (most recent call last):\n  File "a.py", line 2, in \\<module\\>\n    self.\\_\\_init\\_\\_()\nKeyError: 1\n'  # noqa: E501
    )
    assert at(error.frames[0])[2:] == ("<module>", "self.__init__()")


def test_links_within_a_path() -> None:
    error = only(
        "Traceback (most recent call last):\n"
        '  File "/usr/local/lib/python3.[11](https://github.com/owner/repo/actions/runs/1#step:2:11)/site-packages/openai/x.py", '  # noqa: E501
        "line 4, in f\n    g()\nKeyError: 1\n"
    )
    assert error.frames[0].path == "/usr/local/lib/python3.11/site-packages/openai/x.py"


def test_words_around_the_message() -> None:
    assert said(only("运行报错？ValueError: Please specify `target_modules` in `peft_config`\n"))[:2] == (
        "ValueError", "Please specify `target_modules` in `peft_config`"
    )  # fmt: skip


def test_the_same_indentation_before_every_line() -> None:
    error = only(
        "        Traceback (most recent call last):\n"
        '          File "a.py", line 2, in f\n'
        "            g()\n"
        "        KeyError: 1\n"
    )
    assert said(error) == ("KeyError", "1", 4)
    assert error.frames[0].source == "g()"


def test_bold_that_ends_within_the_line() -> None:
    error = only("**RuntimeError: CUDA out of memory.** Tried to allocate 1.71 GiB (GPU 0)\n")
    assert (error.type, error.message) == ("RuntimeError", "CUDA out of memory. Tried to allocate 1.71 GiB (GPU 0)")
    error = only("**ValueError**: 2 ** 3 is not 9\n")
    assert (error.type, error.message) == ("ValueError", "2 ** 3 is not 9")


def test_italics_around_a_line() -> None:
    error = only("_ValueError: cannot reindex on an axis with duplicate labels_\n")
    assert (error.type, error.message) == ("ValueError", "cannot reindex on an axis with duplicate labels")
    assert only("_pickle.UnpicklingError: invalid load key, '_'.\n").type == "_pickle.UnpicklingError"
