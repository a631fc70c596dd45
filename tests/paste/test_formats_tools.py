"""pytest, unittest, Django, Sentry, VS Code, Streamlit, loguru, stackprinter."""

from __future__ import annotations

from app.paste import read
from tests.paste.reading import at, below, only, said

LONG = """\
=================================== FAILURES ===================================
__________________________________ test_main ___________________________________

d = {'a': 1}

    def inner(d):
        try:
>           return d["mean"]
                   ^^^^^^^^^
E           KeyError: 'mean'

prog.py:6: KeyError

The above exception was the direct cause of the following exception:

>   def test_main(): prog.main()
                     ^^^^^^^^^^^

test_x.py:5:
_ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
prog.py:11: in main
    inner(x)
_ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _

d = {'a': 1}

    def inner(d):
>           raise ValueError("no statistic named mean") from e
E           ValueError: no statistic named mean
E           second line of it

prog.py:8: ValueError
=========================== short test summary info ============================
FAILED test_x.py::test_main - ValueError: no statistic named mean
"""


def test_pytests_long_form() -> None:
    error, summary = read(LONG).exceptions
    assert said(error) == ("ValueError", "no statistic named mean\nsecond line of it", 29)
    assert [at(f) for f in error.frames] == [
        ("test_x.py", 5, "", "def test_main(): prog.main()"),
        ("prog.py", 11, "main", "inner(x)"),
        ("prog.py", 8, "", 'raise ValueError("no statistic named mean") from e'),
    ]
    assert below(error) == [("cause", "KeyError", "'mean'")]
    assert said(summary) == ("ValueError", "no statistic named mean", 34)


def test_pytests_short_form() -> None:
    error = only(
        "test_x.py:5: in test_main\n"
        "    def test_main(): prog.main()\n"
        "                     ^^^^^^^^^^^\n"
        "prog.py:8: in inner\n"
        '    raise ValueError("bad") from e\n'
        "E   ValueError: bad\n"
    )
    assert said(error) == ("ValueError", "bad", 6)
    assert error.frames[0].caret == (17, 28)
    assert [f.function for f in error.frames] == ["test_main", "inner"]


def test_pytests_assertions_have_no_type() -> None:
    error = only("    def test_a():\n>       assert 1 == 2\nE       assert 1 == 2\n\ntest_x.py:3: AssertionError\n")
    assert said(error) == ("AssertionError", "assert 1 == 2", 3)
    assert at(error.frames[0]) == ("test_x.py", 3, "", "assert 1 == 2")


def test_only_pytests_marked_lines() -> None:
    error = only(
        "E           RuntimeError: Working outside of application context.\n"
        "E           \n"
        "E           This typically means that you attempted to use functionality that needed\n"
    )
    assert said(error)[:2] == (
        "RuntimeError",
        "Working outside of application context.\n\nThis typically means that you attempted to use functionality that needed",  # noqa: E501
    )


def test_a_missing_fixture_is_no_exception() -> None:
    report = read("file /x/test_a.py, line 10\n  def test_a(nofix): pass\nE       fixture 'nofix' not found\n")
    assert report.exceptions == ()
    assert report.stray[-1].text.strip() == "fixture 'nofix' not found"
    assert "pytest" in report.facts.tags or report.stray[-1].locate(3) == (3, 7)


def test_unittests_heading_is_no_exception() -> None:
    error = only(
        "ERROR: test_a (__main__.T.test_a)\n"
        "----------------------------------------------------------------------\n"
        'Traceback (most recent call last):\n  File "t.py", line 4, in test_a\n    main()\nKeyError: 1\n'
    )
    assert said(error) == ("KeyError", "1", 6)


