"""Reads one printed traceback: its frames, then the exception's line and message, and nothing of what hangs below."""

from __future__ import annotations

from app.paste.cursor import READ, Cursor
from app.paste.drafts import Draft
from app.paste.frames import Place, place
from app.paste.headers import Header, chain, head, header, label
from app.paste.lazy import lazy
from app.paste.messages import is_noise, message_end
from app.paste.model import Frame, Line
from app.paste.recover import raised_in
from app.paste.rows import Row
from app.paste.sources import indent, is_caret, numbered, pointed_above, read_frame, read_numbered

_BARE = lazy(r"[A-Za-z_][\w.]{2,200}$")
_ARROW = lazy(r"\s{0,8}(?:-{2,6}>|❱) ?\d")
_EATEN_PLACE = lazy(r"in(?: <[\w :]{1,40}>)?(?: ?\(\))?\s*$")  # `<ipython-input-3-abc> in <module>` lost its tags
_SKIPPED = ("[Previous line repeated", "(...)", "[...]", "[snip]", "...", "│", "┃", "<snip>", "[…]", "…")
_MOST_BLANK = 4
_SYNTAX = ("SyntaxError", "IndentationError", "TabError")


def is_arrow(text: str) -> bool:
    """IPython's or rich's mark at the failing line."""
    return bool(_ARROW.match(text))


def expected_type(before: str) -> str:
    """The type that IPython prints left of `Traceback`."""
    return before if _BARE.match(before) else ""


def read_body(cur: Cursor, draft: Draft) -> Draft:
    """Frames, then the exception's line.  Ends at whatever cannot belong to this traceback."""
    depth, gap = 0, 0
    while cur.i < cur.end:
        row, text = cur.rows[cur.i], cur.text()
        if not text.strip():
            gap += draft.style != "pytest"
            if gap > _MOST_BLANK:
                break
            cur.i += 1
            continue
        if _is_other(draft, row, text):
            _reraised(draft, row, text)
            break
        if _is_cut_off(cur, draft, text):
            cur.used[cur.i] = 1
            cur.i += 1
            break
        if row.mark == "E":
            return read_pytest(cur, draft)
        spot = place(text)
        if spot.found or is_arrow(text) or (draft.expected and not draft.frames and _EATEN_PLACE.match(text.strip())):
            depth, gap = indent(text), 0
            _read_frame(cur, draft, spot)
            continue
        after_box = cur.i > 0 and cur.rows[cur.i - 1].mark in ("box", "rule")
        found = _closing(text, depth, draft, row, after_box=after_box) or _typeless(text, depth, gap, draft)
        if found is not None:
            read_message(cur, draft, found)
            return draft
        if not _says_nothing(row, text, depth, draft, gap):
            break
        cur.used[cur.i] = 1
        cur.i += 1
    return _headless(draft)


def _is_other(draft: Draft, row: Row, text: str) -> bool:
    """Something else begins here."""
    if row.mark in ("gsep", "gend") or chain(text) is not None:
        return True
    return head(text) >= 0 and bool(draft.frames or draft.type or head(text) > 0)


def _reraised(draft: Draft, row: Row, text: str) -> None:
    """`TypeError: Traceback (most recent call last):` ends this traceback; the worker's follows as its message."""
    before = text[: max(head(text), 0)].strip()
    found = header(before) if before.endswith(":") and draft.frames else None
    if found is not None and found.sure:
        draft.type, draft.line, draft.end_line, draft.reraised = found.type, row.number, row.number, True


def _is_cut_off(cur: Cursor, draft: Draft, text: str) -> bool:
    """The paste ends within the name of the exception."""
    name = draft.expected.rpartition(".")[2]
    if not 1 < len(text.strip()) < len(name) or not name.startswith(text.strip()):
        return False
    return cur.end - cur.i < 4 and not any(row.text.strip() for row in cur.rows[cur.i + 1 : cur.end])


