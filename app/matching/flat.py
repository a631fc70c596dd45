"""One message in the form templates are compared with, and the way back to what was pasted.

Libraries and terminals print one message in many dresses: other quotes, wrapped lines, `np.float64(0.0)` for `0.0`,
`c10::Half` for `Half`.  A `Flat` undoes that on both sides of a comparison and keeps, for every offset, where it
stood in the original, so that captures and spans speak of the person's own text.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from app.records import record

QUOTES = "'\"`\u2018\u2019\u201a\u201c\u201d\u201e\u00b4"
_QUOTE_TABLE = {ord(q): "'" for q in QUOTES}
_KEY_TABLE = (
    {c: chr(c + 32) for c in range(ord("A"), ord("Z") + 1)}
    | _QUOTE_TABLE
    | {ord(c): " " for c in "\n\r\t\x0b\x0c\u00a0\u3000"}
    | {ord("\u2026"): ".", ord("\u2013"): "-", ord("\u2014"): "-"}
)

# What changes length.  Every alternative is a plain run without nested repetition, so one pass is linear.
_FOLD = re.compile(
    r"""(?P<space>[^\S\n\r]*+[\n\r]\s*+|[^\S\n\r]{2,}+)
      | (?P<invisible>[\u200b-\u200f\u2060\ufeff\x00]+)
      | \\(?P<quote>['"`])
      | \b(?:np|numpy)\.(?:float|int|uint|complex|str|bool|bytes)\w{0,6}\((?P<scalar>[^()\n]{0,200})\)
      | \b(?:c10|at)::(?=[A-Z])
    """,
    re.VERBOSE,
)
_SOLID = re.compile(r"[^ ]++")


@record
class Flat:
    """`raw` has length-changing dress undone and keeps case, quotes and line breaks; `key` is compared; both are
    equally long.  `original(i)` maps an offset in them to one in the text as given."""

    raw: str
    key: str
    starts: tuple[int, ...] = ()  # offsets in `raw` after which the shift below holds
    shifts: tuple[int, ...] = ()

    def original(self, offset: int) -> int:
        if not self.starts:
            return offset
        index = bisect_right(self.starts, offset) - 1
        return offset if index < 0 else offset + self.shifts[index]


def flatten(text: str) -> Flat:
    """Undo the dress of `text`.  Linear in its length."""
    if _FOLD.search(text) is None:
        return Flat(text, text.translate(_KEY_TABLE))
    pieces: list[str] = []
    starts: list[int] = []
    shifts: list[int] = []
    size = done = 0

    def emit(piece: str, at: int) -> None:
        nonlocal size
        shift = at - size
        if (shifts[-1] if shifts else 0) != shift:
            starts.append(size)
            shifts.append(shift)
        pieces.append(piece)
        size += len(piece)

    for found in _FOLD.finditer(text):
        if found.start() > done:
            emit(text[done : found.start()], done)
        space, quote, scalar = found.group("space", "quote", "scalar")
        if space is not None:
            emit("\n" if "\n" in space or "\r" in space else " ", found.end() - 1)
        elif quote is not None:
            emit(quote, found.start("quote"))
        elif scalar is not None:
            emit(scalar, found.start("scalar"))
        done = found.end()
    if done < len(text):
        emit(text[done:], done)
    raw = "".join(pieces)
    return Flat(raw, raw.translate(_KEY_TABLE), tuple(starts), tuple(shifts))


def squeeze(flat: Flat) -> Flat:
    """The same without any blank: how a message compares that was wrapped in the middle of words."""
    pieces: list[str] = []
    starts: list[int] = []
    shifts: list[int] = []
    size = 0
    for found in _SOLID.finditer(flat.key):
        starts.append(size)
        shifts.append(flat.original(found.start()) - size)
        pieces.append(flat.raw[found.start() : found.end()])
        size += found.end() - found.start()
    raw = "".join(pieces)
    return Flat(raw, raw.translate(_KEY_TABLE), tuple(starts), tuple(shifts))


def key_of(literal: str) -> str:
    """The form in which a template's literal text is searched for in `Flat.key`."""
    return flatten(literal).key.replace("\n", " ")
