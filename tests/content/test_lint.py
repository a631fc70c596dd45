"""What `unraise lint` finds, with the line it stands on."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from app.content.lint import lint, reach, render
from app.content.lint.prose import reading_grade
from app.content.lint.reach import SAMPLES, sample
from app.content.lint.spelling import misspelled
from app.content.lint.structure import RESERVED
from app.content.problems import Problem
from app.matching.slots import TYPES
from app.result import Outcome, Result
from app.settings import ROOT
from tests.content.samples import ENTRY, FIXTURES, entry


@pytest.fixture
def content(tmp_path: Path) -> Path:
    folder = tmp_path / "content"
    (folder / "errors" / "python").mkdir(parents=True)
    return folder


def write(content: Path, text: str, name: str = "list-index-out-of-range") -> Path:
    file = content / "errors" / "python" / f"{name}.md"
    file.write_text(text)
    return file


def found(content: Path, text: str) -> list[tuple[str, int, str]]:
    """(code, line, what) of each problem of one entry."""
    file = write(content, text)
    return [(p.code, p.line, p.what) for p in lint(content) if p.path == file.as_posix()]


def line_of(text: str, piece: str) -> int:
    return text[: text.index(piece)].count("\n") + 1


def test_a_good_entry_has_no_problems(content: Path) -> None:
    assert found(content, ENTRY) == []


def test_the_fixtures_have_none_either() -> None:
    assert lint(FIXTURES) == []


# ruff: noqa: E501
@pytest.mark.parametrize(
    ("old", "new", "code", "at", "said"),
    [
        ("```python fixed\nitems = [1, 2]\nprint(items[1])\n```\n\n", "", "proof", "### Counting", "no program that mends it"),
        ("```python raises", "```python", "proof", "### Counting", "no program that raises it"),
        ("list index out of range\"\nrequires: [exception]", "index {a} short\"", "template-floor", '"index', "10 literal letters"),
        ("list index out of range", "index {a:nothing}", "template", '"index', "there is no slot type 'nothing'"),
        ("list index out of range", "index {a", "template", '"index', "a slot that does not end"),
        ("    look_at: Is", "    evidence:\n      - source: '(?=x)'\n    look_at: Is", "evidence", "- source", "no RE2 pattern"),
        ("    look_at: Is", "    evidence:\n      - capture: 'x == 1'\n    look_at: Is", "evidence", "- capture", "no wording captures"),
        ("Take one off.", "See [it](/errors/python/nothing).", "link", "See [it]", "there is no entry 'python/nothing'"),
        ("Take one off.", "See [it](#nowhere).", "link", "See [it]", "has no section `#nowhere`"),
        ("prevention:", "related: [python/nothing]\nprevention:", "link", "related:", "there is no entry"),
        ("prevention:", "related: [python/list-index-out-of-range]\nprevention:", "link", "related:", "related to itself"),
        ("Take one off.", "Use {nothing}.", "placeholder", "Use {", "is no slot of the message"),
        ("Take one off.", "<b>x</b>", "html", "<b>", "raw HTML"),
        ("title: A list", "title: A {x|long} list", "placeholder", "title: A", "stands in a title"),
        ("print(items[2])", "print(items[2])\n...", "ellipsis", "...", "leaves something out"),
        ("print(items[2])", "print(items[2])  # and so on ...", "ellipsis", "print(items[2])", "leaves something out"),
        ("print(items[1])", "print(items[1]", "compile", "print(items[1]", "does not compile"),
        ("Take one off.", "Take one off.\n\n```python raises\n1 / 0\n```", "fence", "```python raises\n1", "has no place in `## Fixes`"),
        ("### Counting from one", "### Something else", "heading", "### Something", "the heading says 'Something else'"),
        ("Take one off.", "In order to mend it, take one off.", "filler", "In order", "says nothing"),
        ("Take one off.", "Numpy counts from zero.", "spelling", "Numpy", "'Numpy' is written 'NumPy'"),
        ("meaning: The list", "meaning: One. Two. The list", "length", "meaning:", "`meaning` has 3 sentences"),
    ],
)  # fmt: skip
def test_one_thing_wrong(content: Path, old: str, new: str, code: str, at: str, said: str) -> None:
    text = entry(old, new)
    assert [(c, line) for c, line, what in found(content, text) if said in what] == [(code, line_of(text, at))]


def test_an_ellipsis_that_is_code_is_fine(content: Path) -> None:
    assert found(content, entry("items = [1, 2]", "items = [1, 2]\ntext = '...'\nshape = (..., 1)")) == []


def test_a_syntax_error_need_not_compile(content: Path) -> None:
    text = entry("exception: [IndexError]", "exception: [SyntaxError]").replace("print(items[2])", "print(items[2]")
    assert found(content, text) == []


def test_other_pythons_have_another_syntax(content: Path) -> None:
    text = entry("```python raises", "```python raises env=cpython-3.8").replace("print(items[2])", "print items[2]")
    assert found(content, text) == []


def test_environments_exist(content: Path) -> None:
    text = entry("```python raises", "```python raises env=numpy1,nothing")
    assert found(content, text) == []  # no pinned sets to compare with
    (content / "environments").mkdir()
    (content / "environments" / "cpython.in").write_text("")
    (content / "environments" / "numpy1.in").write_text("")
    line = line_of(text, "```python raises")
    assert found(content, text) == [("environment", line, "there is no environment 'nothing'")]


def test_long_sections_sentences_and_lines_are_told(content: Path) -> None:
    long = "This sentence goes on and on about " + "one thing and another thing and " * 8 + "stops."
    assert {c for c, _, _ in found(content, entry("Take one off.", f"{long}\n" * 3))} == {"length", "reading"}
    assert found(content, entry("items = [1, 2]", f"items = [{', '.join('1' * 60)}]"))[0][0] == "length"


NOT_RUN = "    not_reproducible:\n      reason: gpu\n      detail: It needs a GPU.\n    fix:"


def test_what_cannot_be_run_is_held_by_pastes(content: Path) -> None:
    text = entry("    fix:", NOT_RUN)
    problem = "the cause `off-by-one` is not run and has 0 pastes, 0 of its own"
    assert found(content, text) == [("proof", line_of(text, "    not_repro"), problem)]
    pastes = content / "pastes" / "python" / "list-index-out-of-range"
    pastes.mkdir(parents=True)
    (pastes / "off-by-one.1.txt").write_text("x")
    (pastes / "cannot-tell.1.txt").write_text("x")
    assert found(content, text) == []


def test_pastes_belong_to_a_cause_of_an_entry(content: Path) -> None:
    write(content, ENTRY)
    for name in ("list-index-out-of-range/other.1.txt", "list-index-out-of-range/off-by-one.txt", "gone/a.1.txt"):
        file = content / "pastes" / "python" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("x")
    assert [(Path(p.path).name, p.code) for p in lint(content)] == [
        ("a.1.txt", "paste"),
        ("off-by-one.txt", "paste"),
        ("other.1.txt", "paste"),
    ]


WRONG_ADVICE = """\
not_fixes:
  - id: catch-it
    title: Catching the error
    outcome: runs-but
    result: The missing item stays missing.
