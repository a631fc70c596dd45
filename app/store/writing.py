"""One load's rows into the tables, in one transaction that every database understands.

The first statement is the one that takes the next revision number: it locks the database for other loads, and finds
out whether one of them was faster.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

import brotli
from sqlalchemy import Connection, Engine, delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlmodel import SQLModel

from app.content import wording
from app.content.parse import ParsedEntry
from app.matching.index import TemplateRow, build_postings
from app.matching.model import PLACE
from app.matching.rules import Rules
from app.store import facts_json, tables
from app.store.pages import EntryPage
from app.store.search_words import words
from app.store.tables import table

_CHUNK = 400
_BATCH = 5_000
_BROTLI = 6  # nine is a tenth smaller and takes five times as long


class ConflictError(Exception):
    """Another load committed in between."""


@dataclass(frozen=True, slots=True)
class StoredEntry:
    title: str
    source_hash: str
    content_hash: str
    facts: str
    seen_at: str


@dataclass(frozen=True, slots=True)
class Stored:
    """What the database holds before a load."""

    number: int
    content_hash: str
    index_name: str
    entries: Mapping[str, StoredEntry]
    redirects: Mapping[str, str]

    @classmethod
    def empty(cls) -> Stored:
        return cls(0, "", "", {}, {})

    def hash_of(self, slug: str) -> str:
        return self.entries[slug].content_hash if slug in self.entries else ""

    def source_hash_of(self, slug: str) -> str:
        return self.entries[slug].source_hash if slug in self.entries else ""

    def related_of(self, slug: str) -> tuple[str, ...]:
        return facts_json.read(self.entries[slug].facts).related if slug in self.entries else ()


@dataclass(frozen=True, slots=True)
class Row:
    """Everything that is stored of one entry."""

    parsed: ParsedEntry
    page: EntryPage
    public: str
    html: bytes
    compressed: bytes
    content_hash: str
    source_hash: str


@dataclass(frozen=True, slots=True)
class Loaded:
    """What a load wants to write."""

    rows: Sequence[Row]  # added or changed
    removed: tuple[str, ...]
    rules: Rules
    content_hash: str
    code_hash: str


def make_row(parsed: ParsedEntry, page: EntryPage, public: str, html: str, content_hash: str, source_hash: str) -> Row:
    data = html.encode()
    return Row(parsed, page, public, data, brotli.compress(data, quality=_BROTLI), content_hash, source_hash)


def read_stored(connection: Connection) -> Stored | None:
    """The revision that is there, None before the first load."""
    revision = table(tables.Revision)
    row = connection.execute(select(revision.c.number, revision.c.content_hash, revision.c.index_name)).first()
    if row is None:
        return None
    entry = table(tables.Entry)
    columns = (entry.c.title, entry.c.source_hash, entry.c.content_hash, entry.c.facts, entry.c.seen_at)
    entries = {r[0]: StoredEntry(*r[1:]) for r in connection.execute(select(entry.c.slug, *columns))}
    redirect = table(tables.Redirect)
    redirects = {r[0]: r[1] for r in connection.execute(select(redirect.c.old, redirect.c.slug))}
    return Stored(row[0], row[1], row[2], entries, redirects)


def write(engine: Engine, stored: Stored, loaded: Loaded, *, index_name: str, head: str) -> None:
    """Raises ConflictError when the database is no longer as `stored` says."""
    with engine.begin() as connection:
        _take_number(connection, stored, loaded, index_name, head)
        changed = [row.page.slug for row in loaded.rows]
        for model in (tables.Entry, tables.Page, tables.Cause, tables.Raised, tables.Redirect, tables.Template):
            _delete(connection, model, [*changed, *loaded.removed])
        for row in loaded.rows:
            seen = stored.entries.get(row.page.slug)
            same = seen is not None and seen.source_hash == row.source_hash
            _insert_entry(connection, row, seen.seen_at if seen and same else _now())
        if changed or loaded.removed:
            _insert_templates(connection, loaded.rows)
            _replace_derived(connection)


def settle(engine: Engine) -> None:
    """Fold SQLite's log into its file, so that the file alone is whole (an image may be made of it)."""
    if engine.dialect.name != "sqlite":
        return
    with engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA busy_timeout=500")
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")


def _take_number(connection: Connection, stored: Stored, loaded: Loaded, index_name: str, head: str) -> None:
    revision = table(tables.Revision)
    values = {
        "number": stored.number + 1,
        "content_hash": loaded.content_hash,
        "code_hash": loaded.code_hash,
        "head": head,
        "index_name": index_name,
        "loaded_at": _now(),
        "rules": loaded.rules.to_json(),
    }
    if stored.number:
        same = (revision.c.id == 1) & (revision.c.number == stored.number)
        if connection.execute(update(revision).where(same).values(values)).rowcount != 1:
            raise ConflictError
        return
    try:
        connection.execute(insert(revision).values(id=1, **values))
    except IntegrityError:
        raise ConflictError from None


