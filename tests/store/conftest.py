"""A content folder of one's own to change, and a load of it."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from app.settings import Settings
from app.store.loader import LoadReport, load
from app.store.pages import EntryPage, PageRenderer
from tests.content.samples import FIXTURES

Load = Callable[[], LoadReport]


def render(page: EntryPage) -> str:
    return f"<h1>{page.title_html}</h1>{page.meaning_html}{page.created}"


RENDERER = PageRenderer("1", render)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    shutil.copytree(FIXTURES, tmp_path / "content")
    return Settings(data=tmp_path / "var", content=tmp_path / "content", database_url="")


@pytest.fixture
def loading(settings: Settings) -> Load:
    return lambda: load(settings, page_renderer=RENDERER)
