"""The answer to a paste, as a page."""

from __future__ import annotations

import re

import html5lib
import pytest
from starlette.testclient import TestClient

from tests.web import pastes


def ask(client: TestClient, text: str) -> str:
    response = client.post("/", data={"text": text})
    assert response.status_code == 200
    assert response.headers["cache-control"] == "no-store"
    return response.text


@pytest.mark.parametrize("text", [pastes.DECIDED, pastes.UNDECIDED, pastes.TIE, pastes.UNKNOWN, pastes.CHAINED])
def test_answers_are_valid_html_with_unique_ids(client: TestClient, text: str) -> None:
    html = ask(client, text)
    html5lib.HTMLParser(strict=True).parse(html)
    ids = re.findall(r'\sid="([^"]*)"', html)
    assert sorted(ids) == sorted(set(ids))
    for anchor in re.findall(r'href="#([^"]+)"', html):
        assert anchor in ids


def main_of(html: str) -> str:
    return html[html.index("<main") : html.index("</main>")]


def test_the_box_has_the_focus_posts_and_says_what_happens_to_a_paste(client: TestClient) -> None:
    html = client.get("/").text
    assert re.search(r'<form class="ask" action="/" method="post"', html)
    assert re.search(r'<label for="paste">.*</label>\s*<textarea id="paste" name="text".* autofocus>', html)
    assert "not stored, not logged, secrets masked" in html
    assert '<a href="/about#privacy">How that is tested</a>' in html


def test_an_example_is_one_click_away(client: TestClient) -> None:
    html = client.get("/").text
    assert "Try an example" in html
    assert "Trying to backward through the graph a second time" in html


def test_the_deciding_line_stands_with_its_cause_before_the_first_fix(client: TestClient) -> None:
    html = main_of(ask(client, pastes.DECIDED))
    order = [
        "Trying to backward through the graph a second time",
        "reached a part of the graph",
        "A GAN whose discriminator step runs back into the generator",
        'Line 8 of your paste</a> says so: <code class="said">g_loss.backward()</code>',
        "Detach the generated batch in the discriminator step",
        "<b>.detach()</b>",
        "<code>discriminator(fake.detach())</code> in the discriminator",
        "The whole program, broken and fixed",
        "If not that",
        "A hidden state carried from batch to batch",
    ]
    positions = [html.index(text) for text in order]
    assert positions == sorted(positions)


def test_the_paste_is_read_whose_frame_failed_and_which_line_decides(client: TestClient) -> None:
    html = main_of(ask(client, pastes.DECIDED))
    assert "It failed inside torch, called from your line 52 of train_gan.py, in train_step." in html
    assert "<summary>3 frames in torch</summary>" in html
    assert "<mark>g_loss.backward()</mark>" in html
    assert re.search(r'id="line-8".*?<a class="speaks" href="#cause-gan-fake-not-detached">', html, re.DOTALL)


def test_when_the_paste_cannot_tell_every_cause_says_what_to_look_at(client: TestClient) -> None:
    html = main_of(ask(client, pastes.UNDECIDED))
    assert "The paste cannot tell the causes apart" in html
    assert "Most likely" not in html
    assert html.index("A hidden state carried") < html.index("Is there a tensor that one iteration returns")
    assert html.count('<details class="other"') == 6
    assert html.count(" open>") == 1


def test_captured_values_are_marked_and_stand_in_the_prose(client: TestClient) -> None:
    html = main_of(ask(client, pastes.SHAPES))
    assert '<mark class="slot" title="k1">2048</mark>' in html
    assert 'has <span class="slot filled" data-slot="k1">2048</span> columns' in html


def test_candidates_stand_side_by_side_each_with_its_if(client: TestClient) -> None:
    html = main_of(ask(client, pastes.TIE))
    assert "Two errors fit your paste" in html
    assert "<b>It is this one if</b> the gadget is of kind one." in html
    assert "<b>It is this one if</b> the gadget is of kind two." in html


def test_unknown_says_what_was_understood_and_carries_only_the_template(client: TestClient) -> None:
    html = main_of(ask(client, pastes.UNKNOWN))
    assert "<h1>Unknown</h1>" in html
    assert "zoo.HungerError" in html
    form = html[html.index('action="/wanted"') : html.index("</form>", html.index('action="/wanted"'))]
    assert "{int:int}" in form
    assert "12" not in form
    assert "Most likely" not in html


def test_a_workers_own_error_is_asked_for(client: TestClient) -> None:
    html = main_of(ask(client, pastes.WORKER))
    form = html[html.index('action="/wanted"') : html.index("</form>", html.index('action="/wanted"'))]
    assert "the zebra of pen {int:int} was not fed" in form
    assert "worker process" not in form


def test_the_chain_is_told_in_the_order_of_time(client: TestClient) -> None:
    html = main_of(ask(client, pastes.CHAINED))
    chain = html[html.index('<ol class="chain"') : html.index("</ol>", html.index('<ol class="chain"'))]
    assert chain.index("KeyError") < chain.index("while this was being handled came") < chain.index("HungerError")


