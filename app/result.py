"""The answer every surface gives: one shape, whatever asked for it.

`Result.as_json()` is the public form (`docs/api.md`); `Result.report` stays in the process: it holds the paste.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from app.paste.model import Report
from app.records import record, shallow_dict


class Outcome(StrEnum):
    MATCH = "match"
    CANDIDATES = "candidates"
    UNKNOWN = "unknown"


@record
class EvidenceHit:
    """A line of the paste that speaks for a cause; `line` is 1-based in the paste as given, 0 for facts without one."""

    kind: str
    line: int
    text: str  # masked
    pattern: str = ""  # what the entry looked for


@record
class CauseAnswer:
    id: str
    title: str
    evidence: tuple[EvidenceHit, ...] = ()
    likely: bool = False  # evidence puts it first
    look_at: str = ""
    fix: str = ""


@record
class Match:
    slug: str
    title: str
    url: str  # "/errors/torch/backward-twice"
    exception: str  # as printed in the paste
    message: str  # as printed, masked
    line: int = 0  # where in the paste it stands
    meaning: str = ""
    if_this: str = ""
    generic: bool = False
    captures: tuple[tuple[str, str], ...] = ()  # masked
    spans: tuple[tuple[int, int, str], ...] = ()  # where in `message` each capture stands: (start, end, name)
    reasons: tuple[str, ...] = ()
    causes: tuple[CauseAnswer, ...] = ()  # likeliest first
    fixes: tuple[tuple[str, str], ...] = ()  # (id, title)
    score: float = 0.0


@record
class Related:
    """A page that may be worth reading and is *not* the answer."""

    slug: str
    title: str
    url: str


@record
class UnderstoodException:
    type: str
    message: str  # masked
    line: int
    frames: int
    relation: str = ""
    template: str = ""  # the message with its varying parts taken out: all that "ask for this entry" carries


@record
class Understood:
    exceptions: tuple[UnderstoodException, ...] = ()
    libraries: tuple[str, ...] = ()
    python: str = ""
    system: str = ""
    versions: tuple[tuple[str, str], ...] = ()
    tags: tuple[str, ...] = ()


@record
class Result:
    outcome: Outcome
    match: Match | None = None
    candidates: tuple[Match, ...] = ()
    others: tuple[Match, ...] = ()  # further entries recognised in the same paste (wrappers, consequences)
    related: tuple[Related, ...] = ()
    understood: Understood = Understood()
    notes: tuple[str, ...] = ()  # plain sentences: "the paste cannot tell the causes apart"
    report: Report | None = None

    def as_json(self) -> dict[str, Any]:
        """The public form; pairs become objects, the paste itself is left out."""
        return {
            "outcome": self.outcome.value,
            "match": _match_json(self.match) if self.match else None,
            "candidates": [_match_json(m) for m in self.candidates],
            "others": [_match_json(m) for m in self.others],
            "related": [shallow_dict(r) for r in self.related],
            "understood": _understood_json(self.understood),
            "notes": list(self.notes),
        }


def _match_json(match: Match) -> dict[str, Any]:
    data = shallow_dict(match)
    data["captures"] = dict(match.captures)
    data["reasons"] = list(match.reasons)
    data["causes"] = [_cause_json(cause) for cause in match.causes]
    data["fixes"] = [{"id": i, "title": t} for i, t in match.fixes]
    del data["spans"]
    return data


def _cause_json(cause: CauseAnswer) -> dict[str, Any]:
    data = shallow_dict(cause)
    data["evidence"] = [shallow_dict(hit) for hit in cause.evidence]
    return data


def _understood_json(understood: Understood) -> dict[str, Any]:
    data = shallow_dict(understood)
    data["exceptions"] = [shallow_dict(exception) for exception in understood.exceptions]
    data["libraries"] = list(understood.libraries)
    data["versions"] = dict(understood.versions)
    data["tags"] = list(understood.tags)
    return data
