"""What a fix changes, in as few lines as it takes: the part of a diff that a person reads first."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache

from app.content import highlight

MAX_LINES = 8


@dataclass(frozen=True, slots=True)
class ChangedLine:
    added: bool
    html: str


@lru_cache(maxsize=1024)
def changed_lines(broken: str, fixed: str, language: str = "python") -> tuple[ChangedLine, ...]:
    """The removed and added lines in order, without a common indent; nothing where they are too many to be a glance."""
    old, new = _lines(broken), _lines(fixed)
    picked: list[tuple[bool, str]] = []
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "equal":
            picked += [(False, line) for line in old[i1:i2] if line.strip()]
            picked += [(True, line) for line in new[j1:j2] if line.strip()]
    picked = [(added, line) for added, line in picked if added or not line.lstrip().startswith("#")]
    picked = [(added, line) for added, line in picked if not line.lstrip().startswith("assert ")]
    if not picked or len(picked) > MAX_LINES:
        return ()
    indent = min(len(line) - len(line.lstrip()) for _, line in picked)
    html = highlight.lines("\n".join(line[indent:] for _, line in picked), language)
    return tuple(ChangedLine(added, line) for (added, _), line in zip(picked, html, strict=True))


def _lines(code: str) -> list[str]:
    return code.removesuffix("\n").split("\n")
