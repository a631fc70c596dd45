"""Feedback, wishes for entries and counts of lookups: tables that no load touches."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "feedback",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("slug", sa.String(), nullable=False),
        sa.Column("answer", sa.String(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("date", sa.String(), nullable=False),
    )
    op.create_index("ix_feedback_slug", "feedback", ["slug"])
    op.create_table(
        "wanted",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("template", sa.String(), nullable=False),
        sa.Column("library", sa.String(), nullable=False),
        sa.Column("exception", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("first", sa.String(), nullable=False),
        sa.Column("last", sa.String(), nullable=False),
        sa.UniqueConstraint("template", "library", "exception", name="uq_wanted"),
    )
    op.create_table(
        "lookup_count",
        sa.Column("slug", sa.String(), primary_key=True),
        sa.Column("day", sa.String(), primary_key=True),
        sa.Column("number", sa.Integer(), nullable=False),
    )


def downgrade() -> None:
    for table in ("lookup_count", "wanted", "feedback"):
        op.drop_table(table)
