"""Every kind of page at three widths, light and dark, into screenshots/: to be looked at, not compared by a machine.

Serves the content from a database made for the purpose on a free port of this machine; needs Chromium
(`scripts/chromium.sh`).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from playwright.sync_api import Browser, Page, sync_playwright

from app.settings import Settings, get_settings
from app.store.loader import load
from app.store.repository import Repository
from app.web.entry_page import page_renderer
from benchmarks.web import longest_entry
from tests.browser.serving import LAUNCH_ARGUMENTS, TOKEN, chromium_path, served
from tests.browser.visits import REAL, VISITS, Visit

SIZES = {"phone": (360, 640), "tablet": (768, 1024), "desktop": (1440, 900)}
THEMES = ("light", "dark")
DAY = "2026-11-30"
LOOKED_UP = ("python/module-not-found", "torch/cuda-out-of-memory", "torch/backward-twice", "pandas/key-error")
WISHES = (
    ("the zebra of pen {int:int} was not fed", "zoo.HungerError", "zoo", 3),
    (
        "cannot broadcast {name:name} of {shape:shape} to the mesh of {shape:shape} on {device:device}",
        "ValueError",
        "",
        1,
    ),
)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("screenshots"))
    parser.add_argument("--only", default="", help="pages whose name holds this")
    parser.add_argument("--sizes", default=",".join(SIZES))
    parser.add_argument("--themes", default=",".join(THEMES))
    parser.add_argument("--whole", action="store_true", help="the whole page instead of the first screen")
    chosen = parser.parse_args()
    chosen.out.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        settings = get_settings().model_copy(update={"data": Path(folder), "database_url": ""})
        load(settings, page_renderer=page_renderer(settings))
        fill(settings)
        visits = [*VISITS, *REAL, Visit("entry-longest", f"/errors/{longest_entry(settings)}")]
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=LAUNCH_ARGUMENTS)
        with served(settings) as address:
            for visit in visits:
                if chosen.only in visit.name:
                    for size in chosen.sizes.split(","):
                        shoot(browser, address, visit, size, chosen.themes.split(","), chosen.out, chosen.whole)
        browser.close()
    return 0


def fill(settings: Settings) -> None:
    """What people would have left: lookups and wishes."""
    repository = Repository(settings)
    repository.count_lookups({slug: len(LOOKED_UP) - n for n, slug in enumerate(LOOKED_UP)}, DAY)
    for template, exception, library, times in WISHES:
        for _ in range(times):
            repository.add_wish(template, exception, library, DAY)
    repository.close()


def shoot(
    browser: Browser, address: str, visit: Visit, size: str, themes: Sequence[str], out: Path, whole: bool
) -> None:
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        http_credentials={"username": "editor", "password": TOKEN} if visit.needs_token else None,
    )
    page: Page = context.new_page()
    visit.go(page, address)
    page.mouse.move(0, 0)
    if whole:  # a window as high as the page: what is far down is laid out only when it comes near
        for _ in range(3):
            height = page.evaluate("document.documentElement.scrollHeight")
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(200)
    for theme in themes:
        page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
        file = out / f"{visit.name}-{size}-{theme}.png"
        page.screenshot(path=file, full_page=whole)
        print(file)
    context.close()


if __name__ == "__main__":
    raise SystemExit(main())
