"""Runs migrations on a connection that `app.store.migrate` hands over, or on the database of the settings."""

from __future__ import annotations

from alembic import context
from sqlalchemy import Connection
from sqlmodel import SQLModel

from app.settings import get_settings
from app.store import tables  # noqa: F401  (declares the tables)
from app.store.database import make_engine


def run(connection: Connection) -> None:
    context.configure(
        connection=connection,
        target_metadata=SQLModel.metadata,
        render_as_batch=True,  # SQLite cannot alter a column in place
        transaction_per_migration=False,
        compare_type=True,
    )
    with context.begin_transaction():
        context.run_migrations()


given = context.config.attributes.get("connection")
if given is not None:
    run(given)
else:
    engine = make_engine(get_settings())
    with engine.connect() as own:
        run(own)
        own.commit()
    engine.dispose()
