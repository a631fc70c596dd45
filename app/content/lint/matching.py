"""Will the matcher be able to use its templates and evidence?"""

from __future__ import annotations

from collections.abc import Iterator

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


def is_usable(entry: ParsedEntry) -> bool:
    """Can it be looked up at all?"""
    return all(problem.code == "template-floor" for problem in check(entry))


def slot_names(entry: ParsedEntry) -> tuple[str, ...]:
    """What the entry's wordings capture; templates that cannot be read capture nothing."""
    names: list[str] = []
    for item in entry.entry.message:
        try:
            names += [s.name for s in parse_template(item.text).slots]
        except TemplateError:
            continue
    return tuple(dict.fromkeys(names))


def _floor(entry: ParsedEntry, template: Template, line: int) -> Iterator[Problem]:
    if template.meets_floor() or entry.entry.requires:
        return
    what = f"the template has {template.letters} literal letters in {len(set(template.words))} whole words"
    todo = f"{FLOOR_LETTERS} in {FLOOR_WORDS} are needed, or add `requires: [exception, library]`"
    yield Problem(entry.path, line, "template-floor", what, todo)
