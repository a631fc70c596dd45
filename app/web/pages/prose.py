"""Pages that explain the site: about, contribute, the API."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from starlette.requests import Request

from app.api.problems import KINDS
from app.result import Result
from app.settings import ROOT
from app.web.chart import Bar, bars
from app.web.pages.browse import found
from app.web.pages.home import EXAMPLE
from app.web.responses import Blob
from app.web.site import Site, site_of

NUMBERS = ROOT / "docs" / "numbers.json"


async def about(request: Request) -> Blob:
    site = site_of(request)
    return found(site.cached_page("about", "about.html", lambda: about_context(site)))


async def contribute(request: Request) -> Blob:
    site = site_of(request)
    return found(site.cached_page("contribute", "contribute.html", dict))


async def api(request: Request) -> Blob:
    site = site_of(request)
    kinds = [(kind, status, title) for kind, (status, title) in KINDS.items()]
    return found(site.cached_page("api", "api.html", lambda: {"kinds": kinds}))


def about_context(site: Site) -> dict[str, object]:
    numbers = read_numbers(NUMBERS)
    return {
        "trace": traced(site.lookup(EXAMPLE, site.catalogue.source())),
        "example": EXAMPLE,
        "numbers": numbers,
        "chart": chart_of(numbers),
        "total": len(site.catalogue.summaries()),
    }


def traced(result: Result) -> dict[str, Any] | None:
    """What the lookup of the example did, step by step, for the page that explains it."""
    if result.match is None:
        return None
    report = result.report
    first = result.match.causes[0] if result.match.causes else None
    return {
        "lines": len(report.lines) if report else 0,
        "frames": sum(len(e.frames) for e in report.walk()) if report else 0,
        "exception": result.match.exception,
        "message": result.match.message[:120],
        "title": result.match.title,
        "url": result.match.url,
        "reasons": result.match.reasons,
        "cause": first.title if first and first.likely else "",
        "evidence": first.evidence[0] if first and first.evidence else None,
        "causes": len(result.match.causes),
    }


def read_numbers(path: Path) -> dict[str, Any]:
    """The figures of the last runs, {} when there are none: nothing is shown that was not measured."""
    try:
        data = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return data if isinstance(data, dict) else {}


def chart_of(numbers: dict[str, Any]) -> str:
    """The corpus score as bars, where it was measured."""
    score = numbers.get("corpus")
    if not isinstance(score, dict) or not score.get("pastes"):
        return ""
    total = int(score["pastes"])
    parts = [("right", "Right entry"), ("unknown", "Unknown"), ("wrong", "Wrong entry")]
    rows = [Bar(label, int(score.get(key, 0)), total) for key, label in parts]
    return bars(f"What {total} real pastes were answered with", rows)
