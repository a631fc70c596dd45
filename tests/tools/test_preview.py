"""`unraise preview`: one entry's page, made anew with every save, and what is wrong while it is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from app.main import create_app
from app.tools import preview
from app.tools.errors import UsageError
from app.tools.preview import RELOAD, Preview, Workshop
from tests.content.samples import ENTRY, SLUG


@pytest.fixture
def entry_file(tmp_path: Path) -> Path:
    content = tmp_path / "content"
    (content / "environments").mkdir(parents=True)
    file = content / "errors" / f"{SLUG}.md"
    file.parent.mkdir(parents=True)
    file.write_text(ENTRY)
    return file


@pytest.fixture
def client(tmp_path: Path, entry_file: Path) -> Iterator[TestClient]:
    (tmp_path / "workshop").mkdir()
    workshop = Workshop(SLUG, tmp_path / "content", tmp_path / "workshop")
    workshop.refresh()
    with TestClient(Preview(create_app(workshop.settings), workshop), base_url="http://127.0.0.1") as found:
        yield found


def test_the_root_leads_to_the_entry_with_the_reloading_script(client: TestClient) -> None:
    page = client.get("/")
    assert page.url.path == f"/errors/{SLUG}"
    assert "A list index that is past the end" in page.text
    assert page.text.rstrip().endswith("</html>")
    assert '<script src="/preview/reload.js" defer></script></body>' in page.text
    assert client.get("/preview/reload.js").text == RELOAD


def test_a_save_changes_the_version_and_the_page(client: TestClient, entry_file: Path) -> None:
    before = client.get("/preview/version").text
    assert client.get("/preview/version").text == before
    entry_file.write_text(ENTRY.replace("past the end", "beyond the last item"))
    assert client.get("/preview/version").text != before
    assert "beyond the last item" in client.get(f"/errors/{SLUG}").text


def test_a_broken_entry_is_told_and_a_mended_one_is_back(client: TestClient, entry_file: Path) -> None:
    entry_file.write_text(ENTRY.replace("library: python\n", "library: [<b>\n"))
    client.get("/preview/version")
    page = client.get(f"/errors/{SLUG}")
    assert "Not yet right" in page.text
    assert "list-index-out-of-range.md:" in page.text
    assert "<b>" not in page.text
    entry_file.write_text(ENTRY)
    client.get("/preview/version")
    assert "A list index that is past the end" in client.get(f"/errors/{SLUG}").text


def test_an_entry_that_does_not_exist_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="`unraise new` makes one"):
        preview.main("python/nothing", 8010, tmp_path)
