"""A frame line and the source that is printed with it, in each tool's way."""

from __future__ import annotations

from collections.abc import Sequence

from app.paste.frames import Place, at_line, place
from app.paste.headers import chain, embedded, head, header
from app.paste.lazy import lazy
from app.paste.model import Frame, Line
from app.paste.owners import home
from app.paste.rows import Row

_CARETS = lazy(r"\s*[~^]+(?:[\s~^]*[~^])?\s*$")
_ELIDED = lazy(r"\s*(?:\.\.\.<\d{1,6} lines>\.\.\.|\(\.\.\.\)|\.\.\.)\s*$")
_NUMBERED = lazy(r"\s*(-{1,6}>|❱|→|>)?\s*(\d{1,7})(?:[ )|│]\s?(.*)|\s*)$")
_DOTS = lazy(r"\s*\(?\.\.\.\)?\s*$")
_HIDDEN_FRAMES = lazy(r"\s*\d{1,5} frames\s*$")
_DIGITS_ARROWS = frozenset("0123456789->❱→")
_MOST = 60  # source lines that are kept around one frame


def indent(text: str) -> int:
    return len(text) - len(text.lstrip())


def is_caret(text: str) -> bool:
    return ("^" in text or "~" in text) and bool(_CARETS.match(text))


def numbered(text: str) -> tuple[bool, int, str] | None:
    """IPython's and rich's source lines: (is the failing one, line number, source)."""
    hit = _NUMBERED.match(text)
    if not hit:
        return None
    source = (hit[3] or "").replace("│   ", "    ").replace("│", " ")
    return bool(hit[1]), int(hit[2]), source.rstrip()


def read_frame(rows: Sequence[Row], i: int, end: int) -> tuple[Frame, int]:
    """The frame whose line stands at `i`, and the index after what belongs to it."""
    spot = place(rows[i].text[:1000])
    if spot.style == "plain":
        return _plain(rows, i, end, spot)
    if spot.style == "pytest":
        return _pytest(rows, i, end, spot)
    return read_numbered(rows, i, end, spot)


def frame_at(
    spot: Place,
    row: Row,
    source: str = "",
    source_line: int = 0,
    caret: tuple[int, int] | None = None,
    context: tuple[Line, ...] = (),
) -> Frame:
    owner, module, library = home(spot.path, spot.function)
    return Frame(
        spot.path, spot.lineno, spot.function, source, caret, owner, module, library, row.number, source_line, context
    )  # fmt: skip


def _stops(text: str) -> bool:
    if text.isascii() and not any(
        sign in text for sign in ("File", "raceback", "xception", ".py", "line ", "In", " in ")
    ):
        return False
    return place(text[:1000]).found or head(text) >= 0 or chain(text) is not None


def _plain(rows: Sequence[Row], i: int, end: int, spot: Place) -> tuple[Frame, int]:
    """`File "x", line 1, in f`, then its source, then perhaps carets and further source lines."""
    row = rows[i]
    if spot.source:
        return frame_at(spot, row, source=spot.source, source_line=row.number), i + 1
    if i + 1 < end and rows[i + 1].text.lstrip()[:1] in _DIGITS_ARROWS and _has_arrow(rows, i + 1, end):
        return read_numbered(rows, i, end, spot)  # stackprinter
    depth, j = indent(row.text), i + 1
    if j + 1 < end and not rows[j].text.strip() and indent(rows[j + 1].text) > depth and not _stops(rows[j + 1].text):
        j += 1  # Spyder and others put an empty line between
    if j >= end or not _is_source(rows, j, end, depth):
        return frame_at(spot, row), i + 1
    first = rows[j]
    source, shift = first.text.strip(), indent(first.text)
    j += 1
    caret: tuple[int, int] | None = None
    context: list[Line] = []
    while j < end and rows[j].margin == row.margin:
        text = rows[j].text
        if is_caret(text):
            if caret is None and not context:
                caret = _span(text, shift, len(source))
        elif _ELIDED.match(text) and "<" in text:
            pass
        elif text.strip() and indent(text) > depth and not _stops(text) and not _closes(text, depth):
            context.append(rows[j].line())
        else:
            break
        j += 1
    return frame_at(
        spot, row, source=source, source_line=first.number, caret=caret, context=tuple(context[:_MOST])
    ), j  # fmt: skip


def _has_arrow(rows: Sequence[Row], j: int, end: int) -> bool:
    for k in range(j, min(j + 14, end)):
        parts = numbered(rows[k].text[:1000])
        if parts is None:
            return False
        if parts[0]:
            return True
    return False


