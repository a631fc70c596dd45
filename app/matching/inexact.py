"""Entries whose wording a message nearly has.  What is measured here is what `scripts/calibrate.py` learns from."""

from __future__ import annotations

from collections.abc import Sequence

from app.matching.index import words_of
from app.matching.message import START, Message
from app.matching.model import EntryFacts
from app.matching.near import (
    FAR,
    Closeness,
    begins_alike,
    breaks_off,
    closeness,
    features,
    message_words,
    probability,
    said,
)
from app.matching.ports import EntrySource
from app.matching.rules import Rules
from app.matching.sites import Site
from app.matching.templates import FLOOR_LETTERS, Template, parse_template
from app.matching.verify import Fit
from app.matching.weigh import Found, agrees_in_library, agrees_in_type, required_of
from app.paste.model import Report
from app.records import record

NEAR_ROWS = 12  # near templates looked at for one message
CUT_LETTERS = 20  # of a wording, from which its beginning may speak for the whole ...
CUT_SHARE = 0.7  # ... where it is this much of it
MIN_LENGTH = 12  # characters of a message below which nothing inexact is looked for


@record
class Nearby:
    """An entry near a message, by its nearest wording, and the features of that nearness."""

    entry: EntryFacts
    template: Template
    cut: Fit | None
    close: Closeness
    type_agrees: bool | None
    library_agrees: bool | None
    values: dict[str, float]
    begun: bool  # the message begins as the wording does, up to its end or to a line that did not come


_Row = tuple[EntryFacts, Template, "Fit | None", Closeness, bool]


def inexact(site: Site, report: Report, source: EntrySource, rules: Rules) -> list[Found]:
    """What the calibrated score holds for a match or a candidate."""
    calibration = rules.calibration
    if not calibration.weights:
        return []
    found = []
    around = nearby(site, report, source, rules)
    for near in around:
        score = probability(near.values, calibration)
        if score < calibration.candidate:
            continue
        fit = near.cut or Fit(0, len(site.text), (), (), near.close.letters, complete=False)
        how, sure = ("cut" if near.cut else "near"), score >= calibration.match or _can_only_be(near, around)
        found.append(
            Found(site, near.entry, near.template, fit, how, START, near.type_agrees, near.library_agrees, score, sure)
        )
    return found


def _can_only_be(near: Nearby, around: Sequence[Nearby]) -> bool:
    """Most of a wording, cut at its end, of the right exception, and no other entry has a wording that begins so."""
    if near.cut is None or near.type_agrees is not True or any(o.begun and o is not near for o in around):
        return False
    return near.cut.letters >= max(CUT_LETTERS, CUT_SHARE * near.template.letters)


def nearby(site: Site, report: Report, source: EntrySource, rules: Rules) -> list[Nearby]:
    """The entries near the site's message; those whose requirements are not seen to hold are left out."""
    if len(site.text) < MIN_LENGTH:
        return []
    message = Message(site.text)
    spoken = message_words(message.flat)
    truncated = bool(site.exception and site.exception.truncated) or breaks_off(site.text)
    rows = source.near(words_of(message.flat), NEAR_ROWS)
    entries = source.entries({slug for _, slug, _ in rows})
    best: dict[str, _Row] = {}
    for _, slug, text in rows:
        entry, template = entries.get(slug), parse_template(text)
        if entry is None or not _may_count(entry, site, report, rules):
            continue
        close = closeness(template, spoken)
        cut = message.cut(template) if close.start or (close is FAR and begins_alike(template, spoken)) else None
        begun = cut is not None
        if cut is not None and cut.sought:
            cut = None
        if said(close, cut) < FLOOR_LETTERS:
            continue
        if slug not in best or _worth(close, cut) > _worth(best[slug][3], best[slug][2]):
            best[slug] = (entry, template, cut, close, begun)
    return _with_features(list(best.values()), truncated, site, report, rules)


def _worth(close: Closeness, cut: Fit | None) -> tuple[bool, float]:
    """Of an entry's wordings, one that the message begins word for word tells more than one with the same words."""
    return cut is not None, said(close, cut)


def _may_count(entry: EntryFacts, site: Site, report: Report, rules: Rules) -> bool:
    type_agrees = agrees_in_type(entry.exceptions, site.type, rules)
    return all(holds for _, holds in required_of(entry, type_agrees, agrees_in_library(entry, site, report)))


def _with_features(
    best: Sequence[_Row],
    truncated: bool,
    site: Site,
    report: Report,
    rules: Rules,
) -> list[Nearby]:
    found = []
    for entry, template, cut, close, begun in best:
        own = said(close, cut)
        others = (said(c, k) for e, _, k, c, _ in best if e.slug != entry.slug and e.generic <= entry.generic)
        rival = max(others, default=0.0) / max(own, 1.0)  # a generic entry gives way to a specific one anyway
        type_agrees = agrees_in_type(entry.exceptions, site.type, rules)
        library_agrees = agrees_in_library(entry, site, report)
        values = features(template, close, cut, truncated, type_agrees, library_agrees, rival)
        found.append(Nearby(entry, template, cut, close, type_agrees, library_agrees, values, begun))
    return found
