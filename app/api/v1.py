"""`/api/v1`: the lookup and the entries as JSON, open to every origin."""

from __future__ import annotations

import json
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from pydantic_core import to_json
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from app.api import examples
from app.api.problems import ApiError
from app.api.schemas import PROBLEM, EntryList, LookupResult, SearchResult, Wish, WishKept
from app.store.views import Hit, Summary
from app.web import addresses, negotiation, responses
from app.web.incoming import MAX_PASTE, LargePasteError, checked, content_type, decode, read_body
from app.web.pages.people import keep_wish
from app.web.responses import Blob
from app.web.site import Site, site_of

router = APIRouter(prefix="/api/v1")

OPEN = {"access-control-allow-origin": "*"}
NO_STORE = {**OPEN, "cache-control": responses.NO_STORE}
MAX_LIMIT = 200


def json_response(data: Any, headers: dict[str, str] = NO_STORE) -> Response:
    return Response(to_json(data), headers=headers, media_type="application/json")


@router.post(
    "/lookup",
    summary="Explain a paste",
    tags=["lookup"],
    responses={
        200: {"model": LookupResult, "content": examples.LOOKUP},
        400: PROBLEM,
        413: PROBLEM,
        415: PROBLEM,
        422: PROBLEM,
    },
    openapi_extra={"requestBody": examples.LOOKUP_BODY},
)
async def look_up(request: Request) -> Response:
    """A traceback, a log or one line in; the entry that explains it out.  The paste is not stored and not logged."""
    text = await paste_of(request)
    return json_response((await site_of(request).answer(text)).as_json())


async def paste_of(request: Request) -> str:
    """The paste in the body.  Raises PasteError or ApiError."""
    kind = content_type(request)
    if kind in ("", "text/plain"):
        return decode(await read_body(request, MAX_PASTE))
    if kind == "application/json":
        return text_field(await read_body(request, MAX_PASTE))
    raise ApiError("unsupported-media-type", "Set the header “Content-Type: text/plain”.")


def text_field(body: bytes) -> str:
    try:
        document = json.loads(body)
    except (ValueError, RecursionError):
        raise ApiError("json-unreadable", "The body is not valid JSON.") from None
    if not isinstance(document, dict):
        raise ApiError("json-unreadable", "The body is JSON, but no object with a field “text”.")
    text = document.get("text")
    if not isinstance(text, str):
        raise ApiError("field-missing", "“text” must be there and be a string.")
    text = text.encode("utf-8", "replace").decode("utf-8")  # lone surrogates
    if len(text.encode()) > MAX_PASTE:
        raise LargePasteError
    return checked(text)


@router.get("/entries", summary="List entries", tags=["entries"], responses={200: {"model": EntryList}, 422: PROBLEM})
async def entries(
    request: Request,
    cursor: Annotated[str, Query(max_length=200, description="`next` of the page before.")] = "",
    limit: Annotated[int, Query(ge=1, le=MAX_LIMIT)] = 50,
    library: Annotated[str, Query(max_length=80)] = "",
    exception: Annotated[str, Query(max_length=80)] = "",
) -> Response:
    site = site_of(request)
    key = json.dumps(["api entries", cursor, limit, library, exception])
    page = site.cached(key, lambda: json_blob(list_entries(site, cursor, limit, library, exception)))
    assert page is not None
    return page


def list_entries(site: Site, cursor: str, limit: int, library: str, exception: str) -> dict[str, Any]:
    """A page in the order of slugs; the cursor is the last slug of the page before."""
    chosen = sorted(
        (
            s
            for s in site.catalogue.summaries()
            if (not library or s.library == library) and (not exception or exception in s.exceptions)
        ),
        key=lambda s: s.slug,
    )
    rest = [s for s in chosen if s.slug > cursor]
    more = len(rest) > limit
    return {
        "entries": [summary_json(s) for s in rest[:limit]],
        "total": len(chosen),
        "next": rest[limit - 1].slug if more else None,
    }


@router.get("/entries.json", summary="All entries in one file", tags=["entries"], include_in_schema=False)
@router.get("/corpus.json", summary="All entries in one file", tags=["entries"])
async def corpus(request: Request) -> Response:
    site = site_of(request)
    page = site.cached("api corpus", lambda: json_blob(whole_corpus(site)))
    assert page is not None
    return page


def whole_corpus(site: Site) -> dict[str, Any]:
    found = (site.catalogue.public(s.slug) for s in site.catalogue.summaries())
    return {"revision": site.catalogue.revision(), "entries": [json.loads(text) for text in found if text]}


