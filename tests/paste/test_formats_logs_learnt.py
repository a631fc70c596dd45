"""Prefixes of no known shape, logs of JSON, mail and forums: what stands around the program's lines is taken off, and
every line still knows where it stood."""

from __future__ import annotations

import json

import pytest

from app.paste.normalise import normalise
from app.paste.reader import read
from tests.paste.reading import only

TRACEBACK = """\
Traceback (most recent call last):
  File "main.py", line 9, in <module>
    main()
  File "main.py", line 4, in main
    total = prices["tea"]
KeyError: 'tea'"""
SYNTAX = """\
  File "main.py", line 2
    total = sum([4, 2, 5]
               ^
SyntaxError: '(' was never closed"""
UNSUPPORTED = """\
ERROR: Could not find a version that satisfies the requirement torhc
ERROR: No matching distribution found for torhc
see the log
done"""


def lines(text: str) -> list[str]:
    return [row.text.strip() for row in normalise(text)]


def bare(text: str) -> list[str]:
    return [line.strip() for line in text.split("\n")]


@pytest.mark.parametrize(
    "prefix", ["web-6d5f-x2 web ", "build step 3 :: ", "  | ", "node012> ", "\ttask\t", "{n}) ", "{n:4} "]
)
@pytest.mark.parametrize("text", [TRACEBACK, SYNTAX])
def test_a_prefix_of_any_shape_is_learnt_from_the_lines(prefix: str, text: str) -> None:
    pasted = "\n".join(prefix.replace("{n}", str(n)).replace("{n:4}", f"{n:4}") + line
                       for n, line in enumerate(text.split("\n"), 8))  # fmt: skip
    assert lines(pasted) == bare(text)
    assert read(pasted).exceptions[0].type == text.rpartition("\n")[2].partition(":")[0]


def test_lines_without_frames_need_a_prefix_that_all_of_them_share() -> None:
    pasted = "\n".join("ci-job 12 | " + line for line in UNSUPPORTED.split("\n"))
    assert lines(pasted) == bare(UNSUPPORTED)
    assert lines("one: a\none: b\nanother: c\none: d") == ["one: a", "one: b", "another: c", "one: d"]
    alike = ["KeyError: 1", "KeyError: 2", "KeyError: 3", "KeyError: 4"]
    assert lines("\n".join(alike)) == alike  # an exception is no prefix


def test_what_a_terminal_broke_behind_a_prefix_is_whole_again() -> None:
    message = "RuntimeError: " + "Expected to have finished reduction in the prior iteration before starting a new one"
    rows = [f"[rank0]: {line}" for line in [*TRACEBACK.split("\n")[:-1], message, "[rank0] is done with " + "x" * 70]]
    broken = "\n".join(row[i : i + 72] for row in rows for i in range(0, len(row), 72))
    assert read(broken).exceptions[0].message.split("\n")[0] == message.removeprefix("RuntimeError: ")


def test_a_prefix_seen_before_known_words_is_taken_off_the_other_lines_too() -> None:
    text = f"{TRACEBACK}\nPosition: 1\nValue: 2"
    pasted = "\n".join(f"2024-05-03T22:19:04+00:00 app[web.1]: {line}" for line in text.split("\n"))
    assert lines(pasted)[-2:] == ["Position: 1", "Value: 2"]


def test_a_tools_own_label_stays_behind_a_time_stamp() -> None:
    assert lines("2024-05-03T22:19:04.123456Z ERROR: No matching distribution found for torhc") == [
        "ERROR: No matching distribution found for torhc"
    ]


def test_places_that_pytest_prints_are_no_prefix() -> None:
    pasted = "[2024-05-03, 22:19:04 UTC] {subprocess.py:93} INFO - pandas/core/indexing.py:1424: in __getitem__"
    assert lines(pasted) == ["pandas/core/indexing.py:1424: in __getitem__"]


def test_logs_of_one_object_a_line() -> None:
    pasted = "\n".join(
        json.dumps({"log": line + "\n", "stream": "stderr", "time": "t"}) for line in TRACEBACK.split("\n")
    )
    assert lines(pasted) == bare(TRACEBACK)
    assert read(pasted).exceptions[0].frames[-1].source == 'total = prices["tea"]'


def test_a_string_within_a_string() -> None:
    report = read(json.dumps({"log": json.dumps({"message": TRACEBACK + "\n"}) + "\n", "stream": "stderr"}))
    assert [(e.type, e.message, len(e.frames)) for e in report.exceptions] == [("KeyError", "'tea'", 2)]


@pytest.mark.parametrize(
    "text",
    [
        '{"errorMessage": "no tea", "errorType": "ValueError", "requestId": "a"}',
        '{"exc_type": "ValueError", "exc_message": ["no tea"]}',
        '{"level": "error", "error.type": "shop.ValueError", "error.message": "no tea"}',
        '{\n  "type": "ValueError",\n  "code": 500,\n  "value": "no tea"\n}',
        '{\n  "message": "no tea",\n  "exception_type": "ValueError"\n}',
    ],
)
def test_type_and_message_in_the_fields_of_an_object(text: str) -> None:
    (exception,) = read(text).exceptions
    assert (exception.name, exception.message) == ("ValueError", "no tea")


