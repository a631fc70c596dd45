"""A bar chart as SVG made on the server: readable without colour, by a screen reader, and on paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

WIDTH, ROW = 360, 44  # as wide as a phone, so that its text is as large there as any other


@dataclass(frozen=True, slots=True)
class Bar:
    label: str
    number: int
    total: int

    @property
    def share(self) -> float:
        return self.number / self.total if self.total else 0.0


def bars(name: str, title: str, rows: Sequence[Bar]) -> str:
    """One horizontal bar a row, its number written beside it; the title and the figures are the text alternative.

    `name` tells the charts of a page apart.
    """
    height = ROW * len(rows)
    spoken = "; ".join(f"{row.label}: {row.number} of {row.total}, {row.share:.1%}" for row in rows)
    parts = [
        f'<svg class="chart" viewBox="0 0 {WIDTH} {height}" role="img" aria-labelledby="{name}-title {name}-text">'
        f'<title id="{name}-title">{escape(title)}</title><desc id="{name}-text">{escape(spoken)}</desc>'
    ]
    for index, row in enumerate(rows):
        y = index * ROW
        length = max(2.0, (WIDTH - 2) * row.share) if row.number else 0.0
        parts.append(
            f'<g aria-hidden="true"><text x="0" y="{y + 15}">{escape(row.label)}</text>'
            f'<text class="figure" x="{WIDTH}" y="{y + 15}" text-anchor="end">{row.number:,} · {_percent(row)}</text>'
            f'<rect class="track" x="1" y="{y + 21}" width="{WIDTH - 2}" height="12"/>'
            f'<rect class="bar" x="1" y="{y + 21}" width="{length:.1f}" height="12"/></g>'
        )
    return "".join([*parts, "</svg>"])


def _percent(row: Bar) -> str:
    """Whole percents, but never 0 % of something nor 100 % of not all."""
    if 0 < row.share < 0.01 or 0.99 < row.share < 1:
        return f"{row.share:.1%}"
    return f"{row.share:.0%}"
