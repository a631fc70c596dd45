"""Where a parser stands in the rows, and which rows are taken."""

from __future__ import annotations

from collections.abc import Sequence

from app.paste.headers import head
from app.paste.lazy import lazy
from app.paste.rows import Row

READ = 1000  # characters of a line that are looked at when it is classified

_BETWEEN = lazy(
    r"\s*(?:\"\"\"|'''|-- Process \d.{0,200}|[_=.\-]{5,}|Multiprocessing exception:|Original .{0,80}|Traceback:)?\s*$"
)


class Cursor:
    __slots__ = ("end", "i", "rows", "used")

    def __init__(self, rows: Sequence[Row], i: int, end: int, used: bytearray) -> None:
        self.rows, self.i, self.end = rows, i, end
        self.used = used  # one byte a row: 1 where it belongs to a traceback

    def text(self, at: int | None = None) -> str:
        return self.rows[self.i if at is None else at].text[:READ]

    def use(self, start: int, end: int) -> None:
        self.used[start:end] = b"\x01" * (end - start)

    def next_filled(self, start: int, most: int) -> int | None:
        """The next row that says something, at most `most` empty or ruled rows ahead."""
        for j in range(start, min(start + most + 1, self.end)):
            text = self.rows[j].text[:300]
            if not _BETWEEN.match(text) or head(text) >= 0:
                return j
        return None
