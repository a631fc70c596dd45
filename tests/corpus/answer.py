"""Answers a file of pastes from the content folder alone, without a database: what `score.py` of the corpus wants.

    python score.py --answers tests/corpus/answers.json -- python -m tests.corpus.answer     the labels
    python -m tests.corpus.answer --causes PASTES.jsonl                                      the causes

Prints one JSON line per case, the Result and its "id".  With --causes it prints how often the first cause is the one
that tests/corpus/causes.json says the paste's thread named, and where evidence spoke for another.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from app.content.parse import parse_file
from app.content.problems import ContentError
from app.content.rules import load_rules
from app.lookup import lookup
from app.matching.memory import MemorySource
from app.result import Result

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent


def main(arguments: Sequence[str]) -> int:
    causes = arguments[:1] == ["--causes"]
    file = Path(arguments[-1]) if arguments[int(causes) :] else None
    if file is None:
        print(__doc__, file=sys.stderr)
        return 2
    if causes:
        print(json.dumps(score_causes(file, show=True)))
        return 0
    for case, result in answers(file):
        print(json.dumps({"id": case, **result.as_json()}))
    return 0


def source() -> MemorySource:
    """Every entry that can be read; one that cannot is named and left out."""
    entries, root = [], ROOT / "content/errors"
    for path in sorted(root.glob("*/*.md")):
        try:
            entries.append(parse_file(path, root).facts)
        except ContentError as error:
            print(f"left out: {error}", file=sys.stderr)
    return MemorySource.from_entries(entries, load_rules(ROOT / "content"))


def answers(file: Path) -> Iterator[tuple[str, Result]]:
    entries = source()
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.strip():
            case = json.loads(line)
            yield case["id"], lookup(case["text"], entries)


def hints() -> dict[str, tuple[str, list[str]]]:
    """Paste -> (entry, the causes that its hint means)."""
    data = json.loads((HERE / "causes.json").read_text(encoding="utf-8"))
    return {paste: (slug, each["causes"]) for slug, pastes in data.items() for paste, each in pastes.items()}


def score_causes(file: Path, show: bool = False) -> dict[str, float | int]:
    """Of the hinted pastes that are recognised: the first cause is right; evidence claims a wrong one."""
    known = hints()
    count: Counter[str] = Counter()
    for case, result in answers(file):
        slug, wanted = known.get(case, ("", []))
        if not slug:
            continue
        count["hinted"] += 1
        if result.match is None or result.match.slug != slug:
            count["other answer"] += 1
            continue
        first = result.match.causes[0]
        kind = "right" if first.id in wanted else "contradicted" if first.evidence else "undecided"
        count[kind] += 1
        count["right on evidence"] += kind == "right" and bool(first.evidence)
        if show and kind != "right":
            print(f"{kind:13}{case:10}{slug}: {first.id}, not {', '.join(wanted)}", file=sys.stderr)
    recognised = count["hinted"] - count["other answer"]
    return {**count, "first_cause_right": round(count["right"] / max(recognised, 1), 4)}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
