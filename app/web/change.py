"""What a fix changes, in as few lines as it takes: the part of a diff that a person reads first."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache

MAX_LINES = 8
_WORDS = re.compile(r"\w+|\W")


@dataclass(frozen=True, slots=True)
class ChangedLine:
    added: bool
    pieces: tuple[tuple[str, bool], ...]  # (text, whether it differs from the line it replaces)


@lru_cache(maxsize=1024)
def changed_lines(broken: str, fixed: str) -> tuple[ChangedLine, ...]:
    """The removed and added lines in order, without a common indent; nothing where they are too many for a glance."""
    old, new = _lines(broken), _lines(fixed)
    lines: list[ChangedLine] = []
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "equal":
            lines += _hunk(old[i1:i2], new[j1:j2])
    if not lines or len(lines) > MAX_LINES:
        return ()
    return _dedented(lines)


def _lines(code: str) -> list[str]:
    """Without assertions: they say what right is, and mend nothing."""
    return [line for line in code.split("\n") if line.strip() and not line.lstrip().startswith("assert ")]


def _hunk(old: list[str], new: list[str]) -> list[ChangedLine]:
    if len(old) == len(new):
        pairs = [_differing(before, after) for before, after in zip(old, new, strict=True)]
        return [ChangedLine(False, p[0]) for p in pairs] + [ChangedLine(True, p[1]) for p in pairs]
    removed = [ChangedLine(False, ((line, False),)) for line in old]
    return removed + [ChangedLine(True, ((line, False),)) for line in new]


def _differing(before: str, after: str) -> tuple[tuple[tuple[str, bool], ...], tuple[tuple[str, bool], ...]]:
    """Both lines cut at the words that they begin with and end with alike."""
    old, new = _WORDS.findall(before), _WORDS.findall(after)
    shorter = min(len(old), len(new))
    start = next((i for i in range(shorter) if old[i] != new[i]), shorter)
    most = shorter - start
    end = next((i for i in range(most) if old[-1 - i] != new[-1 - i]), most)
    return _cut(old, start, end), _cut(new, start, end)


def _cut(words: list[str], start: int, end: int) -> tuple[tuple[str, bool], ...]:
    stop = len(words) - end
    pieces = (("".join(words[:start]), False), ("".join(words[start:stop]), True), ("".join(words[stop:]), False))
    return tuple(piece for piece in pieces if piece[0])


def _dedented(lines: list[ChangedLine]) -> tuple[ChangedLine, ...]:
    texts = ["".join(text for text, _ in line.pieces) for line in lines]
    indent = min(len(text) - len(text.lstrip()) for text in texts)
    return tuple(ChangedLine(line.added, _without(line.pieces, indent)) for line in lines)


def _without(pieces: tuple[tuple[str, bool], ...], indent: int) -> tuple[tuple[str, bool], ...]:
    kept = []
    for text, differs in pieces:
        kept.append((text[indent:], differs))
        indent = max(0, indent - len(text))
    return tuple(piece for piece in kept if piece[0])
