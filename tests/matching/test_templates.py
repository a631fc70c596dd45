"""The syntax of templates: what it can say, and what an editor is told who got it wrong."""

from __future__ import annotations

import pytest

from app.matching.templates import Break, Optional, Slot, TemplateError, parse_template


def test_slots_have_a_name_and_a_type_and_default_to_text() -> None:
    template = parse_template("Length of values ({n:int}) does not match {what}")
    assert template.slots == (Slot("n", "int"), Slot("what", "text"))


def test_words_are_the_literal_ones_that_no_slot_can_lengthen() -> None:
    template = parse_template("cannot reshape array of size {n:int}ish into wrapper_{op:name} quickly")
    assert template.words == ("cannot", "reshape", "array", "of", "size", "into", "quickly")


def test_optional_parts_hold_slots_but_give_no_words() -> None:
    template = parse_template("Expected all on one device{? (when checking argument {arg:word})}")
    assert [type(n) for n in template.nodes][-1] is Optional
    assert "checking" not in template.words
    assert template.slots == (Slot("arg", "word"),)


def test_a_line_break_separates_parts() -> None:
    template = parse_template("Error(s) in loading state_dict for {cls:name}:\n  Missing key(s) in state_dict: {keys}")
    assert any(isinstance(n, Break) for n in template.nodes)


def test_doubled_braces_are_literal() -> None:
    assert parse_template("expected {{}} here").words == ("expected", "here")


@pytest.mark.parametrize(
    ("text", "position", "what"),
    [
        ("size {n:integer}", 5, "no slot type 'integer'"),
        ("size {n", 5, "a slot that does not end"),
        ("size n}", 6, "a closing brace that opens nowhere"),
        ("size {1}", 5, "'{1}' is no slot"),
        ("size {a}{b}", 5, "nothing tells where 'a' ends"),
        ("size {a} or {a}", 5, "the slot 'a' stands twice"),
        ("size {? of {? it}}", 11, "an optional part within"),
        ("size {? of it", 5, "an optional part that does not end"),
        ("size {?{n:int}}", 5, "an optional part without literal text"),
        ("", 0, "an empty template"),
    ],
)
def test_what_cannot_be_read_is_said_with_its_place(text: str, position: int, what: str) -> None:
    with pytest.raises(TemplateError) as caught:
        parse_template(text)
    assert caught.value.position == position
    assert what in str(caught.value)
    assert caught.value.todo


def test_closed_types_may_stand_beside_each_other() -> None:
    assert len(parse_template("grid {a:int}{b:quoted}").slots) == 2


@pytest.mark.parametrize(
    ("text", "enough"),
    [
        ("mat1 and mat2 shapes cannot be multiplied ({a:int}x{b:int})", True),
        ("index out of range", False),  # 15 letters
        ("{name} must be {value}", False),
        ("internationalisation", False),  # one word
    ],
)
def test_the_floor_is_sixteen_letters_in_two_words(text: str, enough: bool) -> None:
    assert parse_template(text).meets_floor() is enough
