"""Which captured values may go into an address: sizes, shapes, dtypes and devices, when the person asks for it.

Names, paths and text are theirs and never do, however harmless they look.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

MAX_VALUE = 60
_SLOT = re.compile(r"[a-z_][a-z0-9_]{0,30}")
_NUMERIC = re.compile(r"(?:torch\.Size)?[-+0-9.,:x×\[\]() %]*(?:[KMGT]i?B)?")
_WORDS = frozenset(
    {"float16", "float32", "float64", "bfloat16", "float", "half", "double", "int8", "int16", "int32", "int64"}
    | {"uint8", "uint16", "uint32", "uint64", "bool", "object", "complex64", "complex128", "long", "int", "short"}
    | {"byte", "char", "cpu", "cuda", "mps", "xpu", "meta"}
)


def shareable(name: str, value: str) -> bool:
    """Is this value of a kind that gives nothing of the person away?"""
    text = value.strip()
    if not text or len(text) > MAX_VALUE or not _SLOT.fullmatch(name):
        return False
    if _NUMERIC.fullmatch(text):
        return any(c.isdigit() for c in text)
    word = text.lower().removeprefix("torch.").removeprefix("np.").removeprefix("c10::").removesuffix("tensor")
    device, _, index = word.partition(":")
    return word in _WORDS or (device in _WORDS and index.isdecimal())


def values(captures: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Those of the captures that may be shared, each name once."""
    kept = {name: value.strip() for name, value in captures if shareable(name, value)}
    return list(kept.items())[:12]
