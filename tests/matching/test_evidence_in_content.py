"""Every kind of evidence that an entry may declare is declared somewhere, and is seen in a text of that entry's own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.lookup import lookup
from app.matching.capture_tests import parse_capture_test
from app.matching.model import EntryFacts
from tests.matching.test_disguises import CONTENT, content

KINDS = (
    "source", "any_source", "caret", "frame", "call", "capture", "version", "environment", "exception", "line",
    "message",
)  # fmt: skip
COMPARISONS = ("==", "!=", "is", "in", "matches", "is square of")


def entries() -> list[EntryFacts]:
    slugs = {f"{path.parent.name}/{path.stem}" for path in (CONTENT / "errors").glob("*/*.md")}
    return [content().entries([slug])[slug] for slug in sorted(slugs) if content().entries([slug])]


def texts(slug: str) -> Iterator[Path]:
    for folder in ("proofs", "pastes"):
        yield from sorted((CONTENT / folder / slug).glob("*.txt"))


@pytest.mark.parametrize("kind", KINDS)
def test_the_evidence_is_seen_in_a_text_of_its_entry(kind: str) -> None:
    declared = [e for e in entries() if any(rule.kind == kind for cause in e.causes for rule in cause.evidence)]
    assert declared, f"no entry declares evidence of kind {kind}"
    assert any(
        hit.kind == kind
        for entry in declared
        for path in texts(entry.slug)
        if (match := lookup(path.read_text(encoding="utf-8"), content()).match) is not None
        for cause in match.causes
        for hit in cause.evidence
    )


@pytest.mark.parametrize("comparison", COMPARISONS)
def test_captured_values_are_compared_in_this_way(comparison: str) -> None:
    rules = (rule for e in entries() for cause in e.causes for rule in cause.evidence if rule.kind == "capture")
    assert any(parse_capture_test(rule.pattern).operator == comparison for rule in rules)
