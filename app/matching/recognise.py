"""Which entries are this paste's messages about?  Retrieve, verify, weigh: for every exception, then for stray lines.

What is found is a list of `Found`, one message and one entry each; `choose` decides what they mean together.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from app.matching.index import class_words, words, words_of
from app.matching.inexact import inexact
from app.matching.message import WITHIN, Message, variants
from app.matching.ports import EntrySource
from app.matching.rules import Rules
from app.matching.sites import MAX_LINE, Site, exception_sites, stray_sites
from app.matching.templates import Template, parse_template, without_backticks
from app.matching.verify import Fit, Meter
from app.matching.weigh import NO_TYPES, Found, rank, weigh
from app.paste.model import Line, Report
from app.records import mutable

MAX_TRIES = 4_000  # templates verified in one paste, over all its messages
MAX_STEPS = 20_000_000  # characters looked at meanwhile
MAX_INEXACT_SITES = 10
Row = tuple[int, str, str]


@mutable
class _Search:
    report: Report
    source: EntrySource
    rules: Rules
    meter: Meter
    tries: int = MAX_TRIES

    def spend(self) -> bool:
        self.tries -= 1
        return self.tries >= 0 and self.meter.steps < MAX_STEPS


def recognise(report: Report, source: EntrySource, meter: Meter | None = None) -> list[Found]:
    """Everything recognised.  Stray lines count where the exceptions say nothing, or for entries printed without one;
    inexact fits where nothing exact was found.  `meter` counts the work, for tests."""
    search = _Search(report, source, source.rules(), meter or Meter())
    sites = exception_sites(report)
    found = [f for site in sites for f in _exact(site, search)]
    said = any(f.sure and not f.entry.generic for f in found)
    strays = stray_sites(report)
    if strays:
        found += [f for f in _in_strays(strays, search) if not said or not f.entry.exceptions]
    if any(f.sure and f.anchor != WITHIN for f in found):
        found = [f for f in found if f.anchor != WITHIN]  # what stands alone says more than what a sentence mentions
    if not any(f.sure and not f.entry.generic for f in found):
        unsaid = [s for s in reversed(sites) if s.text.strip()] or strays[-MAX_INEXACT_SITES:]
        found += [f for site in unsaid[:MAX_INEXACT_SITES] for f in inexact(site, report, source, search.rules)]
    return found


def _exact(site: Site, search: _Search) -> list[Found]:
    if not site.text.strip() and not site.type and not site.places:
        return []
    types = class_words(search.rules.ancestors(site.type))
    found: dict[str, Found] = {}
    label = site.type if site.type.lower() in NO_TYPES else ""
    worded = variants(site.text, label, search.rules) if site.text.strip() or not site.places else ()
    bare = (Message(site.type.rpartition(".")[2]),) if not site.text.strip() else ()
    for message in (*worded, *map(Message, site.places), *bare):
        rows = search.source.candidates(words_of(message.flat) | types)
        if message in bare:  # raised without a message, only a wording that is the type's own name fits
            rows = [row for row in rows if row[2] == message.text]
        for item in _verified(site, message, rows, search):
            slug = item.entry.slug
            if slug not in found or rank(item) > rank(found[slug]):
                found[slug] = item
    return list(found.values())


def _verified(site: Site, message: Message, rows: Iterable[Row], search: _Search) -> list[Found]:
    """The rows that fit and are not ruled out."""
    fits: list[tuple[str, Template, Fit, str, int]] = []
    for _, slug, text in rows:
        if not search.spend():
            break
        template = parse_template(text)
        fitting = message.fit(template, search.meter)
        if fitting is None and "`" in text and "`" not in message.text:
            bare = without_backticks(text)  # as copied from a page that had made code of them
            fitting = message.fit(bare, search.meter) if bare is not None else None
        if fitting is not None:
            fits.append((slug, template, *fitting))
    entries = search.source.entries({slug for slug, *_ in fits})
    weighed = (
        weigh(site, entries[slug], template, fit, how, anchor, search.report, search.rules)
        for slug, template, fit, how, anchor in fits
        if slug in entries
    )
    return [item for item in weighed if item is not None]


def _in_strays(sites: Sequence[Site], search: _Search) -> list[Found]:
    """Messages on lines outside tracebacks.  One question for all lines, then each candidate where its words stand."""
    places: dict[str, list[int]] = {}
    for index, site in enumerate(sites):
        for word in words(site.text):
            places.setdefault(word, []).append(index)
    found: list[Found] = []
    messages: dict[int, tuple[Site, Message]] = {}
    for row in search.source.candidates(places.keys()):
        for index in _lines_with(parse_template(row[2]), places):
            if index not in messages:
                site = _extended(sites[index], search.report.stray)
                messages[index] = (site, Message(site.text))
            site, message = messages[index]
            found += _verified(site, message, [row], search)
            if search.tries < 0:
                return found
    return found


def _lines_with(template: Template, places: Mapping[str, Sequence[int]]) -> list[int]:
    """Lines that hold the first literal word of the template: where it may begin."""
    return list(places.get(template.words[0], ()))[:40] if template.words else []


def _extended(site: Site, lines: Sequence[Line]) -> Site:
    """The line with those that follow it: a message may be wrapped, or go on."""
    pieces = [site.text]
    for step, line in enumerate(lines[site.order + 1 : site.order + 12], start=1):
        if line.number > site.line + step + 2:
            break
        pieces.append(line.text.strip()[:MAX_LINE])
    return Site("", "\n".join(pieces), site.line, site.order)
