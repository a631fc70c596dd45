"""Whether what came out proves what the entry says: one function for each thing that is asked.

Each returns what is wrong, said so that the entry's editor can act on it; an empty list is a proof.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from app.content.parse import ParsedEntry
from app.content.problems import Problem, Severity
from app.content.proof.answers import Answers, first_cause, said
from app.content.proof.environments import Environment
from app.content.proof.examples import Example, Outcome
from app.content.proof.lock import distribution
from app.matching.versions import condition_of, parse_condition, version_holds
from app.result import Result

MIN_PASTES = 2  # that hold a cause which cannot be run
SLOW = 8.0  # seconds of processor time that an example should not take
_SYNTAX = frozenset({"SyntaxError", "IndentationError", "TabError"})
_UNTOLD = "cannot-tell"
# A check may hold a name that only the mended program makes: then the two cannot be told apart line by line.
_UNFIT = ("NameError", "UnboundLocalError", "SyntaxError", "IndentationError", "TabError")


@dataclass(slots=True)
class Seen:
    """What the texts of one entry showed: wordings raised, evidence fired, causes that evidence put first."""

    wordings: set[str] = field(default_factory=set)
    fired: set[tuple[str, str, str]] = field(default_factory=set)  # cause, kind, pattern
    told: set[str] = field(default_factory=set)


def judge_run(entry: ParsedEntry, example: Example, outcome: Outcome) -> list[Problem]:
    """Did it end the way its role says?"""
    problem = _ended(example, outcome)
    found = [_problem(entry, example.line, "proof-" + example.role, problem[0], problem[1])] if problem else []
    if not problem and outcome.cpu > SLOW:
        what = f"{example.name} takes {outcome.cpu:.0f} s of processor time"
        found.append(_problem(entry, example.line, "proof-slow", what, "shorten it", "warning"))
    if not problem and example.role == "runs" and "assert" not in example.code and not example.console:
        what = f"{example.name} runs, but asserts nothing"
        found.append(_problem(entry, example.line, "proof-runs", what, "assert what harm it does"))
    syntax = _SYNTAX.issuperset(entry.entry.exception)  # there, that it runs is what right is
    if not problem and example.role == "fixed" and "assert" not in example.code and not example.console and not syntax:
        what = f"{example.name} asserts nothing"
        found.append(_problem(entry, example.line, "proof-assert", what, "assert what right is", "warning"))
    return found


def _ended(example: Example, outcome: Outcome) -> tuple[str, str] | None:
    if outcome.problem:
        return f"{example.name} could not be run: {outcome.problem}", ""
    if outcome.timed_out:
        return f"{example.name} did not end within its time", "shorten it"
    if example.role == "raises":
        return _did_raise(example, outcome)
    if outcome.code != (example.exits or 0):
        return f"{example.name} ends with {_status(outcome)}: {last_line(outcome.err or outcome.out)}", "mend it"
    if example.role == "fixed" and outcome.err.strip():
        return f"{example.name} prints on stderr: {last_line(outcome.err)}", "a fixed program is silent there"
    return None


def _did_raise(example: Example, outcome: Outcome) -> tuple[str, str] | None:
    if example.exits is not None and outcome.code != example.exits:
        return f"{example.name} ends with {_status(outcome)} instead of exit status {example.exits}", ""
    if example.exits is None and outcome.code == 0:
        return f"{example.name} raises nothing", "write exit=0 if it only prints the error"
    if not outcome.out.strip():
        return f"{example.name} ends with {_status(outcome)} and prints nothing", ""
    return None


def judge_output(entry: ParsedEntry, cause: str, text: str, line: int, answers: Answers, seen: Seen) -> list[Problem]:
    """Looking the output of a broken program up must give this entry, word for word, and no other cause on evidence."""
    result = answers(text)
    found = _right_entry(entry, f"the output of {cause}", line, result)
    if found:
        return found
    wordings = answers.wordings(text, entry.slug)
    seen.wordings.update(wordings)
    if not wordings:
        message = result.match.message[:160] if result.match else ""
        what = f"the output of {cause} fits no wording of this entry word for word: {message}"
        found.append(_problem(entry, line, "proof-wording", what, "mend the template"))
    return found + _right_cause(entry, cause, f"the output of {cause}", line, result, seen)


def judge_versions(entry: ParsedEntry, example: Example, text: str, env: Environment, answers: Answers) -> list[Problem]:
    """A wording that a program raised must be of versions that hold for what it was raised with."""
    raised = set(answers.wordings(text, entry.slug))
    refused: list[Problem] = []
    for index, wording in enumerate(entry.entry.message):
        if wording.text not in raised:
            continue
        against = _excluded(wording.versions, entry.entry.library, env)
        if not against:
            return []
        what = f"{example.name} raises this wording with {against}; its `versions` say {wording.versions}"
        line = entry.line("message", index)
        refused.append(_problem(entry, line, "proof-versions", what, "mend the bounds, or add the wording of that version"))
    return refused


def _excluded(versions: str, library: str, env: Environment) -> str:
    """The version in `env` for which the bounds do not hold; "" where they hold, or nothing is known."""
    if not versions:
        return ""
    name, clauses = parse_condition(condition_of(library, versions))
    seen = env.release if name == "python" else env.version_of(distribution(name))
    return f"{name} {seen}" if seen and not version_holds(seen, clauses) else ""


def judge_paste(entry: ParsedEntry, name: str, text: str, answers: Answers, seen: Seen) -> list[Problem]:
    """A paste kept as `<cause>.<n>.txt`, or as `cannot-tell.<n>.txt` where no cause may stand first on evidence."""
    cause = name.partition(".")[0]
    where = f"content/pastes/{entry.slug}/{name}"
    causes = [c.id for c in entry.entry.causes]
    if cause != _UNTOLD and cause not in causes:
        what = f"{where} is named after no cause"
        return [_problem(entry, 1, "paste", what, f"the causes are {', '.join(causes)}, else {_UNTOLD}")]
    result = answers(text)
    found = _right_entry(entry, where, 1, result)
    if found:
        return found
    seen.wordings.update(answers.wordings(text, entry.slug))
    return _right_cause(entry, cause, where, 1, result, seen)


def _right_entry(entry: ParsedEntry, what: str, line: int, result: Result) -> list[Problem]:
    if result.match is not None and result.match.slug == entry.slug:
        return []
    todo = "the template does not fit the message" if said(result) == "unknown" else "see which template is too wide"
    return [_problem(entry, line, "proof-lookup", f"{what} is looked up as {said(result)}, not as {entry.slug}", todo)]


def _right_cause(entry: ParsedEntry, cause: str, what: str, line: int, result: Result, seen: Seen) -> list[Problem]:
    assert result.match is not None
    first = first_cause(result)
    for answer in result.match.causes:
        if answer.id == cause or cause == _UNTOLD:
            seen.fired.update((answer.id, hit.kind, hit.pattern) for hit in answer.evidence)
    if first is None or first.id == cause:
        seen.told.update([cause] if first else [])
        return []
    rules = ", ".join(f"{hit.kind}: {hit.pattern}" for hit in first.evidence)
    where = f"{what} gives {first.id} first" + (f", not {cause}" if cause != _UNTOLD else "; it should tell nothing")
    line = entry.line("causes", next(i for i, c in enumerate(entry.entry.causes) if c.id == first.id), "evidence")
    return [_problem(entry, line, "proof-cause", f"{where}, on {rules}", "narrow that evidence or raise the other's")]


class Return(StrEnum):
    """What taking the fix back showed."""

    BACK = "taken back, the error is back"
    NOTICED = "taken back, a check notices"
    UNFIT = "not taken back: the programs differ in more than the fix"
    GONE = "taken back, the error stays away"
    ELSE = "taken back, another error comes"


def returned(entry: ParsedEntry, outcome: Outcome, answers: Answers) -> Return:
    """With the mending undone and the checks left in: is the error back?"""
    match = answers(outcome.out).match
    if outcome.code == 0:
        return Return.GONE
    if match is not None and match.slug == entry.slug:
        return Return.BACK
    if "\nAssertionError" in outcome.out:
        return Return.NOTICED
    return Return.UNFIT if last_line(outcome.out).startswith(_UNFIT) else Return.ELSE


def judge_taken_back(
    entry: ParsedEntry, example: Example, outcome: Outcome, alone: bool, answers: Answers
) -> list[Problem]:
    """All mending undone brings the error back; one change of several may also lead to another error."""
    if outcome.problem or outcome.timed_out:
        return [_problem(entry, example.line, "proof-taken-back", f"{example.name} did not end", "")]
    if alone:
        if outcome.code != 0:
            return []
        what = f"{example.key}: without this change alone nothing is raised"
        todo = "if it is no part of the fix, make it in both programs"
        return [_problem(entry, example.line, "proof-unneeded", what, todo, "warning")]
    if returned(entry, outcome, answers) not in (Return.GONE, Return.ELSE):
        return []
    shown = last_line(outcome.out) or "nothing"
    what = f"{example.key}: taking the fix back, with the checks left in, gives {shown}"
    return [_problem(entry, example.line, "proof-taken-back", what, "the error must be back")]


def judge_entry(entry: ParsedEntry, pastes: dict[str, str], seen: Seen) -> Iterator[Problem]:
    """What has to hold for the entry as a whole, once all its texts were looked up."""
    yield from _proved_or_excused(entry, pastes)
    yield from _wordings_known(entry, seen)
    yield from _evidence_fires(entry, seen)
    yield from _causes_told(entry, seen)


def _proved_or_excused(entry: ParsedEntry, pastes: dict[str, str]) -> Iterator[Problem]:
    for index, cause in enumerate(entry.entry.causes):
        section = entry.body.section(cause.id)
        line = entry.line("causes", index)
        raises = section.programs("raises") if section else ()
        own = sum(name.partition(".")[0] == cause.id for name in pastes)
        held = own + sum(name.partition(".")[0] == _UNTOLD for name in pastes)
        if not raises and cause.not_reproducible is None:
            what = f"{cause.id} has no program that raises it"
            yield _problem(entry, line, "proof-missing", what, "write one or say why not")
        if raises and section and not section.programs("fixed"):
            yield _problem(entry, line, "proof-missing", f"{cause.id} has no fixed program", "write it")
        if not raises and (held < MIN_PASTES or not own):
            what = f"{cause.id} cannot be run and has {held} of the two pastes that must hold it, {own} of its own"
            yield _problem(entry, line, "proof-pastes", what, f"add content/pastes/{entry.slug}/{cause.id}.<n>.txt")
    for index, wrong in enumerate(entry.entry.not_fixes):
        section = entry.body.section(wrong.id)
        role = "raises" if wrong.outcome == "raises" else "runs"
        if wrong.not_reproducible is None and not (section and section.programs(role)):
            line = entry.line("not_fixes", index)
            yield _problem(
                entry, line, "proof-missing", f"{wrong.id} has no program with `{role}`", "write it or say why not"
            )


def _wordings_known(entry: ParsedEntry, seen: Seen) -> Iterator[Problem]:
    for index, wording in enumerate(entry.entry.message):
        if wording.text not in seen.wordings and not wording.source:
            line = entry.line("message", index)
            what = f"no example raises this wording: {wording.text.splitlines()[0][:100]}"
            yield _problem(entry, line, "proof-wording", what, "raise it in some environment, or add `source:`")


def _evidence_fires(entry: ParsedEntry, seen: Seen) -> Iterator[Problem]:
    for index, cause in enumerate(entry.entry.causes):
        for number, rule in enumerate(cause.evidence):
            if (cause.id, rule.kind, rule.pattern) not in seen.fired:
                line = entry.line("causes", index, "evidence", number)
                what = (
                    f"this evidence of {cause.id} fires on none of its proofs and pastes: {rule.kind}: {rule.pattern}"
                )
                yield _problem(entry, line, "proof-evidence", what, "mend it, or add a paste that it is for")


def _causes_told(entry: ParsedEntry, seen: Seen) -> Iterator[Problem]:
    for index, cause in enumerate(entry.entry.causes):
        if len(entry.entry.causes) > 1 and cause.id not in seen.told and not cause.look_at:
            line = entry.line("causes", index)
            what = f"no paste tells {cause.id} from the others, and it does not say what to look at"
            yield _problem(entry, line, "proof-told", what, "add `look_at`")


def last_line(text: str) -> str:
    """The last line that says something, shortened."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1][:200] if lines else ""


def _status(outcome: Outcome) -> str:
    return f"signal {-outcome.code}" if outcome.code < 0 else f"exit status {outcome.code}"


def _problem(entry: ParsedEntry, line: int, code: str, what: str, todo: str, severity: Severity = "error") -> Problem:
    return Problem(entry.path, line, code, what, todo, severity)
