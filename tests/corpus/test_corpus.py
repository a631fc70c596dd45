"""The maps from the corpus of real pastes to entries and causes hold, and so do the scores where the corpus is at hand.

The corpus itself is not part of the project; the maps name its labels and pastes.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.corpus.answer import answers, hints, score_causes, source

HERE = Path(__file__).resolve().parent
PASTES = HERE.parents[2] / "shared" / "corpus" / "pastes.jsonl"
ANSWERS: dict[str, list[str]] = json.loads((HERE / "answers.json").read_text(encoding="utf-8"))

at_hand = pytest.mark.skipif(not PASTES.exists(), reason="the corpus of real pastes is not at hand")


def test_every_answer_is_an_entry() -> None:
    slugs = {slug for found in ANSWERS.values() for slug in found}
    assert slugs - set(source().entries(slugs)) == set()


def test_every_hinted_cause_is_a_cause_of_its_entry() -> None:
    known = source()
    for paste, (slug, causes) in hints().items():
        facts = known.entries([slug])[slug]
        assert set(causes) <= {cause.id for cause in facts.causes}, paste


@at_hand
def test_real_pastes_find_their_entries() -> None:
    labels = {c["id"]: c["label"] for c in map(json.loads, PASTES.read_text(encoding="utf-8").splitlines())}
    right = covered = wrong = 0
    for case, result in answers(PASTES):
        wanted = ANSWERS.get(labels[case], [])
        covered += bool(wanted)
        if result.match is None:
            continue
        assert labels[case] != "none", f"{case} is nobody's error, and {result.match.slug} claims it"
        right += result.match.slug in wanted
        wrong += result.match.slug not in wanted and (bool(wanted) or not result.match.generic)
    assert right / covered >= 0.96
    assert wrong / len(labels) <= 0.01


@at_hand
def test_real_pastes_find_their_causes() -> None:
    score = score_causes(PASTES)
    assert score["first_cause_right"] >= 0.8
    assert score.get("contradicted", 0) == 0
