"""The search box: a port, and Whoosh 2.7.4 behind it.

Only words are read, never operators: Whoosh's own query parser can be made to hang by one short query.  An index is
built into a folder of its own, complete before anyone opens it; it holds pickles, so only folders that we built are
opened.  Never used to recognise a message.
"""

from __future__ import annotations

import json
import shutil
import threading
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Protocol

from whoosh import fields, index, query, scoring
from whoosh.searching import Searcher

from app.store.marking import Marker, Pieces
from app.store.search_words import Word, fold, indexed, joined, query_words

FORMAT = 1  # raise it when what is written changes
_BOOSTS = {"title": 4.0, "exception": 3.0, "library": 2.5, "messages": 2.0, "summary": 1.0, "causes": 0.8}
_SHORT = ("title", "exception")  # where two letters are taken as a beginning
_MAX_EXPANSIONS = 24
_MIN_PREFIX = 3
_MIN_END = 5  # letters of a dotted name's end: `py` and `json` say too little
_MAX_EXCERPTS = 10  # texts of an entry among which the excerpt is chosen
_SEPARATOR = "\x1f"


@dataclass(frozen=True, slots=True)
class Document:
    """An entry as the index takes it: plain words, no Markdown."""

    slug: str
    title: str
    library: str
    exceptions: tuple[str, ...]
    messages: tuple[str, ...]
    summary: str
    causes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SearchHit:
    slug: str
    title: Pieces
    excerpt: Pieces


@dataclass(frozen=True, slots=True)
class SearchResult:
    total: int
    hits: tuple[SearchHit, ...]
    libraries: tuple[tuple[str, int], ...] = ()
    exceptions: tuple[tuple[str, int], ...] = ()
    unknown: tuple[str, ...] = ()  # words that no entry holds


class SearchIndex(Protocol):
    """One revision of the entries, searchable by words."""

    def search(
        self, text: str, *, library: str = "", exception: str = "", limit: int = 20, offset: int = 0
    ) -> SearchResult: ...


def build(
    folder: Path, documents: Iterable[Document], *, base: Path | None = None, removed: Collection[str] = ()
) -> None:
    """Write an index into `folder`, which must not exist; from a copy of `base` only what changed is written.

    `documents` replace those of the same slug; `removed` are taken out.
    """
    partial = folder.with_name(folder.name + ".partial")
    shutil.rmtree(partial, ignore_errors=True)
    partial.parent.mkdir(parents=True, exist_ok=True)
    if base is not None and is_built(base):
        shutil.copytree(base, partial)
        (partial / "complete").unlink()
        found = index.open_dir(partial)
    else:
        partial.mkdir()
        found = index.create_in(partial, _schema())
    with found.writer(limitmb=64) as writer:
        for slug in removed:
            writer.delete_by_term("slug", slug)
        for document in documents:
            writer.update_document(**_fields(document))
    found.close()
    (partial / "complete").write_text(str(FORMAT))
    partial.rename(folder)


def is_built(folder: Path) -> bool:
    """Was this index finished, by code that writes what we read?"""
    try:
        return (folder / "complete").read_text() == str(FORMAT)
    except OSError:
        return False


class WhooshIndex:
    """Opened once per process; each thread gets a searcher of its own, as Whoosh's readers need it."""

    def __init__(self, folder: Path) -> None:
        self._index = index.open_dir(folder, readonly=True)
        self._local = threading.local()

    def search(
        self, text: str, *, library: str = "", exception: str = "", limit: int = 20, offset: int = 0
    ) -> SearchResult:
        asked = query_words(text)
        if not asked:
            return SearchResult(0, ())
        searcher = self._searcher()
        asked = _with_parted_names(searcher, asked)
        parts = [_word_query(searcher, w, unfinished=w is asked[-1]) for w in asked]
        unknown = tuple(w.whole for w, part in zip(asked, parts, strict=True) if part is None)
        wanted, numbers = _widest(searcher, asked, parts, _filter(library, exception))
        if wanted is None:
            return SearchResult(0, (), unknown=unknown)
        libraries, exceptions = _facets(searcher, numbers)
        best = searcher.search(wanted, limit=min(offset + limit, len(numbers)))
        hits = tuple(_hit(best[i].fields(), asked) for i in range(offset, best.scored_length()))
        return SearchResult(len(numbers), hits, libraries, exceptions, unknown)

    def close(self) -> None:
        self._index.close()

    def _searcher(self) -> Searcher:
        searcher: Searcher | None = getattr(self._local, "searcher", None)
        if searcher is None:
            searcher = self._local.searcher = self._index.searcher(weighting=scoring.BM25F(B=0.6, K1=1.4))
        return searcher


def _schema() -> fields.Schema:
    text = {name: fields.KEYWORD(scorable=True) for name in _BOOSTS}
    return fields.Schema(
        slug=fields.ID(unique=True, stored=True),
        in_library=fields.ID(sortable=True),
        with_exception=fields.KEYWORD(commas=True),
        exception_names=fields.ID(sortable=True),
        shown=fields.STORED,
        **text,
    )


