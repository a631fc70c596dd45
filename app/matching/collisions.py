"""Which entry takes which other entry's pastes?  The matrix that lint refuses and a test prints.

Every entry brings texts that must lead to it: the outputs of its programs, its pastes, its own wordings filled with
values.  A theft is a text that is answered by another entry.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from app.matching.model import PLACE, EntryFacts
from app.matching.templates import Literal, Node, Optional, Slot, parse_template
from app.result import Outcome, Result

_SAMPLES = {
    "int": "3",
    "number": "0.5",
    "word": "abc",
    "name": "abc.xyz",
    "quoted": "'abc'",
    "shape": "[2, 3]",
    "dtype": "float32",
    "device": "cuda:0",
    "path": "/data/abc.xyz",
    "size": "2.00 GiB",
    "type": "<class 'abc.Xyz'>",
    "list": "['abc', 'xyz']",
    "text": "abc xyz",
    "rest": "abc xyz",
}


@dataclass(frozen=True, slots=True)
class OwnText:
    """A text that belongs to an entry; `name` says where it is from."""

    slug: str
    name: str
    text: str


@dataclass(frozen=True, slots=True, order=True)
class Theft:
    """`thief` answers a text of `owner`."""

    owner: str
    thief: str
    name: str


def thefts(texts: Iterable[OwnText], ask: Callable[[str], Result]) -> list[Theft]:
    """Only matches count: a text whose own entry is among the candidates, or that stays unknown, is not stolen."""
    found = []
    for own in texts:
        result = ask(own.text)
        if result.outcome is Outcome.MATCH and result.match is not None and result.match.slug != own.slug:
            found.append(Theft(own.slug, result.match.slug, own.name))
    return sorted(found)


def matrix(found: Iterable[Theft]) -> dict[tuple[str, str], int]:
    """How many texts each entry takes from each other one: (owner, thief) -> count."""
    return dict(Counter((theft.owner, theft.thief) for theft in found).most_common())


def table(found: Iterable[Theft]) -> str:
    """The matrix for people to read, one line per pair."""
    return "\n".join(f"{count:4}  {owner}  is taken by  {thief}" for (owner, thief), count in matrix(found).items())


def wordings_of(entry: EntryFacts) -> Iterator[OwnText]:
    """Each wording as the last line of a traceback through the entry's library."""
    package = next(iter(entry.packages or (entry.library,)))
    frame = f'  File "/venv/lib/python3.12/site-packages/{package}/core.py", line 1, in run\n    run(value)\n'
    where = "" if entry.library == "python" else frame
    for wording in entry.wordings:
        if not wording.text.startswith(PLACE):
            kind = f"{entry.exceptions[0]}: " if entry.exceptions else ""
            head = (
                f'Traceback (most recent call last):\n  File "main.py", line 1, in <module>\n    main()\n{where}'
                if kind
                else ""
            )
            yield OwnText(entry.slug, f"wording {wording.text!r}", f"{head}{kind}{filled(wording.text)}\n")


def filled(template: str) -> str:
    """The template with a plausible value in every slot and every optional part present."""
    return "".join(map(_filled, parse_template(template).nodes))


def _filled(node: Node) -> str:
    if isinstance(node, Slot):
        return _SAMPLES[node.type]
    if isinstance(node, Literal):
        return node.text
    if isinstance(node, Optional):
        return "".join(map(_filled, node.nodes))
    return "\n"
