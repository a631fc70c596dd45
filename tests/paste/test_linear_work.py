"""Hostile pastes cost in proportion to their length.  Steps are counted, not timed."""

from __future__ import annotations

import importlib
import pkgutil
import re
import sys
from re import _constants as op  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from types import FrameType
from typing import Any

import pytest

import app.paste
from app.paste import read
from app.paste.lazy import _Lazy
from app.paste.mask import mask

HOSTILE = {
    "short lines": "a{i}\n",
    "one line": "a",
    "blanks": " ",
    "colons": ":",
    "brackets": "[",
    "parentheses": "(",
    "angles": "<",
    "quote marks": "> ",
    "quotes": "'\"",
    "backslashes": "\\",
    "written line breaks": "\\n",
    "twice written line breaks": "\\\\n",
    "open frame lines": '  File "a\n',
    "frame words": 'File "',
    "headers of nothing": "Traceback (most recent call last):\n",
    "glued headers": "Traceback (most recent call last):",
    "messages": "ValueError: x{i}\n",
    "headers in messages": "ValueError: Traceback (most recent call last):\n",
    "message then traceback": "AError: {i}\nTraceback (most recent call last):\nBError: {i}\n",
    "workers": 'Original Traceback (most recent call last):\n  File "a", line 1, in f\nAError: Caught B in \n',
    "chain": 'Traceback (most recent call last):\n  File "a", line {i}, in f\n    x\nE: y\n\nDuring handling of the '
    "above exception, another exception occurred:\n\n",
    "group rules": "  +-+---------------- 1 ----------------\n",
    "groups": "  +-+---------------- 1 ----------------\n    | ValueError: {i}\n",
    "pytest": ">   x\nE   y{i}\na.py:3: \n",
    "arrows": "----> {i} x\n",
    "numbered lines": "     {i} x\n",
    "notebook frames": "File a.py:{i}, in f\n",
    "boxes": "│ a{i} │\n",
    "ranks": "[rank0]: a{i}\n[rank1]: b\n",
    "ranks in one line": "[rank0]: a ",
    "as many processes as lines": "[rank{i}]: a\n",
    "log lines": "2024-01-01 00:00:00,123 - INFO - a: {i}\n",
    "stamps in one line": "2024-01-01 00:00:00,123 ",
    "tags": "[a]",
    "colours": "\x1b[31m",
    "open escapes": "\x1b[",
    "entities": "&lt;",
    "open tags": "<span ",
    "links": "[a](http://",
    "stars": "**",
    "json": '{"a": "\\n  ',
    "list of lines": "  'a{i}\\n',\n",
    "dots": "a.",
    "capitals": "Error",
    "errors in one line": "x Error: y ",
    "reprs": 'ValueError("',
    "carets": '  File "a", line {i}, in f\n    x\n    ^^^^\n',
    "words between": "a.py in ",
    "places in one line": '", line 1, in ',
    "typographic quotes": "“",
    "chinese": "回溯",
    "carriage returns": "a{i}\r",
    "zero": "\0",
    "surrogates": "\ud800",
    "right to left": "\u202e",
    "wrapped lines": "ValueError: " + "x" * 68 + "\n" + "y" * 80 + "\n",
    "prompts": "user@h:" + "a" * 90 + "\n",
    "reasons": "ValueError: because of:\n",
    "java": "Caused by: a.B: x{i}\n",
    "progress": "%|",
    "pins": "a==",
    "versions": "torch 1.",
    "pythons": "python3",
    "soft line breaks": "x" * 74 + "=\n",
    "soft breaks and equals": "=3D" * 24 + "xx=\n",
    "breaks of a page": "<br>",
    "text and breaks": "a<br/>b{i}",
    "doubled quotes": 'File ""',
    "cells": '  File ""a"", line {i}, in f\n    x\n',
    "packed lines": '{"log": "a{i}\\n", "stream": "x"}\n',
    "open packed lines": '{"log": "a',
    "fields": '"type": "AError", "message": "x',
    "open fields": '"message": "\\',
    "types on lines": '"type": "AError",\n',
    "messages on lines": '"message": "b{i}",\n',
    "numbers before": "{i} a\n",
    "padded numbers": "   {i} a\n",
    "prefixed frames": 'web-{i} x   File "a", line {i}, in f\n',
    "frames in one line": ' File "a", line 1, in f x',
    "escaped marks": "\\_a\\*b",
    "frames in four lines": '  File\n"a",\nline {i}, in\nf\n',
    "opened lists": '"traceback": [\n"a",\n',
    "strings in strings": '{\\"a\\": \\"\\\\n  Traceback (',
    "errors in backticks": "`AError: x` ",
    "doubled lines": "a{i}\n\n",
    "labels of tools": "2024-01-01 00:00:00 ERROR: a{i}\n",
    "time stamps of Buildkite": "_bk;t=1",
    "right to left errors": "\u202eValueError: x{i}\n",
    "full lines": "2024-01-01 00:00:00 " + "x" * 100 + "\n",
    "raise": '  File "a", line {i}, in f\n    raise X("a" "b" "c"\n',
}


