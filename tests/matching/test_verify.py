"""Fitting a message to a template: what is captured, what is forgiven, and that time grows with the message alone."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.matching.flat import flatten, squeeze
from app.matching.templates import parse_template
from app.matching.verify import Fit, Meter, fit


def fits(template: str, message: str, *, loose: bool = False, partial: bool = False) -> Fit | None:
    return fit(parse_template(template), flatten(message), loose=loose, partial=partial)


def captures(template: str, message: str) -> dict[str, str]:
    found = fits(template, message)
    assert found is not None
    return dict(found.captures)


MATMUL = "mat1 and mat2 shapes cannot be multiplied ({m:int}x{k1:int} and {k2:int}x{n:int})"


def test_slots_give_back_what_stands_in_them() -> None:
    message = "mat1 and mat2 shapes cannot be multiplied (4x512 and 2048x10)"
    assert captures(MATMUL, message) == {"m": "4", "k1": "512", "k2": "2048", "n": "10"}


def test_spans_point_into_the_message_as_it_was_pasted() -> None:
    message = "mat1  and mat2 shapes\n   cannot be multiplied (4x512 and 2048x10)"
    found = fits(MATMUL, message)
    assert found is not None
    assert [(message[s:e], name) for s, e, name in found.spans] == [
        ("4", "m"),
        ("512", "k1"),
        ("2048", "k2"),
        ("10", "n"),
    ]


def test_a_slot_of_the_wrong_type_does_not_fit() -> None:
    assert fits(MATMUL, "mat1 and mat2 shapes cannot be multiplied (axb and cxd)") is None


def test_a_loose_fit_counts_the_slots_that_are_not_of_their_type() -> None:
    found = fits(MATMUL, "mat1 and mat2 shapes cannot be multiplied (NxK and 2048x10)", loose=True)
    assert found is not None
    assert found.misfits == 2


def test_messages_are_matched_from_their_start() -> None:
    assert fits("list index out of range", "string and list index out of range") is None


def test_what_follows_the_end_of_the_template_is_ignored() -> None:
    assert fits("No module named {name:quoted}", "No module named 'foo'. Did you mean 'food'?") is not None


def test_but_a_word_must_end_where_the_template_ends() -> None:
    assert fits("could not open index", "could not open indexes") is None


def test_closing_punctuation_may_be_missing() -> None:
    assert fits("Attempting to unscale FP16 gradients.", "Attempting to unscale FP16 gradients") is not None
    assert captures("Cannot find {name}.", "Cannot find the thing.") == {"name": "the thing"}


@pytest.mark.parametrize(
    ("message", "value"),
    [
        ("Length of values (4) does not match length of index (5)", {"n": "4", "m": "5"}),
        ("Length of values does not match length of index", {}),
        ("Length of values (4) does not match length of index", {"n": "4"}),
    ],
)
def test_optional_parts_may_be_missing(message: str, value: dict[str, str]) -> None:
    template = "Length of values{? ({n:int})} does not match length of index{? ({m:int})}"
    assert captures(template, message) == value


def test_an_open_slot_ends_at_whichever_optional_part_is_there() -> None:
    template = "bad value {v}{? in {column:quoted}}{? at row {row:int}}, stopped"
    assert captures(template, "bad value x y at row 3, stopped") == {"v": "x y", "row": "3"}
    assert captures(template, "bad value x y in 'c', stopped") == {"v": "x y", "column": "'c'"}
    assert captures(template, "bad value x y, stopped") == {"v": "x y"}


def test_parts_stand_in_order_with_any_lines_between() -> None:
    template = "Error(s) in loading state_dict for {cls:name}:\nUnexpected key(s) in state_dict: {keys}."
    message = (
        'Error(s) in loading state_dict for Net:\n\tMissing key(s): a\n\tUnexpected key(s) in state_dict: "b", "c".'
    )
    assert captures(template, message) == {"cls": "Net", "keys": '"b", "c"'}
    assert fits(template, "Error(s) in loading state_dict for Net:\n\tMissing key(s): a") is None


def test_the_rest_goes_over_lines_to_the_next_text_or_the_end() -> None:
    assert captures("could not convert {v:rest} to numeric", "could not convert a\nb to numeric") == {"v": "a\nb"}
    assert captures("unknown: {v:rest}", "unknown: a\nb") == {"v": "a\nb"}
    assert fits("could not convert {v} to numeric", "could not convert a\nb to numeric") is None


def test_a_part_may_begin_with_a_slot() -> None:
    template = "the following failed\n{n:int} errors in {file:word}"
    assert captures(template, "the following failed\nfoo\n3 errors in a.py") == {"n": "3", "file": "a.py"}


@pytest.mark.parametrize(
    ("printed", "pasted"),
    [
        ("expected `model` to be set", "expected ‘model’ to be set"),
        ("expected 'spawn' here please", r"expected \'spawn\' here please"),
        ("expected scalar type Half but", "expected scalar type c10::Half but"),
        ("between 0.0 and 1.0 only", "between np.float64(0.0) and np.float64(1.0) only"),
        ("cannot be\u200b multiplied", "cannot be multiplied"),
        ("Cannot convert a MPS Tensor", "cannot convert a  MPS Tensor"),
    ],
)
def test_the_same_in_another_dress(printed: str, pasted: str) -> None:
    assert fits(printed, pasted) is not None


def test_a_message_wrapped_within_words_fits_without_its_blanks() -> None:
    template = parse_template("one of the variables needed for gradient computation has been modified: {n:int} times")
    message = "one of the vari\nables needed for gradient com\nputation has been modified: 3 times"
    assert fit(template, flatten(message)) is None
    found = fit(template, squeeze(flatten(message)), tight=True)
    assert found is not None
    assert dict(found.captures) == {"n": "3"}
    assert message[found.spans[0][0] : found.spans[0][1]] == "3"


def test_a_message_that_ends_too_early_is_a_cut_one() -> None:
    template = "Trying to backward through the graph a second time (or directly access saved tensors)"
    found = fits(template, "Trying to backward through the graph a sec...", partial=True)
    assert found is not None
    assert not found.complete
    assert found.letters == len("Tryingtobackwardthroughthegraphasec")
    assert fits(template, "Trying to backward through the tape", partial=True) is None


_VALUES = {
    "int": st.integers(-(10**6), 10**6).map(str),
    "number": st.floats(allow_nan=True, allow_infinity=True).map(str),
    "word": st.text("abcXYZ0/._-", min_size=1, max_size=12),
    "name": st.lists(st.from_regex(r"[a-zA-Z_][a-zA-Z0-9_]{0,6}", fullmatch=True), min_size=1, max_size=3).map(
        ".".join
    ),
    "quoted": st.text("abc .,:()", max_size=12).map(lambda s: f"'{s}'"),
    "shape": st.lists(st.integers(0, 99), min_size=1, max_size=4).map(lambda s: f"torch.Size({s})"),
    "dtype": st.sampled_from(["torch.float32", "Half", "int64", "dtype('O')", "unsigned char", "datetime64[ns, UTC]"]),
    "device": st.sampled_from(["cpu", "cuda:0", "mps:0", "meta"]),
    "path": st.from_regex(r"(/[a-z]{1,5}){1,3}\.py", fullmatch=True),
    "size": st.sampled_from(["2.00 GiB", "896 bytes", "20.00 MiB", "1.5 GB"]),
    "type": st.sampled_from(["<class 'a.B'>", "str", "numpy.ndarray", "list[int]"]),
    "list": st.lists(st.sampled_from(["a", "b c", "1"]), max_size=3).map(str),
    "text": st.text("abc XYZ,.", min_size=1, max_size=20).map(str.strip).filter(bool),
}
_JOINTS = ["expected one thing but", "was given while the other", "which happened when", "and so nothing works"]


@st.composite
def filled(draw: st.DrawFn) -> tuple[str, str, dict[str, str]]:
    """A template, a message of it, and what was filled in."""
    kinds = draw(st.lists(st.sampled_from(sorted(_VALUES)), min_size=1, max_size=3))
    template, message, values = _JOINTS[3], _JOINTS[3], {}
    for index, kind in enumerate(kinds):
        value = " ".join(draw(_VALUES[kind]).split()) or "x"
        values[f"s{index}"] = value
        template += f" {{s{index}:{kind}}} {_JOINTS[index]}"
        message += f" {value} {_JOINTS[index]}"
    return template, message, values


@given(filled())
@settings(max_examples=300, deadline=None)
def test_a_template_filled_with_values_of_its_types_gives_them_back(case: tuple[str, str, dict[str, str]]) -> None:
    template, message, values = case
    assert captures(template, message) == values


NEAR_MISS = "a" + " b" * 3200  # 6.4 kB that holds every literal but the last


@pytest.mark.parametrize(
    ("template", "message"),
    [
        ("a{v} b{w} b{x} b{y} b{z} c", NEAR_MISS),
        ("{v} b{w} b{x} b{y} b{z} c", NEAR_MISS),
        ("a{v:word} b{w:quoted} b{x:list} b{y:shape} c", NEAR_MISS),
        ("a{? b}{? b}{v}{? b}{? b}{w:quoted} c", NEAR_MISS),
        ("a\nb\nb\nb\n{x:int} c", NEAR_MISS.replace(" ", "\n")),
        ("a\n{x:list} c\n{y:list} c", "a\n" + "[(\n" * 3000),
        ("a {x:list} b", "a " + "[" * 6000),
        ("a {x:quoted} b", "a " + "'" * 6000),
        ("{x:name}.{y:name}.{z:name}!", "a." * 3000),
    ],
)
@pytest.mark.parametrize("mode", ["exact", "loose", "partial"])
def test_hostile_messages_are_read_a_few_times_at_most(template: str, message: str, mode: str) -> None:
    meter = Meter()
    fit(parse_template(template), flatten(message), loose=mode == "loose", partial=mode == "partial", meter=meter)
    assert meter.steps <= 25 * len(message) + 2_000


@pytest.mark.parametrize("size", [500, 1_000, 2_000, 4_000])
def test_steps_grow_linearly(size: int) -> None:
    meter = Meter()
    fit(parse_template("a{v} b{w} b{x} b{y} b{z} c"), flatten("a" + " b" * size), meter=meter)
    assert meter.steps <= 2 * size * 12
