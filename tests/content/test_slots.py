"""Captured values in sentences and in rendered HTML."""

from __future__ import annotations

import pytest

from app.content.render import render_prose
from app.content.slots import fill, span
from app.matching.placeholders import MAX_VALUE, fill_text


def test_values_are_escaped() -> None:
    html = render_prose("It has {k1|some} columns.", ["k1"], "e.md", 1)
    assert fill(html, {"k1": "<img src=x>\"'&"}) == (
        '<p>It has <span class="slot filled" data-slot="k1">&lt;img src=x&gt;&quot;&#x27;&amp;</span> columns.</p>'
    )


def test_what_was_not_captured_keeps_its_fallback() -> None:
    html = render_prose("{a|one} and {b|two}", ["a", "b"], "e.md", 1)
    assert fill(html, {"b": "2", "c": "3"}) == (
        '<p><span class="slot" data-slot="a">one</span> and <span class="slot filled" data-slot="b">2</span></p>'
    )
    assert fill(html, {}) == html
    assert fill(html, {"a": ""}) == html


def test_a_value_that_looks_like_a_slot_is_not_filled_again() -> None:
    assert fill(span("a") + span("b"), {"a": span("b"), "b": "X"}).count("X") == 1


def test_long_values_are_cut_and_stand_on_one_line() -> None:
    filled = fill(span("a"), {"a": "x\n y" * 1_000})
    assert "\n" not in filled
    assert filled.count("x") <= MAX_VALUE
    assert "…" in filled


def test_filling_is_linear() -> None:
    assert fill(span("a") * 20_000, {"a": "v"}).count("filled") == 20_000


@pytest.mark.parametrize(
    ("text", "captures", "filled"),
    [
        ("{a} and {b|two}", {"a": "1"}, "1 and two"),
        ("{a|}.", {}, "."),
        ("{a}", {}, "a"),
        ("{{a}} {a}", {"a": "1"}, "{a} 1"),
        ("`x[{a}]` `x[{a|0}]` `{b}`", {"a": "1"}, "`x[1]` `x[1]` `{b}`"),
        ("`{a|0}`", {}, "`0`"),
        ("`{{a}}`", {"a": "1"}, "`{{a}}`"),
        ("no braces", {"a": "1"}, "no braces"),
        ("{a}", {"a": "{b}", "b": "2"}, "{b}"),
    ],
)
def test_sentences_that_stay_markdown(text: str, captures: dict[str, str], filled: str) -> None:
    assert fill_text(text, captures) == filled
