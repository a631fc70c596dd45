"""For everyone: axe on every kind of page in both themes, reflow, targets, print, budgets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, HttpCredentials, Page

from tests.browser.serving import TOKEN
from tests.browser.visits import MADE_UP, VISITS, Visit

pytestmark = pytest.mark.browser

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
EVERY_KIND = (*VISITS, *MADE_UP)
OPEN_FOLDS = "document.querySelectorAll('details').forEach(fold => { fold.open = true })"


@pytest.fixture(scope="module", params=EVERY_KIND, ids=lambda visit: visit.name)
def opened(request: pytest.FixtureRequest, browser: Browser, address: str) -> Iterator[Page]:
    """Each kind of page, visited once, with everything that folds unfolded."""
    visit: Visit = request.param
    login: HttpCredentials | None = {"username": "editor", "password": TOKEN} if visit.needs_token else None
    context = browser.new_context(viewport={"width": 1280, "height": 900}, http_credentials=login)
    page = context.new_page()
    visit.go(page, address)
    page.evaluate(OPEN_FOLDS)
    yield page
    context.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(opened: Page, theme: str) -> None:
    opened.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    options = {"runOnly": {"type": "tag", "values": RULES}, "resultTypes": ["violations"]}
    results = Axe().run(opened, options=options).response
    found = [(v["id"], [node["target"] for node in v["nodes"]][:3]) for v in results["violations"]]
    assert found == []


def test_what_is_pressed_is_at_least_24_pixels(opened: Page) -> None:
    opened.set_viewport_size({"width": 360, "height": 640})
    small = opened.evaluate(
        """() => [...document.querySelectorAll("button, summary, input, textarea, nav a:not(p a), li > a, .links a")]
            .filter(element => element.offsetParent && element.type !== "hidden")
            .map(element => [element.outerHTML.slice(0, 80), element.getBoundingClientRect()])
            .filter(([, box]) => box.height < 24 || box.width < 24).map(([html]) => html)"""
    )
    assert small == []


def test_at_320_pixels_nothing_is_cut_off(opened: Page) -> None:
    opened.set_viewport_size({"width": 320, "height": 640})
    wide = opened.evaluate(
        """() => [...document.querySelectorAll("body *")].filter(element => {
            const box = element.getBoundingClientRect();
            const scrolls = element.closest("pre, .table, .paste, textarea, .quiet, .skip");
            return box.width && box.right > 321 && !scrolls;
        }).map(element => element.outerHTML.slice(0, 80))"""
    )
    assert wide == []
    assert opened.evaluate("document.documentElement.scrollWidth") <= 320


ADDRESSES = sorted({visit.path for visit in EVERY_KIND if not visit.needs_token and visit.path != "/no/such/page"})
SHIFT = """() => new Promise(resolve => {
    let total = 0;
    new PerformanceObserver(list => list.getEntries().forEach(entry => total += entry.value))
        .observe({type: "layout-shift", buffered: true});
    setTimeout(() => resolve(total), 200);
})"""


@pytest.mark.parametrize("path", ADDRESSES)
def test_a_page_is_at_most_four_requests_to_this_site_and_stands_still(
    browser: Browser, address: str, path: str
) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address + path, wait_until="networkidle")
    shift = page.evaluate(SHIFT)
    first = asked[:]
    for _ in range(2):  # a starved machine paints in pieces once in a while; a page that moves does so each time
        if shift:
            page.goto(address + path, wait_until="networkidle")
            shift = min(shift, page.evaluate(SHIFT))
    asked = first
    context.close()
    assert all(url.startswith(address) for url in asked)
    assert len(asked) <= 4
    assert max(Counter(asked).values()) == 1
    assert shift == 0


@pytest.mark.parametrize("visit", [v for v in EVERY_KIND if v.paste], ids=lambda visit: visit.name)
def test_an_answer_that_is_a_page_of_its_own_stands_still(browser: Browser, address: str, visit: Visit) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    replace(visit, posted=True, then=None).go(page, address)
    shift = page.evaluate(SHIFT)
    context.close()
    assert shift == 0


def test_the_theme_follows_the_person(browser: Browser, address: str) -> None:
    shades = {}
    for theme in ("light", "dark"):
        page = browser.new_context(color_scheme="dark" if theme == "dark" else "light").new_page()
        page.goto(address)
        shades[theme] = page.evaluate("getComputedStyle(document.body).backgroundColor")
        page.context.close()
    assert shades == {"light": "rgb(252, 252, 251)", "dark": "rgb(18, 20, 25)"}


def test_on_paper_there_is_the_entry_and_nothing_to_press(browser: Browser, address: str) -> None:
    page = browser.new_context().new_page()
    page.goto(f"{address}/errors/torch/backward-twice")
    page.emulate_media(media="print")
    for selector in (".top", ".feedback", ".copy >> nth=0", ".anchor >> nth=0"):
        assert not page.locator(selector).first.is_visible()
    for selector in ("h1", "#carried-state", "figure.broken >> nth=0", ".proof >> nth=0"):
        assert page.locator(selector).first.is_visible()
    assert page.pdf().startswith(b"%PDF")
    page.context.close()


def test_an_answer_on_paper_has_the_paste_and_no_box(browser: Browser, address: str) -> None:
    page = browser.new_context().new_page()
    next(visit for visit in VISITS if visit.name == "answer-decided").go(page, address)
    page.emulate_media(media="print")
    for selector in (".ask", ".feedback", ".share", ".top"):
        assert not page.locator(selector).first.is_visible(), selector
    for selector in ("h1.message", ".verdict", ".first-fix", ".reading .pl.decides"):
        assert page.locator(selector).first.is_visible(), selector
    page.context.close()


def test_nothing_moves_for_those_who_asked_for_stillness(browser: Browser, address: str) -> None:
    page = browser.new_context(reduced_motion="reduce").new_page()
    page.goto(address)
    assert page.evaluate("getComputedStyle(document.documentElement).scrollBehavior") == "auto"
    page.context.close()


def test_focus_can_be_seen(browser: Browser, address: str) -> None:
    page = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce").new_page()
    page.goto(f"{address}/errors/torch/backward-twice")
    for _ in range(25):
        page.keyboard.press("Tab")
        seen = page.evaluate(
            """() => {
                const element = document.activeElement, style = getComputedStyle(element);
                const box = element.getBoundingClientRect();
                return parseFloat(style.outlineWidth) >= 2 && style.outlineStyle !== "none"
                    && box.bottom > 0 && box.top < innerHeight;
            }"""
        )
        assert seen, page.evaluate("document.activeElement.outerHTML")
    page.context.close()
