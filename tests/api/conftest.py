"""A client of the small site (tests/web/loading.py)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.main import create_app
from app.settings import Settings
from tests.web.loading import small_site


@pytest.fixture(scope="session")
def settings() -> Settings:
    return small_site()


@pytest.fixture(scope="session")
def site_app(settings: Settings) -> FastAPI:
    return create_app(settings)


@pytest.fixture(scope="session")
def client(site_app: FastAPI) -> Iterator[TestClient]:
    with TestClient(site_app, base_url="https://unraise.test", follow_redirects=False) as client:
        yield client
