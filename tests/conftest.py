"""Fixtures that several folders of tests share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.settings import Settings
from app.store.loader import load
from app.store.location import DATABASE_NAME
from app.store.source import SqliteSource
from app.web.entry_page import page_renderer


@pytest.fixture(scope="session")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """Settings of a data folder that holds the project's real content, loaded once for the whole run."""
    settings = Settings(data=tmp_path_factory.mktemp("data"))
    load(settings, page_renderer=page_renderer(settings))
    return settings


@pytest.fixture(scope="session")
def source(loaded: Settings) -> Iterator[SqliteSource]:
    """The real entries, as every surface reads them."""
    opened = SqliteSource(loaded.data / DATABASE_NAME)
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def golden_pastes() -> dict[str, str]:
    """The pastes of tests/golden by name."""
    folder = Path(__file__).parent / "golden"
    return {path.stem: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.txt"))}
