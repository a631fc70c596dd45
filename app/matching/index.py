"""Which templates may a message hold?  The rows that answer this, built purely; the store only persists them.

Two tables.  `Posting` (first, second, template): a template is a candidate when both words are among the message's.
`first` is its rarest literal word, `second` the next ("" when it has only one).  A template with fewer than two
literal words is found through its exception types, written as words `!keyerror`.  `NearRow` (word, template, weight):
for messages that were cut, wrapped or reworded; templates are ranked by the sum of the weights of shared words.

`words` makes the words of a message, `class_words` those of an exception type; both tables speak the same words.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from app.matching.flat import Flat, flatten
from app.matching.model import PLACE
from app.matching.templates import parse_template
from app.paste.lazy import lazy
from app.records import record

WORD = lazy(r"[^\W\d_]\w++")
ACROSS = lazy(r"([^\W\d_]\w*+)\n(\w++)")
ASCII_WORD = lazy(r"[a-z][a-z0-9_]++")
MAX_WORD = 40
NEAR_CAP = 150  # templates a word may stand in and still help to find near ones


@record
class TemplateRow:
    """A template to index: `id` is unique over all entries, `exceptions` those of its entry."""

    id: int
    slug: str
    text: str
    exceptions: tuple[str, ...] = ()


@record
class Posting:
    first: str
    second: str  # "" when the first word alone leads here
    template: int


@record
class NearRow:
    word: str
    template: int
    weight: float


@record
class Rows:
    postings: tuple[Posting, ...]
    near: tuple[NearRow, ...]


def words(text: str) -> frozenset[str]:
    """The words of a message, lower case, as templates' literal words are."""
    if text.isascii() and "\\" not in text:
        return frozenset([w[:MAX_WORD] for w in WORD.findall(text.lower())])  # nothing there to undo
    return words_of(flatten(text))


def words_of(flat: Flat) -> frozenset[str]:
    found = WORD.findall(flat.key)
    if "\\n" in flat.key:  # an escaped line break clings to the word behind it
        found += WORD.findall(flat.key.replace("\\n", " "))
    if "\n" in flat.raw:  # a narrow terminal breaks words in two
        found += [left + right for left, right in ACROSS.findall(flat.raw.lower())]
    if not flat.key.isascii():  # other scripts run into a word without a blank: `报错element 0 of tensors`
        found += ASCII_WORD.findall(flat.key)
    return frozenset([w[:MAX_WORD] for w in found])


def class_words(types: Iterable[str]) -> frozenset[str]:
    """`builtins.KeyError` -> {"!keyerror"}."""
    return frozenset("!" + name.rpartition(".")[2].lower() for name in types if name)


def build_postings(templates: Iterable[TemplateRow]) -> Rows:
    """All rows for these templates.  Rarity is counted over them, so rebuild all of it when any changes."""
    rows = list(templates)
    literal = {row.id: tuple(dict.fromkeys(w[:MAX_WORD] for w in parse_template(row.text).words)) for row in rows}
    frequency = Counter(word for found in literal.values() for word in found)
    postings: list[Posting] = []
    near: list[NearRow] = []
    for row in rows:
        ranked = sorted(literal[row.id], key=lambda w: (frequency[w], -len(w), w))
        postings.extend(_postings(row, ranked))
        if not row.text.startswith(PLACE):
            near.extend(_near(row.id, ranked, frequency, len(rows)))
    return Rows(tuple(postings), tuple(near))


def _postings(row: TemplateRow, ranked: Sequence[str]) -> list[Posting]:
    if len(ranked) >= 2:
        return [Posting(ranked[0], ranked[1], row.id)]
    types = sorted(class_words(row.exceptions))
    if ranked and not types:
        return [Posting(ranked[0], "", row.id)]
    return [Posting(ranked[0] if ranked else kind, kind if ranked else "", row.id) for kind in types]


def _near(template: int, ranked: Sequence[str], frequency: Counter[str], total: int) -> list[NearRow]:
    """Inverse document frequency, scaled so that long templates do not win by length alone."""
    weights = {w: math.log(1 + total / frequency[w]) for w in ranked}
    scale = math.sqrt(sum(v * v for v in weights.values())) or 1.0
    kept = [w for w in ranked if frequency[w] <= NEAR_CAP] or list(ranked[:2])
    return [NearRow(w, template, round(weights[w] / scale, 4)) for w in kept]


class PostingTable:
    """The rows in dictionaries: what the store does in SQL, for tests, lint and benchmarks."""

    def __init__(self, rows: Rows) -> None:
        self._first: dict[str, list[tuple[str, int]]] = defaultdict(list)
        self._near: dict[str, list[tuple[int, float]]] = defaultdict(list)
        for posting in rows.postings:
            self._first[posting.first].append((posting.second, posting.template))
        for row in rows.near:
            self._near[row.word].append((row.template, row.weight))

    def candidates(self, wanted: Iterable[str]) -> list[int]:
        known = frozenset(wanted)
        found = {t for w in known for second, t in self._first.get(w, ()) if not second or second in known}
        return sorted(found)

    def near(self, wanted: Iterable[str], limit: int) -> list[int]:
        scores: dict[int, float] = defaultdict(float)
        for word in sorted(set(wanted)):
            for template, weight in self._near.get(word, ()):
                scores[template] += weight
        return sorted(scores, key=lambda t: (-scores[t], t))[:limit]
