"""The places in a paste where a message may stand: every exception, every note, every stray line."""

from __future__ import annotations

from collections.abc import Iterator

from app.matching.model import PLACE
from app.paste.lazy import lazy
from app.paste.model import ExceptionInfo, Frame, Line, Relation, Report
from app.records import record

MAX_SITES = 64
MAX_MESSAGE = 6_000  # characters of one message that are looked at
MAX_STRAY_LINES = 4_000
MAX_LINE = 1_000
MAX_PLACES = 5
CUT_MESSAGE = 10  # characters: of a message shorter than that, the frame that raised it says more
_CALLED = lazy(r"(?<![\w.])([A-Za-z_]\w*)\(")


@record
class Site:
    """A message and where it stands.  `order` grows with the time it was raised: causes before what they caused."""

    type: str  # as printed; "" for a stray line
    text: str
    line: int
    order: int
    depth: int = 0  # how far below the root of its chain
    root: int = -1  # which root of the report it belongs to; -1 for stray lines
    exception: ExceptionInfo | None = None
    frames: tuple[Frame, ...] = ()  # its own, or those of what carries it when it has none
    relation: Relation | None = None  # to its parent

    @property
    def places(self) -> tuple[str, ...]:
        """Where a message was raised that the paste does not hold, or only the first letters of, as wordings name it:
        the deepest frame, and what its source line calls, taken to be of the same module."""
        deepest = self.exception.frames[-1] if self.exception and self.exception.frames else None
        if len(self.text.strip()) >= CUT_MESSAGE or deepest is None or not deepest.module:
            return ()
        functions = [deepest.function, *_CALLED.findall(deepest.source[:MAX_LINE])]
        return tuple(dict.fromkeys(f"{PLACE}{deepest.module}:{name}" for name in functions if name))[:MAX_PLACES]


def exception_sites(report: Report) -> list[Site]:
    """Every exception of the report, the first raised first."""
    sites: list[Site] = []
    for root, exception in enumerate(report.exceptions):
        for info, depth, relation, frames in _walk(exception, 0, None, ()):
            if len(sites) >= MAX_SITES:
                return sites
            sites.append(
                Site(info.type, info.message[:MAX_MESSAGE], info.line, len(sites), depth, root, info, frames, relation)
            )
    return sites


def _walk(
    info: ExceptionInfo, depth: int, relation: Relation | None, above: tuple[Frame, ...]
) -> Iterator[tuple[ExceptionInfo, int, Relation | None, tuple[Frame, ...]]]:
    """Children first: they were raised before what carries them.  Iterative, for chains of any depth."""
    stack = [(info, depth, relation, above, False)]
    while stack:
        info, depth, relation, above, opened = stack.pop()
        frames = info.frames or above
        if opened:
            yield info, depth, relation, frames
            continue
        stack.append((info, depth, relation, above, True))
        stack.extend((child, depth + 1, how, frames, False) for how, child in reversed(info.children))


def stray_sites(report: Report) -> list[Site]:
    """Every line outside tracebacks once, each with the lines after it: a message may go on."""
    seen: set[str] = set()
    sites: list[Site] = []
    lines = report.stray[:MAX_STRAY_LINES]
    for index, line in enumerate(lines):
        text = line.text.strip()[:MAX_LINE]
        if len(text) < 4 or text in seen:
            continue
        seen.add(text)
        sites.append(Site("", text, line.number, index))
    return sites


def following(report: Report, number: int, count: int = 30) -> tuple[Line, ...]:
    """The stray lines from `number` on."""
    return tuple(line for line in report.stray if number <= line.number < number + count)
