"""Does this message fit this template?  Literal segments in order from the message's start, slot types checked.

The walk never goes back: every search begins where the last one ended, so a message is read a small fixed number of
times whatever the template (a backtracking pattern took minutes on messages of 6 kB).  `Meter` counts the characters
looked at, for tests that hold this without a clock.
"""

from __future__ import annotations

from app.matching.flat import Flat
from app.matching.slots import CLOSED, accepts
from app.matching.templates import Break, Literal, Node, Optional, Slot, Template
from app.records import made, mutable, record

NO = -1
_LOOSE_REACH = 200  # characters a slot may hold whose type is not checked
_CUT_REACH = 60  # characters of a value that the message's end may have cut
_ONE_WORD = ("int", "number", "word", "name", "device")
_LINES = 200  # lines a part is looked for on
_OCCURRENCES = 40  # places where a literal is tried before a slot is given up


@mutable
class Meter:
    steps: int = 0


@record
class Fit:
    """A message that fits.  Offsets are in the text that was flattened."""

    start: int
    end: int
    captures: tuple[tuple[str, str], ...]
    spans: tuple[tuple[int, int, str], ...]
    letters: int  # literal letters found
    complete: bool = True  # False: the message ended before the template did
    torn: bool = False  # ... within a word of the template, which whole messages do not
    misfits: int = 0  # slots whose value is not of their type (loose fits only)
    sought: bool = False  # it is a later line of the template that is missing, which may never have been there


