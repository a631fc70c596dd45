"""What people tell us, and what is kept of it."""

from __future__ import annotations

import sqlite3

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.main import create_app
from app.settings import Settings
from app.store.repository import Repository
from app.web.counting import LookupCounter
from tests.web.loading import TOKEN


def rows(settings: Settings, sql: str) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(settings.data / "unraise.db")
    try:
        return connection.execute(sql).fetchall()
    finally:
        connection.close()


@pytest.mark.parametrize(
    ("verdict", "kept"),
    [
        ("yes", ("yes", "")),
        ("no", ("no", "")),
        ("other-cause", ("no", "other-cause")),
        ("fix-failed", ("no", "fix-failed")),
    ],
)
def test_an_answer_to_was_this_it_is_kept_as_entry_answer_reason_date(
    client: TestClient, settings: Settings, verdict: str, kept: tuple[str, str]
) -> None:
    before = rows(settings, "SELECT count(*) FROM feedback")[0][0]
    response = client.post("/feedback", data={"entry": "torch/backward-twice", "verdict": verdict, "text": "my paste"})
    assert response.status_code == 200
    assert "Thank you" in response.text
    found = rows(settings, "SELECT * FROM feedback ORDER BY id")
    assert len(found) == int(str(before)) + 1
    _, slug, *rest = found[-1]
    assert slug == "torch/backward-twice"
    assert tuple(rest[:2]) == kept
    assert len(str(rest[2])) == len("2026-11-30")


@pytest.mark.parametrize(
    "form",
    [
        {"verdict": "yes"},
        {"entry": "torch/backward-twice", "verdict": "maybe"},
        {"entry": "no/such", "verdict": "yes"},
        {"entry": "<script>", "verdict": "yes"},
        {"entry": "torch/backward-twice' OR 1=1", "verdict": "yes"},
    ],
)
def test_other_answers_are_refused(client: TestClient, settings: Settings, form: dict[str, str]) -> None:
    before = rows(settings, "SELECT count(*) FROM feedback")
    assert client.post("/feedback", data=form).status_code == 422
    assert rows(settings, "SELECT count(*) FROM feedback") == before


def test_a_wish_is_kept_as_a_template_masked_again(client: TestClient, settings: Settings) -> None:
    form = {
        "exception": "zoo.HungerError",
        "library": "zoo",
        "template": "pen {int:int} of 'zebra sanctuary' at /home/kim/zoo.db (kim@example.org, 10.0.0.7) starves",
    }
    response = client.post("/wanted", data=form)
    assert response.status_code == 200
    kept = rows(settings, "SELECT template, exception, library FROM wanted")
    template = next(str(t) for t, e, _ in kept if e == "zoo.HungerError")
    assert template.startswith("pen {int:int} of {quoted:quoted} at {path:path}")
    for private in ("zebra", "kim", "example.org", "10.0.0.7"):
        assert private not in template
        assert private not in response.text


@pytest.mark.parametrize("template", ["", "   ", "{int:int}", "12 34", "\x00" * 5000])
def test_a_wish_without_words_is_refused(client: TestClient, template: str) -> None:
    assert client.post("/wanted", data={"exception": "E", "template": template}).status_code == 422


def test_an_exception_or_library_that_is_no_name_is_dropped(client: TestClient, settings: Settings) -> None:
    form = {"exception": "my secret: 1", "library": "a b", "template": "a pelican of the river was not fed today"}
    assert client.post("/wanted", data=form).status_code == 200
    found = rows(settings, "SELECT exception, library FROM wanted WHERE template LIKE 'a pelican%'")
    assert found == [("", "")]


def test_the_list_of_wishes_opens_with_the_token_only(client: TestClient) -> None:
    client.post("/wanted", data={"exception": "zoo.HungerError", "template": "the heron of the lake was not fed today"})
    shut = client.get("/wanted")
    assert shut.status_code == 401
    assert shut.headers["www-authenticate"].startswith("Basic")
    assert "heron" not in shut.text
    for headers in ({"authorization": "Bearer wrong"}, {"authorization": "Basic !!!"}, {"authorization": "Basic"}):
        assert client.get("/wanted", headers=headers).status_code == 401
    for opened in (
        client.get("/wanted", headers={"authorization": f"Bearer {TOKEN}"}),
        client.get("/wanted", auth=("editor", TOKEN)),
    ):
        assert opened.status_code == 200
        assert opened.headers["cache-control"] == "no-store"
        assert "the heron of the lake was not fed today" in opened.text


def test_without_a_token_in_the_settings_nobody_gets_in(settings: Settings) -> None:
    shut = TestClient(create_app(settings.model_copy(update={"editor_token": ""})))
    assert shut.get("/wanted", auth=("editor", "")).status_code == 401
    assert shut.get("/wanted", headers={"authorization": "Bearer "}).status_code == 401


@pytest.fixture
def strict_client(settings: Settings) -> TestClient:
    return TestClient(create_app(settings.model_copy(update={"posts_per_minute": 3})))


def test_forms_are_limited_per_address(strict_client: TestClient) -> None:
    form = {"entry": "torch/backward-twice", "verdict": "yes"}
    answers = [strict_client.post("/feedback", data=form).status_code for _ in range(4)]
    assert answers == [200, 200, 200, 429]
    refused = strict_client.post("/wanted", data={"template": "the heron of the lake"})
    assert refused.status_code == 429
    assert refused.headers["retry-after"] == "60"
    assert strict_client.post("/api/v1/wanted", json={"template": "the heron of the lake"}).status_code == 429


def test_lookups_are_counted_as_a_number_and_feed_the_list(
    client: TestClient, site_app: FastAPI, settings: Settings
) -> None:
    for _ in range(3):
        client.post("/", data={"text": "RuntimeError: Trying to backward through the graph a second time"})
    site_app.state.site.counter.flush()
    repository = Repository(settings)
    assert repository.most_looked_up(1)[0][0] == "torch/backward-twice"
    repository.close()
    assert "Trying to backward" in client.get("/most-looked-up").text
    home = client.get("/").text
    assert '<a href="/most-looked-up">Most looked-up</a></h2>' in home


def test_numbers_that_could_not_be_written_are_kept() -> None:
    written: list[dict[str, int]] = []
    broken = [True]

    def write(numbers: object, _day: str) -> None:
        if broken[0]:
            raise OSError
        written.append(dict(numbers))  # type: ignore[call-overload]

    counter = LookupCounter(write)
    counter.add("a/b")
    with pytest.raises(OSError):  # noqa: PT011
        counter.flush()
    broken[0] = False
    counter.add("a/b")
    counter.flush()
    counter.flush()
    assert written == [{"a/b": 2}]
