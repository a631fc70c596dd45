"""What the recognised messages mean together: one answer, two or three candidates told apart, or none."""

from __future__ import annotations

from collections.abc import Sequence

from app.matching.rules import Place, Rules
from app.matching.weigh import Found, rank
from app.records import record

MAX_CANDIDATES = 3
MAX_OTHERS = 6
_INEXACT = ("cut", "near")


@record
class Choice:
    """`best` alone is a match; without it `candidates` are offered; `others` were recognised too."""

    best: Found | None = None
    candidates: tuple[Found, ...] = ()
    others: tuple[Found, ...] = ()


def choose(found: Sequence[Found], rules: Rules) -> Choice:
    """Specific beats generic; what reviewed rules say comes next; then what was raised first, which is also the
    innermost of a chain.  What cannot be told apart is offered."""
    places = _places(found)
    sure = [place for place in places if place[0].sure]
    if not sure:
        offered = _distinct(found)[:MAX_CANDIDATES]
        return Choice(candidates=tuple(offered))
    specific = [place for place in sure if not place[0].entry.generic]
    if not specific and (rivals := _specific_rivals(sure, found)):
        return Choice(candidates=tuple(_distinct(rivals)[:MAX_CANDIDATES]))
    held = [place for place in specific if not _held_by_generic(place[0], sure, rules)]
    standing = _after_rules(held or sure, rules)
    first = min(standing, key=lambda place: _when(place[0]))
    named = _untied(_distinct(first), rules)
    others = [o for o in _distinct([place[0] for place in places]) if o.entry.slug not in {n.entry.slug for n in named}]
    if len(named) > 1:
        return Choice(None, tuple(named[:MAX_CANDIDATES]), tuple(others[:MAX_OTHERS]))
    return Choice(named[0], (), tuple(others[:MAX_OTHERS]))


def _held_by_generic(item: Found, sure: Sequence[Sequence[Found]], rules: Rules) -> bool:
    """Where a rule says that of the two the generic entry tells more, wherever they stand."""
    return _yields_anywhere(item, [place[0] for place in sure if place[0].entry.generic], rules)


def _yields_anywhere(item: Found, others: Sequence[Found], rules: Rules) -> bool:
    """Whether a rule makes it give way to one of the others whatever their places."""
    slugs = (other.entry.slug for other in others)
    return any(rule.where == "anywhere" for slug in slugs for rule in rules.yields_to(item.entry.slug, slug))


def _specific_rivals(sure: Sequence[Sequence[Found]], found: Sequence[Found]) -> list[Found]:
    """Where only a generic entry is near a message that was cut: the others that it may have been cut from."""
    if any(place[0].how not in _INEXACT for place in sure):
        return []
    rivals = [item for item in found if item.how in _INEXACT]
    return rivals if any(not item.entry.generic for item in rivals) else []


def _places(found: Sequence[Found]) -> list[list[Found]]:
    """For each place of the paste the best entries for it: more than one where nothing tells them apart."""
    places: dict[tuple[int, int], list[Found]] = {}
    for item in found:
        places.setdefault((item.site.root, item.site.order), []).append(item)
    for items in places.values():
        items.sort(key=rank, reverse=True)
    return [[f for f in items if rank(f) == rank(items[0])] for items in places.values()]


def _when(item: Found) -> tuple[bool, int]:
    """Exceptions before stray lines, each by time."""
    return item.site.root == -1, item.site.order


def _after_rules(places: list[list[Found]], rules: Rules) -> list[list[Found]]:
    """Without those that a reviewed rule makes give way to another one of the paste."""
    standing = [
        place
        for place in places
        if not any(_gives_way(place[0], other[0], rules) for other in places if other is not place)
    ]
    return standing or places


def _gives_way(item: Found, other: Found, rules: Rules) -> bool:
    """By a rule, or because the other one is the whole line that this one was read out of."""
    whole = other.site.root == -1 != item.site.root and other.site.line == item.site.line > 0
    return (whole and other.fit.letters > item.fit.letters) or any(
        _lies(other, rule.where, item) for rule in rules.yields_to(item.entry.slug, other.entry.slug)
    )


def _lies(other: Found, where: Place, item: Found) -> bool:
    together = item.site.root == other.site.root != -1
    if where == "anywhere":
        return True
    if where == "inside":
        return together and other.site.order < item.site.order and other.site.depth > item.site.depth
    if where == "outside":
        return together and other.site.order > item.site.order and other.site.depth < item.site.depth
    if together:
        return other.site.order < item.site.order
    return other.site.line < item.site.line


def _untied(tied: list[Found], rules: Rules) -> list[Found]:
    """Of entries that fit one message alike, those that no rule makes give way to another of them."""
    if len(tied) == 1:
        return tied
    return [item for item in tied if not _yields_anywhere(item, tied, rules)] or tied


def _distinct(found: Sequence[Found]) -> list[Found]:
    """The best finding of each entry, best first."""
    best: dict[str, Found] = {}
    for item in found:
        if item.entry.slug not in best or rank(item) > rank(best[item.entry.slug]):
            best[item.entry.slug] = item
    return sorted(best.values(), key=rank, reverse=True)
