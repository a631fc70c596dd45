"""A message ready to be compared with many templates: its forms, and the places in it where a template may begin."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from app.matching.flat import Flat, flatten, squeeze
from app.matching.os_texts import in_english
from app.matching.rules import Rules
from app.matching.templates import Literal, Template
from app.matching.verify import Fit, Meter, fit, may_begin
from app.records import replace

MAX_ANCHORS = 24
TIGHT_LETTERS = 16  # literal letters of a template that may be compared without blanks
LOOSE_LETTERS = 30  # ... without regard to the types of its slots
START, LINE, INNER, WITHIN = 0, 1, 2, 3  # where in the message a template began
MAX_WITHIN = 4  # places within its sentences that are tried for one template
_INNER_MARKS = (": ", "] ", ") ", "('")


class Message:
    """`place` maps an offset in `text` to one in the message as pasted, where `text` is another form of it."""

    def __init__(self, text: str, place: Callable[[int], int] | None = None) -> None:
        self.text = text
        self._place = place
        self.flat = flatten(text)
        self.anchors = tuple(anchors(self.flat))
        self._solid = self.flat.key.replace(" ", "")  # the key of `tight`, which few messages come to need
        self._tight: Flat | None = None

    def fit(self, template: Template, meter: Meter | None = None) -> tuple[Fit, str, int] | None:
        """(fit, how, where it begins): "exact" anywhere a message may begin, or a long wording stands; without blanks
        ("tight") or with slots of another type ("loose") only at the message's start."""
        for at, kind in self.anchors:
            found = fit(template, self.flat, at, meter=meter) if may_begin(template, self.flat.key, at) else None
            if found is not None:
                return self._as_pasted(found), "exact", kind
        if template.letters < TIGHT_LETTERS or not self.anchors:
            return None
        if (found := self._within(template, meter)) is not None:
            return self._as_pasted(found), "exact", WITHIN
        solid = may_begin(template, self._solid, 0, tight=True)
        found = fit(template, self.tight, 0, tight=True, meter=meter) if solid else None
        if found is not None:
            return self._as_pasted(found), "tight", START
        start = self.anchors[0][0]
        if template.letters < LOOSE_LETTERS or not may_begin(template, self.flat.key, start):
            return None
        found = fit(template, self.flat, start, loose=True, meter=meter)
        return (self._as_pasted(found), "loose", START) if found is not None else None

    def _within(self, template: Template, meter: Meter | None) -> Fit | None:
        """Where a sentence goes over into the wording: `I always get mat1 and mat2 shapes …`, `报错element 0 of …`."""
        first = template.nodes[0]
        if template.letters < LOOSE_LETTERS or not isinstance(first, Literal) or first.letters < 5:
            return None
        key, at = self.flat.key, 0
        for _ in range(MAX_WITHIN):
            at = key.find(first.key, at + 1)
            if at == -1:
                return None
            before = key[at - 1]
            if not (before.isascii() and before.isalnum()):
                found = fit(template, self.flat, at, meter=meter)
                if found is not None:
                    return found
        return None

    def cut(self, template: Template) -> Fit | None:
        """The fit of a message that ends before the template does."""
        if not self.anchors:
            return None
        found = fit(template, self.flat, self.anchors[0][0], partial=True)
        if found is None:
            found = fit(template, self.tight, 0, tight=True, partial=True)
        return self._as_pasted(found) if found is not None and not found.complete else None

    @property
    def tight(self) -> Flat:
        if self._tight is None:
            self._tight = squeeze(self.flat)
        return self._tight

    def _as_pasted(self, found: Fit) -> Fit:
        place = self._place
        if place is None:
            return found
        spans = tuple((place(s), place(e), name) for s, e, name in found.spans)
        return replace(found, start=place(found.start), end=place(found.end), spans=spans)


def variants(text: str, label: str, rules: Rules) -> Iterator[Message]:
    """The message; with the label that stands before it ("ERROR", which is no exception type); as an English system
    prints it."""
    yield Message(text)
    if label:
        before = len(label) + 2
        yield Message(f"{label}: {text}", lambda at: max(at - before, 0))
    english = in_english(text, rules)
    if english is not None:
        yield Message(english.text, english.original)


def anchors(flat: Flat) -> Iterator[tuple[int, int]]:
    """(offset, kind): the message's start, also behind an opening quote or bracket; each line's; behind a colon."""
    key = flat.key
    seen: set[int] = set()

    def fresh(at: int) -> bool:
        if at in seen or at >= len(key) or len(seen) >= MAX_ANCHORS:
            return False
        seen.add(at)
        return True

    for at in (len(key) - len(key.lstrip()), len(key) - len(key.lstrip(" '([*"))):
        if fresh(at):
            yield at, START
    yield from ((at, LINE) for at in _behind("\n", flat.raw) if fresh(at))
    for mark in _INNER_MARKS:
        yield from ((at, INNER) for at in _behind(mark, key) if fresh(at))


def _behind(mark: str, text: str) -> Iterator[int]:
    at = 0
    for _ in range(MAX_ANCHORS):
        at = text.find(mark, at)
        if at == -1:
            return
        at += len(mark)
        start = at
        while start < len(text) and text[start] in " '":
            start += 1
        yield start
