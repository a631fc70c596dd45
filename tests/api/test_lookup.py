"""POST /api/v1/lookup."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest
from starlette.testclient import TestClient

from app.lookup import lookup
from app.settings import Settings
from app.store.repository import Repository
from tests.web import pastes

LOOKUP = "/api/v1/lookup"
TEXT = {"content-type": "text/plain"}


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        (pastes.DECIDED, "match"),
        (pastes.UNDECIDED, "match"),
        (pastes.SHAPES, "match"),
        (pastes.RETIRED, "match"),
        (pastes.TIE, "candidates"),
        ("nothing of note", "unknown"),
    ],
)
def test_the_answer_is_the_pipelines_answer(client: TestClient, settings: Settings, text: str, outcome: str) -> None:
    raw = client.post(LOOKUP, content=text, headers=TEXT)
    assert raw.status_code == 200
    assert raw.headers["content-type"] == "application/json"
    assert raw.headers["cache-control"] == "no-store"
    assert raw.headers["access-control-allow-origin"] == "*"
    repository = Repository(settings)
    expected = json.loads(json.dumps(lookup(text, repository.source()).as_json()))
    repository.close()
    assert raw.json() == expected
    assert raw.json()["outcome"] == outcome
    assert client.post(LOOKUP, json={"text": text}).json() == expected


@pytest.mark.parametrize("text", [pastes.DECIDED, pastes.TIE, pastes.UNKNOWN, pastes.CHAINED, "nothing of note"])
def test_answers_are_what_the_description_says(client: TestClient, text: str) -> None:
    document = client.get("/api/v1/openapi.json").json()
    schema = {"$ref": "#/components/schemas/LookupResult", "components": document["components"]}
    jsonschema.Draft202012Validator(schema).validate(client.post(LOOKUP, content=text, headers=TEXT).json())


def test_page_and_api_give_the_same_entry_cause_and_line(client: TestClient) -> None:
    match = client.post(LOOKUP, content=pastes.DECIDED, headers=TEXT).json()["match"]
    html = client.post("/", data={"text": pastes.DECIDED}).text
    first = match["causes"][0]
    assert first["likely"] is True
    assert f'<a href="{match["url"]}#{first["id"]}">' in html
    assert f'<a href="#line-{first["evidence"][0]["line"]}">' in html


@pytest.mark.parametrize("content_type", ["", "text/plain", "text/plain; charset=utf-8", "TEXT/PLAIN"])
def test_plain_text_comes_with_or_without_its_type(client: TestClient, content_type: str) -> None:
    headers = {"content-type": content_type} if content_type else {}
    assert client.post(LOOKUP, content=pastes.SHAPES, headers=headers).json()["outcome"] == "match"


PROBLEMS = [
    (b"", TEXT, 422, "paste-empty"),
    (b" \n\t ", TEXT, 422, "paste-empty"),
    (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00" * 40, TEXT, 422, "paste-not-text"),
    (b"x" * (pastes.MIB + 1), TEXT, 413, "paste-too-large"),
    (b"{", {"content-type": "application/json"}, 400, "json-unreadable"),
    (b"[1]", {"content-type": "application/json"}, 400, "json-unreadable"),
    (b"[" * 100_000, {"content-type": "application/json"}, 400, "json-unreadable"),
    (b"\xff\xfe", {"content-type": "application/json"}, 400, "json-unreadable"),
    (b"{}", {"content-type": "application/json"}, 422, "field-missing"),
    (b'{"text": 7}', {"content-type": "application/json"}, 422, "field-missing"),
    (b'{"text": ""}', {"content-type": "application/json"}, 422, "paste-empty"),
    (b"x", {"content-type": "image/png"}, 415, "unsupported-media-type"),
    (b"x=1", {"content-type": "application/x-www-form-urlencoded"}, 415, "unsupported-media-type"),
]


@pytest.mark.parametrize(("body", "headers", "status", "kind"), PROBLEMS)
def test_what_cannot_be_looked_up_is_a_problem(
    client: TestClient, body: bytes, headers: dict[str, str], status: int, kind: str
) -> None:
    response = client.post(LOOKUP, content=body, headers=headers)
    assert response.status_code == status
    assert response.headers["content-type"] == "application/problem+json"
    assert response.headers["access-control-allow-origin"] == "*"
    document: dict[str, Any] = response.json()
    assert document["type"] == f"/api#{kind}"
    assert document["status"] == status
    assert document["title"]
    assert f'id="{kind}"' in client.get("/api").text


def test_exactly_one_mebibyte_is_answered(client: TestClient) -> None:
    text = (pastes.SHAPES + "\n").ljust(pastes.MIB, "x")
    assert client.post(LOOKUP, content=text, headers=TEXT).json()["outcome"] == "match"


def test_a_body_without_a_length_is_refused_while_it_arrives(client: TestClient) -> None:
    sent = 0

    def endless() -> Iterator[bytes]:
        nonlocal sent
        for _ in range(64):
            sent += 1
            yield b"x" * 65_536

    response = client.post(LOOKUP, content=endless(), headers=TEXT)
    assert response.status_code == 413


@pytest.mark.parametrize(
    "body",
    [
        b"RuntimeError: mat1 and mat2 shapes cannot be multiplied (64x2048 and 512x10)\xff\xfe",
        "RuntimeError: mat1 and mat2 shapes cannot be multiplied (64x2048 and 512x10)".encode("utf-16"),
        b"RuntimeError: mat1 and mat2 shapes cannot be multiplied (64x2048 and 512x10)\n\x00\n" + b"log\n" * 40,
    ],
)
def test_faulty_bytes_are_replaced(client: TestClient, body: bytes) -> None:
    assert client.post(LOOKUP, content=body, headers=TEXT).json()["outcome"] == "match"


def test_lone_surrogates_in_json_are_replaced(client: TestClient) -> None:
    body = b'{"text": "KeyError: \\ud800 \\udfff"}'
    response = client.post(LOOKUP, content=body, headers={"content-type": "application/json"})
    assert response.status_code == 200


def test_long_and_short_pastes_get_the_same_answer(client: TestClient) -> None:
    short = client.post(LOOKUP, content=pastes.SHAPES, headers=TEXT).json()["match"]
    long = client.post(LOOKUP, content="log line\n" * 4000 + pastes.SHAPES, headers=TEXT).json()["match"]
    assert (short["slug"], short["captures"]) == (long["slug"], long["captures"])
    assert long["line"] == 4001


def test_browsers_of_every_origin_may_look_up(client: TestClient) -> None:
    answer = client.options(LOOKUP, headers={"origin": "https://x.example", "access-control-request-method": "POST"})
    assert answer.status_code == 204
    assert answer.headers["access-control-allow-origin"] == "*"
    assert answer.headers["access-control-allow-methods"] == "POST"
    assert "Content-Type" in answer.headers["access-control-allow-headers"]


def test_secrets_are_masked_in_what_is_echoed(client: TestClient) -> None:
    text = 'File "/home/kimberley/zoo.py", line 3, in f\nValueError: mail kimberley@example.org about it'
    assert "kimberley" not in client.post(LOOKUP, content=text, headers=TEXT).text
