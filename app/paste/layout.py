"""Undo what is drawn around the lines: markdown quotes, fences and bold, boxes, margins, pytest's and pip's marks."""

from __future__ import annotations

import re

from app.paste.frames import place
from app.paste.lazy import lazy
from app.paste.rows import Row, cut, glue, splice

_QUOTE = lazy(r"(?:> ?){1,4}")
_QUOTED_ONCE = lazy(r"> ?(?=Traceback |[\w.]{1,200}(?:Error|Exception): |File \")")
_FENCE = lazy(r" {0,3}(?:`{2,}|~{3,})(?:[A-Za-z][\w+-]{0,20}(?=\s*$))? ?")
_FENCE_END = lazy(r" ?`{2,} ?$")
_EMPHASIS = lazy(
    r"[ \t]*(?:[*_]{2,3}|_\*\*|_(?=[A-Z]\w*(?:Error|Exception): )|\*|`|#{1,6} "
    r"|[-*•] (?=`?[\w.]+(?:Error|Exception)\b))(?:#{1,6} )?(?=[^\s*_])"
)
_BOX_TOP = lazy(r"\s*[╭┌╔+][─━═┄-]{2,}.*[─━═┄-][╮┐╗+]?\s*$")
_BOX_END = lazy(r"\s*[╰└╚╠├+][─━═┄-]{3,}[╯┘╝╣┤+]?\s*$")
_BOX_SIDE = lazy(r"\s{0,40}[│┃║] ?")
_BRANCH = lazy(r"\s{0,40}(?:× |╰─[>▶] ?|├─[>▶]? ?|└─[>▶]? ?)")
_E_MARK = lazy(r"E(?:  {1,3}|$)")
_SUMMARY = lazy(r"(?:FAILED|ERROR) [\w./\\-]{1,300}(?:::\S{1,300}(?: [^-\n]{0,100})?)? - (?=\S)")
_ANNOUNCED = lazy(r"!{2,3} ?Exception during processing ?!{2,3} ?|(?:ComfyUI )?Error Details[:：] ")
_GROUP_MARK = lazy(r"(\s*)\+(-\+)?-{3,}(?: (\d{1,6}|\.{3}) -{3,})?(?: -*)?\s*$")
_GROUP_BODY = lazy(r"(\s*)\| ?(?! {0,3}$)")
_LEAST_BETWEEN = 4
_BROKEN = lazy(r"(?:[/~]|[A-Za-z]:\\)[^│]{0,300}(?<!\s\s)$")


def dedent(rows: list[Row]) -> list[Row]:
    """Without the white space that all lines begin with."""
    texts = [row.text for row in rows if row.text.strip()]
    if not texts or not all(text[0] in " \t" for text in texts):
        return rows
    low, high = min(texts), max(texts)  # what the extremes share, all share
    size = next((i for i, c in enumerate(low) if i >= len(high) or high[i] != c or c not in " \t"), 0)
    # `  File "..."` keeps its two columns when it is all there is
    if len(texts) == 1 or (size <= 2 and "\t" not in low[:size]):
        return rows
    return [cut(row, min(size, len(row.text))) for row in rows]


def close_up(rows: list[Row]) -> list[Row]:
    """Without the empty line that forums and mail put after every line."""
    start = next((i for i, row in enumerate(rows) if row.text.strip()), len(rows))
    between = rows[start + 1 :: 2]
    if len(between) < _LEAST_BETWEEN or any(row.text.strip() for row in between[:-1]):
        return rows
    return [*rows[:start], *rows[start::2]]


def unquote(rows: list[Row]) -> list[Row]:
    """Without markdown's `> ` where (nearly) every line has it, or the header alone does."""
    filled = [row for row in rows if row.text.strip()]
    quoted = sum(row.text.lstrip().startswith(">") and not row.text.startswith(">>>") for row in filled)
    if not quoted:
        return rows
    marked = any(row.text.startswith("E   ") for row in filled)  # pytest marks a source line with `>`
    if quoted * 10 >= len(filled) * 8 or (quoted > (3 if marked else 1) and quoted * 2 > len(filled)):
        return [_cut_match(row, _QUOTE) if not row.text.startswith(">>> ") else row for row in rows]
    return [_cut_match(row, _QUOTED_ONCE) if row.text.startswith(">") else row for row in rows]


def _cut_match(row: Row, pattern: re.Pattern[str]) -> Row:
    hit = pattern.match(row.text)
    return cut(row, hit.end()) if hit else row


def unfence(rows: list[Row]) -> list[Row]:
    """Without code fences, and without bold, italic and heading marks around a whole line."""
    out = []
    for row in rows:
        text = row.text
        if "``" in text or "~~~" in text:
            row = _without_fence(row)
            text = row.text
        if text[:4].strip()[:1] in ("*", "_", "`", "#", "-", "•") and text.strip():
            row = _without_emphasis(row)
        elif text.rstrip().endswith(("**", "**_")) and not text.rstrip().rstrip("*_").endswith(" "):
            row = cut(row, 0, len(text.rstrip().rstrip("*_")))
        out.append(row)
    return out


def _without_fence(row: Row) -> Row:
    row = _cut_match(row, _FENCE)
    hit = _FENCE_END.search(row.text[-20:])
    return cut(row, 0, len(row.text) - len(row.text[-20:]) + hit.start()) if hit else row


