"""Everything the site asks of the store, in one place: pages and lists of the revision that is loaded now, the search
box, and the few things people write.

Reads go through a `Source` (plain SQL, cached for each revision); writes are one short transaction each.  Safe from any
thread.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from pydantic import TypeAdapter
from sqlalchemy import Engine, Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import Session

from app.content import wording
from app.matching.model import PLACE
from app.settings import Settings
from app.store import indexes
from app.store.database import make_engine, sqlite_file
from app.store.pages import EntryPage
from app.store.search import WhooshIndex
from app.store.search_words import MAX_QUERY
from app.store.source import RevisionCache, Source, SqliteSource, StoredPage
from app.store.spelling import Speller
from app.store.suggest import Suggester, Suggestible
from app.store.tables import Feedback, LookupCount, Wanted, table
from app.store.views import Found, Hit, Summary, Wish

MAX_TEMPLATE = 400  # characters of a wish
MAX_NAME = 80
ANSWERS = ("yes", "no")
_PARTS_KEPT = 512


@dataclass(slots=True)
class _Listing:
    """What lists and the search box need of one revision, read when first asked for."""

    number: int
    summaries: tuple[Summary, ...]
    by_slug: dict[str, Summary]
    speller: Speller
    suggester: Suggester
    index: WhooshIndex
    parts: dict[str, EntryPage] = field(default_factory=dict)


class Repository:
    """The store of the settings: the SQLite file, or the PostgreSQL database that DATABASE_URL names."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._engine = make_engine(settings)
        self._source = make_source(settings, self._engine)
        self._lock = threading.Lock()
        self._listing: _Listing | None = None

    # --- the revision and its pages ---

    def revision(self) -> str:
        """Changes with every load that changed something."""
        revision = self._source.revision()
        return f"{revision.number}-{revision.content_hash[:12]}"

    def loaded_at(self) -> str:
        return self._source.revision().loaded_at

    def source(self) -> Source:
        """What `lookup` asks."""
        return self._source

    def page(self, slug: str) -> StoredPage | None:
        return self._source.page(slug)

    def parts(self, slug: str) -> EntryPage | None:
        """What an answer is put together from."""
        kept = self._current().parts
        if slug not in kept:
            text = self._source.parts_json(slug)
            if not text:
                return None
            if len(kept) >= _PARTS_KEPT:
                kept.clear()
            kept[slug] = _page_adapter().validate_json(text)
        return kept.get(slug)

    def markdown(self, slug: str) -> str | None:
        return self._source.markdown(slug) or None

    def public(self, slug: str) -> str | None:
        """The entry as the API gives it, as JSON text."""
        return self._source.public_json(slug) or None

    def redirect(self, slug: str) -> str | None:
        return self._source.redirect(slug)

    # --- lists and search ---

    def summaries(self) -> Sequence[Summary]:
        """All entries by library and slug."""
        return self._current().summaries

    def search(self, words: str, *, library: str = "", exception: str = "", limit: int = 20, offset: int = 0) -> Found:
        """Entries that hold the words, best first; words only, no operators."""
        listing = self._current()
        found = listing.index.search(words, library=library, exception=exception, limit=limit, offset=offset)
        hits = tuple(Hit(listing.by_slug[h.slug], h.title, h.excerpt) for h in found.hits if h.slug in listing.by_slug)
        meant = _did_you_mean(words, found.unknown, listing.speller)
        return Found(found.total, hits, found.libraries, found.exceptions, meant)

    def suggest(self, start: str, limit: int) -> Sequence[tuple[str, str]]:
        """(slug, title) of entries for what is typed so far."""
        return self._current().suggester.suggest(start, limit)

    def most_looked_up(self, limit: int) -> Sequence[tuple[str, int]]:
        """(slug, number) of existing entries, the most looked-up first."""
        sql = (
            "SELECT c.slug, SUM(c.number) FROM lookup_count c JOIN entry e ON e.slug = c.slug"
            " GROUP BY c.slug ORDER BY SUM(c.number) DESC, c.slug LIMIT ?"
        )
        return [(str(slug), int(number)) for slug, number in self._source.rows(sql, (limit,))]

    # --- what people write ---

    def count_lookups(self, numbers: Mapping[str, int], day: str) -> None:
        """Add to how often entries were the answer on a day."""
        rows = [{"slug": slug, "day": day, "number": n} for slug, n in sorted(numbers.items()) if n > 0]
        if rows:
            self._add(table(LookupCount), rows, ("slug", "day"), {})

    def add_feedback(self, slug: str, answer: str, reason: str, day: str) -> None:
        """Keep an answer to "was this it?".  `reason` is one of the site's own words, never free text of a paste."""
        if answer not in ANSWERS:
            raise ValueError(f"an answer is one of {ANSWERS}, not {answer!r}")
        with Session(self._engine) as session:
            session.add(Feedback(slug=slug[:MAX_NAME], answer=answer, reason=reason[:MAX_NAME], date=day))
            session.commit()

    def add_wish(self, template: str, exception: str, library: str, day: str) -> None:
        """Count a wish for an entry.  `template` has no values of the paste in it; the caller masks it."""
        row = {
            "template": template[:MAX_TEMPLATE],
            "exception": exception[:MAX_NAME],
            "library": library[:MAX_NAME],
            "number": 1,
            "first": day,
            "last": day,
        }
        self._add(table(Wanted), [row], ("template", "library", "exception"), {"last": day})

    def wishes(self, limit: int) -> Sequence[Wish]:
        """The wanted entries, the most wanted first."""
        sql = (
            'SELECT template, exception, library, number, "first", "last" FROM wanted'
            ' ORDER BY number DESC, "last" DESC, template LIMIT ?'
        )
        return [Wish(*row) for row in self._source.rows(sql, (limit,))]

    def feedback(self, slug: str) -> Mapping[str, int]:
        """How many said yes and no."""
        sql = "SELECT answer, COUNT(*) FROM feedback WHERE slug = ? GROUP BY answer"
        return {str(answer): int(number) for answer, number in self._source.rows(sql, (slug,))}

    def close(self) -> None:
        self._source.close()
        self._engine.dispose()

    def _add(self, target: Table, rows: list[dict[str, Any]], key: tuple[str, ...], also: dict[str, Any]) -> None:
        """Insert rows, or add their `number` to those that are there: one statement, so that no count is lost."""
        make = postgresql.insert if self._engine.dialect.name == "postgresql" else sqlite.insert
        statement = make(target)
        more = {"number": target.c.number + statement.excluded.number, **also}
        with self._engine.begin() as connection:
            connection.execute(statement.on_conflict_do_update(index_elements=list(key), set_=more), rows)

    def _current(self) -> _Listing:
        """The listing of the current revision; a new one is made by whoever asks first, others wait for it."""
        number = self._source.revision().number
        listing = self._listing
        if listing is None or listing.number != number:
            with self._lock:
                revision = self._source.revision()
                if self._listing is None or self._listing.number != revision.number:
                    self._listing = self._read(revision)
                listing = self._listing
        return listing

    def _read(self, revision: RevisionCache) -> _Listing:
        columns = "slug, title, library, facts, meaning, generic, retired, created, updated, verified, seen_at"
        summaries = tuple(
            Summary(slug, title, library, _raised(facts), meaning, bool(generic), bool(retired), *dates)
            for slug, title, library, facts, meaning, generic, retired, *dates in self._source.rows(
                f"SELECT {columns} FROM entry ORDER BY slug"  # noqa: S608 (constant)
            )
        )
        messages: dict[str, list[str]] = {}
        for slug, text in self._source.rows("SELECT slug, text FROM template ORDER BY id"):
            if not text.startswith(PLACE):
                messages.setdefault(slug, []).append(wording.plain(text))
        suggester = Suggester(
            Suggestible(s.slug, s.title, s.library, s.exceptions, tuple(messages.get(s.slug, ()))) for s in summaries
        )
        speller = Speller(self._source.rows("SELECT word, entries FROM term"))
        index = WhooshIndex(indexes.ensure(self._settings, self._engine, revision.index_name))
        return _Listing(revision.number, summaries, {s.slug: s for s in summaries}, speller, suggester, index)


def make_source(settings: Settings, engine: Engine) -> Source:
    """The reader that fits the database."""
    file = sqlite_file(settings)
    if file is not None:
        return SqliteSource(file)
    from app.store.postgres import PostgresSource

    return PostgresSource(engine)


def _raised(facts: str) -> tuple[str, ...]:
    """The bare names of the exceptions, in the entry's own order: the first is the one people see."""
    return tuple(dict.fromkeys(name.rpartition(".")[2] for name in json.loads(facts)["exceptions"]))


def _did_you_mean(text: str, unknown: Sequence[str], speller: Speller) -> str:
    """The query with the words nobody knows put right, "" when there is nothing to put right."""
    nearest = {word: near for word in unknown if (near := speller.nearest(word))}
    if not nearest:
        return ""
    for word, near in nearest.items():
        text = re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", lambda _, near=near: near, text, flags=re.IGNORECASE)  # type: ignore[misc]
    return " ".join(text.split())[:MAX_QUERY]


@lru_cache(maxsize=1)
def _page_adapter() -> TypeAdapter[EntryPage]:
    return TypeAdapter(EntryPage)