def test_a_lambda_that_failed_has_its_frames_in_a_list() -> None:
    trace = ['  File "/var/task/app.py", line 3, in handler\n    return prices["tea"]\n']
    (exception,) = read(json.dumps({"errorMessage": "'tea'", "errorType": "KeyError", "stackTrace": trace})).exceptions
    assert (exception.type, exception.message, exception.frames[0].function) == ("KeyError", "'tea'", "handler")


def test_objects_that_name_no_exception_are_none() -> None:
    assert read('{"name": "web", "type": "module", "message": "hello"}').exceptions == ()


def test_a_cell_of_a_table_doubles_its_quotes() -> None:
    report = read('2024,web,"' + TRACEBACK.replace('"', '""') + '"')
    assert [f.path for f in report.exceptions[0].frames] == ["main.py", "main.py"]


def test_page_breaks_are_line_breaks() -> None:
    report = read(TRACEBACK.replace("\n", "<br/>"))
    assert (report.exceptions[0].message, len(report.exceptions[0].frames)) == ("'tea'", 2)
    assert report.lines[0].locate(3) == (1, 3)
    assert report.lines[1].locate(0) == (1, len("Traceback (most recent call last):<br/>"))


def test_mail_in_quoted_printable() -> None:
    text = (
        'Traceback (most recent call last):\n  File "main.py", line 9, in <module>\n    x =3D 1\nKeyError: "' + "a" * 54
    )
    report = read(f'{text}=\n{"b" * 30}"\n')
    assert report.exceptions[0].message == '"' + "a" * 54 + "b" * 30 + '"'
    assert report.exceptions[0].frames[0].source == "x = 1"
    assert report.lines[3].locate(10 + 54 + 5) == (5, 4)


def test_mail_breaks_frames_between_words() -> None:
    text = (
        "Traceback (most recent call last):\n  File\n"
        '"/home/user/project/.venv/lib/python3.11/site-packages/aiohttp/connector.py",\nline 1598, in _create\n'
        "    raise error\naiohttp.client_exceptions.ClientConnectorDNSError: Cannot connect to host\n"
        "none:80 ssl:default [Temporary failure in name resolution]\n"
    )
    (exception,) = read(text).exceptions
    assert [(f.library, f.lineno, f.function) for f in exception.frames] == [("aiohttp", 1598, "_create")]
    assert " ".join(exception.message.split()) == (
        "Cannot connect to host none:80 ssl:default [Temporary failure in name resolution]"
    )


def test_an_empty_line_after_every_line() -> None:
    text = "pydantic.ValidationError: 1 validation error for Settings\napi_key\n  Field required\n    See\nend"
    assert read(text.replace("\n", "\n\n")).exceptions[0].message == read(text).exceptions[0].message


def test_marks_that_a_forum_escaped() -> None:
    assert lines("AttributeError: no get\\_feature\\_names") == ["AttributeError: no get_feature_names"]
    windows = "FileNotFoundError: 'C:\\_build\\_x'"
    assert lines(windows) == [windows]


def test_spyders_frames() -> None:
    place = "~\\conda\\Lib\\site-packages\\pandas\\core\\frame.py:4102 in get"
    text = f"Traceback (most recent call last):\n\n  File {place}\n    x\n\nKeyError: 1"
    (exception,) = read(text).exceptions
    assert [(f.module, f.lineno, f.function, f.source) for f in exception.frames] == [
        ("pandas.core.frame", 4102, "get", "x")
    ]


def test_what_stands_below_an_exception_without_a_message_is_not_its_message() -> None:
    text = (
        'Traceback (most recent call last):\n  File "main.py", line 9, in <module>\n    main()\nKeyboardInterrupt\nbye'
    )
    report = read(text)
    assert (report.exceptions[0].type, report.exceptions[0].message) == ("KeyboardInterrupt", "")
    assert [line.text for line in report.stray] == ["bye"]


def test_an_error_quoted_in_a_sentence_ends_at_its_quote() -> None:
    assert read("I get `KeyError: 'tea'` on the second call.").exceptions[0].message == "'tea'"
    assert read("It said “ValueError: no tea” again.").exceptions[0].message == "no tea"


def test_a_message_that_goes_on_behind_a_colon() -> None:
    text = "cv2.error: OpenCV(5.0.0) color.cpp:199:\nerror: (-215:Assertion failed) !_src.empty()"
    assert read(text).exceptions[0].message.endswith("!_src.empty()")


def test_lines_that_are_counted_before_a_tab() -> None:
    text = "1\tLooking in links: .\n2\tERROR: Could not install packages due to an OSError: [Errno 2] No such file\n"
    assert only(text).type == "ERROR"
    assert only(text.replace("2\tERROR", "7\tERROR")).type == "OSError"  # no count: columns of a table
