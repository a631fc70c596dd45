"""The entries of the current revision, read from SQLite with the standard library alone.

This is the hot path of the command line and of the site: no SQLAlchemy, no Pydantic, nothing built at start.  A load by
another process is noticed by `PRAGMA data_version`, which costs a microsecond, so every call answers from what is
loaded now.  One object may be used from several threads; each gets its own connection.
"""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from app.matching.model import EntryFacts
from app.matching.rules import Rules
from app.records import made, mutable, record
from app.store import facts_json

TemplateRow = tuple[int, str, str]
Parameters = Sequence[str | int]

_CHUNK = 512  # values in one IN (...)
_KEPT = 4_096  # facts or templates kept decoded
_BUSY_MS = 5_000
_FRESH_SECONDS = 0.002  # one lookup asks for the revision many times; new content may show that much later


class NotLoadedError(Exception):
    """There is no database, or nothing was loaded into it."""

    def __init__(self, where: str, why: str = "") -> None:
        super().__init__(f"no entries at {where}{f' ({why})' if why else ''}; run `unraise load` first")


@record
class StoredPage:
    """A finished page: bytes as they are sent, and a tag that changes with them."""

    html: bytes
    brotli: bytes
    etag: str


@mutable
class RevisionCache:
    """What was decoded of one revision; thrown away whole when another one is there."""

    number: int
    content_hash: str
    index_name: str
    loaded_at: str
    rules: Rules
    facts: dict[str, EntryFacts] = made(default_factory=dict)
    templates: dict[int, TemplateRow] = made(default_factory=dict)


class Source:
    """Plain SQL that every database understands; subclasses run it and notice new revisions."""

    _current: RevisionCache | None = None

    # --- what the matcher asks (app.matching.ports.EntrySource) ---

    def candidates(self, words: Collection[str]) -> Sequence[TemplateRow]:
        """(template id, slug, text) of the templates whose two rarest literal words are both in `words`."""
        cache = self.revision()
        known = words if isinstance(words, frozenset | set) else frozenset(words)
        rows = self._by("SELECT first, second, template FROM posting WHERE first IN ({})", sorted(known))
        return self._templates(cache, sorted({t for _, second, t in rows if not second or second in known}))

    def near(self, words: Collection[str], limit: int) -> Sequence[TemplateRow]:
        """The templates that share the most, and the rarest, words with `words`, best first."""
        cache = self.revision()
        scores: dict[int, float] = {}
        sql = "SELECT template, SUM(weight) FROM near WHERE word IN ({}) GROUP BY template"
        for template, weight in self._by(sql, sorted(set(words))):
            scores[template] = scores.get(template, 0.0) + weight
        best = sorted(scores, key=lambda t: (-round(scores[t], 6), t))[:limit]
        return self._templates(cache, best)

    def entries(self, slugs: Collection[str]) -> Mapping[str, EntryFacts]:
        """The facts of these entries; unknown slugs are left out."""
        cache = self.revision()
        missing = sorted({s for s in slugs if s not in cache.facts})
        if missing:
            if len(cache.facts) > _KEPT:
                cache.facts = {}
            for slug, text in self._by("SELECT slug, facts FROM entry WHERE slug IN ({})", missing):
                cache.facts[slug] = facts_json.read(text)
        return {slug: cache.facts[slug] for slug in slugs if slug in cache.facts}

    def rules(self) -> Rules:
        return self.revision().rules

    # --- what pages are made of ---

    def page(self, slug: str) -> StoredPage | None:
        """The finished page of an entry."""
        row = self._one("SELECT html, brotli, etag FROM page WHERE slug = ?", (slug,))
        return StoredPage(*row) if row else None

    def redirect(self, slug: str) -> str | None:
        """Where an entry that had this address is now."""
        row = self._one("SELECT slug FROM redirect WHERE old = ?", (slug,))
        return str(row[0]) if row else None

    def markdown(self, slug: str) -> str:
        """The file of an entry, front-matter and all; "" when there is none."""
        row = self._one("SELECT markdown FROM entry WHERE slug = ?", (slug,))
        return str(row[0]) if row else ""

    def public_json(self, slug: str) -> str:
        """The entry as the API gives it; "" when there is none."""
        row = self._one("SELECT public FROM entry WHERE slug = ?", (slug,))
        return str(row[0]) if row else ""

    def parts_json(self, slug: str) -> str:
        """The `EntryPage` of an entry (app.store.parts reads it); "" when there is none."""
        row = self._one("SELECT parts FROM entry WHERE slug = ?", (slug,))
        return str(row[0]) if row else ""

    # --- revisions ---

    def revision(self) -> RevisionCache:
        """The revision that is loaded now.  Raises NotLoadedError."""
        raise NotImplementedError

    def rows(self, sql: str, parameters: Parameters = ()) -> list[tuple[Any, ...]]:
        """Run one SELECT with `?` for each parameter."""
        raise NotImplementedError

    def close(self) -> None:
        """Let go of what this thread holds open."""
        raise NotImplementedError

    def _read_revision(self, where: str) -> RevisionCache:
        row = self._one("SELECT number, content_hash, index_name, loaded_at, rules FROM revision WHERE id = 1", ())
        if row is None:
            raise NotLoadedError(where)
        number, content_hash, index_name, loaded_at, rules = row
        current = self._current
        if current is None or (current.number, current.content_hash) != (number, content_hash):
            current = RevisionCache(number, content_hash, index_name, loaded_at, Rules.from_json(rules))
            self._current = current
        return current

    def _templates(self, cache: RevisionCache, ids: Sequence[int]) -> list[TemplateRow]:
        missing = [i for i in ids if i not in cache.templates]
        if missing:
            if len(cache.templates) > _KEPT:
                cache.templates = {}
            for number, slug, text in self._by("SELECT id, slug, text FROM template WHERE id IN ({})", missing):
                cache.templates[number] = (number, slug, text)
        kept = cache.templates
        return [kept[i] for i in ids if i in kept]

    def _by(self, sql: str, values: Sequence[str] | Sequence[int]) -> Iterator[tuple[Any, ...]]:
        """Run `sql` with `{}` as the list of values, in chunks; few different statements, so they stay prepared."""
        for start in range(0, len(values), _CHUNK):
            chunk: list[str | int] = list(values[start : start + _CHUNK])
            width = 4
            while width < len(chunk):
                width *= 2
            chunk += [chunk[-1]] * (width - len(chunk))
            yield from self.rows(sql.format(",".join("?" * width)), chunk)

    def _one(self, sql: str, parameters: Parameters) -> tuple[Any, ...] | None:
        return next(iter(self.rows(sql, parameters)), None)


