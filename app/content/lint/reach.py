"""Does a message of each wording lead to its own entry, now that all the others are there?

For every wording a message is made up, printed as its library would raise it, and looked up among all entries.  Another
entry's answer is a collision; no answer is a wording that nobody will be helped by.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from app.content.lint import matching
from app.content.lint.context import Corpus
from app.content.parse import ParsedEntry
from app.content.problems import ContentError, Problem
from app.content.rules import load_rules
from app.lookup import lookup
from app.matching.memory import MemorySource
from app.matching.rules import Rules
from app.result import Result

SAMPLES = {
    "int": "3",
    "number": "0.5",
    "name": "thing",
    "quoted": "'thing'",
    "shape": "[2, 3]",
    "dtype": "float32",
    "device": "cuda:0",
    "size": "2.00 GiB",
    "type": "<class 'thing.Thing'>",
    "list": "[1, 2]",
    "word": "thing",
    "path": "/home/user/thing.py",
    "text": "some thing",
    "rest": "some thing",
}
_PIECE = re.compile(r"\{\{|\}\}|\{\?|\{(?P<name>[A-Za-z_]\w*)(?::(?P<type>[a-z]+))?\}|\}")
_OWN = '  File "/home/user/main.py", line 3, in <module>\n    main()\n'
_LIBRARY = '  File "/home/user/.venv/lib/python3.11/site-packages/{}/core.py", line 8, in run\n    raise error\n'


def check_together(corpus: Corpus, content: Path, asked: Sequence[ParsedEntry]) -> Iterator[Problem]:
    """What becomes of a message of each wording of the entries `asked` about, among all entries."""
    try:
        rules = load_rules(content)
    except ContentError:
        rules = Rules()  # told elsewhere
    usable = [entry for entry in corpus.entries.values() if matching.is_usable(entry)]
    yield from _twins(usable)
    source = MemorySource.from_entries([entry.facts for entry in usable], rules)
    for entry in asked:
        if not matching.is_usable(entry):
            continue
        for index, item in enumerate(entry.entry.message):
            result = lookup(_paste(entry, sample(item.text)), source)
            problem = _problem(entry, result)
            if problem:
                yield Problem(entry.path, entry.line("message", index, "text"), "collision", *problem)


def sample(template: str) -> str:
    """A message of this template, optional parts and all."""

    def value(piece: re.Match[str]) -> str:
        if piece["name"]:
            return SAMPLES[piece["type"] or "text"]
        return piece[0][0] if piece[0] in ("{{", "}}") else ""

    return _PIECE.sub(value, template)


def _paste(entry: ParsedEntry, message: str) -> str:
    """As printed from within the library, since that is where an error of it is raised."""
    if not entry.entry.exception:
        return message
    package = next(iter(entry.entry.packages), entry.entry.library)
    frames = _OWN + (_LIBRARY.format(package) if package != "python" else "")
    return f"Traceback (most recent call last):\n{frames}{entry.entry.exception[0]}: {message}\n"


def _problem(entry: ParsedEntry, result: Result) -> tuple[str, str] | None:
    found = [result.match] if result.match else list(result.candidates)
    if entry.slug in (match.slug for match in found):
        return None
    if found:
        what = f"a message of this wording is answered by {found[0].slug}"
        return what, "tell them apart with `requires`, `exception` or more of the wording, or make one entry of them"
    return "no answer is given to a message of this wording", "give it more literal words, or ask less with `requires`"


def _twins(entries: Sequence[ParsedEntry]) -> Iterator[Problem]:
    """The same template twice could only ever be shown as a tie."""
    owners: dict[tuple[str, ...], ParsedEntry] = {}
    for entry in entries:
        for index, item in enumerate(entry.entry.message):
            asked = (entry.entry.library, *sorted(entry.entry.exception)) if entry.entry.requires else ()
            other = owners.setdefault((_shape(item.text), *asked), entry)
            if other is not entry and not (other.entry.generic or entry.entry.generic):
                what = f"the entry {other.slug} has this wording already"
                todo = "tell them apart with `requires` and `exception`, or keep it in one of them"
                yield Problem(entry.path, entry.line("message", index, "text"), "collision", what, todo)


def _shape(template: str) -> str:
    """A template without the names of its slots: what it matches."""
    return _PIECE.sub(lambda m: f"{{{m['type'] or 'text'}}}" if m["name"] else m[0], " ".join(template.split()))
