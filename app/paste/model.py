"""What reading a paste yields: a tree of exceptions, the stray lines around them, and facts read on the way.

Pure data.  Every element carries the number of the line *in the person's own text* it was read from, so that
whatever is said about it can be shown where they pasted it.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from app.records import made, record


class Owner(StrEnum):
    """Whose code a frame runs: the person's, a library's, or the interpreter's own (importlib, runpy, stdlib)."""

    OWN = "own"
    LIBRARY = "library"
    INTERPRETER = "interpreter"


class Relation(StrEnum):
    """How an exception hangs together with the one that carries it (PEP 3134, PEP 654, and the wild)."""

    CAUSE = "cause"  # "The above exception was the direct cause of ..."
    CONTEXT = "context"  # "During handling of the above exception, another exception occurred"
    GROUP = "group"  # a member of an exception group
    WORKER = "worker"  # re-raised by a parent: DataLoader, multiprocessing, joblib, Ray
    PRINTED = "printed"  # text of an exception inside another one's message or a wrapper's output
    SEPARATE = "separate"  # stands in the same paste with no stated relation


@record
class Line:
    """One normalised line and where it came from: `number` is 1-based in the paste as given.

    `columns` maps an offset in `text` to a (line, column) of the paste, both 0-based column, as breakpoints
    `(offset, line number, column)`; a line that was only shortened on the left has one breakpoint.
    """

    number: int
    text: str
    columns: tuple[tuple[int, int, int], ...] = ()  # empty: the paste's own line, unchanged

    def locate(self, offset: int) -> tuple[int, int]:
        """(line, column) in the paste of a character of `text`."""
        at, number, column = 0, self.number, 0
        for start, line, col in self.columns:
            if start > offset:
                break
            at, number, column = start, line, col
        return number, column + offset - at


@record
class Frame:
    """One `File "...", line N, in f` and its source line; `line` is where it stands in the paste."""

    path: str
    lineno: int | None
    function: str
    source: str = ""
    caret: tuple[int, int] | None = None  # span in `source` that carets underline
    owner: Owner = Owner.OWN
    module: str = ""  # dotted guess from the path: "torch.nn.modules.linear"; "" when unknown
    library: str = ""  # distribution folder under site-packages: "torch"; "" for own code
    line: int = 0  # of the File line
    source_line: int = 0  # of the source line, 0 when the paste has none
    context: tuple[Line, ...] = ()  # further source lines shown around it (notebooks, pytest)


@record
class ExceptionInfo:
    """One exception as printed.  `type` as printed ("torch.cuda.OutOfMemoryError"), `name` its last part."""

    type: str
    message: str
    line: int  # of the header line in the paste; 0 if it was never printed
    end_line: int = 0
    frames: tuple[Frame, ...] = ()
    notes: tuple[str, ...] = ()  # the lines of `message` below its first: notes, or more message (they look alike)
    children: tuple[tuple[Relation, ExceptionInfo], ...] = ()  # what came before it or lies within it
    truncated: bool = False  # the message was cut off by the paste's end
    partial_head: bool = False  # the paste starts within this traceback

    @property
    def name(self) -> str:
        return self.type.rpartition(".")[2]

    def walk(self) -> Iterator[ExceptionInfo]:
        """This one, then everything below it, innermost last."""
        yield self
        for _, child in self.children:
            yield from child.walk()


@record
class Facts:
    """What the paste gives away about where it ran.  Absent means the paste does not say."""

    python: str = ""  # "3.12"
    versions: tuple[tuple[str, str], ...] = ()  # (distribution, version)
    system: str = ""  # "windows" | "linux" | "macos"
    tags: frozenset[str] = frozenset()  # "jupyter", "docker", "conda", "gpu", "distributed", "pytest", "colab", "pip"


@record
class Report:
    """A paste, read.  `exceptions` are the roots in the order printed; each holds its own chain below it."""

    lines: tuple[Line, ...]
    exceptions: tuple[ExceptionInfo, ...] = ()
    stray: tuple[Line, ...] = ()  # every line that is no part of a traceback, in order
    facts: Facts = made(default_factory=Facts)
    libraries: tuple[str, ...] = ()  # seen in frames or module paths, nearest to the failure first

    def walk(self) -> Iterator[ExceptionInfo]:
        for root in self.exceptions:
            yield from root.walk()