class SqliteSource(Source):
    """Reads the file at `path`; never writes to it."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = os.fspath(path)
        self._local = threading.local()

    def rows(self, sql: str, parameters: Parameters = ()) -> list[tuple[Any, ...]]:
        try:
            return self._connection().execute(sql, parameters).fetchall()
        except sqlite3.OperationalError as error:
            if "no such table" in str(error):
                raise NotLoadedError(self.path, str(error)) from None
            raise

    def revision(self) -> RevisionCache:
        connection = self._connection()
        now = time.monotonic()
        if now < self._local.fresh_until:
            known: RevisionCache = self._local.cache
            return known
        version = connection.execute("PRAGMA data_version").fetchone()[0]
        if self._local.version != version:
            self._local.cache = self._read_revision(self.path)
            self._local.version = version
        elif self._current is not None and self._current.number > self._local.cache.number:
            self._local.cache = self._current  # another thread saw it first
        cache: RevisionCache = self._local.cache
        self._local.fresh_until = now + _FRESH_SECONDS
        return cache

    def close(self) -> None:
        """Close this thread's connection; the next call opens another."""
        connection = self._local.__dict__.pop("connection", None)
        if connection is not None:
            connection.close()

    def _connection(self) -> sqlite3.Connection:
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = _open(self.path)
            self._local.connection, self._local.version, self._local.cache = connection, None, None
            self._local.fresh_until = 0.0
        return connection


def _open(path: str) -> sqlite3.Connection:
    """Read-only.  On a read-only file system WAL's side files cannot be made: then nobody writes either."""
    if not os.path.exists(path):  # noqa: PTH110
        raise NotLoadedError(path)
    address = f"{_uri(path)}?mode=ro"
    connection = sqlite3.connect(address, uri=True, timeout=_BUSY_MS / 1000, isolation_level=None)
    try:
        connection.execute("SELECT 1 FROM sqlite_master").fetchone()
    except sqlite3.OperationalError:
        connection.close()
        connection = sqlite3.connect(f"{address}&immutable=1", uri=True, isolation_level=None)
    except sqlite3.DatabaseError as error:
        connection.close()
        raise NotLoadedError(path, str(error)) from None
    connection.execute("PRAGMA query_only=1")
    connection.execute("PRAGMA mmap_size=268435456")
    return connection


def _uri(path: str) -> str:
    """As SQLite reads file names (sqlite.org/uri.html): `%`, `?` and `#` escaped, separators forward."""
    escaped = os.path.abspath(path).replace("%", "%25").replace("?", "%3f").replace("#", "%23")  # noqa: PTH100
    forward = escaped.replace(os.sep, "/")
    return "file:" + (forward if forward.startswith("/") else "/" + forward)
