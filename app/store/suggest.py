"""Suggestions while somebody types: entries by the beginnings of their words, from a sorted list in memory.

A search index finds the words that begin so in alphabetical order and must stop somewhere; here all of them count, and
no file is read.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.store.search_words import Word, query_words, words

_TITLE, _EXCEPTION, _LIBRARY, _MESSAGE = 4.0, 3.0, 2.0, 1.0
_WHOLE = 1.5  # how much more a whole word says than its beginning
_LAST = "\U0010ffff"


@dataclass(frozen=True, slots=True)
class Suggestible:
    slug: str
    title: str
    library: str
    exceptions: tuple[str, ...]
    messages: tuple[str, ...]  # plain words


class Suggester:
    def __init__(self, entries: Iterable[Suggestible]) -> None:
        self._entries = tuple(entries)
        found: dict[str, dict[int, float]] = defaultdict(dict)
        for number, entry in enumerate(self._entries):
            for text, weight in _texts(entry):
                for word in words(text):
                    for form in word.forms:
                        found[form][number] = max(found[form].get(number, 0.0), weight)
        self._words = sorted(found)
        self._held = [tuple(found[word].items()) for word in self._words]

    def suggest(self, text: str, limit: int) -> Sequence[tuple[str, str]]:
        """(slug, title), best first: entries with every word, the last one as a beginning."""
        asked = query_words(text)
        if not asked:
            return ()
        scores = self._with(asked[-1])
        for word in asked[:-1]:
            held = self._with(word)
            scores = {n: score + held[n] for n, score in scores.items() if n in held}
        best = sorted(scores, key=lambda n: (-scores[n], len(self._entries[n].title), self._entries[n].title))
        return tuple((self._entries[n].slug, self._entries[n].title) for n in best[:limit])

    def _with(self, word: Word) -> dict[int, float]:
        """Entries with the word, or else with the end of a dotted name."""
        return next((found for start in (word.whole, *word.ends) if (found := self._starting(start))), {})

    def _starting(self, start: str) -> dict[int, float]:
        """Entries with a word that begins so, and what the best of these words says for each."""
        scores: dict[int, float] = {}
        first = bisect_left(self._words, start)
        for index in range(first, bisect_left(self._words, start + _LAST)):
            times = _WHOLE if self._words[index] == start else 1.0
            for number, weight in self._held[index]:
                scores[number] = max(scores.get(number, 0.0), weight * times)
        return scores


def _texts(entry: Suggestible) -> list[tuple[str, float]]:
    return [
        (entry.title, _TITLE),
        (entry.library, _LIBRARY),
        *((name, _EXCEPTION) for name in entry.exceptions),
        *((message, _MESSAGE) for message in entry.messages),
    ]
