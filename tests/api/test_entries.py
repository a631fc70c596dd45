"""Reading entries through /api/v1."""

from __future__ import annotations

import jsonschema
import pytest
from starlette.testclient import TestClient


def test_entries_come_page_by_page(client: TestClient) -> None:
    seen: list[str] = []
    cursor: str | None = ""
    while cursor is not None:
        page = client.get("/api/v1/entries", params={"limit": 3, "cursor": cursor}).json()
        assert len(page["entries"]) <= 3
        seen += [entry["slug"] for entry in page["entries"]]
        cursor = page["next"]
    assert seen == sorted(seen)
    assert len(seen) == page["total"] == 10
    assert "torch/backward-twice" in seen


def test_entries_are_chosen_by_library_and_exception(client: TestClient) -> None:
    torch = client.get("/api/v1/entries?library=torch").json()
    assert {entry["library"] for entry in torch["entries"]} == {"torch"}
    widgets = client.get("/api/v1/entries?exception=WidgetError").json()
    assert [entry["slug"] for entry in widgets["entries"]] == ["acme/tie-one", "acme/tie-two"]
    assert client.get("/api/v1/entries?library=nope").json() == {"entries": [], "total": 0, "next": None}


def test_an_entry_comes_as_json_or_markdown(client: TestClient) -> None:
    path = "/api/v1/entries/torch/backward-twice"
    entry = client.get(path)
    assert entry.json()["causes"][0]["id"] == "carried-state"
    assert entry.headers["vary"] == "Accept, Accept-Encoding"
    assert entry.headers["etag"].startswith('W/"')
    assert client.get(path, headers={"if-none-match": entry.headers["etag"]}).status_code == 304
    for markdown in (client.get(f"{path}.md"), client.get(path, headers={"accept": "text/markdown"})):
        assert markdown.headers["content-type"] == "text/markdown; charset=utf-8"
        assert markdown.text.startswith("---\ntitle: Trying to backward")
    assert client.get(f"{path}.json").json() == entry.json()
    assert client.get("/errors/torch/backward-twice.json").json() == entry.json()


def test_an_old_address_leads_on(client: TestClient) -> None:
    for suffix in ("", ".md"):
        moved = client.get(f"/api/v1/entries/acme/old-quota{suffix}")
        assert moved.status_code == 301
        assert moved.headers["location"] == f"/api/v1/entries/acme/quota-used-up{suffix}"


@pytest.mark.parametrize(
    "path", ["/api/v1/entries/torch/nope", "/api/v1/entries/torch/nope.md", "/api/v1/entries/%00/%2e%2e"]
)
def test_an_unknown_entry_is_a_problem(client: TestClient, path: str) -> None:
    response = client.get(path)
    assert response.status_code == 404
    assert response.headers["content-type"] == "application/problem+json"
    assert response.json()["type"] == "/api#unknown-entry"


def test_the_whole_corpus_is_one_file(client: TestClient) -> None:
    corpus = client.get("/api/v1/corpus.json")
    assert len(corpus.json()["entries"]) == 10
    assert corpus.headers["etag"]
    assert client.get("/api/v1/entries.json").json() == corpus.json()


def test_search_finds_by_words(client: TestClient) -> None:
    found = client.get("/api/v1/search?q=shapes").json()
    assert found["hits"][0]["slug"] == "torch/mat1-and-mat2-shapes"
    assert found["libraries"]["torch"] >= 1
    assert client.get("/api/v1/search?q=multipled").json()["did_you_mean"] == "multiplied"


@pytest.mark.parametrize(
    "path",
    [
        "/api/v1/search",
        f"/api/v1/search?q={'x' * 10_000}",
        "/api/v1/search?q=x&limit=0",
        "/api/v1/search?q=x&offset=-1",
        "/api/v1/entries?limit=x",
        "/api/v1/entries?limit=100000",
    ],
)
def test_parameters_out_of_range_are_a_problem_that_names_them(client: TestClient, path: str) -> None:
    response = client.get(path)
    assert response.status_code == 422
    assert response.headers["content-type"] == "application/problem+json"
    document = response.json()
    assert document["type"] == "/api#invalid-parameter"
    assert document["errors"][0]["where"].startswith("query.")
    assert "xxxx" not in response.text


