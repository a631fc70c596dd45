"""Where the matcher gets entries from, without knowing what holds them (SQLite, PostgreSQL, a dict in a test)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from app.matching.model import EntryFacts


class EntrySource(Protocol):
    """A revision of the entries, as the matcher sees it.  All calls are reads and must agree with each other."""

    def candidates(self, words: Collection[str]) -> Sequence[tuple[int, str, str]]:
        """(template id, slug, template text) of the templates whose two rarest literal words are both in `words`."""
        ...

    def near(self, words: Collection[str], limit: int) -> Sequence[tuple[int, str, str]]:
        """The templates that share the most, and the rarest, literal words with `words`, best first."""
        ...

    def entries(self, slugs: Collection[str]) -> Mapping[str, EntryFacts]:
        """The facts of these entries; unknown slugs are left out."""
        ...