def _fields(document: Document) -> dict[str, str]:
    text = {
        "title": document.title,
        "library": document.library,
        "exception": " ".join(document.exceptions),
        "messages": "\n".join(document.messages),
        "summary": document.summary,
        "causes": "\n".join(document.causes),
    }
    names = [name.rpartition(".")[2] for name in document.exceptions]
    return {
        "slug": document.slug,
        "in_library": document.library,
        "with_exception": ",".join(dict.fromkeys(n.casefold() for n in names)),
        "exception_names": _SEPARATOR.join(dict.fromkeys(names)),
        "shown": json.dumps([document.title, *document.messages, document.summary, *document.causes]),
        **{name: indexed(value) for name, value in text.items()},
    }


class _Or(query.Or):  # type: ignore[misc]
    """Whoosh's own choice for small indexes allocates an array of thousands for each word and field."""

    matcher_type = query.Or.DEFAULT_MATCHER


def _with_parted_names(searcher: Searcher, asked: Sequence[Word]) -> tuple[Word, ...]:
    """The words, where two that nobody holds make one that is known (`hugging face`) as that one."""
    found: list[Word] = []
    for word in asked:
        both = joined(found[-1], word) if found else word
        if found and not (_known(searcher, found[-1]) and _known(searcher, word)) and _known(searcher, both):
            found[-1] = both
        else:
            found.append(word)
    return tuple(found)


def _known(searcher: Searcher, word: Word) -> bool:
    return _word_query(searcher, word, unfinished=False) is not None


def _word_query(searcher: Searcher, word: Word, *, unfinished: bool) -> query.Query | None:
    """The word in any field: whole, else by its pieces together, its stem, or (the last word) as a beginning; a dotted
    name that nothing holds by the end of it that is known.  None when nothing holds it."""
    reader = searcher.reader()
    choices: list[query.Query] = []
    for name, boost in _BOOSTS.items():
        if (name, word.whole) in reader:
            choices.append(query.Term(name, word.whole, boost=boost))
        if word.stem and (name, word.stem) in reader:
            choices.append(query.Term(name, word.stem, boost=boost * 0.6))
        if word.pieces and all((name, piece) in reader for piece in word.pieces):
            choices.append(query.And([query.Term(name, piece) for piece in word.pieces], boost=boost * 0.5))
        if unfinished and (len(word.whole) >= _MIN_PREFIX or (len(word.whole) == 2 and name in _SHORT)):
            choices += [query.Term(name, longer, boost=boost * 0.3) for longer in _longer(searcher, name, word.whole)]
    for end in word.ends:
        if choices:
            break
        if len(end) >= _MIN_END:
            choices = [query.Term(name, end, boost=boost) for name, boost in _BOOSTS.items() if (name, end) in reader]
    return _Or(choices) if choices else None


def _widest(
    searcher: Searcher, asked: Sequence[Word], parts: Sequence[query.Query | None], chosen: query.Query | None
) -> tuple[query.Query | None, frozenset[int]]:
    """The first of these that finds anything, with what it finds: entries that hold every word, any word, any part of
    a dotted name."""
    known = [part for part in parts if part is not None]
    loose = [query.Term(name, part, boost=boost) for w in asked for part in w.parts for name, boost in _BOOSTS.items()]
    attempts: list[query.Query] = []
    if known and len(known) == len(parts):
        attempts.append(query.And(known))
    if known and len(parts) > 1:
        attempts.append(_Or(known, scale=0.5))
    if loose:
        attempts.append(_Or(loose, scale=0.5))
    for attempt in attempts:
        wanted = query.And([attempt, chosen]) if chosen else attempt
        numbers = frozenset(searcher.docs_for_query(wanted))
        if numbers:
            return wanted, numbers
    return None, frozenset()


def _longer(searcher: Searcher, name: str, start: str) -> Iterator[str]:
    terms = searcher.reader().expand_prefix(name, start)
    for term in islice(terms, _MAX_EXPANSIONS):
        longer = term.decode() if isinstance(term, bytes) else term
        if longer != start:
            yield longer


def _filter(library: str, exception: str) -> query.Query | None:
    parts: list[query.Query] = []
    if library:
        parts.append(query.Term("in_library", library))
    if exception:
        parts.append(query.Term("with_exception", fold(exception)))
    return query.And(parts) if parts else None


def _facets(
    searcher: Searcher, numbers: Iterable[int]
) -> tuple[tuple[tuple[str, int], ...], tuple[tuple[str, int], ...]]:
    """How many of all entries found belong to each library and exception, the most first."""
    libraries: Counter[str] = Counter()
    exceptions: Counter[str] = Counter()
    reader = searcher.reader()
    of_library, of_exception = reader.column_reader("in_library"), reader.column_reader("exception_names")
    for number in numbers:
        libraries[of_library[number]] += 1
        exceptions.update(name for name in of_exception[number].split(_SEPARATOR) if name)
    return _ranked(libraries), _ranked(exceptions)


def _ranked(counts: Counter[str]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(counts.items(), key=lambda item: (-item[1], item[0].casefold())))


def _hit(stored: dict[str, Any], asked: Sequence[Word]) -> SearchHit:
    """The title, and of the other texts the one that holds most words of the query."""
    title, *rest = json.loads(stored["shown"])
    marker = Marker(asked)
    best = max(rest[:_MAX_EXCERPTS], key=marker.distinct, default="")
    return SearchHit(stored["slug"], marker.cut(title), marker.cut(marker.window(best)))
