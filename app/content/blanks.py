"""The mark that `unraise new` puts where an editor has to write something, and the lint rule that asks for it."""

from __future__ import annotations

from collections.abc import Iterator

from app.content.parse import ParsedEntry
from app.content.problems import Problem

BLANK = "FILL-IN"


def check(entry: ParsedEntry) -> Iterator[Problem]:
    """One problem for each line that still holds a blank."""
    for number, line in enumerate(entry.source.split("\n"), start=1):
        _, found, text = line.partition(BLANK)
        if found:
            about = text.strip(':" `{#}').strip()
            yield Problem(entry.path, number, "blank", f"this is still to be filled in{f': {about}' if about else ''}")
