"""A message that survives only in the source of the statement that raised it."""

from __future__ import annotations

import re

from app.paste.lazy import lazy
from app.paste.model import Frame
from app.paste.sources import numbered

_RAISE = lazy(r"\braise\s+([A-Za-z_][\w.]{0,120})\s*\(")
_STRING = lazy(r"""\s*[rbuf]{0,2}("{3}|'{3}|"|')""", re.IGNORECASE)
_CLOSE = {'"': lazy(r'(?:[^"\\]|\\.)*'), "'": lazy(r"(?:[^'\\]|\\.)*")}
_NEXT = lazy(r"\s*\+?\s*")


def raised_in(frame: Frame) -> tuple[str, str] | None:
    """(type, message) of a `raise X("...")` on the frame's source line, literals that follow each other joined."""
    if "raise " not in frame.source:
        return None
    lines = [frame.source]
    for line in frame.context:
        if line.number > frame.source_line:
            parts = numbered(line.text)
            lines.append(parts[2] if parts else line.text)
    text = " ".join(part.strip() for part in lines[:12])[:4000]
    hit = _RAISE.search(text)
    if not hit or not hit[1].rpartition(".")[2][:1].isupper():
        return None
    return hit[1], _literals(text, hit.end())


def _literals(text: str, at: int) -> str:
    """The string literals that stand next to each other from `at`, as one."""
    parts = []
    while True:
        hit = _STRING.match(text, at)
        if not hit:
            break
        quote = hit[1]
        if len(quote) == 3:
            end = text.find(quote, hit.end())
            parts.append(text[hit.end() : end if end >= 0 else None])
            at = end + 3 if end >= 0 else len(text)
        else:
            body = _CLOSE[quote].match(text, hit.end())
            assert body is not None
            parts.append(body[0].replace("\\" + quote, quote).replace("\\n", "\n"))
            at = body.end() + 1
        at = _NEXT.match(text, at).end()  # type: ignore[union-attr]
    return "".join(parts).strip()
