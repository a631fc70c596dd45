"""What a check of one entry may need to know of the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.content.parse import ParsedEntry


@dataclass(frozen=True, slots=True)
class Corpus:
    entries: Mapping[str, ParsedEntry]  # by slug
    pastes: Mapping[str, Sequence[Path]]  # by slug: content/pastes/<slug>/*.txt
    environments: frozenset[str]  # names of the pinned sets; empty: there are none to compare with

    @classmethod
    def of(cls, content: Path, entries: Sequence[ParsedEntry]) -> Corpus:
        root = content / "pastes"
        pastes: dict[str, list[Path]] = {}
        for file in sorted(root.glob("*/*/*.txt")):
            pastes.setdefault(file.parent.relative_to(root).as_posix(), []).append(file)
        names = frozenset(file.stem for file in (content / "environments").glob("*.in"))
        return cls({e.slug: e for e in entries}, pastes, names)

    def anchors(self, slug: str) -> frozenset[str]:
        return frozenset(s.id for s in self.entries[slug].body.sections) if slug in self.entries else frozenset()
