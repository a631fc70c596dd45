"""`make numbers CORPUS=folder`: what real pastes are answered with, counted for the about page.

The folder holds `pastes.jsonl`, one {"id", "label", "text"} a line; the label "none" marks pastes that nobody should
claim to know.  `answers.json` beside this file maps labels to the entries that answer them.  Everything is counted from
the content folder as it stands and written to `docs/numbers.json` with the date, so that the page shows what was
measured and says when.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from app.lookup import lookup
from app.result import Outcome, Result
from tests.corpus.answer import HERE, ROOT, hints, source

OUT = ROOT / "docs" / "numbers.json"
NOBODY = "none"


def main(arguments: Sequence[str]) -> int:
    if len(arguments) != 1 or not (Path(arguments[0]) / "pastes.jsonl").is_file():
        print("usage: make numbers CORPUS=folder    (the folder holds pastes.jsonl)", file=sys.stderr)
        return 2
    numbers = {"date": datetime.now(UTC).date().isoformat(), **measure(Path(arguments[0]) / "pastes.jsonl")}
    OUT.write_text(json.dumps(numbers, indent=2) + "\n", encoding="utf-8")
    print(json.dumps(numbers))
    print(f"written to {OUT.relative_to(ROOT)}", file=sys.stderr)
    return 0


def measure(pastes: Path) -> dict[str, Any]:
    """Counts of each kind of answer, of first causes that are those the thread named, and of entries."""
    entries = source()
    answers: Mapping[str, list[str]] = json.loads((HERE / "answers.json").read_text(encoding="utf-8"))
    known = hints()
    kinds: Counter[str] = Counter()
    causes: Counter[str] = Counter()
    for line in pastes.read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        result = lookup(case["text"], entries)
        kind = kind_of(case["label"], result, answers)
        kinds[kind] += 1
        if kind in ("wrong", "missed"):  # a claim is wrong too where answers.json does not know the entry yet
            got = result.match.slug if result.match else "unknown"
            print(f"{kind:7}{case['id']:10}{case['label']}: {got}", file=sys.stderr)
        slug, wanted = known.get(case["id"], ("", []))
        if result.match and result.match.slug == slug and slug:
            causes["told"] += 1
            causes["first"] += bool(result.match.causes) and result.match.causes[0].id in wanted
    return {
        "cases": kinds.total(),
        **{kind: kinds[kind] for kind in ("right", "offered", "generic", "quiet", "missed", "wrong")},
        "causes": {"told": causes["told"], "first": causes["first"]},
        "entries": len(list((ROOT / "content" / "errors").glob("*/*.md"))),
    }


def kind_of(label: str, result: Result, answers: Mapping[str, Sequence[str]]) -> str:
    """`right`, `offered` among candidates, `missed`; for errors without an entry `quiet`, or `generic` where an entry
    that calls itself general was claimed; any other claim is `wrong`."""
    wanted = answers.get(label, ()) if label != NOBODY else ()
    match = result.match if result.outcome is Outcome.MATCH else None
    if match:
        if match.slug in wanted:
            return "right"
        return "generic" if match.generic and not wanted and label != NOBODY else "wrong"
    if not wanted:
        return "quiet"
    return "offered" if any(candidate.slug in wanted for candidate in result.candidates) else "missed"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
