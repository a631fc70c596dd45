"""Reading the text of a template: `mat1 and mat2 shapes cannot be multiplied ({m:int}x{k1:int} and {k2:int}x{n:int})`.

Slots are `{name:type}` (`{name}` is `text`), optional parts `{?…}`, literal braces doubled; a line break says that the
next part stands anywhere further on.  Whatever is wrong is a `TemplateError` with its offset and what to do.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

from app.matching.flat import key_of
from app.matching.slots import CLOSED, TYPES
from app.records import record

MAX_LENGTH = 4_000
MAX_SLOTS = 24
FLOOR_LETTERS = 16
FLOOR_WORDS = 2

_WORD = re.compile(r"[^\W\d_]\w++")
_SLOT = re.compile(r"([A-Za-z_]\w{0,40}+)(?::([a-z]{1,20}+))?+")


class TemplateError(ValueError):
    """A template that cannot be read: `position` is the offset in its text."""

    def __init__(self, position: int, what: str, todo: str) -> None:
        self.position, self.what, self.todo = position, what, todo
        super().__init__(f"at character {position + 1}: {what}; {todo}")


@record
class Literal:
    """Text that must stand in the message; `key` is what is searched for, `tight` the same without blanks."""

    text: str
    key: str
    tight: str
    letters: int
    last: bool = False  # nothing follows: its closing punctuation may be missing


@record
class Slot:
    name: str
    type: str


@record
class Optional:
    """A part that may be missing; begins with literal text when an open slot stands before it."""

    nodes: tuple[Literal | Slot, ...]


@record
class Break:
    """The next part stands further on, any lines between."""


Node = Literal | Slot | Optional | Break


@record
class Template:
    text: str
    nodes: tuple[Node, ...]
    words: tuple[str, ...]  # whole literal words every message of it holds, in order, lower case
    letters: int  # literal letters outside optional parts

    @property
    def slots(self) -> tuple[Slot, ...]:
        found: list[Slot] = []
        for node in self.nodes:
            if isinstance(node, Slot):
                found.append(node)
            elif isinstance(node, Optional):
                found.extend(n for n in node.nodes if isinstance(n, Slot))
        return tuple(found)

    def meets_floor(self) -> bool:
        """Whether its words alone say enough: 16 literal letters in two words.  Else its entry must name `requires`."""
        return self.letters >= FLOOR_LETTERS and len(set(self.words)) >= FLOOR_WORDS


@lru_cache(maxsize=4096)
def parse_template(text: str) -> Template:
    """Raises TemplateError."""
    if len(text) > MAX_LENGTH:
        raise TemplateError(MAX_LENGTH, f"a template has at most {MAX_LENGTH} characters", "keep its first sentences")
    nodes = _parts(text)
    _check(nodes, text)
    return Template(text, nodes, _whole_words(nodes), sum(n.letters for n in nodes if isinstance(n, Literal)))


def without_backticks(text: str) -> Template | None:
    """The template of the same wording without its backticks; None where slots would then touch each other."""
    try:
        return parse_template(text.replace("`", ""))
    except TemplateError:
        return None


def _parts(text: str) -> tuple[Node, ...]:
    nodes: list[Node] = []
    offset = 0
    for part in text.split("\n"):
        if part.strip():
            lead = len(part) - len(part.lstrip())
            found = _nodes(part.strip(), offset + lead)
            if nodes:
                nodes.append(Break())
            nodes.extend(found)
        offset += len(part) + 1
    if nodes and isinstance(nodes[-1], Literal):
        end = nodes[-1]
        nodes[-1] = Literal(end.text, end.key, end.tight, end.letters, last=True)
    return tuple(nodes)


def _nodes(part: str, offset: int) -> list[Node]:
    """The nodes of one line; `offset` is where it begins in the whole template."""
    nodes: list[Node] = []
    literal: list[str] = []
    inside: list[Node] | None = None  # the outer nodes, while an optional part is open
    opened = at = 0

    def flush() -> None:
        text = "".join(literal)
        literal.clear()
        if text:
            nodes.append(_literal(text))

    while at < len(part):
        if part.startswith(("{{", "}}"), at):
            literal.append(part[at])
            at += 2
        elif part.startswith("{?", at):
            if inside is not None:
                raise TemplateError(offset + at, "an optional part within an optional part", "end the outer one first")
            flush()
            inside, nodes, opened = nodes, [], at
            at += 2
        elif part[at] == "{":
            flush()
            slot, at = _slot(part, at, offset)
            nodes.append(slot)
        elif part[at] == "}":
            if inside is None:
                raise TemplateError(offset + at, "a closing brace that opens nowhere", "write }} for a literal brace")
            flush()
            if not any(isinstance(n, Literal) and n.tight for n in nodes):
                raise TemplateError(
                    offset + opened, "an optional part without literal text", "give it some, or drop it"
                )
            optional = Optional(tuple(n for n in nodes if isinstance(n, Literal | Slot)))
            nodes, inside = inside, None
            nodes.append(optional)
            at += 1
        else:
            literal.append(part[at])
            at += 1
    if inside is not None:
        raise TemplateError(offset + opened, "an optional part that does not end", "close it with }")
    flush()
    return nodes


def _slot(part: str, at: int, offset: int) -> tuple[Slot, int]:
    end = part.find("}", at)
    if end == -1:
        raise TemplateError(offset + at, "a slot that does not end", "close it with }, or write {{ for a literal brace")
    found = _SLOT.fullmatch(part, at + 1, end)
    if found is None:
        raise TemplateError(
            offset + at, f"{part[at : end + 1]!r} is no slot", "write {name:type}, or {{ for a literal brace"
        )
    kind = found[2] or "text"
    if kind not in TYPES:
        raise TemplateError(offset + at, f"there is no slot type {kind!r}", f"use one of {', '.join(sorted(TYPES))}")
    return Slot(found[1], kind), end + 1


def _literal(text: str) -> Literal:
    key = key_of(text)
    return Literal(text, key, key.replace(" ", ""), sum(c.isalpha() for c in key))


def _check(nodes: tuple[Node, ...], text: str) -> None:
    """What the matcher relies on: every open slot ends at literal text, a line's end or the template's."""
    if not nodes:
        raise TemplateError(0, "an empty template", "write the message")
    names = [s.name for s in Template(text, nodes, (), 0).slots]
    if len(names) > MAX_SLOTS:
        raise TemplateError(0, f"more than {MAX_SLOTS} slots", "end the template earlier: what follows it is ignored")
    for name in names:
        if names.count(name) > 1:
            raise TemplateError(_where(text, name), f"the slot {name!r} stands twice", "give each its own name")
    for index, node in enumerate(nodes):
        inner = node.nodes if isinstance(node, Optional) else ()
        after = nodes[index + 1] if index + 1 < len(nodes) else None
        _check_pairs((*inner, after) if inner else (node, after), text)


def _check_pairs(nodes: tuple[Node | None, ...], text: str) -> None:
    for node, after in pairwise(nodes):
        if not isinstance(node, Slot) or node.type in CLOSED:
            continue
        starts = after.nodes[0] if isinstance(after, Optional) else after
        if isinstance(starts, Slot):
            raise TemplateError(
                _where(text, node.name),
                f"nothing tells where {node.name!r} ends and {starts.name!r} begins",
                "put text between them, or give the first a closed type such as int, name or quoted",
            )


def _where(text: str, name: str) -> int:
    return max(text.find("{" + name), 0)


def _whole_words(nodes: tuple[Node, ...]) -> tuple[str, ...]:
    """Literal words that no neighbouring slot can lengthen."""
    words: list[str] = []
    for index, node in enumerate(nodes):
        if not isinstance(node, Literal):
            continue
        open_left = index > 0 and not isinstance(nodes[index - 1], Break)
        open_right = index + 1 < len(nodes) and not isinstance(nodes[index + 1], Break)
        for found in _WORD.finditer(node.key):
            if (open_left and found.start() == 0) or (open_right and found.end() == len(node.key)):
                continue
            if found.start() and (node.key[found.start() - 1].isalnum() or node.key[found.start() - 1] == "_"):
                continue
            words.append(found.group())
    return tuple(words)
