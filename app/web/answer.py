"""What the answer page shows, made from the Result and the entry's parts: the view a template only has to print."""

from __future__ import annotations

from dataclasses import dataclass

from app.content.slots import fill
from app.paste.model import Report
from app.result import CauseAnswer, EvidenceHit, Match, Result
from app.store.pages import CauseView, EntryPage, FixView
from app.web import addresses, reading, share
from app.web.change import ChangedLine, changed_lines
from app.web.reading import Mask, Reading

Pieces = tuple[tuple[str, str], ...]  # (text, name of the captured value or "")
MESSAGE_WIDTH = 600


@dataclass(frozen=True, slots=True)
class CauseCard:
    """One cause of the answer, theirs first."""

    id: str
    title_html: str
    likely: bool
    evidence: tuple[EvidenceHit, ...]
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
    if parts and parts.examples and parts.examples[0].fixed:
        example = parts.examples[0]
        change = changed_lines(example.broken.code, example.fixed.code, example.broken.language)  # type: ignore[union-attr]
    return CauseCard(
        id=cause.id,
        title_html=fill(parts.title_html, captures) if parts else "",
        likely=cause.likely,
        evidence=cause.evidence,
        look_at_html=fill(parts.look_at_html, captures) if parts else "",
        intro_html=fill(parts.intro_html, captures) if parts else "",
        fix=fix,
        change=change,
        parts=parts,
        url=addresses.entry(match.slug, cause.id),
    )


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
    hits: list[tuple[str, str, int, str]] = []
    if result.match:
        for cause in result.match.causes:
            hits += [(cause.id, cause.title, hit.line, hit.text) for hit in cause.evidence]
    line = result.match.line if result.match else 0
    return reading.read(report, reading.marked_lines(hits), line, mask)
