"""`unraise new`: refuses what an entry answers, and writes a draft for what none does."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.tools import new
from app.tools.errors import UsageError
from tests.content.samples import ENTRY, SLUG

KNOWN = "Traceback (most recent call last):\n  File 'a.py', line 1, in <module>\nIndexError: list index out of range\n"
HEAD = "Traceback (most recent call last):\n  File 'a.py', line 1, in <module>\n"
UNKNOWN = HEAD + "ValueError: the moon is not in the right place today\n"


@pytest.fixture
def content(tmp_path: Path) -> Path:
    (tmp_path / "environments").mkdir()
    (tmp_path / "environments" / "cpython.txt").write_text("# python: 3.11\n")
    file = tmp_path / "errors" / f"{SLUG}.md"
    file.parent.mkdir(parents=True)
    file.write_text(ENTRY)
    return tmp_path


def test_what_an_entry_answers_is_shown_and_nothing_is_written(
    content: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert new.main(KNOWN, content) == 1
    said = capsys.readouterr()
    assert f"{SLUG} answers this already: A list index that is past the end" in said.out
    assert [f.name for f in content.rglob("*.md")] == ["list-index-out-of-range.md"]


def test_what_no_entry_answers_is_drafted(content: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert new.main(UNKNOWN, content) == 0
    said = capsys.readouterr()
    file = Path(said.out.strip())
    assert file.parent == content / "errors" / "python"
    assert 'text: "the moon is not in the right place today"' in file.read_text()
    assert f"unraise verify python/{file.stem}" in said.err


def test_a_generic_entry_does_not_stand_in_the_way(content: Path) -> None:
    file = content / "errors" / f"{SLUG}.md"
    file.write_text(ENTRY.replace("requires: [exception]\n", "requires: [exception]\ngeneric: true\n"))
    assert new.main(KNOWN, content) == 0


def test_a_paste_without_an_error_says_what_is_missing(content: Path) -> None:
    with pytest.raises(UsageError, match="paste the traceback as well"):
        new.main("hello\n", content)
