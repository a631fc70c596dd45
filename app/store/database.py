"""The database for those who write to it or serve from it: an engine for SQLite or PostgreSQL, and its migrations."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import make_url

from app.settings import ROOT, Settings
from app.store.location import DATABASE_NAME

HEAD = "0002"  # the latest migration; a test holds it to migrations/versions
BUSY_MS = 10_000


class DatabaseError(Exception):
    """The database cannot be used; says why and what to do."""


def database_url(settings: Settings) -> str:
    """DATABASE_URL, with the driver that is installed, or the SQLite file in the data folder."""
    if not settings.database_url:
        return f"sqlite:///{settings.data / DATABASE_NAME}"
    url = make_url(settings.database_url)
    if url.drivername in ("postgresql", "postgres"):
        url = url.set(drivername="postgresql+psycopg")
    return url.render_as_string(hide_password=False)


def sqlite_file(settings: Settings) -> Path | None:
    """The file to open with plain sqlite3, None when the database is another one."""
    url = make_url(database_url(settings))
    return Path(url.database) if url.get_backend_name() == "sqlite" and url.database else None


def make_engine(settings: Settings) -> Engine:
    """An engine; the folder of an SQLite file is made when it is missing.  Raises DatabaseError."""
    url = database_url(settings)
    backend = make_url(url).get_backend_name()
    if backend not in ("sqlite", "postgresql"):
        raise DatabaseError(f"DATABASE_URL names {backend}; use sqlite:///path or postgresql://host/name")
    file = sqlite_file(settings)
    if file is not None:
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise DatabaseError(f"cannot make {file.parent}: {error.strerror}; set UNRAISE_DATA") from None
    try:
        engine = create_engine(url)
    except ModuleNotFoundError as error:
        raise DatabaseError(f"DATABASE_URL needs the package {error.name}; `pip install 'psycopg[binary]'`") from None
    if file is not None:
        event.listen(engine, "connect", _prepare_sqlite)
    return engine


def migrate(settings: Settings) -> bool:
    """Bring the database to the current migration; True when there was something to do.

    Alembic takes a third of a second to import, so a database that is current is left alone after one look.
    """
    file = sqlite_file(settings)
    if file is not None and file.exists() and _version(file) == HEAD:
        return False
    migrate_to(settings, "head")
    return True


def migrate_to(settings: Settings, target: str) -> None:
    """Forwards to a named migration or "head", or back to one or to "base"."""
    from alembic import command
    from alembic.config import Config
    from alembic.runtime.migration import MigrationContext

    config = Config(str(ROOT / "alembic.ini"))
    engine = make_engine(settings)
    try:
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            at = MigrationContext.configure(connection).get_current_revision() or "base"
            if target == "head" or (target != "base" and (at == "base" or at < target)):
                command.upgrade(config, target)
            else:
                command.downgrade(config, target)
    finally:
        engine.dispose()


def _version(file: Path) -> str:
    try:
        connection = sqlite3.connect(f"file:{file}?mode=ro", uri=True, timeout=BUSY_MS / 1000)
        try:
            row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        finally:
            connection.close()
    except sqlite3.Error:
        return ""
    return str(row[0]) if row else ""


def _prepare_sqlite(connection: sqlite3.Connection, _record: object) -> None:
    """WAL: readers go on reading the old revision while a load writes the new one."""
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=NORMAL")
    connection.execute(f"PRAGMA busy_timeout={BUSY_MS}")
