""" "Did you mean": the known word nearest to one that nothing is found for.

Words are filed under themselves with any one letter left out, so a slip (a letter wrong, missing, doubled or swapped)
is found by a few look-ups, whatever the number of words.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

_MIN_LETTERS = 4
_MAX_LETTERS = 30


class Speller:
    def __init__(self, words: Iterable[tuple[str, int]]) -> None:
        """`words` with the number of entries that hold each."""
        self._known = {w: n for w, n in words if _MIN_LETTERS <= len(w) <= _MAX_LETTERS}
        self._filed: dict[str, list[str]] = defaultdict(list)
        for word in self._known:
            for key in _keys(word):
                self._filed[key].append(word)

    def nearest(self, word: str) -> str:
        """The likeliest known word one slip (or, with luck, two) away; "" when there is none."""
        if word in self._known or not _MIN_LETTERS <= len(word) <= _MAX_LETTERS:
            return ""
        near = {known for key in _keys(word) for known in self._filed.get(key, ())}
        return min(near, key=lambda w: (_cost(word, w), -self._known[w], w), default="")


def _keys(word: str) -> Iterator[str]:
    yield word
    for index in range(len(word)):
        yield word[:index] + word[index + 1 :]


def _cost(typed: str, known: str) -> tuple[int, bool]:
    """Slips between two words (a letter wrong, missing, too many, or two swapped); a wrong first letter is rarest."""
    before: list[int] = []
    row = list(range(len(known) + 1))
    for i, letter in enumerate(typed, start=1):
        earlier, before, row = before, row, [i]
        for j, other in enumerate(known, start=1):
            best = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == known[j - 2] and typed[i - 2] == other:
                best = min(best, earlier[j - 2] + 1)
            row.append(best)
    return row[-1], typed[0] != known[0]
