"""What came of what in a paste, in the order of time, and whose frame failed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from app.paste.model import ExceptionInfo, Frame, Owner, Relation, Report

STEPS = 12
MOST_VISITED = 20_000
MESSAGE_WIDTH = 160

Mask = Callable[[str], str]

RELATIONS = {
    Relation.CAUSE: "directly caused",
    Relation.CONTEXT: "while this was being handled came",
    Relation.GROUP: "is a member of",
    Relation.WORKER: "was raised in a worker and raised again as",
    Relation.PRINTED: "was printed inside",
    Relation.SEPARATE: "and, in the same paste",
}


@dataclass(frozen=True, slots=True)
class Step:
    """One exception of the chain, in the order of time, and how the next one hangs on it."""

    type: str
    message: str
    line: int
    where: str  # "line 12 of train.py, in main (your code)"
    leads: str = ""  # "directly caused"; "" for the last
    is_answer: bool = False


def walk(report: Report) -> Iterator[ExceptionInfo]:
    """Every exception of the report; without recursion, as chains may be deep."""
    todo = list(reversed(report.exceptions))
    while todo:
        exception = todo.pop()
        yield exception
        todo.extend(child for _, child in reversed(exception.children))


def chain(report: Report, answer_line: int, mask: Mask) -> tuple[Step, ...]:
    """The exceptions in the order of time, what came first first; of very many the beginning and the end."""
    found: list[tuple[ExceptionInfo, str]] = []
    for root in report.exceptions[:STEPS]:
        if found:
            found[-1] = (found[-1][0], RELATIONS[Relation.SEPARATE])
        found += _in_time(root)
    if len(found) > STEPS:
        found = found[: STEPS // 2] + found[-STEPS // 2 :]
    return tuple(_step(exception, leads, answer_line, mask) for exception, leads in found)


def _in_time(root: ExceptionInfo) -> list[tuple[ExceptionInfo, str]]:
    """Each exception and how the next one hangs on it.  Post-order with a stack: children happened before parents."""
    steps: list[tuple[ExceptionInfo, str]] = []
    todo: list[tuple[ExceptionInfo, str, bool]] = [(root, "", False)]
    for _ in range(MOST_VISITED):
        if not todo:
            break
        exception, leads, opened = todo.pop()
        if opened or not exception.children:
            steps.append((exception, leads))
            continue
        todo.append((exception, leads, True))
        todo += [(child, RELATIONS[relation], False) for relation, child in reversed(exception.children)]
    return steps


def _step(exception: ExceptionInfo, leads: str, answer_line: int, mask: Mask) -> Step:
    message = exception.message.partition("\n")[0]
    if len(message) > MESSAGE_WIDTH:
        message = message[:MESSAGE_WIDTH] + " …"
    frame = exception.frames[-1] if exception.frames else None
    span = range(exception.line, max(exception.line, exception.end_line) + 1)
    return Step(
        mask(exception.type), mask(message), exception.line, mask(place(frame)) if frame else "", leads,
        bool(answer_line) and answer_line in span,
    )  # fmt: skip


def place(frame: Frame) -> str:
    """ "line 12 of train.py, in main": what a person needs to find it."""
    name = frame.path.replace("\\", "/").rstrip("/").rpartition("/")[2] or frame.path
    line = f"line {frame.lineno} of " if frame.lineno else ""
    function = f", in {frame.function}" if frame.function and frame.function != "<module>" else ""
    return f"{line}{name}{function}"


def blame(report: Report, answer_line: int) -> str:
    """Whose frame failed, of the exception the answer is about (or else the last one that has frames)."""
    framed = [e for e in walk(report) if e.frames]
    if not framed:
        return ""
    about = next((e for e in framed if e.line <= answer_line <= max(e.line, e.end_line)), framed[0])
    last = about.frames[-1]
    if last.owner is Owner.OWN:
        return f"It failed in your own code: {place(last)}."
    whose = last.library or "Python’s own code"
    own = next((f for f in reversed(about.frames) if f.owner is Owner.OWN), None)
    if own is None:
        return f"It failed inside {whose}; the paste shows none of your own lines."
    return f"It failed inside {whose}, called from your {place(own)}."
