"""`make bench-web`: what pages weigh and how soon they stand, in Chromium as a mid-range phone on slow 4G; and how soon
suggestions come on loopback, letter by letter.

Network and processor are throttled as Lighthouse's mobile setting does (150 ms a round trip, 1.6 Mbit/s, a quarter of
the speed).  Largest contentful paint is the median of five visits with an empty cache.
"""

from __future__ import annotations

import statistics
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
from playwright.sync_api import Browser, Playwright, sync_playwright

from app.settings import Settings, get_settings
from app.store.loader import load
from app.store.repository import Repository
from app.web.entry_page import page_renderer
from app.web.pages.home import EXAMPLE
from benchmarks.report import Report
from tests.browser.serving import LAUNCH_ARGUMENTS, chromium_path, served, why_no_chromium

VISITS = 5
SLOW_4G = {"offline": False, "latency": 150, "downloadThroughput": 1_600_000 / 8, "uploadThroughput": 750_000 / 8}
PROCESSOR = 4
TYPED = ("keyerror", "cuda out of memory", "winerror 126", "no module named", "torch.nn.linear", "errno 98", "shapes")
SUGGESTED_WITHIN = 50.0  # milliseconds
BUDGET = {"lcp": 1000.0, "cls": 0.0, "html": 30_000, "css": 10_000, "js": 5_000, "requests": 4}
WATCH = """
window.seen = {lcp: 0, cls: 0};
new PerformanceObserver(list => list.getEntries().forEach(entry => window.seen.lcp = entry.startTime))
    .observe({type: "largest-contentful-paint", buffered: true});
const add = entry => window.seen.cls += entry.hadRecentInput ? 0 : entry.value;
new PerformanceObserver(list => list.getEntries().forEach(add))
    .observe({type: "layout-shift", buffered: true});
"""


@dataclass(frozen=True, slots=True)
class Visited:
    lcp: float  # milliseconds
    cls: float
    requests: int
    weights: dict[str, int]  # bytes on the wire by kind


def main() -> int:
    reason = why_no_chromium()
    if reason:
        print(reason, file=sys.stderr)
        return 2
    report = Report()
    report.section("Pages in Chromium: slow 4G, a quarter of the processor")
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        settings = get_settings().model_copy(update={"data": Path(folder), "database_url": ""})
        load(settings, page_renderer=page_renderer(settings))
        longest = longest_entry(settings)
        measure(report, settings, playwright, longest)
    return report.finish()


def measure(report: Report, settings: Settings, playwright: Playwright, longest: str) -> None:
    browser = playwright.chromium.launch(executable_path=chromium_path(), args=LAUNCH_ARGUMENTS)
    with served(settings) as address:
        suggestions(report, address)
        for name, path, paste in (
            ("home", "/", ""),
            ("answer (form posted without scripts)", "/", EXAMPLE),
            (f"longest entry, {longest}", f"/errors/{longest}", ""),
        ):
            tell(report, name, [visit(browser, address, path, paste) for _ in range(VISITS)])
    browser.close()


def suggestions(report: Report, address: str) -> None:
    """Everything that is typed on the way to some queries, each asked five times: the slowest of the medians."""
    taken: dict[str, list[float]] = {query[:end]: [] for query in TYPED for end in range(2, len(query) + 1)}
    with httpx.Client(base_url=address) as client:
        client.get("/search/suggest", params={"q": "ke"})  # the words are read when first asked for
        for _ in range(VISITS):
            for typed, times in taken.items():
                start = time.perf_counter()
                client.get("/search/suggest", params={"q": typed}).raise_for_status()
                times.append((time.perf_counter() - start) * 1000)
    medians = {typed: statistics.median(times) for typed, times in taken.items()}
    slowest = max(medians, key=lambda typed: medians[typed])
    report.note(
        f"suggestions for {len(taken)} beginnings on loopback: median {statistics.median(medians.values()):.1f} ms, "
        f"slowest {medians[slowest]:.1f} ms ({slowest!r})"
    )
    report.ratio("suggestions: slowest / 50 ms", medians[slowest] / SUGGESTED_WITHIN, at_most=1)


def longest_entry(settings: Settings) -> str:
    """The entry whose page weighs the most on the wire."""
    repository = Repository(settings)
    try:
        pages = {s.slug: repository.page(s.slug) for s in repository.summaries()}
    finally:
        repository.close()
    return max(pages, key=lambda slug: len(page.brotli) if (page := pages[slug]) else 0)


def visit(browser: Browser, address: str, path: str, paste: str) -> Visited:
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, device_scale_factor=3, is_mobile=True, java_script_enabled=True
    )
    page = context.new_page()
    if paste:
        page.goto(address + path)
        page.evaluate("text => { document.querySelector('#paste').value = text }", paste)
    devtools = context.new_cdp_session(page)
    devtools.send("Network.enable")
    devtools.send("Network.clearBrowserCache")
    devtools.send("Network.emulateNetworkConditions", SLOW_4G)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": PROCESSOR})
    kinds: dict[str, str] = {}
    weights: dict[str, int] = {}
    devtools.on("Network.responseReceived", lambda event: kinds.update({event["requestId"]: event["type"]}))
    devtools.on(
        "Network.loadingFinished", lambda event: weights.update({event["requestId"]: event["encodedDataLength"]})
    )
    page.add_init_script(WATCH)
    if paste:
        with page.expect_navigation(wait_until="networkidle"):
            page.evaluate(
                "document.querySelector('form.ask').submit()"
            )  # as without scripts: the page itself is posted
    else:
        page.goto(address + path, wait_until="networkidle")
    seen = page.evaluate("window.seen")
    while not seen["lcp"]:  # polled from here: the site's own policy forbids evaluation in the page
        page.wait_for_timeout(50)
        seen = page.evaluate("window.seen")
    by_kind: dict[str, int] = {}
    for request, size in weights.items():
        kind = kinds.get(request, "Other")
        by_kind[kind] = by_kind.get(kind, 0) + int(size)
    context.close()
    return Visited(seen["lcp"], seen["cls"], len(weights), by_kind)


def tell(report: Report, name: str, visits: list[Visited]) -> None:
    lcp = statistics.median(v.lcp for v in visits)
    last = visits[-1]
    sizes = {kind: last.weights.get(kind, 0) for kind in ("Document", "Stylesheet", "Script")}
    report.note(
        f"{name}: LCP {lcp:.0f} ms (min {min(v.lcp for v in visits):.0f}, max {max(v.lcp for v in visits):.0f}), "
        f"CLS {max(v.cls for v in visits):.3f}, {last.requests} requests, HTML {sizes['Document']:,} B, "
        f"CSS {sizes['Stylesheet']:,} B, JS {sizes['Script']:,} B with headers"
    )
    report.ratio(f"{name}: LCP / 1 s", lcp / BUDGET["lcp"], at_most=1)
    report.ratio(f"{name}: HTML / 30 kB", sizes["Document"] / BUDGET["html"], at_most=1)
    report.ratio(f"{name}: CSS / 10 kB", sizes["Stylesheet"] / BUDGET["css"], at_most=1)
    report.ratio(f"{name}: JS / 5 kB", sizes["Script"] / BUDGET["js"], at_most=1)
    report.ratio(f"{name}: requests / 4", last.requests / BUDGET["requests"], at_most=1)
    report.ratio(f"{name}: layout shift", max(v.cls for v in visits), at_most=0)


if __name__ == "__main__":
    raise SystemExit(main())
