"""Every page that a link leads to, over the real content: there, valid, its links whole, within its weight."""

from __future__ import annotations

import re
from pathlib import Path

import brotli
import html5lib
import pytest
from starlette.testclient import TestClient

from app.main import create_app
from app.settings import Settings
from app.store.loader import load
from app.web.entry_page import page_renderer

pytestmark = pytest.mark.slow

HTML_BUDGET = 30_000  # bytes, compressed


def test_every_page_of_the_real_site(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path, database_url="")
    load(settings, page_renderer=page_renderer(settings))
    client = TestClient(create_app(settings), follow_redirects=False)
    wrong: list[str] = []
    todo, seen = ["/"], {"/"}
    while todo:
        address = todo.pop()
        response = client.get(address)
        if response.status_code not in (200, 302):
            wrong.append(f"{response.status_code} {address}")
        elif response.headers.get("content-type", "").startswith("text/html"):
            wrong += [f"{fault} on {address}" for fault in faults(response.text)]
            links = {link.replace("&amp;", "&") for link in re.findall(r'href="(/[^"#?]*)', response.text)} - seen
            seen |= links
            todo += links
    assert wrong == []
    assert len(seen) > len(client.get("/errors").text.split("<li>"))


def faults(html: str) -> list[str]:
    found: list[str] = []
    parser = html5lib.HTMLParser()
    parser.parse(html)
    found += [f"{name} at {position}" for position, name, _ in parser.errors]
    ids = re.findall(r'\sid="([^"]*)"', html)
    found += [f"twice the id {name}" for name in set(ids) if ids.count(name) > 1]
    found += [f"nothing for #{name}" for name in set(re.findall(r'href="#([^"]+)"', html)) - set(ids)]
    found += [f"a backquote in {title}" for title in re.findall(r"<title>(.*?)</title>", html) if "`" in title]
    size = len(brotli.compress(html.encode(), quality=6))
    return found if size <= HTML_BUDGET else [*found, f"{size} bytes"]
