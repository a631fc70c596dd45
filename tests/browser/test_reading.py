"""Entries, search and browsing in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from app.web.pages.home import EXAMPLE

pytestmark = pytest.mark.browser

ENTRY = "/errors/torch/backward-twice"


def test_code_is_copied_as_code_only(page: Page, address: str) -> None:
    page.goto(address + ENTRY)
    page.locator("figure.fixed .copy").first.click()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("import torch\n")
    assert "hidden = hidden.detach()\n" in copied
    assert "Copy" not in copied
    assert "\n\n\n" not in copied
    button = page.locator("figure.fixed .copy").first
    expect(button).to_have_attribute("data-copied", "")
    assert page.locator("[role=status]").all_text_contents() == ["Copied"], "said once, by the live region"
    expect(button).to_have_accessible_name("Copy")


def test_every_block_of_code_has_one_copy_button(page: Page, address: str) -> None:
    page.goto(address + ENTRY)
    assert page.locator("pre.code").count() == page.locator("button.copy").count() > 10


def test_a_heading_gives_its_address(page: Page, address: str) -> None:
    page.goto(address + ENTRY)
    page.locator("#running-loss .anchor").click()
    wanted = f"{address}{ENTRY}#running-loss"
    page.wait_for_function("navigator.clipboard.readText().then(text => text.includes('#running-loss'))")
    assert page.evaluate("navigator.clipboard.readText()") == wanted
    assert page.url == wanted


@pytest.mark.parametrize("width", [360, 1440])
def test_an_address_with_an_anchor_shows_what_it_names(browser: Browser, address: str, width: int) -> None:
    """Though what is far down is laid out only when it comes near."""
    context = browser.new_context(viewport={"width": width, "height": 640}, reduced_motion="reduce")
    page = context.new_page()
    for anchor in ("running-loss", "checkpoint-closure", "non-reentrant", "retain-graph-gan"):
        page.goto(f"{address}{ENTRY}?{anchor}#{anchor}")
        page.wait_for_timeout(300)
        box = page.locator(f"#{anchor}").bounding_box()
        assert box is not None
        assert 0 <= box["y"] < 320, anchor
    context.close()


def test_both_programs_stand_side_by_side_where_wide_and_below_each_other_on_a_phone(page: Page, address: str) -> None:
    page.goto(address + ENTRY)
    for width, side_by_side in ((1440, True), (360, False)):
        page.set_viewport_size({"width": width, "height": 900})
        broken = page.locator("figure.broken").first.bounding_box()
        fixed = page.locator("figure.fixed").first.bounding_box()
        assert broken is not None
        assert fixed is not None
        assert (fixed["x"] > broken["x"]) is side_by_side
        assert (fixed["y"] > broken["y"]) is not side_by_side


def test_suggestions_come_while_typing_and_are_chosen_by_keyboard(page: Page, address: str) -> None:
    page.goto(f"{address}/about")
    page.keyboard.press("/")
    expect(page.locator("#q")).to_be_focused()
    page.keyboard.type("shap")
    options = page.locator("[role=option]")
    expect(options.first).to_be_visible()
    expect(page.locator("#q")).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("ArrowDown")
    expect(options.first).to_have_attribute("aria-selected", "true")
    assert page.locator("#q").get_attribute("aria-activedescendant") == options.first.get_attribute("id")
    page.keyboard.press("Enter")
    page.wait_for_url("**/errors/**")


def test_escape_closes_the_suggestions_then_leaves_the_box(page: Page, address: str) -> None:
    page.goto(f"{address}/about")
    page.keyboard.press("/")
    page.keyboard.type("shap")
    expect(page.locator("[role=option]").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("[role=option]")).to_have_count(0)
    expect(page.locator("#q")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#q")).not_to_be_focused()


def test_a_slash_is_a_slash_while_typing(page: Page, address: str) -> None:
    page.goto(address)
    page.keyboard.type("a/b")
    expect(page.locator("#paste")).to_have_value("a/b")


def test_words_lead_to_results(page: Page, address: str) -> None:
    page.goto(f"{address}/search")
    page.fill("#q2", "shapes")
    page.keyboard.press("Enter")
    page.wait_for_url("**/search?q=shapes")
    expect(page.locator(".hits mark").first).to_have_text("shapes")


def test_a_traceback_pasted_into_the_search_box_is_answered(page: Page, address: str) -> None:
    page.goto(f"{address}/libraries")
    page.evaluate("text => navigator.clipboard.writeText(text)", EXAMPLE)
    page.keyboard.press("/")
    page.keyboard.press("Control+V")
    expect(page.locator(".verdict h2")).to_contain_text("A GAN")
    assert page.url == f"{address}/"


def test_suggestions_never_ask_for_what_was_pasted(page: Page, address: str) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{address}/search")
    page.fill("#q2", "ValueError: my secret")
    page.wait_for_timeout(300)
    assert not [url for url in asked if "suggest" in url]


def test_search_works_without_javascript(browser: Browser, address: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{address}/search")
    page.fill("#q2", "shapes")
    page.keyboard.press("Enter")
    expect(page.locator(".hits li").first).to_be_visible()
    context.close()


@pytest.mark.parametrize("path", ["/no/such/page", "/errors/torch/nope"])
def test_an_error_page_has_the_box_and_answers(page: Page, address: str, path: str) -> None:
    page.goto(address + path)
    page.fill("#paste", EXAMPLE)
    page.click("text=Explain it")
    expect(page.locator(".verdict")).to_be_visible()


@pytest.mark.parametrize("size", [(1440, 900), (360, 640)])
@pytest.mark.parametrize("clicked", [False, True])
def test_an_address_that_names_a_cause_shows_that_cause(
    browser: Browser, address: str, size: tuple[int, int], clicked: bool
) -> None:
    context = browser.new_context(viewport={"width": size[0], "height": size[1]})
    page = context.new_page()
    place = "/errors/torch/backward-twice"
    page.goto(address + (place if clicked else f"{place}#checkpoint-closure"))
    if clicked:
        page.click('a[href="#checkpoint-closure"]')
    heading = "document.getElementById('checkpoint-closure').getBoundingClientRect().top"
    page.wait_for_function(f"{heading} < 100 && {heading} >= 0", timeout=5_000)
    context.close()
