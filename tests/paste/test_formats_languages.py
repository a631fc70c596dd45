"""Text of C++, the interpreter's fault handler, R, .NET, Ruby, Java, and headers in other languages."""

from __future__ import annotations

import pytest

from app.paste import read
from tests.paste.reading import at, below, only, said


def test_cpp_terminate() -> None:
    error = only(
        "terminate called after throwing an instance of 'c10::Error'\n"
        "  what():  CUDA error: an illegal memory access was encountered\n"
        "CUDA kernel errors might be asynchronously reported at some other API call.\n"
        "Exception raised from c10_cuda_check_implementation at ../c10/cuda/CUDAException.cpp:44\n"
        "frame #0: c10::Error::Error(c10::SourceLocation, std::string) + 0x6c (0x7f8f in libc10.so)\n"
    )
    assert said(error) == (
        "c10::Error",
        "CUDA error: an illegal memory access was encountered\n"
        "CUDA kernel errors might be asynchronously reported at some other API call.",
        2,
    )
    assert error.name == "c10::Error"


def test_a_fatal_error_of_the_interpreter() -> None:
    error = only(
        "Fatal Python error: Segmentation fault\n"
        "\n"
        "Current thread 0x00007f0c8c1b2740 (most recent call first):\n"
        '  File "a.py", line 4 in g\n'
        '  File "a.py", line 5 in f\n'
        '  File "a.py", line 6 in <module>\n'
    )
    assert (error.type, error.message, error.line) == ("", "Fatal Python error: Segmentation fault", 1)
    assert [(f.lineno, f.function) for f in error.frames] == [(6, "<module>"), (5, "f"), (4, "g")]


def test_a_segmentation_fault_is_a_stray_line() -> None:
    report = read("Segmentation fault (core dumped)\n")
    assert report.exceptions == ()
    assert [line.text for line in report.stray] == ["Segmentation fault (core dumped)"]


def test_r() -> None:
    error = only(
        "Error in py_call_impl(callable, call_args$unnamed, call_args$named) : \n"
        "  RuntimeError: Failed to import transformers.models because of the following error (look up to see its traceback):\n"  # noqa: E501
        "Your currently installed version of Keras is Keras 3\n"
        "Run `reticulate::py_last_error()` for details.\n"
    )
    assert error.type == "RuntimeError"
    assert error.line == 2
    assert below(error)[0][2].startswith("Your currently installed version of Keras is Keras 3")


def test_dot_net() -> None:
    report = read(
        "Unhandled exception. Python.Runtime.PythonException: ModuleNotFoundError : No module named 'numpy'\n"
    )
    assert ("ModuleNotFoundError", "No module named 'numpy'") in [(e.type, e.message) for e in report.walk()]


def test_ruby_and_julia_print_the_class() -> None:
    report = read("PyCall::PyError (<class 'ModuleNotFoundError'>: No module named 'x')\n")
    assert ("ModuleNotFoundError", "No module named 'x'") in [(e.type, e.message) for e in report.walk()]
    error = only("<class 'ImportError'>\nImportError('libGL.so.1: cannot open shared object file')\n")
    assert (error.type, error.message) == ("ImportError", "libGL.so.1: cannot open shared object file")


def test_java_around_a_python_worker() -> None:
    error = only(
        "Py4JJavaError: An error occurred while calling o61.collectToPython.\n"
        ": org.apache.spark.SparkException: Job aborted due to stage failure\n"
        "\tat org.apache.spark.scheduler.DAGScheduler.failJob(DAGScheduler.scala:1)\n"
        "Caused by: org.apache.spark.api.python.PythonException: Traceback (most recent call last):\n"
        '  File "/opt/spark/python/worker.py", line 229, in main\n'
        "    process()\n"
        '  File "job.py", line 3, in f\n'
        "    return 1/x\n"
        "ZeroDivisionError: division by zero\n"
        "\n"
        "\tat org.apache.spark.api.python.PythonRunner.read(PythonRunner.scala:193)\n"
    )
    found = {(e.type.rpartition(".")[2], e.message.split("\n")[0]) for e in error.walk()}
    assert ("ZeroDivisionError", "division by zero") in found
    assert ("Py4JJavaError", "An error occurred while calling o61.collectToPython.") in found


@pytest.mark.parametrize(
    ("head", "frame"),
    [
        ("Traceback (most recent call last):", '  File "a.py", line 3, in f'),
        ("回溯（最近一次调用最后）：", "  文件“a.py”，第 3 行，在 f"),
        ("跟踪(最近一次调用):", '  文件 "a.py"，第 3 行，在 f'),
        ("Traza (la última llamada más reciente):", '  Archivo "a.py", línea 3, en f'),
        ("Trace d'appel (appel le plus récent en dernier) :", '  Fichier "a.py", ligne 3, dans f'),
        ("Rückverfolgung (letzter Aufruf zuletzt):", '  Datei "a.py", Zeile 3, in f'),
        ("Rastreamento (chamada mais recente por último):", '  Arquivo "a.py", linha 3, em f'),
        ("Трассировка (последний вызов):", '  Файл "a.py", строка 3, в f'),
        ("トレースバック (最新の呼び出しが最後):", '  ファイル "a.py"、行 3、f'),
    ],
)
def test_machine_translated_tracebacks(head: str, frame: str) -> None:
    error = only(f"{head}\n{frame}\n    g(x)\nValueError: bad\n")
    assert (error.type, error.message, error.line) == ("ValueError", "bad", 4)
    assert at(error.frames[0]) == ("a.py", 3, "f", "g(x)")


def test_localised_texts_of_the_system_are_kept() -> None:
    assert said(only('OSError: [WinError 126] 找不到指定的模块。 Error loading "fbgemm.dll"\n'))[1] == (
        '[WinError 126] 找不到指定的模块。 Error loading "fbgemm.dll"'
    )


def test_tensorflow_runs_user_code_within_its_message() -> None:
    error = only(
        "Error in py_call_impl(callable, dots$args, dots$keywords) : \n"
        "  ValueError: in user code:\n"
        "\n"
        "    /home/ada/fit.py:80 train_step  *\n"
        "        return self(x)\n"
        "    /usr/lib/python3/dist-packages/tensorflow/python/keras/losses.py:152 __call__  **\n"
        "        losses = call_fn(y_true, y_pred)\n"
        "\n"
        "    ValueError: Shapes (None, 1) and (None, 10) are incompatible\n"
    )
    assert said(error) == ("ValueError", "in user code:", 2)
    assert below(error) == [("worker", "ValueError", "Shapes (None, 1) and (None, 10) are incompatible")]
    assert [at(f)[1:] for f in error.children[0][1].frames] == [
        (80, "train_step", "return self(x)"),
        (152, "__call__", "losses = call_fn(y_true, y_pred)"),
    ]
