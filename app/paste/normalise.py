"""From a paste to the lines that the program printed, each with the way back to the paste's own line and column."""

from __future__ import annotations

from app.paste.characters import clean
from app.paste.escapes import expand
from app.paste.layout import dedent, find_margins, unbox, unfence, unmark, unquote
from app.paste.prefixes import newest_first, strip_known, strip_learnt
from app.paste.rows import Row, bounded, cut, split_lines
from app.paste.wraps import unglue, unglue_frames, unwrap

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
    rows = unglue_frames(strip_learnt(rows))
    rows = unbox(text, rows)
    rows = unmark(text, unfence(dedent(rows)))
    rows = [cut(row, 0, LONGEST) if len(row.text) > LONGEST else row for row in unwrap(rows)]
    return once(by_stream(rows))


def once(rows: list[Row]) -> list[Row]:
    """Two processes that print the same traceback at the same time: nearly every line stands there twice."""
    filled = [row.text for row in rows if row.text.strip()]
    if len(filled) < 8 or sum(a == b for a, b in zip(filled[::2], filled[1::2], strict=False)) * 10 < len(filled) * 4:
        return rows
    return [row for i, row in enumerate(rows) if not i or not row.text.strip() or row.text != rows[i - 1].text]


def by_stream(rows: list[Row]) -> list[Row]:
    """Interleaved processes, one after the other: each keeps its own order."""
    streams = {row.stream for row in rows if row.stream}
    if len(streams) < 2:
        return rows
    order = {name: i for i, name in enumerate(dict.fromkeys(row.stream for row in rows))}
    return sorted(rows, key=lambda row: order[row.stream])
