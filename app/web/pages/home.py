"""`/`: the paste box, and the answer to what was put in it."""

from __future__ import annotations

from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from app.result import Outcome, Result
from app.web import responses
from app.web.answer import MatchCard, match_card, reading_of
from app.web.incoming import PasteError, checked, decode, read_form
from app.web.site import Site, site_of

EXAMPLE = (Path(__file__).resolve().parent.parent / "example.txt").read_text("utf-8")
NEWEST_SHOWN = 6


async def home(request: Request) -> Response:
    site = site_of(request)
    page = site.cached_page(f"home {site.counter.epoch}", "home.html", lambda: home_context(site))
    assert page is not None
    return page


def home_context(site: Site) -> dict[str, object]:
    summaries = site.catalogue.summaries()
    by_slug = {s.slug: s for s in summaries}
    libraries: dict[str, int] = {}
    for summary in summaries:
        libraries[summary.library] = libraries.get(summary.library, 0) + 1
    most = [by_slug[slug] for slug, _ in site.catalogue.most_looked_up(NEWEST_SHOWN) if slug in by_slug]
    newest = sorted(summaries, key=lambda s: (s.created, s.updated), reverse=True)[:NEWEST_SHOWN]
    return {
        "example": EXAMPLE,
        "total": len(summaries),
        "libraries": sorted(libraries.items(), key=lambda item: (-item[1], item[0])),
        "most": most,
        "newest": newest,
    }


async def ask(request: Request) -> Response:
    """Answer a posted paste.  Whatever is wrong with it, the page that says so has the box and the text in it."""
    site = site_of(request)
    try:
        fields = await read_form(request)
        body = fields.get("file") or fields.get("text", b"")
        text = decode(body)
    except PasteError as problem:
        return paste_problem(site, problem)
    return await answer_page(request, text)


def paste_problem(site: Site, problem: PasteError) -> Response:
    html = site.renderer.page("problem.html", problem=problem)
    return HTMLResponse(html, problem.status, {"cache-control": responses.NO_STORE})


async def answer_page(request: Request, text: str) -> Response:
    site = site_of(request)
    result = await site.answer(checked(text))
    return responses.made(request, render_answer(site, result), headers=site.renderer.early)


def render_answer(site: Site, result: Result) -> str:
    """The page for one of the three outcomes."""
    matches = [result.match] if result.match else list(result.candidates)
    cards: list[MatchCard] = [match_card(match, site.catalogue.parts(match.slug)) for match in matches]
    template = {
        Outcome.MATCH: "answer.html",
        Outcome.CANDIDATES: "candidates.html",
        Outcome.UNKNOWN: "unknown.html",
    }[result.outcome]
    return site.renderer.page(template, result=result, cards=cards, reading=reading_of(result, site.mask))
