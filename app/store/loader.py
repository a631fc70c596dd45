"""`unraise load`: the Markdown files into the database and the search index, all or nothing.

Everything that can fail on an entry (parsing, rendering, the page) happens before the first row is written, and the
index of the new revision is complete before the transaction that names it commits.  Whoever reads meanwhile sees the
old revision whole.  Only entries whose hash changed are read again; the hash covers the file, what its page says of
other files (titles, proofs, history) and the code that renders.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import Engine

from app.content import history, verified
from app.content.parse import ParsedEntry, entry_files, parse_text, read_source, slug_of
from app.content.problems import ContentError, Problem, shown
from app.content.render import plain_title
from app.content.rules import FILES, load_rules
from app.settings import ROOT, Settings
from app.store import indexes, writing
from app.store.building import Surroundings, build_page, public_json
from app.store.database import make_engine, migrate
from app.store.pages import PageRenderer
from app.store.writing import Loaded, Stored, make_row

Progress = Callable[[int, int, str], None]

_MATCHING = ("flat", "index", "model", "placeholders", "slots", "templates")  # what rows are made with
_CODE = ("app/content/*.py", "app/store/*.py", *(f"app/matching/{name}.py" for name in _MATCHING))
_TRIES = 3


class LoadError(Exception):
    """The load cannot begin; says why and what to do."""


@dataclass(frozen=True, slots=True)
class LoadReport:
    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    unchanged: int = 0
    revision: int = 0

    @property
    def is_new(self) -> bool:
        """Was anything written?"""
        return bool(self.added or self.changed or self.removed)


@dataclass(slots=True)
class _Content:
    """What lies in the content folder, read once."""

    root: Path
    sources: dict[str, str]  # by slug
    paths: dict[str, str]
    head: str
    beside: str  # digest of the files beside errors/
    pins: str  # digest of the environments that proofs are made in
    code: str
    problems: list[Problem] = field(default_factory=list)

    def digest(self) -> str:
        parts = [self.head, self.beside, self.pins, self.code]
        for slug, source in self.sources.items():
            parts += [slug, source]
        return _hash(*parts)


def load(settings: Settings, progress: Progress | None = None, page_renderer: PageRenderer | None = None) -> LoadReport:
    """Bring database and index to what `settings.content` holds.

    Raises ContentError when an entry is broken (nothing is changed then), LoadError when there is nothing to load,
    DatabaseError when the database cannot be used.
    """
    migrate(settings)
    engine = make_engine(settings)
    try:
        content = _read_content(settings, page_renderer)
        for _ in range(_TRIES):
            try:
                return _Load(settings, engine, content, progress or _silent, page_renderer).run()
            except writing.ConflictError:
                continue  # another load was faster: look again at what it left to do
        raise LoadError("other loads keep changing the database; stop them and load again")
    finally:
        engine.dispose()


def load_migrated(settings: Settings) -> bool:
    """Is there a revision to serve already?"""
    engine = make_engine(settings)
    try:
        with engine.connect() as connection:
            return writing.read_stored(connection) is not None
    finally:
        engine.dispose()


class _Load:
    def __init__(
        self,
        settings: Settings,
        engine: Engine,
        content: _Content,
        progress: Progress,
        page_renderer: PageRenderer | None,
    ) -> None:
        self.settings = settings
        self.engine = engine
        self.content = content
        self.progress = progress
        self.page_renderer = page_renderer
        self.problems: list[Problem] = list(content.problems)
        self.parsed: dict[str, ParsedEntry] = {}

    def run(self) -> LoadReport:
        with self.engine.connect() as connection:
            stored = writing.read_stored(connection)
        digest = self.content.digest()
        if stored is not None and stored.content_hash == digest and not self.problems:
            indexes.ensure(self.settings, self.engine, stored.index_name)
            return LoadReport(unchanged=len(stored.entries), revision=stored.number)
        return self._load(stored or Stored.empty(), digest)

    def _load(self, stored: Stored, digest: str) -> LoadReport:
        rules = load_rules(self.settings.content)
        around = Surroundings(
            titles=self._titles(stored),
            verified=verified.load_verified(self.settings.content),
            history=history.read(self.content.root) if self.content.head else {},
            digests=verified.digester(self.settings.content),
        )
        hashes = self._hashes(stored, around)
        wanted = [s for s in self.content.sources if hashes.get(s) != stored.hash_of(s)]
        rows = self._rows(wanted, hashes, around)
        self._check_redirects(stored, rows)
        if self.problems:
            raise ContentError(self.problems)
        removed = sorted(set(stored.entries) - set(self.content.sources))
        loaded = Loaded(rows, tuple(removed), rules, digest, self.content.code)
        number = self._write(stored, loaded)
        added = tuple(s for s in wanted if s not in stored.entries)
        changed = tuple(s for s in wanted if s in stored.entries)
        return LoadReport(added, changed, tuple(removed), len(self.content.sources) - len(wanted), number)

    def _write(self, stored: Stored, loaded: Loaded) -> int:
        """Index first, then the transaction that names it."""
        if not loaded.rows and not loaded.removed and stored.number:  # only rules or the like changed
            indexes.ensure(self.settings, self.engine, stored.index_name)
            writing.write(self.engine, stored, loaded, index_name=stored.index_name, head=self.content.head)
            return stored.number + 1
        name = indexes.new_name(stored.number + 1, loaded.content_hash)
        indexes.build(self.settings, self.engine, name, stored, loaded)
        try:
            writing.write(self.engine, stored, loaded, index_name=name, head=self.content.head)
        except BaseException:
            indexes.remove(self.settings, name)
            raise
        indexes.clean(self.settings, keep=(name, stored.index_name))
        writing.settle(self.engine)
        return stored.number + 1

    def _titles(self, stored: Stored) -> dict[str, str]:
        """Of all entries: from the file where it changed, else as stored."""
        titles = {}
        for slug, source in self.content.sources.items():
            if stored.source_hash_of(slug) == _hash(source):
                titles[slug] = stored.entries[slug].title
            elif parsed := self._parse(slug):
                titles[slug] = plain_title(parsed.entry.title)
        return titles

    def _hashes(self, stored: Stored, around: Surroundings) -> dict[str, str]:
        hashes = {}
        for slug, source in self.content.sources.items():
            parsed = self.parsed.get(slug)
            related = parsed.entry.related if parsed else stored.related_of(slug)
            hashes[slug] = _hash(source, self.content.code, self.content.pins, repr(around.of(slug, related)))
        return hashes

    def _rows(self, wanted: list[str], hashes: Mapping[str, str], around: Surroundings) -> list[writing.Row]:
        rows = []
        for done, slug in enumerate(wanted):
            self.progress(done, len(wanted), slug)
            parsed = self.parsed.get(slug) or self._parse(slug)
            if parsed is None:
                continue
            try:
                page = build_page(parsed, around)
            except ContentError as error:
                self.problems += error.problems
                continue
            html = self.page_renderer.render(page) if self.page_renderer else ""
            source_hash = _hash(self.content.sources[slug])
            rows.append(make_row(parsed, page, public_json(page, parsed), html, hashes[slug], source_hash))
        if wanted:
            self.progress(len(wanted), len(wanted), "")
        return rows

    def _parse(self, slug: str) -> ParsedEntry | None:
        if slug in self.parsed:
            return self.parsed[slug]
        try:
            self.parsed[slug] = parse_text(self.content.sources[slug], slug, self.content.paths[slug])
        except ContentError as error:
            self.problems += [p for p in error.problems if p not in self.problems]
            return None
        return self.parsed[slug]

    def _check_redirects(self, stored: Stored, rows: list[writing.Row]) -> None:
        """An old address leads to one entry, and to none that still has it."""
        fresh = {row.page.slug for row in rows}
        owners = {old: s for old, s in stored.redirects.items() if s in self.content.sources and s not in fresh}
        for row in rows:
            for old in row.page.redirect_from:
                other = owners.setdefault(old, row.page.slug)
                if old in self.content.sources or other != row.page.slug:
                    taken = "is an entry of its own" if old in self.content.sources else f"leads to {other} already"
                    what = f"the old address {old!r} {taken}"
                    self.problems.append(Problem(row.page.source_path, 1, "redirect", what, "remove it here or there"))


def _read_content(settings: Settings, page_renderer: PageRenderer | None) -> _Content:
    root = settings.content / "errors"
    files = entry_files(root)
    if not files:
        raise LoadError(f"no entries below {root}; give the folder that holds errors/<library>/<slug>.md")
    pins = _hash(*(f.read_text(encoding="utf-8") for f in sorted((settings.content / "environments").glob("*.*"))))
    code = _code_version(page_renderer)
    content = _Content(root, {}, {}, history.head(root), _beside(settings.content), pins, code)
    for file in files:
        try:
            slug = slug_of(file, root)
            content.sources[slug] = read_source(file)
            content.paths[slug] = shown(file)
        except ContentError as error:
            content.problems += error.problems
    return content


def _beside(content: Path) -> str:
    files = [content / name for name in (*FILES, verified.NAME)]
    return _hash(*(f.read_text(encoding="utf-8", errors="replace") if f.exists() else "" for f in files))


def _code_version(page_renderer: PageRenderer | None) -> str:
    """Changes when anything changes that makes rows of files."""
    digest = hashlib.sha256()
    for pattern in _CODE:
        for file in sorted(ROOT.glob(pattern)):
            digest.update(file.read_bytes())
    digest.update((page_renderer.version if page_renderer else "no pages").encode())
    return digest.hexdigest()[:32]


def _hash(*parts: str) -> str:
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode()
        digest.update(len(data).to_bytes(8, "big"))
        digest.update(data)
    return digest.hexdigest()[:32]


def _silent(_done: int, _total: int, _slug: str) -> None:
    pass
