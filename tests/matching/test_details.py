"""Small promises that mutation testing found untested."""

from __future__ import annotations

import pytest

from app.lookup import lookup
from app.matching.capture_tests import parse_capture_test
from app.matching.message import Message
from app.matching.model import Wording
from app.matching.rules import Calibration, Rules
from app.matching.slots import accepts, lex_balanced
from app.matching.templates import TemplateError, parse_template
from app.matching.versions import parse_specifier, version_holds
from app.records import replace
from tests.matching.entries import cause, entry, source


def test_brackets_that_do_not_belong_together_are_no_value() -> None:
    assert lex_balanced("(1]", 0) == lex_balanced("[1)", 0) == lex_balanced("1)", 0) == -1
    assert lex_balanced("[1, (2)] more", 0) == 8


def test_only_what_stands_in_quotes_is_quoted() -> None:
    assert accepts("quoted", "'abc'")
    assert not accepts("quoted", "abc")
    assert not accepts("quoted", "'abc\"")


@pytest.mark.parametrize(("left", "right"), [("1 KiB", "1024 bytes"), ("1 MiB", "1024 KiB"), ("2 GB", "2048 MB")])
def test_sizes_compare_as_bytes(left: str, right: str) -> None:
    assert parse_capture_test("a == b").holds({"a": left, "b": right})


def test_an_error_in_a_template_names_its_place() -> None:
    with pytest.raises(TemplateError) as caught:
        parse_template("two words\nand {x")
    assert caught.value.position == 14
    assert str(caught.value).startswith("at character 15: ")


def test_two_causes_with_the_same_evidence_are_said_to_be_equal() -> None:
    both = entry(
        "x/both", "the worker was lost for good", exceptions=["ValueError"],
        causes=[cause("a", ("message", "lost")), cause("b", ("message", "good"))],
    )  # fmt: skip
    result = lookup("ValueError: the worker was lost for good", source(both))
    assert result.notes == ("The paste speaks for more than one cause equally.",)


@pytest.mark.parametrize(
    ("versions", "said"),
    [(">=0.17", "hub >=0.17"), ("transformers >=4.50", "transformers >=4.50"), ("python >=3.11", "python >=3.11")],
)
def test_a_wording_of_another_library_is_said_to_be_its(versions: str, said: str) -> None:
    wording = Wording("the files were not found in the cache", versions)
    lost = replace(entry("hub/lost", exceptions=["OSError"]), wordings=(wording,))
    result = lookup("OSError: the files were not found in the cache", source(lost))
    assert result.match is not None
    assert f"This wording is printed by {said}." in result.match.reasons


def test_the_type_right_before_a_quoted_message_counts() -> None:
    gone = entry("x/gone", "table is gone", exceptions=["OperationalError"], requires=["exception"])
    result = lookup("app.Wrapped: query failed: (sqlite3.OperationalError) table is gone", source(gone))
    assert result.match is not None
    assert lookup("app.Wrapped: query failed: (sqlite3.DataError) table is gone", source(gone)).match is None


def test_a_message_is_torn_only_within_a_word() -> None:
    template = parse_template("CUDA out of memory. Tried to allocate")
    within, between = Message("CUDA out of mem").cut(template), Message("CUDA out of").cut(template)
    assert within is not None
    assert within.torn
    assert between is not None
    assert not between.torn


def test_a_message_on_stray_lines_begins_with_its_own_line() -> None:
    lost = entry("x/lost", "the worker was lost while\nreading shard {n:int}")
    result = lookup("all is well\nstill fine\nthe worker was lost while\nreading shard 7", source(lost))
    assert result.match is not None
    assert (result.match.message, result.match.line) == ("the worker was lost while\nreading shard 7", 3)
    assert dict(result.match.captures) == {"n": "7"}


def test_a_short_wording_is_not_the_beginning_of_a_longer_sentence() -> None:
    enum = entry("x/enum", "{value:word} is not a valid {enum:name}", exceptions=["ValueError"], requires=["exception"])
    assert lookup("ValueError: 5 is not a valid Color", source(enum)).match is not None
    assert lookup("ValueError: 5 is not a valid rc parameter of ours", source(enum)).match is None


def test_a_library_that_is_required_is_not_guessed_without_its_exception() -> None:
    refused = entry(
        "celery/refused", "[Errno {n:int}] Connection refused by host", exceptions=["OperationalError"],
        requires=["exception", "library"],
    )  # fmt: skip
    message = "[Errno 111] Connection refused by host"
    assert lookup(f"OperationalError: {message}", source(refused)).outcome == "match"
    assert lookup(f"urllib.error.URLError: <urlopen error {message}>", source(refused)).outcome == "candidates"