@mutable
class _Walk:
    flat: Flat
    meter: Meter
    tight: bool = False  # compare without blanks
    loose: bool = False  # slot types need not hold
    partial: bool = False  # the message may end early
    found: list[tuple[int, int, str]] = made(default_factory=list)
    letters: int = 0
    misfits: int = 0
    cut: bool = False
    torn: bool = False
    sought: bool = False

    def key(self, literal: Literal) -> str:
        return literal.tight if self.tight else literal.key

    def run(self, nodes: tuple[Node, ...], at: int, follow: Literal | None = None) -> int:
        """Walk `nodes` from offset `at`; the offset behind them, or NO.  `follow` is what comes after them."""
        anywhere = False
        for index, node in enumerate(nodes):
            if isinstance(node, Literal):
                at = self.literal(node, at, anywhere)
            elif isinstance(node, Slot):
                if anywhere:
                    at = self.line_for(nodes, index, at)
                at = self.slot(nodes, index, at, follow) if at != NO else NO
            elif isinstance(node, Optional):
                at = self.optional(node, at, _literal_after(nodes, index, follow))
            anywhere = isinstance(node, Break)
            if at == NO or self.cut:
                return at
        return at

    def literal(self, node: Literal, at: int, anywhere: bool) -> int:
        key = self.key(node)
        if anywhere:
            start = self.flat.key.find(key.strip() if not node.last else key.rstrip(" .,;:!"), at)
            self.meter.steps += (start if start != NO else len(self.flat.key)) - at
            if start == NO:
                return self.ended(at, "", force=True)
            at = start
        end = self.literal_end(node, at)
        self.meter.steps += len(key)
        if end == NO:
            return self.ended(at, key)
        self.letters += node.letters
        return end

    def literal_end(self, node: Literal, at: int) -> int:
        """Behind the literal at `at`, or NO.  The template's last literal may lack its closing punctuation, and must
        end where a word ends."""
        key = self.key(node)
        if key.startswith(" ") and at and self.flat.key[at - 1] == " ":  # the blank before a skipped optional part
            key = key[1:]
        if self.flat.key.startswith(key, at):
            end = at + len(key)
        elif node.last and self.flat.key.startswith(key.rstrip(" .,;:!"), at):
            end = at + len(key.rstrip(" .,;:!"))
        else:
            return NO
        if node.last and end < len(self.flat.key) and not self.tight:
            glued = self.flat.key[end - 1 : end + 1]
            if len(glued) == 2 and glued.isalnum() and glued.isascii():
                return NO
        return end

    def ended(self, at: int, key: str, force: bool = False) -> int:
        """What a missing literal means: the message is over (a cut, when those are allowed) or it does not fit."""
        if not self.partial:
            return NO
        rest = self.flat.key[at:].rstrip(" .'")
        if not force and not rest and not self.flat.key.endswith("..."):
            return NO  # it ends where a whole, shorter message would
        if force or (len(rest) <= len(key) and key.startswith(rest)):
            self.letters += 0 if force else sum(c.isalpha() for c in rest)
            self.cut = True
            self.sought = force
            ahead = key[len(rest) : len(rest) + 1]
            self.torn = not force and bool(rest) and rest[-1].isalpha() and ahead.isalpha()
            return len(self.flat.key)
        return NO

    def optional(self, node: Optional, at: int, follow: Literal | None) -> int:
        mark, letters, misfits = len(self.found), self.letters, self.misfits
        partial, self.partial = self.partial, False
        end = self.run(node.nodes, at, follow)
        self.partial = partial
        if end != NO:
            return end
        del self.found[mark:]
        self.letters, self.misfits = letters, misfits
        return at

    def slot(self, nodes: tuple[Node, ...], index: int, at: int, follow: Literal | None) -> int:
        node = nodes[index]
        assert isinstance(node, Slot)
        end = self.slot_end(node, nodes, index, at, follow)
        if end == NO and self.partial:
            end = self.slot_cut(node, at)
        if end != NO:
            self.found.append((at, end, node.name))
        return end

    def slot_end(self, node: Slot, nodes: tuple[Node, ...], index: int, at: int, follow: Literal | None) -> int:
        lexer = CLOSED.get(node.type)
        if lexer is not None:
            end = lexer(self.flat.raw, at)
            self.meter.steps += max(end - at, 1)
            if end != NO and self.continues(nodes, index + 1, end, follow):
                return end
        end = self.stop(nodes, index, at, follow)
        if end == NO or (lexer is not None and end == at):
            return NO
        if accepts(node.type, self.flat.raw[at:end]):
            return end
        ends_it = end == len(self.flat.raw)  # what the message ends in may have been cut off
        if self.loose and not ends_it and end - at <= _LOOSE_REACH and "\n" not in self.flat.raw[at:end]:
            self.misfits += 1
            return end
        return NO

    def slot_cut(self, node: Slot, at: int) -> int:
        """The rest of the message, when it may be the beginning of this slot's value."""
        rest = self.flat.raw[at:]
        if len(rest) > _CUT_REACH or "\n" in rest.rstrip() or (node.type in _ONE_WORD and " " in rest.strip()):
            return NO
        self.cut = True
        return len(self.flat.key)

    def continues(self, nodes: tuple[Node, ...], index: int, at: int, follow: Literal | None) -> bool:
        """Whether what comes after a closed slot may begin at `at`."""
        if index == len(nodes):
            if follow is not None:
                return self.literal_end(follow, at) != NO
            glued = self.flat.key[at - 1 : at + 1]
            return not (len(glued) == 2 and glued.isalnum() and glued.isascii())
        node = nodes[index]
        if isinstance(node, Literal):
            return self.literal_end(node, at) != NO or (
                self.partial and self.flat.key[at:] == self.key(node)[: len(self.flat.key) - at]
            )
        if isinstance(node, Optional):
            first = node.nodes[0]
            starts = isinstance(first, Slot) or self.literal_end(first, at) != NO
            return starts or self.continues(nodes, index + 1, at, follow)
        return True

    def stop(self, nodes: tuple[Node, ...], index: int, at: int, follow: Literal | None) -> int:
        """Where an open slot ends: at the next literal text, or at the end of its line."""
        node, after = nodes[index], nodes[index + 1] if index + 1 < len(nodes) else None
        if isinstance(after, Optional):
            return self.optional_stop(nodes, index, at, follow)
        if isinstance(after, Literal):
            return self.find(after, nodes, index + 2, at, self.value_end(node, at))
        if after is None and follow is not None:
            return self.find(follow, (), 0, at)
        return self.value_end(node, at)

    def optional_stop(self, nodes: tuple[Node, ...], index: int, at: int, follow: Literal | None) -> int:
        """Where an open slot ends that optional parts follow: at the first of them that is there, or behind them."""
        wanted = _literal_after(nodes, index, follow)
        end = self.find(wanted, (), 0, at) if wanted else self.value_end(nodes[index], at)
        for node in nodes[index + 1 :]:
            first = node.nodes[0] if isinstance(node, Optional) else None
            if not isinstance(node, Optional) or not isinstance(first, Literal):
                break
            early = self.find(first, node.nodes, 1, at)
            if early != NO and (end == NO or early < end):
                end = early
        return end

    def find(self, literal: Literal, nodes: tuple[Node, ...], after: int, at: int, fallback: int = NO) -> int:
        """The first place from `at` where the literal stands and what follows it may begin."""
        key = self.key(literal)
        if literal.last and not key.rstrip(
            " .,;:!"
        ):  # nothing but closing punctuation: the slot runs to the line's end
            end = fallback
            while end > at and self.flat.key[end - 1] in " .,;:!":
                end -= 1
            return end
        if literal.last:
            key = key.rstrip(" .,;:!")
        start = at
        for _ in range(_OCCURRENCES):
            place = self.flat.key.find(key, start)
            self.meter.steps += (place + len(key) if place != NO else len(self.flat.key)) - start
            if place == NO:
                return NO
            if self.may_follow(nodes, after, place + len(key)) and self.literal_end(literal, place) != NO:
                return place
            start = place + 1
        return NO

    def may_follow(self, nodes: tuple[Node, ...], index: int, at: int) -> bool:
        node = nodes[index] if index < len(nodes) else None
        if not isinstance(node, Slot) or node.type not in CLOSED or self.loose:
            return True
        end = CLOSED[node.type](self.flat.raw, at)
        self.meter.steps += max(end - at, 1)
        return end != NO or self.partial

    def value_end(self, node: Node, at: int) -> int:
        """Where a slot ends with nothing to stop it."""
        kind = node.type if isinstance(node, Slot) else "text"
        if kind == "rest":
            return len(self.flat.raw)
        end = self.flat.raw.find("\n", at)
        end = len(self.flat.raw) if end == NO else end
        if kind not in ("text", "path"):
            blank = self.flat.raw.find(" ", at, end)
            end = blank if blank != NO else end
        self.meter.steps += end - at
        return end

    def line_for(self, nodes: tuple[Node, ...], index: int, at: int) -> int:
        """The first line from `at` on that a part beginning with a slot may stand on.  Each line is tried by itself, so
        that all of them together are read once."""
        node = nodes[index]
        assert isinstance(node, Slot)
        raw, key = self.flat.raw, self.flat.key
        for _ in range(_LINES):
            end = raw.find("\n", at)
            end = len(raw) if end == NO else end
            line = _Walk(Flat(raw[at:end], key[at:end]), self.meter, self.tight, self.loose)
            if line.slot_end(node, nodes, index, 0, None) != NO:
                return at
            if end == len(raw):
                return NO
            at = end + 1
        return NO


