"""Tracebacks as CPython prints them, from 2.7 to 3.14."""

from __future__ import annotations

from app.paste import read
from app.paste.model import Owner
from tests.paste.reading import at, below, only, said

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
    assert said(error) == ("RuntimeError", "mat1 and mat2 shapes cannot be multiplied (4x8 and 16x2)", 8)
    assert error.end_line == 8
    assert not error.truncated
    assert not error.partial_head
    assert [line.text for line in report.stray] == ["epoch 3 done"]


def test_frames_say_whose_code_they_run() -> None:
    own, library = only(PLAIN).frames
    assert at(own) == ("/home/ada/fit/train.py", 42, "<module>", "main(opts)")
    assert (own.owner, own.line, own.source_line) == (Owner.OWN, 3, 4)
    assert (library.owner, library.library, library.module) == (Owner.LIBRARY, "torch", "torch.nn.modules.linear")
    assert library.caret == (7, 46)
    assert read(PLAIN).libraries == ("torch",)


def test_python_2_prints_the_last_line_of_a_call() -> None:
    error = only(
        "Traceback (most recent call last):\n"
        '  File "fit.py", line 11, in <module>\n'
        "    c=4)\n"
        '  File "/usr/lib/python2.7/json/decoder.py", line 364, in decode\n'
        "    obj, end = self.raw_decode(s)\n"
        "ValueError: No JSON object could be decoded\n"
    )
    assert said(error) == ("ValueError", "No JSON object could be decoded", 6)
    assert [frame.owner for frame in error.frames] == [Owner.OWN, Owner.INTERPRETER]
    assert error.frames[1].module == "json.decoder"


def test_several_source_lines_of_one_call_and_their_carets() -> None:
    error = only(
        "Traceback (most recent call last):\n"
        '  File "fit.py", line 9, in <module>\n'
        "    call(3,\n"
        "    ~~~~^^^\n"
        "         b=2,\n"
        "         ^^^^\n"
        "         c=4)\n"
        "         ^^^^\n"
        '  File "numpy_old.py", line 2, in __getattr__\n'
        "    raise AttributeError(\n"
        "    ...<3 lines>...\n"
        "    )\n"
        "AttributeError: `np.float_` was removed in the NumPy 2.0 release.\n"
    )
    assert said(error) == ("AttributeError", "`np.float_` was removed in the NumPy 2.0 release.", 13)
    first, second = error.frames
    assert (first.source, first.caret) == ("call(3,", (0, 7))
    assert [line.text.strip() for line in first.context] == ["b=2,", "c=4)"]
    assert at(second) == ("numpy_old.py", 2, "__getattr__", "raise AttributeError(")


