"""What holds for every text, sensible or not: reading ends, never raises, and points into the paste."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from app.paste import read
from app.paste.model import Report

FRAGMENTS = [
    "Traceback (most recent call last):",
    "Original Traceback (most recent call last):",
    "  + Exception Group Traceback (most recent call last):",
    '  File "/home/u/a.py", line 3, in f',
    '  File "C:\\new\\nodes.py", line 12, in <module>',
    "    x = g(1)",
    "        ^^^^",
    "ValueError: bad value",
    "pkg.mod.SomeError",
    "KeyError: 'x'",
    "During handling of the above exception, another exception occurred:",
    "The above exception was the direct cause of the following exception:",
    "  +-+---------------- 1 ----------------",
    "    | ValueError: one",
    "    +------------------------------------",
    "E   AssertionError: assert 1 == 2",
    ">       raise KeyError(key)",
    "a/b.py:12: KeyError",
    "Cell In[3], line 2",
    "----> 2 f(x)",
    "File ~/a.py:3, in f(x)",
    "<ipython-input-3-abc> in <module>()",
    "╭──── Traceback (most recent call last) ────╮",
    "│ /a/b.py:3 in f │",
    "│ ❱ 3 x = 1      │",
    "╰───────────╯",
    "[rank0]: Traceback (most recent call last):",
    "[rank1]: ValueError: x",
    "worker_1  | Traceback (most recent call last):",
    "2024-01-01 10:00:00,123 - ERROR - Traceback (most recent call last):",
    '{"name": "KeyError", "message": "x", "stack": "a\\nTraceback"}',
    "terminate called after throwing an instance of 'c10::Error'",
    "  what():  CUDA error: oops",
    "ERROR: no",
    "error: boom: x",
    '"""',
    "-- Process 0 terminated with the following error:",
    "```",
    "**RuntimeError: bold**",
    "> quoted",
    "\x1b[31mred\x1b[0m",
    "Caused by: java.lang.Exception: x",
    "!!! Exception during processing !!! mat1 and mat2",
    "",
]

pastes = st.lists(
    st.one_of(st.sampled_from(FRAGMENTS), st.text(max_size=60)),
    max_size=40,
).flatmap(lambda lines: st.sampled_from(["\n", "\r\n", "\r"]).map(lambda end: end.join(lines)))


def check(text: str) -> Report:
    report = read(text)
    last = text.count("\n") + 1 if "\n" in text else text.count("\r") + 1
    for line in (*report.lines, *report.stray):
        assert 1 <= line.number <= last
        assert not any(0xD800 <= ord(c) < 0xE000 for c in line.text)
    for error in report.walk():
        assert 0 <= error.line <= error.end_line <= last
        for frame in error.frames:
            assert 0 <= frame.line <= last
            assert 0 <= frame.source_line <= last
            if frame.caret is not None:
                assert 0 <= frame.caret[0] < frame.caret[1] <= len(frame.source)
    return report


@given(pastes)
@settings(max_examples=300, deadline=None)
def test_reading_never_raises_and_stays_within_the_paste(text: str) -> None:
    check(text)


@given(st.text(st.characters(), max_size=400))
@settings(max_examples=200, deadline=None)
def test_garbage_is_read_too(text: str) -> None:
    check(text)


@given(pastes)
@settings(max_examples=50, deadline=None)
def test_reading_is_deterministic(text: str) -> None:
    assert read(text) == read(text)


@given(st.lists(st.text("abc xyz=()+.\"'", max_size=50), min_size=1, max_size=20))
@settings(max_examples=200, deadline=None)
def test_every_character_of_a_line_without_prefix_maps_to_itself(lines: list[str]) -> None:
    text = "\n".join(lines)
    for line in read(text).lines:
        for offset, character in enumerate(line.text):
            number, column = line.locate(offset)
            assert lines[number - 1][column] == character


def test_deep_chains_and_groups_are_read_without_recursion_trouble() -> None:
    link = (
        'Traceback (most recent call last):\n  File "a.py", line 1, in f\n    g()\nValueError: x{}\n\n'
        "During handling of the above exception, another exception occurred:\n\n"
    )
    chain = read("".join(link.format(i) for i in range(3000)))
    assert sum(1 for _ in chain.walk()) == 3000
    nested = "".join(
        "  " * i + f"  +-+---------------- 1 ----------------\n{'  ' * i}    | ExceptionGroup: g{i}\n"
        for i in range(500)
    )
    assert read(nested).exceptions
    read("ValueError: Traceback (most recent call last):\n" * 3000)
    read("RuntimeError: Caught X in worker.\nOriginal Traceback (most recent call last):\n" * 3000)


def test_mutilated_tracebacks_are_read() -> None:
    random.seed(7)
    text = "\n".join(FRAGMENTS)
    for _ in range(200):
        at, size = random.randrange(len(text)), random.randrange(40)
        check(text[:at] + text[at + size :] if random.random() < 0.5 else text[:at] + text[:size] + text[at:])