def _closes(text: str, depth: int) -> bool:
    """An exception's line that is indented more than the frame, as happens when a prefix was uneven."""
    if indent(text) > depth + 1:
        return False
    found = header(text[:1000])
    return found is not None and found.sure


def _is_source(rows: Sequence[Row], j: int, end: int, depth: int) -> bool:
    text = rows[j].text
    if not text.strip() or _stops(text) or rows[j].mark in ("E", "gsep", "gend"):
        return False
    deeper = indent(text) > depth
    if deeper and ":" not in text:
        return True
    found = header(text[:1000])
    if deeper:
        return not (
            found is not None and found.sure and found.message and " " in found.message and indent(text) <= depth + 1
        )
    # indentation was lost: only what cannot be the exception's own line
    if found is None:
        named = embedded(text[:1000])  # behind a prefix of unknown shape
        return named is None or f"{named.type}: {named.message}" not in text
    if found.sure or (j + 1 >= end):
        return False
    following = rows[j + 1].text
    return place(following[:1000]).found or header(following[:1000]) is not None


def _span(text: str, shift: int, size: int) -> tuple[int, int] | None:
    start = indent(text) - shift
    stop = len(text.rstrip()) - shift
    caret_start, caret_stop = text.find("^"), text.rfind("^") + 1
    if "~" in text and caret_start >= 0:  # ~~~~^^^: the carets are the operator, the tildes its operands
        start, stop = min(start, caret_start - shift), max(stop, caret_stop - shift)
    start, stop = max(start, 0), min(max(stop, 0), size)
    return (start, stop) if start < stop else None


def read_numbered(rows: Sequence[Row], i: int, end: int, spot: Place) -> tuple[Frame, int]:
    """IPython, rich and Sentry: lines of source around the failing one, which an arrow marks."""
    row, j = rows[i], i + 1
    lineno, source, source_line = spot.lineno, "", 0
    around: list[Line] = []
    free = False  # Sentry's source lines have no numbers
    while j < end:
        text = rows[j].text
        if not text.strip():
            j += 1
            continue
        number = at_line(text)
        if number is not None and lineno is None:
            lineno, free = number, True
            j += 1
            continue
        parts = numbered(text)
        if parts is None:
            if _DOTS.match(text) or _HIDDEN_FRAMES.match(text) or rows[j].mark == "rule":
                j += 1
                continue
            if (
                is_caret(text)
                or (rows[j].mark == "box" and not _stops(text))
                or (free and indent(text) and not _stops(text))
            ):
                around.append(rows[j].line())
                j += 1
                continue
            break
        arrow, number, code = parts
        if arrow or (number == spot.lineno and not source):
            lineno, source, source_line = number, code.strip(), rows[j].number
        else:
            around.append(rows[j].line())
        j += 1
    while j > i + 1 and not rows[j - 1].text.strip():
        j -= 1
    return frame_at(
        Place(spot.path, lineno, spot.function, spot.style), row,
        source=source, source_line=source_line, context=tuple(around[:_MOST]),
    ), j  # fmt: skip


def _pytest(rows: Sequence[Row], i: int, end: int, spot: Place) -> tuple[Frame, int]:
    """`path:12: in f` stands above its source, `path:12: KeyError` and `path:12: ` below the line marked `>`."""
    row, j = rows[i], i + 1
    if spot.function:
        if j < end and indent(rows[j].text) >= 1 and rows[j].mark != "E" and not _stops(rows[j].text):
            source = rows[j].text.strip()
            caret = None
            if j + 1 < end and is_caret(rows[j + 1].text):
                caret = _span(rows[j + 1].text, indent(rows[j].text), len(source))
            frame = frame_at(spot, row, source=source, source_line=rows[j].number, caret=caret)
            return frame, j + (1 if caret is None else 2)
        return frame_at(spot, row), j
    pointed = pointed_above(rows, i)
    if pointed is None:
        return frame_at(spot, row), j
    return frame_at(spot, row, source=pointed.text[1:].strip(), source_line=pointed.number), j


def pointed_above(rows: Sequence[Row], i: int) -> Row | None:
    """pytest's failing line, marked `>`, within the block above `i`."""
    for k in range(i - 1, max(i - 80, -1), -1):
        text = rows[k].text
        if text.startswith((">  ", ">\t")):
            return rows[k]
        if text.startswith(("_ _ ", "____", "====")) or place(text[:1000]).style == "pytest":
            return None
    return None
