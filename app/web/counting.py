"""How often each entry was the answer: numbers kept in memory and written now and then, never with a request."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Mapping
from datetime import UTC, datetime

FLUSH_SECONDS = 30.0
Write = Callable[[Mapping[str, int], str], None]


class LookupCounter:
    """Counts by slug; `flush` hands the numbers to `write` and starts anew."""

    def __init__(self, write: Write) -> None:
        self._write = write
        self._numbers: Counter[str] = Counter()
        self._lock = threading.Lock()
        self.epoch = 0  # rises when numbers were written: pages that show them are then made anew

    def add(self, slug: str) -> None:
        with self._lock:
            self._numbers[slug] += 1

    def flush(self) -> None:
        with self._lock:
            numbers, self._numbers = self._numbers, Counter()
        if not numbers:
            return
        try:
            self._write(numbers, today())
        except Exception:
            with self._lock:
                self._numbers.update(numbers)
            raise
        self.epoch += 1


def today() -> str:
    return datetime.now(UTC).date().isoformat()
