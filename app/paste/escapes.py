r"""Tracebacks that travelled inside a string: JSON, Ansible, `repr` of a str, of bytes or of a list of lines.

A row that holds `\n` written out becomes the rows it stands for.  The quotes of the string that held them decide
where it ends; where there are none (a log that escaped line breaks only) the row is cut at every `\n`.
"""

from __future__ import annotations

import re

from app.paste.headers import looks_like_exception
from app.paste.lazy import lazy
from app.paste.rows import Row, cut, glue, splice

# What stands next to a written-out line break in something that was several lines, and hardly ever in a Windows path.
_TELLS = (
    "\\n  ", "\\nTraceback", "last):\\n", "\\n\\n", "\\r\\n", "\\n', '", '\\n", "', "', \"", "\\n\\t", "Error: \\n",
    "\\n---", "\\nDuring", "\\n\\u001b", "\\n\\x1b", "\\nThe above", "\\n>", "\\n\\\\n",
)  # fmt: skip
_ONE_BREAK = lazy(r"(?<!\\)(?:\\r)?\\n")
_TWO_BREAK = lazy(r"(?:\\\\r)?\\\\n")
_DOUBLE = lazy(r'"(?:[^"\\]|\\.)*(?:"|$)')
_EITHER = lazy(r"""[bru]{0,2}(?:"(?:[^"\\]|\\.)*(?:"|$)|'(?:[^'\\]|\\.)*(?:'|$))""")
_UNESCAPE = lazy(r"""\\(?:(["'/\\])|(t)|(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}))""")
_UNESCAPE_TWICE = lazy(r"""\\{1,3}(?:(["'/])|(t)|(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}))""")
# One string of a list, or bytes, on its own line: `  'File "x", line 1\n',`
_ITEM = lazy(r"""\s{0,200}[\[(]?(?=[bru]{0,2}(["']))""")
_OPENS_LIST = lazy(r'"(?:traceback|stack_?[tT]race|stack)": ?\[\s{0,9}$', re.MULTILINE)
_ITEM_END = lazy(r"""(?<!\\)["'][,\])} ]{0,6}$""")
# VS Code's and Jupyter's own objects: the type and the message stand in fields before the traceback
_QUOTED = lazy(r"""([A-Za-z_][\w.]{0,100}(?:Error|Exception))\((?=["'])""")  # RuntimeError('... of a repr
# What services call the two: AWS Lambda, Celery, Sentry, Elastic, notebooks.
_TYPE_FIELD = lazy(
    r'"(?:e?name|error_?[tT]ype|exc(?:eption)?_?[tT]ype|error\.type|type|class)": ?"([A-Za-z_][\w.]{0,100})"'
)
_VALUE_FIELD = lazy(
    r'"(?:e?value|error_?[mM]essage|exc(?:eption)?_?[mM]essage|error\.message|message)": ?\[?"((?:[^"\\]|\\.)*)'
)
_LINE_FIELD = lazy(r'"(?:log|message|msg|line|text|textPayload|MESSAGE|data)": ?"((?:[^"\\]|\\.)*)"')
_NEXT_FIELD = lazy(r"\s{0,20},\s{0,20}[\"'][\w.-]{1,40}[\"']: ?")
_LEAST_PACKED = 3
_LONGEST = 8000  # of a string that is put together again
_KEY = lazy(r"""[\s,\]}]{0,20}["']\w{1,40}["']: ?\[?["'(]?\s{0,20}$""")
_FIELDS = lazy(r"""\{?\s*"e?name": ?"([A-Za-z_][\w.]{0,100})", ?"(?:message|evalue)": ?(?=")""")


Span = tuple[int, int]


def named_in_fields(text: str) -> tuple[Span, Span] | None:
    """Where the type and the message of an exception stand in an object of JSON, in whatever order."""
    if '": ' not in text and '":"' not in text:
        return None
    kind, said = _TYPE_FIELD.search(text[:_LONGEST]), _VALUE_FIELD.search(text[:_LONGEST])
    if kind is None or said is None or not looks_like_exception(kind[1]):
        return None
    return kind.span(1), said.span(1)


def unpack(text: str, rows: list[Row]) -> list[Row]:
    """Logs of one object of JSON a line, each with one line of the program's output: Docker's, and many collectors'."""
    if '"}' not in text and "}" not in text:
        return rows
    filled = [row for row in rows if row.text.strip()]
    packed = [row for row in filled if row.text.lstrip().startswith("{") and _LINE_FIELD.search(row.text[:_LONGEST])]
    if len(packed) < _LEAST_PACKED or len(packed) * 10 < len(filled) * 8:
        return rows
    return [_unpacked(row) for row in rows]


def _unpacked(row: Row) -> Row:
    """The line that the object holds, unless it holds several."""
    hit = _LINE_FIELD.search(row.text[:_LONGEST]) if row.text.lstrip().startswith("{") else None
    if hit is None or "\\n" in hit[1].removesuffix("\\n").removesuffix("\\r"):
        return row
    end = hit.start(1) + len(hit[1].removesuffix("\\n").removesuffix("\\r"))
    return _unescaped(cut(row, hit.start(1), end), _UNESCAPE)


