"""The person's paste, read for them: which lines are whose, what was raised from what, and which lines decide.

Only lines that will be shown are masked and kept; a paste of a million lines makes a page of a few hundred.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from app.paste.model import ExceptionInfo, Frame, Line, Owner, Relation, Report

SHOWN_LINES = 240  # of a whole reading
FOLDED_LINES = 60  # of one fold
STRAY_RUN = 6  # stray lines in a row that are shown unfolded
LINE_WIDTH = 400  # characters
CHAIN_STEPS = 12

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
class Mark:
    """Why a line decides: the cause it speaks for."""

    cause: str  # id
    title: str
    texts: tuple[str, ...] = ()  # the parts of the line that say so, in order; none for all of it


@dataclass(frozen=True, slots=True)
class ReadLine:
    number: int  # in the paste as given
    kind: str  # own | library | header | link | stray
    pieces: tuple[tuple[str, bool], ...]  # (text, marked)
    marks: tuple[Mark, ...] = ()
    is_answer: bool = False  # the line that carries the message the answer is about


@dataclass(frozen=True, slots=True)
class Block:
    """Lines of one kind in a row; folded ones are shown on request."""

    kind: str
    lines: tuple[ReadLine, ...]
    folded: bool = False
    summary: str = ""
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class Step:
    """One exception of the chain, in the order of time, and how the next one hangs on it."""

    type: str
    message: str
    line: int
    where: str  # "line 12 of train.py, in main (your code)"
    leads: str = ""  # "directly caused"; "" for the last
    is_answer: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    blocks: tuple[Block, ...]
    chain: tuple[Step, ...]
    blame: str  # one sentence: whose frame failed
    left_out: int = 0


def read(report: Report, marks: dict[int, list[Mark]], answer_line: int, mask: Mask) -> Reading:
    """`marks` says by line number which causes a line speaks for; `answer_line` is where the recognised message is."""
    kinds, frames = _kinds(report)
    blocks: list[Block] = []
    budget = SHOWN_LINES
    left_out = 0
    for kind, run in groupby(_labelled(report.lines, kinds, marks, answer_line), key=lambda pair: pair[0]):
        lines = [line for _, line in run]
        block = _block(kind, lines, frames, marks, answer_line, mask, budget)
        shown = len(block.lines)
        budget -= shown
        left_out += block.left_out
        if shown:
            blocks.append(block)
    return Reading(tuple(blocks), chain(report, answer_line, mask), blame(report, answer_line), left_out)


def _kinds(report: Report) -> tuple[dict[int, str], dict[int, Frame]]:
    """What starts at which line: a frame of whom, a header, a stray line.  Lines between belong to what came before."""
    starts: dict[int, str] = {line.number: "stray" for line in report.stray}
    frames: dict[int, Frame] = {}
    for exception in walk(report):
        for frame in exception.frames:
            if frame.line:
                starts[frame.line] = "own" if frame.owner is Owner.OWN else "library"
                frames[frame.line] = frame
    for exception in walk(report):
        if exception.line:
            for number in range(exception.line, min(exception.end_line, exception.line + 200) + 1):
                starts[number] = "header"
            starts[exception.line] = "header"
    return starts, frames


def walk(report: Report) -> Iterator[ExceptionInfo]:
    """Every exception of the report; without recursion, as chains may be deep."""
    todo = list(reversed(report.exceptions))
    while todo:
        exception = todo.pop()
        yield exception
        todo.extend(child for _, child in reversed(exception.children))


_CONNECTORS = ("Traceback (", "The above exception", "During handling of", "Original Traceback")


def _labelled(
    lines: Sequence[Line], kinds: dict[int, str], marks: dict[int, list[Mark]], answer_line: int
) -> Iterator[tuple[str, Line]]:
    kind = "stray"
    for line in lines:
        if line.number in kinds:
            kind = kinds[line.number]
        elif line.text.lstrip().startswith(_CONNECTORS):
            kind = "link"
        elif not line.text.strip():
            continue
        if line.number == answer_line:
            yield "header", line
        elif kind == "library" and line.number in marks:
            yield "library-marked", line
        elif kind == "stray" and line.number in marks:
            yield "stray-marked", line
        else:
            yield kind, line


def _block(
    kind: str,
    lines: list[Line],
    frames: dict[int, Frame],
    marks: dict[int, list[Mark]],
    answer_line: int,
    mask: Mask,
    budget: int,
) -> Block:
    plain = kind.removesuffix("-marked")
    in_frames = [frames[line.number] for line in lines if line.number in frames]
    folded = (kind == "library" and len(in_frames) > 1) or (kind == "stray" and len(lines) > STRAY_RUN)
    limit = min(FOLDED_LINES, budget // 2) if folded else budget
    kept = _ends(lines, max(0, limit))
    shown = tuple(_line(line, plain, marks.get(line.number, []), line.number == answer_line, mask) for line in kept)
    summary = ""
    if folded:
        summary = _library_summary(in_frames) if plain == "library" else f"{len(lines):,} lines around the traceback"
    return Block(plain, shown, folded, summary, len(lines) - len(kept))


def _ends(lines: list[Line], limit: int) -> list[Line]:
    """The first and the last of them, where not all fit."""
    if len(lines) <= limit:
        return lines
    head = limit // 2
    return lines[:head] + lines[len(lines) - (limit - head) :]


def _library_summary(frames: list[Frame]) -> str:
    names = list(dict.fromkeys(f.library or f.module.partition(".")[0] or "Python" for f in frames))
    shown = ", ".join(names[:3]) + ("…" if len(names) > 3 else "")
    return f"{len(frames)} frames in {shown}"


def _line(line: Line, kind: str, marks: list[Mark], is_answer: bool, mask: Mask) -> ReadLine:
    text = line.text
    if len(text) > LINE_WIDTH:
        text = text[:LINE_WIDTH] + " …"
    text = mask(text)
    return ReadLine(line.number, kind, _pieces(text, marks), tuple(marks), is_answer)


def _pieces(text: str, marks: list[Mark]) -> tuple[tuple[str, bool], ...]:
    """The line cut so that what decides can be marked: the parts that say so, else all but the indent."""
    if not marks:
        return ((text, False),)
    pieces: list[tuple[str, bool]] = []
    rest = text
    for wanted in next((m.texts for m in marks if m.texts), ()):
        before, found, after = rest.partition(wanted)
        if found:
            pieces += [(before, False), (found, True)]
            rest = after
    if not pieces:
        before, found, rest = text.partition(text.strip())
        pieces = [(before, False), (found, True)]
    return tuple(piece for piece in (*pieces, (rest, False)) if piece[0])


def chain(report: Report, answer_line: int, mask: Mask) -> tuple[Step, ...]:
    """All exceptions in the order of time: what came first stands first."""
    steps: list[Step] = []
    roots = report.exceptions[:CHAIN_STEPS]
    for position, root in enumerate(roots):
        if position and steps:
            steps[-1] = replace(steps[-1], leads=RELATIONS[Relation.SEPARATE])
        steps += _steps(root, answer_line, mask)
        if len(steps) >= CHAIN_STEPS:
            break
    return tuple(steps[:CHAIN_STEPS])


def _steps(root: ExceptionInfo, answer_line: int, mask: Mask) -> list[Step]:
    """Post-order over the tree, with a stack: children happened before what carries them."""
    steps: list[Step] = []
    todo: list[tuple[ExceptionInfo, str, bool]] = [(root, "", False)]
    seen = 0
    while todo and len(steps) < CHAIN_STEPS and seen < 50 * CHAIN_STEPS:
        exception, leads, opened = todo.pop()
        seen += 1
        if opened or not exception.children:
            steps.append(_step(exception, leads, answer_line, mask))
            continue
        todo.append((exception, leads, True))
        for relation, child in reversed(exception.children[:CHAIN_STEPS]):
            todo.append((child, RELATIONS[relation], False))
    return steps


def _step(exception: ExceptionInfo, leads: str, answer_line: int, mask: Mask) -> Step:
    message = exception.message.partition("\n")[0]
    if len(message) > 160:
        message = message[:160] + " …"
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


def marked_lines(hits: Sequence[tuple[int, Mark]]) -> dict[int, list[Mark]]:
    """The marks of each line, one for each cause it speaks for."""
    by_line: dict[int, list[Mark]] = defaultdict(list)
    for line, mark in hits:
        if line and all(other.cause != mark.cause for other in by_line[line]):
            by_line[line].append(mark)
    return dict(by_line)
