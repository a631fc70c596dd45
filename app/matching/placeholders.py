"""Placeholders for captured values in sentences of an entry: `{k1}`, or `{k1|what stands there when there is none}`.

They stand in text and in code between backticks.  How they become HTML is a matter of `app.content.slots`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from app.paste.lazy import lazy

PLACEHOLDER = lazy(r"\{(?P<name>[A-Za-z_][A-Za-z0-9_]*)(?:\|(?P<fallback>[^{}\n]*))?\}")
IN_CODE = lazy(r"(?<!\{)" + PLACEHOLDER.pattern + r"(?!\})")
MAX_VALUE = 160  # characters of a captured value that a sentence can bear

_BRACES = lazy(r"\{\{|\}\}|" + PLACEHOLDER.pattern)
_CODE = lazy(r"(`[^`\n]*`)")


def fill_text(text: str, captures: Mapping[str, str]) -> str:
    """Put captured values into a sentence that stays Markdown (`EntryFacts.meaning`, `look_at`).

    Between backticks only what was captured, or has a fallback, is put in: other braces there are code.
    """
    if "{" not in text:
        return text

    def word(found: re.Match[str]) -> str:
        if not found["name"]:
            return found[0][0]
        return _value(found, captures, found["name"])

    def code(found: re.Match[str]) -> str:
        return _value(found, captures, found[0])

    pieces = _CODE.split(text)
    for index, piece in enumerate(pieces):
        if "{" in piece or "}" in piece:
            pieces[index] = IN_CODE.sub(code, piece) if index % 2 else _BRACES.sub(word, piece)
    return "".join(pieces)


def shorten(value: str) -> str:
    """At most MAX_VALUE characters on one line."""
    flat = " ".join(value.split())
    return flat if len(flat) <= MAX_VALUE else flat[: MAX_VALUE - 1] + "…"


def _value(found: re.Match[str], captures: Mapping[str, str], otherwise: str) -> str:
    value = captures.get(found["name"])
    if value:
        return shorten(value)
    return otherwise if found["fallback"] is None else found["fallback"]