def _insert_entry(connection: Connection, row: Row, seen_at: str) -> None:
    page = row.page
    _insert(connection, tables.Entry, [_entry_values(row, seen_at)])
    etag = row.content_hash[:24]
    _insert(connection, tables.Page, [{"slug": page.slug, "etag": etag, "html": row.html, "brotli": row.compressed}])
    _insert(
        connection,
        tables.Cause,
        [
            {"slug": page.slug, "id": c.id, "position": i, "title": c.title, "proof": c.proof.state}
            for i, c in enumerate(page.causes)
        ],
    )
    bare = dict.fromkeys(name.rpartition(".")[2] for name in page.exceptions)
    _insert(connection, tables.Raised, [{"exception": name, "slug": page.slug} for name in bare])
    _insert(connection, tables.Redirect, [{"old": old, "slug": page.slug} for old in page.redirect_from])


def _entry_values(row: Row, seen_at: str) -> dict[str, Any]:
    page = row.page
    return {
        "slug": page.slug,
        "library": page.library,
        "title": page.title,
        "meaning": page.meaning,
        "generic": page.generic,
        "retired": bool(page.retired),
        "created": page.created,
        "updated": page.updated,
        "verified": page.verified,
        "seen_at": seen_at,
        "source_hash": row.source_hash,
        "content_hash": row.content_hash,
        "facts": facts_json.dump(row.parsed.facts),
        "public": row.public,
        "parts": json.dumps(asdict(page), ensure_ascii=False, separators=(",", ":")),
        "markdown": row.parsed.source,
    }


def _insert_templates(connection: Connection, rows: Sequence[Row]) -> None:
    template = table(tables.Template)
    last = connection.execute(select(template.c.id).order_by(template.c.id.desc()).limit(1)).scalar() or 0
    texts = [(row.page.slug, w.text) for row in rows for w in row.parsed.facts.wordings]
    _insert(
        connection, tables.Template, [{"id": last + i, "slug": s, "text": t} for i, (s, t) in enumerate(texts, start=1)]
    )


def _replace_derived(connection: Connection) -> None:
    """What is counted over all entries: postings by the rarity of words, and the words that spelling is checked by."""
    template, raised, entry = table(tables.Template), table(tables.Raised), table(tables.Entry)
    exceptions: dict[str, list[str]] = {}
    for name, slug in connection.execute(select(raised.c.exception, raised.c.slug).order_by(raised.c.exception)):
        exceptions.setdefault(slug, []).append(name)
    texts = connection.execute(select(template.c.id, template.c.slug, template.c.text).order_by(template.c.id)).all()
    replace_postings(connection, [TemplateRow(i, s, t, tuple(exceptions.get(s, ()))) for i, s, t in texts])
    held: dict[str, set[str]] = {}
    for slug, title, library in connection.execute(select(entry.c.slug, entry.c.title, entry.c.library)):
        held[slug] = _terms([title, library, *exceptions.get(slug, ())])
    for _, slug, text in texts:
        if not text.startswith(PLACE):
            held[slug] |= _terms([wording.plain(text)])
    counts = Counter(word for found in held.values() for word in found)
    connection.execute(delete(table(tables.Term)))
    _insert(connection, tables.Term, [{"word": w, "entries": n} for w, n in sorted(counts.items())])


def replace_postings(connection: Connection, templates: Iterable[TemplateRow]) -> None:
    """The rows that the matcher finds templates by; `templates` are all there are."""
    rows = build_postings(templates)
    connection.execute(delete(table(tables.Posting)))
    connection.execute(delete(table(tables.Near)))
    postings = sorted({(p.first, p.second, p.template) for p in rows.postings})
    _insert(connection, tables.Posting, ({"first": f, "second": s, "template": t} for f, s, t in postings))
    near = sorted({(n.word, n.template): n.weight for n in rows.near}.items())
    _insert(connection, tables.Near, ({"word": w, "template": t, "weight": v} for (w, t), v in near))


def _terms(texts: Iterable[str]) -> set[str]:
    return {w.whole for text in texts for w in words(text) if not w.whole.isdigit()}


def _delete(connection: Connection, model: type[SQLModel], slugs: Sequence[str]) -> None:
    target = table(model)
    for start in range(0, len(slugs), _CHUNK):
        connection.execute(delete(target).where(target.c.slug.in_(slugs[start : start + _CHUNK])))


def _insert(connection: Connection, model: type[SQLModel], rows: Iterable[dict[str, Any]]) -> None:
    for batch in _batches(rows):
        connection.execute(insert(table(model)), batch)


def _batches(rows: Iterable[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    batch: list[dict[str, Any]] = []
    for row in rows:
        batch.append(row)
        if len(batch) == _BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
