"""An `EntrySource` held in memory: for tests, lint, calibration and benchmarks."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from app.matching.index import PostingTable, TemplateRow, build_postings
from app.matching.model import EntryFacts
from app.matching.rules import Rules


def template_rows(entries: Iterable[EntryFacts]) -> list[TemplateRow]:
    """One row per wording, numbered from 1 in the order given."""
    pairs = [(entry, wording) for entry in entries for wording in entry.wordings]
    return [TemplateRow(i, e.slug, w.text, e.exceptions) for i, (e, w) in enumerate(pairs, start=1)]


class MemorySource:
    """Entries, their templates and rules, indexed when made."""

    def __init__(self, entries: Sequence[EntryFacts], rules: Rules) -> None:
        self._entries = {entry.slug: entry for entry in entries}
        self._templates = {row.id: row for row in template_rows(entries)}
        self._table = PostingTable(build_postings(self._templates.values()))
        self._rules = rules

    @classmethod
    def from_entries(cls, entries: Iterable[EntryFacts], rules: Rules | None = None) -> MemorySource:
        return cls(list(entries), rules or Rules())

    def candidates(self, words: Collection[str]) -> Sequence[tuple[int, str, str]]:
        return self._rows(self._table.candidates(words))

    def near(self, words: Collection[str], limit: int) -> Sequence[tuple[int, str, str]]:
        return self._rows(self._table.near(words, limit))

    def entries(self, slugs: Collection[str]) -> Mapping[str, EntryFacts]:
        return {slug: self._entries[slug] for slug in slugs if slug in self._entries}

    def rules(self) -> Rules:
        return self._rules

    def _rows(self, ids: Iterable[int]) -> list[tuple[int, str, str]]:
        return [(i, self._templates[i].slug, self._templates[i].text) for i in ids]
