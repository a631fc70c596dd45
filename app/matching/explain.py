"""Putting what was recognised into words: reasons, captured values, causes with their evidence, related pages."""

from __future__ import annotations

from collections.abc import Callable, Collection

from app.matching.choose import Choice
from app.matching.evidence import Scene, rank_causes
from app.matching.index import words
from app.matching.model import PLACE
from app.matching.near import template_words
from app.matching.placeholders import fill_text
from app.matching.ports import EntrySource
from app.matching.rules import Rules
from app.matching.templates import parse_template
from app.matching.versions import condition_of
from app.matching.weigh import Found
from app.paste.model import Report
from app.records import replace
from app.result import Match, Related

MAX_RELATED = 5
SHORTEST_TELLING = 4  # letters of a word
AKIN_LETTERS = 12
AKIN_SHARE = 0.4  # of the letters of the template's telling words
_MAX_MESSAGE = 2_000
_HOW = {
    "exact": "",
    "tight": " once line breaks within words are undone",
    "loose": ", though a value in it is of an unusual form",
    "cut": " as far as the paste goes",
    "near": " except for some words",
}


def explain(found: Found, report: Report, rules: Rules, mask: Callable[[str], str]) -> Match:
    site, entry = found.site, found.entry
    scene = Scene(report, rules, site.exception, site.frames, site.text, site.line, dict(found.fit.captures))
    message, spans = _masked(site.text[:_MAX_MESSAGE], found.fit.spans, mask)
    captures = tuple((name, mask(value)) for name, value in found.fit.captures)
    values = dict(captures)
    causes = rank_causes(entry.causes, scene, mask)
    return Match(
        slug=entry.slug,
        title=entry.title,
        url=f"/errors/{entry.slug}",
        exception=site.type,
        message=message,
        line=site.line,
        meaning=fill_text(entry.meaning, values),
        if_this=entry.if_this,
        generic=entry.generic,
        captures=captures,
        spans=spans,
        reasons=_reasons(found),
        causes=tuple(replace(c, look_at=fill_text(c.look_at, values)) if "{" in c.look_at else c for c in causes),
        fixes=entry.fixes,
        score=round(found.score, 3),
    )


def _masked(
    message: str, spans: tuple[tuple[int, int, str], ...], mask: Callable[[str], str]
) -> tuple[str, tuple[tuple[int, int, str], ...]]:
    """Message and spans after masking, which may change lengths: the pieces between spans are masked one by one when
    that gives the same as masking the whole; otherwise spans are left out."""
    whole = mask(message)
    if whole == message:
        return message, tuple(s for s in spans if s[1] <= len(message))
    pieces: list[str] = []
    moved: list[tuple[int, int, str]] = []
    done = size = 0
    for start, end, name in sorted(spans):
        if start < done or end > len(message):
            continue
        before, value = mask(message[done:start]), mask(message[start:end])
        pieces += [before, value]
        moved.append((size + len(before), size + len(before) + len(value), name))
        size += len(before) + len(value)
        done = end
    pieces.append(mask(message[done:]))
    return (whole, tuple(moved)) if "".join(pieces) == whole else (whole, ())


def _reasons(found: Found) -> tuple[str, ...]:
    reasons = [_said(found)]
    versions = next((w.versions for w in found.entry.wordings if w.text == found.template.text), "")
    if versions:
        reasons.append(f"This wording is printed by {condition_of(found.entry.library, versions)}.")
    if found.type_agrees:
        reasons.append(f"The exception is a {found.site.type.rpartition('.')[2]}, as it is for this error.")
    if found.library_agrees and found.entry.library != "python":
        reasons.append(f"The traceback runs through {found.entry.library}.")
    return tuple(reasons)


def _said(found: Found) -> str:
    if found.how == "place":
        frame = found.template.text.removeprefix(PLACE).replace(":", ", ")
        return f"The message is not in the paste, but its last frame is where this error alone is raised ({frame})."
    where = f"Line {found.site.line}" if found.site.line else "The paste"
    return f"{where} says what this error says{_HOW[found.how]}."


def notes_on(choice: Choice, match: Match | None) -> tuple[str, ...]:
    """Plain sentences about what the answer leaves open."""
    notes: list[str] = []
    if match is not None and len(match.causes) > 1 and not match.causes[0].evidence:
        notes.append("The paste cannot tell the causes apart; they are listed by how often they are met.")
    elif match is not None and len(match.causes) > 1 and not match.causes[0].likely:
        notes.append("The paste speaks for more than one cause equally.")
    if len(choice.candidates) == 1:
        notes.append("The message in the paste is not quite this error's, or not all of it.")
    elif choice.candidates:
        notes.append("More than one error fits; what tells them apart is said with each.")
    return tuple(notes)


def related_to(choice: Choice, report: Report, source: EntrySource) -> tuple[Related, ...]:
    """Pages worth reading that are not the answer: those the matched entry names, else those with the same words."""
    named = {f.entry.slug for f in (choice.best, *choice.candidates, *choice.others) if f is not None}
    if choice.best is not None:
        slugs = [s for s in choice.best.entry.related if s not in named]
    else:
        texts = [e.message for e in report.walk()] or [line.text for line in report.stray[:20]]
        said = words(" ".join(texts)[:8_000])
        near = [slug for _, slug, text in source.near(said, 12) if is_akin(text, said)] if texts else []
        slugs = [s for s in dict.fromkeys(near) if s not in named]
    entries = source.entries(slugs[:MAX_RELATED])
    return tuple(Related(s, entries[s].title, f"/errors/{s}") for s in slugs[:MAX_RELATED] if s in entries)


def is_akin(template: str, said: Collection[str]) -> bool:
    """Is enough of the template in the words of a message for its page to be worth a look?

    Small words ("is", "not", "got") do not count: with them, some template is near to everything.
    """
    telling = {word for word in template_words(parse_template(template)) if len(word) >= SHORTEST_TELLING}
    shared = sum(len(word) for word in telling if word in said)
    return shared >= AKIN_LETTERS and shared >= AKIN_SHARE * sum(map(len, telling))
