"""Every kind of page at three widths, light and dark, into screenshots/: to be looked at, not compared by a machine.

Serves the loaded content on a free port of this machine; needs Chromium (`scripts/chromium.sh`).
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.serving import LAUNCH_ARGUMENTS, chromium_path, served
from tests.browser.visits import VISITS, Visit

SIZES = {"phone": (360, 640), "tablet": (768, 1024), "desktop": (1440, 900)}
THEMES = ("light", "dark")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("screenshots"))
    parser.add_argument("--only", default="", help="pages whose name holds this")
    parser.add_argument("--sizes", default=",".join(SIZES))
    parser.add_argument("--themes", default=",".join(THEMES))
    parser.add_argument("--whole", action="store_true", help="the whole page instead of the first screen")
    chosen = parser.parse_args()
    chosen.out.mkdir(parents=True, exist_ok=True)
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=LAUNCH_ARGUMENTS)
        for visit in VISITS:
            if chosen.only in visit.name:
                for size in chosen.sizes.split(","):
                    for theme in chosen.themes.split(","):
                        shoot(browser, address, visit, size, theme, chosen.out, chosen.whole)
        browser.close()
    return 0


def shoot(browser: Browser, address: str, visit: Visit, size: str, theme: str, out: Path, whole: bool) -> None:
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if theme == "dark" else "light",
        http_credentials={"username": "editor", "password": "token-of-the-tests"} if visit.needs_token else None,
    )
    page: Page = context.new_page()
    visit.go(page, address)
    file = out / f"{visit.name}-{size}-{theme}.png"
    page.screenshot(path=file, full_page=whole)
    print(file)
    context.close()


if __name__ == "__main__":
    raise SystemExit(main())