def test_what_is_shared_is_an_address_without_the_paste(client: TestClient) -> None:
    html = main_of(ask(client, pastes.RETIRED))
    shared = re.findall(r'href="([^"]*)" data-copy-link', html)
    assert shared == ["/errors/acme/quota-used-up#loop", "/errors/acme/quota-used-up?limit=50#loop"]
    page = client.get("/errors/acme/quota-used-up?limit=50")
    assert 'used up <span class="slot filled" data-slot="limit">50</span> requests' in page.text
    assert page.headers["x-robots-tag"] == "noindex"


def test_names_in_an_address_are_never_put_into_a_page(client: TestClient) -> None:
    plain = client.get("/errors/acme/quota-used-up")
    assert client.get("/errors/acme/quota-used-up?tenant=kim&limit=<b>7</b>").content == plain.content


@pytest.mark.parametrize(
    ("text", "status", "said"),
    [
        ("", 422, "There is nothing in the box"),
        (" \n\t\r\n ​", 422, "There is nothing in the box"),
        ("\x00\x01\x02\x03PNG\x05\x06" * 50, 422, "That is not text"),
        ("x" * (pastes.MIB + 1), 413, "That is more than 1 MiB"),
    ],
)
def test_what_cannot_be_read_gets_a_clear_sentence_and_the_box(
    client: TestClient, text: str, status: int, said: str
) -> None:
    for encoded in ({"data": {"text": text}}, {"files": {"text": (None, text)}}):
        response = client.post("/", **encoded)
        assert response.status_code == status
        assert said in response.text
        assert '<textarea id="paste"' in response.text
        assert response.headers["cache-control"] == "no-store"


@pytest.mark.parametrize(("size", "given_back"), [(2, True), (5, False)])
def test_too_large_a_paste_is_given_back_in_the_box_up_to_a_limit(
    client: TestClient, size: int, given_back: bool
) -> None:
    text = "mine_" * (size * pastes.MIB // 5)
    for encoded in ({"data": {"text": text}}, {"files": {"text": (None, text)}}):
        response = client.post("/", **encoded)
        assert response.status_code == 413
        assert (text in response.text) is given_back
        assert ("Back button" in response.text) is not given_back


def test_exactly_one_mebibyte_is_read(client: TestClient) -> None:
    text = "RuntimeError: Trying to backward through the graph a second time\n"
    response = client.post("/", files={"text": (None, text + "x\n" * ((pastes.MIB - len(text)) // 2))})
    assert response.status_code == 200
    assert "Trying to backward" in response.text
    assert len(response.content) < 200_000


@pytest.mark.parametrize(
    "body",
    [
        b"RuntimeError: Trying to backward through the graph a second time \xff\xfe\x80",
        "﻿RuntimeError: Trying to backward through the graph a second time".encode(),
        "RuntimeError: Trying to backward through the graph a second time".encode("utf-16"),
    ],
)
def test_other_encodings_are_read(client: TestClient, body: bytes) -> None:
    response = client.post("/", files={"text": ("error.log", body)})
    assert response.status_code == 200
    assert "reached a part of the graph" in response.text


def test_a_form_of_another_kind_or_a_damaged_one_is_refused_clearly(client: TestClient) -> None:
    assert client.post("/", content=b"{}", headers={"content-type": "application/json"}).status_code == 415
    damaged = client.post("/", content=b"--x\r\nbroken", headers={"content-type": "multipart/form-data; boundary=y"})
    assert damaged.status_code == 400
    no_boundary = client.post("/", content=b"x", headers={"content-type": "multipart/form-data"})
    assert no_boundary.status_code == 400
    assert '<textarea id="paste"' in no_boundary.text


@pytest.mark.parametrize(
    "paste",
    [
        f"{pastes.SCRIPT}Error: {pastes.SCRIPT}",
        f'File "{pastes.SCRIPT}", line 1, in {pastes.SCRIPT}\n    {pastes.SCRIPT}\nValueError: {pastes.SCRIPT}',
        f"KeyError: '{pastes.SCRIPT}'",
        f"acme.QuotaError: the quota of 50 requests is used up for tenant '{pastes.SCRIPT}'",
        "ValueError: {{ 7 * 7 }} {% raise %} ${7*7} %s {0} {name}",
        '"><img src=x onerror=alert(1)>: Error',
    ],
)
def test_nothing_of_a_paste_is_echoed_unescaped(client: TestClient, paste: str) -> None:
    html = ask(client, paste)
    assert "<script>alert" not in html
    assert "<img" not in html
    assert "49" not in main_of(html)


@pytest.mark.parametrize(
    "paste",
    [
        "Traceback (most recent call last):\n" * 2000,
        "During handling of the above exception, another exception occurred:\n\n" * 500 + "ValueError: x",
        "  | " * 3000 + "ExceptionGroup: x (2 sub-exceptions)",
        "[rank0]: 2026-01-01 INFO worker_1  | \n" * 3000,
        "‮RuntimeError​: ⁦abc",
        "{int:int} {name:rest} {? optional}",
    ],
    ids=["headers", "connectors", "groups", "prefixes", "direction marks", "template-shaped"],
)
def test_awkward_pastes_get_a_page_of_bounded_size(client: TestClient, paste: str) -> None:
    assert len(ask(client, paste)) < 400_000
