"""A site without content, and one whose content changes while it serves."""

from __future__ import annotations

import logging
import shutil
from pathlib import Path

from starlette.testclient import TestClient

from app.main import create_app
from app.settings import Settings
from app.store.loader import load
from app.web.entry_page import page_renderer


def test_before_the_first_load_every_page_says_so(tmp_path: Path, settings: Settings) -> None:
    empty = TestClient(create_app(settings.model_copy(update={"data": tmp_path})))
    page = empty.get("/errors")
    assert page.status_code == 503
    assert "The content is being loaded" in page.text
    problem = empty.post("/api/v1/lookup", content="KeyError: 1", headers={"content-type": "text/plain"})
    assert problem.status_code == 503
    assert problem.json()["type"] == "/api#not-loaded"


def test_the_health_check_asks_whether_content_is_loaded(tmp_path: Path, settings: Settings) -> None:
    for data, status, said in ((settings.data, 200, "ok\n"), (tmp_path, 503, "no content is loaded\n")):
        app = create_app(settings.model_copy(update={"data": data}))
        answer = TestClient(app).get("/healthz")
        assert (answer.status_code, answer.text) == (status, said)
        assert answer.headers["cache-control"] == "no-store"
        assert "healthz" not in TestClient(create_app(settings)).get("/sitemap.xml").text
    asked = ("127.0.0.1:1", "GET", "/healthz", "1.1", 200)
    record = logging.LogRecord("uvicorn.access", logging.INFO, __file__, 1, '%s - "%s %s HTTP/%s" %d', asked, None)
    assert not logging.getLogger("uvicorn.access").filter(record)


def test_new_content_is_served_without_a_restart(tmp_path: Path, settings: Settings) -> None:
    content = tmp_path / "content"
    shutil.copytree(settings.content, content)
    here = settings.model_copy(update={"data": tmp_path / "var", "content": content})
    load(here, page_renderer=page_renderer(here))
    client = TestClient(create_app(here))
    old = client.get("/errors/acme/tie-one")
    assert "Oil it." in old.text
    file = content / "errors" / "acme" / "tie-one.md"
    file.write_text(file.read_text().replace("Oil it.", "Grease it."))
    (content / "errors" / "acme" / "tie-two.md").unlink()
    load(here, page_renderer=page_renderer(here))
    new = client.get("/errors/acme/tie-one", headers={"if-none-match": old.headers["etag"]})
    assert new.status_code == 200
    assert "Grease it." in new.text
    assert client.get("/errors/acme/tie-two").status_code == 404
    assert "kind two" not in client.get("/errors").text
