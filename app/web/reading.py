"""The person's paste, read for them: which lines are whose, what was raised from what, and which lines decide.

Only lines that will be shown are masked and kept; a paste of a million lines makes a page of a few hundred.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from app.paste.model import ExceptionInfo, Frame, Line, Owner, Report
from app.web.chain import Mask, Step, blame, chain, walk

SHOWN_LINES = 240  # of a whole reading
FOLDED_LINES = 60  # of one fold
STRAY_RUN = 6  # stray lines in a row that are shown unfolded
LINE_WIDTH = 400  # characters
HEADER_LINES = 200


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
    has_id: bool = True  # several read lines may come from one line of the paste: the first carries its address
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
class Reading:
    blocks: tuple[Block, ...]
    chain: tuple[Step, ...]
    blame: str  # one sentence: whose frame failed
    left_out: int = 0


def read(report: Report, marks: Mapping[int, list[Mark]], answer_line: int, mask: Mask) -> Reading:
    """`marks` says by line number which causes a line speaks for; `answer_line` is where the recognised message is."""
    reader = _Reader(report, marks, answer_line, mask)
    blocks = reader.blocks()
    return Reading(blocks, chain(report, answer_line, mask), blame(report, answer_line), reader.left_out)


class _Reader:
    """One pass over the lines.  A line that is no start of anything belongs to what came before it."""

    def __init__(self, report: Report, marks: Mapping[int, list[Mark]], answer_line: int, mask: Mask) -> None:
        self.report = report
        self.marks = marks
        self.answer_line = answer_line
        self.mask = mask
        self.shared = {n for n, times in Counter(line.number for line in report.lines).items() if times > 1}
        frames = [f for e in walk(report) for f in e.frames if f.line]
        self.frames = {f.line: f for f in frames}
        self.owners = {(f.line, f.path): _whose(f) for f in frames}
        self.headers = _headers(report)
        self.stray = {line.number for line in report.stray}
        self.addressed: set[int] = set()
        self.budget = SHOWN_LINES
        self.left_out = 0

    def blocks(self) -> tuple[Block, ...]:
        runs = groupby(self._labelled(), key=lambda pair: pair[0])
        made = (self._block(kind, [line for _, line in run]) for kind, run in runs)
        return tuple(block for block in made if block.lines)

    def _labelled(self) -> Iterator[tuple[tuple[str, bool], Line]]:
        """Each line with what it is and whether it must be seen."""
        kind = "stray"
        for line in self.report.lines:
            found = self._start(line)
            if not found and not line.text.strip():
                continue
            kind = found or kind
            decides = bool(self._marks(line)) or self._is_answer(line)
            yield ("header" if self._is_answer(line) else kind, decides), line

    def _start(self, line: Line) -> str:
        """What begins on this line, "" for nothing."""
        if line.number in self.shared:
            return self._start_by_text(line)
        if line.number in self.headers:
            return "header"
        if line.number in self.frames:
            return _whose(self.frames[line.number])
        if line.number in self.stray:
            return "stray"
        return "link" if line.text.lstrip().startswith(_CONNECTORS) else ""

    def _start_by_text(self, line: Line) -> str:
        """Where one line of the paste holds many (escaped line breaks), numbers do not tell them apart."""
        text = line.text.strip()
        if text.startswith(_CONNECTORS):
            return "link"
        if text.startswith("File "):
            path = text[5:].strip().removeprefix('"').partition('"')[0]
            return self.owners.get((line.number, path), "")
        headers = self.headers.get(line.number)
        return "header" if headers and text.startswith(headers.type) else ""

    def _marks(self, line: Line) -> list[Mark]:
        marks = self.marks.get(line.number, [])
        if line.number in self.shared:
            return [m for m in marks if any(text in line.text for text in m.texts)]
        return marks

    def _is_answer(self, line: Line) -> bool:
        if line.number != self.answer_line:
            return False
        return line.number not in self.shared or self._start_by_text(line) == "header"

    def _block(self, label: tuple[str, bool], lines: list[Line]) -> Block:
        kind, decides = label
        in_frames = [self.frames[line.number] for line in lines if line.number in self.frames]
        library = kind == "library" and len(in_frames) > 1
        folded = not decides and (library or (kind == "stray" and len(lines) > STRAY_RUN))
        limit = min(FOLDED_LINES, self.budget // 2) if folded else self.budget
        kept = _ends(lines, max(0, limit))
        self.budget -= len(kept)
        self.left_out += len(lines) - len(kept)
        summary = ""
        if folded:
            summary = _library_summary(in_frames) if library else f"{len(lines):,} lines around the traceback"
        return Block(kind, tuple(self._line(line, kind) for line in kept), folded, summary, len(lines) - len(kept))

    def _line(self, line: Line, kind: str) -> ReadLine:
        text = line.text if len(line.text) <= LINE_WIDTH else line.text[:LINE_WIDTH] + " …"
        marks = self._marks(line)
        has_id = line.number not in self.addressed
        self.addressed.add(line.number)
        pieces = _pieces(self.mask(text), marks)
        return ReadLine(line.number, kind, pieces, tuple(marks), has_id, self._is_answer(line))


_CONNECTORS = ("Traceback (", "The above exception", "During handling of", "Original Traceback")


def _headers(report: Report) -> dict[int, ExceptionInfo]:
    """The lines of each exception's message."""
    headers: dict[int, ExceptionInfo] = {}
    for exception in walk(report):
        if exception.line:
            last = min(max(exception.line, exception.end_line), exception.line + HEADER_LINES)
            headers.update(dict.fromkeys(range(exception.line, last + 1), exception))
    return headers


def _whose(frame: Frame) -> str:
    return "own" if frame.owner is Owner.OWN else "library"


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


def marked_lines(hits: Sequence[tuple[int, Mark]]) -> dict[int, list[Mark]]:
    """The marks of each line, one for each cause it speaks for."""
    by_line: dict[int, list[Mark]] = defaultdict(list)
    for line, mark in hits:
        if line and all(other.cause != mark.cause for other in by_line[line]):
            by_line[line].append(mark)
    return dict(by_line)
