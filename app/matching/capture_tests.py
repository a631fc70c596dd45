"""The small language in which an entry compares what a message captured: `k1 != k2`, `dtype is Half`, `b is square of
a`.

Left of the operator stands a slot, optionally indexed or measured (`size[0]`, `len(size)`); right of it a slot, or a
value.  Numbers compare as numbers, sizes (`2.00 GiB`) as bytes, types by what they are called elsewhere.
"""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Callable, Mapping
from functools import lru_cache

from app.matching.patterns import PatternError, compile_pattern
from app.paste.lazy import lazy
from app.records import record

_TERM = lazy(r"(?:len\((?P<measured>\w+)\)|(?P<slot>[A-Za-z_]\w*)(?:\[(?P<index>-?\d{1,3})\])?)\s*")
_OPERATORS = (
    "is square of",
    "is multiple of",
    "is not empty",
    "is empty",
    "starts with",
    "ends with",
    "contains",
    "matches",
    "not in",
    "in",
    "is not",
    "is",
    "!=",
    "==",
    "<=",
    ">=",
    "<",
    ">",
)
_UNITS = {"b": 1, "byte": 1, "bytes": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40, "p": 1 << 50}
_SIZE = lazy(r"([+-]?\d[\d,]*(?:\.\d+)?(?:[eE][+-]?\d+)?)\s?([KMGTPkmgtp]?)(?:i?[bB]|bytes?)?")
_SAME_TYPE = (
    {"half", "float16", "halftensor", "fp16", "f16"},
    {"float", "float32", "floattensor", "single", "fp32", "f32"},
    {"double", "float64", "doubletensor", "fp64", "f64"},
    {"bfloat16", "bfloat16tensor", "bf16"},
    {"long", "int64", "longtensor", "long int", "long long"},
    {"int", "int32", "inttensor"},
    {"short", "int16", "shorttensor"},
    {"char", "int8", "chartensor", "signed char"},
    {"byte", "uint8", "bytetensor", "unsigned char"},
    {"bool", "booltensor", "bool_", "boolean"},
    {"object", "o"},
    {"str", "string", "str_"},
)


@record
class _Term:
    slot: str
    index: int | None = None
    measured: bool = False

    def value(self, captures: Mapping[str, str]) -> str | None:
        text = captures.get(self.slot)
        if text is None or (self.index is None and not self.measured):
            return text
        items = _items(text)
        if self.measured:
            return str(len(items))
        return items[self.index or 0] if -len(items) <= (self.index or 0) < len(items) else None


@record
class CaptureTest:
    """A parsed test.  `slots` are those it certainly reads; a bare word on the right is a slot if one is named so."""

    left: _Term
    operator: str
    right: str

    @property
    def slots(self) -> tuple[str, ...]:
        return (self.left.slot,)

    def holds(self, captures: Mapping[str, str]) -> bool:
        """False whenever a slot is missing or a value cannot be compared."""
        left = self.left.value(captures)
        if left is None:
            return False
        return _COMPARE[self.operator](left, self._right(captures))

    def _right(self, captures: Mapping[str, str]) -> str:
        term = _TERM.fullmatch(self.right)
        if term is None or self.operator in ("matches", "in", "not in"):
            return self.right
        value = _term(term)
        if value.slot not in captures:
            return self.right
        return value.value(captures) or ""


@lru_cache(maxsize=2048)
def parse_capture_test(text: str) -> CaptureTest:
    """Raises PatternError."""
    found = _TERM.match(text.strip())
    if found is None:
        raise PatternError(f"{text!r} does not begin with a slot", "write for instance `k1 != k2`")
    rest = text.strip()[found.end() :]
    for operator in _OPERATORS:
        after = rest[len(operator) :]
        if rest.startswith(operator) and (not operator[-1].isalpha() or not after or after[0] in " [("):
            return CaptureTest(_term(found), operator, _checked(operator, after.strip(), text))
    raise PatternError(f"{text!r} has no comparison", f"use one of {', '.join(_OPERATORS)}")


