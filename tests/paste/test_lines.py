"""The smallest parts: rows and their map, frame lines, exception lines, owners of code."""

from __future__ import annotations

import pytest

from app.paste.frames import place
from app.paste.headers import embedded, header, label, looks_like_exception
from app.paste.model import Owner
from app.paste.owners import home
from app.paste.prefixes import strip_known
from app.paste.rows import Row, cut, glue, splice, split_lines


def places(row: Row) -> list[tuple[int, int]]:
    return [row.line().locate(offset) for offset in range(len(row.text))]


def test_cutting_keeps_the_map() -> None:
    row = cut(Row(3, "abcdef"), 2, 5)
    assert (row.text, row.number) == ("cde", 3)
    assert places(row) == [(3, 2), (3, 3), (3, 4)]
    assert places(cut(row, 1)) == [(3, 3), (3, 4)]


def test_edits_keep_the_map() -> None:
    row = splice(Row(3, "a&lt;b&gt;c"), [(1, 5, "<"), (6, 10, ">")])
    assert row.text == "a<b>c"
    assert places(row) == [(3, 0), (3, 1), (3, 5), (3, 6), (3, 10)]


def test_an_edit_that_removes_the_beginning() -> None:
    row = splice(Row(3, "xxab"), [(0, 2, "")])
    assert (row.text, row.number, places(row)) == ("ab", 3, [(3, 2), (3, 3)])


def test_no_edit_is_the_same_row() -> None:
    row = Row(3, "abc")
    assert splice(row, []) is row
    assert cut(row, 0, 3) is row


def test_gluing_maps_both_parts() -> None:
    row = glue(Row(3, "ab"), cut(Row(4, "  cd"), 2), " ")
    assert row.text == "ab cd"
    assert [row.line().locate(offset) for offset in (0, 1, 3, 4)] == [(3, 0), (3, 1), (4, 2), (4, 3)]
    assert places(cut(row, 1, 4))[0] == (3, 1)
    assert places(cut(row, 3))[0] == (4, 2)


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("a\nb\n", [(1, "a"), (2, "b"), (3, "")]),
        ("a\r\nb", [(1, "a"), (2, "b")]),
        ("a\rb", [(1, "a"), (2, "b")]),
        ("a\rb\nc", [(1, "a"), (1, "b"), (2, "c")]),
        ("a\n\n\n\n\nb", [(1, "a"), (2, ""), (6, "b")]),
        ("x\nx\nx\nx\nx\ny", [(1, "x"), (2, "x"), (3, "x"), (6, "y")]),
        ("", [(1, "")]),
    ],
)
def test_lines_have_the_numbers_of_the_paste(text: str, numbers: list[tuple[int, str]]) -> None:
    assert [(row.number, row.text) for row in split_lines(text)] == numbers


@pytest.mark.parametrize(
    ("text", "path", "line", "function", "style"),
    [
        ('  File "a.py", line 3, in f', "a.py", 3, "f", "plain"),
        ('  File "a.py", line 3', "a.py", 3, "", "plain"),
        ('  File "a.py", line 4 in g', "a.py", 4, "g", "plain"),
        ('File "<string>", line 2, in <module>', "<string>", 2, "<module>", "plain"),
        ('  File "a.py", line 3, in A.f.<locals>.<lambda>', "a.py", 3, "A.f.<locals>.<lambda>", "plain"),
        ('> File "a.py", line 3, in f', "a.py", 3, "f", "plain"),
        ('**File "a.py", line 3, in f', "a.py", 3, "f", "plain"),
        ("  File “a.py”, line 3, in f", "a.py", 3, "f", "plain"),
        ('  Module "sklearn.base", line 494, in fit', "sklearn.base", 494, "fit", "plain"),
        ("Cell In[5], line 164, in fit(scene, n)", "Cell In[5]", 164, "fit", "numbered"),
        ("Input In [4], in <cell line: 2>()", "Input In [4]", None, "<cell line: 2>", "numbered"),
        ("File ~/x.py:648, in Tensor.backward(self)", "~/x.py", 648, "Tensor.backward", "numbered"),
        ("File C:\\x.py:12, in f()", "C:\\x.py", 12, "f", "numbered"),
        ("<ipython-input-3-abc> in <module>()", "<ipython-input-3-abc>", None, "<module>", "numbered"),
        ("~/a/b.py in f(self, x)", "~/a/b.py", None, "f", "numbered"),
        ("/x/base.py in execute, line 318", "/x/base.py", 318, "execute", "numbered"),
        ("/x/y.py:820 in _apply", "/x/y.py", 820, "_apply", "rich"),
        ("/x/y.py:1410: in __getitem__", "/x/y.py", 1410, "__getitem__", "pytest"),
        ("/x/y.py:378: KeyError", "/x/y.py", 378, "", "pytest"),
        ("/x/y.py:378: ", "/x/y.py", 378, "", "pytest"),
        ("/x/y.py:805 train_function  *", "/x/y.py", 805, "train_function", "plain"),
    ],
)
def test_lines_that_name_a_place(text: str, path: str, line: int | None, function: str, style: str) -> None:
    spot = place(text)
    assert (spot.path, spot.lineno, spot.function, spot.style) == (path, line, function, style)


