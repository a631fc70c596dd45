"""The words: can they be rendered, are names spelled as their owners do, can a tired person read it?"""

from __future__ import annotations

import re
from collections.abc import Iterator

from app.content.body import Prose
from app.content.lint import spelling
from app.content.lint.context import Corpus
from app.content.lint.matching import slot_names
from app.content.parse import ParsedEntry
from app.content.problems import Problem, RenderError, Severity
from app.content.render import plain, render_inline, render_prose, render_title
from app.matching.placeholders import PLACEHOLDER

MAX_SENTENCE = 32  # words
MAX_SECTION = 150
MAX_MEANING = 2  # sentences
MAX_GRADE = 12.0  # school years (Flesch-Kincaid)
SAME_WORDS = 18  # a paragraph this long is not written twice by chance

_SENTENCE = re.compile(r"(?<=[.!?:;])[\"')\]]*\s+(?=[A-Z`\"'(])")
_WORD = re.compile(r"[A-Za-z][A-Za-z'’-]*")
_VOWELS = re.compile(r"[aeiouy]+")
_CODE = re.compile(r"`+[^`]+`+")
_FILLER = re.compile(
    r"\b(?:simply|obviously|of course|as we all know|it is important to note|please note|in order to|delve)\b", re.I
)


def check(entry: ParsedEntry, corpus: Corpus) -> Iterator[Problem]:
    del corpus
    slots = slot_names(entry)
    for text, line, key in _fields(entry):
        try:
            if key == "title":
                render_title(text, entry.path, line)
                yield from _title(entry, text, line, slots)
            else:
                render_inline(text, entry.path, line, slots)
                yield from _placeholders(entry, text, line, slots)
        except RenderError as error:
            yield from error.problems
        for wrong, right in spelling.misspelled(text):
            yield _warning(entry, line, "spelling", f"{wrong!r} is written {right!r}", "spell it so")
    for section in entry.body.sections:
        for block in section.prose:
            yield from _block(entry, block, slots)
        count = sum(len(_WORD.findall(b.text)) for b in section.prose)
        if count > MAX_SECTION:
            what = f"the section `{section.id}` has {count} words"
            yield _warning(entry, section.line, "length", what, f"say it in {MAX_SECTION}")
    yield from _meaning(entry, slots)
    yield from _grade(entry)


def check_together(corpus: Corpus) -> Iterator[Problem]:
    """No two entries with the same paragraph."""
    seen: dict[str, tuple[str, int]] = {}
    for slug, entry in corpus.entries.items():
        for section in entry.body.sections:
            for block in section.prose:
                for paragraph in block.text.split("\n\n"):
                    words = " ".join(_WORD.findall(paragraph)).lower()
                    if len(words.split()) < SAME_WORDS:
                        continue
                    other, line = seen.setdefault(words, (slug, block.line))
                    if (other, line) != (slug, block.line):
                        what = f"this paragraph stands in {other} too (line {line})"
                        yield Problem(entry.path, block.line, "repetition", what, "write what is special here, or link")


def _block(entry: ParsedEntry, block: Prose, slots: tuple[str, ...]) -> Iterator[Problem]:
    try:
        render_prose(block.text, slots, entry.path, block.line)
    except RenderError as error:
        yield from error.problems
    for offset, text in enumerate(block.text.split("\n")):
        yield from _placeholders(entry, text, block.line + offset, slots)
        for wrong, right in spelling.misspelled(text):
            yield _warning(entry, block.line + offset, "spelling", f"{wrong!r} is written {right!r}", "spell it so")
    for sentence in _sentences(block.text):
        count = len(_WORD.findall(sentence))
        if count > MAX_SENTENCE:
            what = f"a sentence of {count} words: {' '.join(sentence.split()[:6])} ..."
            yield _warning(entry, block.line, "length", what, "make two of it")
    found = _FILLER.search(block.text)
    if found:
        yield _warning(entry, block.line, "filler", f"{found[0]!r} says nothing", "leave it out")


