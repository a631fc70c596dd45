"""The application: routes, error answers, the layer around them, and what runs beside them while it serves."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from app import lookup as pipeline
from app.api import problems, v1
from app.api.cors import Preflight
from app.api.problems import ApiError
from app.api.schemas import PROBLEM, Problem
from app.paste.mask import mask
from app.settings import Settings, get_settings
from app.store.repository import Repository
from app.store.source import NotLoadedError
from app.web import addresses, faults, responses
from app.web.counting import FLUSH_SECONDS, LookupCounter
from app.web.guard import Guard, quiet_access_log
from app.web.incoming import PasteError
from app.web.limiting import PostLimiter
from app.web.pages import browse, entries, finding, home, machine, people, prose
from app.web.rendering import make_renderer
from app.web.site import Lookup, Site

# FastAPI can export request bodies and exceptions as telemetry, switched on by environment variables: never here.
NO_TELEMETRY: Any = {
    "tracing": False,
    "metrics": False,
    "logs": False,
    "operation_spans": False,
    "auto_configure": False,
}
# How long a lookup in a thread keeps the interpreter while a page waits for it; Python's own 5 ms are many pages' time.
SWITCH_SECONDS = 0.0005
DESCRIPTION = "Paste an error, get the entry that explains it. Pastes are neither stored nor logged."


def create_app(
    settings: Settings | None = None, *, catalogue: Repository | None = None, lookup: Lookup = pipeline.lookup
) -> FastAPI:
    """The site and its API over the store that the settings name (or the one that is given)."""
    settings = settings or get_settings()
    catalogue = catalogue or Repository(settings)
    counter = LookupCounter(catalogue.count_lookups)
    limiter = PostLimiter(settings.posts_per_minute)
    site = Site(settings, make_renderer(settings), catalogue, lookup, mask, counter, limiter)
    quiet_access_log()
    app = FastAPI(
        title="unraise",
        version="1",
        description=DESCRIPTION,
        openapi_url="/api/v1/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        telemetry=NO_TELEMETRY,
        middleware=[Middleware(Guard, on_fault=faults.server_fault), Middleware(Preflight)],
        exception_handlers={
            HTTPException: faults.http_fault,
            NotLoadedError: faults.not_loaded,
            PasteError: faults.paste_fault,
            ApiError: api_error,
            RequestValidationError: invalid_request,
        },
    )
    app.state.site = site
    app.include_router(v1.router)
    app.router.routes.extend(web_routes())
    describe_problems(app)
    return app


def web_routes() -> list[BaseRoute]:
    get, post = ["GET"], ["POST"]
    routes: list[tuple[str, Callable[[Request], Awaitable[Any]], list[str]]] = [
        ("/errors/{library}/{slug}.md", entries.entry_markdown, get),
        ("/errors/{library}/{slug}.json", entries.entry_json, get),
        ("/errors/{library}/{slug}", entries.entry, get),
        ("/static/{name}", machine.static, get),
        ("/", home.home, get),
        ("/", home.ask, post),
        ("/search", finding.search, get),
        ("/search", finding.search_form, post),
        ("/search/suggest", finding.suggest, get),
        ("/errors", browse.errors, get),
        ("/libraries", browse.libraries, get),
        ("/libraries/{name}", browse.library, get),
        ("/exceptions", browse.exceptions, get),
        ("/exceptions/{name}", browse.exception, get),
        ("/newest", browse.newest, get),
        ("/most-looked-up", browse.most, get),
        ("/about", prose.about, get),
        ("/contribute", prose.contribute, get),
        ("/api", prose.api, get),
        ("/feedback", people.feedback, post),
        ("/wanted", people.wishes, get),
        ("/wanted", people.wish, post),
        ("/robots.txt", machine.text_page("robots", responses.TEXT), get),
        ("/sitemap.xml", machine.text_page("sitemap", "application/xml"), get),
        ("/feed.atom", machine.text_page("feed", "application/atom+xml"), get),
        ("/opensearch.xml", machine.text_page("opensearch", "application/opensearchdescription+xml"), get),
        ("/llms.txt", machine.text_page("llms", responses.TEXT), get),
        ("/favicon.ico", machine.favicon, get),
        (addresses.HEALTH, machine.health, get),
    ]
    return [Route(path, endpoint, methods=methods) for path, endpoint, methods in routes]


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Writes the counts of lookups now and then, and once more at the end."""
    site: Site = app.state.site
    sys.setswitchinterval(SWITCH_SECONDS)
    flushing = asyncio.create_task(flush_for_ever(site.counter))
    try:
        yield
    finally:
        flushing.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await flushing
        await run_in_threadpool(site.counter.flush)
        site.catalogue.close()


async def flush_for_ever(counter: LookupCounter) -> None:
    while True:
        await asyncio.sleep(FLUSH_SECONDS)
        with contextlib.suppress(Exception):  # kept and tried again; a locked database must not stop the counting
            await run_in_threadpool(counter.flush)


async def api_error(_request: Request, error: Exception) -> Response:
    assert isinstance(error, ApiError)
    return problems.problem(error.kind, error.detail, error.headers, **error.more)


async def invalid_request(_request: Request, error: Exception) -> Response:
    """What was wrong with which parameter; never the value that was sent."""
    assert isinstance(error, RequestValidationError)
    wrong = [{"where": ".".join(map(str, e["loc"])), "what": e["msg"]} for e in error.errors()[:10]]
    kinds = {e["type"] for e in error.errors()}
    return problems.problem("json-unreadable" if "json_invalid" in kinds else "invalid-parameter", errors=wrong)


def describe_problems(app: FastAPI) -> None:
    """Put the schema of a problem, which no route returns as a model, into the OpenAPI description."""
    make = app.openapi

    def openapi() -> dict[str, Any]:
        document = make()
        document["components"]["schemas"]["Problem"] = Problem.model_json_schema()
        for path in document["paths"].values():
            for operation in path.values():
                unprocessable = operation["responses"].get("422")
                if unprocessable and "application/json" in unprocessable.get("content", {}):
                    operation["responses"]["422"] = {**PROBLEM}
        return document

    app.openapi = openapi  # type: ignore[method-assign]
