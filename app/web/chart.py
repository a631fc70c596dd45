"""A bar chart as SVG made on the server: readable without colour, by a screen reader, and on paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

WIDTH, ROW, LABEL, FIGURE = 640, 34, 160, 90


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
    room = WIDTH - LABEL - FIGURE
    parts = [
        f'<svg class="chart" viewBox="0 0 {WIDTH} {height}" role="img" aria-labelledby="{name}-title {name}-text">'
        f'<title id="{name}-title">{escape(title)}</title><desc id="{name}-text">{escape(spoken)}</desc>'
    ]
    for index, row in enumerate(rows):
        y = index * ROW
        length = max(2.0, room * row.share) if row.number else 0.0
        parts.append(
            f'<g aria-hidden="true"><text x="0" y="{y + 22}">{escape(row.label)}</text>'
            f'<rect class="track" x="{LABEL}" y="{y + 8}" width="{room}" height="18"/>'
            f'<rect class="bar" x="{LABEL}" y="{y + 8}" width="{length:.1f}" height="18"/>'
            f'<text class="figure" x="{LABEL + room + 10}" y="{y + 22}">{row.number} · {row.share:.0%}</text></g>'
        )
    return "".join([*parts, "</svg>"])