prevention:"""
SECTION = "\n## Fixes that do not work\n\n### Catching the error {#catch-it}\n\nIt hides it.\n"


def test_the_outcome_of_wrong_advice_is_shown(content: Path) -> None:
    text = entry("prevention:", WRONG_ADVICE) + SECTION
    assert [what for _, _, what in found(content, text)] == [
        "the outcome of `catch-it` (runs-but) is not shown by a program"
    ]
    assert found(content, text + "\n```python runs\nassert True\n```\n") == []


def test_a_cause_that_nothing_tells(content: Path) -> None:
    text = ENTRY.replace("    look_at: Is the index the length of the list?\n", "")
    assert found(content, text) == []  # the only cause needs no telling
    second = "  - id: empty\n    title: An empty list\n    fix: count-from-zero\nfixes:"
    section = "### An empty list {#empty}\n\nIt has none.\n\n```python raises\n[][0]\n```\n\n```python fixed\n[0][0]\n```\n\n## Fixes"
    both = text.replace("fixes:", second, 1).replace("## Fixes", section, 1)
    assert [c for c, _, _ in found(content, both)] == ["evidence", "evidence"]


def test_old_addresses_lead_to_one_entry(content: Path) -> None:
    write(content, ENTRY.replace("list index out", "tuple index out"), "taken")
    text = entry("prevention:", "redirect_from: [python/taken]\nprevention:")
    assert [what for _, _, what in found(content, text)] == ["the old address 'python/taken' is an entry of its own"]


def test_a_wording_that_another_entry_answers_collides(content: Path) -> None:
    other = ENTRY.replace("- 1`.", "- 1`, always.").replace("list index out of range", "list some thing out of range")
    write(content, other, "another")
    text = entry("list index out of range", "list {what} out of range")
    assert found(content, text) == [("collision", 6, "a message of this wording is answered by python/another")]


def test_the_same_wording_in_two_entries_collides(content: Path) -> None:
    write(content, ENTRY.replace("- 1`.", "- 1`, always."), "another")
    assert [(c, what) for c, _, what in found(content, ENTRY)] == [
        ("collision", "the entry python/another has this wording already")
    ]


def test_a_wording_that_nothing_answers_is_told(content: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reach, "lookup", lambda text, source: Result(Outcome.UNKNOWN))
    assert found(content, ENTRY) == [("collision", 6, "no answer is given to a message of this wording")]


def test_made_up_messages_fill_every_slot_type() -> None:
    assert set(SAMPLES) == set(TYPES)
    assert sample("got {{{a:int}}}{? for {b}} in {c:shape}") == "got {3} for some thing in [2, 3]"


def test_the_same_paragraph_in_two_entries_is_told(content: Path) -> None:
    paragraph = (
        "The index counts from zero, so the last item of a list with three items has the index two and not three."
    )
    write(content, entry("Take one off.", paragraph).replace("list index out", "tuple index out"), "another")
    assert [c for c, _, _ in found(content, entry("Take one off.", paragraph))] == ["repetition"]


def test_only_some_files_can_be_asked_about(content: Path) -> None:
    first = write(content, entry("Take one off.", "<b>x</b>"))
    write(content, entry("Take one off.", "<i>x</i>").replace("list index out", "tuple index out"), "another")
    assert {p.path for p in lint(content, [first])} == {first.as_posix()}
    assert len({p.path for p in lint(content, [content / "errors"])}) == 2


def test_files_are_named_as_seen_from_where_one_stands(content: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = write(content, entry("Take one off.", "<b>x</b>"))
    monkeypatch.chdir(content.parent)
    expected = "content/errors/python/list-index-out-of-range.md"
    assert {p.path for p in lint(content)} == {p.path for p in lint(Path("content"), [file])} == {expected}


def test_anchors_of_the_page_are_reserved() -> None:
    used = set()
    for name in ("entry.html", "base.html", "answer.html"):
        used |= set(
            re.findall(r'\sid="([a-z][a-z-]*)"', (ROOT / "app" / "templates" / name).read_text(encoding="utf-8"))
        )
    assert used <= RESERVED


PROBLEM = Problem("content/a:b.md", 3, "link", "100% wrong\nhere", "mend, it", "warning")


def test_reports_for_people_github_and_programs() -> None:
    assert render([PROBLEM]) == "content/a:b.md:3: 100% wrong\nhere; mend, it (warning) [link]\n"
    assert render([PROBLEM], "github") == (
        "::warning file=content/a%3Ab.md,line=3,title=link::100%25 wrong%0Ahere; mend, it\n"
    )
    assert json.loads(render([PROBLEM], "json"))[0]["severity"] == "warning"
    assert render([]) == ""


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("Pandas and numpy and pytorch", ["Pandas", "numpy", "pytorch"]),
        ("pandas, NumPy, PyTorch, scikit-learn", []),
        ("`numpy` [pandas](https://pandas.pydata.org) numpy.array numpy-2 /numpy", []),
        ("on mac os with postgres", ["mac os", "postgres"]),
        ("use sklearn", ["sklearn"]),
        ("open the windows, take a pillow", []),
    ],
)
def test_names_are_spelled_as_their_owners_do(text: str, wrong: list[str]) -> None:
    assert [w for w, _ in misspelled(text)] == wrong


def test_the_reading_grade_rises_with_long_words_and_sentences() -> None:
    easy = (
        "The cat sat on the mat. The dog ran to the cat. They sat in the sun. It was hot. They were glad of it all day."
    )
    hard = "Considerable infrastructure heterogeneity necessitates systematic reconciliation of representations "
    assert reading_grade(easy) < 3
    assert reading_grade(hard * 5) > 20


@pytest.mark.parametrize(("words", "warned"), [("{asked}", True), ("{asked|another}", False), ("`{asked}`", False)])
def test_a_meaning_reads_well_where_the_paste_gives_no_value(content: Path, words: str, warned: bool) -> None:
    text = ENTRY.replace("list index out of range", "list index {asked:int} out of range")
    text = text.replace("meaning: The list", f"meaning: 'Asked for {words}.' #")
    said = [what for code, _, what in found(content, text) if code == "placeholder"]
    assert said == ["`{asked}` says nothing where the paste gives no value"] * warned
