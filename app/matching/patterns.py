"""Patterns that editors write, run by RE2: linear on any paste, whatever the pattern says.

RE2 is imported when the first pattern is compiled; most lookups of short pastes get along without it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Protocol

MAX_PATTERN = 600


class PatternError(ValueError):
    """A pattern or test that cannot be used: what is wrong and what to do."""

    def __init__(self, what: str, todo: str) -> None:
        self.what, self.todo = what, todo
        super().__init__(f"{what}; {todo}")


class Pattern(Protocol):
    def search(self, text: str) -> Any: ...


@lru_cache(maxsize=4096)
def compile_pattern(text: str) -> Pattern:
    """Raises PatternError."""
    import re2

    if len(text) > MAX_PATTERN:
        raise PatternError(f"a pattern of {len(text)} characters", f"keep it under {MAX_PATTERN}")
    options = re2.Options()
    options.log_errors = False
    options.max_mem = 1 << 22
    try:
        compiled: Pattern = re2.compile(text, options)
    except re2.error as error:
        detail = error.args[0].decode() if isinstance(error.args[0], bytes) else str(error)
        raise PatternError(
            f"{text!r} is no RE2 pattern: {detail}", "RE2 has no look-around and no back-references"
        ) from error
    return compiled
