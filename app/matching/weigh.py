"""What speaks for a fit besides its words: exception type, library, its place in the message, how much was said."""

from __future__ import annotations

from collections.abc import Collection

from app.matching.message import INNER, WITHIN
from app.matching.model import PLACE, EntryFacts
from app.matching.rules import Rules
from app.matching.sites import Site
from app.matching.templates import Template
from app.matching.verify import Fit
from app.paste.lazy import lazy
from app.paste.model import Report
from app.records import record

SURE_LETTERS = 16  # literal letters from which a message speaks for itself
FIRM_LETTERS = 30  # from which not even another exception type contradicts it
SENTENCE_WORDS = 5
NO_TYPES = {"error", "fatal", "critical", "err", "exception", "warning", "panic", "traceback", "e"}
_TYPE_BEFORE = lazy(r"([A-Za-z_][\w.]{1,100})(?:: ?|\) |\(['\"]?|: ['\"])$")
_HOW = {"exact": 4, "place": 3, "tight": 3, "loose": 2, "cut": 1, "near": 0}


@record
class Found:
    """A message of the paste that fits a template of an entry, and what else speaks for it."""

    site: Site
    entry: EntryFacts
    template: Template
    fit: Fit
    how: str  # "exact", "tight" (blanks differ), "loose" (a slot has another type), "place" (a frame), "cut", "near"
    anchor: int  # START, LINE, INNER or WITHIN
    type_agrees: bool | None  # None: the paste or the entry names no type
    library_agrees: bool | None  # None: the paste shows no frames
    score: float = 0.0
    sure: bool = False  # enough to claim it
    unseen: int = 0  # how much of what the entry requires the paste does not show

    # Two finds are never the same one; comparing whole templates would cost more than finding them.
    __eq__ = object.__eq__
    __hash__ = object.__hash__


def weigh(
    site: Site, entry: EntryFacts, template: Template, fit: Fit, how: str, anchor: int, report: Report, rules: Rules
) -> Found | None:
    """None when type or library rule it out.  A fit is sure when its words say enough, or what the entry requires is
    there; it is a mere candidate when that cannot be seen."""
    type_agrees = agrees_in_type(entry.exceptions, site.type, rules)
    if anchor in (INNER, WITHIN) and type_agrees is not True:
        type_agrees = agrees_in_type(entry.exceptions, _type_before(site.text, fit.start), rules) or type_agrees
    if template.letters == 0 and not _is_bare_value(site.text, fit):
        return None
    goes_on = not template.meets_floor() and how == "exact" and not _is_all_the_rest(site.text, fit)
    if goes_on and (anchor in (INNER, WITHIN) or type_agrees is not True):
        return None  # a short wording is no whole sentence's beginning; behind its own exception, prose may follow it
    library_agrees = agrees_in_library(entry, site, report)
    if type_agrees is False and fit.letters < FIRM_LETTERS:
        return None
    required = required_of(entry, type_agrees, library_agrees)
    if any(holds is False for _, holds in required):
        return None
    if template.text.startswith(PLACE):
        how = "place"
    enough = fit.letters >= SURE_LETTERS or bool(entry.requires) or how == "place"
    says_enough = template.meets_floor()  # then only a contradiction of the type rules it out
    sure = (
        enough
        and (not goes_on or library_agrees is True)
        and all(
            holds or (says_enough and (name == "exception" or (type_agrees is True and not site.frames)))
            for name, holds in required
        )
        and (anchor != WITHIN or not site.type or type_agrees is True)
        and (anchor != INNER or fit.letters >= FIRM_LETTERS or type_agrees is True or _is_all_the_rest(site.text, fit))
    )
    score, unseen = (1.0 if sure else 0.5), sum(holds is None for _, holds in required)
    return Found(site, entry, template, fit, how, anchor, type_agrees, library_agrees, score, sure, unseen)


def _is_all_the_rest(text: str, fit: Fit) -> bool:
    """Whether the fit ends where its line ends: `Failed to load: ` and then the whole message."""
    return not text[fit.end :].partition("\n")[0].strip(" .'\")`]}")


def _is_bare_value(text: str, fit: Fit) -> bool:
    """Whether a wording without any words fits the whole message, and that is no sentence of somebody's own
    (`KeyError: 'No printer is known for x'`), which says more than that a key is missing."""
    if text[fit.end :].partition("\n")[0].strip(" .'\""):
        return False
    words = text[fit.start : fit.end].strip("'\"").split()
    return len(words) < SENTENCE_WORDS or sum(w.isalpha() for w in words) < SENTENCE_WORDS - 1


def required_of(
    entry: EntryFacts, type_agrees: bool | None, library_agrees: bool | None
) -> list[tuple[str, bool | None]]:
    """What the entry requires, and whether it is seen to hold; Python itself is always there."""
    needs = {"exception": type_agrees, "library": True if entry.library == "python" else library_agrees}
    return [(name, needs[name]) for name in entry.requires]


def agrees_in_type(wanted: Collection[str], seen: str, rules: Rules) -> bool | None:
    if not wanted or not seen:
        return None
    above = rules.ancestors(seen)
    if any(w.rpartition(".")[2] in above for w in wanted):
        return True
    return None if seen.lower() in NO_TYPES else False


def _type_before(text: str, start: int) -> str:
    """The exception type that stands right before a message within a message: `(sqlite3.OperationalError) `."""
    found = _TYPE_BEFORE.search(text[max(0, start - 120) : start])
    return found[1] if found else ""


def agrees_in_library(entry: EntryFacts, site: Site, report: Report) -> bool | None:
    """Whether the entry's package stands in the frames or in the exception's own dotted type."""
    packages = {p.lower() for p in (entry.packages or (entry.library,))}
    if packages == {"python"}:
        return None  # the interpreter stands under every frame
    seen = {name.lower() for name in report.libraries}
    seen |= {f.library.lower() for f in site.frames if f.library}
    if "." in site.type:
        seen.add(site.type.partition(".")[0].lower())
    if packages & seen:
        return True
    return False if site.frames else None


def rank(found: Found) -> tuple[float, ...]:
    """Greater is better, among those found at one place."""
    return (
        found.sure,
        not found.entry.generic,
        _HOW[found.how],
        -found.anchor,
        -found.unseen,
        found.library_agrees is True,
        found.library_agrees is not False,  # frames are shown, and the entry's library is in none of them
        found.type_agrees is True,
        found.fit.letters,
        round(found.score, 2),
    )
