"""Taking the fix back, with the checks left in."""

from __future__ import annotations

from app.content.proof.takeback import all_checks, take_back

BROKEN = "items = [1, 2]\nlast = items[2]\n"


def test_the_mending_is_undone_and_the_checks_stay() -> None:
    fixed = "items = [1, 2]\nlast = items[-1]\nassert last == 2\n"
    (program,) = take_back(BROKEN, fixed)
    assert program.code == "items = [1, 2]\nlast = items[2]\nassert last == 2\n"
    assert program.line == 2
    assert not program.alone


def test_without_checks_it_would_only_be_the_broken_program_again() -> None:
    assert take_back(BROKEN, "items = [1, 2]\nlast = items[-1]\n") == []


def test_several_changes_are_also_taken_back_one_by_one() -> None:
    broken = "a = 1\nb = 2\nc = a / 0\n"
    fixed = "a = 2\nb = 2\nc = a / 1\nassert c == 2\n"
    programs = take_back(broken, fixed)
    assert [p.alone for p in programs] == [False, True, True]
    assert programs[1].code == "a = 1\nb = 2\nc = a / 1\nassert c == 2\n"
    assert programs[2].code == "a = 2\nb = 2\nc = a / 0\nassert c == 2\n"
    assert [p.line for p in programs] == [1, 1, 3]


def test_the_same_program_in_both_has_nothing_to_take_back() -> None:
    assert take_back(BROKEN, BROKEN) == []


def test_a_removed_line_comes_back() -> None:
    broken = "x = 1\ndel x\nprint(x)\n"
    (program,) = take_back(broken, "x = 1\nprint(x)\nassert x == 1\n")
    assert program.code == "x = 1\ndel x\nprint(x)\nassert x == 1\n"


def test_what_counts_as_a_check() -> None:
    assert all_checks("    assert x == 1  # so it is\n")
    assert all_checks("print(x)\n# a comment\n")
    assert all_checks("assert (\n    x == 1\n)\n")
    assert not all_checks("x = 1\n")
    assert not all_checks("assert x\nx.close()\n")
    assert not all_checks("else:\n")