def _title(entry: ParsedEntry, text: str, line: int, slots: tuple[str, ...]) -> Iterator[Problem]:
    for found in PLACEHOLDER.finditer(text):
        if found["name"] in slots or found["fallback"] is not None:
            what = f"`{found[0]}` stands in a title, where nothing is filled in"
            yield Problem(entry.path, line, "placeholder", what, "say it in words")


def _placeholders(entry: ParsedEntry, text: str, line: int, slots: tuple[str, ...]) -> Iterator[Problem]:
    """Shown with a value, `tensors{name}` would read `tensorsnumpy`."""
    words = _CODE.sub(lambda m: " " * len(m[0]), text)
    for found in PLACEHOLDER.finditer(words):
        before, after = words[max(found.start() - 1, 0) : found.start()], words[found.end() : found.end() + 1]
        if found["name"] in slots and (before.isalpha() or after.isalpha()):
            what = f"`{found[0]}` stands glued to a word"
            yield _warning(entry, line, "placeholder", what, "put a blank between them")


def _meaning(entry: ParsedEntry, slots: tuple[str, ...]) -> Iterator[Problem]:
    """The plain page, and every wording without that slot, have no value: a bare `{type}` reads `type` there."""
    line = entry.line("meaning")
    count = len(_sentences(entry.entry.meaning))
    if count > MAX_MEANING:
        what = f"`meaning` has {count} sentences"
        yield _warning(entry, line, "length", what, f"say what happened in {MAX_MEANING}")
    for found in PLACEHOLDER.finditer(_CODE.sub("", entry.entry.meaning)):
        if found["name"] in slots and found["fallback"] is None:
            what = f"`{found[0]}` says nothing where the paste gives no value"
            yield _warning(entry, line, "placeholder", what, f"write `{{{found['name']}|…}}` with words for that case")


def _grade(entry: ParsedEntry) -> Iterator[Problem]:
    text = "\n\n".join(plain(p) for s in entry.body.sections for b in s.prose for p in b.text.split("\n\n"))
    grade = reading_grade(text)
    if grade > MAX_GRADE:
        what = f"the prose reads like school year {grade:.0f}"
        yield _warning(entry, 1, "reading", what, f"shorter sentences and words bring it under {MAX_GRADE:.0f}")


def reading_grade(text: str) -> float:
    """Flesch-Kincaid grade level (Kincaid et al., 1975): 0.39 words/sentence + 11.8 syllables/word - 15.59."""
    words = _WORD.findall(text)
    if len(words) < 30:
        return 0.0
    syllables = sum(_syllables(w) for w in words)
    return 0.39 * len(words) / len(_sentences(text)) + 11.8 * syllables / len(words) - 15.59


def _syllables(word: str) -> int:
    lower = word.lower()
    count = len(_VOWELS.findall(lower))
    if lower.endswith("e") and not lower.endswith("le") and count > 1:
        count -= 1
    return max(count, 1)


def _sentences(text: str) -> list[str]:
    flat = [" ".join(p.split()) for p in re.split(r"\n\s*\n|\n\s*[-*]\s|\n\s*\d+\.\s", text)]
    return [s for p in flat for s in _SENTENCE.split(p) if s.strip()] or [""]


def _fields(entry: ParsedEntry) -> Iterator[tuple[str, int, str]]:
    """The sentences of the front-matter that are shown."""
    front = entry.entry
    for key in ("title", "meaning", "if_this", "prevention", "retired"):
        yield getattr(front, key), entry.line(key), key
    for index, cause in enumerate(front.causes):
        for key in ("title", "look_at"):
            yield getattr(cause, key), entry.line("causes", index, key), key
    for index, fix in enumerate(front.fixes):
        yield fix.title, entry.line("fixes", index, "title"), "title"
    for index, item in enumerate(front.not_fixes):
        for key in ("title", "result"):
            yield getattr(item, key), entry.line("not_fixes", index, key), key


def _warning(entry: ParsedEntry, line: int, code: str, what: str, todo: str) -> Problem:
    severity: Severity = "warning"
    return Problem(entry.path, line, code, what, todo, severity)
