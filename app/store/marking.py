"""Where the words of a query stand in a text that is shown: marks in titles, the excerpt around the first one."""

from __future__ import annotations

from collections.abc import Sequence

from app.store.search_words import Word, fold, spots

EXCERPT = 180  # characters

Pieces = tuple[tuple[str, bool], ...]  # (text, whether a word of the query stands there)


class Marker:
    """Finds the words of a query in a text that is shown."""

    def __init__(self, asked: Sequence[Word]) -> None:
        self._forms = frozenset(f for w in asked for f in (w.whole, *w.pieces, w.stem) if f)
        last = asked[-1].whole
        self._last = last if len(last) > 1 else ""
        self._hints = tuple({f[: max(1, len(f) - 1)] for f in self._forms})  # a stem's last letter is its own

    def found(self, text: str) -> list[tuple[Word, int, int]]:
        folded = fold(text)
        if not any(hint in folded for hint in self._hints):
            return []
        return [spot for spot in spots(text) if self._is_meant(spot[0])]

    def distinct(self, text: str) -> int:
        return len({word.whole for word, _, _ in self.found(text)})

    def cut(self, text: str) -> Pieces:
        """The text in pieces, those of the query's words marked."""
        pieces: list[tuple[str, bool]] = []
        done = 0
        for _, start, end in self.found(text):
            if start > done:
                pieces.append((text[done:start], False))
            pieces.append((text[start:end], True))
            done = end
        if done < len(text):
            pieces.append((text[done:], False))
        return tuple(pieces)

    def window(self, text: str) -> str:
        """The part of a long text around its first word of the query."""
        if len(text) <= EXCERPT:
            return text
        found = self.found(text)
        start = max(0, found[0][1] - EXCERPT // 3) if found else 0
        start = text.rfind(" ", 0, start) + 1 if start else 0
        end = text.rfind(" ", start, start + EXCERPT)
        end = end if end > start else start + EXCERPT
        return f"{'…' if start else ''}{text[start:end]}{'…' if end < len(text) else ''}"

    def _is_meant(self, word: Word) -> bool:
        if not self._forms.isdisjoint(word.forms):
            return True
        return bool(self._last) and any(form.startswith(self._last) for form in word.forms)
