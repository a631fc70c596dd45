"""Exceptions printed in a form of their own: C++'s terminate, Django's page, VS Code's box, notebooks' JSON."""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.paste.drafts import Draft
from app.paste.escapes import named_in_fields, opens_field
from app.paste.frames import place
from app.paste.headers import header, looks_like_exception
from app.paste.lazy import lazy
from app.paste.messages import MOST_LINES, message_end
from app.paste.rows import Row
from app.paste.sources import frame_at

_TERMINATE = lazy(
    r".{0,200}terminate called (?:after throwing|recursively|without)(?: an instance of '([\w:<>, *]{1,200})')?"
)
_WHAT = lazy(r"\s*what\(\): {0,4}(.*)")
_PAGE = lazy(r"\s*([A-Z]\w{2,100}) at /\S{0,1000}(?:\s*$| (.*))")
_LOCATION = "Exception Location:"
_LOCATED = lazy(
    r"(\S[^\n]{0,400}), line (\d{1,7}), in (\S.{0,200})$"
)  # Django 3.2 and later; earlier `x.py in f, line 3`
# `Exception Type: ValueError` of Django's page, `- **Exception Message:** text` of reports made for a forum
_LABEL = r"[\s>*#|-]{0,12}(?:Exception|Error)[ _]?"
_TYPE_LABEL = lazy(rf"{_LABEL}(?:[Tt]ype|[Cc]lass):?\**:?[ \t`]{{0,8}}([A-Za-z_][\w.]{{1,120}})`?(?: at /\S*)?\s*$")
_VALUE_LABEL = lazy(rf"{_LABEL}(?:[Vv]alue|[Mm]essage):?\**:?[ \t]{{0,8}}(.*)")
_ANY_LABEL = lazy(r"[\s>*#|-]{0,12}[A-Z][A-Za-z ]{2,40}:\**(?:\s|$)")
_HEADING = lazy(r"\W{0,6}(?:Stack ?[Tt]race|Traceback|Details):?\W{0,3}$")
_OCCURRED = lazy(
    r"\s*(?:Exception has occurred|发生异常|發生例外狀況|Es ist ein Ausnahmefehler aufgetreten"
    r"|Une exception s'est produite|例外が発生しました|Se produjo una excepción|Произошло исключение"
    r"|예외가 발생했습니다)[:：] ?(.*)"
)
_FIELD = lazy(r"""[\s\[{,]{0,80}"(name|ename|message|evalue)": ?"((?:[^"\\]|\\.)*)""")
_OBJECT = lazy(r"""\s*\{ ?"name": ?"([A-Za-z_][\w.]{0,100})", ?"message": ?"(.*)""")

_FATAL = "Fatal Python error: "  # faulthandler; the frames below it come the other way round
_FIELDS_APART = 4  # lines
_LABELS_APART = 6
Found = tuple[Draft, int, bool]  # the exception, the index after it, whether its rows are its alone


def printed_otherwise(rows: Sequence[Row], i: int, end: int) -> Found | None:
    text = rows[i].text[:1000]
    if "terminate called" in text:
        return _terminate(rows, i, end)
    if text.lstrip().startswith(_FATAL):
        return Draft("", [text.strip()], rows[i].number, rows[i].number), i + 1, False
    if ("ype" in text or "lass" in text) and (labelled := _labelled(rows, i, end)) is not None:
        return labelled
    if " at /" in text:
        return _page(rows, i, end)
    if '"name"' in text or '"ename"' in text or '"message"' in text:
        return _notebook(rows, i, end) or _fields(rows, i, end)
    if '": ' in text or '":"' in text:
        return _fields(rows, i, end)
    if "xception" in text or not text.isascii():
        return _occurred(rows, i, end)
    if text.startswith("Error occurred when executing "):
        return _executing(rows, i, end)
    return None


def _executing(rows: Sequence[Row], i: int, end: int) -> Found | None:
    """ComfyUI's box: a line that names the node, then the message, then the frames."""
    j = next((k for k in range(i + 1, min(i + 3, end)) if rows[k].text.strip()), None)
    if j is None:
        return None
    found = header(rows[j].text[:1000])
    stop, _ = message_end(rows, j, end, first="x")
    message = [row.text.strip() for row in rows[j:stop]]
    if found is not None and found.sure:
        return Draft(found.type, [found.message, *message[1:]], rows[j].number, rows[stop - 1].number), stop, True
    return Draft("", message, rows[j].number, rows[stop - 1].number), stop, True


def _terminate(rows: Sequence[Row], i: int, end: int) -> Found | None:
    hit = _TERMINATE.match(rows[i].text[:1000])
    if not hit:
        return None
    for j in range(i + 1, min(i + 3, end)):
        what = _WHAT.match(rows[j].text)
        if what:
            stop, _ = message_end(rows, j, end, first=what[1])
            message = [what[1].strip(), *(row.text.rstrip() for row in rows[j + 1 : stop])]
            return Draft(hit[1] or "", message, rows[j].number, rows[stop - 1].number), stop, True
    return None


