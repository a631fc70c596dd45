"""What a benchmark prints: sections, times, and ratios with what they should reach."""

from __future__ import annotations

from benchmarks.timing import Times


class Report:
    """Prints as it goes; `finish` says which ratios missed and gives the exit status."""

    def __init__(self) -> None:
        self._missed: list[str] = []

    def section(self, title: str) -> None:
        print(f"\n{title}\n{'-' * len(title)}", flush=True)

    def times(self, name: str, taken: Times) -> None:
        print(f"{name:<58} {taken}", flush=True)

    def note(self, text: str) -> None:
        print(f"  ({text})", flush=True)

    def ratio(self, name: str, value: float, *, at_most: float | None = None, at_least: float | None = None) -> None:
        """One ratio; with a bound, whether it holds."""
        verdict = ""
        if at_most is not None:
            verdict = f"  to reach: at most {at_most:.3g}  {self._judge(name, value <= at_most)}"
        elif at_least is not None:
            verdict = f"  to reach: at least {at_least:.3g}  {self._judge(name, value >= at_least)}"
        print(f"= {name:<56} {value:9.3g}{verdict}", flush=True)

    def finish(self) -> int:
        print("\nall reached" if not self._missed else "\nmissed: " + "; ".join(self._missed))
        return 1 if self._missed else 0

    def _judge(self, name: str, holds: bool) -> str:
        if not holds:
            self._missed.append(name)
        return "ok" if holds else "MISSED"
