"""The page of an entry, made once when the content is loaded; what is served afterwards are its bytes."""

from __future__ import annotations

from app.settings import Settings
from app.store.pages import EntryPage, PageRenderer
from app.web import addresses, structured
from app.web.rendering import Renderer, make_renderer, version_of


def page_renderer(settings: Settings) -> PageRenderer:
    """What `unraise load` needs of the site: how a page is made, and a version that changes when that does."""
    renderer = make_renderer(settings)
    return PageRenderer(version_of(settings, renderer.assets), lambda page: render_entry(renderer, page))


def render_entry(renderer: Renderer, page: EntryPage) -> str:
    trail = [
        ("Libraries", addresses.LIBRARIES),
        (page.library, addresses.library(page.library)),
        (page.title, page.url),
    ]
    site = renderer.settings.site
    return renderer.page(
        "entry.html",
        page=page,
        article=structured.article(page, site),
        trail=structured.breadcrumbs(trail, site),
    )
