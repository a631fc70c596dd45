"""How close an inexact message is to a template: cut short, wrapped, a word changed.  Features, and their calibrated
score; the weights come from `content/calibration.json` (scripts/calibrate.py), never from here.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from app.matching.flat import Flat
from app.matching.index import MAX_WORD, WORD
from app.matching.rules import Calibration
from app.matching.templates import FLOOR_LETTERS, Literal, Optional, Template
from app.matching.verify import Fit
from app.paste.lazy import lazy
from app.records import record

MAX_TEMPLATE_WORDS = 60
MAX_MESSAGE_WORDS = 120
FEATURES = (
    "letters",
    "share",
    "order",
    "surplus",
    "cut",
    "torn",
    "plain",
    "start",
    "type",
    "library",
    "rival",
)


@record
class Closeness:
    """How many of the template's literal words stand in the message in the same order."""

    letters: int  # that these words are made of
    share: float  # of the letters of all the template's literal words
    order: float  # of the message's words, as far as the template may reach
    surplus: float  # words between the first and the last shared one that are not shared, per shared word
    start: float  # whether both begin alike


_QUOTE = lazy(r"(?<!\w)'|'(?!\w)|[\"`]")  # no apostrophe within a word
_LONGEST = 2_000
_SIGN = {True: 1.0, None: 0.0, False: -1.0}
FAR = Closeness(0, 0.0, 0.0, 0.0, 0.0)


def message_words(flat: Flat) -> list[str]:
    return [w[:MAX_WORD] for w in WORD.findall(flat.key)[:MAX_MESSAGE_WORDS]]


def template_words(template: Template) -> list[str]:
    """Literal words in order, those of optional parts too."""
    found: list[str] = []
    for node in template.nodes:
        for part in node.nodes if isinstance(node, Optional) else (node,):
            if isinstance(part, Literal):
                found += [w[:MAX_WORD] for w in WORD.findall(part.key)]
    return found[:MAX_TEMPLATE_WORDS]


def begins_alike(template: Template, words: Sequence[str]) -> bool:
    return template_words(template)[:1] == list(words[:1])


def breaks_off(text: str) -> bool:
    """Whether a message certainly ends before its end: in dots, or within a quote or a bracket that it opened."""
    text = text.rstrip()
    if text.endswith(("...", "…")):
        return True
    if any(text.count(opening) > text.count(closing) for opening, closing in ("()", "[]")):
        return True
    return len(_QUOTE.findall(text[-_LONGEST:])) % 2 == 1


def closeness(template: Template, words: Sequence[str]) -> Closeness:
    """By the longest common subsequence of words, at most 60 by 120 steps."""
    wanted = template_words(template)
    shared = set(wanted).intersection(words)
    if sum(map(len, shared)) < FLOOR_LETTERS:
        return FAR
    pairs = _common(
        [(i, w) for i, w in enumerate(wanted) if w in shared], [(j, w) for j, w in enumerate(words) if w in shared]
    )
    letters = sum(len(wanted[i]) for i, _ in pairs)
    first, last = pairs[0], pairs[-1]
    reach = min(len(words), len(wanted) + 2 * len(template.slots))
    between = last[1] - first[1] + 1 - len(pairs)
    return Closeness(
        letters,
        letters / sum(len(w) for w in wanted),
        min(len(pairs) / reach, 1.0),
        between / len(pairs),
        float(first[0] <= 1 and first[1] <= 1),
    )


def _common(wanted: Sequence[tuple[int, str]], words: Sequence[tuple[int, str]]) -> list[tuple[int, int]]:
    """The pairs of numbers of a longest common subsequence of numbered words."""
    rows = [[0] * (len(words) + 1)]
    for _, word in wanted:
        above, row = rows[-1], [0]
        for j, (_, other) in enumerate(words):
            if word == other:
                row.append(above[j] + 1)
            else:
                up, left = above[j + 1], row[j]
                row.append(up if up > left else left)
        rows.append(row)
    i, j, pairs = len(wanted), len(words), []
    while i and j:
        if wanted[i - 1][1] == words[j - 1][1] and rows[i][j] == rows[i - 1][j - 1] + 1:
            pairs.append((wanted[i - 1][0], words[j - 1][0]))
            i, j = i - 1, j - 1
        elif rows[i - 1][j] >= rows[i][j - 1]:
            i -= 1
        else:
            j -= 1
    return pairs[::-1]


def features(
    template: Template,
    close: Closeness,
    cut: Fit | None,
    truncated: bool,
    type_agrees: bool | None,
    library_agrees: bool | None,
    rival: float,
) -> dict[str, float]:
    """What the calibrated score weighs, each about 0 to 1, signs -1 to 1.  `rival` is how much of its words another
    entry explains, as a share of what this one does."""
    letters = min(math.log1p(said(close, cut)) / math.log1p(80), 1.2)
    torn = float(cut is not None and (cut.torn or truncated))
    return {
        "letters": letters,
        "share": min(cut.letters / letters_of(template), 1.0) if cut else close.share,
        "order": 1.0 if cut else close.order,
        "surplus": 0.0 if cut else min(close.surplus, 3.0),
        "cut": float(cut is not None),
        "torn": torn,
        "plain": torn * letters,  # the longer a message that certainly breaks off, the plainer whose it is
        "start": 1.0 if cut else close.start,
        "type": _SIGN[type_agrees],
        "library": _SIGN[library_agrees],
        "rival": min(rival, 1.5),
    }


def letters_of(template: Template) -> int:
    return max(template.letters, 1)


def said(close: Closeness, cut: Fit | None) -> float:
    """Literal letters the message and the template share."""
    return max(float(cut.letters) if cut else 0.0, close.letters * close.share)


def probability(values: Mapping[str, float], calibration: Calibration) -> float:
    """That the message is the template's, by the fitted weights."""
    score = calibration.bias + sum(weight * values.get(name, 0.0) for name, weight in calibration.weights)
    return 1.0 / (1.0 + math.exp(-max(min(score, 60.0), -60.0)))
