"""Will the matcher be able to use it, and will it leave other entries' messages alone?"""

from __future__ import annotations

from collections.abc import Iterator

from app.content.lint.context import Corpus
from app.content.parse import ParsedEntry
from app.content.problems import Problem
from app.matching.evidence import check_rule
from app.matching.model import EvidenceRule
from app.matching.patterns import PatternError
from app.matching.templates import FLOOR_LETTERS, FLOOR_WORDS, Template, TemplateError, parse_template


def check(entry: ParsedEntry) -> Iterator[Problem]:
    slots: list[str] = []
    for index, item in enumerate(entry.entry.message):
        line = entry.line("message", index, "text")
        try:
            template = parse_template(item.text)
        except TemplateError as error:
            what = f"the template is wrong at character {error.position + 1}: {error.what}"
            yield Problem(entry.path, line, "template", what, error.todo)
            continue
        slots += [s.name for s in template.slots]
        yield from _floor(entry, template, line)
    for number, cause in enumerate(entry.entry.causes):
        for index, rule in enumerate(cause.evidence):
            try:
                check_rule(EvidenceRule(rule.kind, rule.pattern, rule.weight), slots)
            except PatternError as error:
                line = entry.line("causes", number, "evidence", index)
                yield Problem(entry.path, line, "evidence", error.what, error.todo)


def slot_names(entry: ParsedEntry) -> tuple[str, ...]:
    """What the entry's wordings capture; templates that cannot be read capture nothing."""
    names: list[str] = []
    for item in entry.entry.message:
        try:
            names += [s.name for s in parse_template(item.text).slots]
        except TemplateError:
            continue
    return tuple(dict.fromkeys(names))


def check_together(corpus: Corpus) -> Iterator[Problem]:
    """No two entries with one template under the same conditions."""
    owners: dict[tuple[str, ...], str] = {}
    for slug, entry in corpus.entries.items():
        for index, item in enumerate(entry.entry.message):
            shape = _shape(item.text)
            if not shape:
                continue
            asked = (entry.entry.library, *sorted(entry.entry.exception)) if entry.entry.requires else ()
            key = (shape, *asked)
            other = owners.setdefault(key, slug)
            if other != slug:
                what = f"the entry {other} has this wording already"
                todo = "tell them apart with `requires` and `exception`, or make one of them"
                yield Problem(entry.path, entry.line("message", index, "text"), "collision", what, todo)


def _floor(entry: ParsedEntry, template: Template, line: int) -> Iterator[Problem]:
    if template.meets_floor() or entry.entry.requires:
        return
    what = f"the template has {template.letters} literal letters in {len(set(template.words))} whole words"
    todo = f"{FLOOR_LETTERS} in {FLOOR_WORDS} are needed, or add `requires: [exception, library]`"
    yield Problem(entry.path, line, "template-floor", what, todo)


def _shape(text: str) -> str:
    """A template without the names of its slots: what it matches."""
    try:
        nodes = parse_template(text).nodes
    except TemplateError:
        return ""
    return repr([getattr(n, "tight", None) or getattr(n, "type", None) or repr(n) for n in nodes])
