"""Reads content/verified.lock: what the last proof run showed, per cause and per piece of wrong advice.

The proof runner writes it; here it only becomes what a page says.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.content.problems import ContentError, Problem

NAME = "verified.lock"


@dataclass(frozen=True, slots=True)
class Verified:
    versions: tuple[tuple[str, str], ...]
    date: str


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
    return Verified(tuple((str(n), str(v)) for n, v in versions.items()), str(value.get("date", ""))[:10])
