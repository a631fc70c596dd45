"""Exceptions of workers that a parent raises again, and wrappers around them."""

from __future__ import annotations

from app.paste import read
from app.paste.model import Relation
from tests.paste.reading import at, below, only, said


def test_a_dataloader_worker() -> None:
    error = only(
        "Traceback (most recent call last):\n"
        '  File "train.py", line 30, in <module>\n'
        "    for x in loader:\n"
        '  File "/usr/lib/python3/dist-packages/torch/_utils.py", line 428, in reraise\n'
        "    raise self.exc_type(msg)\n"
        "RuntimeError: Caught RuntimeError in DataLoader worker process 0.\n"
        "Original Traceback (most recent call last):\n"
        '  File "/usr/lib/python3/dist-packages/torch/utils/data/_utils/worker.py", line 198, in _worker_loop\n'
        "    data = fetcher.fetch(index)\n"
        "RuntimeError: stack expects each tensor to be equal size, but got [3] at entry 0 and [4] at entry 1\n"
        "\n"
    )
    assert said(error) == ("RuntimeError", "Caught RuntimeError in DataLoader worker process 0.", 6)
    assert below(error) == [
        (
            "worker",
            "RuntimeError",
            "stack expects each tensor to be equal size, but got [3] at entry 0 and [4] at entry 1",
        )
    ]
    assert error.children[0][1].line == 10
    assert len(error.frames) == 2
    assert len(error.children[0][1].frames) == 1


def test_an_old_dataloader_whose_message_is_the_traceback() -> None:
    error = only(
        "Traceback (most recent call last):\n"
        '  File "gen.py", line 30, in <module>\n'
        "    for x in loader:\n"
        '  File "loader.py", line 658, in _process_next_batch\n'
        "    raise batch.exc_type(batch.exc_msg)\n"
        "TypeError: Traceback (most recent call last):\n"
        '  File "loader.py", line 138, in _worker_loop\n'
        "    samples = collate_fn(batch)\n"
        "TypeError: batch must contain tensors; found <class 'NoneType'>\n"
    )
    assert (error.type, error.message, error.line) == ("TypeError", "", 6)
    assert below(error) == [("worker", "TypeError", "batch must contain tensors; found <class 'NoneType'>")]


def test_a_multiprocessing_pool() -> None:
    error = only(
        "multiprocessing.pool.RemoteTraceback: \n"
        '"""\n'
        "Traceback (most recent call last):\n"
        '  File "/usr/lib/python3.11/multiprocessing/pool.py", line 125, in worker\n'
        "    result = (True, func(*args, **kwds))\n"
        "                    ^^^^^^^^^^^^^^^^^^^\n"
        '  File "mp.py", line 3, in f\n'
        "    return 1/x\n"
        "ZeroDivisionError: division by zero\n"
        '"""\n'
        "\n"
        "The above exception was the direct cause of the following exception:\n"
        "\n"
        "Traceback (most recent call last):\n"
        '  File "mp.py", line 5, in <module>\n'
        "    p.map(f, [1, 0])\n"
        "ZeroDivisionError: division by zero\n"
    )
    assert said(error) == ("ZeroDivisionError", "division by zero", 17)
    ((relation, remote),) = error.children
    assert (str(relation), remote.type) == ("cause", "multiprocessing.pool.RemoteTraceback")
    assert below(remote) == [("worker", "ZeroDivisionError", "division by zero")]
    assert at(remote.children[0][1].frames[1]) == ("mp.py", 3, "f", "return 1/x")


def test_a_spawned_process() -> None:
    error = only(
        "Traceback (most recent call last):\n"
        '  File "train.py", line 141, in <module>\n'
        "    start()\n"
        "torch.multiprocessing.spawn.ProcessRaisedException: \n"
        "\n"
        "-- Process 0 terminated with the following error:\n"
        "Traceback (most recent call last):\n"
        '  File "/usr/lib/python3/dist-packages/torch/multiprocessing/spawn.py", line 69, in _wrap\n'
        "    fn(i, *args)\n"
        "wandb.errors.UsageError: api_key not configured (no-tty)\n"
    )
    assert error.type == "torch.multiprocessing.spawn.ProcessRaisedException"
    assert below(error) == [("worker", "wandb.errors.UsageError", "api_key not configured (no-tty)")]


def test_a_joblib_traceback_of_old() -> None:
    error = only(
        "JoblibValueError: JoblibValueError\n"
        "___________________________________________________________________________\n"
        "Multiprocessing exception:\n"
        "...........................................................................\n"
        "/usr/lib/python3/dist-packages/sklearn/utils/validation.py in _assert_all_finite(X=array([[nan]]))\n"
        "     39     # everything is finite\n"
        "---> 44         raise ValueError(msg)\n"
        "     45 \n"
        "\n"
        "ValueError: Input contains NaN, infinity or a value too large for dtype('float64').\n"
        "___________________________________________________________________________\n"
    )
    assert ("ValueError", "Input contains NaN, infinity or a value too large for dtype('float64').") in [
        (e.type, e.message) for e in error.walk()
    ]


def test_a_ray_task() -> None:
    error = only(
        "ray.exceptions.RayTaskError(ValueError): ray::f() (pid=12, ip=10.0.0.1)\n"
        '  File "job.py", line 3, in f\n'
        "    raise ValueError('no such key')\n"
        "ValueError: no such key\n"
    )
    assert error.type == "ray.exceptions.RayTaskError"
    assert below(error) == [("worker", "ValueError", "no such key")]
    assert at(error.children[0][1].frames[0]) == ("job.py", 3, "f", "raise ValueError('no such key')")


