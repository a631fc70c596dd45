"""Prefixes of loggers, containers, schedulers and launchers; several processes in one log; logs newest first."""

from __future__ import annotations

import pytest

from app.paste import read
from tests.paste.reading import at, below, only, said

TRACEBACK = (
    "Traceback (most recent call last):",
    '  File "/app/train.py", line 7, in main',
    "    run(cfg)",
    "ValueError: bad learning rate: -1",
)


@pytest.mark.parametrize(
    "prefix",
    [
        "2023-01-25T13:47:05.2491896Z ",
        "2023-01-25 13:47:05,249 ",
        "2021-03-10T13:22:37.434Z: [1,0]<stderr>:",
        "[2023-11-20 15:58:52,993] torch._dynamo.convert_frame: [INFO] ",
        "[2024-05-03 22:19:04,016][MainProcess][MainThread][ERROR]: ",
        "[ ][CORE][21/03/19-16:39:15][INFO] ",
        "Jan 06 01:56:25 host gunicorn[13842]: ",
        "ERROR:root:",
        "2026-11-30 21:58:55.988 | ERROR    | app.core:main:7 - ",
        "worker_1  | ",
        "api-1 | 2024-01-01 00:00:00,000 ERROR ",
        "[rank0]: ",
        "[default3]:",
        "stderr: ",
        "(RayTrainWorker pid=123, ip=10.0.0.1) ",
        "#9 539.2 ",
        "3: ",
        "[27] ",
        "I0812 12:00:00.123456 1234 worker.py:12] ",
        "2020-01-01T00:00:00.000000+00:00 app[web.1]: ",
        "[pod/web-7f9c/app] ",
        "14:40:05.777 ",
        "my own prefix #12> ",  # no known shape: learnt from the frame lines
        "<job 17/part 3>: ",
    ],
)
def test_a_traceback_behind_a_prefix_is_read_as_without(prefix: str) -> None:
    lines = TRACEBACK if "own" not in prefix and "job" not in prefix else (*TRACEBACK[:3], *TRACEBACK[1:])
    error = only("\n".join(prefix + line for line in lines))
    assert (error.type, error.message) == ("ValueError", "bad learning rate: -1")
    assert at(error.frames[0]) == ("/app/train.py", 7, "main", "run(cfg)")


def test_columns_lead_back_behind_the_prefix() -> None:
    text = "step 1\nworker_1  | 2024-01-01 00:00:00,000 ERROR RuntimeError: CUDA error: oops\n"
    line = next(line for line in read(text).lines if line.text.startswith("RuntimeError"))
    assert line.number == 2
    assert line.locate(0) == (2, text.split("\n")[1].index("RuntimeError"))
    assert line.locate(14) == (2, text.split("\n")[1].index("CUDA"))


def test_two_ranks_in_one_log_are_two_tracebacks() -> None:
    mixed = [f"[rank{rank}]: {line}" for line in TRACEBACK for rank in (1, 0)]
    mixed[-1] = "[rank0]: ValueError: bad learning rate: -2"
    first, second = read("\n".join(mixed)).exceptions
    assert said(first) == ("ValueError", "bad learning rate: -1", 7)
    assert said(second) == ("ValueError", "bad learning rate: -2", 8)
    assert at(first.frames[0]) == at(second.frames[0]) == ("/app/train.py", 7, "main", "run(cfg)")


def test_two_services_of_a_compose_file() -> None:
    report = read(
        "db_1   | LOG:  database system is ready\n"
        "api_1  | Traceback (most recent call last):\n"
        "db_1   | LOG:  checkpoint starting\n"
        'api_1  |   File "/app/main.py", line 3, in <module>\n'
        "api_1  |     connect()\n"
        "db_1   | LOG:  checkpoint complete\n"
        "api_1  | psycopg2.OperationalError: could not connect to server: Connection refused\n"
        'api_1  | \tIs the server running on host "db" and accepting\n'
    )
    (error,) = report.exceptions
    assert said(error) == (
        "psycopg2.OperationalError",
        'could not connect to server: Connection refused\n\tIs the server running on host "db" and accepting',
        7,
    )
    assert [line.number for line in report.stray] == [1, 3, 6]


def test_ranks_that_a_forum_ran_together_on_one_line() -> None:
    error = only(
        "[rank2]: x = cache.get_max_length() [rank2]: ^^^^^ [rank2]: AttributeError: 'DynamicCache' object has no attribute"  # noqa: E501
    )
    assert said(error) == ("AttributeError", "'DynamicCache' object has no attribute", 1)


