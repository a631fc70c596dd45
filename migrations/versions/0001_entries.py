"""The entries, as a load writes them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def _text(name: str, *, key: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.String(), nullable=False, primary_key=key)


def _long(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), nullable=False)


def _number(name: str, *, key: bool = False) -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), nullable=False, primary_key=key, autoincrement=False)


def _blob(name: str) -> sa.Column[bytes]:
    return sa.Column(name, sa.LargeBinary(), nullable=False)


def upgrade() -> None:
    op.create_table(
        "revision",
        _number("id", key=True),
        _number("number"),
        _text("content_hash"),
        _text("code_hash"),
        _text("head"),
        _text("index_name"),
        _text("loaded_at"),
        _long("rules"),
    )
    op.create_table(
        "entry",
        _text("slug", key=True),
        _text("library"),
        _text("title"),
        _text("meaning"),
        sa.Column("generic", sa.Boolean(), nullable=False),
        sa.Column("retired", sa.Boolean(), nullable=False),
        _text("created"),
        _text("updated"),
        _text("verified"),
        _text("seen_at"),
        _text("source_hash"),
        _text("content_hash"),
        _long("facts"),
        _long("public"),
        _long("parts"),
        _long("markdown"),
    )
    op.create_index("ix_entry_library", "entry", ["library"])
    op.create_table("page", _text("slug", key=True), _text("etag"), _blob("html"), _blob("brotli"))
    op.create_table(
        "cause", _text("slug", key=True), _text("id", key=True), _number("position"), _text("title"), _text("proof")
    )
    op.create_table("raised", _text("exception", key=True), _text("slug", key=True), sqlite_with_rowid=False)
    op.create_index("ix_raised_slug", "raised", ["slug"])
    op.create_table("redirect", _text("old", key=True), _text("slug"))
    op.create_table("template", _number("id", key=True), _text("slug"), _long("text"))
    op.create_index("ix_template_slug", "template", ["slug"])
    op.create_table(
        "posting",
        _text("first", key=True),
        _text("second", key=True),
        _number("template", key=True),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "near",
        _text("word", key=True),
        _number("template", key=True),
        sa.Column("weight", sa.Float(), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table("term", _text("word", key=True), _number("entries"))


def downgrade() -> None:
    for table in ("term", "near", "posting", "template", "redirect", "raised", "cause", "page", "entry", "revision"):
        op.drop_table(table)