def test_the_cause_hangs_below_what_was_raised_from_it() -> None:
    text = (
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
    error = only(text)
    assert said(error) == ("ValueError", "no such statistic", 13)
    assert below(error) == [("cause", "KeyError", "'mean'")]
    assert error.children[0][1].line == 4
    assert read(text).stray == ()


def test_a_chain_of_three_is_a_chain_of_three() -> None:
    link = "\nDuring handling of the above exception, another exception occurred:\n\n"
    text = link.join(
        f'Traceback (most recent call last):\n  File "a.py", line {n}, in f\n    g()\n{name}: {n}\n'
        for n, name in enumerate(("KeyError", "TypeError", "OSError"), 1)
    )
    error = only(text)
    assert said(error) == ("OSError", "3", 18)
    assert [(e.type, e.message) for e in error.walk()] == [("OSError", "3"), ("TypeError", "2"), ("KeyError", "1")]


def test_a_chain_that_ends_before_its_last_exception_keeps_the_first() -> None:
    error = only(
        "UnicodeDecodeError: 'utf-8' codec can't decode byte 0x80 in position 64: invalid start byte\n\n"
        "During handling of the above exception, another exception occurred:\n"
    )
    assert said(error)[0] == "UnicodeDecodeError"


def test_notes_are_printed_below_the_message() -> None:
    error = only(
        "Traceback (most recent call last):\n"
        '  File "a.py", line 3, in <module>\n'
        '    raise TypeError("bad type")\n'
        "TypeError: bad type\n"
        "while reading row 3\n"
        "of table t\n"
    )
    assert error.message == "bad type\nwhile reading row 3\nof table t"
    assert error.notes == ("while reading row 3", "of table t")
    assert (error.line, error.end_line) == (4, 6)


GROUP = """\
  + Exception Group Traceback (most recent call last):
  |   File "/home/ada/app.py", line 8, in <module>
  |     asyncio.run(main())
  |     ~~~~~~~~~~~^^^^^^^^
  | ExceptionGroup: unhandled errors in a TaskGroup (2 sub-exceptions)
  +-+---------------- 1 ----------------
    | Traceback (most recent call last):
    |   File "/home/ada/app.py", line 4, in bad
    |     raise RuntimeError(f"worker {n} failed")
    | RuntimeError: worker 1 failed
    +---------------- 2 ----------------
    | Exception Group Traceback (most recent call last):
    |   File "/home/ada/app.py", line 5, in inner
    |     raise ExceptionGroup("inner", errors)
    | ExceptionGroup: inner (1 sub-exception)
    +-+---------------- 1 ----------------
      | ValueError: one
      +------------------------------------
done
"""


def test_members_of_an_exception_group_hang_below_it() -> None:
    report = read(GROUP)
    (error,) = report.exceptions
    assert said(error) == ("ExceptionGroup", "unhandled errors in a TaskGroup (2 sub-exceptions)", 5)
    assert below(error) == [
        ("group", "RuntimeError", "worker 1 failed"),
        ("group", "ExceptionGroup", "inner (1 sub-exception)"),
    ]
    assert below(error.children[1][1]) == [("group", "ValueError", "one")]
    assert error.children[0][1].line == 10
    assert error.children[0][1].frames[0].source == 'raise RuntimeError(f"worker {n} failed")'
    assert error.frames[0].caret == (0, 19)
    assert [line.text for line in report.stray] == ["done"]


def test_a_syntax_error_has_no_header_and_a_frame_without_function() -> None:
    error = only('  File "run.py", line 7\n    if x = 3:\n       ^\nSyntaxError: invalid syntax\n')
    assert said(error) == ("SyntaxError", "invalid syntax", 4)
    assert at(error.frames[0]) == ("run.py", 7, "", "if x = 3:")
    assert error.frames[0].caret == (3, 4)
    assert not error.partial_head


def test_a_syntax_error_in_an_imported_module() -> None:
    error = only(
        "Traceback (most recent call last):\n"
        '  File "main.py", line 1, in <module>\n'
        "    import config\n"
        '  File "C:\\work\\config.py", line 15\n'
        '    PATH = "C:\\Users\\me\\x"\n'
        "                         ^\n"
        "SyntaxError: (unicode error) 'unicodeescape' codec can't decode bytes in position 2-3\n"
    )
    assert error.type == "SyntaxError"
    assert [frame.function for frame in error.frames] == ["<module>", ""]
    assert error.frames[1].path == "C:\\work\\config.py"


def test_a_repeated_frame_is_said_once() -> None:
    error = only(
        "Traceback (most recent call last):\n"
        '  File "r.py", line 3, in f\n'
        "    return f(n + 1)\n"
        "           ^^^^^^^^\n"
        "  [Previous line repeated 996 more times]\n"
        "RecursionError: maximum recursion depth exceeded\n"
    )
    assert said(error) == ("RecursionError", "maximum recursion depth exceeded", 6)
    assert len(error.frames) == 1


def test_a_bare_type_has_no_message() -> None:
    error = only(
        'Traceback (most recent call last):\n  File "a.py", line 97, in build\n    assert n == i\nAssertionError\n'
    )
    assert said(error) == ("AssertionError", "", 4)


def test_unknown_names_are_exceptions_where_python_prints_them() -> None:
    error = only('Traceback (most recent call last):\n  File "a.py", line 9, in f\n    g()\nmylib.Kaputt: all of it\n')
    assert said(error) == ("mylib.Kaputt", "all of it", 4)
    assert error.name == "Kaputt"


def test_frozen_modules_and_code_without_file() -> None:
    error = only(
        "Traceback (most recent call last):\n"
        '  File "<stdin>", line 1, in <module>\n'
        '  File "<frozen importlib._bootstrap>", line 1360, in _find_and_load\n'
        '  File "<__array_function__ internals>", line 200, in concatenate\n'
        "ValueError: all the input array dimensions must match\n"
    )
    assert [(f.owner, f.module, f.library) for f in error.frames] == [
        (Owner.OWN, "", ""),
        (Owner.INTERPRETER, "importlib._bootstrap", ""),
        (Owner.LIBRARY, "numpy", "numpy"),
    ]


def test_cython_frames_name_their_module() -> None:
    error = only(
        "Traceback (most recent call last):\n"
        '  File "pandas/_libs/parsers.pyx", line 2025, in pandas._libs.parsers.raise_parser_error\n'
        '  File "pandas/src/numpy.pxd", line 157, in init pandas.hashtable (pandas/hashtable.c:23654)\n'
        "pandas.errors.ParserError: Error tokenizing data. C error: Expected 1 fields in line 13, saw 2\n"
    )
    assert [(f.library, f.function) for f in error.frames] == [
        ("pandas", "pandas._libs.parsers.raise_parser_error"),
        ("pandas", "init pandas.hashtable"),
    ]


def test_windows_paths_and_line_ends() -> None:
    text = (
        "Traceback (most recent call last):\r\n"
        '  File "D:\\proj\\nodes.py", line 6, in <module>\r\n'
        "    from diffusers import x\r\n"
        '  File "C:\\Python312\\Lib\\site-packages\\diffusers\\__init__.py", line 5, in <module>\r\n'
        "    from .utils import (\r\n"
        "ImportError: cannot import name 'x'\r\n"
    )
    error = only(text)
    assert said(error) == ("ImportError", "cannot import name 'x'", 6)
    assert error.frames[0].path == "D:\\proj\\nodes.py"
    assert (error.frames[1].library, error.frames[1].module) == ("diffusers", "diffusers")
    assert read(text).facts.system == "windows"


def test_two_tracebacks_are_two_exceptions() -> None:
    one = 'Traceback (most recent call last):\n  File "a.py", line {0}, in f\n    g()\nValueError: bad {0}\n'
    first, second = read(one.format(1) + "\nretrying\n" + one.format(2)).exceptions
    assert said(first) == ("ValueError", "bad 1", 4)
    assert said(second) == ("ValueError", "bad 2", 10)


def test_a_failure_printed_again_and_again_is_read_once() -> None:
    one = 'Traceback (most recent call last):\n  File "a.py", line 1, in f\n    g()\nValueError: bad\n'
    report = read(one * 50)
    assert [said(error) for error in report.exceptions] == [("ValueError", "bad", 4)]
    assert report.stray == ()


def test_a_stated_exception_above_another_of_its_type_stays() -> None:
    below = (
        "Traceback (most recent call last):\n"
        '  File "a.py", line 43, in <module>\n    trainer.train()\n'
        "RuntimeError: Caught RuntimeError in DataLoader worker process 0.\n"
    )
    report = read(f"RuntimeError: stack expects each tensor to be equal size\n\n{below}")
    assert [error.message for error in report.exceptions] == [
        "stack expects each tensor to be equal size",
        "Caught RuntimeError in DataLoader worker process 0.",
    ]
    assert len(read(f"RuntimeError: Caught RuntimeError in DataLoader worker\n\n{below}").exceptions) == 1
