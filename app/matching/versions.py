"""Versions as pastes and entries write them: `torch <2.0`, `python >=3.12`, `>=1.9,<2.1`.

Only what recognising needs, on the standard library: `packaging` would cost the command line its start-up time.
"""

from __future__ import annotations

import re
from functools import lru_cache

from app.matching.patterns import PatternError
from app.paste.lazy import lazy

_CONDITION = lazy(r"([A-Za-z][\w.-]*)\s*((?:[<>=!]=?|~=).*)")
_CLAUSE = lazy(r"(<=|>=|==|!=|~=|<|>)\s*(\d+(?:\.\d+)*)(\.\*)?\w*")
Clauses = tuple[tuple[str, tuple[int, ...], bool], ...]


def condition_of(library: str, versions: str) -> str:
    """The versions with whose they are: the entry's library, unless they name another one (`transformers >=4.50`)."""
    return versions if versions[:1].isalpha() else f"{library} {versions}"


@lru_cache(maxsize=1024)
def parse_condition(text: str) -> tuple[str, Clauses]:
    """`torch >=1.9,<2.1` -> ("torch", clauses).  Raises PatternError."""
    found = _CONDITION.fullmatch(text.strip())
    if found is None:
        raise PatternError(f"{text!r} is no version condition", "write for instance `torch <2.0`")
    return found[1], parse_specifier(found[2])


@lru_cache(maxsize=1024)
def parse_specifier(text: str) -> Clauses:
    """Raises PatternError."""
    clauses = []
    for part in text.split(","):
        found = _CLAUSE.fullmatch(part.strip())
        if found is None:
            raise PatternError(f"{part.strip()!r} is no version clause", "write for instance `>=1.9,<2.1`")
        clauses.append((found[1], numbers(found[2]), bool(found[3])))
    return tuple(clauses)


def numbers(version: str) -> tuple[int, ...]:
    """`2.1.0+cu118` -> (2, 1, 0)."""
    found = re.match(r"\d{1,9}(?:\.\d{1,9}){0,5}", version.strip().removeprefix("v"))
    return tuple(int(n) for n in found[0].split(".")) if found else ()


def version_holds(version: str, clauses: Clauses) -> bool:
    """A version known only in part ("3.12") is compared on the parts it has."""
    seen = numbers(version)
    return bool(seen) and all(_holds(seen, op, wanted, star) for op, wanted, star in clauses)


def _holds(seen: tuple[int, ...], operator: str, wanted: tuple[int, ...], star: bool) -> bool:
    width = max(len(seen), len(wanted))
    a, b = seen + (0,) * (width - len(seen)), wanted + (0,) * (width - len(wanted))
    same = seen[: len(wanted)] == wanted if star else a == b
    if operator == "~=":
        return a >= b and seen[: len(wanted) - 1] == wanted[:-1]
    return {"<": a < b, ">": a > b, "<=": a <= b or same, ">=": a >= b, "==": same, "!=": not same}[operator]
