"""The search box: words, suggestions, typos, facets, and tracebacks pasted where words belong."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from app.web.recognising import looks_pasted, unflattened
from tests.web import pastes


def test_a_form_with_words_leads_to_an_address_that_can_be_kept(client: TestClient) -> None:
    response = client.post("/search", data={"q": "  shapes multiplied "})
    assert response.status_code == 303
    assert response.headers["location"] == "/search?q=shapes+multiplied"


def test_words_are_found_and_marked(client: TestClient) -> None:
    html = client.get("/search?q=shapes").text
    assert 'href="/errors/torch/mat1-and-mat2-shapes">mat1 and mat2 <mark>shapes</mark> cannot be multiplied' in html


def test_a_typo_is_forgiven(client: TestClient) -> None:
    html = client.get("/search?q=multipled").text
    assert 'Did you mean <a href="/search?q=multiplied">multiplied</a>?' in html


def test_results_narrow_down_by_library_and_exception(client: TestClient) -> None:
    html = client.get("/search?q=the").text
    assert '<nav class="facets" id="narrow" aria-label="Narrow down">' in html
    assert "/search?q=the&amp;library=torch" in html
    narrowed = client.get("/search?q=the&library=torch").text
    assert "/errors/acme/" not in narrowed[narrowed.index('class="hits"') :]
    assert client.get("/search?q=the&exception=WidgetError").text.count('<li>\n<h2><a href="/errors/acme/tie-') == 2


def test_nothing_found_invites_a_paste(client: TestClient) -> None:
    html = client.get("/search?q=xyzzyplugh").text
    assert "Nothing found" in html
    assert "Have the traceback? Paste it" in html
    assert '<textarea id="paste"' in html


def test_a_whole_message_typed_as_words_is_recognised(client: TestClient) -> None:
    html = client.get("/search?q=mat1+and+mat2+shapes+cannot+be+multiplied").text
    assert 'href="/errors/torch/mat1-and-mat2-shapes"' in html


@pytest.mark.parametrize("method", ["POST", "GET"])
def test_a_traceback_in_the_search_box_is_answered_as_a_paste(client: TestClient, method: str) -> None:
    if method == "POST":
        response = client.post("/search", data={"q": pastes.DECIDED})
    else:
        response = client.get("/search", params={"q": pastes.DECIDED})
    assert response.status_code == 200
    assert response.headers["cache-control"] == "no-store"
    assert "A GAN whose discriminator step runs back into the generator" in response.text
    assert "train_gan" not in "".join(
        part for part in response.text.split("<") if part.startswith(("a ", "input", "form"))
    )


def test_a_traceback_that_lost_its_line_breaks_is_answered_too(client: TestClient) -> None:
    flat = " ".join(pastes.DECIDED.split("\n"))
    assert "Most likely" in client.post("/search", data={"q": flat}).text


def test_line_breaks_are_put_back_before_frames_and_the_last_line() -> None:
    flat = (
        'Traceback (most recent call last):   File "a.py", line 1, in f   g(x)   File "b.py", line 2, in g KeyError: 1'
    )
    assert [line.strip() for line in unflattened(flat).split("\n")] == [
        "Traceback (most recent call last):",
        'File "a.py", line 1, in f   g(x)',
        'File "b.py", line 2, in g',
        "KeyError: 1",
    ]


@pytest.mark.parametrize(
    ("text", "pasted"),
    [
        ("cuda out of memory", False),
        ("KeyError", False),
        ("E050", False),
        ("WinError 126", False),
        ("exit code -9", False),
        ("torch.cuda.OutOfMemoryError", False),
        ("KeyError: 'x'", True),
        ("a\nb", True),
        ("x" * 81, True),
        ('File "a.py", line 1', True),
    ],
)
def test_what_looks_pasted(text: str, pasted: bool) -> None:
    assert looks_pasted(text) is pasted


@pytest.mark.parametrize(
    "query",
    ["", " ", "*", "AND OR NOT", "[a TO z]", '"', "((((", "~~~^^^", "a*" * 30, "🦓", "\x00", "-" * 79, "e",
     "?" * 10_000, "word " * 2000, "{{7*7}}", "<b>"],
)  # fmt: skip
def test_odd_queries_get_a_page(client: TestClient, query: str) -> None:
    for response in (client.get("/search", params={"q": query}), client.post("/search", data={"q": query})):
        assert response.status_code in (200, 303, 422)
        assert "<b>" not in response.text.replace(
            "<b>", "", response.text.count("<b>It is") + response.text.count("<b>Fix")
        )


@pytest.mark.parametrize("page", ["0", "-1", "999999", "x", "1e3", "²"])
def test_odd_page_numbers_get_a_page(client: TestClient, page: str) -> None:
    assert client.get("/search", params={"q": "the", "page": page}).status_code == 200


def test_suggestions_come_as_browsers_expect_them(client: TestClient) -> None:
    response = client.get("/search/suggest?q=mat1")
    assert response.headers["content-type"] == "application/x-suggestions+json"
    assert response.json() == [
        "mat1",
        ["mat1 and mat2 shapes cannot be multiplied"],
        ["torch"],
        ["/errors/torch/mat1-and-mat2-shapes"],
    ]


@pytest.mark.parametrize("typed", ["", "m", "x" * 61, "KeyError: 'secret'", "a\nb"])
def test_no_suggestions_for_what_is_too_short_or_pasted(client: TestClient, typed: str) -> None:
    assert client.get("/search/suggest", params={"q": typed}).json()[1] == []
