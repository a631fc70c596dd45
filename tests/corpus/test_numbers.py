"""The figures of the about page are counted as they say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.lookup import lookup
from tests.corpus.numbers import OUT, kind_of, measure
from tests.matching.entries import entry, source

OWN = entry("acme/quota", "the quota of {n:int} requests is used up", exceptions=["QuotaError"])
TWINS = [entry(f"{lib}/twin", "the value given here is not a number", exceptions=["ValueError"]) for lib in ("a", "b")]
ENTRIES = source(OWN, *TWINS)
QUOTA = "QuotaError: the quota of 50 requests is used up"
TWIN = "ValueError: the value given here is not a number"


@pytest.mark.parametrize(
    ("text", "label", "kind"),
    [
        (QUOTA, "quota", "right"),
        (QUOTA, "zebra", "wrong"),
        (QUOTA, "elsewhere", "wrong"),
        (QUOTA, "none", "wrong"),
        (TWIN, "twin", "offered"),
        ("ZebraError: not fed", "twin", "missed"),
        ("ZebraError: not fed", "zebra", "quiet"),
        ("ZebraError: not fed", "none", "quiet"),
    ],
)
def test_what_an_answer_counts_as(text: str, label: str, kind: str) -> None:
    answers = {"quota": ["acme/quota"], "twin": ["a/twin"], "elsewhere": ["a/twin"]}
    assert kind_of(label, lookup(text, ENTRIES), answers) == kind


def test_a_corpus_is_counted_whole(tmp_path: Path) -> None:
    pastes = [
        ("1", "none", "it does not work"),
        ("2", "mat1-mat2-shapes", "RuntimeError: mat1 and mat2 shapes cannot be multiplied (64x2048 and 512x10)"),
    ]
    file = tmp_path / "pastes.jsonl"
    file.write_text("\n".join(json.dumps({"id": i, "label": label, "text": text}) for i, label, text in pastes))
    numbers = measure(file)
    assert numbers["cases"] == 2
    assert numbers["quiet"] == 1
    assert numbers["right"] + numbers["wrong"] == 1
    assert numbers["entries"] > 300


@pytest.mark.skipif(not OUT.exists(), reason="`make numbers` was not run")
def test_the_figures_that_are_shown_add_up() -> None:
    shown = json.loads(OUT.read_text("utf-8"))
    assert shown["cases"] == sum(shown[k] for k in ("right", "offered", "generic", "quiet", "missed", "wrong"))
    assert shown["causes"]["first"] <= shown["causes"]["told"]
