"""Lists: all errors, by library, by exception, the newest, the most looked-up."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from starlette.exceptions import HTTPException
from starlette.requests import Request

from app.store.views import Summary
from app.web import addresses, structured
from app.web.filters import day, plural
from app.web.responses import Blob
from app.web.site import Site, site_of

NEWEST = 50
Group = tuple[str, str, Sequence[Summary]]


async def errors(request: Request) -> Blob:
    site = site_of(request)
    return found(site.cached_page("errors", "list.html", lambda: errors_context(site)))


async def libraries(request: Request) -> Blob:
    site = site_of(request)
    return found(site.cached_page("libraries", "names.html", lambda: libraries_context(site)))


async def library(request: Request) -> Blob:
    site, name = site_of(request), request.path_params["name"]
    return found(site.cached_page(f"library {name}", "list.html", lambda: library_context(site, name)))


async def exceptions(request: Request) -> Blob:
    site = site_of(request)
    return found(site.cached_page("exceptions", "names.html", lambda: exceptions_context(site)))


async def exception(request: Request) -> Blob:
    site, name = site_of(request), request.path_params["name"]
    return found(site.cached_page(f"exception {name}", "list.html", lambda: exception_context(site, name)))


async def newest(request: Request) -> Blob:
    site = site_of(request)
    return found(site.cached_page("newest", "list.html", lambda: newest_context(site)))


async def most(request: Request) -> Blob:
    site = site_of(request)
    return found(site.cached_page(f"most {site.counter.epoch}", "list.html", lambda: most_context(site)))


def found(page: Blob | None) -> Blob:
    if page is None:
        raise HTTPException(404)
    return page


def errors_context(site: Site) -> dict[str, object]:
    summaries = site.catalogue.summaries()
    groups = [(name, addresses.library(name), items) for name, items in by_library(summaries)]
    lead = f"{plural(len(summaries), 'error')} in {plural(len(groups), 'library', 'libraries')}."
    return listing("All errors", lead, addresses.ERRORS, groups, show_library=False)


def libraries_context(site: Site) -> dict[str, object]:
    names = [
        (name, addresses.library(name), len(items), "; ".join(s.title for s in items[:2]))
        for name, items in by_library(site.catalogue.summaries())
    ]
    lead = "The libraries whose errors are explained here, and Python itself."
    return {"heading": "Libraries", "lead": lead, "path": addresses.LIBRARIES, "names": names}


def library_context(site: Site, name: str) -> dict[str, object] | None:
    items = [s for s in site.catalogue.summaries() if s.library == name]
    if not items:
        return None
    path = addresses.library(name)
    groups = [(n, addresses.exception(n) if " " not in n else "", of) for n, of in by_first(items)]
    lead = f"{plural(len(items), 'error')} of {name}, by the exception that carries them."
    up = ("Libraries", addresses.LIBRARIES)
    return listing(name, lead, path, groups, up=up, show_library=False, show_exception=False, site=site)


def exceptions_context(site: Site) -> dict[str, object]:
    counts: dict[str, list[Summary]] = {}
    for summary in site.catalogue.summaries():
        for name in summary.exceptions:
            counts.setdefault(name, []).append(summary)
    ordered = sorted(counts.items(), key=lambda item: (-len(item[1]), item[0].lower()))
    names = [
        (name, addresses.exception(name), len(of), ", ".join(dict.fromkeys(s.library for s in of[:40])))
        for name, of in ordered
    ]
    lead = "The exception types that errors are raised with, the most frequent first."
    return {"heading": "Exceptions", "lead": lead, "path": addresses.EXCEPTIONS, "names": names}


def exception_context(site: Site, name: str) -> dict[str, object] | None:
    items = [s for s in site.catalogue.summaries() if name in s.exceptions]
    if not items:
        return None
    groups = [(library, addresses.library(library), of) for library, of in by_library(items)]
    lead = f"{plural(len(items), 'error')} raised as {name}, by library."
    up = ("Exceptions", addresses.EXCEPTIONS)
    path = addresses.exception(name)
    return listing(name, lead, path, groups, up=up, show_library=False, show_exception=False, mono=True, site=site)


def newest_context(site: Site) -> dict[str, object]:
    items = sorted(site.catalogue.summaries(), key=lambda s: (s.updated, s.created), reverse=True)[:NEWEST]
    groups: list[Group] = [(day(date), "", list(of)) for date, of in groupby(items, key=lambda s: s.updated)]
    return listing("Newest", "What was written or changed last.", addresses.NEWEST, groups)


def most_context(site: Site) -> dict[str, object]:
    by_slug = {s.slug: s for s in site.catalogue.summaries()}
    items = [by_slug[slug] for slug, _ in site.catalogue.most_looked_up(NEWEST) if slug in by_slug]
    groups: list[Group] = [("", "", items)] if items else []
    lead = "The errors that pastes turned out to be, most often first. Only a number is kept per error and day."
    return listing("Most looked-up", lead, addresses.MOST, groups)


def listing(
    heading: str,
    lead: str,
    path: str,
    groups: Sequence[Group],
    *,
    up: tuple[str, str] | None = None,
    show_library: bool = True,
    show_exception: bool = True,
    mono: bool = False,
    site: Site | None = None,
) -> dict[str, object]:
    trail = structured.breadcrumbs([up, (heading, path)], site.settings.site) if up and site else None
    return {
        "heading": heading,
        "lead": lead,
        "path": path,
        "groups": groups,
        "up": up,
        "show_library": show_library,
        "show_exception": show_exception,
        "mono": mono,
        "trail": trail,
    }


def by_library(summaries: Sequence[Summary]) -> list[tuple[str, list[Summary]]]:
    groups: dict[str, list[Summary]] = {}
    for summary in summaries:
        groups.setdefault(summary.library, []).append(summary)
    return sorted(groups.items(), key=lambda item: (-len(item[1]), item[0]))


def by_first(summaries: Sequence[Summary]) -> list[tuple[str, list[Summary]]]:
    groups: dict[str, list[Summary]] = {}
    for summary in summaries:
        groups.setdefault(summary.exceptions[0] if summary.exceptions else "Without an exception", []).append(summary)
    return sorted(groups.items(), key=lambda item: (-len(item[1]), item[0]))
