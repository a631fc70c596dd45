"""What the matcher and the pages read: the same as from memory, with the standard library alone."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from sqlalchemy.orm import Session

from app.content.facts import to_facts
from app.content.parse import load_entries
from app.matching.index import TemplateRow, words
from app.matching.memory import MemorySource
from app.settings import ROOT, Settings
from app.store import facts_json, writing
from app.store.database import make_engine
from app.store.source import NotLoadedError, SqliteSource
from tests.content.samples import ENTRIES
from tests.store.conftest import Load

TWICE = "torch/backward-twice"
NAME = "python/name-is-not-defined"
PASTE = (
    "Trying to backward through the graph a second time (or directly access saved tensors after they have been freed)."
)


@pytest.fixture
def source(settings: Settings, loading: Load) -> SqliteSource:
    loading()
    return SqliteSource(settings.data / "unraise.db")


def test_facts_are_those_of_the_front_matter(source: SqliteSource) -> None:
    expected = {e.slug: to_facts(e.entry, e.slug) for e in load_entries(ENTRIES)}
    assert source.entries([TWICE, NAME, "no/such"]) == expected


def test_facts_survive_json() -> None:
    for entry in load_entries(ENTRIES):
        assert facts_json.read(facts_json.dump(entry.facts)) == entry.facts


@pytest.mark.parametrize("message", [PASTE, "name 'x' is not defined", "nothing of the kind", "backward graph", ""])
def test_it_answers_as_the_source_in_memory_does(source: SqliteSource, message: str) -> None:
    memory = MemorySource.from_entries([e.facts for e in load_entries(ENTRIES)])
    wanted = words(message) | {"!nameerror"}
    assert [r[1:] for r in source.candidates(wanted)] == [r[1:] for r in memory.candidates(wanted)]
    assert [r[1:] for r in source.near(wanted, 5)] == [r[1:] for r in memory.near(wanted, 5)]


def test_many_words_are_asked_in_chunks(source: SqliteSource) -> None:
    wanted = words(PASTE) | {f"word{i}" for i in range(20_000)}
    assert [slug for _, slug, _ in source.candidates(wanted)] == [TWICE]
    assert {slug for _, slug, _ in source.near(wanted, 5)} == {TWICE}


def test_pages_and_their_other_forms(source: SqliteSource) -> None:
    page = source.page(TWICE)
    assert page is not None
    assert page.html.startswith(b"<h1>")
    assert len(page.etag) == 24
    assert source.markdown(TWICE) == (ENTRIES / f"{TWICE}.md").read_text()
    assert source.public_json(TWICE).startswith('{"slug":"torch/backward-twice"')
    assert source.redirect("torch/second-backward") == TWICE


@pytest.mark.parametrize(
    "slug", ["", "no/such", "../../etc/passwd", "torch/backward-twice\0", "' OR 1=1 --", "x" * 10_000]
)
def test_unknown_slugs_are_nothing(source: SqliteSource, slug: str) -> None:
    assert source.page(slug) is None
    assert source.redirect(slug) is None
    assert source.markdown(slug) == ""
    assert source.public_json(slug) == ""
    assert source.entries([slug]) == {}


def test_a_new_revision_is_seen_at_once(source: SqliteSource, settings: Settings, loading: Load) -> None:
    assert source.entries([TWICE])[TWICE].title.startswith("Going backward")
    file = settings.content / "errors" / f"{TWICE}.md"
    file.write_text(file.read_text().replace("Going backward", "Walking backward"))
    loading()
    assert source.entries([TWICE])[TWICE].title.startswith("Walking backward")
    assert source.revision().number == 2


def test_writes_of_people_do_not_throw_the_cache_away(source: SqliteSource) -> None:
    before = source.revision()
    with sqlite3.connect(source.path) as connection:
        connection.execute("INSERT INTO feedback (slug, answer, reason, date) VALUES ('a/b', 'yes', '', '2026-11-30')")
    assert source.revision() is before


def test_it_cannot_write(source: SqliteSource) -> None:
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        source.rows("DELETE FROM entry")


def test_each_thread_has_a_connection_of_its_own(source: SqliteSource) -> None:
    found: list[int] = []

    def read() -> None:
        found.append(len(source.entries([TWICE, NAME])))
        source.close()

    threads = [threading.Thread(target=read) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [2] * 8


def test_a_database_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(NotLoadedError, match="run `unraise load` first"):
        SqliteSource(tmp_path / "unraise.db").entries([TWICE])


def test_a_database_without_a_load_is_said(tmp_path: Path) -> None:
    file = tmp_path / "unraise.db"
    sqlite3.connect(file).close()
    with pytest.raises(NotLoadedError, match="run `unraise load` first"):
        SqliteSource(file).entries([TWICE])


def test_a_file_that_is_no_database_is_said(tmp_path: Path) -> None:
    file = tmp_path / "unraise.db"
    file.write_text("this is a text file and no database at all" * 100)
    with pytest.raises(NotLoadedError, match="not a database"):
        SqliteSource(file).entries([TWICE])


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_nobody_may_write_to(source: SqliteSource, settings: Settings) -> None:
    source.close()
    settings.data.chmod(0o500)
    try:
        assert SqliteSource(source.path).entries([TWICE])
    finally:
        settings.data.chmod(0o700)


def test_postings_of_a_hundred_thousand_templates_are_rows_like_any_other(settings: Settings, loading: Load) -> None:
    """A table made by hand, as benchmarks do."""
    loading()
    engine = make_engine(settings)
    rows = [TemplateRow(i, TWICE, f"the special gadget number{i} failed to open", ()) for i in range(1, 500)]
    with Session(engine) as session:
        writing.replace_postings(session.connection(), rows)
        session.commit()
    source = SqliteSource(settings.data / "unraise.db")
    assert len(source.rows("SELECT template FROM posting WHERE first = 'number7' OR second = 'number7'")) == 1
    engine.dispose()


HEAVY = (
    "sqlalchemy",
    "sqlmodel",
    "pydantic",
    "yaml",
    "markdown_it",
    "whoosh",
    "pygments",
    "alembic",
    "jinja2",
    "fastapi",
)


def test_a_lookup_imports_nothing_heavy(source: SqliteSource) -> None:
    program = (
        "import sys; from pathlib import Path; from app.store.location import database_path;"
        "from app.store.source import SqliteSource; s = SqliteSource(Path(sys.argv[1]));"
        "s.candidates(frozenset(['backward'])); s.entries(['torch/backward-twice']); s.page('torch/backward-twice');"
        "print(*sorted(set(sys.modules) & set(sys.argv[2:])))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(source.path), *HEAVY], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == "\n"
