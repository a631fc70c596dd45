"""One Chromium and one server for all browser tests; skipped, with the reason, where there is no Chromium."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.browser.serving import LAUNCH_ARGUMENTS, chromium_path, served, why_no_chromium
from tests.web.loading import small_site


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    with served(small_site()) as address:
        yield address


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    reason = why_no_chromium()
    if reason:
        pytest.skip(reason)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=LAUNCH_ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(
        viewport={"width": 1440, "height": 900}, permissions=["clipboard-read", "clipboard-write"]
    )
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A page that fails the test when the browser complains: a script error, a blocked resource."""
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    yield page
    assert [c for c in complaints if "status of 4" not in c] == []