def opens_field(text: str) -> bool:
    """Whether the line names an exception's type or its message, but not both."""
    return _TYPE_FIELD.search(text[:_LONGEST]) is not None or _VALUE_FIELD.search(text[:_LONGEST]) is not None


def expand(text: str, rows: list[Row]) -> list[Row]:
    if "\\n" not in text and not _OPENS_LIST.search(text):
        return rows
    out: list[Row] = []
    listed = unfinished = False  # within a list; the string before did not end with a line break, the next one goes on
    for row in rows:
        if "\\n" not in row.text and not listed:
            listed = _OPENS_LIST.search(row.text[-40:]) is not None
            out.append(row)
            continue
        item = _ITEM.match(row.text) is not None and _ITEM_END.search(row.text[-12:]) is not None
        listed = item
        if not item and not _is_escaped(row.text):
            unfinished = False
            out.append(row)
            continue
        new = _lines(row, item=item)
        if unfinished and item and out and new and len(out[-1].text) < _LONGEST:
            out[-1] = glue(out[-1], new.pop(0))
        unfinished = item and row.text.rstrip()[-1:] in "\"'" and not row.text.rstrip("\"' ").endswith("\\n")
        out += new
    return out


def _is_escaped(text: str) -> bool:
    if not any(tell in text for tell in _TELLS) or text.lstrip().startswith('File "'):  # a path may hold `\\n\\t`
        return False
    return text.count("\\n") >= 2 or "Traceback" in text or "Error" in text


def _lines(row: Row, *, item: bool) -> list[Row]:
    text = row.text
    twice = not _ONE_BREAK.search(text) and "\\\\n" in text
    breaks = _TWO_BREAK if twice else _ONE_BREAK
    unescape = _UNESCAPE_TWICE if twice else _UNESCAPE
    out: list[Row] = []
    at = 0
    fields = _FIELDS.search(text[:2000]) if '"message"' in text or '"evalue"' in text else None
    if fields is None and not item and '\\"' not in text:
        fields = _QUOTED.search(text[:2000])
    for start, end in _strings(text, item=item, twice=twice, at=fields.end() if fields else 0):
        between = text[at:start]
        told = fields is not None and at <= fields.start() <= start
        if not item and between.strip(" ,:[]{}\"'") and not told and not _KEY.match(between):
            out.append(cut(row, at, start))
        pieces = [_unescaped(cut(row, a, b), unescape) for a, b in _pieces(text, start, end, breaks)]
        if fields and start == fields.end() + 1:
            pieces[0] = glue(cut(row, fields.start(1), fields.end(1)), pieces[0], ": ")
        out += pieces
        at = end + 1
    if at < len(text) and text[at:].strip(" ,:[](){}\"'"):
        rest = cut(row, at)
        if _NEXT_FIELD.match(rest.text):  # of the object that held the string: no part of what the string says
            rest = Row(rest.number, rest.text, rest.columns, rest.stream, "rule", rest.margin)
        out.append(rest)
    if not item and not fields and (named := named_in_fields(text)) is not None:
        kind, said = named
        out.append(glue(cut(row, *kind), _unescaped(cut(row, *said), unescape), ": "))
    return [each for each in out if each.text] or [Row(row.number, "")]


def _strings(text: str, *, item: bool, twice: bool, at: int) -> list[tuple[int, int]]:
    """The contents of the strings of a line that hold line breaks; the whole line where no quotes hold them."""
    if twice and not item:
        return [(0, len(text))]
    if '\\"' in text and not item:
        lexer = _DOUBLE
    elif (
        item
        or (at and text[at - 1] == "(")
        or text.lstrip().startswith(("[", "(", "b'", 'b"', "'", "{'"))
        or "'Traceback (" in text
    ):
        lexer = _EITHER
    elif '"Traceback (' in text or '": "' in text:
        lexer = _DOUBLE
    else:
        return [(0, len(text))]
    spans = []
    for hit in lexer.finditer(text, at if at and text[at - 1] == "(" else 0):
        start = hit.start() + len(hit[0]) - len(hit[0].lstrip("bru")) + 1
        closed = hit.end() > start and text[hit.end() - 1] in "\"'"
        end = hit.end() - 1 if closed else hit.end()
        if item or "\\n" in text[start:end] or '"message": ' in text[max(start - 14, 0) : start]:
            spans.append((start, end))
    return spans or [(0, len(text))]


def _pieces(text: str, start: int, end: int, breaks: re.Pattern[str]) -> list[tuple[int, int]]:
    out = []
    for hit in breaks.finditer(text, start, end):
        out.append((start, hit.start()))
        start = hit.end()
    if start < end or not out:
        out.append((start, end))
    return out


def _unescaped(row: Row, unescape: re.Pattern[str]) -> Row:
    if "\\" not in row.text:
        return row
    return splice(row, ((m.start(), m.end(), _meaning(m)) for m in unescape.finditer(row.text)))


def _meaning(hit: re.Match[str]) -> str:
    if hit[1]:
        return hit[1]
    if hit[2]:
        return "    "
    code = int(hit[3][1:], 16)
    return "\ufffd" if 0xD800 <= code < 0xE000 else chr(code)
