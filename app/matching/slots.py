"""The types a template's slots may have, each with a lexer that says how far a value of that type reaches.

A lexer gets the text and an offset and answers the offset behind the value, or -1.  Lexers never look back and look
at most `REACH` characters ahead, so a crafted message cannot make one slow.
"""

from __future__ import annotations

import re
from collections.abc import Callable

REACH = 4_000
Lexer = Callable[[str, int], int]

_CLOSERS = {"(": ")", "[": "]", "{": "}", "<": ">"}
_QUOTE_PAIRS = {
    "'": "'",
    '"': '"',
    "`": "`'",
    "\u2018": "\u2019",
    "\u201c": "\u201d",
    "\u201e": "\u201c\u201d",
    "\u2019": "\u2019\u2018",  # what reads text off a picture closes and opens with the same mark
    "\u201d": "\u201d",
    "\u00b4": "\u00b4",
    "\u00ab": "\u00bb",
}


_STRAIGHT = "'\""
_CURLY = re.compile("[\u2018\u2019\u201c\u201d]")


def _pattern(text: str) -> Lexer:
    """A lexer for a run that a constant, possessive pattern describes."""
    match = re.compile(text, re.VERBOSE).match

    def lex(raw: str, at: int) -> int:
        found = match(raw, at, at + REACH)
        return found.end() if found else -1

    return lex


def lex_balanced(raw: str, at: int) -> int:
    """A bracketed value; brackets within quotes do not count."""
    stack: list[str] = []
    quote = ""
    for offset in range(at, min(len(raw), at + REACH)):
        char = raw[offset]
        if quote:
            quote = "" if char == quote and raw[offset - 1] != "\\" else quote
        elif char in "([{":
            stack.append(_CLOSERS[char])
        elif char in ")]}":
            if not stack or stack.pop() != char:
                return -1
            if not stack:
                return offset + 1
        elif not stack:
            return -1
        elif char == '"' or (char == "'" and not raw[offset - 1].isalnum()):
            quote = char
    return -1


def lex_quoted(raw: str, at: int) -> int:
    """A quoted value with its quotes; b'', r'' and the like count.

    Where the right mark is missing, a curly one that an editor put there closes it."""
    start = at + 1 if raw[at : at + 1] in ("b", "u", "r", "f") else at
    closers = _QUOTE_PAIRS.get(raw[start : start + 1])
    if closers is None:
        return -1
    escaped = False
    for offset in range(start + 1, min(len(raw), start + REACH)):
        char = raw[offset]
        if escaped:
            escaped = False
        elif char == "\\":
            escaped = True
        elif char in closers:
            return offset + 1
    if raw[start] in _STRAIGHT:
        curled = _CURLY.search(raw, start + 1, start + REACH)
        return curled.end() if curled else -1
    return -1


_NAME = r"(?: <[a-z]+> | [^\W\d]\w*+ ) (?: (?:\.|::) (?: <[a-z]+> | \w++ ) )*+"
lex_int = _pattern(r"[+-]?+ (?: \d{1,3}+ (?:,\d{3})++ (?!\d) | \d++ )")
lex_number = _pattern(
    r"""[+-]?+ (?: (?: \d{1,3}+ (?:,\d{3})++ (?!\d) | \d++ ) (?:\.\d++)?+ | \.\d++ | (?:inf|nan|Inf|NaN)\b )
        (?: [eE][+-]?+\d++ )?+"""
)
lex_name = _pattern(_NAME)
lex_size = _pattern(r"\d++ (?:[.,]\d++)*+ [ ]?+ (?: [KMGTP]i?B? | bytes? | B | kB )(?!\w)")
lex_device = _pattern(r"(?: [a-z][a-z_]*+ ) (?: :\d++ )?+ (?!\w)")
_lex_class = _pattern(r"< (?:class|type|enum) [ ] '[^'>\n]{1,200}' >")
_lex_cpp = _pattern(r"(?: (?:unsigned|signed|long) [ ] (?:long[ ])?+ )?+ " + _NAME)
_lex_numpy_code = _pattern(r"[<>|=]?+ [a-zA-Z] \d++")
_lex_arrow = _pattern(r"'[^'\n]{1,200}'")


def lex_shape(raw: str, at: int) -> int:
    """`[2, 3]`, `(2,)`, `torch.Size([2, 3])`, `TensorShape([None, 3])`."""
    name = lex_name(raw, at)
    return lex_balanced(raw, name if name != -1 else at)


def lex_type(raw: str, at: int) -> int:
    """`<class 'x.Y'>`, `Y`, `x.Y`, `list[int]`; one layer of quotes is part of it."""
    for lexer in (_lex_class, lex_name, _lex_arrow):
        end = lexer(raw, at)
        if end != -1:
            inner = lex_balanced(raw, end) if raw[end : end + 1] == "[" else -1
            return max(end, inner)
    return -1


def lex_dtype(raw: str, at: int) -> int:
    """`torch.float32`, `c10::Half`, `int64`, `dtype('O')`, `datetime64[ns]`, `<U5`, `unsigned char`."""
    for lexer in (_lex_class, _lex_cpp, _lex_numpy_code, _lex_arrow):
        end = lexer(raw, at)
        if end != -1:
            inner = lex_balanced(raw, end) if raw[end : end + 1] in ("[", "(") else -1
            return max(end, inner)
    return -1


def lex_list(raw: str, at: int) -> int:
    """`[…]`, `(…)`, `{…}`, `Index([…], dtype='object')`, `set()`."""
    name = lex_name(raw, at)
    return lex_balanced(raw, name if name != -1 else at)


# Types whose own characters say where they end.
CLOSED: dict[str, Lexer] = {
    "int": lex_int,
    "number": lex_number,
    "name": lex_name,
    "quoted": lex_quoted,
    "shape": lex_shape,
    "dtype": lex_dtype,
    "device": lex_device,
    "size": lex_size,
    "type": lex_type,
    "list": lex_list,
}
# Types that run to the template's next literal.
OPEN = ("word", "path", "text", "rest")
TYPES = (*CLOSED, *OPEN)


def accepts(kind: str, value: str) -> bool:
    """Whether `value`, cut out by the literals around it, is one of this type."""
    if kind == "rest":
        return True
    if "\n" in value or len(value) > REACH:
        return False
    if kind == "text":
        return True
    if kind == "path":
        return bool(value.strip())
    if kind == "word":
        return bool(value) and not any(c.isspace() for c in value)
    if kind == "quoted":
        return len(value) >= 2 and value[-1] in _QUOTE_PAIRS.get(value.lstrip("burf")[:1], "")
    return CLOSED[kind](value, 0) == len(value)
