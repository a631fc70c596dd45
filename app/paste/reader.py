"""Reads a paste: text in, `Report` out.  Pure, linear in the paste, and never raises on any text."""

from __future__ import annotations

import sys

from app.paste.drafts import finish
from app.paste.facts import facts_of
from app.paste.frames import place_of
from app.paste.headers import embedded, header
from app.paste.model import ExceptionInfo, Report
from app.paste.normalise import normalise
from app.paste.owners import home
from app.paste.parse import Parser

MOST_EXCEPTIONS = 300  # a log of the same failure over and over says no more after that


def read(text: str) -> Report:
    """What a paste holds: exceptions as trees, the lines outside them, and where it ran."""
    try:
        return _read(text)
    finally:
        for memory in (place_of, header, embedded, home):
            memory.cache_clear()  # a paste is kept nowhere, its lines least of all


def _read(text: str) -> Report:
    rows = normalise(text)
    used = bytearray(len(rows))
    drafts = Parser(rows, 0, len(rows), used).run()
    lines = tuple(row.line() for row in rows)
    stray = tuple(line for line, taken in zip(lines, used, strict=True) if not taken and line.text.strip())
    exceptions = _distinct(tuple(finish(draft) for draft in drafts))
    return Report(lines, exceptions, stray, facts_of(text, exceptions), libraries_of(exceptions))


def _distinct(exceptions: tuple[ExceptionInfo, ...]) -> tuple[ExceptionInfo, ...]:
    """Each failure once, though loops and ranks print it many times."""
    seen, kept = set(), []
    for each in exceptions:
        key = (each.type, each.message, tuple((f.path, f.lineno, f.function) for f in each.frames), len(each.children))
        if key not in seen:
            seen.add(key)
            kept.append(each)
    half = MOST_EXCEPTIONS // 2
    return tuple(kept if len(kept) <= MOST_EXCEPTIONS else kept[:half] + kept[-half:])


def libraries_of(exceptions: tuple[ExceptionInfo, ...]) -> tuple[str, ...]:
    """Libraries in frames and in dotted exception types, nearest to the failure first."""
    found: dict[str, None] = {}
    for root in exceptions:
        for each in root.walk():
            top, dot, _ = each.type.partition(".")
            if dot and top.isidentifier() and top not in sys.stdlib_module_names:
                found.setdefault(top)
            for frame in reversed(each.frames):
                if frame.library:
                    found.setdefault(frame.library)
    return tuple(found)
