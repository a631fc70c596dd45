"""A message template as a page and the search index show it."""

from __future__ import annotations

from app.content import wording
from app.content.slots import fill


def test_slots_and_optional_parts_are_marked() -> None:
    assert wording.html("got ({m:int}x{n:int}){? for {arg:word}}") == (
        'got (<span class="slot" data-slot="m">m</span>x<span class="slot" data-slot="n">n</span>)'
        '<span class="optional"> for <span class="slot" data-slot="arg">arg</span></span>'
    )


def test_literal_braces_and_markup_are_text() -> None:
    assert wording.html("{{a}} <b>") == "{a} &lt;b&gt;"


def test_values_can_be_filled_in() -> None:
    assert "no module &lt;x&gt;" in fill(wording.html("no module {name}"), {"name": "<x>"}).replace(
        '<span class="slot filled" data-slot="name">', ""
    )


def test_the_words_alone() -> None:
    assert wording.plain("got ({m:int}x{n:int}){? for {arg:word}} {{a}}\nthen more") == "got (…x…) for … {a} then more"
