"""The site with two bare FastAPI routes beside it, whose responses are as large as a page and a Result."""

from __future__ import annotations

import json
import os

from fastapi import FastAPI, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from app.lookup import lookup
from app.main import create_app
from app.store.location import database_path
from app.store.source import SqliteSource
from benchmarks.http import SHORT_PASTE


def application() -> ASGIApp:
    """Uvicorn's factory.  `/bare/…` goes to an application without any middleware, all else to the site."""
    source = SqliteSource(database_path())
    stored = source.page(os.environ["BENCH_PAGE"].removeprefix("/errors/"))
    if stored is None:
        raise SystemExit("the page to measure is not loaded")
    page = b"x" * len(stored.html)
    result = json.dumps(lookup(SHORT_PASTE, source).as_json()).encode()
    bare, site = FastAPI(), create_app()

    @bare.get("/bare/page")
    async def bare_page() -> Response:
        return Response(page, media_type="text/html")

    @bare.get("/bare/result")
    async def bare_result() -> Response:
        return Response(result, media_type="application/json")

    async def route(scope: Scope, receive: Receive, send: Send) -> None:
        chosen = bare if scope["type"] == "http" and scope["path"].startswith("/bare/") else site
        await chosen(scope, receive, send)

    return route