def test_djangos_page() -> None:
    report = read(
        "OperationalError at /admin/\n"
        "no such table: main.auth_user__old\n"
        "Request Method:\tGET\n"
        "Django Version:\t2.0\n"
        "Exception Type:\tOperationalError\n"
        "Exception Location:\t/usr/lib/python3/dist-packages/django/db/backends/sqlite3/base.py in execute, line 318\n"
        "Python Version:\t3.8.0\n"
    )
    (error,) = report.exceptions
    assert said(error) == ("OperationalError", "no such table: main.auth_user__old", 1)
    assert (error.frames[0].function, error.frames[0].lineno, error.frames[0].library) == ("execute", 318, "django")
    assert report.facts.python == "3.8"
    assert ("django", "2.0") in report.facts.versions


def test_djangos_page_as_text_ends_with_type_and_value() -> None:
    report = read(
        "Environment:\n\nRequest Method: POST\nDjango Version: 4.2\n\n"
        "Traceback (most recent call last):\n"
        '  File "/venv/lib/python3.10/site-packages/django/db/backends/utils.py", line 89, in _execute\n'
        "    return self.cursor.execute(sql, params)\n\n"
        "Exception Type: OperationalError at /login/\n"
        "Exception Value: no such table: auth_user\n"
    )
    (error,) = report.exceptions
    assert said(error) == ("OperationalError", "no such table: auth_user", 11)
    assert [frame.function for frame in error.frames] == ["_execute"]


def test_a_value_may_stand_below_its_label() -> None:
    error = only(
        "Exception Type:\tOperationalError\nException Value:\t\n\nno such table: files_file\n\n"
        "Exception Location:\t/venv/lib/python3.12/site-packages/django/db/backends/base.py, line 329, in execute\n"
    )
    assert said(error) == ("OperationalError", "no such table: files_file", 4)
    assert (error.frames[0].function, error.frames[0].lineno, error.frames[0].library) == ("execute", 329, "django")


def test_a_report_for_a_forum_names_type_message_and_trace_under_headings() -> None:
    error = only(
        "## Error Details\n- **Node Type:** KSampler\n- **Exception Type:** RuntimeError\n"
        "- **Exception Message:** mat1 and mat2 shapes cannot be multiplied (77x768 and 4096x5120)\n"
        "second line of it\n\n## Stack Trace\n```\n"
        '  File "/ComfyUI/execution.py", line 345, in execute\n    output_data = get_output_data(obj)\n```\n'
        "## System Information\n- **Python Version:** 3.11.9\n"
    )
    assert said(error) == (
        "RuntimeError", "mat1 and mat2 shapes cannot be multiplied (77x768 and 4096x5120)\nsecond line of it", 4
    )  # fmt: skip
    assert at(error.frames[0]) == ("/ComfyUI/execution.py", 345, "execute", "output_data = get_output_data(obj)")


def test_a_field_named_exception_type_without_a_message_is_no_exception() -> None:
    assert read("Exception Type: ValueError\nRetries: 3\n").exceptions == ()


def test_sentry_prints_the_exception_first() -> None:
    error = only(
        "TimeoutError\n"
        "QueuePool limit of size 5 overflow 10 reached, connection timed out, timeout 30.00\n"
        "\n"
        "/app/.venv/lib/python3.13/site-packages/sqlalchemy/pool/impl.py in AsyncAdaptedQueuePool._do_get\n"
        "at line 168\n"
        "\n"
        "            # we timed out\n"
        "                raise exc.TimeoutError(\n"
    )
    assert said(error) == (
        "TimeoutError", "QueuePool limit of size 5 overflow 10 reached, connection timed out, timeout 30.00", 1
    )  # fmt: skip
    assert (error.frames[0].lineno, error.frames[0].function) == (168, "AsyncAdaptedQueuePool._do_get")


def test_vs_codes_debugger_prints_the_exception_first_and_last() -> None:
    error = only(
        "Exception has occurred: ModuleNotFoundError\n"
        "No module named 'requests'\n"
        '  File "/home/ada/a.py", line 1, in <module>\n'
        "    import requests\n"
        "ModuleNotFoundError: No module named 'requests'\n"
    )
    assert said(error) == ("ModuleNotFoundError", "No module named 'requests'", 5)
    assert at(error.frames[0]) == ("/home/ada/a.py", 1, "<module>", "import requests")


