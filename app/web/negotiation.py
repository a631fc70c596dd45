"""Which form of a page a client asked for: media type, encoding, and whether it already has it (RFC 9110, 12-13)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache


def _ranges(header: str) -> list[tuple[str, float]]:
    """`text/html;q=0.8, */*;q=0.1` -> [("text/html", 0.8), ("*/*", 0.1)]; broken weights count as 0."""
    found: list[tuple[str, float]] = []
    for item in header[:1000].split(","):
        name, *parameters = (part.strip().lower() for part in item.split(";"))
        quality = 1.0
        for parameter in parameters:
            if parameter.startswith("q="):
                try:
                    quality = min(1.0, max(0.0, float(parameter[2:])))
                except ValueError:
                    quality = 0.0
        if name:
            found.append((name, quality))
    return found


@lru_cache(maxsize=512)
def media_type(accept: str, offered: Sequence[str]) -> str:
    """The offered type the client likes best, the first of equals; "" if it accepts none of them."""
    if not accept:
        return offered[0]
    ranges = dict(_ranges(accept))
    best, best_quality = "", 0.0
    for offer in offered:
        quality = ranges.get(offer, ranges.get(offer.partition("/")[0] + "/*", ranges.get("*/*", 0.0)))
        if quality > best_quality:
            best, best_quality = offer, quality
    return best


@lru_cache(maxsize=512)
def encoding(accept_encoding: str) -> str:
    """ "br", "gzip" or "": the smallest one that the client takes."""
    ranges = dict(_ranges(accept_encoding))
    anything = ranges.get("*", 0.0)
    return next((name for name in ("br", "gzip") if ranges.get(name, anything) > 0), "")


def has_current(if_none_match: str, etag: str) -> bool:
    """Does `If-None-Match` name this entity?  Compared weakly, as RFC 9110 13.1.2 says."""
    opaque = etag.removeprefix("W/")
    tags = (tag.strip().removeprefix("W/") for tag in if_none_match[:2000].split(","))
    return any(tag == opaque or tag == "*" for tag in tags)