@pytest.mark.parametrize(
    "text",
    [
        "hello in world",
        "ValueError: error in line 3, in the middle",
        'x = foo["a"], line 3, in b',
        "the file a.py in this folder is old",
        "From <ipython-input-7-abc>:7: Model.fit (from x) is deprecated and will be removed in a future version.",
        "Exception Location:\t/x/base.py in execute, line 318",
        "http://x.org:80/a.py",
        "File not found: a.py",
        "",
    ],
)
def test_lines_that_name_no_place(text: str) -> None:
    assert not place(text).found


@pytest.mark.parametrize(
    ("text", "name", "message", "sure"),
    [
        ("ValueError: bad", "ValueError", "bad", True),
        ("ValueError", "ValueError", "", True),
        ("a.b.CustomError: x: y", "a.b.CustomError", "x: y", True),
        ("pyarrow.lib.ArrowInvalid: straddling", "pyarrow.lib.ArrowInvalid", "straddling", True),
        ("triton.runtime.errors.OutOfResources: out", "triton.runtime.errors.OutOfResources", "out", True),
        ("cv2.error: OpenCV", "cv2.error", "OpenCV", True),
        ("ray.exceptions.RayTaskError(ValueError): x", "ray.exceptions.RayTaskError", "x", True),
        ("ModuleNotFoundError : No module", "ModuleNotFoundError", "No module", True),
        ("KeyError：'x'", "KeyError", "'x'", True),
        ("ValueError('bad')", "ValueError", "bad", True),
        ("<class 'ValueError'>: bad", "ValueError", "bad", True),
        ("step: 3", "step", "3", False),
        ("mylib.Kaputt: x", "mylib.Kaputt", "x", False),
    ],
)
def test_lines_that_begin_with_an_exception(text: str, name: str, message: str, sure: bool) -> None:
    found = header(text)
    assert found is not None
    assert (found.type, found.message, found.sure) == (name, message, sure)


@pytest.mark.parametrize(
    "text", ["https://x.org", "Traceback (most recent call last):", "warning: x", "a b: c", "", "(1, 2)"]
)
def test_lines_that_begin_with_no_exception(text: str) -> None:
    found = header(text)
    assert found is None or not found.sure


def test_names_of_exceptions() -> None:
    assert looks_like_exception("KeyboardInterrupt")
    assert looks_like_exception("a.b.DoesNotExist")
    assert not looks_like_exception("error")
    assert not looks_like_exception("Error")
    assert not looks_like_exception("Timeout")
    assert not looks_like_exception("list")


def test_labels_name_no_type() -> None:
    found = label("error: externally-managed-environment")
    assert found is not None
    assert (found.type, found.message) == ("error", "externally-managed-environment")
    assert label("error") is None
    assert label("ERROR: test_a (__main__.T.test_a)") is None
    assert label("terror: x") is None


def test_exceptions_within_a_line() -> None:
    found = embedded("Task failed: RuntimeError: CUDA error")
    assert found is not None
    assert (found.type, found.message) == ("RuntimeError", "CUDA error")
    assert embedded("    raise ValueError('x')") is None
    assert embedded("except KeyError: pass") is None
    assert embedded("nothing here") is None


