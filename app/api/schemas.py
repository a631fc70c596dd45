"""The shapes of the API's answers, for its OpenAPI description.

Answers are not made through these models (that cost more than a lookup); a test holds real answers to their schema.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field


class _Shape(BaseModel):
    model_config = ConfigDict(extra="forbid")


class EvidenceHit(_Shape):
    kind: str
    line: int = Field(description="1-based line of the paste as sent; 0 for a fact that has no line.")
    text: str = Field(description="The line, or the part of it that speaks for the cause; secrets masked.")
    pattern: str


class Cause(_Shape):
    id: str = Field(description="Also the anchor of the cause on the entry's page.")
    title: str
    evidence: list[EvidenceHit]
    likely: bool = Field(description="True where evidence puts it first.")
    look_at: str = Field(description="How to recognise it when the paste cannot tell.")
    fix: str = Field(description="The id of the fix that mends it.")


class FixTitle(_Shape):
    id: str
    title: str


class Match(_Shape):
    slug: str
    title: str
    url: str
    exception: str = Field(description="As printed in the paste.")
    message: str
    line: int
    meaning: str
    if_this: str = Field(description="Completes “it is this one if …” where several entries fit.")
    generic: bool
    captures: dict[str, str]
    reasons: list[str]
    causes: list[Cause] = Field(description="The likeliest first.")
    fixes: list[FixTitle]
    score: float


class Related(_Shape):
    slug: str
    title: str
    url: str


class UnderstoodException(_Shape):
    type: str
    message: str
    line: int
    frames: int
    relation: str
    template: str = Field(description="The message with its varying parts taken out.")


class Understood(_Shape):
    exceptions: list[UnderstoodException]
    libraries: list[str]
    python: str
    system: str
    versions: dict[str, str]
    tags: list[str]


class LookupResult(_Shape):
    outcome: Literal["match", "candidates", "unknown"]
    match: Match | None
    candidates: list[Match] = Field(
        description="Two or three entries that all fit, where the paste does not say which."
    )
    others: list[Match] = Field(description="Further errors recognised in the same paste.")
    related: list[Related] = Field(description="Near, and not the answer.")
    understood: Understood
    notes: list[str]


class EntrySummary(_Shape):
    slug: str
    title: str
    library: str
    exceptions: list[str]
    meaning: str
    generic: bool
    retired: bool
    created: str
    updated: str
    verified: str
    url: str


class EntryList(_Shape):
    entries: list[EntrySummary]
    total: int
    next: str | None = Field(description="Pass as `cursor` for the next page; null on the last one.")


class SearchHit(_Shape):
    slug: str
    title: str
    library: str
    exceptions: list[str]
    excerpt: str
    url: str


class SearchResult(_Shape):
    query: str
    total: int
    hits: list[SearchHit]
    libraries: dict[str, int]
    exceptions: dict[str, int]
    did_you_mean: str


class Wish(_Shape):
    template: str = Field(max_length=2000, description="`understood.exceptions[].template` of an unknown answer.")
    exception: str = Field(default="", max_length=200)
    library: str = Field(default="", max_length=80)


class WishKept(_Shape):
    kept: str = Field(description="What was stored: the template, masked once more.")


class Problem(BaseModel):
    """RFC 9457."""

    model_config = ConfigDict(extra="allow")

    type: str
    title: str
    status: int
    detail: str = ""


PROBLEM: dict[str, Any] = {
    "description": "What was wrong",
    "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
}