def _read_frame(cur: Cursor, draft: Draft, spot: Place) -> None:
    start = cur.i
    draft.style = spot.style
    if spot.found:
        frame, cur.i = read_frame(cur.rows, cur.i, cur.end)
    elif is_arrow(cur.text()):  # the paste starts below the arrow's frame line
        frame, cur.i = _arrow(cur)
    else:
        frame, cur.i = read_numbered(cur.rows, cur.i, cur.end, Place("", None, "", "numbered"))
    draft.frames.append(frame)
    cur.use(start, cur.i)


def _arrow(cur: Cursor) -> tuple[Frame, int]:
    row = cur.rows[cur.i]
    parts = numbered(cur.text())
    number, source = (parts[1], parts[2].strip()) if parts else (None, row.text.strip(" ->"))
    above: list[Line] = []
    k = cur.i - 1
    while k >= 0 and not cur.used[k] and len(above) < 40 and numbered(cur.text(k)) is not None:
        cur.used[k] = 1
        above.append(cur.rows[k].line())
        k -= 1
    below: list[Line] = []
    j = cur.i + 1
    while j < cur.end and numbered(cur.text(j)) is not None and not is_arrow(cur.text(j)):
        below.append(cur.rows[j].line())
        j += 1
    context = (*above[::-1], *below[:40])
    return Frame("", number, "", source=source, line=row.number, source_line=row.number, context=context), j


def _closing(text: str, depth: int, draft: Draft, row: Row, *, after_box: bool) -> Header | None:
    """The exception's own line, if this row is one: by its name, or by its place where the name says nothing."""
    found = header(text)
    if found is None:
        return None
    if found.sure:
        return found if found.start <= max(depth, 3) or row.mark or after_box else None
    name = found.type.rpartition(".")[2]
    if draft.expected:
        expected = draft.expected.rpartition(".")[2]
        if name == expected:
            return found
    tail = text[found.start + len(found.type) :]
    if not draft.frames or found.start >= max(depth, 1) or is_noise(text):
        return None
    if not tail.startswith((": ", ":\t", "：", "(")) if found.message else tail.strip():
        return None
    if found.type.islower() and found.type not in ("error", "timeout", "gaierror", "herror"):
        return found if "." in found.type and found.message else None
    return found


def _typeless(text: str, depth: int, gap: int, draft: Draft) -> Header | None:
    """A message whose type was lost: ordinary words, not indented, right below the last frame's source."""
    if (
        not draft.frames
        or gap
        or draft.style == "pytest"
        or not draft.frames[-1].source
        or indent(text) > max(depth - 1, 0)
    ):
        return None
    if is_noise(text) or label(text) is not None or text.count(" ") < 2 or text.startswith(_SKIPPED):
        return None
    if draft.frames[-1].context and depth == 0:
        return None  # lost indentation: more source
    return Header("", text.strip(), indent(text), False)


def _says_nothing(row: Row, text: str, depth: int, draft: Draft, gap: int) -> bool:
    """Rows within a traceback that say nothing: continued source, carets, `12 frames`, `[Previous line repeated`."""
    stripped = text.strip()
    if stripped.startswith(_SKIPPED) or is_caret(text):
        return True
    if draft.style == "pytest":  # source above the next place, and the rules between
        return not stripped.startswith(("____", "====", "FAILED "))
    if row.mark in ("box", "rule") or numbered(text) is not None or stripped.endswith(" frames"):
        return True
    if stripped == "Traceback:" or (stripped.startswith("----") and not draft.frames):
        return True
    if is_noise(text):
        return False
    if not draft.frames:
        return gap == 0 and text.startswith(" ")
    return indent(text) > depth and gap == 0


