"""The working line: text while it is being normalised, with the way back to where each character stood in the paste.

A `Row` is never changed in place; `cut`, `splice` and `glue` make new ones and carry the map along.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence

from app.paste.model import Line

_FAR = 1 << 60
Breakpoint = tuple[int, int, int]  # offset in the text, line of the paste (1-based), column there (0-based)


class Row:
    """A plain class: a dataclass costs every start a millisecond, and tens of thousands of these are made."""

    __slots__ = ("columns", "margin", "mark", "number", "stream", "text")

    def __init__(
        self,
        number: int,
        text: str,
        columns: tuple[Breakpoint, ...] = (),
        stream: str = "",
        mark: str = "",
        margin: int = -1,
    ) -> None:
        self.number = number
        self.text = text
        self.columns = columns  # empty: the row is the paste's own line, unchanged
        self.stream = stream  # which process or service printed it, where a prefix says so
        self.mark = mark  # what was taken off, or what it is: "log", "level", "E", "box", "rule", "gsep", ...
        self.margin = margin  # column of an exception group's bar; -1 outside groups

    def line(self) -> Line:
        return Line(self.number, self.text, self.columns)


def _map(row: Row) -> tuple[Breakpoint, ...]:
    return row.columns or ((0, row.number, 0),)


def _part(columns: Sequence[Breakpoint], start: int, end: int, base: int) -> list[Breakpoint]:
    """The breakpoints of [start, end), counted from `base`."""
    after = bisect_right(columns, (start, _FAR, _FAR))
    offset, number, column = columns[after - 1]
    out = [(base, number, column + start - offset)]
    for i in range(after, len(columns)):
        offset, number, column = columns[i]
        if offset >= end:
            break
        out.append((offset - start + base, number, column))
    return out


def cut(row: Row, start: int, end: int | None = None) -> Row:
    """The row between two offsets."""
    size = len(row.text)
    stop = size if end is None else min(end, size)
    if start == 0 and stop == size:
        return row
    if not row.columns:
        return Row(
            row.number, row.text[start:stop], ((0, row.number, start),) if start else (), row.stream, row.mark,
            row.margin,
        )  # fmt: skip
    columns = _part(row.columns, start, stop, 0)
    return Row(columns[0][1], row.text[start:stop], tuple(columns), row.stream, row.mark, row.margin)


def splice(row: Row, edits: Iterable[tuple[int, int, str]]) -> Row:
    """The row with (start, end, replacement) edits made; they come in order and do not overlap."""
    source, old = row.text, _map(row)
    pieces: list[str] = []
    columns: list[Breakpoint] = []
    at = size = 0
    for start, end, new in edits:
        if start > at:
            columns += _part(old, at, start, size)
            pieces.append(source[at:start])
            size += start - at
        if new:
            columns += _part(old, start, start + 1, size)[:1]
            pieces.append(new)
            size += len(new)
        at = end
    if at == 0 and not pieces:
        return row
    columns += _part(old, at, len(source), size)
    pieces.append(source[at:])
    return Row(columns[0][1], "".join(pieces), tuple(columns), row.stream, row.mark, row.margin)


def glue(row: Row, other: Row, between: str = "") -> Row:
    """Two rows as one; what stands `between` maps to the end of the first."""
    base = len(row.text) + len(between)
    columns = (*_map(row), *_part(_map(other), 0, len(other.text), base))
    return Row(row.number, row.text + between + other.text, columns, row.stream, row.mark, row.margin)


MOST_ROWS = 30_000  # what is longer is read at its two ends: 1 MiB has as many lines only if they hardly say anything
_SAME = 3  # of equal lines in a row


def split_lines(text: str) -> list[Row]:
    """Lines of a paste; a lone carriage return begins a new row of the same line, runs of equal lines are cut short."""
    if "\r" in text and "\n" not in text:
        text = text.replace("\r", "\n")
    rows: list[Row] = []
    before, same = None, 0
    for number, line in enumerate(text.split("\n"), 1):
        if line == before:
            same += 1
            if same >= _SAME or not line:
                continue
        else:
            before, same = line, 0
        if "\r" in line:
            rows += _carriage_returns(number, line)
        else:
            rows.append(Row(number, line))
    return bounded(rows)


def bounded(rows: list[Row]) -> list[Row]:
    half = MOST_ROWS // 2
    return rows if len(rows) <= MOST_ROWS else rows[:half] + rows[-half:]


def _carriage_returns(number: int, line: str) -> list[Row]:
    rows, at = [], 0
    for part in line.split("\r"):
        if part:
            rows.append(Row(number, part, ((0, number, at),) if at else ()))
        at += len(part) + 1
    return rows or [Row(number, "")]
