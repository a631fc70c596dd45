"""Tracebacks inside strings, and what terminals and browsers do to characters."""

from __future__ import annotations

from app.paste import read
from tests.paste.reading import at, below, only, said


def test_a_traceback_in_a_field_of_a_json_log() -> None:
    text = (
        '{"level": "error", "msg": "boom", "exc_info": "Traceback (most recent call last):\\n'
        '  File \\"/app/a.py\\", line 3, in f\\n    print(f\\"a\\\\nb\\", cache[\\"mean\\"])\\nKeyError: \'mean\'"}'
    )
    error = only(text)
    assert said(error) == ("KeyError", "'mean'", 1)
    assert at(error.frames[0]) == ("/app/a.py", 3, "f", 'print(f"a\\nb", cache["mean"])')


def test_columns_lead_back_into_the_string() -> None:
    text = '{"exc": "Traceback (most recent call last):\\n  File \\"a.py\\", line 3, in f\\n    g()\\nKeyError: 1"}'
    line = next(line for line in read(text).lines if line.text.startswith("KeyError"))
    assert line.locate(0) == (1, text.index("KeyError"))


def test_ansible_escapes_twice() -> None:
    report = read(
        'fatal: [localhost]: FAILED! => {"changed": false, "msg": "stdout: Collecting x\\n    Error: pg_config executable '  # noqa: E501
        'not found.\\n    \\n    pg_config is required to build psycopg2 from source.\\n"}'
    )
    assert ("Error", "pg_config executable not found.") in [(e.type, e.message) for e in report.exceptions]


def test_a_list_of_lines() -> None:
    error = only(
        "['Traceback (most recent call last):\\n', '  File \"a.py\", line 3, in f\\n    g(\"x\\\\n\")\\n', "
        "'ValueError: no statistic\\nsecond line of it\\n']"
    )
    assert said(error) == ("ValueError", "no statistic\nsecond line of it", 1)
    assert at(error.frames[0]) == ("a.py", 3, "f", 'g("x\\n")')


def test_a_list_of_lines_one_each() -> None:
    error = only(
        "['Traceback (most recent call last):\\n',\n"
        " '  File \"a.py\", line 3, in f\\n'\n"
        " '    g(1)\\n',\n"
        " \"KeyError: 'mean'\\n\"]\n"
    )
    assert said(error) == ("KeyError", "'mean'", 4)
    assert (error.frames[0].line, error.frames[0].source_line) == (2, 3)


def test_bytes() -> None:
    error = only(
        "b'Traceback (most recent call last):\\r\\n  File \"<string>\", line 1, in <module>\\r\\nValueError: bad\\r\\n'"
    )
    assert said(error) == ("ValueError", "bad", 1)


def test_the_repr_of_an_exception_that_holds_a_traceback() -> None:
    error = only(
        "Run x errored: RuntimeError('Caught RuntimeError in DataLoader worker process 0.\\n"
        'Original Traceback (most recent call last):\\n  File "a.py", line 3, in f\\n    g()\\n'
        "RuntimeError: stack expects each tensor to be equal size\\n')"
    )
    assert (error.type, error.message) == ("RuntimeError", "Caught RuntimeError in DataLoader worker process 0.")
    assert below(error) == [("worker", "RuntimeError", "stack expects each tensor to be equal size")]


def test_a_windows_path_is_no_escape() -> None:
    error = only(
        'Traceback (most recent call last):\n  File "C:\\new\\nodes\\n\\test.py", line 3, in f\n    g()\nValueError: bad\n'  # noqa: E501
    )
    assert error.frames[0].path == "C:\\new\\nodes\\n\\test.py"


def test_colours() -> None:
    text = (
        "\x1b[0;31m---------------------------\x1b[0m\n"
        "\x1b[0;31mKeyError\x1b[0m                       Traceback (most recent call last)\n"
        "\x1b[0;32m<ipython-input-3-abc>\x1b[0m in \x1b[0;36m<module>\x1b[0;34m()\x1b[0m\n"
        "\x1b[0;32m----> 1\x1b[0;31m \x1b[0mcache\x1b[0;34m[\x1b[0m1\x1b[0;34m]\x1b[0m\n"
        "\n"
        "\x1b[0;31mKeyError\x1b[0m: 1\n"
    )
    error = only(text)
    assert said(error) == ("KeyError", "1", 6)
    assert at(error.frames[0]) == ("<ipython-input-3-abc>", 1, "<module>", "cache[1]")
    line = read(text).lines[-2]
    assert line.text == "KeyError: 1"
    assert line.locate(10) == (6, text.split("\n")[5].rindex("1"))


def test_colours_whose_escape_was_lost() -> None:
    error = only("[0;31mValueError[0m: bad shape [32, 3]\n")
    assert said(error) == ("ValueError", "bad shape [32, 3]", 1)


def test_entities_and_tags_of_a_page() -> None:
    error = only(
        "<pre>Traceback (most recent call last):\n"
        "  File &quot;/app/a.py&quot;, line 3, in &lt;module&gt;\n"
        '    <span class="n">run</span><span class="p">(</span>x &gt; 3<span class="p">)</span>\n'
        "TypeError: &#39;&gt;&#39; not supported<br/>\n"
        "</pre>\n"
    )
    assert said(error) == ("TypeError", "'>' not supported", 4)
    assert at(error.frames[0]) == ("/app/a.py", 3, "<module>", "run(x > 3)")


def test_invisible_characters_and_unusual_blanks() -> None:
    text = '\ufeffTraceback (most recent call last):\n\u00a0 File "a.py", line 3,\u200b in f\nValueError: \u202ebad\u202c\n'  # noqa: E501
    error = only(text)
    assert said(error) == ("ValueError", "bad", 3)
    assert at(error.frames[0])[:3] == ("a.py", 3, "f")


def test_backslashes_before_quotes_in_a_message() -> None:
    assert only("RuntimeError: you must use the \\'spawn\\' start method\n").message == (
        "you must use the 'spawn' start method"
    )


def test_lone_surrogates_can_be_written_out_again() -> None:
    report = read("ValueError: a\ud800b\n")
    assert report.exceptions[0].message.encode() == "a\ufffdb".encode()
