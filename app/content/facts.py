"""What the matcher needs of an entry, taken from its front-matter."""

from __future__ import annotations

from app.content.schema import Cause, Entry
from app.matching.model import PLACE, CauseFacts, EntryFacts, EvidenceRule, Wording


def to_facts(entry: Entry, slug: str) -> EntryFacts:
    """`slug` is the whole address below /errors/: "torch/backward-twice"."""
    return EntryFacts(
        slug=slug,
        title=entry.title,
        library=entry.library,
        exceptions=entry.exception,
        wordings=(
            *(Wording(w.text, w.versions) for w in entry.message),
            *(Wording(f"{PLACE}{place}") for place in entry.raised_at),
        ),
        meaning=entry.meaning,
        if_this=entry.if_this,
        generic=entry.generic,
        requires=tuple(entry.requires),
        packages=entry.packages,
        causes=tuple(_cause(c) for c in entry.causes),
        fixes=tuple((f.id, f.title) for f in entry.fixes),
        related=entry.related,
    )


def _cause(cause: Cause) -> CauseFacts:
    rules = tuple(EvidenceRule(e.kind, e.pattern, e.weight) for e in cause.evidence)
    return CauseFacts(cause.id, cause.title, cause.look_at, cause.fix, rules)
