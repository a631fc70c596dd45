"""What the recognised messages mean together: one answer, two or three candidates told apart, or none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.matching.rules import Rules
from app.matching.weigh import Found, rank
from app.paste.model import Relation

MAX_CANDIDATES = 3


@dataclass(frozen=True, slots=True)
class Choice:
    """`best` alone is a match; without it `candidates` are offered; `others` were recognised too."""

    best: Found | None = None
    candidates: tuple[Found, ...] = ()
    others: tuple[Found, ...] = ()


def choose(found: Sequence[Found], rules: Rules) -> Choice:
    """Specific beats generic, what was raised first beats its consequence, inner beats wrapper; ties are offered."""
    places = _winners(found)
    sure = [group for group in places if group[0].sure]
    specific = [group for group in sure if not group[0].entry.generic] or sure
    if not specific:
        weak = _distinct([f for group in places for f in group])
        return Choice(candidates=tuple(weak[:MAX_CANDIDATES]), others=tuple(weak[MAX_CANDIDATES:]))
    standing = _after_rules(specific, rules)
    best = _first_cause(standing)
    tied = [f for f in best if f.entry.slug != best[0].entry.slug]
    others = _distinct([f for group in places for f in group[:1] if f.entry.slug != best[0].entry.slug])
    if tied:
        offered = _distinct(best)[:MAX_CANDIDATES]
        return Choice(
            None, tuple(offered), tuple(o for o in others if o.entry.slug not in {f.entry.slug for f in offered})
        )
    return Choice(best[0], (), tuple(others))


def _winners(found: Sequence[Found]) -> list[list[Found]]:
    """Per place the best, with those that cannot be told from it."""
    places: dict[tuple[int, int], list[Found]] = {}
    for item in found:
        places.setdefault((item.site.root, item.site.order), []).append(item)
    groups = []
    for items in places.values():
        items.sort(key=rank, reverse=True)
        groups.append([f for f in items if rank(f) == rank(items[0])])
    return groups


def _after_rules(groups: list[list[Found]], rules: Rules) -> list[list[Found]]:
    """Without those that a reviewed rule makes give way to another one of the paste."""
    standing = [
        group
        for group in groups
        if not any(other is not group and _gives_way(group[0], other[0], rules) for other in groups)
    ]
    return standing or groups


def _gives_way(item: Found, other: Found, rules: Rules) -> bool:
    for rule in rules.yields_to(item.entry.slug, other.entry.slug):
        inside = item.site.root == other.site.root != -1 and other.site.order < item.site.order
        if (
            rule.where == "anywhere"
            or (rule.where == "inside" and inside)
            or (rule.where == "before" and _before(other, item))
        ):
            return True
    return False


def _before(first: Found, second: Found) -> bool:
    if first.site.root == -1 or second.site.root == -1:
        return first.site.line < second.site.line
    return first.site.order < second.site.order


def _first_cause(groups: list[list[Found]]) -> list[Found]:
    """The place that explains the others: the innermost of its chain, the first of the paste."""
    return min(groups, key=lambda g: (g[0].site.root == -1, g[0].site.order))


def _distinct(found: Sequence[Found]) -> list[Found]:
    best: dict[str, Found] = {}
    for item in found:
        if item.entry.slug not in best or rank(item) > rank(best[item.entry.slug]):
            best[item.entry.slug] = item
    return sorted(best.values(), key=rank, reverse=True)


INNER_WINS = (Relation.CAUSE, Relation.WORKER, Relation.PRINTED, Relation.GROUP)
