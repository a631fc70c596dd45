"""Placeholders for captured values in an entry's prose: `{k1}`, or `{k1|what stands there on the plain page}`.

In text and in code between backticks; never in fences.  Rendering turns them into marked spans; `fill` puts the values
of one paste into rendered HTML, escaped, in one linear pass.  Standard library only: it runs for every answer.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape

PLACEHOLDER = re.compile(r"\{(?P<name>[A-Za-z_][A-Za-z0-9_]*)(?:\|(?P<fallback>[^{}\n]*))?\}")
IN_CODE = re.compile(r"(?<!\{)" + PLACEHOLDER.pattern + r"(?!\})")
MAX_VALUE = 160  # characters of a captured value that a sentence can bear

_BRACES = re.compile(r"\{\{|\}\}|" + PLACEHOLDER.pattern)
_CODE = re.compile(r"(`[^`\n]*`)")
_SPAN_START = '<span class="slot" data-slot="'
_SPAN = re.compile(_SPAN_START + r'(?P<name>[A-Za-z_][A-Za-z0-9_]*)">(?P<fallback>[^<]*)</span>')


def span(name: str, fallback: str | None = None) -> str:
    """The HTML that stands for a captured value until there is one: the fallback (maybe empty), else its name."""
    return f'{_SPAN_START}{name}">{escape(name if fallback is None else fallback)}</span>'


def fill(html: str, captures: Mapping[str, str]) -> str:
    """Put captured values where rendered HTML marks their places; what was not captured keeps its fallback."""
    if not captures or _SPAN_START not in html:
        return html

    def value(found: re.Match[str]) -> str:
        text = captures.get(found["name"])
        if not text:
            return found[0]
        return f'<span class="slot filled" data-slot="{found["name"]}">{escape(shorten(text))}</span>'

    return _SPAN.sub(value, html)


def fill_text(text: str, captures: Mapping[str, str]) -> str:
    """The same for a sentence that stays Markdown (`EntryFacts.meaning`, `look_at`).

    Between backticks only what was captured, or has a fallback, is put in: other braces there are code.
    """
    if "{" not in text:
        return text

    def word(found: re.Match[str]) -> str:
        if not found["name"]:
            return found[0][0]
        return _value(found, captures, found["name"])

    pieces = _CODE.split(text)
    pieces[::2] = [_BRACES.sub(word, piece) for piece in pieces[::2]]
    pieces[1::2] = [IN_CODE.sub(lambda m: _value(m, captures, m[0]), piece) for piece in pieces[1::2]]
    return "".join(pieces)


def _value(found: re.Match[str], captures: Mapping[str, str], otherwise: str) -> str:
    fallback = otherwise if found["fallback"] is None else found["fallback"]
    return shorten(captures.get(found["name"]) or fallback)


def shorten(value: str) -> str:
    """At most MAX_VALUE characters on one line."""
    flat = " ".join(value.split())
    return flat if len(flat) <= MAX_VALUE else flat[: MAX_VALUE - 1] + "…"