def _literal_after(nodes: tuple[Node, ...], index: int, follow: Literal | None) -> Literal | None:
    """The first literal that must stand after node `index`, optional parts passed over."""
    for node in nodes[index + 1 :]:
        if isinstance(node, Literal):
            return node
        if not isinstance(node, Optional):
            return None
    return follow


def may_begin(template: Template, message: str, at: int, tight: bool = False) -> bool:
    """A cheap look before the walk: most templates end here.  `message` is a `Flat.key`, of a squeezed one if tight."""
    first = template.nodes[0]
    if not isinstance(first, Literal):
        return True
    key = first.tight if tight else first.key
    return message.startswith(key.rstrip(" .,;:!") if first.last else key, at)


def fit(
    template: Template,
    flat: Flat,
    at: int = 0,
    *,
    tight: bool = False,
    loose: bool = False,
    partial: bool = False,
    meter: Meter | None = None,
) -> Fit | None:
    """How `template` fits the message from offset `at` of its flat form, or None.  `tight` wants a squeezed `flat`."""
    walk = _Walk(flat, meter or Meter(), tight, loose, partial)
    end = walk.run(template.nodes, at)
    if end == NO or (walk.cut and not partial):
        return None
    spans = tuple((flat.original(s), flat.original(max(e - 1, s)) + (e > s), n) for s, e, n in walk.found)
    values = tuple((n, flat.raw[s:e]) for s, e, n in walk.found)
    return Fit(
        flat.original(at),
        flat.original(max(end - 1, 0)) + 1,
        values,
        spans,
        walk.letters,
        not walk.cut,
        walk.torn,
        walk.misfits,
        walk.sought,
    )