def test_vs_codes_debugger_in_chinese() -> None:
    error = only("发生异常: KeyError\n'mean'\n  File \"a.py\", line 1, in <module>\n    x['mean']\n")
    assert (error.type, error.message) == ("KeyError", "'mean'")
    report = read("发生异常: module 'PIL.Image' has no attribute 'ANTIALIAS'\n")
    assert [(e.type, e.message) for e in report.exceptions] == [("", "module 'PIL.Image' has no attribute 'ANTIALIAS'")]


def test_streamlit_prints_traceback_behind_the_message() -> None:
    error = only(
        "ValueError: You will need to set `allow_dangerous_deserialization` to `True`. Traceback:\n"
        'File "/app/app.py", line 76, in ask\n'
        '    db = FAISS.load_local("my_index", emb)\n'
        'File "/usr/local/lib/python3.10/site-packages/langchain_community/faiss.py", line 1078, in load_local\n'
        "    raise ValueError(\n"
    )
    assert said(error) == (
        "ValueError", "You will need to set `allow_dangerous_deserialization` to `True`.", 1
    )  # fmt: skip
    assert [f.function for f in error.frames] == ["ask", "load_local"]


def test_a_bare_name_above_the_same_exception() -> None:
    error = only(
        "openai.error.RateLimitError\n"
        "openai.error.RateLimitError: You exceeded your current quota.\n"
        "\n"
        "Traceback (most recent call last)\n"
        'File "C:\\proj\\app.py", line 14, in home\n'
        "answer = openai.Completion.create(\n"
    )
    assert said(error) == ("openai.error.RateLimitError", "You exceeded your current quota.", 2)
    assert len(error.frames) == 1


def test_comfyui_names_the_node_first() -> None:
    error = only(
        "Error occurred when executing MyLoader:\n"
        "\n"
        "Error no file named x.bin found in directory /data/y/.\n"
        "\n"
        'File "/data/ComfyUI/execution.py", line 155, in recursive_execute\n'
        "output = get_output(obj)\n"
    )
    assert said(error) == ("", "Error no file named x.bin found in directory /data/y/.", 3)
    assert len(error.frames) == 1


def test_loguru_shows_values() -> None:
    error = only(
        "Traceback (most recent call last):\n"
        "\n"
        '> File "/srv/run.py", line 7, in <module>\n'
        "    m()\n"
        "    └ <function m at 0x7fd9645d2fc0>\n"
        "\n"
        '  File "/srv/prog.py", line 6, in inner\n'
        '    return d["mean"]\n'
        "           └ {'a': 1}\n"
        "\n"
        "KeyError: 'mean'\n"
    )
    assert said(error) == ("KeyError", "'mean'", 11)
    assert [f.source for f in error.frames] == ["m()", 'return d["mean"]']


def test_stackprinter_shows_numbered_source() -> None:
    error = only(
        'File "/srv/prog.py", line 6, in inner\n'
        "    4    def inner(d):\n"
        "    5        try:\n"
        "--> 6            return d['mean']\n"
        "    ..................................................\n"
        "     d = {'a': 1}\n"
        "    ..................................................\n"
        "\n"
        "KeyError: 'mean'\n"
    )
    assert said(error) == ("KeyError", "'mean'", 9)
    assert at(error.frames[0]) == ("/srv/prog.py", 6, "inner", "return d['mean']")


def test_hydra_prints_the_repr() -> None:
    report = read(
        "Error in call to target 'pytorch_lightning.trainer.trainer.Trainer':\n"
        "MisconfigurationException('No supported gpu backend found!')\n"
    )
    assert [said(e) for e in report.exceptions] == [("MisconfigurationException", "No supported gpu backend found!", 2)]


def test_pycharms_debugger_puts_the_type_in_braces() -> None:
    error = only("loading the model fails\n\n{ValueError}Unknown layer: Attention\n")
    assert said(error) == ("ValueError", "Unknown layer: Attention", 3)
    assert read('{"a": 1}\n{name} is not there\n').exceptions == ()
