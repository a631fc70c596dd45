"""No entry takes another entry's texts."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.content.parse import parse_file
from app.content.rules import load_rules
from app.lookup import lookup
from app.matching.collisions import OwnText, Theft, filled, matrix, table, thefts, wordings_of
from app.matching.memory import MemorySource
from app.matching.model import EntryFacts
from tests.matching.entries import entry, source

CONTENT = Path(__file__).resolve().parents[2] / "content"


@pytest.fixture(scope="module")
def entries() -> list[EntryFacts]:
    root = CONTENT / "errors"
    return [parse_file(path, root).facts for path in sorted(root.glob("*/*.md"))]


@pytest.fixture(scope="module")
def content(entries: list[EntryFacts]) -> MemorySource:
    return MemorySource.from_entries(entries, load_rules(CONTENT))


def test_a_text_that_another_entry_answers_is_a_theft() -> None:
    broad = entry("a/broad", "the value must be a number", exceptions=["ValueError"])
    narrow = entry("a/narrow", "the value must be a number", "of the right kind of number", exceptions=["ValueError"])
    with_both = source(broad, narrow)
    texts = [
        OwnText("a/broad", "one", "ValueError: of the right kind of number"),
        OwnText("a/narrow", "two", "ValueError: of the right kind of number"),
        OwnText("a/broad", "tie", "ValueError: the value must be a number"),
    ]
    found = thefts(texts, lambda text: lookup(text, with_both))
    assert found == [Theft("a/broad", "a/narrow", "one")]
    assert matrix(found) == {("a/broad", "a/narrow"): 1}
    assert table(found) == "   1  a/broad  is taken by  a/narrow"


def test_a_template_is_filled_with_values_of_its_types() -> None:
    assert filled("size {n:int}{? of {what:quoted}} in {{}}\nfor {d:dtype}") == "size 3 of 'abc' in {}\nfor float32"


def test_no_entry_takes_another_ones_wordings(entries: list[EntryFacts], content: MemorySource) -> None:
    texts = [text for facts in entries for text in wordings_of(facts)]
    found = thefts(texts, lambda text: lookup(text, content))
    assert found == [], table(found)


def test_no_entry_takes_another_ones_pastes(content: MemorySource) -> None:
    texts = [
        OwnText(f"{path.parts[-3]}/{path.parts[-2]}", path.name, path.read_text(encoding="utf-8"))
        for path in sorted((CONTENT / "pastes").glob("*/*/*.txt"))
    ]
    assert texts
    found = thefts(texts, lambda text: lookup(text, content))
    assert found == [], table(found)


def test_entries_that_fit_one_wording_alike_say_what_tells_them_apart(
    entries: list[EntryFacts], content: MemorySource
) -> None:
    said = {facts.slug: facts.if_this for facts in entries}
    silent = set()
    for text in {w.text for facts in entries for w in wordings_of(facts)}:
        for paste in (text, text.rpartition("\n")[2].partition(": ")[2]):
            tied = [item for item in lookup(paste, content).candidates if item.score == 1]
            silent |= {(item.slug, paste) for item in tied if len(tied) > 1 and not said[item.slug]}
    assert not silent
