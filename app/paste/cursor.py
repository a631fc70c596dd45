"""Where a parser stands in the rows, and which rows are taken."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from app.paste.headers import head
from app.paste.rows import Row

READ = 1000  # characters of a line that are looked at when it is classified

_BETWEEN = re.compile(
    r"\s*(?:\"\"\"|'''|-- Process \d.{0,200}|[_=.\-]{5,}|Multiprocessing exception:|Original .{0,80}|Traceback:)?\s*$"
)


@dataclass(slots=True)
class Cursor:
    rows: Sequence[Row]
    i: int
    end: int
    used: bytearray  # one byte a row: 1 where it belongs to a traceback

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
