"""Reads content/verified.lock: what the last proof run showed, per cause and per piece of wrong advice.

The proof runner writes it; here it only becomes what a page says.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.content.parse import ParsedEntry
from app.content.problems import ContentError, Problem

NAME = "verified.lock"


@dataclass(frozen=True, slots=True)
class Verified:
    versions: tuple[tuple[str, str], ...]
    date: str
    example: str = ""  # digest of the programs that were run


def load_verified(content: Path) -> Mapping[str, Verified]:
    """By `slug#anchor`.  No file: nothing is proved.  Raises ContentError for a file that cannot be read."""
    file = content / NAME
    if not file.exists():
        return {}
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
        items = data.get("proofs", data).items()
        return {key: _one(value) for key, value in items if "#" in key}
    except (ValueError, AttributeError, TypeError, KeyError) as error:
        what = f"this is no lock of proofs: {error}"
        raise ContentError([Problem(file.as_posix(), 1, "verified", what, "run `make check-content`")]) from None


def _one(value: Mapping[str, Any]) -> Verified:
    versions = value.get("versions") or {}
    pairs = tuple((str(n), str(v)) for n, v in versions.items())
    return Verified(pairs, str(value.get("date", ""))[:10], str(value.get("example", "")))


def digester(content: Path) -> Callable[[ParsedEntry], Mapping[str, str]]:
    """Tells the digest of each section's programs as they stand now, by anchor: a proof of others proves nothing."""
    from app.content.proof.environments import BuildError, read_all
    from app.content.proof.work import Content

    try:
        known = read_all(content)
    except BuildError:
        return lambda _entry: {}
    everything = Content(content, [], [], known, {})

    def digests(entry: ParsedEntry) -> Mapping[str, str]:
        try:
            return {unit.anchor: unit.digest for unit in everything.units(entry)}
        except BuildError:  # a fence names an environment that does not exist
            return {}

    return digests
