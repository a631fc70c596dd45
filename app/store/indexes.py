"""The folders of the search index: one for each revision, named by the revision's row, complete before it is named."""

from __future__ import annotations

import json
import re
import secrets
import shutil
import time
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, select

from app.content import wording
from app.settings import Settings
from app.store import search
from app.store.location import INDEX_NAME
from app.store.search import Document
from app.store.tables import Entry, table
from app.store.writing import Loaded, Stored

_OURS = re.compile(r"\d{6,}-[0-9a-f]{12}-[0-9a-f]{6}(\.partial)?")
_ABANDONED = 600  # seconds after which a half-built folder belongs to nobody


def folder(settings: Settings, name: str) -> Path:
    return settings.data / INDEX_NAME / name


def new_name(number: int, content_hash: str) -> str:
    """A name of its own even when two loads write the same revision: the slower one removes only what it made."""
    return f"{number:06d}-{content_hash[:12]}-{secrets.token_hex(3)}"


def build(settings: Settings, engine: Engine, name: str, stored: Stored, loaded: Loaded) -> None:
    """From a copy of the last revision's index where that is there, else from all entries."""
    fresh = [document(json.loads(row.public)) for row in loaded.rows]
    base = folder(settings, stored.index_name) if stored.index_name else None
    if base is not None and search.is_built(base):
        search.build(folder(settings, name), fresh, base=base, removed=loaded.removed)
        return
    gone = {*loaded.removed, *(d.slug for d in fresh)}
    kept = [d for d in _stored_documents(engine) if d.slug not in gone]
    search.build(folder(settings, name), [*kept, *fresh])


def ensure(settings: Settings, engine: Engine, name: str) -> Path:
    """The folder of a revision's index, made of the database where it is missing (removed, or on another machine)."""
    path = folder(settings, name)
    if not search.is_built(path):
        shutil.rmtree(path, ignore_errors=True)
        search.build(path, _stored_documents(engine))
    return path


def remove(settings: Settings, name: str) -> None:
    shutil.rmtree(folder(settings, name), ignore_errors=True)


def clean(settings: Settings, keep: Collection[str]) -> None:
    """Remove the indexes of older revisions.  The last one stays: somebody may be about to open it."""
    for path in (settings.data / INDEX_NAME).iterdir():
        if not _OURS.fullmatch(path.name) or path.name in keep:
            continue
        if path.suffix == ".partial" and time.time() - path.stat().st_mtime < _ABANDONED:
            continue
        shutil.rmtree(path, ignore_errors=True)


def document(public: dict[str, Any]) -> Document:
    """What the index takes of an entry's public form."""
    return Document(
        slug=public["slug"],
        title=public["title"],
        library=public["library"],
        exceptions=tuple(public["exceptions"]),
        messages=tuple(wording.plain(m["template"]) for m in public["messages"]),
        summary=public["meaning"],
        causes=tuple(_told(public)),
    )


def _told(public: dict[str, Any]) -> Iterator[str]:
    for cause in public["causes"]:
        yield cause["title"]
        if cause["look_at"]:
            yield cause["look_at"]
    for kind in ("fixes", "not_fixes"):
        for item in public[kind]:
            yield item["title"]


def _stored_documents(engine: Engine) -> Iterator[Document]:
    entry = table(Entry)
    with engine.connect() as connection:
        for (public,) in connection.execute(select(entry.c.public).order_by(entry.c.slug)):
            yield document(json.loads(public))
