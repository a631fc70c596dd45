"""The same reads over PostgreSQL, where several machines serve.

Needs `psycopg`.  A new revision is noticed by reading its number at most once a second.
"""

from __future__ import annotations

import time
from typing import Any

from sqlalchemy import Engine
from sqlalchemy.exc import ProgrammingError

from app.store.source import NotLoadedError, Parameters, RevisionCache, Source

_LOOK_AGAIN = 1.0  # seconds


class PostgresSource(Source):
    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._looked = 0.0

    def rows(self, sql: str, parameters: Parameters = ()) -> list[tuple[Any, ...]]:
        if any(isinstance(p, str) and "\0" in p for p in parameters):
            return []  # PostgreSQL's text cannot hold it, so nothing there equals it
        statement = sql.replace("?", "%s")
        try:
            with self._engine.connect() as connection:
                return [tuple(row) for row in connection.exec_driver_sql(statement, tuple(parameters))]
        except ProgrammingError as error:
            if "does not exist" in str(error):
                raise NotLoadedError("DATABASE_URL") from None
            raise

    def revision(self) -> RevisionCache:
        now = time.monotonic()
        if self._current is None or now - self._looked > _LOOK_AGAIN:
            self._read_revision("DATABASE_URL")
            self._looked = now
        assert self._current is not None
        return self._current

    def close(self) -> None:
        """The engine belongs to whoever made it."""
