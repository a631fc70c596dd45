"""`unraise verify`: run the programs of entries, compare with what they claim, renew content/verified.lock."""

from __future__ import annotations

from collections.abc import Sequence

from app.content.proof import check


def main(entries: Sequence[str], *, everything: bool = False) -> int:
    """Exit status 0: all holds; 1: something does not; 2: an entry or environment that does not exist."""
    return check.main([*entries, "--update", *(["--all"] if everything else [])])
