"""`/search`: words in, entries out; a paste in the search box is answered as a paste.

A form posts here so that what was pasted never lands in an address; a few words are then sent on to one that can be
kept.  Words never reach a log: `app.web.guard` cuts the query from access records.
"""

from __future__ import annotations

import json

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.result import Outcome
from app.store.views import Found
from app.web import addresses, responses
from app.web.incoming import MAX_PASTE, PasteError, checked, field_text, read_form
from app.web.pages.home import answer_page, paste_problem
from app.web.recognising import looks_pasted, unflattened
from app.web.site import Site, site_of

PER_PAGE = 20
SUGGESTIONS = 8
MAX_QUERY = 200
MAX_PAGE = 50


async def search(request: Request) -> Response:
    """GET: results for a few words."""
    site = site_of(request)
    words = request.query_params.get("q", "")[: MAX_QUERY * 50].strip()
    if looks_pasted(words):
        return await pasted(request, words)
    library = request.query_params.get("library", "")[:80]
    exception = request.query_params.get("exception", "")[:80]
    page = page_number(request.query_params.get("page", "1"))
    found = await find(site, words, library, exception, page)
    html = site.renderer.page(
        "search.html", query=words, found=found, library=library, exception=exception, page=page, per_page=PER_PAGE,
        recognised=await recognised(site, words),
    )  # fmt: skip
    cache = responses.NO_STORE if words else responses.SHORT
    return responses.made(request, html, cache=cache, headers=site.renderer.early)


async def search_form(request: Request) -> Response:
    """POST: what the search box sends."""
    site = site_of(request)
    try:
        fields = await read_form(request)
    except PasteError as problem:
        return paste_problem(site, problem)
    text = field_text(fields, "q", MAX_PASTE)
    if looks_pasted(text):
        return await pasted(request, text)
    return RedirectResponse(addresses.search(text) if text else addresses.SEARCH, 303)


async def pasted(request: Request, text: str) -> Response:
    try:
        return await answer_page(request, unflattened(checked(text)))
    except PasteError as problem:
        return paste_problem(site_of(request), problem)


async def find(site: Site, words: str, library: str, exception: str, page: int) -> Found | None:
    if not words and not library and not exception:
        return None
    return await run_in_threadpool(
        site.catalogue.search,
        words,
        library=library,
        exception=exception,
        limit=PER_PAGE,
        offset=(page - 1) * PER_PAGE,
    )


async def recognised(site: Site, words: str) -> object:
    """A whole message typed as words is recognised too."""
    if len(words) < 16:
        return None
    result = await site.answer(words)
    return result.match if result.outcome is Outcome.MATCH else None


def page_number(text: str) -> int:
    return min(MAX_PAGE, max(1, int(text))) if text.isascii() and text.isdecimal() and len(text) < 4 else 1


async def suggest(request: Request) -> Response:
    """Suggestions in the OpenSearch form: [typed, [titles], [libraries], [addresses]]."""
    site = site_of(request)
    typed = request.query_params.get("q", "").strip()
    entries = []
    if 2 <= len(typed) <= 60 and not looks_pasted(typed):
        entries = list(await run_in_threadpool(site.catalogue.suggest, typed, SUGGESTIONS))
    body = json.dumps(
        [
            typed[:60],
            [title for _, title in entries],
            [slug.partition("/")[0] for slug, _ in entries],
            [addresses.entry(slug) for slug, _ in entries],
        ],
        ensure_ascii=False,
    )
    headers = {"cache-control": responses.SHORT}
    return Response(body, headers=headers, media_type="application/x-suggestions+json")
