"""Times of a call as minimum, median and maximum, in milliseconds."""

from __future__ import annotations

import statistics
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Times:
    minimum: float
    median: float
    maximum: float

    def __str__(self) -> str:
        return f"{self.minimum:9.2f} {self.median:9.2f} {self.maximum:9.2f}"


def times(call: Callable[[], object], *, rounds: int = 15, seconds: float = 4.0) -> Times:
    """At least three rounds, at most `rounds`, stopping after about `seconds`; one call before to warm up."""
    call()
    taken: list[float] = []
    deadline = time.perf_counter() + seconds
    while len(taken) < 3 or (len(taken) < rounds and time.perf_counter() < deadline):
        start = time.perf_counter()
        call()
        taken.append((time.perf_counter() - start) * 1000)
    return Times(min(taken), statistics.median(taken), max(taken))


def interleaved(commands: dict[str, Sequence[str]], rounds: int = 15) -> dict[str, Times]:
    """Whole processes, taken in turn so that a slow moment of the machine falls on all of them."""
    taken: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(rounds):
        for name, command in commands.items():
            start = time.perf_counter()
            subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
            taken[name].append((time.perf_counter() - start) * 1000)
    return {name: Times(min(t), statistics.median(t), max(t)) for name, t in taken.items()}
