"""`unraise lint`: everything about the entries that can be checked without running them.

Errors are what makes a page wrong or an entry unusable; warnings are about reading well.  The load refuses only what it
cannot use; this is what a pull request must pass.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

from app.content import blanks
from app.content.lint import code, matching, prose, reach, structure
from app.content.lint.context import Corpus
from app.content.lint.report import FORMATS, render
from app.content.parse import ParsedEntry, iter_entries
from app.content.problems import ContentError, Problem, shown
from app.content.rules import load_rules

__all__ = ["FORMATS", "lint", "render"]


def lint(content: Path, only: Collection[Path] = ()) -> list[Problem]:
    """Every problem below `content` (the folder that holds errors/), in the order of files and lines.

    With `only` (files or folders) what is said is limited to those, but still in the light of all entries.
    """
    content = Path(shown(content))
    entries: list[ParsedEntry] = []
    problems: list[Problem] = []
    for item in iter_entries(content / "errors"):
        if isinstance(item, ContentError):
            problems += item.problems
        else:
            entries.append(item)
    try:
        load_rules(content)
    except ContentError as error:
        problems += error.problems
    corpus = Corpus.of(content, entries)
    chosen = [entry for entry in entries if _is_chosen(entry.path, only)]  # the rest is only what they are seen among
    for entry in chosen:
        problems += _check(entry, corpus)
    problems += structure.check_together(corpus)
    problems += prose.check_together(corpus)
    problems += reach.check_together(corpus, content, chosen)
    return sorted({problem for problem in problems if _is_chosen(problem.path, only)})


def _check(entry: ParsedEntry, corpus: Corpus) -> Iterator[Problem]:
    yield from blanks.check(entry)
    yield from matching.check(entry)
    yield from structure.check(entry, corpus)
    yield from code.check(entry, corpus)
    yield from prose.check(entry, corpus)


def _is_chosen(path: str, only: Collection[Path]) -> bool:
    return not only or any(Path(path).resolve().is_relative_to(wanted.resolve()) for wanted in only)
