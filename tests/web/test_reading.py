"""The paste as it is read for the person."""

from __future__ import annotations

import pytest

from app.paste.mask import mask
from app.paste.reader import read as read_paste
from app.web import chain, reading
from app.web.reading import Mark, Reading
from tests.web import pastes


def read(text: str, marks: dict[int, list[Mark]] | None = None, answer_line: int = 0) -> Reading:
    return reading.read(read_paste(text), marks or {}, answer_line, mask)


def shown(result: Reading) -> list[tuple[str, int, bool]]:
    return [(block.kind, line.number, block.folded) for block in result.blocks for line in block.lines]


def test_own_frames_are_shown_and_library_frames_folded() -> None:
    result = read(pastes.DECIDED, answer_line=16)
    kinds = [(block.kind, block.folded, block.summary) for block in result.blocks]
    assert kinds == [
        ("stray", False, ""),
        ("link", False, ""),
        ("own", False, ""),
        ("library", True, "3 frames in torch"),
        ("header", False, ""),
    ]


def test_a_deciding_line_of_a_library_stands_outside_the_fold() -> None:
    marks = {12: [Mark("cause", "A cause", ("_engine_run_backward(",))]}
    result = read(pastes.DECIDED, marks)
    marked = [line for block in result.blocks for line in block.lines if line.marks]
    assert [line.number for line in marked] == [12]
    assert [block.folded for block in result.blocks if marked[0] in block.lines] == [False]
    assert marked[0].pieces == (("    ", False), ("_engine_run_backward(", True))


def test_without_a_text_the_whole_line_but_its_indent_is_marked() -> None:
    result = read(pastes.DECIDED, {8: [Mark("cause", "A cause")]})
    line = next(line for block in result.blocks for line in block.lines if line.number == 8)
    assert line.pieces == (("    ", False), ("g_loss.backward()", True))


def test_several_values_of_a_line_are_marked_in_order() -> None:
    line = "RuntimeError: mat1 and mat2 shapes cannot be multiplied (64x2048 and 512x10)"
    result = read(line, {1: [Mark("cause", "A cause", ("2048", "512"))]}, 1)
    marked = [text for block in result.blocks for row in block.lines for text, is_marked in row.pieces if is_marked]
    assert marked == ["2048", "512"]


def test_every_line_has_its_number_and_none_is_shown_twice() -> None:
    numbers = [number for _, number, _ in shown(read(pastes.CHAINED))]
    assert numbers == [1, 2, 3, 4, 6, 8, 9, 10, 11]


def test_a_long_log_is_folded_and_bounded() -> None:
    text = "".join(f"step {n}\n" for n in range(5000)) + pastes.DECIDED
    result = read(text, answer_line=5016)
    assert result.blocks[0].folded
    assert result.blocks[0].summary == "5,001 lines around the traceback"
    assert len(shown(result)) <= reading.SHOWN_LINES
    assert result.left_out == 5001 - reading.FOLDED_LINES


def test_a_line_that_never_ends_is_cut() -> None:
    result = read("ValueError: " + "x" * 100_000)
    assert sum(len(text) for block in result.blocks for line in block.lines for text, _ in line.pieces) < 1000


def test_what_is_shown_is_masked() -> None:
    text = 'File "/home/kimberley/zoo.py", line 3, in f\n    send("kimberley@example.org")\nValueError: no'
    result = read(text)
    assert "kimberley" not in "".join(text for b in result.blocks for line in b.lines for text, _ in line.pieces)


def test_one_line_of_the_paste_that_holds_many_carries_its_address_once() -> None:
    result = read(pastes.DECIDED.strip().replace("\n", "\\n"), {1: [Mark("gan", "A GAN", ("g_loss.backward()",))]})
    lines = [line for block in result.blocks for line in block.lines]
    assert [line.has_id for line in lines].count(True) == len({line.number for line in lines})
    assert len([line for line in lines if line.marks]) <= 1


def test_the_chain_is_told_in_the_order_of_time() -> None:
    steps = read(pastes.CHAINED, answer_line=11).chain
    assert [(s.type, s.leads, s.is_answer) for s in steps] == [
        ("KeyError", "while this was being handled came", False),
        ("zoo.HungerError", "", True),
    ]
    assert steps[0].where == "line 2 of zoo.py, in find"


def test_unrelated_exceptions_stand_beside_each_other() -> None:
    second = 'Traceback (most recent call last):\n  File "b.py", line 1\nOSError: b'
    steps = read(f"KeyError: 'a'\nsome line\n{second}").chain
    assert steps[0].leads == "and, in the same paste"


@pytest.mark.parametrize(
    ("paste", "sentence"),
    [
        (pastes.DECIDED, "It failed inside torch, called from your line 52 of train_gan.py, in train_step."),
        (pastes.UNKNOWN, "It failed in your own code: line 4 of zoo.py, in feed."),
        ("KeyError: 'x'", ""),
    ],
)
def test_whose_frame_failed_is_said_in_one_sentence(paste: str, sentence: str) -> None:
    assert chain.blame(read_paste(paste), 0) == sentence


def test_of_a_very_deep_chain_the_beginning_and_the_end_are_told() -> None:
    link = "\nDuring handling of the above exception, another exception occurred:\n\n"
    one = 'Traceback (most recent call last):\n  File "a.py", line {0}, in f\nKeyError: {0}\n'
    steps = read(link.join(one.format(n) for n in range(60))).chain
    assert len(steps) == chain.STEPS
    assert (steps[0].message, steps[-1].message) == ("0", "59")
