"""A sentinel goes into every place where a paste can go; afterwards it must be nowhere but in the answer to it."""

from __future__ import annotations

import logging
import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote, quote_plus

import httpx
import pytest
import uvicorn
from starlette.testclient import TestClient

from app.main import create_app
from app.matching.ports import EntrySource
from app.result import Result
from app.settings import Settings
from tests.browser.serving import free_port
from tests.web.loading import TOKEN
from tests.web.pastes import MIB

SENTINEL = "qzsentinelxv"
KNOWN = f"""Traceback (most recent call last):
  File "/srv/{SENTINEL}/train.py", line 9, in {SENTINEL}
    {SENTINEL}.backward()
RuntimeError: Trying to backward through the graph a second time
"""
UNKNOWN = f"""Traceback (most recent call last):
  File "/srv/{SENTINEL}.py", line 9, in {SENTINEL}
    raise ValueError("{SENTINEL} 12")
ValueError: the zebra of '{SENTINEL}' in /srv/{SENTINEL} was not fed by user_{SENTINEL}
"""
ONE_LINE = f"KeyError: '{SENTINEL}'"


def everywhere(client: Any) -> Iterator[Any]:
    """Every way in for a paste, the faulty ones too."""
    for paste in (KNOWN, UNKNOWN, ONE_LINE):
        yield client.post("/", data={"text": paste})
        yield client.post("/", files={"text": (f"{SENTINEL}.log", paste.encode())})
        yield client.post("/search", data={"q": paste})
        yield client.get("/search", params={"q": paste})
        yield client.get("/search/suggest", params={"q": paste})
        yield client.post("/api/v1/lookup", content=paste, headers={"content-type": "text/plain"})
        yield client.post("/api/v1/lookup", json={"text": paste})
        yield client.post(
            "/api/v1/lookup", content=f'{{"text": "{SENTINEL}', headers={"content-type": "application/json"}
        )
        yield client.post("/api/v1/lookup", json={"txt": paste})
        yield client.post("/api/v1/lookup", content=paste, headers={"content-type": "image/png"})
        yield client.get("/api/v1/search", params={"q": paste * 4})
        yield client.get("/api/v1/entries", params={"limit": SENTINEL})
        yield client.post("/", content=paste, headers={"content-type": "multipart/form-data; boundary=x"})
        yield client.post("/about", data={"text": paste})
        yield client.post("/feedback", data={"entry": "torch/backward-twice", "verdict": "yes", "text": paste})
        yield client.post("/feedback", data={"entry": SENTINEL, "verdict": SENTINEL})
        yield client.post("/wanted", data={"template": f"no such '{SENTINEL}' animal", "exception": "E", "text": paste})
        yield client.post("/api/v1/wanted", json={"template": f"no such '{SENTINEL}' animal", "text": paste})
    yield client.post("/", data={"text": SENTINEL + "x" * MIB})
    yield client.post("/search", data={"q": SENTINEL + "x" * MIB})
    yield client.post("/", files={"text": (None, SENTINEL + "x" * 5 * MIB)})
    yield client.post("/", files={"text": (None, SENTINEL + "\x00\x01" * 500)})
    yield client.get(f"/{SENTINEL}")
    yield client.get(f"/errors/torch/{SENTINEL}")
    yield client.get(f"/errors/torch/backward-twice?k={SENTINEL}")


