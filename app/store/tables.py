"""The tables.  What `unraise load` writes and replaces is above; what people write is below and no load touches it.

`migrations/` makes them; a test holds the two together.  The hot reads (`source.py`, `repository.py`) are plain SQL.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Column, Index, LargeBinary, Table, Text, UniqueConstraint
from sqlmodel import Field, SQLModel

_CLUSTERED: dict[str, Any] = {"sqlite_with_rowid": False}  # rows lie in the primary key's own tree


def _text() -> Any:
    return Field(sa_column=Column(Text, nullable=False))


# --- written by a load ------------------------------------------------------------------------------------------


class Revision(SQLModel, table=True):
    """One row: which load everything below comes from.  Readers look here to notice a new one."""

    id: int = Field(default=1, primary_key=True)
    number: int  # rises with every load that changed something
    content_hash: str  # over all entries, rules and the code that renders
    code_hash: str
    head: str = ""  # commit the dates and authors were read at
    index_name: str = ""  # folder of the search index that belongs to it
    loaded_at: str  # ISO 8601, UTC
    rules: str = _text()  # app.matching.rules.Rules as JSON


class Entry(SQLModel, table=True):
    slug: str = Field(primary_key=True)
    library: str = Field(index=True)
    title: str
    meaning: str
    generic: bool = False
    retired: bool = False
    created: str = ""  # date of its first commit, "" without history
    updated: str = ""
    verified: str = ""  # date of its latest proof
    seen_at: str  # when this content was first loaded here, for feeds where there is no history
    source_hash: str  # of the file alone
    content_hash: str  # of the file, what the page says of other files, and the code that renders
    facts: str = _text()  # EntryFacts as JSON
    public: str = _text()  # the entry as the API gives it
    parts: str = _text()  # EntryPage as JSON
    markdown: str = _text()  # the file


class Page(SQLModel, table=True):
    """The finished page.  Apart from `entry`, so that reading it touches nothing else."""

    slug: str = Field(primary_key=True)
    etag: str
    html: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    brotli: bytes = Field(sa_column=Column(LargeBinary, nullable=False))


class Cause(SQLModel, table=True):
    slug: str = Field(primary_key=True)
    id: str = Field(primary_key=True)
    position: int
    title: str
    proof: str = ""  # proved | not-reproduced | unproved


class Raised(SQLModel, table=True):
    """Which exception types an entry is raised with: the way to browse by exception."""

    __table_args__ = (Index("ix_raised_slug", "slug"), _CLUSTERED)

    exception: str = Field(primary_key=True)  # bare name
    slug: str = Field(primary_key=True)


class Redirect(SQLModel, table=True):
    old: str = Field(primary_key=True)
    slug: str


class Template(SQLModel, table=True):
    id: int = Field(primary_key=True)
    slug: str = Field(index=True)
    text: str = _text()


class Posting(SQLModel, table=True):
    """`app.matching.index.Posting`: a template may be meant when both words are there."""

    __table_args__ = _CLUSTERED

    first: str = Field(primary_key=True)
    second: str = Field(primary_key=True)
    template: int = Field(primary_key=True)


class Near(SQLModel, table=True):
    """`app.matching.index.NearRow`: what a word says for a template."""

    __table_args__ = _CLUSTERED

    word: str = Field(primary_key=True)
    template: int = Field(primary_key=True)
    weight: float


class Term(SQLModel, table=True):
    """Words of titles and names, for "did you mean"."""

    word: str = Field(primary_key=True)
    entries: int  # how many entries hold it


# --- written by people ------------------------------------------------------------------------------------------


class Feedback(SQLModel, table=True):
    """An answer to "was this it?".  Never anything of the paste."""

    id: int | None = Field(default=None, primary_key=True)
    slug: str = Field(index=True)
    answer: str  # yes | no
    reason: str = ""
    date: str  # 2026-11-30


class Wanted(SQLModel, table=True):
    """An error somebody asked an entry for: the message with its varying parts taken out, and how often."""

    __table_args__ = (UniqueConstraint("template", "library", "exception", name="uq_wanted"),)

    id: int | None = Field(default=None, primary_key=True)
    template: str
    library: str = ""
    exception: str = ""
    number: int = 1
    first: str
    last: str


class LookupCount(SQLModel, table=True):
    """How often an entry was the answer on a day.  A number, nothing else."""

    __tablename__ = "lookup_count"

    slug: str = Field(primary_key=True)
    day: str = Field(primary_key=True)
    number: int = 0


LOADED: tuple[type[SQLModel], ...] = (Entry, Page, Cause, Raised, Redirect, Template, Posting, Near, Term)
PEOPLES: tuple[type[SQLModel], ...] = (Feedback, Wanted, LookupCount)


def table(model: type[SQLModel]) -> Table:
    """The table behind a model, for statements over many rows."""
    return SQLModel.metadata.tables[str(model.__tablename__)]
