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
KINDS_OF_ANSWER = (
    ("right", "The right entry"),
    ("offered", "Among those offered"),
    ("generic", "A general entry"),
    ("quiet", "Unknown, rightly"),
    ("missed", "Unknown, but known"),
    ("wrong", "A wrong entry"),
)
STATES_OF_PROOF = (
    ("proved", "Raised and fixed"),
    ("not-reproduced", "Cannot run here"),
    ("unproved", "Not run since"),
)


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
    corpus = read_numbers(NUMBERS)
    proofs = proof_numbers(site)
    return {
        "trace": traced(site.lookup(EXAMPLE, site.catalogue.source())),
        "corpus": corpus,
        "corpus_chart": corpus_chart(corpus),
        "proofs": proofs,
        "proof_chart": proof_chart(proofs),
        "total": len(site.catalogue.summaries()),
        "verified": max((s.verified for s in site.catalogue.summaries()), default=""),
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
    """The figures of the last scoring, {} when there are none: nothing is shown that was not measured.

    `make numbers` writes the file: {"date": "2026-11-30", "right": 300, …, "causes": {"told": 200, "first": 180}}.
    """
    try:
        data = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    good = isinstance(data, dict) and all(isinstance(data.get(kind, 0), int) for kind, _ in KINDS_OF_ANSWER)
    return data if good and data.get("right") else {}


def corpus_chart(numbers: dict[str, Any]) -> str:
    if not numbers:
        return ""
    total = sum(int(numbers.get(kind, 0)) for kind, _ in KINDS_OF_ANSWER)
    rows = [Bar(label, int(numbers.get(kind, 0)), total) for kind, label in KINDS_OF_ANSWER]
    return bars("corpus", f"What {total} real pastes were answered with", rows)


def proof_numbers(site: Site) -> dict[str, int]:
    """How many causes were proved by a run, could not be, or changed since."""
    rows = site.catalogue.source().rows("SELECT proof, COUNT(*) FROM cause GROUP BY proof")
    return {str(state): int(number) for state, number in rows}


def proof_chart(numbers: dict[str, int]) -> str:
    total = sum(numbers.values())
    rows = [Bar(label, numbers.get(state, 0), total) for state, label in STATES_OF_PROOF]
    return bars("proofs", f"What stands behind {total} causes", rows) if total else ""
