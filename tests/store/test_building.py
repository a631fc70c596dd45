"""From an entry to the parts of its page."""

from __future__ import annotations

import pytest

from app.content.parse import parse_text
from app.content.problems import RenderError
from app.content.slots import fill
from app.content.verified import Verified
from app.store.building import Surroundings, build_page
from app.store.pages import EntryPage
from tests.content.samples import ENTRY, PATH, SLUG, entry


def page(text: str, around: Surroundings | None = None) -> EntryPage:
    return build_page(parse_text(text, SLUG, PATH), around or Surroundings())


def test_captured_values_can_be_filled_into_every_part() -> None:
    text = (
        entry("list index out of range", "list index {index:int} out of range")
        .replace("meaning: The list", "meaning: For {index|the index} the list")
        .replace("look_at: Is", "look_at: Is {index}")
        .replace("The last item", "Not {index|that}: the last item")
    )
    made = page(text)
    values = {"index": "<7>"}
    assert "&lt;7&gt;</span> the list" in fill(made.meaning_html, values)
    assert "&lt;7&gt;" in fill(made.causes[0].look_at_html, values)
    assert "&lt;7&gt;" in fill(made.causes[0].intro_html, values)
    assert "&lt;7&gt;" in fill(made.wordings[0].html, values)
    assert made.meaning == "For the index the list is shorter than the index asks for."


def test_prose_before_and_after_the_programs() -> None:
    made = page(entry("print(items[1])\n```", "print(items[1])\n```\n\nAfterwards."))
    cause = made.causes[0]
    assert cause.intro_html.startswith("<p>The last item")
    assert cause.outro_html == "<p>Afterwards.</p>"


def test_programs_go_together_in_their_order() -> None:
    second = "```python raises\n[][0]\n```\n\n```python fixed\n[0][0]\n```\n\n## Fixes"
    made = page(entry("## Fixes", second))
    assert [(e.broken.code, e.fixed.code if e.fixed else "") for e in made.causes[0].examples] == [
        ("items = [1, 2]\nprint(items[2])\n", "items = [1, 2]\nprint(items[1])\n"),
        ("[][0]\n", "[0][0]\n"),
    ]


def test_what_is_only_shown_stands_beside() -> None:
    made = page(entry("```python raises", "```text file=data.csv\n1,2\n```\n\n```python raises"))
    assert [(f.file, f.language) for f in made.causes[0].files] == [("data.csv", "text")]
    assert made.causes[0].intro_html.startswith("<p>The last item")


def test_what_was_proved_and_what_could_not_be() -> None:
    verified = {f"{SLUG}#off-by-one": Verified((("python", "3.11.9"),), "2026-11-30", "abc")}
    around = Surroundings(verified=verified, digests=lambda _: {"off-by-one": "abc"})
    edited = Surroundings(verified=verified, digests=lambda _: {"off-by-one": "def"})
    assert page(ENTRY, around).verified == "2026-11-30"
    assert page(ENTRY, around).causes[0].proof.state == "proved"
    assert page(ENTRY).causes[0].proof.state == "unproved"
    assert page(ENTRY, edited).causes[0].proof.state == "unproved"  # other programs were proved
    gpu = entry("    fix:", "    not_reproducible:\n      reason: gpu\n      detail: It needs a `GPU`.\n    fix:")
    proof = page(gpu, around).causes[0].proof
    assert (proof.state, proof.reason, proof.detail) == ("not-reproduced", "gpu", "It needs a GPU.")


def test_every_problem_of_a_file_is_told_at_once() -> None:
    text = entry("Take one off.", "<b>x</b>").replace("meaning: The", "meaning: The {x}")
    with pytest.raises(RenderError) as error:
        page(text.replace("list index out of range", "list {a:nothing}"))
    assert [p.code for p in error.value.problems] == ["template", "placeholder", "html"]


def test_nothing_an_editor_writes_comes_through_as_markup() -> None:
    made = page(entry("title: A list index that is past the end", "title: a & b \\<i>"))
    assert made.title_html == "a &amp; b &lt;i&gt;"
    assert made.title == "a & b <i>"
