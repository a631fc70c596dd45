"""One visit for each kind of page: how to get there in a browser."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Page

from app.web.pages.home import EXAMPLE
from tests.web.pastes import UNKNOWN

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


CAPTURED = """Traceback (most recent call last):
  File "/home/kim/train.py", line 88, in <module>
    main()
  File "/home/kim/train.py", line 52, in main
    batch = next(iter(loader))
  File "/home/kim/env/lib/python3.12/site-packages/torch/utils/data/dataloader.py", line 733, in __next__
    data = self._next_data()
  File "/home/kim/env/lib/python3.12/site-packages/torch/utils/data/_utils/collate.py", line 272, in collate_tensor_fn
    return torch.stack(batch, 0, out=out)
RuntimeError: stack expects each tensor to be equal size, but got [3, 224, 224] at entry 0 and [3, 144, 192] at entry 6
"""
CAUSED = """Traceback (most recent call last):
  File "/home/kim/env/lib/python3.11/site-packages/huggingface_hub/utils/_http.py", line 402, in hf_raise_for_status
    response.raise_for_status()
  File "/home/kim/env/lib/python3.11/site-packages/requests/models.py", line 1024, in raise_for_status
    raise HTTPError(http_error_msg, response=self)
requests.exceptions.HTTPError: 401 Client Error: Unauthorized for url: https://huggingface.co/meta-llama/Llama-2-7b/resolve/main/config.json

The above exception was the direct cause of the following exception:

Traceback (most recent call last):
  File "/home/kim/chat.py", line 7, in <module>
    model = AutoModelForCausalLM.from_pretrained("meta-llama/Llama-2-7b", token="hf_abcdefghijklmnopqrstuvwxyzABCDEF12")
  File "/home/kim/env/lib/python3.11/site-packages/transformers/utils/hub.py", line 450, in cached_file
    raise EnvironmentError(
OSError: You are trying to access a gated repo.
Make sure to have access to it at https://huggingface.co/meta-llama/Llama-2-7b.
401 Client Error. (Request ID: Root=1-661471eb-38c6ceb05c22031f00000000;54f54e0f-18d7-4cbf-a882-000000000000)

Cannot access gated repo for url https://huggingface.co/meta-llama/Llama-2-7b/resolve/main/config.json.
Access to model meta-llama/Llama-2-7b is restricted. You must be authenticated to access it. Please log in.
"""
LONG_LOG = (
    "".join(f"2026-11-30 12:00:{n % 60:02} worker_1  | step {n}: loss {1 / n:.6f}\n" for n in range(1, 3000)) + SHAPES
)


@dataclass(frozen=True, slots=True)
class Visit:
    """`posted`: the form is sent as a browser without scripts sends it, so that the answer is a page of its own."""

    name: str
    path: str
    paste: str = ""
    posted: bool = False
    needs_token: bool = False
    then: Callable[[Page], None] | None = None

    def go(self, page: Page, address: str) -> None:
        page.goto(address + self.path, wait_until="load")
        if self.posted:
            page.evaluate("text => { document.querySelector('#paste').value = text }", self.paste)
            with page.expect_navigation(wait_until="load"):
                page.evaluate("document.querySelector('form.ask').submit()")
        elif self.paste:
            page.fill("#paste", self.paste)
            page.click("form.ask button.primary")
            page.wait_for_selector("main[data-answer], .problem")
        if self.then:
            self.then(page)


def _suggested(page: Page) -> None:
    page.fill("#q2", "back")
    page.wait_for_selector(".suggestions li")


def _said_no(page: Page) -> None:
    page.click(".feedback summary")


def _shared(page: Page) -> None:
    page.click(".share summary")
    page.click(".reasons summary")


VISITS = (
    Visit("home", "/"),
    Visit("answer-decided", "/", EXAMPLE),
    Visit("answer-shapes", "/", SHAPES, then=_shared),
    Visit("answer-undecided", "/", "RuntimeError: Trying to backward through the graph a second time", then=_said_no),
    Visit("answer-long-log", "/", LONG_LOG, posted=True),
    Visit("unknown", "/", UNKNOWN),
    Visit("answer-chained", "/", CHAINED),
    Visit("unknown-nothing-read", "/", "it does not work, please help", posted=True),
    Visit("empty", "/", "   "),
    Visit("empty-posted", "/", "   ", posted=True),
    Visit("too-large-posted", "/", "x" * 1_100_000, posted=True),
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
    Visit("search-nothing", "/search?q=xyzzyplugh"),
    Visit("search-empty", "/search"),
    Visit("suggestions", "/search", then=_suggested),
    Visit("about", "/about"),
    Visit("contribute", "/contribute"),
    Visit("api", "/api"),
    Visit("not-found", "/no/such/page"),
    Visit("wanted", "/wanted", needs_token=True),
)
# What only the made-up entries of tests/web/content have, and what only the real ones have.
MADE_UP = (
    Visit("candidates", "/", "acme.WidgetError: the widget was refused by the gadget with code 7"),
    Visit("entry-retired", "/errors/acme/quota-used-up"),
    Visit("entry-awkward", "/errors/acme/awkward-text"),
)
REAL = (
    Visit("candidates", "/", "no such table: orders"),
    Visit("candidates-posted", "/", "invalid load key, 'v'.", posted=True),
    Visit("answer-captured", "/", CAPTURED),
    Visit("answer-chain", "/", CAUSED),
    Visit("entry-long-title", "/errors/matplotlib/backend-headless"),
    Visit("search-facets", "/search?q=memory"),
    Visit("search-narrowed", "/search?q=memory&library=torch"),
    Visit("search-recognised", "/search?q=mat1+and+mat2+shapes+cannot+be+multiplied+(2x3+and+4x5)"),
)
