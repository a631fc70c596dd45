"""What the answer page shows, made from the Result and the entry's parts: the view a template only has to print."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from app.content.slots import fill
from app.paste.model import Report
from app.result import CauseAnswer, EvidenceHit, Match, Result
from app.store.pages import CauseView, EntryPage, FixView
from app.web import addresses, reading, share
from app.web.chain import Mask
from app.web.change import ChangedLine, changed_lines
from app.web.filters import unticked
from app.web.reading import Mark, Reading

_WORD = re.compile(r"[a-z_][a-z0-9_]*")
Pieces = tuple[tuple[str, str], ...]  # (text, name of the captured value or "")
MESSAGE_WIDTH = 600


@dataclass(frozen=True, slots=True)
class Because:
    """A piece of evidence, as the answer says it."""

    line: int
    texts: tuple[str, ...]
    is_message: bool  # the line is the message itself, which the page shows already


@dataclass(frozen=True, slots=True)
class CauseCard:
    """One cause of the answer, theirs first."""

    id: str
    title_html: str
    likely: bool
    evidence: tuple[Because, ...]
    look_at_html: str
    intro_html: str
    fix: FixView | None
    change: tuple[ChangedLine, ...]
    parts: CauseView | None
    url: str


@dataclass(frozen=True, slots=True)
class MatchCard:
    """An entry that answers, or may answer."""

    match: Match
    message: Pieces
    meaning_html: str
    causes: tuple[CauseCard, ...]
    page: EntryPage | None
    share_values: tuple[tuple[str, str], ...]
    share_url: str

    @property
    def title(self) -> str:
        return self.page.title if self.page else unticked(self.match.title)

    @property
    def first(self) -> CauseCard | None:
        return self.causes[0] if self.causes else None

    @property
    def decided(self) -> bool:
        """Does the paste say which cause it is?"""
        return bool(self.causes) and self.causes[0].likely


def match_card(match: Match, page: EntryPage | None) -> MatchCard:
    captures = dict(match.captures)
    parts = {cause.id: cause for cause in page.causes} if page else {}
    fixes = {fix.id: fix for fix in page.fixes} if page else {}
    causes = tuple(_cause(match, cause, parts.get(cause.id), fixes, captures) for cause in match.causes)
    values = tuple(share.values(match.captures))
    anchor = match.causes[0].id if match.causes and match.causes[0].likely else ""
    return MatchCard(
        match=match,
        message=message_pieces(match),
        meaning_html=fill(page.meaning_html, captures) if page else "",
        causes=causes,
        page=page,
        share_values=values,
        share_url=addresses.filled_entry(match.slug, list(values), anchor),
    )


def _cause(
    match: Match, cause: CauseAnswer, parts: CauseView | None, fixes: dict[str, FixView], captures: dict[str, str]
) -> CauseCard:
    fix = fixes.get(parts.fix if parts else cause.fix)
    if fix is not None:
        fix = FixView(fix.id, fix.title, fill(fix.title_html, captures), fill(fix.html, captures))
    change: tuple[ChangedLine, ...] = ()
    example = parts.examples[0] if parts and parts.examples else None
    if example and example.fixed:
        change = changed_lines(example.broken.code, example.fixed.code)
    return CauseCard(
        id=cause.id,
        title_html=fill(parts.title_html, captures) if parts else "",
        likely=cause.likely,
        evidence=tuple(_because(match, hit) for hit in cause.evidence),
        look_at_html=fill(parts.look_at_html, captures) if parts else "",
        intro_html=fill(parts.intro_html, captures) if parts else "",
        fix=fix,
        change=change,
        parts=parts,
        url=addresses.entry(match.slug, cause.id),
    )


def _because(match: Match, hit: EvidenceHit) -> Because:
    is_message = hit.kind in ("message", "capture") and hit.line == match.line
    return Because(hit.line, said_by(hit, match.captures), is_message)


def said_by(hit: EvidenceHit, captures: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """What on the line says it: the captured values that were tested, or the text that the pattern found."""
    if hit.kind == "capture":
        words = set(_WORD.findall(hit.pattern))
        return tuple(value for name, value in captures if name in words)
    return (hit.text.strip(),) if hit.kind not in ("message", "exception") else ()


def message_pieces(match: Match) -> Pieces:
    """The message cut at the captured values, so that they can be marked."""
    text = match.message[:MESSAGE_WIDTH]
    pieces: list[tuple[str, str]] = []
    at = 0
    for start, end, name in sorted(match.spans):
        if start < at or end > len(text) or end <= start:
            continue
        pieces += [(text[at:start], ""), (text[start:end], name)]
        at = end
    pieces.append((text[at:] + ("…" if len(match.message) > len(text) else ""), ""))
    return tuple((text, name) for text, name in pieces if text)


def reading_of(result: Result, mask: Mask) -> Reading | None:
    """The paste read for the person; nothing where nothing in it was understood as a traceback or a message."""
    report: Report | None = result.report
    if report is None:
        return None
    hits: list[tuple[int, Mark]] = []
    if result.match:
        for cause in result.match.causes:
            for hit in cause.evidence:
                hits.append((hit.line, Mark(cause.id, unticked(cause.title), said_by(hit, result.match.captures))))
    line = result.match.line if result.match else 0
    return reading.read(report, reading.marked_lines(hits), line, mask)
