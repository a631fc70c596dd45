"""From a traceback on the clipboard to the fix, in every way a person may go."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from app.web.pages.home import EXAMPLE
from tests.browser.visits import SHAPES
from tests.web import pastes

pytestmark = pytest.mark.browser

CAUSE = "A GAN whose discriminator step runs back into the generator"


def put_on_clipboard(page: Page, text: str) -> None:
    page.evaluate("text => navigator.clipboard.writeText(text)", text)


def test_a_paste_is_answered_at_once_without_a_reload(page: Page, address: str) -> None:
    page.goto(address)
    page.evaluate("window.sameDocument = true")
    expect(page.locator("#paste")).to_be_focused()
    put_on_clipboard(page, EXAMPLE)
    page.keyboard.press("Control+V")
    expect(page.locator(".verdict h2")).to_contain_text(CAUSE)
    assert page.evaluate("window.sameDocument") is True
    assert page.title() == "Trying to backward through the graph a second time · unraise"
    assert page.url == f"{address}/"
    expect(page.locator("main")).to_be_focused()


def test_without_javascript_the_form_answers(browser: Browser, address: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(address)
    page.fill("#paste", EXAMPLE)
    page.click("text=Explain it")
    expect(page.locator(".verdict h2")).to_contain_text(CAUSE)
    assert page.url == f"{address}/"
    page.click(".because a")
    assert page.url == f"{address}/#line-8"
    page.click("text=The whole program, broken and fixed >> nth=0")
    assert page.url == f"{address}/errors/torch/backward-twice#gan-fake-not-detached"
    context.close()


def test_the_example_is_one_click_away(page: Page, address: str) -> None:
    page.goto(address)
    page.click("text=Try an example")
    expect(page.locator(".verdict h2")).to_contain_text(CAUSE)


def test_the_main_job_by_keyboard_alone(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.locator("#paste")).to_be_focused()
    page.keyboard.insert_text(EXAMPLE)
    page.keyboard.press("Control+Enter")
    expect(page.locator(".verdict")).to_be_visible()
    page.keyboard.press("Tab")
    focused = page.evaluate("document.activeElement.closest('.verdict h2') !== null")
    assert focused, "the first stop after the answer is the likely cause"
    page.keyboard.press("Enter")
    page.wait_for_url("**/errors/torch/backward-twice#*")


def test_the_skip_link_is_the_first_stop_and_leads_to_the_content(page: Page, address: str) -> None:
    page.goto(f"{address}/errors/torch/backward-twice")
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    assert page.locator(".skip").bounding_box()["y"] >= 0  # type: ignore[index]
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()


def test_a_dropped_log_is_answered(page: Page, address: str) -> None:
    page.goto(address)
    drop(page, EXAMPLE.encode())
    expect(page.locator(".verdict h2")).to_contain_text(CAUSE)


def test_a_dropped_log_of_powershell_is_answered(page: Page, address: str) -> None:
    page.goto(address)
    drop(page, b"\xff\xfe" + EXAMPLE.encode("utf-16-le"))
    expect(page.locator(".verdict h2")).to_contain_text(CAUSE)


def test_a_dropped_file_that_is_too_large_says_so_and_loses_nothing(page: Page, address: str) -> None:
    page.goto(address)
    page.fill("#paste", "what I had")
    drop(page, b"x", times=pastes.MIB + 1)
    expect(page.locator(".problem")).to_contain_text("more than 1 MiB")
    expect(page.locator("#paste")).to_have_value("what I had")


def drop(page: Page, data: bytes, times: int = 1) -> None:
    """Drop a file of these bytes, so many times over, onto the box."""
    page.evaluate(
        """([data, times]) => {
            const transfer = new DataTransfer();
            const file = new File(Array(times).fill(new Uint8Array(data)), "error.log", {type: "text/plain"});
            transfer.items.add(file);
            const box = document.querySelector("#paste");
            box.dispatchEvent(new DragEvent("dragover", {dataTransfer: transfer, bubbles: true, cancelable: true}));
            box.dispatchEvent(new DragEvent("drop", {dataTransfer: transfer, bubbles: true, cancelable: true}));
        }""",
        [list(data), times],
    )


def test_an_empty_or_overlong_paste_says_so_and_keeps_the_text(page: Page, address: str) -> None:
    page.goto(address)
    page.click("text=Explain it")
    expect(page.locator(".problem")).to_contain_text("There is nothing in the box")
    expect(page.locator("#paste")).to_be_focused()
    long = "x" * (pastes.MIB + 1)
    page.evaluate("text => { document.querySelector('#paste').value = text }", long)
    page.click("text=Explain it")
    expect(page.locator(".problem")).to_contain_text("more than 1 MiB")
    assert page.evaluate("document.querySelector('#paste').value.length") == len(long)


def test_without_javascript_what_is_wrong_is_said_and_nothing_is_lost(browser: Browser, address: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(address)
    page.click("text=Explain it")
    expect(page.locator("h1")).to_have_text("There is nothing in the box")
    page.fill("#paste", "kept \ufffd\ufffd\ufffd\ufffd\ufffd\ufffd")
    page.click("text=Explain it")
    expect(page.locator("h1")).to_have_text("That is not text")
    assert page.locator("#paste").input_value() == "kept "
    long = "x" * (pastes.MIB + 1)
    page.fill("#paste", long)
    page.click("text=Explain it")
    expect(page.locator("h1")).to_have_text("That is more than 1 MiB")
    assert len(page.locator("#paste").input_value()) == len(long)
    context.close()


def test_text_pasted_beside_other_text_is_not_sent_yet(page: Page, address: str) -> None:
    page.goto(address)
    page.fill("#paste", "first part\n")
    put_on_clipboard(page, EXAMPLE)
    page.locator("#paste").press("Control+V")
    page.wait_for_timeout(300)
    assert page.locator("main[data-answer]").count() == 0


def test_a_paste_anywhere_on_a_page_with_the_box_is_a_question(page: Page, address: str) -> None:
    page.goto(f"{address}/no/such/page")
    put_on_clipboard(page, EXAMPLE)
    page.locator("h1").click()
    page.keyboard.press("Control+V")
    expect(page.locator(".verdict h2")).to_contain_text(CAUSE)
    put_on_clipboard(page, SHAPES)
    page.keyboard.press("Control+V")
    expect(page.locator("h1.message")).to_contain_text("mat1 and mat2")


def test_back_and_forward_go_between_box_and_answer_and_history_holds_no_paste(page: Page, address: str) -> None:
    page.goto(f"{address}/about")
    page.goto(address)
    page.fill("#paste", SHAPES)
    page.click("text=Explain it")
    expect(page.locator("main[data-answer]")).to_be_visible()
    assert page.url == f"{address}/"
    assert set(page.evaluate("history.state")) == {"view"}
    assert isinstance(page.evaluate("history.state.view"), int)
    page.go_back()
    expect(page.locator("#paste")).to_have_value(SHAPES)
    page.go_forward()
    expect(page.locator("main[data-answer]")).to_be_visible()
    page.reload()
    expect(page.locator("#paste")).to_have_value("")
    assert "64x2048" not in page.content()
    assert page.evaluate("localStorage.length + sessionStorage.length") == 0
    assert page.context.cookies() == []


def test_a_line_of_the_paste_leads_to_its_cause_and_back(page: Page, address: str) -> None:
    page.goto(address)
    page.fill("#paste", EXAMPLE)
    page.click("text=Explain it")
    page.click(".because a")
    expect(page.locator("#line-8")).to_be_in_viewport()
    page.click("#line-8 a.speaks")
    assert page.url == f"{address}/#cause-gan-fake-not-detached"
    page.go_back()
    page.go_back()
    expect(page.locator(".verdict")).to_be_visible()


def test_library_frames_unfold(page: Page, address: str) -> None:
    page.goto(address)
    page.fill("#paste", EXAMPLE)
    page.click("text=Explain it")
    hidden = page.locator("#line-10")
    expect(hidden).to_be_hidden()
    page.click("text=3 frames in torch")
    expect(hidden).to_be_visible()


def test_feedback_is_thanked_for_in_place(page: Page, address: str) -> None:
    page.goto(address)
    page.fill("#paste", SHAPES)
    page.click("text=Explain it")
    page.click(".feedback summary")
    page.click("text=My cause is not there")
    expect(page.locator(".feedback")).to_contain_text("Thank you")
    expect(page.locator("main[data-answer]")).to_be_visible()


def test_asking_for_an_entry_sends_the_template_only(page: Page, address: str) -> None:
    page.goto(address)
    page.fill("#paste", pastes.UNKNOWN)
    page.click("text=Explain it")
    with page.expect_request("**/wanted") as sent:
        page.click(".wish button")
    body = sent.value.post_data or ""
    assert "zoo.HungerError" in body
    assert "12" not in body
    assert "feed" not in body.replace("was+not+fed", "")
    expect(page.locator(".wish")).to_contain_text("Asked for")


SEED = (  # as its page prints it: the message alone
    "RuntimeError: Trying to backward through the graph a second time (or directly access saved tensors after they "
    "have already been freed). Saved intermediate values of the graph are freed when you call .backward() or "
    "autograd.grad(). Specify retain_graph=True if you need to backward through the graph a second time or if you "
    "need to access saved tensors after calling backward.\n"
)
RECURRENT = f"""Traceback (most recent call last):
  File "/home/ada/rnn.py", line 14, in <module>
    step(model, hidden).backward()
  File "/home/ada/.venv/lib/python3.11/site-packages/torch/_tensor.py", line 648, in backward
    torch.autograd.backward(
{SEED}"""
MODULE = """Traceback (most recent call last):
  File "/home/ada/plot.py", line 1, in <module>
    import cv2
ModuleNotFoundError: No module named 'cv2'
"""
ALIAS = """Traceback (most recent call last):
  File "/home/ada/old.py", line 3, in <module>
    mask = np.zeros(3, dtype=np.bool)
  File "/home/ada/.venv/lib/python3.11/site-packages/numpy/__init__.py", line 305, in __getattr__
    raise AttributeError(__former_attrs__[attr])
AttributeError: module 'numpy' has no attribute 'bool'.
"""
NO_GRAD = """Traceback (most recent call last):
  File "/home/ada/train.py", line 22, in <module>
    loss.backward()
RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
"""
FIRST_SCREENS = {  # paste, and the fix that is the right one for it
    "seed": (SEED, "detach-what-crosses"),
    "gan": (EXAMPLE, "detach-the-fake"),
    "recurrent": (RECURRENT, "detach-what-crosses"),
    "shapes": (SHAPES, "measure-flatten"),
    "module": (MODULE, "right-name"),
    "alias": (ALIAS, "use-builtin"),
    "no grad": (NO_GRAD, "stay-in-torch"),
}


@pytest.mark.parametrize("name", FIRST_SCREENS)
@pytest.mark.parametrize(("width", "height"), [(360, 640), (1440, 900)])
def test_the_first_screen_shows_message_meaning_cause_and_fix(
    page: Page, address: str, name: str, width: int, height: int
) -> None:
    """One paste.  At 1440×900 the whole fix without a scroll; at 360×640 it begins on the first screen, and one scroll
    of a screen shows all of it."""
    text, fix = FIRST_SCREENS[name]
    page.set_viewport_size({"width": width, "height": height})
    page.goto(address)
    expect(page.locator("#paste")).to_be_focused()
    put_on_clipboard(page, text)
    page.keyboard.press("Control+V")
    page.wait_for_selector("main[data-answer]")
    cause = ".verdict h2" if page.locator(".verdict").count() else ".other[open] summary"
    for selector in ("h1.message", ".title .lead", cause, ".first-fix .do"):
        box = page.locator(selector).first.bounding_box()
        assert box is not None, selector
        assert box["y"] >= 0, selector
        assert box["y"] + box["height"] <= height, f"{selector} ends at {box['y'] + box['height']}"
    assert (page.locator(".first-fix .do a").first.get_attribute("href") or "").endswith(f"#{fix}")
    whole = page.locator(".first-fix").first.bounding_box()
    assert whole is not None
    assert whole["y"] + whole["height"] <= height * (2 if width == 360 else 1)
