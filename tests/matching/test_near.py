"""Inexact messages: how close they are measured to be, and that the score of that is the one that was fitted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.content.rules import load_rules
from app.lookup import lookup
from app.matching.flat import flatten
from app.matching.near import FAR, closeness, features, message_words, probability
from app.matching.rules import Calibration
from app.matching.templates import parse_template
from app.result import Outcome
from scripts import calibrate
from tests.matching.entries import entry, source

ROOT = Path(__file__).resolve().parents[2]
TEXT = "Trying to backward through the graph a second time, but the buffers have already been freed"
GRAPH = entry("torch/backward-twice", TEXT, exceptions=["RuntimeError"])


def near(message: str, template: str = TEXT) -> dict[str, float]:
    close = closeness(parse_template(template), message_words(flatten(message)))
    return {"letters": close.letters, "share": close.share, "order": close.order, "surplus": close.surplus}


def test_the_same_words_are_as_close_as_can_be() -> None:
    assert near(TEXT) == {"letters": 74, "share": 1.0, "order": 1.0, "surplus": 0.0}


def test_a_changed_word_takes_its_letters_away() -> None:
    values = near(TEXT.replace("buffers", "tensors"))
    assert values["letters"] == 67
    assert values["surplus"] == pytest.approx(1 / 14)


def test_words_in_another_order_do_not_count() -> None:
    assert near("freed been already have buffers the but time second graph the through")["share"] < 0.2


def test_few_shared_letters_are_no_nearness_at_all() -> None:
    assert closeness(parse_template(TEXT), message_words(flatten("have been here before"))) is FAR


def test_the_default_calibration_never_claims() -> None:
    assert probability({"letters": 1.0, "share": 1.0}, Calibration()) < 0.01


def test_the_calibration_in_content_is_the_one_fitted_to_the_kept_features() -> None:
    kept = json.loads((ROOT / "content/calibration.json").read_text())
    assert calibrate.fit(calibrate.load()) == kept, "run python scripts/calibrate.py fit"


def test_unlike_types_and_a_rival_speak_against() -> None:
    rules = load_rules(ROOT / "content")
    template = parse_template(TEXT)
    close = closeness(template, message_words(flatten(TEXT.replace("buffers", "tensors"))))

    def score(type_agrees: bool | None, rival: float) -> float:
        return probability(features(template, close, None, False, type_agrees, None, rival), rules.calibration)

    assert score(True, 0.0) > score(None, 0.0) > score(False, 0.0)
    assert score(True, 0.0) > score(True, 1.0)


@pytest.mark.parametrize(
    "message",
    [
        "RuntimeError: Trying to backward through the graph a second time, but the buffers ha...",
        "RuntimeError: Trying to backward through the graph a second time, but the tensors have already been freed",
        "RuntimeError: backward through the graph a second time, but the buffers have already been freed",
    ],
)
def test_a_message_cut_reworded_or_beheaded_is_found_or_offered(message: str) -> None:
    result = lookup(message, source(GRAPH, rules=load_rules(ROOT / "content")))
    found = [result.match] if result.match else list(result.candidates)
    assert [m.slug for m in found] == ["torch/backward-twice"]


@pytest.mark.parametrize(
    "message",
    [
        "RuntimeError: Trying to read the file a second time",
        "RuntimeError: the buffers have been freed",
        "RuntimeError: time",
    ],
)
def test_a_few_words_in_common_are_not(message: str) -> None:
    assert lookup(message, source(GRAPH, rules=load_rules(ROOT / "content"))).outcome is Outcome.UNKNOWN
