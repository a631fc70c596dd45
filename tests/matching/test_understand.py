"""The template of an unknown message: its words, and nothing of the person's own."""

from __future__ import annotations

import pytest

from app.matching.templates import parse_template
from app.matching.understand import template_of


@pytest.mark.parametrize(
    ("message", "template"),
    [
        ("Expected 3 channels but got 1", "Expected {int:int} channels but got {int2:int}"),
        ("No column named 'salary of Bob'", "No column named {quoted:quoted}"),
        ("cannot read /home/ann/secret.csv", "cannot read {path:path}"),
        ("size mismatch: [2, 3] and torch.Size([4])", "size mismatch: {shape:shape} and {shape2:shape}"),
        ("my_company_loader() failed", "{name:name}() failed"),
        ("request to https://intern.example.com/a?b=c failed", "request to {word:word} failed"),
        ("user ann@example.com unknown", "user {word:word} unknown"),
        ("took 0.35 of 2.5 GiB", "took {number:number} of {size:size}"),
        ("{'a': 1} is bad", "{{{quoted:quoted}: {int:int}}} is bad"),
        ("", ""),
    ],
)
def test_varying_parts_become_slots(message: str, template: str) -> None:
    assert template_of(message) == template


@pytest.mark.parametrize("message", ["Expected 3 channels but got 1", "{'a': 1} is {bad", "x" * 5000, "a {b} c 'd' 7"])
def test_it_is_a_template_an_entry_could_use(message: str) -> None:
    assert len(template_of(message)) <= 400
    parse_template(template_of(message) or "x")