def _page(rows: Sequence[Row], i: int, end: int) -> Found | None:
    hit = _PAGE.match(rows[i].text[:1200])
    if not hit or not (looks_like_exception(hit[1]) or i + 1 < end):
        return None
    if not looks_like_exception(hit[1]) and not any("Exception Type" in row.text for row in rows[i : i + 12]):
        return None
    stop = i + 1 if hit[2] else min(i + 2, end)
    message = hit[2] or (rows[i + 1].text.strip() if i + 1 < end else "")
    draft = Draft(hit[1], [message], rows[i].number, rows[stop - 1].number)
    _locate(draft, rows[stop : i + 40])
    return draft, stop, True


def _locate(draft: Draft, rows: Sequence[Row]) -> None:
    """The frame that the page names among its fields."""
    for row in rows:
        if row.text.lstrip().startswith(_LOCATION):
            where = row.text.partition(_LOCATION)[2].strip()[:1000]
            spot = place(_LOCATED.sub(r'File "\1", line \2, in \3', where))
            if spot.found:
                draft.frames.append(frame_at(spot, row))


def _labelled(rows: Sequence[Row], i: int, end: int) -> Found | None:
    """Type and message behind labels on lines of their own; the message may begin below its label."""
    hit = _TYPE_LABEL.match(rows[i].text[:400])
    if not hit or not looks_like_exception(hit[1]):
        return None
    labels = (k for k in range(i + 1, min(i + _LABELS_APART, end)) if _VALUE_LABEL.match(rows[k].text[:200]))
    at = next(labels, None)
    value = _VALUE_LABEL.match(rows[at].text) if at is not None else None
    if at is None or value is None:
        return None
    message, line = [value[1].strip()], at
    if not message[0]:
        line = next((k for k in range(at + 1, min(at + 4, end)) if rows[k].text.strip()), at)
        message = [rows[line].text.strip()] if line > at and not _ANY_LABEL.match(rows[line].text[:200]) else []
    stop = line + 1
    while message and stop < end and stop - line < MOST_LINES:
        text = rows[stop].text
        if not text.strip() or _ANY_LABEL.match(text[:200]) or place(text[:1000]).found:
            break
        message.append(text.rstrip())
        stop += 1
    draft = Draft(hit[1], message, rows[line].number, rows[stop - 1].number, labelled=True)
    _locate(draft, rows[stop : min(stop + _LABELS_APART, end)])
    heading = next((k for k in range(stop, min(stop + 3, end)) if rows[k].text.strip()), None)
    if heading is not None and _HEADING.match(rows[heading].text[:60]):
        stop = heading + 1
    return draft, stop, True


def _occurred(rows: Sequence[Row], i: int, end: int) -> Found | None:
    hit = _OCCURRED.match(rows[i].text[:1000])
    if not hit:
        return None
    rest = hit[1].strip()
    found = header(rest)
    if found is None or not found.sure:
        return Draft("", [rest], rows[i].number, rows[i].number), i + 1, False
    draft = Draft(found.type, [found.message], rows[i].number, rows[i].number)
    j = i + 1
    if j < end and rows[j].text.lstrip().startswith(("(note:", "Note:")):
        j += 1
    if not found.message and j < end and rows[j].text.strip():
        stop, _ = message_end(rows, j, end, first=rows[j].text)
        draft.message = [row.text.strip() for row in rows[j:stop]]
        draft.end_line = rows[stop - 1].number
        j = stop
    return draft, j, True


def _notebook(rows: Sequence[Row], i: int, end: int) -> Found | None:
    """`{"name": "KeyError", "message": "...", "stack": "..."}`, on one line or several."""
    text = rows[i].text
    hit = _OBJECT.match(text[:4000])
    if hit:
        message = re.split(r'", ?"stack":', hit[2])[0]
        return Draft(hit[1], [message.strip().rstrip('"')], rows[i].number, rows[i].number), i + 1, True
    field = _FIELD.match(text[:4000])
    if not field:
        return None
    named = _fields(rows, i, end)
    if named is not None or field[1] in ("name", "ename"):
        return named
    return Draft("", [field[2]], rows[i].number, rows[i].number), i + 1, False


def _fields(rows: Sequence[Row], i: int, end: int) -> Found | None:
    """An object of JSON that names type and message, on one line or on lines of their own."""
    text = rows[i].text
    for j in range(i, min(i + _FIELDS_APART, end)):
        named = named_in_fields(text if j == i else f"{text}\n{rows[j].text}")
        if named is not None:
            both = text if j == i else f"{text}\n{rows[j].text}"
            (a, b), (c, d) = named
            return Draft(both[a:b], [both[c:d]], rows[i].number, rows[j].number), j + 1, j > i
        if j == i and not opens_field(text):
            return None
    return None
