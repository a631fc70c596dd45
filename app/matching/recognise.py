"""Which entries are this paste's messages about?  Retrieve, verify, weigh: for every exception, then for stray lines.

What is found is a list of `Found`, one message and one entry each; `choose` decides what they mean together.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from app.matching.flat import Flat, flatten, squeeze
from app.matching.index import class_words, words
from app.matching.model import EntryFacts
from app.matching.ports import EntrySource
from app.matching.rules import Rules
from app.matching.sites import Site, exception_sites, stray_sites
from app.matching.templates import Template, parse_template
from app.matching.verify import Fit, fit
from app.paste.model import Report

SURE_LETTERS = 16  # literal letters from which a message speaks for itself
FIRM_LETTERS = 30  # from which not even another exception type contradicts it
MAX_ANCHORS = 24
MAX_TRIES = 4_000  # templates verified in one paste, over all its messages
Row = tuple[int, str, str]


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """A message of the paste that fits a template of an entry, and what else speaks for it."""

    site: Site
    entry: EntryFacts
    template: Template
    fit: Fit
    how: str  # "exact", "tight" (blanks differ), "loose" (a slot's type does not hold), "cut", "near"
    anchor: int  # 0 at the message's start, 1 at a line's, 2 after a colon
    type_agrees: bool | None  # None: the paste or the entry names no type
    library_agrees: bool | None  # None: the paste shows no frames
    score: float = 0.0

    @property
    def weak(self) -> bool:
        """Not enough to claim: what the entry requires cannot be seen, or too little was compared."""
        return self.score < 1.0


@dataclass(slots=True)
class _Budget:
    tries: int = MAX_TRIES

    def spend(self) -> bool:
        self.tries -= 1
        return self.tries >= 0


def recognise(report: Report, source: EntrySource) -> list[Found]:
    """Everything recognised, strays only where the exceptions say nothing or the entry is printed without one."""
    rules, budget = source.rules(), _Budget()
    found: list[Found] = []
    for site in exception_sites(report):
        found += _at_site(site, report, source, rules, budget)
    strays = _in_strays(report, source, rules, budget)
    said = any(not f.entry.generic and not f.weak for f in found)
    found += [f for f in strays if not said or not f.entry.exceptions]
    return found


def _at_site(site: Site, report: Report, source: EntrySource, rules: Rules, budget: _Budget) -> list[Found]:
    if not site.text.strip() and not site.type:
        return []
    types = rules.ancestors(site.type)
    wanted = words(site.text) | class_words(types)
    rows = source.candidates(wanted)
    return _verified(site, rows, report, source, rules, budget)


def _verified(
    site: Site, rows: Iterable[Row], report: Report, source: EntrySource, rules: Rules, budget: _Budget
) -> list[Found]:
    """The rows that fit, the best wording of each entry."""
    fits: list[tuple[str, Template, Fit, str, int]] = []
    message = _Message(site.text)
    for _, slug, text in rows:
        if not budget.spend():
            break
        template = parse_template(text)
        fitting = message.fit(template)
        if fitting is not None:
            fits.append((slug, template, *fitting))
    entries = source.entries({slug for slug, *_ in fits})
    best: dict[str, Found] = {}
    for slug, template, match, how, anchor in fits:
        if slug in entries:
            found = weigh(Found(site, entries[slug], template, match, how, anchor, None, None), report, rules)
            if found is not None and (slug not in best or rank(found) > rank(best[slug])):
                best[slug] = found
    return list(best.values())


class _Message:
    """A message and the places in it where a template may begin."""

    def __init__(self, text: str) -> None:
        self.flat = flatten(text)
        self.anchors = tuple(_anchors(self.flat))
        self._tight: Flat | None = None

    def fit(self, template: Template) -> tuple[Fit, str, int] | None:
        for at, kind in self.anchors:
            found = fit(template, self.flat, at)
            if found is not None:
                return found, "exact", kind
        if template.letters < SURE_LETTERS:
            return None
        if self._tight is None:
            self._tight = squeeze(self.flat)
        found = fit(template, self._tight, 0, tight=True)
        if found is not None:
            return found, "tight", 0
        found = fit(template, self.flat, self.anchors[0][0] if self.anchors else 0, loose=True)
        return (found, "loose", 0) if found is not None else None


def _anchors(flat: Flat) -> Iterator[tuple[int, int]]:
    """(offset, kind): the message's start, also behind an opening quote; the start of each line; behind a colon."""
    key, count = flat.key, 0
    start = len(key) - len(key.lstrip())
    seen = {start}
    yield start, 0
    bare = len(key) - len(key.lstrip(" '([*"))
    if bare not in seen:
        seen.add(bare)
        yield bare, 0
    for mark, kind in (("\n", 1), (": ", 2), ("] ", 2), (":\n", 2)):
        text, at = (flat.raw if "\n" in mark else key), 0
        while count < MAX_ANCHORS and (at := text.find(mark, at)) != -1:
            at += len(mark)
            while at < len(key) and key[at] in " '":
                at += 1
            if at not in seen and at < len(key):
                seen.add(at)
                count += 1
                yield at, kind


