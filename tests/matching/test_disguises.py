"""Every entry is recognised in whatever dress its own output is pasted.

`python -m tests.matching.test_disguises` prints the whole matrix: each disguise over the outputs of all proven
examples.  The tests look at a share of it that differs from disguise to disguise.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from zlib import crc32

import pytest

from app.content.parse import parse_file
from app.content.problems import ContentError
from app.content.rules import load_rules
from app.lookup import lookup
from app.matching.memory import MemorySource
from app.result import Result
from tests.matching.disguises import DISGUISES

CONTENT = Path(__file__).resolve().parents[2] / "content"
SHARE = 48  # each disguise is tried on about one in so many outputs
ALLOWED = 0.15  # of them may be lost in one disguise ...
OVERALL = 0.02  # ... and in all that leave the words alone

# What takes words away may take the answer away: how much of it may stay unanswered, and why.
LOSSY = {
    "tail_cut": 0.55,  # the message's last sixth, often the words that tell two errors apart
    "message_dots": 0.55,  # the same without frames
    "caught_words": 0.35,  # no exception type and no frames: what is short stays a candidate
    "error_words": 0.25,
    "bare_message": 0.25,
    "pytest_summary": 0.2,  # the first line alone
    "one_line": 0.15,  # which words are code and which the message is a guess
    "one_line_blanks": 0.15,
    "quoted_printable": 0.15,
}

# (whose output, who answers): told apart only by the frames or lines that the disguise took away.
KNOWN_THEFTS = {
    ("torch/dataloader-worker-killed", "stolen by torch/dataloader-worker-exited"),  # the worker's own line is gone
    ("pandas/keyerror", "stolen by python/key-error"),  # the frames run through pandas
    ("pandas/read-csv-unicode-decode", "stolen by python/unicode-decode-error"),
}


@lru_cache(maxsize=1)
def content() -> MemorySource:
    entries = []
    for path in sorted((CONTENT / "errors").glob("*/*.md")):
        try:
            entries.append(parse_file(path, CONTENT / "errors").facts)
        except ContentError:  # lint says so
            continue
    return MemorySource.from_entries(entries, load_rules(CONTENT))


@lru_cache(maxsize=1)
def outputs() -> list[tuple[str, str, str]]:
    """(slug, file, output) of every proven example."""
    found = []
    for path in sorted((CONTENT / "proofs").glob("*/*/*.txt")):
        text = path.read_text(encoding="utf-8")
        found.append((f"{path.parts[-3]}/{path.parts[-2]}", path.name, text if text.endswith("\n") else text + "\n"))
    return found


def verdict(slug: str, result: Result) -> str:
    if result.match is not None:
        if result.match.slug == slug:
            return "right"
        return "among" if any(other.slug == slug for other in result.others) else f"stolen by {result.match.slug}"
    return "offered" if any(match.slug == slug for match in result.candidates) else "lost"


@lru_cache(maxsize=1024)
def tried(name: str, share: int) -> tuple[tuple[str, str], ...]:
    """(slug, verdict) of one output in so many, always the same, that is answered as it is and can wear it."""
    found = []
    for slug, file, text in outputs():
        dressed = "" if crc32(f"{name} {slug} {file}".encode()) % share else DISGUISES[name](text)
        if dressed and verdict(slug, lookup(text, content())) == "right":
            found.append((slug, verdict(slug, lookup(dressed, content()))))
    return tuple(found)


def missed(results: Iterable[tuple[str, str]]) -> list[str]:
    return [f"{slug}: {said}" for slug, said in results if said != "right" and (slug, said) not in KNOWN_THEFTS]


@pytest.mark.parametrize("name", DISGUISES)
def test_an_error_is_recognised_in(name: str) -> None:
    results = tried(name, SHARE)
    lost = missed(results)
    assert results
    assert len(lost) <= max(LOSSY.get(name, ALLOWED) * len(results), 1), "\n".join(lost)
    assert [each for each in lost if "stolen" in each] == []


def test_disguises_that_leave_the_words_alone_hardly_lose_any() -> None:
    results = [result for name in DISGUISES if name not in LOSSY for result in tried(name, SHARE)]
    assert len(missed(results)) <= OVERALL * len(results), "\n".join(missed(results))


def main() -> None:
    """The matrix disguise x lost, offered, among others, stolen, over all outputs."""
    for name in DISGUISES:
        results = tried(name, 1)
        counts = Counter(said.partition(" ")[0] for _, said in results)
        print(f"{name:22}{len(results):6}  " + "  ".join(f"{kind} {n}" for kind, n in sorted(counts.items())))
        for (slug, said), n in Counter(r for r in results if r[1].startswith("stolen")).items():
            print(f"{'':28}  {slug} {said} ({n})")


if __name__ == "__main__":
    main()
