"""The programs as text: whole, compilable, nothing left out.  Whether they do as they claim is the proof's question."""

from __future__ import annotations

import ast
import io
import re
import tokenize
import warnings
from collections.abc import Iterator

from app.content.body import Fence
from app.content.lint.context import Corpus
from app.content.parse import ParsedEntry
from app.content.problems import Problem, Severity

MAX_LINES = 40
MAX_WIDTH = 100

_LEFT_OUT = re.compile(r"^\s*(?:#\s*)?(?:\.\.\.|…)\s*$")
_SYNTAX = {"SyntaxError", "IndentationError", "TabError"}


def check(entry: ParsedEntry, corpus: Corpus) -> Iterator[Problem]:
    yield from _environment(entry, entry.entry.environment, entry.line("environment"), corpus)
    for section in entry.body.sections:
        for fence in section.fences:
            yield from _environment(entry, fence.env, fence.line - 1, corpus)
            yield from _left_out(entry, fence)
            if fence.language == "python":
                yield from _compiles(entry, fence)
            if fence.role:
                yield from _size(entry, fence)


def _environment(entry: ParsedEntry, names: str, line: int, corpus: Corpus) -> Iterator[Problem]:
    for name in filter(None, names.split(",")):
        if corpus.environments and name not in corpus.environments:
            what = f"there is no environment {name!r}"
            todo = f"use one of {', '.join(sorted(corpus.environments))}"
            yield Problem(entry.path, line, "environment", what, todo)


def _left_out(entry: ParsedEntry, fence: Fence) -> Iterator[Problem]:
    for line in _ellipses(fence):
        what = "the code leaves something out (`...`)"
        yield Problem(entry.path, fence.line + line - 1, "ellipsis", what, "write all of it, or less")


def _ellipses(fence: Fence) -> set[int]:
    """Lines (from 1) where `...` stands for what is not shown; `x[..., 0]` and strings do not count."""
    found = {i for i, text in enumerate(fence.code.splitlines(), start=1) if _LEFT_OUT.match(text)}
    if fence.language != "python":
        return found
    try:
        tree = ast.parse(fence.code)
        for token in tokenize.generate_tokens(io.StringIO(fence.code).readline):
            if token.type == tokenize.COMMENT and ("..." in token.string or "…" in token.string):
                found.add(token.start[0])
    except (SyntaxError, ValueError, tokenize.TokenError):
        return found
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and node.value.value is Ellipsis:
            found.add(node.lineno)
    return found


def _compiles(entry: ParsedEntry, fence: Fence) -> Iterator[Problem]:
    if "cpython-" in (fence.env or entry.entry.environment):
        return  # another Python's syntax
    may_fail = fence.role == "raises" or (fence.file and fence.role != "fixed")
    if may_fail and _SYNTAX & set(entry.entry.exception):
        return
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(fence.code, "<entry>", "exec", dont_inherit=True)
    except (SyntaxError, ValueError) as error:
        line = getattr(error, "lineno", 1) or 1
        what = f"the code does not compile: {getattr(error, 'msg', error)}"
        yield Problem(entry.path, fence.line + line - 1, "compile", what, "mend it")


def _size(entry: ParsedEntry, fence: Fence) -> Iterator[Problem]:
    severity: Severity = "warning"
    lines = fence.code.splitlines()
    if len(lines) > MAX_LINES:
        what = f"the program has {len(lines)} lines"
        yield Problem(entry.path, fence.line, "length", what, "shorten it to what shows the error", severity)
    for number, text in enumerate(lines):
        if len(text) > MAX_WIDTH:
            what = f"a line of {len(text)} characters"
            yield Problem(entry.path, fence.line + number, "length", what, f"keep code under {MAX_WIDTH}", severity)