@router.get("/entries/{library}/{slug}.md", summary="An entry as Markdown", tags=["entries"], responses={404: PROBLEM})
async def entry_markdown(request: Request, library: str, slug: str) -> Response:
    return stored_entry(site_of(request), f"{library}/{slug}", markdown=True)


@router.get("/entries/{library}/{slug}.json", include_in_schema=False)
async def entry_json(request: Request, library: str, slug: str) -> Response:
    return stored_entry(site_of(request), f"{library}/{slug}", markdown=False)


@router.get(
    "/entries/{library}/{slug}",
    summary="An entry as JSON, or as Markdown if `Accept` says so",
    tags=["entries"],
    responses={200: {"content": {"application/json": {}, "text/markdown": {}}}, 404: PROBLEM},
)
async def entry(request: Request, library: str, slug: str) -> Response:
    offered = ("application/json", "text/markdown")
    markdown = negotiation.media_type(request.headers.get("accept", ""), offered) == "text/markdown"
    return stored_entry(site_of(request), f"{library}/{slug}", markdown=markdown)


def stored_entry(site: Site, slug: str, *, markdown: bool) -> Response:
    def make() -> Blob | None:
        text = site.catalogue.markdown(slug) if markdown else site.catalogue.public(slug)
        kind = responses.MARKDOWN if markdown else responses.JSON
        return responses.blob(text.encode(), kind, vary_accept=True, headers=OPEN) if text else None

    page = site.cached(f"api entry {slug} {markdown}", make)
    if page is not None:
        return page
    moved = site.catalogue.redirect(slug)
    if moved:
        suffix = ".md" if markdown else ""
        return Response(status_code=301, headers={**OPEN, "location": f"/api/v1/entries/{moved}{suffix}"})
    raise ApiError("unknown-entry", "`GET /api/v1/entries` lists them.")


@router.get(
    "/search", summary="Find entries by words", tags=["entries"], responses={200: {"model": SearchResult}, 422: PROBLEM}
)
async def search(
    request: Request,
    q: Annotated[str, Query(max_length=200, description="A few words; a traceback goes to /lookup.")],
    library: Annotated[str, Query(max_length=80)] = "",
    exception: Annotated[str, Query(max_length=80)] = "",
    limit: Annotated[int, Query(ge=1, le=50)] = 20,
    offset: Annotated[int, Query(ge=0, le=1000)] = 0,
) -> Response:
    found = await run_in_threadpool(
        site_of(request).catalogue.search, q, library=library, exception=exception, limit=limit, offset=offset
    )
    return json_response(
        {
            "query": q,
            "total": found.total,
            "hits": [hit_json(hit) for hit in found.hits],
            "libraries": dict(found.libraries),
            "exceptions": dict(found.exceptions),
            "did_you_mean": found.did_you_mean,
        }
    )


@router.post(
    "/wanted",
    status_code=202,
    summary="Ask for an entry",
    tags=["lookup"],
    responses={202: {"model": WishKept}, 422: PROBLEM, 429: PROBLEM},
)
async def wanted(request: Request, wish: Wish) -> Response:
    """Carries the template of a message and nothing of the paste; it is masked once more before it is kept."""
    site = site_of(request)
    if not site.limiter.allows(request):
        raise ApiError("too-many-requests", headers={"retry-after": "60"})
    kept = await keep_wish(site, wish.template, wish.exception, wish.library)
    if not kept:
        raise ApiError("field-missing", "“template” holds no words.")
    return Response(json.dumps({"kept": kept}), 202, NO_STORE, "application/json")


def json_blob(data: Any) -> Blob:
    return responses.blob(json.dumps(data, ensure_ascii=False).encode(), responses.JSON, headers=OPEN)


def summary_json(summary: Summary) -> dict[str, Any]:
    return {
        "slug": summary.slug,
        "title": summary.title,
        "library": summary.library,
        "exceptions": list(summary.exceptions),
        "meaning": summary.meaning,
        "generic": summary.generic,
        "retired": bool(summary.retired),
        "created": summary.created,
        "updated": summary.updated,
        "verified": summary.verified,
        "url": addresses.entry(summary.slug),
    }


def hit_json(hit: Hit) -> dict[str, Any]:
    return {
        "slug": hit.entry.slug,
        "title": hit.entry.title,
        "library": hit.entry.library,
        "exceptions": list(hit.entry.exceptions),
        "excerpt": "".join(text for text, _ in hit.excerpt),
        "url": addresses.entry(hit.entry.slug),
    }
