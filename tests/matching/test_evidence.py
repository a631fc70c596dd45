"""Every kind of evidence, each found in a paste, and each with the line of the paste that it was seen on."""

from __future__ import annotations

import pytest

from app.matching.evidence import Scene, check_rule, find, rank_causes
from app.matching.model import CauseFacts, EvidenceRule
from app.matching.patterns import PatternError
from app.matching.rules import Rules
from app.paste.reader import read

PASTE = """\
UserWarning: None of the inputs have requires_grad=True
Traceback (most recent call last):
  File "/home/ann/train.py", line 40, in <module>
    main()
  File "/home/ann/train.py", line 12, in main
    out = x @ weights
          ~~^~~~~~~~~
  File "/venv/lib/python3.12/site-packages/torch/nn/modules/rnn.py", line 1, in forward
    self.check(input)
  File "/venv/lib/python3.12/site-packages/torch/nn/functional.py", line 9, in check
    raise RuntimeError(text)
RuntimeError: mat1 and mat2 shapes cannot be multiplied (4x512 and 256x10)

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "/home/ann/train.py", line 50, in <module>
    report(KeyError)
KeyError: 'loss'
srun: error: task 3: Killed
"""
REPORT = read(PASTE)
RULES = Rules.from_data({}, {"parents": {"OutOfMemoryError": "RuntimeError"}})
INNER = next(e for e in REPORT.walk() if e.type == "RuntimeError")
SCENE = Scene(REPORT, RULES, INNER, INNER.frames, INNER.message, INNER.line, {"m": "4", "k1": "512", "k2": "256"})


def spots(kind: str, pattern: str) -> list[int]:
    return [line for line, _ in find(EvidenceRule(kind, pattern), SCENE)]


@pytest.mark.parametrize(
    ("kind", "pattern", "lines"),
    [
        ("source", "@", [6]),
        ("source", "main\\(", []),  # not the deepest line of the person's own
        ("source", "self.check", []),  # a library's line
        ("any_source", "main\\(", [4]),
        ("any_source", "report\\(", [18]),
        ("any_source", "self", []),
        ("caret", "x @ w", [6]),
        ("caret", "out", []),
        ("frame", "torch.nn", [8, 10]),
        ("frame", "torch.nn.modules.rnn:forward", [8]),
        ("frame", "torch.nn.modules.rnn:check", []),
        ("frame", "torch.nn.mod", []),  # whole parts of the name only
        ("frame", ":check", [10]),
        ("call", "torch.nn.modules.rnn:forward -> torch.nn.functional:check", [10]),
        ("call", "torch.nn.functional -> torch.nn.modules", []),
        ("capture", "k1 is multiple of k2", [12]),
        ("capture", "k1 == k2", []),
        ("version", "python >=3.12", [0]),
        ("version", "python <3.9", []),
        ("version", "torch <2", []),  # not known
        ("environment", "linux", [0]),
        ("environment", "windows", []),
        ("exception", "KeyError", [19]),
        ("exception", "LookupError", [19]),
        ("exception", "KeyError: loss", [19]),
        ("exception", "KeyError: gain", []),
        ("exception", "RuntimeError", []),  # the one that was recognised is no other
        ("line", "(?i)killed$", [20]),
        ("line", "^srun", [20]),
        ("line", "mat1", []),  # within a traceback
        ("message", "4x512", [12]),
        ("message", "srun", []),
    ],
)
def test_is_seen_on_these_lines(kind: str, pattern: str, lines: list[int]) -> None:
    assert spots(kind, pattern) == lines


def test_evidence_adds_up_and_the_best_cause_comes_first() -> None:
    causes = [
        CauseFacts("frequent", "frequent"),
        CauseFacts("one", "one", evidence=(EvidenceRule("source", "@", 3),)),
        CauseFacts("two", "two", evidence=(EvidenceRule("frame", "torch.nn"), EvidenceRule("line", "Killed"))),
    ]
    ranked = rank_causes(causes, SCENE, str.upper)
    assert [(c.id, c.likely) for c in ranked] == [("two", True), ("one", False), ("frequent", False)]
    assert [(hit.kind, hit.line, hit.text) for hit in ranked[1].evidence] == [("source", 6, "OUT = X @ WEIGHTS")]


def test_equal_evidence_makes_no_cause_likely() -> None:
    causes = [CauseFacts(n, n, evidence=(EvidenceRule("source", "@"),)) for n in ("a", "b")]
    ranked = rank_causes(causes, SCENE, str)
    assert [(c.id, c.likely) for c in ranked] == [("a", False), ("b", False)]


def test_without_evidence_the_entrys_own_order_stays() -> None:
    ranked = rank_causes([CauseFacts(n, n) for n in "xyz"], SCENE, str)
    assert [c.id for c in ranked] == ["x", "y", "z"]
    assert not any(c.likely or c.evidence for c in ranked)


@pytest.mark.parametrize(
    ("kind", "pattern"),
    [
        ("source", "(?<=a)b"),
        ("line", "("),
        ("message", "a" * 700),
        ("capture", "k9 == 1"),
        ("capture", "k1 ="),
        ("version", "torch 2"),
        ("frame", "torch nn"),
        ("call", "torch.nn"),
        ("call", "a -> b -> c"),
        ("exception", "KeyError: ("),
    ],
)
def test_rules_that_cannot_be_used_are_refused(kind: str, pattern: str) -> None:
    with pytest.raises(PatternError) as caught:
        check_rule(EvidenceRule(kind, pattern), ["k1", "k2"])
    assert caught.value.todo


@pytest.mark.parametrize(
    ("kind", "pattern"),
    [("source", r"\bmatmul\("), ("capture", "k1 != k2"), ("frame", "torch.nn:forward"), ("environment", "docker")],
)
def test_rules_that_can_are_not(kind: str, pattern: str) -> None:
    check_rule(EvidenceRule(kind, pattern), ["k1", "k2"])
