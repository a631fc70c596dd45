"""The body's sections, prose and fences, and what is wrong with their shape."""

from __future__ import annotations

import pytest

from app.content.body import Fence, Part, Prose, read


def problems(text: str) -> list[str]:
    return [str(p) for p in read(text, "e.md")[1]]


SECTION = "## Causes\n\n### A title {#one}\n\n"


def test_blocks_keep_their_order() -> None:
    body, found = read(f"{SECTION}First.\n\n```python raises\n1 / 0\n```\n\nSecond,\nlonger.\n\n- a\n- b\n", "e.md", 10)
    assert found == []
    assert body.sections[0].blocks == (
        Prose("First.\n", 14),
        Fence("python", "raises", "1 / 0\n", 17),
        Prose("Second,\nlonger.\n\n- a\n- b\n", 20),
    )


def test_options_of_a_fence() -> None:
    body, _ = read(f"{SECTION}```python raises env=numpy1 exit=0 args=\"--name 'a b'\"\nx\n```\n", "e.md")
    fence = body.sections[0].fences[0]
    assert (fence.role, fence.env, fence.option("exit"), fence.option("args")) == (
        "raises",
        "numpy1",
        "0",
        "--name 'a b'",
    )
    assert fence.is_program


def test_support_files_serve_both_programs_or_the_one_of_their_role() -> None:
    text = (
        "```python file=shared.py\nA = 1\n```\n\n```python raises file=old.py\nB = 1\n```\n\n"
        "```python raises\nimport old\n```\n\n```python fixed\nimport shared\n```\n"
    )
    section = read(SECTION + text, "e.md")[0].sections[0]
    assert [f.file for f in section.files("raises")] == ["shared.py", "old.py"]
    assert [f.file for f in section.files("fixed")] == ["shared.py"]
    assert [f.code for f in section.programs("raises")] == ["import old\n"]


def test_parts_are_told_apart() -> None:
    text = f"{SECTION}x\n\n## Fixes\n\n### T {{#two}}\n\n## Fixes that do not work\n\n### T {{#three}}\n"
    body, found = read(text, "e.md")
    assert found == []
    assert [(s.part, s.id) for s in body.sections] == [
        (Part.CAUSES, "one"),
        (Part.FIXES, "two"),
        (Part.NOT_FIXES, "three"),
    ]
    assert body.section("two") is body.fixes[0]
    assert body.section("four") is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("## Reasons\n", "e.md:1: `## Reasons` is no part of an entry; the parts are"),
        ("## Fixes\n\n## Causes\n", "e.md:3: `## Causes` stands after `## Fixes`; the order is Causes, Fixes"),
        ("## Causes\n\n## Causes\n", "stands after"),
        ("### A {#a}\n", "e.md:1: a section stands before the first part"),
        ("## Causes\n\n### No anchor\n", "e.md:3: the heading 'No anchor' has no anchor; end it with `{#the-id}`"),
        ("## Causes\n\n### A {#Bad_Id}\n", "has no anchor"),
        ("## Causes\n\n### A {#a}\n\n### B {#a}\n", "e.md:5: the anchor `a` stands twice"),
        ("# Title\n", "a 1. level heading is not allowed"),
        (f"{SECTION}#### Deeper\n", "a 4. level heading is not allowed"),
        ("Hello.\n", "e.md:1: text stands outside a section"),
        ("## Causes\n\nHello.\n", "e.md:3: text stands outside a section"),
        ("## Causes\n\n```python\nx\n```\n", "e.md:3: code stands outside a section"),
        (f"{SECTION}```\nx\n```\n", "e.md:5: the fence has no language; write one, ```text if nothing fits"),
        (f"{SECTION}```ruby\nx\n```\n", "the fence's language 'ruby' is not known"),
        (f"{SECTION}```python raise\nx\n```\n", "the fence's option 'raise' is not known or stands twice"),
        (f"{SECTION}```python env=a env=b\nx\n```\n", "stands twice"),
        (f"{SECTION}```python file=../../etc/passwd\nx\n```\n", "is no plain file name"),
        (f"{SECTION}```python file=/etc/passwd\nx\n```\n", "is no plain file name"),
        (f"{SECTION}```text raises\nx\n```\n", "text cannot be run"),
        (f"{SECTION}```python raises exit=none\nx\n```\n", "exit=none is no number"),
        (f'{SECTION}```python args="a\nx\n```\n', "have an open quote"),
        (f"{SECTION}```python\nx\n", "e.md:5: the fence is never closed"),
        (f"{SECTION}```python\n```\n", "the fence is empty"),
        (f"{SECTION}- ```python\n  x\n  ```\n", "a fence inside a list or quote is not allowed"),
        (f"{SECTION}    indented\n", "code by indentation is not allowed"),
        (f"{SECTION}```python\n{'x = 1' * 4_000}\n```\n", "the code is larger than 16 KiB"),
    ],
)
def test_what_is_wrong_is_said(text: str, said: str) -> None:
    assert any(said in problem for problem in problems(text)), problems(text)
