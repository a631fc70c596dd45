"""Taking the fix back: the mended program with only its mending undone has to raise the error again.

What tells the two programs of a cause apart is split into checks (inserted assertions and prints) and mending (all
the rest).  A proof that mends two things at once would not say which of them helped.
"""

from __future__ import annotations

import ast
import textwrap
from dataclasses import dataclass
from difflib import SequenceMatcher

MAX_ALONE = 6  # changes that are taken back one by one


@dataclass(frozen=True, slots=True)
class Change:
    """Lines `[start, end)` of the mended program stand for `old` lines of the broken one."""

    start: int
    end: int
    old: tuple[str, ...]
    new: tuple[str, ...]

    @property
    def is_check(self) -> bool:
        return not self.old and all_checks("".join(self.new))


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The mended program with some changes undone; `line` is where in the mended program (1-based)."""

    code: str
    line: int
    alone: bool  # one change of several


def changes(broken: str, fixed: str) -> list[Change]:
    old, new = broken.splitlines(keepends=True), fixed.splitlines(keepends=True)
    found: list[Change] = []
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        checks = _checks_behind(new[j1:j2])
        found.append(Change(j1, j2 - checks, tuple(old[i1:i2]), tuple(new[j1 : j2 - checks])))
        if checks:
            found.append(Change(j2 - checks, j2, (), tuple(new[j2 - checks : j2])))
    return found


def _checks_behind(lines: list[str]) -> int:
    """How many lines at the end of a change are checks, when something else stands before them."""
    for start in range(1, len(lines)):
        rest = "".join(lines[start:])
        if rest.strip() and all_checks(rest):
            return len(lines) - start
    return 0


def all_checks(code: str) -> bool:
    """Does this do nothing but assert, print or comment?"""
    try:
        body = ast.parse(textwrap.dedent(code)).body
    except SyntaxError:
        return False
    return all(isinstance(node, ast.Assert) or _is_print(node) for node in body)


def _is_print(node: ast.stmt) -> bool:
    call = node.value if isinstance(node, ast.Expr) else None
    return isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "print"


def take_back(broken: str, fixed: str) -> list[TakenBack]:
    """The programs to run: all mending undone, and each change alone where there are several.

    Empty where that would only be the broken program again, or where the mending is not in this file.
    """
    found = changes(broken, fixed)
    mending = [change for change in found if not change.is_check]
    if not mending:
        return []
    programs = []
    whole = _undone(fixed, mending)
    if whole != broken:
        programs.append(TakenBack(whole, mending[0].start + 1, alone=False))
    if 1 < len(mending) <= MAX_ALONE:
        programs += [TakenBack(_undone(fixed, [change]), change.start + 1, alone=True) for change in mending]
    return programs


def _undone(fixed: str, mending: list[Change]) -> str:
    lines: list[str] = fixed.splitlines(keepends=True)
    for change in sorted(mending, key=lambda c: -c.start):
        lines[change.start : change.end] = change.old
    return "".join(lines)
