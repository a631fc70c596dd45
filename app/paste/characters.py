"""Undo what terminals, browsers and forums do to characters: colours, entities, tags, links, invisible marks.

Every step looks for its own tell-tale in the whole paste first, so an ordinary paste skips nearly all of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise

from app.paste.lazy import lazy
from app.paste.rows import Row, cut, splice

# CSI, OSC (title, hyperlink) and two-byte escapes; then the same with the escape written out or lost.
_ANSI = lazy(
    r"(?:\x1b|\\x1b|\\u001b|\\033|\\e|␛|\^\[)\[[0-9;:?]{0,40}[ -/]{0,2}[@-~]"
    r"|\x1b?_bk;t=\d{1,20}\x07?"  # Buildkite's time stamps
    r"|\x1b\][^\x07\x1b]{0,2000}(?:\x07|\x1b\\)?|\x1b[@-Z\\-_()][A-Z0-9]?|\x9b[0-9;]{0,40}[@-~]"
)
_ANSI_BARE = lazy(r"\[(?:\d{1,3};){0,4}\d{1,3}m")
_ANSI_SIGNS = ("\x1b", "\x9b", "\\x1b[", "\\u001b[", "\\033[", "\\e[", "␛[", "^[[", "_bk;t=")
_BARE_SIGNS = ("[0m", "[39m", "[00m")

# byte order mark, zero widths, joiners, directions, soft hyphen, control characters
_INVISIBLE = "\ufeff\u200b-\u200f\u2060\u2066-\u2069\u202a-\u202e\u00ad\u21b5\u23ce\x00\x07\x08\x7f"
_HIDDEN = lazy(f"[{_INVISIBLE}]+")
_SPACES = dict.fromkeys(map(ord, "\u00a0\u2002\u2003\u2007\u2009\u202f\u3000\u2028\u2029\x0b\x0c\x85"), " ")
_SPACES |= dict.fromkeys(range(0xD800, 0xE000), "\ufffd")  # a lone surrogate cannot be written out again

_ENTITY = lazy(r"&(?:lt|gt|amp|quot|apos|nbsp|#39|#x27|#34|#x22|#60|#62|#x2F|#x3D|#x60|#95);", re.IGNORECASE)
_ENTITIES = {
    "&lt;": "<", "&gt;": ">", "&amp;": "&", "&quot;": '"', "&apos;": "'", "&nbsp;": " ", "&#39;": "'", "&#x27;": "'",
    "&#34;": '"', "&#x22;": '"', "&#60;": "<", "&#62;": ">", "&#x2f;": "/", "&#x3d;": "=", "&#x60;": "`", "&#95;": "_",
}  # fmt: skip
_TAG = lazy(
    r"</?(?:span|br|pre|code|p|div|b|i|em|strong|a|font|li|ul|ol|td|tr|th|tbody|table|details|summary|u|h[1-6])"
    r"(?:\s[^<>]{0,400})?/?>",
    re.IGNORECASE,
)
_BREAK = lazy(r"<br ?/?>", re.IGNORECASE)
_TAG_SIGNS = ("</", "<br", "<span", "<pre", "<code", "<details", "<BR", "<PRE")
_LINK = lazy(
    r"\[([^\[\]]{1,400})\]\((?:https?|file|vscode[\w-]*|command)[:+][^()\s]{0,1000}(?:\([^()\s]{0,400}\)[^()\s]{0,400})?\)"
)
# `__init__` that a forum took for bold: `self.**class**.**name**`, `in **nonzero**`
_EATEN = lazy(r"(?<=[\w.( ])\*\*([a-z][a-z_]{1,20})\*\*(?=[\s.(),:\]]|$)")
_ESCAPED_MARK = lazy(r"\\([_*<>`#\[\]])")
_TWO_QUOTES = lazy(r'""')

Edits = Iterator[tuple[int, int, str]]


def clean(text: str, rows: list[Row]) -> list[Row]:
    """The rows without what is not the program's own text."""
    steps: list[tuple[str | tuple[str, ...], Callable[[str], Edits]]] = []
    if any(sign in text for sign in _ANSI_SIGNS):
        steps.append((("[", "_bk;t=") if "\x1b" not in text else ("\x1b", "[", "_bk;t="), _removals(_ANSI)))
    if any(sign in text for sign in _BARE_SIGNS):
        steps.append(("[", _removals(_ANSI_BARE)))
    if "&" in text and ";" in text:
        steps.append(("&", _entities))
    if "<br" in text or "<BR" in text:
        rows = [part for row in rows for part in _broken(row)]
    if any(sign in text for sign in _TAG_SIGNS):
        steps.append(("<", _removals(_TAG)))
    if "](" in text:
        steps.append(("](", _links))
    if "**" in text:
        steps.append(("**", _eaten))
    if ("\\_" in text or "\\<" in text or "\\*" in text) and (":\\" not in text or "\\_\\_" in text):  # no Windows path
        steps.append(("\\", _unescaped))
    if 'File ""' in text:
        steps.append(('""', _doubled))
    if not text.isascii() or any(c in text for c in "\x00\x07\x08\x7f\x0b\x0c"):
        rows = [_visible(row) for row in rows]
    for sign, step in steps:
        signs = (sign,) if isinstance(sign, str) else sign
        rows = [splice(row, step(row.text)) if any(s in row.text for s in signs) else row for row in rows]
    return rows


def _broken(row: Row) -> list[Row]:
    """The lines that `<br>` makes of one."""
    edges = [0, *(m.end() for m in _BREAK.finditer(row.text) if row.text[m.end() :].strip()), len(row.text)]
    return [cut(row, a, b) for a, b in pairwise(edges)] if len(edges) > 2 else [row]


def _visible(row: Row) -> Row:
    if row.text.isascii() and row.text.isprintable():
        return row
    text = row.text.translate(_SPACES)  # one character for one: the map stays
    if text != row.text:
        row = Row(row.number, text, row.columns, row.stream, row.mark, row.margin)
    if _HIDDEN.search(text):
        return splice(row, ((m.start(), m.end(), "") for m in _HIDDEN.finditer(text)))
    return row


def _removals(pattern: re.Pattern[str]) -> Callable[[str], Edits]:
    def edits(text: str) -> Edits:
        return ((m.start(), m.end(), "") for m in pattern.finditer(text))

    return edits


def _entities(text: str) -> Edits:
    for m in _ENTITY.finditer(text):
        new = _ENTITIES[m[0].lower()]
        end = m.end()
        if new == "<" and text[end : end + 7] == " module":  # a browser's "&lt; module>"
            end += 1
        yield m.start(), end, new


def _links(text: str) -> Edits:
    for m in _LINK.finditer(text):
        yield m.start(), m.start(1), ""
        yield m.end(1), m.end(), ""


def _eaten(text: str) -> Edits:
    for m in _EATEN.finditer(text):
        before = text[: m.start()].rstrip()
        if (
            text[m.start() - 1] != " "
            or before.endswith((" in", "def", ":", ","))
            or text[m.end() : m.end() + 1] in "(."
        ):
            yield m.start(), m.start(1), "__"
            yield m.end(1), m.end(), "__"


def _doubled(text: str) -> Edits:
    """A cell of a CSV file writes each of its quotes twice."""
    return ((m.start(), m.end(), '"') for m in _TWO_QUOTES.finditer(text))


def _unescaped(text: str) -> Edits:
    for m in _ESCAPED_MARK.finditer(text):
        yield m.start(), m.start() + 1, ""
