# ruff: noqa: E501 - what tools print is as wide as it is
"""As notebooks, consoles, test runners and other tools show it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator

from tests.matching.disguises.prefixes import each_line
from tests.matching.disguises.shot import HEAD, disguise, shot
from tests.matching.disguises.widths import hard


def _cells(text: str, file: Callable[[str, str, str], str], arrow: str = "----> ") -> str:
    seen = shot(text)
    if seen is None:
        return ""
    name = seen.type.rpartition(".")[2]
    out = ["-" * 75, f"{name:<42}Traceback (most recent call last)"]
    for path, number, function, source in seen.frames:
        line = int(number)
        out += [file(path, number, function)]
        if line > 1:
            out.append(f"{line - 1:>7} # before")
        out.append(f"{arrow}{number} {source[0] if source else ''}")
        out += [f"{line + 1:>7} # after", ""]
    return "\n".join([*out, seen.last])


@disguise
def jupyter_new(text: str) -> str:
    return _cells(
        text,
        lambda p, n, f: f"Cell In[7], line {n}" if f == "<module>" else f"File {p.replace('/home/user', '~')}:{n}, in {f}(a, *b)",
    )  # fmt: skip


@disguise
def jupyter_old(text: str) -> str:
    return _cells(
        text,
        lambda p, n, f: "<ipython-input-7-0123456789ab> in <module>" if f == "<module>" else f"{p} in {f}(a, *b)",
    )


@disguise
def jupyter_input(text: str) -> str:
    return _cells(
        text,
        lambda p, n, f: f"Input In [7], in <cell line: {n}>()" if f == "<module>" else f"File {p}:{n}, in {f}(a, *b)",
    )


@disguise
def colab(text: str) -> str:
    def file(path: str, number: str, function: str) -> str:
        if function == "<module>":
            return "[<ipython-input-7-0123456789ab>](https://localhost:8080/#) in <cell line: 1>()"
        path = path.replace(
            "/home/user/project/.venv/lib/python3.11/site-packages", "/usr/local/lib/python3.10/dist-packages"
        )
        return f"[{path}](https://localhost:8080/#) in {function}(a, *b)"

    return _cells(text, file)


@disguise
def kaggle_notebook(text: str) -> str:
    return _cells(
        text,
        lambda p, n, f: "/tmp/ipykernel_47/123456789.py in <module>" if f == "<module>" else f"{p} in {f}(a, *b)",
    )


@disguise
def databricks(text: str) -> str:
    return _cells(
        text,
        lambda p, n, f: f"File <command-1234567890>:{n}" if f == "<module>" else f"File {p}:{n}, in {f}(a, *b)",
    )


@disguise
def ipython_coloured(text: str) -> str:
    plain = jupyter_new(text)
    plain = re.sub(r"(?m)^(----> )(\d+)(.*)$", "\x1b[1;32m\\1\\2\x1b[0m\x1b[33m\\3\x1b[39m", plain)
    return re.sub(r"(?m)^([A-Za-z_.]+(?:Error|Exception|Warning))\b", "\x1b[0;31m\\1\x1b[0m", plain)


@disguise
def vscode_notebook(text: str) -> str:
    seen, cells = shot(text), jupyter_new(text)
    if seen is None:
        return ""
    return json.dumps({"name": seen.type.rpartition(".")[2], "message": seen.message, "stack": cells}, indent=1)


@disguise
def ipynb_json(text: str) -> str:
    seen, cells = shot(text), jupyter_new(text)
    if seen is None:
        return ""
    output = {"ename": seen.type.rpartition(".")[2], "evalue": seen.message, "output_type": "error"}
    return json.dumps({**output, "traceback": cells.split("\n")}, indent=1)


@disguise
def spyder(text: str) -> str:
    seen = shot(text)
    if seen is None:
        return ""
    out = ["runfile('C:/work/main.py', wdir='C:/work')", HEAD, ""]
    for path, number, function, source in seen.frames:
        out += [f"  File {path}:{number} in {function}", f"    {source[0] if source else ''}", ""]
    return "\n".join([*out, seen.last])


@disguise
def streamlit(text: str) -> str:
    seen = shot(text)
    if seen is None:
        return ""
    out = [seen.last, "", "Traceback:", ""]
    for path, number, function, source in seen.frames:
        out += [f'File "{path}", line {number}, in {function}', f"    {source[0] if source else ''}"]
    return "\n".join(out)


@disguise
def vscode_debugger(text: str) -> str:
    seen = shot(text)
    if seen is None:
        return ""
    out = [
        f"Exception has occurred: {seen.type}       (note: full exception trace is shown but execution is paused at: f)"
    ]
    out += [seen.message] if seen.message else []
    for path, number, function, source in reversed(seen.frames):
        out += [f'  File "{path}", line {number}, in {function}', f"    {source[0] if source else ''}"]
    return "\n".join([*out, seen.last])


@disguise
def sentry(text: str) -> str:
    seen = shot(text)
    if seen is None:
        return ""
    out = [seen.last]
    for path, number, function, source in reversed(seen.frames):
        out += [f'  File "{path}", line {number}, in {function}', f"    {source[0] if source else ''}"]
    return "\n".join(out)


@disguise
def sentry_issue(text: str) -> str:
    seen = shot(text)
    if seen is None:
        return ""
    out = [seen.type, seen.message, "", "Stack Trace"]
    for path, number, function, source in reversed(seen.frames):
        out += [f"{path} in {function} at line {number}", f"{source[0] if source else ''}"]
    return "\n".join(out)


@disguise
def django_page(text: str) -> str:
    seen = shot(text)
    if seen is None or "\n" in seen.message or not seen.message:
        return ""
    path, number, function, _ = seen.frames[-1]
    name = seen.type.rpartition(".")[2]
    return (
        f"{name} at /orders/3/\n{seen.message}\nRequest Method:\tGET\nRequest URL:\thttp://127.0.0.1:8000/orders/3/\n"
        f"Django Version:\t5.0.4\nException Type:\t{name}\nException Value:\t\n{seen.message}\n"
        f"Exception Location:\t{path}, line {number}, in {function}\nRaised during:\tapp.views.order\n"
        "Python Executable:\t/usr/bin/python3\nPython Version:\t3.12.3\n"
    )


@disguise
def werkzeug(text: str) -> str:
    seen = shot(text)
    if seen is None:
        return ""
    out = [seen.type, seen.last, "", "Traceback (most recent call last)"]
    for path, number, function, source in seen.frames:
        out += [f'File "{path}", line {number}, in {function}', *source[:1]]
    return "\n".join([*out, seen.last, "The debugger caught an exception in your WSGI application."])


@disguise
def rich_box(text: str) -> str:
    seen = shot(text)
    if seen is None:
        return ""
    width = 100
    out = ["╭" + " Traceback (most recent call last) ".center(width - 2, "─") + "╮"]

    def row(body: str) -> Iterator[str]:
        for at in range(0, max(len(body), 1), width - 4):
            yield "│ " + body[at : at + width - 4].ljust(width - 4) + " │"

    for path, number, function, source in seen.frames:
        line = int(number)
        out += [*row(f"{path}:{number} in {function}"), *row("")]
        out += [*row(f"  {line - 1:>4} │   # before"), *row(f"❱ {line:>4} │   {source[0] if source else ''}"), *row("")]
    out.append("╰" + "─" * (width - 2) + "╯")
    return "\n".join([*out, hard(seen.last, width)])


@disguise
def pytest_long(text: str) -> str:
    seen = shot(text)
    if seen is None:
        return ""
    out = ["=" * 30 + " FAILURES " + "=" * 30, "_" * 30 + " test_it " + "_" * 30, ""]
    for index, (path, number, function, source) in enumerate(seen.frames):
        last = index == len(seen.frames) - 1
        out += [f"    def {function.strip('<>')}(a):", f">       {source[0] if source else ''}"]
        if last:
            out += [f"E       {line}" for line in seen.last.split("\n")]
        out += ["", f"{path}:{number}: {seen.type if last else ''}".rstrip() if last else f"{path}:{number}: "]
        out += [] if last else ["_ " * 40]
    first = seen.last.split("\n")[0]
    return "\n".join(
        [*out, "=" * 20 + " short test summary info " + "=" * 20, f"FAILED tests/test_it.py::test_it - {first}"]
    )


@disguise
def pytest_short(text: str) -> str:
    seen = shot(text)
    if seen is None:
        return ""
    out = ["_" * 30 + " test_it " + "_" * 30]
    for path, number, function, source in seen.frames:
        out += [f"{path}:{number}: in {function}", f"    {source[0] if source else ''}"]
    return "\n".join([*out, *(f"E   {line}" for line in seen.last.split("\n"))])


@disguise
def pytest_summary(text: str) -> str:
    seen = shot(text)
    if seen is None:
        return ""
    first = seen.last.split("\n")[0]
    return f"=========== short test summary info ===========\nFAILED tests/test_it.py::test_it[a-b] - {first}\n=== 1 failed, 3 passed in 0.12s ==="


@disguise
def unittest_run(text: str) -> str:
    return (
        f"E\n{'=' * 70}\nERROR: test_it (tests.test_it.TestIt.test_it)\n{'-' * 70}\n{text.rstrip()}\n\n{'-' * 70}\n"
        "Ran 1 test in 0.002s\n\nFAILED (errors=1)\n"
    )


@disguise
def doctest_run(text: str) -> str:
    return (
        f'{"*" * 70}\nFile "core.py", line 7, in core.f\nFailed example:\n    f(3)\nException raised:\n'
        + each_line("    ")(text)
        + "\n"
        + "*" * 70
    )


@disguise
def loguru(text: str) -> str:
    seen = shot(text)
    if seen is None:
        return ""
    out = [
        "2024-05-03 22:19:04.123 | ERROR    | __main__:<module>:12 - An error has been caught in function 'run'",
        HEAD,
        "",
    ]
    for index, (path, number, function, source) in enumerate(seen.frames):
        out += [f'{"> " if index == 0 else "  "}File "{path}", line {number}, in {function}']
        out += [f"    {s}" for s in source[:1]]
        out += ["    │   └ {'a': 3}", "    └ <function f at 0x7f1c2d3e4f50>", ""]
    return "\n".join([*out, seen.last])


@disguise
def stackprinter(text: str) -> str:
    seen = shot(text)
    if seen is None:
        return ""
    out = []
    for path, number, function, source in seen.frames:
        line = int(number)
        out += [f'File "{path}", line {number}, in {function}', f"    {line - 1}    # before"]
        out += [
            f"--> {number}    {source[0] if source else ''}",
            "    ..................................................",
            "     a = 3",
            "    ..................................................",
            "",
        ]
    return "\n".join([*out, seen.last])


@disguise
def cgitb(text: str) -> str:
    seen = shot(text)
    if seen is None:
        return ""
    out = [seen.type.rpartition(".")[2], "Python 3.11.4: /usr/bin/python3", "Fri May  3 22:19:04 2024", ""]
    for path, number, function, source in seen.frames:
        line = int(number)
        out += [
            f" {path} in {function}(a=3)",
            f"   {line - 1:>3}     # before",
            f"   {line:>3}     {source[0] if source else ''}",
            "",
        ]
    return "\n".join([*out, seen.last])


@disguise
def powershell(text: str) -> str:
    """`python main.py 2> log.txt`: the first line becomes an error record."""
    first, _, rest = text.partition("\n")
    return (
        f"python : {first}\nAt line:1 char:1\n+ python main.py 2> log.txt\n+ ~~~~~~~~~~~~~~~~~~~~~~~~~\n"
        f"    + CategoryInfo          : NotSpecified: ({first}:String) [], RemoteException\n"
        f"    + FullyQualifiedErrorId : NativeCommandError\n \n{rest}"
    )


@disguise
def windows(text: str) -> str:
    text = text.replace(
        "/home/user/project/.venv/lib/python3.11/site-packages", "C:/Users/me/proj/venv/Lib/site-packages"
    )

    def path(found: re.Match[str]) -> str:
        name = found[1].replace("/home/user/project", "C:/Users/me/proj").replace("/", "\\")
        return f'File "{name}"'

    return "C:\\Users\\me\\proj>python main.py\n" + re.sub(r'File "([^"]+)"', path, text) + "\nC:\\Users\\me\\proj>"


@disguise
def pycharm(text: str) -> str:
    return f'"C:\\Program Files\\Python311\\python.exe" C:\\work\\main.py \n{text}\nProcess finished with exit code 1\n'


@disguise
def shell_session(text: str) -> str:
    return f"(venv) me@box:~/proj$ python main.py --epochs 3\nLoading 12 files\n{text}(venv) me@box:~/proj$ "


@disguise
def repl(text: str) -> str:
    return f">>> run(3)\n{text}>>> "


@disguise
def r_reticulate(text: str) -> str:
    seen = shot(text)
    return (
        f"Error in py_call_impl(callable, call_args$unnamed, call_args$named) : \n  {seen.last}\nRun `reticulate::py_last_error()` for details.\n"
        if seen
        else ""
    )


@disguise
def julia_pycall(text: str) -> str:
    seen = shot(text)
    if seen is None:
        return ""
    out = [
        f"ERROR: PyError ($(Expr(:escape, :(ccall(#= x.jl:43 =# @pysym(:PyObject_Call)))))) <class '{seen.type}'>",
        f"{seen.type.rpartition('.')[2]}({seen.message!r})",
    ]
    for path, number, function, source in seen.frames:
        out += [f'  File "{path}", line {number}, in {function}', f"    {source[0] if source else ''}"]
    return "\n".join(out)


@disguise
def blender(text: str) -> str:
    return "Python: " + text
