"""Migrations lead from nothing to the tables of today and back, and leave people's rows alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect, text
from sqlmodel import SQLModel

from app.settings import ROOT, Settings
from app.store import database, tables
from app.store.database import DatabaseError, database_url, make_engine, migrate, migrate_to, sqlite_file
from app.store.repository import Repository
from tests.store.conftest import Load


def tables_of(settings: Settings) -> set[str]:
    engine = make_engine(settings)
    try:
        return set(inspect(engine).get_table_names())
    finally:
        engine.dispose()


def test_from_nothing_to_today(settings: Settings) -> None:
    assert migrate(settings) is True
    assert tables_of(settings) == {t.name for t in SQLModel.metadata.sorted_tables} | {"alembic_version"}
    assert migrate(settings) is False


def test_the_migrated_database_is_what_the_models_say(settings: Settings) -> None:
    migrate(settings)
    engine = make_engine(settings)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, SQLModel.metadata) == []
    engine.dispose()


def test_the_head_that_is_looked_for_is_the_last_migration() -> None:
    script = ScriptDirectory.from_config(Config(str(ROOT / "alembic.ini")))
    assert script.get_current_head() == database.HEAD


def test_there_and_back_with_rows(settings: Settings, loading: Load) -> None:
    loading()
    repository = Repository(settings)
    repository.add_feedback("torch/backward-twice", "no", "another cause", "2026-11-30")
    repository.close()

    migrate_to(settings, "0001")
    models: tuple[type[SQLModel], ...] = (*tables.LOADED, tables.Revision)
    written_by_a_load = {tables.table(model).name for model in models}
    assert tables_of(settings) == written_by_a_load | {"alembic_version"}
    engine = make_engine(settings)
    with engine.connect() as connection:
        assert connection.execute(text("SELECT COUNT(*) FROM entry")).scalar() == 2
    engine.dispose()

    migrate_to(settings, "base")
    assert tables_of(settings) == {"alembic_version"}

    migrate_to(settings, "head")
    assert loading().unchanged == 0
    assert Repository(settings).search("backward").total == 1


def test_what_people_wrote_outlives_new_tables_for_entries(settings: Settings, loading: Load) -> None:
    """Loading over a migrated database that has people's rows but no revision."""
    migrate(settings)
    Repository(settings).add_feedback("torch/backward-twice", "yes", "", "2026-11-30")
    loading()
    assert Repository(settings).feedback("torch/backward-twice") == {"yes": 1}


def test_readers_and_a_writer_do_not_wait_for_each_other(settings: Settings) -> None:
    migrate(settings)
    engine = make_engine(settings)
    with engine.connect() as connection:
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
    engine.dispose()


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("postgresql://host/name", "postgresql+psycopg://host/name"),
        ("postgres://user:word@host/name", "postgresql+psycopg://user:word@host/name"),
        ("postgresql+psycopg://host/name", "postgresql+psycopg://host/name"),
        ("sqlite:////tmp/x.db", "sqlite:////tmp/x.db"),
    ],
)
def test_addresses_get_the_driver_that_we_use(url: str, expected: str) -> None:
    assert database_url(Settings(database_url=url)) == expected


def test_the_default_is_a_file_in_the_data_folder(tmp_path: Path) -> None:
    assert sqlite_file(Settings(data=tmp_path, database_url="")) == tmp_path / "unraise.db"
    assert sqlite_file(Settings(database_url="postgresql://host/name")) is None


def test_other_databases_are_refused() -> None:
    with pytest.raises(DatabaseError, match="DATABASE_URL names mysql; use sqlite:///path or postgresql://host/name"):
        make_engine(Settings(database_url="mysql://host/name"))


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(DatabaseError, match="set UNRAISE_DATA"):
        make_engine(Settings(data=tmp_path / "file" / "var", database_url=""))
