"""One visit for each kind of page: how to get there in a browser."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Page

from app.web.pages.home import EXAMPLE

SHAPES = """Traceback (most recent call last):
  File "/home/kim/fit.py", line 31, in <module>
    logits = head(features)
  File "/home/kim/env/lib/python3.12/site-packages/torch/nn/modules/module.py", line 1775, in _wrapped_call_impl
    return self._call_impl(*args, **kwargs)
  File "/home/kim/env/lib/python3.12/site-packages/torch/nn/modules/linear.py", line 134, in forward
    return F.linear(input, self.weight, self.bias)
RuntimeError: mat1 and mat2 shapes cannot be multiplied (64x2048 and 512x10)
"""
CHAINED = """Traceback (most recent call last):
  File "/srv/app/prices.py", line 14, in lookup
    return table["price"]
KeyError: 'price'

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "/srv/app/prices.py", line 40, in <module>
    main()
  File "/srv/app/prices.py", line 33, in main
    show(lookup(row))
  File "/srv/app/prices.py", line 16, in lookup
    raise acme.errors.QuotaError("no price for order 8812 of kim@example.org")
acme.errors.QuotaError: no price for order 8812 of kim@example.org
"""


@dataclass(frozen=True, slots=True)
class Visit:
    name: str
    path: str
    paste: str = ""
    needs_token: bool = False
    then: Callable[[Page], None] | None = None

    def go(self, page: Page, address: str) -> None:
        page.goto(address + self.path, wait_until="load")
        if self.paste:
            page.fill("#paste", self.paste)
            page.click("form.ask button.primary")
            page.wait_for_selector("main[data-answer], .problem")
        if self.then:
            self.then(page)


def _suggested(page: Page) -> None:
    page.fill("#q2", "back")
    page.wait_for_selector(".suggestions li")


VISITS = (
    Visit("home", "/"),
    Visit("answer-decided", "/", EXAMPLE),
    Visit("answer-shapes", "/", SHAPES),
    Visit("answer-undecided", "/", "RuntimeError: Trying to backward through the graph a second time"),
    Visit("unknown", "/", CHAINED),
    Visit("empty", "/", "   "),
    Visit("entry", "/errors/torch/backward-twice"),
    Visit("entry-short", "/errors/python/module-not-found"),
    Visit("errors", "/errors"),
    Visit("libraries", "/libraries"),
    Visit("library", "/libraries/torch"),
    Visit("exceptions", "/exceptions"),
    Visit("exception", "/exceptions/RuntimeError"),
    Visit("newest", "/newest"),
    Visit("most", "/most-looked-up"),
    Visit("search", "/search?q=shapes"),
    Visit("search-typo", "/search?q=gradint"),
    Visit("search-empty", "/search"),
    Visit("suggestions", "/search", then=_suggested),
    Visit("about", "/about"),
    Visit("contribute", "/contribute"),
    Visit("api", "/api"),
    Visit("not-found", "/no/such/page"),
    Visit("wanted", "/wanted", needs_token=True),
)
