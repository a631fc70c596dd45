"""Small promises that mutation testing found untested."""

from __future__ import annotations

from app.paste.mask import mask
from app.paste.reader import read

HEAD = "Traceback (most recent call last):\n"


def test_operands_and_operator_are_marked_together() -> None:
    text = (
        f'{HEAD}  File "a.py", line 1, in f\n    total = price * count + tax\n            ~~~~~~^~~~~~~\nTypeError: x'
    )
    assert read(text).exceptions[0].frames[0].caret == (8, 21)


def test_the_last_line_of_pytests_message_is_known() -> None:
    text = ">   f()\nE   ValueError: one\nE   two\nE   three\n\na.py:3: ValueError\n"
    assert (read(text).exceptions[0].line, read(text).exceptions[0].end_line) == (2, 4)


def test_a_unit_is_no_progress_bar() -> None:
    assert read("ValueError: bad unit\n  use it/s or s/it instead").exceptions[0].message.endswith("s/it instead")


def test_strings_that_follow_each_other_in_a_list_are_one() -> None:
    text = (
        "['Traceback (most recent call last):\\n',\n '  File \"a.py\", line 1, in f\\n',\n 'ValueError: a long '\n"
        " 'message\\n']"
    )
    assert read(text).exceptions[0].message == "a long message"


def test_all_members_of_a_group_are_read() -> None:
    members = "".join(
        f"  +-{'+' if n == 1 else ''}---------------- {n} ----------------\n    | ValueError: number {n}\n"
        for n in (1, 2, 3)
    ).replace("  +----------", "    +----------")
    text = f"  | ExceptionGroup: three (3 sub-exceptions)\n{members}    +------------------------------------\n"
    (group,) = read(text).exceptions
    assert [child.message for _, child in group.children] == ["number 1", "number 2", "number 3"]


def test_an_address_of_eight_groups_is_masked() -> None:
    assert "2a02" not in mask("no route to 2a02:0908:85a3:1234:5678:8a2e:0370:7334 now")