def test_a_generic_entry_does_not_claim_what_a_specific_one_may_have_lost_its_end_to() -> None:
    generic = entry("x/any", "{f:word}() got an unexpected keyword argument {k:quoted}", generic=True)
    special = entry("x/gca", "FigureBase.gca() got an unexpected keyword argument 'projection'")
    result = lookup("TypeError: FigureBase.gca() got an unexpected keyword argument '", source(generic, special))
    assert result.match is None


def test_a_score_below_that_of_a_match_is_offered_only() -> None:
    lost = entry("x/lost", "the worker was lost while reading its shard", exceptions=["ValueError"])
    for match, outcome in ((0.6, "match"), (0.99, "candidates")):
        rules = Rules(calibration=Calibration((("letters", 1.0),), 0.0, match, 0.5))
        assert lookup("ValueError: the worker was lost wh", source(lost, rules=rules)).outcome == outcome


def test_a_newer_version_is_greater() -> None:
    assert version_holds("2.1", parse_specifier(">2.0"))
    assert not version_holds("1.9", parse_specifier(">2.0"))
    assert not version_holds("2.0", parse_specifier(">2.0"))


def test_most_of_a_wording_is_claimed_where_no_other_begins_so() -> None:
    rules = Rules(calibration=Calibration((("letters", 1.0),), 0.0, 0.99, 0.5))
    lost = entry("x/lost", "the worker was lost while reading its shard", exceptions=["ValueError"])
    kept = entry("x/kept", "the worker was lost while reading its config", exceptions=["ValueError"])
    cut = "the worker was lost while reading its s"
    assert lookup(f"ValueError: {cut}", source(lost, rules=rules)).outcome == "match"
    assert lookup("ValueError: the worker was lost while reading its", source(lost, kept, rules=rules)).match is None
    assert lookup(f"KeyError: {cut}", source(lost, rules=rules)).match is None
    assert lookup("ValueError: the worker was lost w", source(lost, rules=rules)).match is None


def test_prose_may_follow_a_short_wording_behind_its_exception() -> None:
    table = entry("x/table", "no such table: {table:word}", exceptions=["OperationalError"])
    said = "sqlite3.OperationalError: no such table: users"
    assert lookup(said, source(table)).match is None  # requirements unseen: too short a wording to claim
    assert [c.slug for c in lookup(f"{said} when I log in", source(table)).candidates] == ["x/table"]
    assert lookup("It said: no such table: users when I log in", source(table)).candidates == ()


def test_a_quote_that_an_editor_curled_closes() -> None:
    empty = entry("x/empty", "the source picture is empty in function {function:quoted}")
    for tail in ("'cv::cvtColor'", "'cv::cvtColor\u2018, what is it?"):
        assert lookup(f"error: the source picture is empty in function {tail}", source(empty)).match is not None
    assert lookup("error: the source picture is empty in function cv::cvtColor", source(empty)).match is None


def test_a_long_wording_within_a_sentence_is_claimed_where_nothing_else_is() -> None:
    grad = entry(
        "x/grad", "element {n:int} of tensors does not require grad", "no leaf of the graph requires a gradient"
    )
    shapes = entry("x/shapes", "both shapes of the product cannot be multiplied", exceptions=["RuntimeError"])
    both = source(grad, shapes)
    for text in (
        "After an update I always get: sometimes no leaf of the graph requires a gradient, why?",
        "\u8fd0\u884c\u540e\u62a5\u9519no leaf of the graph requires a gradient",
    ):
        found = lookup(text, both).match
        assert found is not None
        assert found.slug == "x/grad"
    wrapped = "KeyError: in the end both shapes of the product cannot be multiplied"
    assert lookup(wrapped, both).match is None
    assert lookup("RuntimeErrors say both shapes of the product cannot be multiplied", both).match is not None
    first = lookup(
        "RuntimeError: both shapes of the product cannot be multiplied\nas no leaf of the graph requires a gradient",
        both,
    )
    assert first.match is not None
    assert (first.match.slug, first.others) == ("x/shapes", ())


def test_lines_that_a_terminal_wrapped_the_same_way_go_on_each() -> None:
    lost = entry("x/lost", "{where}Assertion `index < size` failed, and the kernel stopped")
    line = "/x.cu:12: block [{}], Assertion `index < size`\n failed, and the kernel stopped\n"
    assert lookup("".join(line.format(n) for n in range(3)), source(lost)).match is not None


def test_backticks_may_have_been_lost() -> None:
    noted = entry("x/noted", "A field without a type was found: `{name:name} = {value}`. All need one.")
    lost = lookup("TypeError: A field without a type was found: kind = 'image'. All need one.", source(noted)).match
    assert lost is not None
    assert dict(lost.captures) == {"name": "kind", "value": "'image'"}
