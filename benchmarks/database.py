"""A database of N message templates, as `unraise load` would leave it, without N files of Markdown."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Sequence
from pathlib import Path

from sqlmodel import SQLModel, create_engine

from app.matching.index import build_postings
from app.matching.memory import template_rows
from app.matching.model import CauseFacts, EntryFacts, Wording
from app.matching.rules import Rules
from app.store import facts_json, tables
from benchmarks.harvest import Harvested


def as_entry(number: int, item: Harvested) -> EntryFacts:
    """One entry with one cause for one harvested message."""
    return EntryFacts(
        slug=f"harvest/{number}",
        title=item.template[:80],
        library=item.library,
        exceptions=(item.exception,),
        wordings=(Wording(item.template),),
        meaning="Harvested.",
        causes=(CauseFacts("only", "Only cause"),),
    )


def build(path: Path, entries: Sequence[EntryFacts], rules: Rules) -> float:
    """Write them all; returns seconds for indexing and writing."""
    start = time.perf_counter()
    path.unlink(missing_ok=True)
    engine = create_engine(f"sqlite:///{path}")
    SQLModel.metadata.create_all(engine, tables=[t.__table__ for t in (*tables.LOADED, tables.Revision)])  # type: ignore[attr-defined]
    engine.dispose()
    templates = template_rows(entries)
    rows = build_postings(templates)
    with sqlite3.connect(path) as db:
        db.executemany(
            "INSERT INTO entry (slug, library, title, meaning, generic, retired, created, updated, verified, seen_at,"
            " source_hash, content_hash, facts, public, parts, markdown)"
            " VALUES (?,?,?,?,0,0,'','','','','','',?,'','','')",
            [(e.slug, e.library, e.title, e.meaning, facts_json.dump(e)) for e in entries],
        )
        db.executemany("INSERT INTO template VALUES (?,?,?)", [(t.id, t.slug, t.text) for t in templates])
        db.executemany("INSERT INTO posting VALUES (?,?,?)", [(p.first, p.second, p.template) for p in rows.postings])
        db.executemany("INSERT INTO near VALUES (?,?,?)", [(n.word, n.template, n.weight) for n in rows.near])
        db.execute(
            "INSERT INTO revision (id, number, content_hash, code_hash, head, index_name, loaded_at, rules)"
            " VALUES (1, 1, 'bench', '', '', '', '', ?)",
            (rules.to_json(),),
        )
    db.close()
    return time.perf_counter() - start
