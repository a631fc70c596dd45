"""A real server on a free port of this machine, and the Chromium that visits it."""

from __future__ import annotations

import os
import shutil
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn

from app.main import create_app
from app.settings import Settings
from app.store.loader import load
from app.web.entry_page import page_renderer

TOKEN = "token-of-the-tests"
LAUNCH_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def chromium_path() -> str | None:
    """An installed Chromium; None lets Playwright use its own."""
    fixed = Path("/usr/bin/chromium")
    if fixed.exists():
        return str(fixed)
    return next((found for name in NAMES if (found := shutil.which(name))), None)


def why_no_chromium() -> str:
    """The reason to skip, "" where there is a browser to drive."""
    if chromium_path():
        return ""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        own = Path(playwright.chromium.executable_path)
    return "" if own.exists() else "no Chromium: run `make chromium`"


@contextmanager
def served(settings: Settings | None = None) -> Iterator[str]:
    """The site over the content that the settings name, loaded if need be; yields its address."""
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    settings = (settings or Settings()).model_copy(update={"editor_token": TOKEN})
    load(settings, page_renderer=page_renderer(settings))
    level = os.environ.get("UNRAISE_TEST_LOG", "warning")
    server = uvicorn.Server(uvicorn.Config(create_app(settings), port=port, log_level=level))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        if not thread.is_alive():
            raise RuntimeError("the server did not start")
        time.sleep(0.02)
    try:
        yield address
    finally:
        server.should_exit = True
        thread.join(10)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
