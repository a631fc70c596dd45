"""What machines read: static files, health, robots, sitemap, feed, search description, llms.txt."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from xml.sax.saxutils import escape, quoteattr

from feedgen.feed import FeedGenerator
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response

from app.store.source import NotLoadedError
from app.store.views import Summary
from app.web import addresses, responses
from app.web.pages.browse import by_library
from app.web.responses import Blob
from app.web.site import Site, site_of

FEED_ENTRIES = 40
EPOCH = "2026-01-01"
_STATIC = re.compile(r"(site|icon)\.[0-9a-f]{4,32}\.(css|js|svg)")


async def static(request: Request) -> Response:
    """A file by its hashed name; a page made before the last change is sent on to what there is now."""
    assets, name = site_of(request).renderer.assets, request.path_params["name"]
    if name in assets.blobs:
        return assets.blobs[name]
    outdated = _STATIC.fullmatch(name)
    if outdated and f"{outdated[1]}.{outdated[2]}" in assets.addresses:
        headers = {"cache-control": responses.NO_STORE}
        return RedirectResponse(assets.addresses[f"{outdated[1]}.{outdated[2]}"], 302, headers)
    raise HTTPException(404)


async def favicon(request: Request) -> Response:
    return RedirectResponse(site_of(request).renderer.assets.addresses["icon.svg"], 302)


async def health(request: Request) -> Response:
    """Can entries be served?  What a container's health check asks; kept out of the access log by `app.web.guard`."""
    try:
        loaded = bool(site_of(request).catalogue.source().rows("SELECT 1 FROM entry LIMIT 1"))
    except NotLoadedError:
        loaded = False
    headers = {"cache-control": responses.NO_STORE}
    return PlainTextResponse("ok\n" if loaded else "no content is loaded\n", 200 if loaded else 503, headers)


def text_page(name: str, content_type: str, cache: str = responses.SHORT):  # type: ignore[no-untyped-def]
    """A route for a page that is one text per revision of the content."""
    make = MAKERS[name]

    async def route(request: Request) -> Blob | None:
        site = site_of(request)
        return site.cached(name, lambda: responses.blob(make(site).encode(), content_type, cache=cache))

    return route


def robots(site: Site) -> str:
    return f"""User-agent: *
Disallow: /search
Disallow: /feedback
Disallow: /wanted
Allow: /

Sitemap: {site.settings.site}/sitemap.xml
"""


def sitemap(site: Site) -> str:
    base = site.settings.site
    summaries = site.catalogue.summaries()
    rows = [
        f"<url><loc>{escape(base + path)}</loc></url>"
        for path in ("/", "/errors", "/libraries", "/exceptions", "/about", "/contribute", "/newest")
    ]
    rows += [f"<url><loc>{escape(base + addresses.library(name))}</loc></url>" for name, _ in by_library(summaries)]
    for summary in summaries:
        modified = summary.verified or summary.updated
        last = f"<lastmod>{escape(modified)}</lastmod>" if modified else ""
        rows.append(f"<url><loc>{escape(base + addresses.entry(summary.slug))}</loc>{last}</url>")
    body = "\n".join(rows)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{body}\n</urlset>\n'


def feed(site: Site) -> str:
    """Atom: entries by when they last changed."""
    base = site.settings.site
    generator = FeedGenerator()
    generator.id(f"{base}/")
    generator.title("unraise: new and changed errors")
    generator.subtitle("Python errors explained: causes, and fixes that were run.")
    generator.link(href=f"{base}/feed.atom", rel="self", type="application/atom+xml")
    generator.link(href=f"{base}/", rel="alternate", type="text/html")
    generator.author(name="unraise")
    newest = sorted(site.catalogue.summaries(), key=lambda s: (s.updated, s.created, s.slug), reverse=True)[
        :FEED_ENTRIES
    ]
    generator.updated(moment(newest[0]) if newest else _at(EPOCH))
    for summary in newest:
        item = generator.add_entry(order="append")
        address = f"{base}{addresses.entry(summary.slug)}"
        item.id(address)
        item.title(summary.title)
        item.link(href=address, rel="alternate", type="text/html")
        item.summary(summary.meaning)
        item.category(term=summary.library)
        item.updated(moment(summary))
        if summary.created:
            item.published(_at(summary.created))
    return str(generator.atom_str(pretty=True).decode("utf-8"))


def moment(summary: Summary) -> datetime:
    return _at(summary.updated or summary.created or EPOCH)


def _at(iso: str) -> datetime:
    return datetime.fromisoformat(iso[:10]).replace(tzinfo=UTC)


def opensearch(site: Site) -> str:
    base = site.settings.site
    icon = quoteattr(f"{base}{site.renderer.assets.addresses['icon.svg']}")
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>unraise</ShortName>
<Description>Python errors: causes, and fixes that were run</Description>
<InputEncoding>UTF-8</InputEncoding>
<Image width="32" height="32" type="image/svg+xml">{icon[1:-1]}</Image>
<Url type="text/html" method="get" template={quoteattr(base + "/search?q={searchTerms}")}/>
<Url type="application/x-suggestions+json" method="get" template={quoteattr(base + "/search/suggest?q={searchTerms}")}/>
</OpenSearchDescription>
"""


def llms(site: Site) -> str:
    """llms.txt: what this is, how to ask it, and every entry by its Markdown address."""
    base = site.settings.site
    lines = [
        "# unraise",
        "",
        "> A database of Python errors. POST a traceback, get the entry that explains it: which cause, "
        "the line that says so, a fix that was run.",
        "",
        f"- Ask: `curl --data-binary @error.txt -H 'Content-Type: text/plain' {base}/api/v1/lookup`",
        f"- [API description]({base}/api/v1/openapi.json)",
        f"- [All entries as one file]({base}/api/v1/corpus.json)",
        "",
    ]
    for name, items in by_library(site.catalogue.summaries()):
        lines += [f"## {name}", ""]
        lines += [f"- [{s.title}]({base}{addresses.entry_markdown(s.slug)}): {s.meaning}" for s in items]
        lines.append("")
    return "\n".join(lines)


MAKERS = {"robots": robots, "sitemap": sitemap, "feed": feed, "opensearch": opensearch, "llms": llms}
