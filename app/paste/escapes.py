r"""Tracebacks that travelled inside a string: JSON, Ansible, `repr` of a str, of bytes or of a list of lines.

A row that holds `\n` written out becomes the rows it stands for.
"""

from __future__ import annotations

import re

from app.paste.rows import Row, cut, splice

_BREAK = re.compile(r"\\{1,2}r\\{1,2}n|\\{1,2}n")
# What follows a written-out line break in something that was several lines, and hardly ever in a Windows path.
_TELLS = (
    "\\n  ", "\\nTraceback", "last):\\n", "\\n\\n", "\\r\\n", "\\n', '", '\\n", "', "\\n\\t", "\\n    ", "Error: \\n", "\\n---", "\\nDuring",
)  # fmt: skip
_BETWEEN = re.compile(r"""['"],? ?[bru]{0,2}['"]""")  # between two strings of a list
_UNESCAPE = re.compile(r"""\\{1,2}(?:(["'/])|(t)|(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}))""")
# One string of a list, or bytes, on its own line: `  'File "x", line 1\n',`
_ITEM = re.compile(r"""\s{0,200}[\[(]?[bru]{0,2}(['"])""")


def expand(text: str, rows: list[Row]) -> list[Row]:
    if "\\n" not in text:
        return rows
    out: list[Row] = []
    for row in rows:
        if "\\n" in row.text and _is_escaped(row.text):
            out += _lines(row)
        else:
            out.append(row)
    return out


def _is_escaped(text: str) -> bool:
    stripped = text.rstrip(" ,])")
    if stripped.endswith(("\\n'", '\\n"')) and _ITEM.match(text):
        return True
    if not any(tell in text for tell in _TELLS):
        return False
    return len(_BREAK.findall(text)) >= 2 or "Traceback" in text or "Error" in text


def _lines(row: Row) -> list[Row]:
    text, at, out = row.text, 0, []
    head = _ITEM.match(text)
    if head and text.rstrip(" ,])").endswith(("'", '"')):
        at = head.end()
        text = text.rstrip(" ,])")[:-1]
    for hit in _BREAK.finditer(text, at):
        if hit.start() >= at:
            out.append(_unescape(cut(row, at, hit.start())))
        at = hit.end()
        between = _BETWEEN.match(text, at)
        if between:
            at = between.end()
    if at < len(text):
        out.append(_unescape(cut(row, at, len(text))))
    return out or [Row(row.number, "")]


def _unescape(row: Row) -> Row:
    if "\\" not in row.text:
        return row
    return splice(row, ((m.start(), m.end(), _meaning(m)) for m in _UNESCAPE.finditer(row.text)))


def _meaning(hit: re.Match[str]) -> str:
    if hit[1]:
        return hit[1]
    if hit[2]:
        return "    "
    code = int(hit[3][1:], 16)
    return "\ufffd" if 0xD800 <= code < 0xE000 else chr(code)
