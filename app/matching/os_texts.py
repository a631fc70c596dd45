"""Operating systems print their part of a message in the person's language; the number, or the text, gives it away."""

from __future__ import annotations

import re

from app.matching.rules import OsText, Rules
from app.paste.lazy import lazy
from app.records import record

_NUMBERED = lazy(r"\[(WinError|Errno) (\d{1,6})\]:?\s*")
_END = lazy(r"。|[:：] ?['\"]|\.\s|\.$|: |\n|$", re.MULTILINE)


@record
class English:
    """The message with the system's words in English.  What stands behind `start` moved by `moved` characters."""

    text: str
    start: int
    moved: int

    def original(self, offset: int) -> int:
        if offset <= self.start:
            return offset
        return max(self.start, offset - self.moved)


def in_english(text: str, rules: Rules) -> English | None:
    """The message as an English system prints it, or None when it already is, or nothing in it is known."""
    found = _NUMBERED.search(text)
    if found is not None:
        known = rules.os_text(f"{found[1]} {found[2]}")
        if known is None or text.startswith(known.english, found.end()):
            return None
        stop = _END.search(text, found.end(), found.end() + 400)
        local = next((t for t in known.local if text.startswith(t.rstrip("。."), found.end())), "")
        end = found.end() + len(local.rstrip("。.")) if local else (stop.start() if stop else len(text))
        return _replaced(text, found.end(), end, known)
    for known, local in rules.local_texts(text.isascii()):
        at = text.find(local)
        if at != -1:
            return _replaced(text, at, at + len(local), known)
    return None


def _replaced(text: str, start: int, end: int, known: OsText) -> English:
    tail = text[end:]
    stripped = tail.removeprefix("。")
    joined = known.english + (". " if stripped != tail else "") + stripped.lstrip(" " if stripped != tail else "")
    head = text[:start] + (" " if text[start - 1 : start] in (":", "：") else "")
    full = head + joined
    return English(full, start, len(full) - len(text))
