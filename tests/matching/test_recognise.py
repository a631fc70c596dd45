"""The work of recognising is bounded, whatever pastes and templates hold; counted in characters, not seconds."""

from __future__ import annotations

import pytest

from app.matching.memory import MemorySource
from app.matching.recognise import MAX_STEPS, recognise
from app.matching.rules import Rules
from app.matching.verify import Meter
from app.paste.reader import read
from tests.matching.entries import entry


def steps(paste: str, source: MemorySource) -> int:
    meter = Meter()
    recognise(read(paste), source, meter)
    return meter.steps


def entries_of(*templates: str) -> MemorySource:
    return MemorySource(
        [entry(f"lib/e{i}", text, exceptions=["ValueError"]) for i, text in enumerate(templates)], Rules()
    )


LAZY = entries_of(*(f"alpha{{a{i}}} beta{{b}} gamma{{c}} delta{{d}} epsilon {'z' * i}" for i in range(300)))
WORDS = "alpha beta gamma delta epsilon "


@pytest.mark.parametrize(
    "paste",
    [
        "ValueError: " + WORDS * 200,
        ("ValueError: " + WORDS * 6 + "\n") * 1000,
        (WORDS * 6 + "\n") * 1000,
        "ValueError: " + "alpha beta: " * 500,
        "Traceback (most recent call last):\n" + "ValueError: alpha [ ( { ' \" epsilon\n" * 2000,
    ],
    ids=["one message", "many messages", "stray lines", "many anchors", "brackets"],
)
def test_hostile_templates_and_pastes_together_stay_within_the_budget(paste: str) -> None:
    assert steps(paste, LAZY) <= MAX_STEPS + 1_000_000


def test_work_grows_linearly_with_the_message() -> None:
    source = entries_of("alpha{a} beta{b} gamma{c} delta{d} epsilon omega")
    short, long = (steps("ValueError: " + "alpha beta gamma delta epsilon " * n, source) for n in (20, 160))
    assert long <= 8 * short * 1.5


def test_a_paste_without_any_word_of_a_template_costs_nothing() -> None:
    assert steps("ValueError: quite another thing\n" * 500, LAZY) == 0


def test_unrelated_entries_cost_nothing() -> None:
    many = entries_of("alpha beta gamma", *(f"word{i} other{i} third{i}" for i in range(3_000)))
    few = entries_of("alpha beta gamma")
    paste = "ValueError: alpha beta gamma"
    assert steps(paste, many) == steps(paste, few)


BARE = MemorySource(
    [
        entry("python/memory-error", "MemoryError", exceptions=["MemoryError"], requires=["exception"]),
        entry("python/key-error", "{key:quoted}", "{key:type}", exceptions=["KeyError"], requires=["exception"]),
    ],
    Rules(),
)


def found(last_line: str) -> list[str]:
    frame = 'Traceback (most recent call last):\n  File "main.py", line 3, in <module>\n    rows = load()\n'
    return [item.entry.slug for item in recognise(read(frame + last_line + "\n"), BARE) if item.sure]


def test_an_exception_without_a_message_fits_the_wording_that_is_its_name() -> None:
    assert found("MemoryError") == ["python/memory-error"]
    assert found("numpy.core._exceptions.MemoryError") == ["python/memory-error"]


def test_the_name_of_an_exception_without_a_message_is_no_value_of_a_slot() -> None:
    assert found("KeyError") == []


def test_an_exception_with_a_message_does_not_fit_its_bare_name() -> None:
    assert found("MemoryError: Unable to allocate 3.00 GiB") == []
