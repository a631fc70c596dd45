"""The same store over PostgreSQL.  Set UNRAISE_TEST_POSTGRES to the address of an empty database to run these."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from sqlalchemy import text

from app.content.parse import load_entries
from app.matching.index import words
from app.matching.memory import MemorySource
from app.settings import Settings
from app.store.database import make_engine, migrate, migrate_to
from app.store.loader import load
from app.store.repository import Repository
from app.store.source import NotLoadedError
from tests.content.samples import ENTRIES
from tests.store.conftest import RENDERER

ADDRESS = os.environ.get("UNRAISE_TEST_POSTGRES", "")
TWICE = "torch/backward-twice"
NAME = "python/name-is-not-defined"

pytestmark = pytest.mark.skipif(not ADDRESS, reason="UNRAISE_TEST_POSTGRES names no database")


@pytest.fixture
def postgres(settings: Settings) -> Iterator[Settings]:
    made = Settings(data=settings.data, content=settings.content, database_url=ADDRESS)
    migrate_to(made, "base")
    yield made
    migrate_to(made, "base")


def test_migrations_there_and_back(postgres: Settings) -> None:
    assert migrate(postgres) is True
    migrate_to(postgres, "0001")
    migrate_to(postgres, "base")
    engine = make_engine(postgres)
    with engine.connect() as connection:
        assert connection.execute(text("SELECT COUNT(*) FROM alembic_version")).scalar() == 0
    engine.dispose()


def test_a_load_and_everything_that_is_read_of_it(postgres: Settings) -> None:
    report = load(postgres, page_renderer=RENDERER)
    assert report.added == (NAME, TWICE)
    assert load(postgres, page_renderer=RENDERER).unchanged == 2
    repository = Repository(postgres)
    source = repository.source()
    memory = MemorySource.from_entries([e.facts for e in load_entries(ENTRIES)])
    wanted = words("Trying to backward through the graph a second time, but the buffers have already been freed.")
    assert [r[1:] for r in source.candidates(wanted)] == [r[1:] for r in memory.candidates(wanted)]
    assert [r[1:] for r in source.near(wanted, 5)] == [r[1:] for r in memory.near(wanted, 5)]
    assert source.entries([TWICE]) == memory.entries([TWICE])
    page = repository.page(TWICE)
    assert page is not None
    assert page.html.startswith(b"<h1>")
    assert [s.slug for s in repository.summaries()] == [NAME, TWICE]
    assert repository.search("backward").total == 1
    assert repository.redirect("torch/second-backward") == TWICE
    assert repository.page("torch/\0") is None
    repository.close()


def test_what_people_write(postgres: Settings) -> None:
    load(postgres, page_renderer=RENDERER)
    repository = Repository(postgres)
    repository.count_lookups({TWICE: 2}, "2026-11-30")
    repository.count_lookups({TWICE: 3}, "2026-11-30")
    repository.add_feedback(TWICE, "yes", "", "2026-11-30")
    for _ in range(2):
        repository.add_wish("no {text} 100%", "X", "torch", "2026-11-30")
    assert repository.most_looked_up(5) == [(TWICE, 5)]
    assert repository.feedback(TWICE) == {"yes": 1}
    assert [(w.template, w.number) for w in repository.wishes(5)] == [("no {text} 100%", 2)]
    repository.close()


def test_a_changed_file_is_a_new_revision(postgres: Settings) -> None:
    load(postgres, page_renderer=RENDERER)
    (postgres.content / "errors" / f"{NAME}.md").unlink()
    report = load(postgres, page_renderer=RENDERER)
    assert (report.removed, report.revision) == ((NAME,), 2)
    repository = Repository(postgres)
    assert set(repository.source().entries([NAME, TWICE])) == {TWICE}
    repository.close()


def test_nothing_loaded_is_said(postgres: Settings) -> None:
    repository = Repository(postgres)
    with pytest.raises(NotLoadedError, match="run `unraise load` first"):
        repository.summaries()
    migrate(postgres)
    with pytest.raises(NotLoadedError):
        repository.summaries()
    repository.close()
