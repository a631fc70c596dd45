"""An exception while it is being read, and how it becomes part of the report."""

from __future__ import annotations

from app.paste.model import ExceptionInfo, Frame, Relation
from app.records import made, mutable

DEEPEST = 40  # a chain longer than this is flattened, so that nobody who walks it recurses too deep


LONGEST = 20_000  # characters of a message


@mutable
class Draft:
    type: str = ""
    message: list[str] = made(default_factory=list)
    line: int = 0
    end_line: int = 0
    frames: list[Frame] = made(default_factory=list)
    children: list[tuple[Relation, Draft]] = made(default_factory=list)
    truncated: bool = False
    partial_head: bool = False
    reraised: bool = False  # its message is a worker's traceback, which follows
    style: str = ""  # of the last frame
    labelled: bool = False  # type and message stood behind labels, as in a report that also holds the traceback
    expected: str = ""  # the type that Jupyter prints above the frames

    @property
    def text(self) -> str:
        return "\n".join(self.message).strip()[:LONGEST]

    @property
    def name(self) -> str:
        return self.type.rpartition(".")[2].rpartition("::")[2]

    def is_empty(self) -> bool:
        return not (self.type or self.frames or self.children or self.text)


def finish(draft: Draft) -> ExceptionInfo:
    """The draft as plain data, its chain no deeper than DEEPEST."""
    order: list[tuple[Draft, int]] = [(draft, 0)]
    for node, depth in order:  # breadth first, without recursion: `order` grows while it is read
        if depth >= DEEPEST:
            _flatten(node)
            continue
        order.extend((child, depth + 1) for _, child in node.children)
    done: dict[int, ExceptionInfo] = {}
    for node, depth in reversed(order):
        if depth >= DEEPEST:
            for _, child in node.children:
                done[id(child)] = _info(child, {})
        done[id(node)] = _info(node, done)
    return done[id(draft)]


def _flatten(draft: Draft) -> None:
    """Everything below as direct children, in the order of the paste."""
    below: list[tuple[Relation, Draft]] = list(draft.children)
    for _, child in below:
        below.extend(child.children)
        child.children = []
    draft.children = sorted(below, key=lambda child: child[1].line)


def _info(draft: Draft, done: dict[int, ExceptionInfo]) -> ExceptionInfo:
    message = draft.text
    first, _, rest = message.partition("\n")
    return ExceptionInfo(
        type=draft.type,
        message=message,
        line=draft.line,
        end_line=max(draft.end_line, draft.line),
        frames=tuple(draft.frames),
        notes=tuple(line for line in rest.split("\n") if line.strip()) if first else (),
        children=tuple((relation, done[id(child)]) for relation, child in draft.children if id(child) in done),
        truncated=draft.truncated,
        partial_head=draft.partial_head,
    )
