"""What the running interpreter says to beginners' mistakes is answered by a page about that very message.

The programs of `beginners.txt` are run, and what they print is looked up.  An entry that several messages share
(`generic`) counts only where one of its causes names the case.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from app.lookup import lookup
from app.matching.memory import MemorySource
from app.records import record
from app.result import Match
from tests.corpus.answer import source

FILE = Path(__file__).resolve().parent / "beginners.txt"
LEAST_ANSWERED = 0.85
LEAST_TOLD = 0.6  # of those answered: how often the paste tells the cause
UNKNOWN = "unknown"


@record
class Mistake:
    line: int  # in beginners.txt
    entry: str  # or UNKNOWN
    cause: str  # "" where any will do
    files: tuple[tuple[str, str], ...]  # (name, text); the last is run


@pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="the messages of another release are other ones")
def test_beginners_messages_are_answered_by_a_page_about_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mistakes = list(read_mistakes(FILE.read_text(encoding="utf-8")))
    entries = source()
    with ThreadPoolExecutor(4) as pool:
        printed = list(pool.map(lambda m: run(m, tmp_path / str(m.line)), mistakes))
    count: Counter[str] = Counter()
    wrong: list[str] = []
    for mistake, text in zip(mistakes, printed, strict=True):
        match = lookup(text, entries).match
        said = verdict(mistake, match, entries)
        count[said] += 1
        count["cause told"] += said == "answered" and bool(match and match.causes[0].likely)
        if said == "wrong":
            wrong.append(f"line {mistake.line}: {match.slug if match else ''} for {text.splitlines()[-1][:100]}")
    total = len(mistakes)
    with capsys.disabled():
        print(f"\nbeginners' messages: {count['answered']} of {total} answered ({count['answered'] / total:.1%}), ")
        print(f"{count['cause told']} with their cause, {count['none']} unknown, {len(wrong)} wrong")
    assert wrong == []
    assert count["answered"] / total >= LEAST_ANSWERED
    assert count["cause told"] / count["answered"] >= LEAST_TOLD


def read_mistakes(text: str) -> Iterator[Mistake]:
    for found in re.finditer(r"(?ms)^=== (\S+)\n(.*?)(?=^=== |\Z)", text):
        entry, _, cause = found[1].partition("#")
        parts = re.split(r"(?m)^--- (\S+)\n", found[2])
        files = tuple(zip(parts[1::2], parts[2::2], strict=True)) or (("main.py", found[2]),)
        yield Mistake(text.count("\n", 0, found.start()) + 1, entry, cause, files)


def run(mistake: Mistake, folder: Path) -> str:
    """What the program prints when it fails, with a folder that anybody might have."""
    folder.mkdir()
    for name, text in mistake.files:
        (folder / name).write_text(text, encoding="utf-8")
    command = [sys.executable, "-s", "-E", "-X", "utf8", mistake.files[-1][0]]
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, encoding="utf-8", stdin=subprocess.DEVNULL, timeout=60
    )
    assert done.stderr, f"beginners.txt, line {mistake.line}: this program raises nothing"
    return done.stderr.replace(str(folder), "/home/ann/lessons")


def verdict(mistake: Mistake, match: Match | None, entries: MemorySource) -> str:
    """`answered`, `none`, or `wrong`: another page, or evidence for another cause."""
    if match is None:
        return "none"
    if match.slug != mistake.entry:
        return "wrong"
    named = mistake.cause in {cause.id for cause in entries.entries([match.slug])[match.slug].causes}
    if match.causes[0].likely and mistake.cause not in ("", match.causes[0].id):
        return "wrong"
    return "answered" if named or not (match.generic or mistake.cause) else "none"
