"""The page of an entry, as HTML, Markdown or JSON: three addresses, and one that listens to `Accept`."""

from __future__ import annotations

from starlette.datastructures import QueryParams
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.content.slots import fill
from app.web import addresses, negotiation, responses, share
from app.web.responses import Blob
from app.web.site import Site, site_of

OFFERED = ("text/html", "text/markdown", "application/json")


async def entry(request: Request) -> Response:
    site, slug = site_of(request), slug_of(request)
    kind = negotiation.media_type(request.headers.get("accept", ""), OFFERED) or OFFERED[0]
    if kind == "text/markdown":
        return found(site, slug, ".md", negotiated=True)
    if kind == "application/json":
        return found(site, slug, ".json", negotiated=True)
    if request.url.query:
        values = shared_values(request.query_params)
        if values:
            return filled(request, slug, values)
    return found(site, slug, "", negotiated=True)


async def entry_markdown(request: Request) -> Response:
    return found(site_of(request), slug_of(request), ".md")


async def entry_json(request: Request) -> Response:
    return found(site_of(request), slug_of(request), ".json")


def slug_of(request: Request) -> str:
    return f"{request.path_params['library']}/{request.path_params['slug']}"


def found(site: Site, slug: str, suffix: str, *, negotiated: bool = False) -> Response:
    """The stored form of an entry, or where it is now, or 404."""
    page = site.cached(f"entry {slug}{suffix} {negotiated}", lambda: make(site, slug, suffix, negotiated))
    if page is not None:
        return page
    moved = site.catalogue.redirect(slug)
    if moved:
        return RedirectResponse(addresses.entry(moved) + suffix, 301)
    raise HTTPException(404)


def make(site: Site, slug: str, suffix: str, negotiated: bool) -> Blob | None:
    canonical = {"link": f'<{site.settings.site}{addresses.entry(slug)}>; rel="canonical"'}
    if suffix == ".md":
        text = site.catalogue.markdown(slug)
        return (
            responses.blob(text.encode(), responses.MARKDOWN, vary_accept=negotiated, headers=canonical)
            if text
            else None
        )
    if suffix == ".json":
        text = site.catalogue.public(slug)
        headers = {**canonical, "access-control-allow-origin": "*"}
        return responses.blob(text.encode(), responses.JSON, vary_accept=negotiated, headers=headers) if text else None
    stored = site.catalogue.page(slug)
    if stored is None:
        return None
    early, compressed = site.renderer.early, {"br": stored.brotli}
    return responses.blob(stored.html, responses.HTML, vary_accept=negotiated, headers=early, compressed=compressed)


def shared_values(query: QueryParams) -> dict[str, str]:
    """The captured values of a shared address; anything that is no size, shape, dtype or device is ignored."""
    return dict(share.values(query.multi_items()[:20]))


def filled(request: Request, slug: str, values: dict[str, str]) -> Response:
    """The page with these values in its prose.  Search engines are sent to the plain one by its canonical link."""
    site = site_of(request)
    stored = site.catalogue.page(slug)
    if stored is None:
        return found(site, slug, "")
    headers = {**site.renderer.early, "x-robots-tag": "noindex", "vary": "Accept, Accept-Encoding"}
    return responses.made(request, fill(stored.html.decode(), values), cache=responses.REVALIDATE, headers=headers)
