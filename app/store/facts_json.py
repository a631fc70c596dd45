"""`EntryFacts` to JSON and back.  Standard library only: a lookup reads facts without Pydantic."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from app.matching.model import CauseFacts, EntryFacts, EvidenceRule, Wording


def dump(facts: EntryFacts) -> str:
    return json.dumps(asdict(facts), ensure_ascii=False, separators=(",", ":"))


def read(text: str) -> EntryFacts:
    data: dict[str, Any] = json.loads(text)
    for name in ("exceptions", "requires", "packages", "related"):
        data[name] = tuple(data[name])
    data["wordings"] = tuple(Wording(**w) for w in data["wordings"])
    data["fixes"] = tuple((str(i), str(t)) for i, t in data["fixes"])
    data["causes"] = tuple(_cause(c) for c in data["causes"])
    return EntryFacts(**data)


def _cause(data: dict[str, Any]) -> CauseFacts:
    data["evidence"] = tuple(EvidenceRule(**e) for e in data["evidence"])
    return CauseFacts(**data)