def _term(found: re.Match[str]) -> _Term:
    if found["measured"]:
        return _Term(found["measured"], measured=True)
    return _Term(found["slot"], int(found["index"]) if found["index"] else None)


def _checked(operator: str, right: str, text: str) -> str:
    if operator in ("is empty", "is not empty"):
        if right:
            raise PatternError(f"{text!r} goes on after {operator!r}", "end it there")
        return right
    if not right:
        raise PatternError(f"{text!r} compares with nothing", f"write a slot or a value after {operator!r}")
    if operator == "matches":
        compile_pattern(right)
    if operator in ("in", "not in") and not (right.startswith("[") and right.endswith("]")):
        raise PatternError(f"{text!r} needs a list", f"write `{operator} [a, b]`")
    return _unquote(right) if operator not in ("matches", "in", "not in") else right


def _unquote(text: str) -> str:
    return text[1:-1] if len(text) >= 2 and text[0] == text[-1] and text[0] in "'\"" else text


def _items(text: str) -> list[str]:
    """The members of `[2, 3]`, `torch.Size([2, 3])`, `('a',)`."""
    opened = min((i for i in (text.find("["), text.find("("), text.find("{")) if i != -1), default=-1)
    inner = text[opened + 1 :].strip("()[]{} ") if opened != -1 else text
    return [_unquote(item.strip()) for item in inner.split(",") if item.strip()]


def _number(text: str) -> float | None:
    found = _SIZE.fullmatch(_unquote(text.strip()))
    if found is None:
        try:
            return float(text)
        except ValueError:
            return None
    return float(found[1].replace(",", "")) * _UNITS.get(found[2].lower(), 1)


def _type_name(text: str) -> str:
    name = text.strip().removeprefix("<class").strip(" '\"<>").removeprefix("dtype(").strip("()'\"")
    return name.rpartition("::")[2].rpartition(".")[2].lower()


def _same(left: str, right: str) -> bool:
    a, b = _number(left), _number(right)
    if a is not None and b is not None:
        return a == b
    return "".join(_unquote(left).split()) == "".join(_unquote(right).split())


def _is(left: str, right: str) -> bool:
    a, b = _type_name(left), _type_name(right)
    return a == b or any(a in names and b in names for names in _SAME_TYPE)


def _ordered(compare: Callable[[float, float], bool]) -> Callable[[str, str], bool]:
    def test(left: str, right: str) -> bool:
        a, b = _number(left), _number(right)
        return a is not None and b is not None and not math.isnan(a) and not math.isnan(b) and compare(a, b)

    return test


def _member(left: str, right: str) -> bool:
    try:
        options = [str(item) for item in ast.literal_eval(right)] if "'" in right or '"' in right else _items(right)
    except (ValueError, SyntaxError):
        options = _items(right)
    return _unquote(left.strip()) in options


def _bare(text: str) -> str:
    return "".join(text.split())


_COMPARE: dict[str, Callable[[str, str], bool]] = {
    "is square of": _ordered(lambda a, b: b > 1 and a == b * b),
    "is multiple of": _ordered(lambda a, b: b > 1 and a > b and a % b == 0),
    "is empty": lambda a, _: not _unquote(a.strip()).strip("()[]{} "),
    "is not empty": lambda a, _: bool(_unquote(a.strip()).strip("()[]{} ")),
    "starts with": lambda a, b: _bare(a).startswith(_bare(b)) or _bare(_unquote(a)).startswith(_bare(b)),
    "ends with": lambda a, b: _bare(a).endswith(_bare(b)) or _bare(_unquote(a)).endswith(_bare(b)),
    "contains": lambda a, b: b in a,
    "matches": lambda a, b: compile_pattern(b).search(a) is not None,
    "in": _member,
    "not in": lambda a, b: not _member(a, b),
    "is": _is,
    "is not": lambda a, b: not _is(a, b),
    "==": _same,
    "!=": lambda a, b: not _same(a, b),
    "<": _ordered(lambda a, b: a < b),
    ">": _ordered(lambda a, b: a > b),
    "<=": _ordered(lambda a, b: a <= b),
    ">=": _ordered(lambda a, b: a >= b),
}