def weigh(found: Found, report: Report, rules: Rules) -> Found | None:
    """The same with type, library and score filled in; None when they rule it out."""
    type_agrees = agrees_in_type(found.entry.exceptions, found.site.type, rules)
    library_agrees = agrees_in_library(found.entry, found.site, report)
    letters = found.fit.letters
    if type_agrees is False and (letters < FIRM_LETTERS or "exception" in found.entry.requires):
        return None
    needs = {"exception": type_agrees, "library": library_agrees}
    required = [needs[name] for name in found.entry.requires]
    if any(r is False for r in required):
        return None
    score = 1.0 if letters >= SURE_LETTERS or found.entry.requires else 0.5
    if any(r is None for r in required):
        score = 0.5
    if found.anchor == 2 and letters < FIRM_LETTERS:
        score = min(score, 0.5)
    return Found(
        found.site, found.entry, found.template, found.fit, found.how, found.anchor, type_agrees, library_agrees, score
    )


def agrees_in_type(wanted: Collection[str], seen: str, rules: Rules) -> bool | None:
    if not wanted or not seen:
        return None
    above = rules.ancestors(seen)
    return any(w.rpartition(".")[2] in above for w in wanted)


def agrees_in_library(entry: EntryFacts, site: Site, report: Report) -> bool | None:
    """Whether the entry's package stands in the frames or in the exception's own dotted type."""
    packages = {p.lower() for p in (entry.packages or (entry.library,))}
    if "python" in packages:
        return True
    seen = {name.lower() for name in report.libraries}
    seen |= {f.library.lower() for f in site.frames if f.library}
    if "." in site.type:
        seen.add(site.type.partition(".")[0].lower())
    if packages & seen:
        return True
    return False if site.frames else None


def _in_strays(report: Report, source: EntrySource, rules: Rules, budget: _Budget) -> list[Found]:
    """Messages on lines outside tracebacks.  One question for all lines, then each candidate where its words stand."""
    sites = stray_sites(report)
    places: dict[str, list[int]] = {}
    for index, site in enumerate(sites):
        for word in words(site.text):
            places.setdefault(word, []).append(index)
    found: list[Found] = []
    for row in source.candidates(places.keys()):
        template = parse_template(row[2])
        for index in _lines_with(template, places):
            if not budget.spend():
                return found
            found += _verified(_extended(sites, index), [row], report, source, rules, budget)
    return found


def _lines_with(template: Template, places: Mapping[str, Sequence[int]]) -> list[int]:
    """Lines that hold the first literal words of the template, where it may begin."""
    first = template.words[:2]
    if not first:
        return []
    lines = set(places.get(first[0], ()))
    return sorted(lines)[:40]


def _extended(sites: Sequence[Site], index: int) -> Site:
    """The line with those after it that stand next to it: a message may be wrapped, or go on."""
    site = sites[index]
    pieces = [site.text]
    for step, other in enumerate(sites[index + 1 : index + 12], start=1):
        if other.line > site.line + step + 2:
            break
        pieces.append(other.text)
    return Site("", "\n".join(pieces), site.line, site.order)


def rank(found: Found) -> tuple[float, ...]:
    """Greater is better, among those found at one place."""
    how = {"exact": 4, "tight": 3, "loose": 2, "cut": 1, "near": 0}[found.how]
    return (
        found.score >= 1.0,
        not found.entry.generic,
        how,
        -found.anchor,
        found.library_agrees is True,
        found.type_agrees is True,
        found.fit.letters,
    )
