"""What counts as a word in the search box, and under which forms it is found.

People type what they see: `E050`, `WinError 126`, `Errno 98`, `exit code -9`, `torch.nn.Linear`, `KeyError`, `mat1`.
So `_ . : / -` join a word and also part it; a name is found whole, by its ends and by its pieces; capitals within a
name part it too; plain words are found by their stem.  Pure, and linear in the text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from whoosh.lang.porter import stem

MAX_QUERY = 1_000  # characters of a query that are read
MAX_WORDS = 12
MAX_WORD = 60
_MAX_PIECES = 8

_TOKEN = re.compile(r"(?<![\w-])-\d+(?!\w)|\w+(?:[.:/@+-]+\w+)*")
_JOINT = re.compile(r"[.:/@+_-]+")
_HUMP = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\dA-Za-z_]+")
_SMALL = (
    "a an and are as at be by can do does fix for from get getting has have help how i in is it its me my of on or"
    " please solve that the this to was what when why with you your"
)
_STOP = frozenset(re.findall(r"\w+", _SMALL))


@dataclass(frozen=True, slots=True)
class Word:
    whole: str  # lower case
    pieces: tuple[str, ...]  # what a compound is made of, () for a plain word
    ends: tuple[str, ...]  # of a compound, the longest first: `nn.linear`, `linear`
    parts: tuple[str, ...]  # those of them between joints: `torch`, `nn`, `linear`, but not the `error` of `KeyError`
    stem: str  # "" when it is the word itself
    forms: tuple[str, ...]  # everything it is indexed under


def words(text: str) -> Iterator[Word]:
    """The words of a text, in order."""
    for word, _, _ in spots(text):
        yield word


def spots(text: str) -> Iterator[tuple[Word, int, int]]:
    """The words of a text and where each stands."""
    for found in _TOKEN.finditer(text):
        yield _word(found[0][: MAX_WORD * 2]), found.start(), found.end()


def indexed(text: str) -> str:
    """All forms of all words, as the index takes them."""
    return " ".join(form for word in words(text) for form in word.forms)


def query_words(query: str) -> tuple[Word, ...]:
    """The words asked for, each once, at most MAX_WORDS; small words only when there are no others."""
    found: dict[str, Word] = {}
    for word in words(query[:MAX_QUERY]):
        if len(word.whole) <= MAX_WORD:
            found.setdefault(word.whole, word)
    telling = [w for w in found.values() if w.whole not in _STOP]
    return tuple((telling or list(found.values()))[:MAX_WORDS])


def joined(first: Word, second: Word) -> Word:
    """Two words as one: `hugging face` is `huggingface` to its library."""
    return _word(first.whole + second.whole)


@lru_cache(maxsize=8192)
def _word(text: str) -> Word:
    whole = fold(text)
    if text.startswith("-"):
        return Word(whole, (whole[1:],), (), (), "", (whole, whole[1:]))
    joints = list(_JOINT.finditer(text))[:_MAX_PIECES]
    ends = tuple(fold(text[j.end() :]) for j in joints if text[j.end() :])
    pieces: list[str] = []
    parts = [part for part in _JOINT.split(text)[: _MAX_PIECES + 1] if part]
    for part in parts:
        humps = _HUMP.findall(part)
        pieces += [part, *humps] if len(humps) > 1 and not _is_code(part) else [part]
    folded = tuple(dict.fromkeys(fold(p) for p in pieces if p and fold(p) != whole))
    stemmed = _stem(whole)
    stems = (stemmed,) if stemmed else ()
    loose = tuple(dict.fromkeys(fold(p) for p in parts if len(p) > 1)) if joints else ()
    return Word(whole, folded, ends, loose, stemmed, tuple(dict.fromkeys((whole, *ends, *folded, *stems))))


def fold(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def _is_code(part: str) -> bool:
    """`E050`, `mat1`: a few letters and then digits are one name; `WinError126` is not."""
    return bool(re.fullmatch(r"[A-Za-z]{1,4}\d+", part))


def _stem(word: str) -> str:
    if len(word) < 4 or not word.isascii() or not word.isalpha():
        return ""
    stemmed = str(stem(word))
    return stemmed if stemmed != word else ""
