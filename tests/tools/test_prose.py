"""Paragraphs of entries in a terminal."""

from __future__ import annotations

from app.tools.prose import wrap


def test_bold_loses_its_stars_and_code_keeps_them() -> None:
    assert wrap("A **wrapper** takes `**kwargs`, and `x ** 2` is code.", {}, 80) == (
        "A wrapper takes `**kwargs`, and `x ** 2` is code."
    )


def test_a_link_in_bold_shows_its_address() -> None:
    assert wrap("**See [the page](https://example.org/a).**", {}, 80) == "See the page (https://example.org/a)."