def test_torchruns_table_is_the_message() -> None:
    error = only(
        "torch.distributed.elastic.multiprocessing.errors.ChildFailedError: \n"
        "============================================================\n"
        "train.py FAILED\n"
        "------------------------------------------------------------\n"
        "Failures:\n"
        "  <NO_OTHER_FAILURES>\n"
        "------------------------------------------------------------\n"
        "Root Cause (first observed failure):\n"
        "[0]:\n"
        "  time      : 2024-01-01_00:00:00\n"
        "  exitcode  : 1 (pid: 31631)\n"
        "============================================================\n"
    )
    assert error.type == "torch.distributed.elastic.multiprocessing.errors.ChildFailedError"
    assert error.message.split("\n")[1:3] == ["train.py FAILED", "-" * 60]
    assert "exitcode  : 1 (pid: 31631)" in error.message
    assert error.end_line == 12


def test_an_error_wrapped_by_a_database_layer() -> None:
    error = only(
        'sqlalchemy.exc.OperationalError: (pymysql.err.OperationalError) (2003, "Can\'t connect to MySQL server")\n'
        "(Background on this error at: https://sqlalche.me/e/14/e3q8)\n"
    )
    assert below(error) == [
        (
            "printed",
            "pymysql.err.OperationalError",
            '(2003, "Can\'t connect to MySQL server")\n(Background on this error at: https://sqlalche.me/e/14/e3q8)',
        )
    ]


def test_an_error_quoted_because_it_is_the_reason() -> None:
    error = only(
        "RuntimeError: Failed to import transformers.trainer because of the following error (look up to see its traceback):\n"  # noqa: E501
        "cannot import name 'x' from 'y'\n"
    )
    assert below(error) == [("printed", "", "cannot import name 'x' from 'y'")]
    assert error.children[0][1].line == 2


def test_the_original_error_at_the_end_of_an_explanation() -> None:
    error = only(
        "ImportError: Unable to import required dependencies:\nnumpy:\n\n"
        "IMPORTANT: PLEASE READ THIS FOR ADVICE ON HOW TO SOLVE THIS ISSUE!\n\n"
        "Original error was: DLL load failed: The specified module could not be found.\n"
    )
    assert below(error) == [("printed", "", "DLL load failed: The specified module could not be found.")]


def test_the_connection_error_within_retries() -> None:
    error = only(
        "requests.exceptions.ConnectionError: HTTPSConnectionPool(host='x.org', port=443): Max retries exceeded with url: / "  # noqa: E501
        "(Caused by NewConnectionError('<urllib3.connection.HTTPSConnection object at 0x0000025A>: Failed to establish a new "  # noqa: E501
        "connection: [Errno 11004] getaddrinfo failed'))\n"
    )
    assert below(error) == [
        ("printed", "NewConnectionError", "Failed to establish a new connection: [Errno 11004] getaddrinfo failed")
    ]


def test_an_exception_in_anothers_message() -> None:
    error = only(
        "jax._src.traceback_util.UnfilteredStackTrace: jax.errors.TracerBoolConversionError: Attempted boolean\n"
    )
    assert below(error) == [("printed", "jax.errors.TracerBoolConversionError", "Attempted boolean")]


def test_another_exceptions_line_right_below_belongs_to_both() -> None:
    error = only(
        "Traceback (most recent call last):\n"
        '  File "a.py", line 3, in f\n    g()\n'
        "numba.core.errors.TypingError: Failed in nopython mode pipeline (step: nopython frontend)\n"
        "NameError: name 'movemen' is not defined\n"
    )
    assert error.message == (
        "Failed in nopython mode pipeline (step: nopython frontend)\nNameError: name 'movemen' is not defined"
    )
    assert below(error) == [("printed", "NameError", "name 'movemen' is not defined")]


def test_a_thread_says_so_above_its_traceback() -> None:
    report = read(
        "Exception in thread Thread-1 (f):\nTraceback (most recent call last):\n"
        '  File "/usr/lib/python3.11/threading.py", line 982, in run\n    self._target()\nLookupError: in thread\n'
    )
    assert [said(e) for e in report.exceptions] == [("LookupError", "in thread", 5)]
    assert [line.text for line in report.stray] == ["Exception in thread Thread-1 (f):"]


def test_javas_message_goes_on_until_pythons_traceback_in_it() -> None:
    (error,) = read(
        "Py4JJavaError: An error occurred while calling o48.showString.\n"
        ": org.apache.spark.SparkException: Job aborted due to stage failure: Task 0 in stage 5.0 failed 1 times: "
        "org.apache.spark.api.python.PythonException: Traceback (most recent call last):\n"
        '  File "/spark/python/lib/pyspark.zip/pyspark/worker.py", line 377, in main\n    process()\n'
        '  File "job.py", line 3, in clean\n    return float(value)\n'
        "ValueError: could not convert string to float: 'n/a'\n\n"
        "\tat org.apache.spark.api.python.PythonUDFRunner$$anon$1.read(PythonUDFRunner.scala:81)\n"
    ).exceptions
    assert error.type == "Py4JJavaError"
    assert error.message.endswith("failed 1 times: org.apache.spark.api.python.PythonException:")
    ((relation, inner),) = error.children
    assert (relation, inner.type, inner.message) == (
        Relation.WORKER, "ValueError", "could not convert string to float: 'n/a'"
    )  # fmt: skip