def test_a_log_with_the_newest_line_on_top_is_read_from_its_end() -> None:
    error = only(
        "20356 | ValueError: bad learning rate: -1\n"
        "20355 |     run(cfg)\n"
        '20354 |   File "/app/train.py", line 7, in main\n'
        "20353 | Traceback (most recent call last):\n"
    )
    assert said(error) == ("ValueError", "bad learning rate: -1", 1)
    assert error.frames[0].line == 3


def test_a_header_glued_to_a_progress_bar() -> None:
    report = read(
        " Epoch 0, lr [0.0001]:   0%|          | 0/2000 [00:00<?, ?it/s]Traceback (most recent call last):\n"
        '  File "/app/train.py", line 7, in main\n'
        "    run(cfg)\n"
        "ValueError: bad\n"
        "100%|█████████▉| 1135/1136 [25:32<00:01,  1.35s/it]\n"
    )
    (error,) = report.exceptions
    assert said(error) == ("ValueError", "bad", 4)
    bar, header = report.lines[:2]
    assert (header.text, header.number) == ("Traceback (most recent call last):", 1)
    assert header.locate(0) == (1, len(bar.text))


def test_carriage_returns_of_a_progress_bar_are_lines_of_their_own() -> None:
    text = "  0%| | 0/9\r 11%|1| 1/9\rValueError: bad\n"
    error = only(text)
    assert said(error) == ("ValueError", "bad", 1)
    line = read(text).lines[2]
    assert line.locate(0) == (1, text.index("ValueError"))


def test_a_log_record_below_the_message_is_not_the_message() -> None:
    report = read(
        "2024-01-01 00:00:00,000 INFO start\n"
        "Traceback (most recent call last):\n"
        '  File "/app/train.py", line 7, in main\n'
        "    run(cfg)\n"
        "OSError: [Errno 98] Die Adresse wird bereits verwendet\n"
        "2024-01-01 00:00:01,000 INFO stopped\n"
    )
    assert [said(error) for error in report.exceptions] == [
        ("OSError", "[Errno 98] Die Adresse wird bereits verwendet", 5)
    ]
    assert [line.text for line in report.stray] == ["start", "stopped"]


def test_messages_of_log_records_without_a_traceback() -> None:
    report = read(
        "[16:10:33] stdout/INFO  triton.runtime.errors.OutOfResources: out of resource: shared memory, Required: 98304\n"  # noqa: E501
        "ERROR | 2025-05-09 06:05:06 | autotrain.trainers.common:wrapper:216 - 'super' object has no attribute 'x'\n"
    )
    (error,) = report.exceptions
    assert said(error) == (
        "triton.runtime.errors.OutOfResources", "out of resource: shared memory, Required: 98304", 1
    )  # fmt: skip
    assert report.stray[0].text == "'super' object has no attribute 'x'"


def test_an_exception_named_within_a_sentence_stays_a_stray_line_too() -> None:
    report = read("Task failed with RuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB\n")
    (error,) = report.exceptions
    assert said(error) == ("RuntimeError", "CUDA out of memory. Tried to allocate 2.00 GiB", 1)
    assert len(report.stray) == 1


def test_warnings_are_stray_lines() -> None:
    report = read(
        "/usr/lib/python3/dist-packages/urllib3/__init__.py:34: NotOpenSSLWarning: urllib3 v2.0 only supports OpenSSL\n"
        "  warnings.warn(\n"
    )
    assert report.exceptions == ()
    assert len(report.stray) == 2


def test_the_message_above_a_traceback_that_lost_its_end() -> None:
    error = only(
        "!!! Exception during processing !!! mat1 and mat2 shapes cannot be multiplied (2x5632 and 2816x1280)\n"
        "Traceback (most recent call last):\n"
        '  File "D:\\ComfyUI\\execution.py", line 151, in recursive_execute\n'
        "    output = get_output(obj)\n"
    )
    assert said(error) == ("", "mat1 and mat2 shapes cannot be multiplied (2x5632 and 2816x1280)", 1)
    assert error.frames[0].function == "recursive_execute"


def test_the_message_above_a_whole_traceback_is_the_same_exception() -> None:
    error = only(
        "!!! Exception during processing !!! bad shapes\n"
        "Traceback (most recent call last):\n"
        '  File "D:\\ComfyUI\\execution.py", line 151, in recursive_execute\n'
        "    output = get_output(obj)\n"
        "RuntimeError: bad shapes\n"
    )
    assert said(error) == ("RuntimeError", "bad shapes", 5)
    assert below(error) == []


def test_words_that_every_line_repeats_are_the_message_and_no_prefix() -> None:
    lines = [f"size mismatch for layers.{n}.weight: shapes differ" for n in range(5)]
    assert [line.text for line in read("\n".join(lines) + "\n").stray] == lines
