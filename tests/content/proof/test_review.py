"""What a reviewer is told: which entries changed, which gates hold, whose pastes are taken away."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from app.content.proof.check import check
from app.content.proof.environments import BuildError
from app.content.proof.review import Taken, changed_entries, summary, taken_away
from app.content.proof.work import read_content
from tests.content.proof.conftest import write
from tests.content.samples import ENTRY, SLUG

GREEDY = ENTRY.replace("title: A list index", "title: An index").replace(
    '"list index out of range"', '"list index out of range"\n  - text: "list index out of {anything:word}"'
)


@pytest.fixture
def repository(content: Path) -> Path:
    def git(*arguments: str) -> None:
        subprocess.run(["git", "-c", "user.name=t", "-c", "user.email=t@t", *arguments], cwd=content, check=True)

    git("init", "-q")
    folder = content / "pastes" / SLUG
    folder.mkdir(parents=True)
    (folder / "cannot-tell.1.txt").write_text("IndexError: list index out of range")
    git("add", ".")
    git("commit", "-qm", "start")
    return content


def test_nothing_changed(repository: Path) -> None:
    change = changed_entries("HEAD", repository)
    assert (change.added, change.edited, change.removed) == ((), (), ())
    assert summary(read_content(repository), change) == "No entry changes.\n"


def test_new_edited_and_removed_entries_are_told_apart(repository: Path) -> None:
    write(repository, ENTRY, "python/second")
    assert changed_entries("HEAD", repository).added == ("python/second",)
    write(repository, ENTRY.replace("Take one off.", "Subtract one."))
    assert changed_entries("HEAD", repository).edited == (SLUG,)
    (repository / "errors" / f"{SLUG}.md").unlink()
    assert changed_entries("HEAD", repository).removed == (SLUG,)


def test_a_changed_paste_is_a_change_of_its_entry(repository: Path) -> None:
    (repository / "pastes" / SLUG / "off-by-one.1.txt").write_text("IndexError: list index out of range")
    assert changed_entries("HEAD", repository).edited == (SLUG,)


def test_pastes_that_a_new_template_takes_away_are_named(repository: Path) -> None:
    write(repository, GREEDY, "python/greedy")
    content = read_content(repository)
    change = changed_entries("HEAD", repository)
    (taken,) = taken_away(content, change)
    assert taken.text == f"content/pastes/{SLUG}/cannot-tell.1.txt"
    assert taken.before == SLUG
    assert taken.after != SLUG
    assert isinstance(taken, Taken)
    assert "**1 existing pastes or proofs get another answer:**" in summary(content, change)


def test_a_change_that_takes_nothing_says_so(repository: Path) -> None:
    write(repository, ENTRY.replace("list index out of range", "the moon is out of range for today"), "python/moon")
    content = read_content(repository)
    text = summary(content, changed_entries("HEAD", repository))
    assert "No existing paste or proof gets another answer." in text
    assert "### `python/moon` (new)" in text
    assert "| proved | 0 of 1 sections; not: off-by-one |" in text
    assert "### Counting from one {#off-by-one}" in text


def test_a_proved_change_shows_its_gates(repository: Path) -> None:
    write(repository, ENTRY.replace("print(items[1])\n", "print(items[1])\nassert items[1] == 2\n"))
    check(repository, progress=False)
    text = summary(read_content(repository), changed_entries("HEAD", repository))
    assert "| lint | ✓" in text
    assert "| proved | 1 of 1 sections |" in text


def test_a_base_that_does_not_exist_is_named(repository: Path) -> None:
    with pytest.raises(BuildError, match="git diff"):
        changed_entries("no-such-branch", repository)
