"""From a paste to the lines that the program printed, each with the way back to the paste's own line and column."""

from __future__ import annotations

from app.paste.characters import clean
from app.paste.escapes import expand
from app.paste.layout import dedent, find_margins, unbox, unfence, unmark, unquote
from app.paste.prefixes import newest_first, strip_known, strip_learnt
from app.paste.rows import Row, bounded, cut, split_lines
from app.paste.wraps import unglue, unwrap

LONGEST = 20_000  # characters that are kept of one line


def normalise(text: str) -> list[Row]:
    """The paste's lines in the order in which they were printed."""
    rows = clean(text, split_lines(text))
    expanded = expand(text, rows)
    if expanded is not rows:
        rows = clean("\n".join(row.text for row in expanded), expanded)
    rows = unquote(dedent(bounded(rows)))
    rows = bounded(unglue(text, rows))
    if newest_first(rows):
        rows = rows[::-1]
    rows = find_margins(text, strip_known(rows))
    rows = strip_learnt(rows)
    rows = unbox(text, rows)
    rows = unmark(text, unfence(dedent(rows)))
    rows = [cut(row, 0, LONGEST) if len(row.text) > LONGEST else row for row in unwrap(rows)]
    return by_stream(rows)


def by_stream(rows: list[Row]) -> list[Row]:
    """Interleaved processes, one after the other: each keeps its own order."""
    streams = {row.stream for row in rows if row.stream}
    if len(streams) < 2:
        return rows
    order = {name: i for i, name in enumerate(dict.fromkeys(row.stream for row in rows))}
    return sorted(rows, key=lambda row: order[row.stream])
