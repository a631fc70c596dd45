"""Pastes that lost their head, their tail, their indentation, their line breaks."""

from __future__ import annotations

from app.paste import read
from tests.paste.reading import at, only, said


def test_the_paste_starts_within_a_frame_line() -> None:
    error = only(
        'xxxx/packages/django/apps/registry.py", line 124, in check_apps_ready\n'
        '    raise AppRegistryNotReady("Apps aren\'t loaded yet.")\n'
        "django.core.exceptions.AppRegistryNotReady: Apps aren't loaded yet.\n"
    )
    assert said(error) == ("django.core.exceptions.AppRegistryNotReady", "Apps aren't loaded yet.", 3)
    assert error.partial_head
    assert at(error.frames[0])[:3] == ("xxxx/packages/django/apps/registry.py", 124, "check_apps_ready")


def test_the_paste_starts_on_a_source_line() -> None:
    report = read(
        "    return cls(\n"
        '  File "/usr/lib/python3/dist-packages/vllm/worker.py", line 526, in check\n'
        "    raise ValueError(\n"
        "ValueError: Bfloat16 is only supported on GPUs\n"
    )
    (error,) = report.exceptions
    assert said(error) == ("ValueError", "Bfloat16 is only supported on GPUs", 4)
    assert error.partial_head


def test_the_paste_ends_on_the_raise() -> None:
    error = only(
        "Traceback (most recent call last):\n"
        '  File "torch/autograd/__init__.py", line 85, in _make_grads\n'
        '    raise RuntimeError("grad can be implicitly created "\n'
        "                       'only for scalar outputs')\n"
    )
    assert said(error) == ("RuntimeError", "grad can be implicitly created only for scalar outputs", 3)
    assert error.truncated


def test_the_paste_ends_before_the_raise() -> None:
    error = only(
        'Traceback (most recent call last):\n  File "a.py", line 5, in f\n    g(x)\n  File "b.py", line 6, in g\n'
    )
    assert said(error) == ("", "", 0)
    assert error.truncated
    assert [at(f) for f in error.frames] == [("a.py", 5, "f", "g(x)"), ("b.py", 6, "g", "")]


def test_the_type_was_lost() -> None:
    error = only(
        "Traceback (most recent call last):\n"
        '  File "a.py", line 111, in __init__\n'
        "    fast_tokenizer = TokenizerFast.from_file(path)\n"
        "data did not match any variant of untagged enum ModelWrapper at line 1251019 column 3\n"
    )
    assert said(error) == (
        "", "data did not match any variant of untagged enum ModelWrapper at line 1251019 column 3", 4
    )  # fmt: skip


def test_the_indentation_was_lost() -> None:
    error = only(
        "Traceback (most recent call last):\n"
        'File "/mnt/train.py", line 540, in <module>\n'
        "trainer.fit(net, loader)\n"
        'File "/usr/lib/python3/dist-packages/pytorch_lightning/trainer.py", line 608, in fit\n'
        "call.handle(\n"
        "torch.distributed.DistBackendError: NCCL error in: ProcessGroupNCCL.cpp:1333, unhandled system error\n"
    )
    assert said(error)[:2] == (
        "torch.distributed.DistBackendError", "NCCL error in: ProcessGroupNCCL.cpp:1333, unhandled system error"
    )  # fmt: skip
    assert [at(f)[1:] for f in error.frames] == [
        (540, "<module>", "trainer.fit(net, loader)"),
        (608, "fit", "call.handle("),
    ]


def test_only_the_first_frame_lost_its_indentation() -> None:
    error = only(
        'File "a.py", line 115, in <module>\n    run()\n  File "b.py", line 41, in run\n    go()\nIndexError: out of range\n'  # noqa: E501
    )
    assert [f.source for f in error.frames] == ["run()", "go()"]
    assert said(error)[:2] == ("IndexError", "out of range")


def test_the_line_breaks_were_lost() -> None:
    error = only(
        'Traceback (most recent call last): File "train.py", line 3, in <module> main() '
        'File "/usr/lib/python3/dist-packages/torch/x.py", line 9, in f return g(x) RuntimeError: bad shapes (2 and 3)'
    )
    assert said(error) == ("RuntimeError", "bad shapes (2 and 3)", 1)
    assert [at(f) for f in error.frames] == [
        ("train.py", 3, "<module>", "main()"),
        ("/usr/lib/python3/dist-packages/torch/x.py", 9, "f", "return g(x)"),
    ]


def test_a_terminal_broke_the_lines_within_words() -> None:
    text = (
        ' File "C:\\Users\\ada\\AppData\\Local\\Programs\\Python\\Python311\\Lib\\site-packa\n'
        'ges\\pydantic\\main.py", line 176, in __init__\n'
        "    self.validate(data)\n"
        "pydantic_core._pydantic_core.ValidationError: 2 validation errors for Sett\n"
        "ings\n"
        "API_ID\n"
        "  Field required [type=missing, input_value={}, input_type=dict]\n"
    )
    error = only(text)
    assert error.frames[0].path.endswith("Lib\\site-packages\\pydantic\\main.py")
    assert error.message.split("\n")[:2] == ["2 validation errors for Settings", "API_ID"]
    line = next(line for line in read(text).lines if "validation errors" in line.text)
    assert line.locate(line.text.index("ings")) == (5, 0)