def steps(work: Any, text: str) -> int:
    """Calls of Python functions and of built-in ones that `work(text)` makes."""
    count = 0

    def tick(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(tick)
    try:
        work(text)
    finally:
        sys.setprofile(before)
    return count


def paste(pattern: str, size: int) -> str:
    text = "".join(pattern.replace("{i}", str(i)) for i in range(size // len(pattern) + 1))
    return text[:size]


@pytest.mark.parametrize("name", HOSTILE)
def test_reading_four_times_as_much_takes_at_most_about_four_times_the_steps(name: str) -> None:
    for size in (4000, 16000):
        read(paste(HOSTILE[name], size))  # patterns are compiled
    once, four_times = (steps(read, paste(HOSTILE[name], size)) for size in (4000, 16000))
    assert four_times <= 5 * once + 2000


@pytest.mark.parametrize("name", HOSTILE)
def test_masking_four_times_as_much_takes_at_most_about_four_times_the_steps(name: str) -> None:
    mask(paste(HOSTILE[name], 500))
    once, four_times = (steps(mask, paste(HOSTILE[name], size)) for size in (4000, 16000))
    assert four_times <= 5 * once + 500


def test_a_megabyte_is_cut_down_to_what_can_be_said() -> None:
    report = read("ValueError: " + "x" * 1_000_000)
    assert len(report.exceptions[0].message) == 20_000 - len("ValueError: ")
    assert len(read("".join(f"a{i}\n" for i in range(100_000))).lines) == 30_000
    assert len(read("".join(f"ValueError: {i}\n" for i in range(5_000))).exceptions) == 300


def patterns() -> list[tuple[str, str, int]]:
    """(where, source, flags) of every regular expression of the package."""
    found = []
    for module in pkgutil.iter_modules(app.paste.__path__):
        loaded = importlib.import_module(f"app.paste.{module.name}")
        for name, value in vars(loaded).items():
            for each in value if isinstance(value, tuple) else (value,):
                for part in each if isinstance(each, tuple) else (each,):
                    if isinstance(part, _Lazy):
                        found.append((f"{module.name}.{name}", part.source, part.flags_))
                    elif isinstance(part, re.Pattern):
                        found.append((f"{module.name}.{name}", part.pattern, part.flags))
    return found


def endless_within_endless(tree: Any, inside: bool = False) -> bool:
    """Whether a repeat without bound holds another one: the shape that backtracks exponentially."""
    for code, argument in tree:
        if code in (op.MAX_REPEAT, op.MIN_REPEAT):
            _low, high, body = argument
            endless = high == op.MAXREPEAT
            if (endless and inside) or endless_within_endless(body, inside or endless):
                return True
        elif code is op.SUBPATTERN:
            if endless_within_endless(argument[-1], inside):
                return True
        elif code is op.BRANCH:
            if any(endless_within_endless(branch, inside) for branch in argument[1]):
                return True
        elif code in (op.ASSERT, op.ASSERT_NOT) and endless_within_endless(argument[1], inside):
            return True
    return False


def test_no_pattern_repeats_a_repeat_without_bound() -> None:
    sources = patterns()
    assert len(sources) > 100
    assert [where for where, source, flags in sources if endless_within_endless(parser.parse(source, flags))] == []
