"""A traceback taken apart, for the disguises that put it together otherwise; and the list that they enter."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

Disguise = Callable[[str], str]
DISGUISES: dict[str, Disguise] = {}

_FRAME = re.compile(r'  File "([^"]+)", line (\d+)(?:, in (.+))?$')
_LAST = re.compile(r"([A-Za-z_][\w.]*)(?:: (.*))?$", re.DOTALL)
HEAD = "Traceback (most recent call last):"


def disguise(function: Disguise) -> Disguise:
    DISGUISES[function.__name__] = function
    return function


@dataclass(frozen=True)
class Shot:
    """The last traceback of a text, taken apart: (path, line, function, source lines) of each frame, type, message."""

    before: str
    frames: tuple[tuple[str, str, str, tuple[str, ...]], ...]
    type: str
    message: str

    @property
    def last(self) -> str:
        return f"{self.type}: {self.message}" if self.message else self.type


def shot(text: str) -> Shot | None:
    """None where the text is no ordinary traceback (a SyntaxError, a plain message)."""
    at = text.rfind("\n" + HEAD) + 1
    if not text.startswith(HEAD, at) or "| " + HEAD in text or "+ Exception Group" in text:
        return None
    frames: list[tuple[str, str, str, tuple[str, ...]]] = []
    lines = text[at:].rstrip("\n").split("\n")[1:]
    index = 0
    while index < len(lines) and lines[index].startswith("  "):
        found = _FRAME.match(lines[index])
        if found:
            frames.append((found[1], found[2], found[3] or "<module>", ()))
        elif frames and not re.fullmatch(r"\s*[\^~][\s\^~]*", lines[index]):
            path, number, function, source = frames[-1]
            frames[-1] = (path, number, function, (*source, lines[index].strip()))
        index += 1
    last = _LAST.match("\n".join(lines[index:]))
    if not frames or last is None or "\n  File " in last[0]:
        return None
    return Shot(text[:at], tuple(frames), last[1], last[2] or "")
