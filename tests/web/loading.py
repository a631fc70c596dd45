"""A small site for tests: some real entries and some made up to be awkward, loaded once for each process."""

from __future__ import annotations

import shutil
import tempfile
from functools import lru_cache
from pathlib import Path

from app.settings import ROOT, Settings
from app.store.loader import load
from app.web.entry_page import page_renderer

TOKEN = "token-of-the-tests"
REAL = (
    "torch/backward-twice",
    "torch/inplace-modified-variable",
    "torch/mat1-and-mat2-shapes",
    "torch/no-grad-fn",
    "python/module-not-found",
    "numpy/alias-removed",
)
AWKWARD = Path(__file__).parent / "content"


@lru_cache(maxsize=1)
def small_site() -> Settings:
    """Settings of a loaded site in a folder of its own."""
    folder = Path(tempfile.mkdtemp(prefix="unraise-tests-"))
    content = folder / "content"
    shutil.copytree(AWKWARD, content)
    for file in (ROOT / "content").iterdir():
        if file.is_file():
            shutil.copy(file, content)
    for slug in REAL:
        target = content / "errors" / f"{slug}.md"
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / "content" / "errors" / f"{slug}.md", target)
    settings = Settings(
        data=folder / "var",
        content=content,
        database_url="",
        base_url="https://unraise.test",
        repository_url="https://code.example/unraise",
        editor_token=TOKEN,
        posts_per_minute=1000,
    )
    load(settings, page_renderer=page_renderer(settings))
    return settings