def test_a_terminal_broke_the_frame_after_in() -> None:
    error = only(
        "Traceback (most recent call last):\n"
        '  File "C:\\Anaconda3\\lib\\multiprocessing\\spawn.py", line 106, in\n'
        " spawn_main\n"
        "    exitcode = _main(fd)\n"
        "AttributeError: Can't get attribute 'P' on <module '__main__' (built-in)>\n"
    )
    assert at(error.frames[0])[1:] == (106, "spawn_main", "exitcode = _main(fd)")


def test_empty_lines_between_frame_and_frame() -> None:
    error = only(
        "Traceback (most recent call last):\n\n"
        '  File "simple.py", line 30, in <module>\n    model.fit(x, y)\n\n'
        '  File "base.py", line 518, in fit\n    check(x)\n\n'
        "ValueError: could not convert string to float: '20/05/20'\n"
    )
    assert said(error) == ("ValueError", "could not convert string to float: '20/05/20'", 9)
    assert [f.source for f in error.frames] == ["model.fit(x, y)", "check(x)"]


def test_frames_were_snipped() -> None:
    error = only(
        "[...]\n"
        '  File "/path/botocore/signers.py", line 90, in handler\n    return self.sign(op)\n'
        "[snip]\n"
        '  File "/path/botocore/auth.py", line 32, in add_auth\n    raise NoCredentialsError()\n'
        "NameError: name 'NoCredentialsError' is not defined\n"
    )
    assert said(error)[:2] == ("NameError", "name 'NoCredentialsError' is not defined")
    assert len(error.frames) == 2


def test_only_the_last_line() -> None:
    assert said(only("sqlalchemy.exc.OperationalError: (sqlite3.OperationalError) database is locked\n"))[0] == (
        "sqlalchemy.exc.OperationalError"
    )
    assert said(only("error: OpenCV(4.2.0) color.cpp:182: error: (-215:Assertion failed) !_src.empty()\n")) == (
        "error", "OpenCV(4.2.0) color.cpp:182: error: (-215:Assertion failed) !_src.empty()", 1
    )  # fmt: skip
    assert said(only("ERROR: No matching distribution found for foo==9\n")) == (
        "ERROR", "No matching distribution found for foo==9", 1
    )  # fmt: skip


def test_two_processes_print_every_line_twice() -> None:
    once = ("Traceback (most recent call last):", '  File "a.py", line 19, in f', "    g()", "ValueError: bad")
    (error,) = read("\n".join(line for line in once for _ in range(2))).exceptions
    assert said(error)[:2] == ("ValueError", "bad")
    assert [at(f) for f in error.frames] == [("a.py", 19, "f", "g()")]


def test_prose_holds_no_exception() -> None:
    report = read(
        "When a worker is lost, its tasks fail: I expected the queue to go on. Is this how it is meant to work?\n"
    )
    assert report.exceptions == ()
    assert len(report.stray) == 1


def test_code_holds_no_exception() -> None:
    report = read(
        "import x\n\ndef f(a):\n    if not a:\n        raise ValueError('no a')\n    try:\n        g()\n"
        "    except KeyError as e:\n        pass\n"
    )
    assert report.exceptions == ()


def test_a_message_that_was_cut_is_completed_from_the_line_that_raised_it() -> None:
    error = only(
        "Traceback (most recent call last):\n"
        '  File "/usr/lib/python3.12/asyncio/base_events.py", line 640, in _check_running\n'
        "    raise RuntimeError('This event loop is already running')\n"
        "RuntimeError: This event loop is alread"
    )
    assert error.message == "This event loop is already running"


def test_a_type_may_have_lost_its_colon_before_a_quote() -> None:
    error = only("TypeError 'list' object is not callable.\n")
    assert (error.type, error.message) == ("TypeError", "'list' object is not callable.")
    assert read("TypeError is what I get\n").exceptions == ()


def test_frames_that_a_tracker_left_out_are_no_message() -> None:
    first, *_ = read(
        "NotImplementedError: \n(6 additional frame(s) were not displayed)\n...\n"
        '  File "asyncio/base_events.py", line 267, in _make_subprocess_transport\n\nNotImplementedError\n'
    ).exceptions
    assert (first.type, first.message) == ("NotImplementedError", "")


def test_a_sentence_before_the_word_traceback_stays() -> None:
    report = read("Command '['ffmpeg', '-y']' returned non-zero exit status 1. Traceback (most recent call last):\n")
    assert [line.number for line in report.stray] == [1]
    assert read("2024-05-03 ERROR app: Traceback (most recent call last):\n").stray == ()
