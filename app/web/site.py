"""The site's parts in one place, made once at start: settings, templates, the store, and what counts requests."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

from anyio import CapacityLimiter
from anyio.to_thread import run_sync
from starlette.requests import Request

from app.matching.ports import EntrySource
from app.result import Result
from app.settings import Settings
from app.store.repository import Repository
from app.web import responses
from app.web.chain import Mask
from app.web.counting import LookupCounter
from app.web.incoming import LARGE_PASTE
from app.web.limiting import PostLimiter
from app.web.rendering import Renderer
from app.web.responses import Blob

CACHED_BLOBS = 1024

Lookup = Callable[[str, EntrySource], Result]


@dataclass(slots=True)
class Site:
    settings: Settings
    renderer: Renderer
    catalogue: Repository
    lookup: Lookup
    mask: Mask
    counter: LookupCounter
    limiter: PostLimiter
    _blobs: OrderedDict[str, Blob] = field(default_factory=OrderedDict)
    _blobs_revision: str = ""
    # Long pastes one at a time: they only take the interpreter from each other, and from everybody who wants a page.
    _one_large: CapacityLimiter = field(default_factory=lambda: CapacityLimiter(1))

    async def answer(self, text: str) -> Result:
        """Look a paste up: a short one here and now, a long one in a thread so that nobody waits for it."""
        source = self.catalogue.source()
        if len(text) <= LARGE_PASTE:
            result = self.lookup(text, source)
        else:
            result = await run_sync(self.lookup, text, source, limiter=self._one_large)
        if result.match:
            self.counter.add(result.match.slug)
        return result

    def cached(self, key: str, make: Callable[[], Blob | None]) -> Blob | None:
        """A page of the current revision of the content, made when first asked for."""
        revision = self.catalogue.revision()
        if revision != self._blobs_revision:
            self._blobs.clear()
            self._blobs_revision = revision
        found = self._blobs.get(key)
        if found is not None:
            self._blobs.move_to_end(key)
            return found
        made = make()
        if made is not None:
            self._blobs[key] = made
            if len(self._blobs) > CACHED_BLOBS:
                self._blobs.popitem(last=False)
        return made

    def cached_page(self, key: str, template: str, make_context: Callable[[], dict[str, object] | None]) -> Blob | None:
        """A page rendered from a template, cached as `cached` does; no page where there is no context."""

        def make() -> Blob | None:
            context = make_context()
            if context is None:
                return None
            html = self.renderer.page(template, **context)
            return responses.blob(html.encode(), responses.HTML, headers=self.renderer.early)

        return self.cached(key, make)


def site_of(request: Request) -> Site:
    site = request.app.state.site
    assert isinstance(site, Site)
    return site
