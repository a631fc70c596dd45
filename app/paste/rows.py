"""The working line: text while it is being normalised, with the way back to where each character stood in the paste.

A `Row` is never changed in place; `cut`, `splice` and `glue` make new ones and carry the map along.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.paste.model import Line

Breakpoint = tuple[int, int, int]  # offset in the text, line of the paste (1-based), column there (0-based)


@dataclass(slots=True)
class Row:
    number: int
    text: str
    columns: tuple[Breakpoint, ...] = ()  # empty: the row is the paste's own line, unchanged
    stream: str = ""  # which process or service printed it, where a prefix says so
    mark: str = ""  # what was taken off: "log", "E", ">", "box", ...
    margin: int = -1  # column of an exception group's bar; -1 outside groups

    def line(self) -> Line:
        return Line(self.number, self.text, self.columns)


def _map(row: Row) -> tuple[Breakpoint, ...]:
    return row.columns or ((0, row.number, 0),)


def _part(columns: Sequence[Breakpoint], start: int, end: int, base: int) -> list[Breakpoint]:
    """The breakpoints of [start, end), counted from `base`."""
    first = 0
    for i, (offset, _, _) in enumerate(columns):
        if offset > start:
            break
        first = i
    offset, number, column = columns[first]
    out = [(base, number, column + start - offset)]
    out.extend((o - start + base, n, c) for o, n, c in columns[first + 1 :] if o < end)
    return out


def cut(row: Row, start: int, end: int | None = None) -> Row:
    """The row between two offsets."""
    size = len(row.text)
    stop = size if end is None else min(end, size)
    if start == 0 and stop == size:
        return row
    if not row.columns:
        return Row(
            row.number, row.text[start:stop], ((0, row.number, start),) if start else (), row.stream, row.mark, row.margin
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


def split_lines(text: str) -> list[Row]:
    """Lines of a paste; a lone carriage return begins a new row of the same line, runs of empty lines count once."""
    if "\r" in text and "\n" not in text:
        text = text.replace("\r", "\n")
    rows: list[Row] = []
    blank = False
    for number, line in enumerate(text.split("\n"), 1):
        if not line or line == "\r":
            if not blank:
                rows.append(Row(number, ""))
            blank = True
            continue
        blank = False
        if "\r" in line:
            rows += _carriage_returns(number, line)
        else:
            rows.append(Row(number, line))
    return rows


def _carriage_returns(number: int, line: str) -> list[Row]:
    rows, at = [], 0
    for part in line.split("\r"):
        if part:
            rows.append(Row(number, part, ((0, number, at),) if at else ()))
        at += len(part) + 1
    return rows or [Row(number, "")]
