"""From a paste to the lines that the program printed, each with the way back to the paste's own line and column."""

from __future__ import annotations

from app.paste.characters import clean
from app.paste.escapes import expand, unpack
from app.paste.layout import close_up, dedent, find_margins, unbox, unfence, unmark, unquote
from app.paste.learnt import strip_learnt
from app.paste.prefixes import newest_first, strip_known
from app.paste.rows import Row, bounded, cut, split_lines
from app.paste.wraps import soften, unglue, unglue_frames, unwrap

_MOST_NESTED = 3  # strings within strings: a log's JSON in Docker's JSON
LONGEST = 20_000  # characters that are kept of one line


def normalise(text: str) -> list[Row]:
    """The paste's lines in the order in which they were printed."""
    rows = unpack(text, clean(text, close_up(soften(text, split_lines(text)))))
    for _ in range(_MOST_NESTED):
        expanded = expand(text, rows)
        if expanded is rows:
            break
        text = "\n".join(row.text for row in expanded)
        rows = clean(text, expanded)
        if not any("\\n" in row.text and ("Traceback (" in row.text or 'File \\"' in row.text) for row in rows):
            break
    rows = unquote(dedent(bounded(rows)))
    rows = bounded(unglue(text, rows))
    if newest_first(rows):
        rows = rows[::-1]
    rows = find_margins(text, strip_known(rows))
    rows = unglue_frames(strip_learnt(rows))
    rows = unbox(text, rows)
    rows = unmark(unfence(dedent(rows)))
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
