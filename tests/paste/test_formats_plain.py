"""Tracebacks as CPython prints them."""

from __future__ import annotations

from app.paste import read
from app.paste.model import Owner, Relation

PLAIN = """\
epoch 3 done
Traceback (most recent call last):
  File "/home/ada/fit/train.py", line 42, in <module>
    main(opts)
  File "/home/ada/fit/venv/lib/python3.12/site-packages/torch/nn/modules/linear.py", line 125, in forward
    return F.linear(input, self.weight, self.bias)
           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
RuntimeError: mat1 and mat2 shapes cannot be multiplied (4x8 and 16x2)
"""


def test_type_message_and_lines_of_a_plain_traceback() -> None:
    report = read(PLAIN)
    (error,) = report.exceptions
    assert error.type == "RuntimeError"
    assert error.message == "mat1 and mat2 shapes cannot be multiplied (4x8 and 16x2)"
    assert (error.line, error.end_line) == (8, 8)
    assert not error.truncated
    assert not error.partial_head
    assert [line.text for line in report.stray] == ["epoch 3 done"]


def test_frames_of_a_plain_traceback_say_whose_code_they_run() -> None:
    own, library = read(PLAIN).exceptions[0].frames
    assert (own.path, own.lineno, own.function, own.source) == ("/home/ada/fit/train.py", 42, "<module>", "main(opts)")
    assert (own.owner, own.line, own.source_line) == (Owner.OWN, 3, 4)
    assert (library.owner, library.library, library.module) == (Owner.LIBRARY, "torch", "torch.nn.modules.linear")
    assert library.caret == (7, 46)
    assert read(PLAIN).libraries == ("torch",)


def test_the_cause_hangs_below_what_was_raised_from_it() -> None:
    report = read(
        "Traceback (most recent call last):\n"
        '  File "a.py", line 3, in load\n'
        "    return cache[key]\n"
        "KeyError: 'mean'\n"
        "\n"
        "The above exception was the direct cause of the following exception:\n"
        "\n"
        "Traceback (most recent call last):\n"
        '  File "a.py", line 9, in <module>\n'
        "    load('mean')\n"
        '  File "a.py", line 5, in load\n'
        "    raise ValueError('no such statistic') from err\n"
        "ValueError: no such statistic\n"
    )
    (error,) = report.exceptions
    assert (error.type, error.message, error.line) == ("ValueError", "no such statistic", 13)
    ((relation, cause),) = error.children
    assert relation is Relation.CAUSE
    assert (cause.type, cause.message, cause.line) == ("KeyError", "'mean'", 4)
    assert report.stray == ()


def test_a_syntax_error_has_no_header_and_a_frame_without_function() -> None:
    (error,) = read('  File "run.py", line 7\n    if x = 3:\n       ^\nSyntaxError: invalid syntax\n').exceptions
    assert (error.type, error.message, error.line) == ("SyntaxError", "invalid syntax", 4)
    assert (error.frames[0].path, error.frames[0].lineno, error.frames[0].function) == ("run.py", 7, "")
    assert error.frames[0].caret == (3, 4)