@pytest.mark.parametrize("query", ["*", "AND", '"', "[a TO z]", "🦓", "%00", "((", "a%2Fb"])
def test_operators_are_words(client: TestClient, query: str) -> None:
    assert client.get(f"/api/v1/search?q={query}").status_code == 200


@pytest.mark.parametrize(
    ("method", "path", "status", "kind"),
    [
        ("GET", "/api/v1/nope", 404, "not-found"),
        ("GET", "/api/v2/entries", 404, "not-found"),
        ("DELETE", "/api/v1/entries", 405, "method-not-allowed"),
        ("GET", "/api/v1/lookup", 405, "method-not-allowed"),
        ("PUT", "/api/v1/lookup", 405, "method-not-allowed"),
    ],
)
def test_wrong_addresses_and_methods_are_problems(
    client: TestClient, method: str, path: str, status: int, kind: str
) -> None:
    response = client.request(method, path, headers={"accept": "text/html"})
    assert response.status_code == status
    assert response.headers["content-type"] == "application/problem+json"
    assert response.json()["type"] == f"/api#{kind}"
    if status == 405:
        assert response.headers["allow"]


def test_a_wish_is_taken_as_json(client: TestClient) -> None:
    wish = {"template": "the heron {int:int} of 'kim' was not fed", "exception": "zoo.HungerError", "library": "zoo"}
    response = client.post("/api/v1/wanted", json=wish)
    assert response.status_code == 202
    assert response.json() == {"kept": "zoo.HungerError: the heron {int:int} of {quoted:quoted} was not fed"}


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"{", "json-unreadable"),
        (b"{}", "invalid-parameter"),
        (b'{"template": 7}', "invalid-parameter"),
        (b'{"template": ""}', "field-missing"),
    ],
)
def test_a_wish_that_is_none_is_a_problem(client: TestClient, body: bytes, kind: str) -> None:
    response = client.post("/api/v1/wanted", content=body, headers={"content-type": "application/json"})
    assert response.json()["type"] == f"/api#{kind}"


def test_reading_is_open_to_every_origin_and_writing_is_not(client: TestClient) -> None:
    for path in (
        "/api/v1/entries",
        "/api/v1/entries/torch/backward-twice",
        "/api/v1/search?q=x",
        "/api/v1/corpus.json",
    ):
        assert client.get(path).headers["access-control-allow-origin"] == "*"
    preflight = client.options("/api/v1/wanted", headers={"access-control-request-method": "POST"})
    assert preflight.headers["access-control-allow-methods"] == "GET, HEAD"


def test_head_works(client: TestClient) -> None:
    head = client.head("/api/v1/entries")
    assert head.status_code == 200
    assert head.content == b""


def test_the_description_is_openapi_3_1_with_examples(client: TestClient) -> None:
    document = client.get("/api/v1/openapi.json").json()
    assert document["openapi"].startswith("3.1")
    assert set(document["paths"]) == {
        "/api/v1/lookup",
        "/api/v1/entries",
        "/api/v1/corpus.json",
        "/api/v1/entries/{library}/{slug}",
        "/api/v1/entries/{library}/{slug}.md",
        "/api/v1/search",
        "/api/v1/wanted",
    }
    lookup = document["paths"]["/api/v1/lookup"]["post"]
    assert lookup["requestBody"]["content"]["text/plain"]["example"].startswith("Traceback")
    example = lookup["responses"]["200"]["content"]["application/json"]["examples"]["match"]["value"]
    schema = {"$ref": "#/components/schemas/LookupResult", "components": document["components"]}
    jsonschema.Draft202012Validator(schema).validate(example)
    for path in document["paths"].values():
        for operation in path.values():
            for status, response in operation["responses"].items():
                if status.startswith("4"):
                    assert list(response["content"]) == ["application/problem+json"]
    for name in ("Problem", "EntryList", "SearchResult"):
        jsonschema.Draft202012Validator.check_schema(document["components"]["schemas"][name])


@pytest.mark.parametrize(("path", "name"), [("/api/v1/entries", "EntryList"), ("/api/v1/search?q=the", "SearchResult")])
def test_lists_are_what_the_description_says(client: TestClient, path: str, name: str) -> None:
    document = client.get("/api/v1/openapi.json").json()
    schema = {"$ref": f"#/components/schemas/{name}", "components": document["components"]}
    jsonschema.Draft202012Validator(schema).validate(client.get(path).json())
