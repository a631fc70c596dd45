"""What `lookup` says to proofs and pastes, with all entries in memory: the same pipeline that every surface uses."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from app.content.parse import ParsedEntry
from app.content.rules import load_rules
from app.lookup import lookup
from app.matching.memory import MemorySource
from app.matching.model import EntryFacts
from app.matching.recognise import recognise
from app.matching.rules import Rules
from app.paste.reader import read
from app.result import CauseAnswer, Result

_EXACT = {"exact", "place", "tight"}  # a place is the frame that raised it


class Answers:
    """Looks texts up among `entries`."""

    def __init__(self, entries: Iterable[ParsedEntry], rules: Rules) -> None:
        self._facts = {entry.slug: entry.facts for entry in entries}
        self._rules = rules
        self._source = MemorySource.from_entries(self._facts.values(), rules)

    @classmethod
    def of(cls, entries: Iterable[ParsedEntry], content: Path) -> Answers:
        return cls(entries, load_rules(content))

    def without(self, slugs: Iterable[str]) -> Answers:
        """The same, had these entries not been written."""
        other = Answers((), self._rules)
        left_out = set(slugs)
        other._facts = {slug: facts for slug, facts in self._facts.items() if slug not in left_out}
        other._source = MemorySource.from_entries(other._facts.values(), self._rules)
        return other

    def facts(self, slug: str) -> EntryFacts:
        return self._facts[slug]

    def __call__(self, text: str) -> Result:
        return lookup(text, self._source)

    def wordings(self, text: str, slug: str) -> tuple[str, ...]:
        """The entry's templates that fit a message of the text word for word (not merely nearly)."""
        entry = self._facts[slug]
        report = read(text)
        found = []
        for wording in entry.wordings:
            alone = EntryFacts(
                entry.slug,
                entry.title,
                entry.library,
                entry.exceptions,
                (wording,),
                requires=entry.requires,
                packages=entry.packages,
            )
            source = MemorySource.from_entries([alone], self._rules)
            if any(f.how in _EXACT for f in recognise(report, source)):
                found.append(wording.text)
        return tuple(found)


def first_cause(result: Result) -> CauseAnswer | None:
    """The cause that evidence puts first; None where the paste cannot tell."""
    return next((cause for cause in result.match.causes if cause.likely), None) if result.match else None


def said(result: Result) -> str:
    """The answer in a few words, for messages about it."""
    if result.match:
        cause = first_cause(result)
        return f"{result.match.slug}#{cause.id}" if cause else result.match.slug
    if result.candidates:
        return "one of " + ", ".join(match.slug for match in result.candidates)
    return "unknown"
