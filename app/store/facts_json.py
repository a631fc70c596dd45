"""`EntryFacts` to JSON and back.  Standard library only: a lookup reads facts without Pydantic."""

from __future__ import annotations

import json
from typing import Any

from app.matching.model import CauseFacts, EntryFacts, EvidenceRule, Wording

_FIELDS = tuple(EntryFacts.__annotations__)
_CAUSE = tuple(CauseFacts.__annotations__)
_RULE = tuple(EvidenceRule.__annotations__)
_WORDING = tuple(Wording.__annotations__)


def dump(facts: EntryFacts) -> str:
    data = _fields(facts, _FIELDS)
    data["wordings"] = [_fields(w, _WORDING) for w in facts.wordings]
    data["causes"] = [_fields(c, _CAUSE) | {"evidence": [_fields(e, _RULE) for e in c.evidence]} for c in facts.causes]
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


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


def _fields(item: object, names: tuple[str, ...]) -> dict[str, Any]:
    return {name: getattr(item, name) for name in names}