def read_message(cur: Cursor, draft: Draft, found: Header) -> None:
    """Takes the message that begins at the current row."""
    start, row = cur.i, cur.rows[cur.i]
    if draft.frames and not found.message and row.text[found.start :].strip() == found.type:
        # the interpreter prints a colon before any message: what follows is a note, or another line of the log
        draft.type, draft.message, draft.line, draft.end_line = found.type, [], row.number, row.number
        cur.use(start, start + 1)
        cur.i = start + 1
        return
    stop, paragraph = message_end(cur.rows, start, cur.end, first=found.message, framed=bool(draft.frames))
    draft.type = found.type
    first = found.message + row.text[READ:].rstrip()  # `found` saw no more than READ characters
    draft.message = [_first(first), *(_dedented(r.text, found.start) for r in cur.rows[start + 1 : stop])]
    draft.line, draft.end_line = row.number, cur.rows[stop - 1].number
    if draft.partial_head and found.type.endswith(_SYNTAX) and len(draft.frames) == 1 and not draft.frames[0].function:
        draft.partial_head = False  # the interpreter prints no header over what it cannot compile
    draft.truncated = found.message.rstrip().endswith(("...", "…")) and stop == start + 1
    if stop == cur.end:
        _complete(draft)
    if not draft.type and draft.frames and (raised := raised_in(draft.frames[-1])) is not None:
        draft.type = raised[0]
    # what comes after an empty line may be the message's or not: it stays a stray line too
    cur.use(start, max(paragraph, start + 1))
    cur.i = stop


def _dedented(text: str, columns: int) -> str:
    """Without the columns that the exception's own line is indented by."""
    return text[min(columns, indent(text)) :].rstrip()


def _first(message: str) -> str:
    return message.replace("\\'", "'").replace('\\"', '"') if "\\" in message else message


def _headless(draft: Draft) -> Draft:
    """The paste ends, or something else begins, before the exception's line."""
    if draft.reraised:
        return draft
    draft.truncated = True
    draft.type = draft.type or draft.expected
    _recover(draft)
    return draft


def _recover(draft: Draft) -> None:
    """The message from the last frame's `raise`, where nothing else tells it."""
    last = draft.frames[-1] if draft.frames else None
    raised = raised_in(last) if last is not None and not draft.text else None
    if last is not None and raised is not None:
        draft.type = draft.type or raised[0]
        draft.message = [raised[1]] if raised[1] else []
        draft.line = draft.line or last.source_line
        draft.end_line = max(draft.end_line, draft.line)


def _complete(draft: Draft) -> None:
    """The paste ends within the message, and the source line that raised it says all of it."""
    raised = raised_in(draft.frames[-1]) if draft.frames and draft.text else None
    if raised is not None and len(raised[1]) > len(draft.text) and raised[1].startswith(draft.text):
        draft.message = [raised[1]]


def read_pytest(cur: Cursor, draft: Draft) -> Draft:
    """`E   SomeError: text` and its continuation; the place stands below it."""
    start = stop = cur.i
    while stop < cur.end and cur.rows[stop].mark == "E":
        stop += 1
    texts = [row.text for row in cur.rows[start:stop]]
    cur.i = stop
    found, at = _in_marked(texts)
    if found is None:
        return draft
    draft.type = found.type
    draft.message = [_first(found.message), *(_dedented(text, found.start) for text in texts[at + 1 :])]
    draft.line, draft.end_line = cur.rows[start + at].number, cur.rows[stop - 1].number
    cur.use(start + at, stop)
    _pytest_place(cur, draft, start)
    if not found.sure and not draft.text:
        draft.truncated = True
        _recover(draft)
    return draft


def _in_marked(texts: list[str]) -> tuple[Header | None, int]:
    for at, text in enumerate(texts):
        found = header(text[:READ])
        if found is not None and (found.sure or (at == 0 and (found.message or "." in found.type))):
            return found, at
    if texts[0].lstrip().startswith("assert "):
        return Header("AssertionError", texts[0].strip(), 0, True), 0
    return None, 0


def _pytest_place(cur: Cursor, draft: Draft, start: int) -> None:
    j = cur.next_filled(cur.i, 2)
    if j is not None and place(cur.text(j)).style == "pytest":
        cur.i = j
        _read_frame(cur, draft, place(cur.text(j)))
    elif not draft.frames and (row := pointed_above(cur.rows, start)) is not None:
        draft.frames.append(Frame("", None, "", source=row.text[1:].strip(), line=row.number, source_line=row.number))