def test_the_sentinel_is_in_no_log_no_file_no_address_no_header(
    client: TestClient, settings: Settings, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    for response in everywhere(client):
        assert response.status_code < 500
        assert SENTINEL not in response.headers.get("location", "")
        assert all(SENTINEL not in f"{name}: {value}" for name, value in response.headers.items())
        for link in links_of(response.text):
            assert SENTINEL not in link
    client.app.state.site.counter.flush()  # type: ignore[attr-defined]
    mine = [r for r in caplog.records if not r.name.startswith("httpx")]  # the client of the test logs what it asks for
    assert all(SENTINEL not in record.getMessage() for record in mine)
    assert SENTINEL not in "".join(capfd.readouterr())
    assert files_with(SENTINEL, settings.data) == []
    assert SENTINEL not in client.get("/wanted", auth=("editor", TOKEN)).text


def test_asking_and_sharing_from_an_answer_give_nothing_of_the_paste_away(
    client: TestClient, settings: Settings
) -> None:
    """As a browser does it: the form that the answer holds is sent as it is, the links that it offers are followed."""
    for paste in (UNKNOWN, KNOWN, ONE_LINE, f"RuntimeError: mat1 and mat2 shapes cannot be multiplied ({SENTINEL})"):
        html = client.post("/", data={"text": paste}).text
        for link in links_of(html):
            assert SENTINEL not in link
        for form in re.findall(r'<form action="(/wanted|/feedback)"[^>]*>(.*?)</form>', html, re.DOTALL):
            fields = dict(re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', form[1]))
            assert SENTINEL not in str(fields)
            assert client.post(form[0], data={**fields, "verdict": "no"}).status_code == 200
        for link in re.findall(r'<a href="(/errors/[^"]*)" data-copy-link', html):
            assert SENTINEL not in client.get(link).text
    assert "was not fed" in client.get("/wanted", auth=("editor", TOKEN)).text
    assert SENTINEL not in client.get("/wanted", auth=("editor", TOKEN)).text
    assert files_with(SENTINEL, settings.data) == []


def test_nobody_else_is_shown_any_of_it(client: TestClient) -> None:
    for _ in everywhere(client):
        pass
    for path in ("/", "/search", "/most-looked-up", "/errors/torch/backward-twice", "/feed.atom", "/api/v1/entries"):
        assert SENTINEL not in client.get(path).text


def test_a_lookup_that_crashes_is_logged_without_the_paste(
    settings: Settings, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    def crash(text: str, _source: EntrySource) -> Result:
        raise ValueError(f"cannot read {text!r}") from KeyError(text)

    caplog.set_level(logging.DEBUG)
    client = TestClient(create_app(settings, lookup=crash))
    page = client.post("/", data={"text": KNOWN})
    assert page.status_code == 500
    assert "That was our fault" in page.text
    assert '<textarea id="paste"' in page.text
    problem = client.post("/api/v1/lookup", content=KNOWN, headers={"content-type": "text/plain"})
    assert problem.status_code == 500
    assert problem.headers["content-type"] == "application/problem+json"
    assert problem.json()["type"] == "/api#internal-error"
    for answer in (page, problem):
        assert SENTINEL not in answer.text
        assert answer.headers["content-security-policy"]
    ours = [r.getMessage() for r in caplog.records if r.name == "unraise.web"]
    assert len(ours) == 2
    assert ours[0].startswith("ValueError at ")
    assert all(SENTINEL not in r.getMessage() and not r.exc_info for r in caplog.records)
    assert SENTINEL not in "".join(capfd.readouterr())


def test_the_access_log_of_a_real_server_holds_no_query_and_no_address(
    settings: Settings, capfd: pytest.CaptureFixture[str]
) -> None:
    port = free_port()
    server = uvicorn.Server(uvicorn.Config(create_app(settings), port=port, log_level="debug", access_log=True))
    with running(server), httpx.Client(base_url=f"http://127.0.0.1:{port}") as client:
        for response in everywhere(client):
            assert response.status_code < 500
    logged = "".join(capfd.readouterr())
    assert '"POST /search HTTP/1.1" 200' in logged
    lines = [line for line in logged.splitlines() if SENTINEL in line]
    assert [line for line in lines if "/errors/torch/" not in line and f'"GET /{SENTINEL} ' not in line] == []
    assert "127.0.0.1:" not in "".join(line for line in logged.splitlines() if '" 200' in line)


@contextmanager
def running(server: uvicorn.Server) -> Iterator[None]:
    """The server in a thread, for as long as the block lasts."""
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    try:
        yield
    finally:
        server.should_exit = True
        thread.join(10)


def links_of(html: str) -> list[str]:
    return re.findall(r'(?:href|src|action)="([^"]*)"', html)


def files_with(text: str, folder: Path) -> list[Path]:
    """The files below a folder that hold the text, plain or as an address would."""
    forms = {form.encode() for form in (text, quote(text), quote_plus(text))}
    return [f for f in folder.rglob("*") if f.is_file() and any(form in f.read_bytes() for form in forms)]
