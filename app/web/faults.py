"""Error pages: the same look, a paste box and a way home; callers who asked for JSON get a problem instead."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.types import Receive, Scope, Send

from app.api import problems
from app.web import negotiation, responses
from app.web.incoming import PasteError
from app.web.pages.home import paste_problem
from app.web.site import site_of

SAID = {
    404: (
        "There is no such page",
        "The address may be mistyped, or the page has moved. If you have an error, paste it.",
    ),
    405: ("This address does not take that", "It was asked in a way it does not answer. Start again from the box."),
    413: ("That is more than 1 MiB", "Paste the traceback and some lines before it."),
    503: ("Not ready yet", "The content is being loaded. Try again in a minute."),
    500: (
        "That was our fault",
        "Something broke here. It was logged without your text. Try a shorter part of the paste.",
    ),
}
HTML_OR_JSON = ("text/html", "application/problem+json", "application/json")


def wants_problem(request: Request) -> bool:
    """Below /api always; elsewhere where JSON is preferred to HTML."""
    if request.url.path.startswith("/api/"):
        return True
    return negotiation.media_type(request.headers.get("accept", ""), HTML_OR_JSON).endswith("json")


async def http_fault(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    headers = dict(error.headers or {})
    if error.status_code in (204, 304):
        return Response(status_code=error.status_code, headers=headers)
    return fault(request, error.status_code, headers)


async def paste_fault(request: Request, error: Exception) -> Response:
    assert isinstance(error, PasteError)
    if wants_problem(request):
        return problems.problem(error.kind, error.detail)
    return paste_problem(site_of(request), error)


async def not_loaded(request: Request, _error: Exception) -> Response:
    return fault(request, 503, {"retry-after": "30"})


def fault(request: Request, status: int, headers: dict[str, str] | None = None) -> Response:
    if wants_problem(request):
        return problems.problem_of_status(status, headers)
    title, detail = SAID.get(status, ("That did not work", "Start again from the box."))
    html = site_of(request).renderer.page("fault.html", status=status, title=title, detail=detail)
    all_headers = {"cache-control": responses.NO_STORE, "vary": "Accept", **(headers or {})}
    return HTMLResponse(html, status, all_headers)


async def server_fault(scope: Scope, receive: Receive, send: Send) -> None:
    """The application behind `Guard`: answers when everything else failed."""
    await fault(Request(scope), 500)(scope, receive, send)