@pytest.mark.parametrize(
    ("path", "owner", "module", "library"),
    [
        ("/srv/app/train.py", Owner.OWN, "", ""),
        ("/x/site-packages/torch/nn/modules/linear.py", Owner.LIBRARY, "torch.nn.modules.linear", "torch"),
        ("C:\\x\\Lib\\site-packages\\sklearn\\__init__.py", Owner.LIBRARY, "sklearn", "sklearn"),
        ("/usr/lib/python3/dist-packages/six.py", Owner.LIBRARY, "six", "six"),
        (
            "/root/.cache/huggingface/modules/transformers_modules/acme/coder/modeling_coder.py",
            Owner.LIBRARY,
            "transformers_modules.acme.coder.modeling_coder",
            "transformers_modules",
        ),
        ("/x/dist-packages/mypkg-0.1.0-py3.10.egg/mypkg/a.py", Owner.LIBRARY, "mypkg.a", "mypkg"),
        ("/x/python311/site-packages/a/b.cpython-311-x86_64-linux-gnu.so", Owner.LIBRARY, "a.b", "a"),
        ("/usr/lib/python3.8/json/decoder.py", Owner.INTERPRETER, "json.decoder", ""),
        ("D:\\Python39\\lib\\threading.py", Owner.INTERPRETER, "threading", ""),
        ("/srv/app/lib/json.py", Owner.OWN, "", ""),
        ("/x/env/lib/python3.8/mine.py", Owner.OWN, "", ""),
        ("<frozen importlib._bootstrap>", Owner.INTERPRETER, "importlib._bootstrap", ""),
        ("<stdin>", Owner.OWN, "", ""),
        ("Cell In[3]", Owner.OWN, "", ""),
        ("/tmp/ipykernel_12/3.py", Owner.OWN, "", ""),
        (
            "PyInstaller\\loader\\pyimod03_importers.py",
            Owner.LIBRARY,
            "PyInstaller.loader.pyimod03_importers",
            "PyInstaller",
        ),
    ],
)
def test_owners_of_paths(path: str, owner: Owner, module: str, library: str) -> None:
    assert home(path) == (owner, module, library)


@pytest.mark.parametrize(
    "text",
    [
        "ValueError: a - b",
        "error: externally-managed",
        "ERROR: No matching distribution found for x",
        'ERROR:    Error loading ASGI app. Could not import module "main".',
        "INFO:     Uvicorn running on http://127.0.0.1:8000",
        "torch.nn.modules.module - not a log",
        "2024-01-01 is a date in prose",
        "    2024-01-01 00:00:00 indented",
        "[32, 3, 224, 224] is a shape",
        "1 a_files, r_files",
        "10.0.0.9 - - [06/Jun/2025 02:28:28] GET",
    ],
)
def test_lines_without_a_prefix_stay_whole(text: str) -> None:
    (row,) = strip_known([Row(1, text)])
    assert row.text == text
    assert row.mark == ""


@pytest.mark.parametrize(
    ("text", "rest", "mark", "stream"),
    [
        ("[rank3]:[W1009 01:02:03.4 Process.cpp:607] Warning: x", "Warning: x", "log", "rank3"),
        ("[W socket.cpp:401] [c10d] The server socket has failed", "The server socket has failed", "level", ""),
        (
            "E0430 23:50:38.551000 134467772659520 torch/api.py:826] failed (exitcode: 1)",
            "failed (exitcode: 1)",
            "log",
            "",
        ),
        ("[2023-01-01, 00:00:00 UTC] {taskinstance.py:1851} ERROR - Task failed", "Task failed", "level", ""),
        (
            "2024-01-01 00:00:00.000 ERROR (MainThread) [homeassistant.core] Error doing job",
            "Error doing job",
            "level",
            "",
        ),
        (
            "2020-07-30 16:17:56.453813: W tensorflow/x.cc:55] Could not load dynamic library",
            "Could not load dynamic library",
            "log",
            "",
        ),
        ("INFO 02-21 10:28:19 [__init__.py:43] Available plugins", "Available plugins", "level", ""),
        ("[WARNING|logging.py:305] 2023-09-25 11:56:23,032 >> `use_cache=True`", "`use_cache=True`", "level", ""),
        ("##[error]Process completed with exit code 1.", "Process completed with exit code 1.", "level", ""),
        ("worker-2 | x", "x", "log", "worker-2"),
    ],
)
def test_prefixes_that_logs_stack(text: str, rest: str, mark: str, stream: str) -> None:
    (row,) = strip_known([Row(1, text)])
    assert (row.text, row.mark, row.stream) == (rest, mark, stream)
    assert row.line().locate(0) == (1, text.index(rest))
