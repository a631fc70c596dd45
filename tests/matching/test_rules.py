"""Reviewed data: exception hierarchies, what gives way to what, operating systems' texts."""

from __future__ import annotations

from typing import Any

import pytest

from app.matching.rules import Rules, RulesError

RULES = Rules.from_data(
    {
        "yields": [
            {"entry": "torch/cublas-*", "to": "torch/cuda-out-of-memory", "where": "before", "why": "memory ran out"}
        ]
    },
    {
        "parents": {"OutOfMemoryError": ["RuntimeError"], "JSONDecodeError": "ValueError"},
        "os_texts": [{"number": "Errno 13", "english": "Permission denied", "local": ["Keine Berechtigung"]}],
    },
    {"weights": {"words": 2}, "bias": -1, "match": 0.9, "candidate": 0.5},
)


@pytest.mark.parametrize(
    ("seen", "also"),
    [
        ("torch.cuda.OutOfMemoryError", "RuntimeError"),
        ("json.decoder.JSONDecodeError", "ValueError"),
        ("FileNotFoundError", "OSError"),
        ("IOError", "OSError"),
        ("ModuleNotFoundError", "ImportError"),
        ("IndexError", "LookupError"),
        ("my.own.Error", "Error"),
    ],
)
def test_a_subclass_is_a_kind_of_its_parents(seen: str, also: str) -> None:
    assert also in RULES.ancestors(seen)


def test_siblings_are_no_kind_of_each_other() -> None:
    assert "KeyError" not in RULES.ancestors("IndexError")


def test_cycles_end() -> None:
    rules = Rules.from_data({}, {"parents": {"A": ["B"], "B": ["A"]}})
    assert rules.ancestors("A") == {"A", "B"}


def test_rules_survive_the_store() -> None:
    assert Rules.from_json(RULES.to_json()) == RULES


def test_globs_name_families_of_entries() -> None:
    assert [y.why for y in RULES.yields_to("torch/cublas-alloc", "torch/cuda-out-of-memory")] == ["memory ran out"]
    assert RULES.yields_to("torch/other", "torch/cuda-out-of-memory") == ()


@pytest.mark.parametrize(
    "rule",
    [
        {"entry": "a/b", "to": "c/d"},
        {"entry": "a/b", "to": "c/d", "why": "x", "where": "nowhere"},
        {"entry": "a/b", "to": "c/d", "why": "x", "when": "before"},
        {"entry": "a/b", "to": [3], "why": "x"},
        {"entry": ["a/b"], "to": "c/d", "why": "x"},
    ],
)
def test_a_rule_that_cannot_be_used_is_refused(rule: dict[str, Any]) -> None:
    with pytest.raises(RulesError):
        Rules.from_data({"yields": [rule]})
