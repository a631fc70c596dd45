"""Where the matcher gets entries from, without knowing what holds them (SQLite, PostgreSQL, a dict in a test)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from app.matching.model import EntryFacts
from app.matching.rules import Rules


class EntrySource(Protocol):
    """A revision of the entries, as the matcher sees it.  All calls are reads and must agree with each other."""

    def candidates(self, words: Collection[str]) -> Sequence[tuple[int, str, str]]:
        """(template id, slug, template text) of the templates whose posting (`app.matching.index.Posting`) has both its
        words in `words`; a posting's second word may be "".  `words` also holds exception types as `!keyerror`."""
        ...

    def near(self, words: Collection[str], limit: int) -> Sequence[tuple[int, str, str]]:
        """The templates that share the most, and the rarest, literal words with `words`, best first: highest sum of
        `NearRow.weight` over shared words."""
        ...

    def entries(self, slugs: Collection[str]) -> Mapping[str, EntryFacts]:
        """The facts of these entries; unknown slugs are left out."""
        ...

    def rules(self) -> Rules:
        """The reviewed rules and calibration of this revision (`Rules.from_json`; `Rules()` when there are none)."""
        ...
