"""Reading and recognising do no I/O: no file, socket, process or web framework is within reach of a paste."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

APP = Path(__file__).resolve().parents[2] / "app"
PURE = ("app.paste", "app.matching", "app.lookup", "app.result")
RECORDS = "app.records"  # fields of frozen classes; its one `exec` sees nothing but their names
ALLOWED = {
    "__future__", "abc", "ast", "bisect", "builtins", "codecs", "collections", "contextlib", "dataclasses", "enum",
    "fnmatch", "functools", "html", "itertools", "json", "keyword", "math", "re", "string", "sys", "textwrap", "types",
    "typing", "unicodedata",
}  # fmt: skip
LAZY = {"re2", "detect_secrets"}  # imported within a function, when first needed
OPENING = {"open", "exec", "eval", "compile", "__import__", "input", "breakpoint"}


def modules() -> Iterator[tuple[str, Path]]:
    for path in sorted(APP.rglob("*.py")):
        name = ".".join(("app", *path.relative_to(APP).with_suffix("").parts)).removesuffix(".__init__")
        if name.startswith(PURE):
            yield name, path


def imports(tree: ast.AST) -> Iterator[tuple[str, bool]]:
    """(module, whether it is imported within a function)."""
    inside = {
        node
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in ast.walk(function)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node in inside) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "relative imports hide what they reach"
            yield node.module or "", node in inside


def test_the_core_imports_nothing_that_does_io() -> None:
    found = []
    for name, path in modules():
        for module, within in imports(ast.parse(path.read_text())):
            if module.startswith(PURE) or module == RECORDS or module.partition(".")[0] in ALLOWED:
                continue
            if within and module.partition(".")[0] in LAZY:
                continue
            found.append(f"{name} imports {module}")
    assert found == []


def test_the_core_opens_and_runs_nothing() -> None:
    found = []
    for name, path in modules():
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in OPENING:
                found.append(f"{name}:{node.lineno} calls {node.func.id}")
    assert found == []


def test_there_is_a_core_to_look_at() -> None:
    assert len(list(modules())) > 20
