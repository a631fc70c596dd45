"""What the store tells about entries besides their pages: lists, hits, wishes."""

from __future__ import annotations

from dataclasses import dataclass

from app.store.marking import Pieces


@dataclass(frozen=True, slots=True)
class Summary:
    """An entry as lists show it."""

    slug: str
    title: str
    library: str
    exceptions: tuple[str, ...]
    meaning: str
    generic: bool = False
    retired: bool = False
    created: str = ""  # of the file's history, "" without one
    updated: str = ""
    verified: str = ""
    seen_at: str = ""  # when this content was first loaded here: a date for feeds where there is no history


@dataclass(frozen=True, slots=True)
class Hit:
    """An entry that the words were found in; pieces are (text, whether a word of the query stands there)."""

    entry: Summary
    title: Pieces
    excerpt: Pieces


@dataclass(frozen=True, slots=True)
class Found:
    total: int
    hits: tuple[Hit, ...]
    libraries: tuple[tuple[str, int], ...] = ()
    exceptions: tuple[tuple[str, int], ...] = ()
    did_you_mean: str = ""


@dataclass(frozen=True, slots=True)
class Wish:
    """A wanted entry: the message with its varying parts taken out, and how often it was asked for."""

    template: str
    exception: str
    library: str
    number: int
    first: str
    last: str