def _without_emphasis(row: Row) -> Row:
    hit = _EMPHASIS.match(row.text)
    if not hit:
        return row
    opening = hit[0].strip()
    mark = opening[:1]
    rest = row.text[hit.end() :].rstrip()
    if mark in "*_" and rest.endswith(("**", "__", "**_", "*", opening)):
        rest = rest.rstrip("*_")
    elif mark == "`" and rest.endswith("`"):
        rest = rest.rstrip("`")
    elif opening in ("**", "__") and _ends_within(rest, opening):
        end = hit.end() + rest.index(opening)
        return splice(row, ((0, hit.end(), ""), (end, end + len(opening), "")))
    elif mark in "#-•" or (mark == "*" and opening.startswith("**")) or (mark == "*" and " " in hit[0]):
        pass
    else:
        return row
    return cut(row, hit.end(), hit.end() + len(rest))


def _ends_within(rest: str, opening: str) -> bool:
    """`**RuntimeError: text.** More of it`, `**RuntimeError**: text`."""
    bold, closing, after = rest.partition(opening)
    return bool(closing) and (":" in bold or after.startswith(":"))


def unbox(text: str, rows: list[Row]) -> list[Row]:
    """Without the frames that rich, playwright and pip draw; `mark` "box" stays on what stood inside."""
    if not any(sign in text for sign in "│┃║╭╰╔└├×"):
        return rows
    return _whole_places([_unboxed(row) if not row.text.isascii() else row for row in rows])


def _whole_places(rows: list[Row]) -> list[Row]:
    """A box too narrow for `path:12 in f` breaks it anywhere."""
    out: list[Row] = []
    for row in rows:
        last = out[-1] if out else None
        if last is not None and last.mark == row.mark == "box" and row.text[:1].strip() and _BROKEN.match(last.text):
            joined = glue(last, row, " " if last.text.endswith(" in") else "")
            if place(joined.text[:1000]).function:
                out[-1] = joined
                continue
        out.append(row)
    return out


def _unboxed(row: Row) -> Row:
    text = row.text
    if _BOX_END.match(text):
        return Row(row.number, "", row.columns, row.stream, "rule", row.margin)
    if _BOX_TOP.match(text):
        start = next((i for i, c in enumerate(text) if c not in " ╭┌╔+─━═┄-"), len(text))
        inner = cut(row, start, len(text.rstrip(" ╮┐╗+─━═┄-")))
        return Row(inner.number, inner.text, inner.columns, row.stream, "rule", row.margin)
    hit = _BOX_SIDE.match(text)
    if hit:
        end = len(text.rstrip())
        closed = text[:end].endswith(("│", "┃", "║"))
        inner = cut(row, hit.end(), len(text[: end - 1].rstrip()) if closed and end > hit.end() else end)
        return Row(
            inner.number, inner.text, inner.columns, row.stream, "box" if closed else row.mark or "bar", row.margin
        )
    hit = _BRANCH.match(text)
    return cut(row, hit.end()) if hit else row


def unmark(rows: list[Row]) -> list[Row]:
    """Without pytest's `E   ` and summary words, and the announcements of programs that print the message first."""
    rows = [
        _announced(row) if row.text.startswith(("!!", "FAILED ", "ERROR ", "Error D", "ComfyUI")) else row
        for row in rows
    ]
    if not any(row.text.startswith("E  ") for row in rows):
        return rows
    return [_without_e(row) if row.text.startswith("E") else row for row in rows]


def _announced(row: Row) -> Row:
    hit = _SUMMARY.match(row.text)
    if hit:
        row = cut(row, hit.end())
        return Row(row.number, row.text, row.columns, row.stream, "summary", row.margin)
    hit = _ANNOUNCED.match(row.text)
    if not hit:
        return row
    row = cut(row, hit.end())
    return Row(row.number, row.text, row.columns, row.stream, "announced", row.margin)


def _without_e(row: Row) -> Row:
    hit = _E_MARK.match(row.text)
    if not hit:
        return row
    row = cut(row, hit.end())
    return Row(row.number, row.text, row.columns, row.stream, "E", row.margin)


def find_margins(text: str, rows: list[Row]) -> list[Row]:
    """Exception groups: `margin` is the column of the bar a line hangs on, `mark` "gsep" and "gend" are the rules."""
    if "-+---" not in text and "Exception Group Traceback" not in text and "---- 1 ----" not in text:
        return rows
    return [_on_margin(row) if "|" in row.text or "+" in row.text else row for row in rows]


def _on_margin(row: Row) -> Row:
    hit = _GROUP_MARK.match(row.text)
    if hit:
        column = len(hit[1]) + (2 if hit[2] else 0)
        return Row(row.number, hit[3] or "", ((0, row.number, 0),), row.stream, "gsep" if hit[3] else "gend", column)
    hit = _GROUP_BODY.match(row.text)
    if hit:
        new = cut(row, hit.end())
        return Row(new.number, new.text, new.columns, row.stream, row.mark, len(hit[1]))
    stripped = row.text.lstrip()
    if stripped.startswith("+ Exception Group Traceback"):
        indent = len(row.text) - len(stripped)
        new = cut(row, indent + 2)
        return Row(new.number, new.text, new.columns, row.stream, row.mark, indent)
    if stripped.rstrip() == "|":
        return Row(row.number, "", row.columns, row.stream, row.mark, row.text.index("|"))
    return row
