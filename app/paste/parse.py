"""Rows in, exceptions out: finds each printed traceback and how it hangs together with the others."""

from __future__ import annotations

from collections.abc import Sequence

from app.paste.bodies import expected_type, is_arrow, read_body, read_message, read_pytest
from app.paste.cursor import Cursor
from app.paste.drafts import Draft
from app.paste.frames import place
from app.paste.headers import Header, chain, embedded, head, header, is_dull, label, looks_like_exception
from app.paste.inner import inner_exceptions
from app.paste.lazy import lazy
from app.paste.model import Relation
from app.paste.rows import Row
from app.paste.special import printed_otherwise

_NESTED = lazy(
    r"Original Traceback|-- Process \d|Caught \w+ in |RemoteTraceback|ProcessRaisedException"
    r"|\"\"\"|'''|Multiprocessing exception|ray::|Worker traceback|Traceback from the worker"
)
_AFTER_HEAD = lazy(r"Traceback(?: \(most recent call last\))?:?\s*$")
_CHAIN_ENDS = (
    "exception:",
    "following exception:",
    "the following exception:",
    "exception occurred:",
    "another exception occurred:",
)
_CAUSED_BY = "Caused by: "  # Java
_BORDER = " \t─-╭>*═[#"
_SENTENCE = 5  # blanks
_DEEPEST = 25  # groups within groups, workers within workers


class Parser:
    """Reads rows[start:end]; `used` marks the rows that belong to a traceback, for all parsers of a paste together."""

    def __init__(self, rows: Sequence[Row], start: int, end: int, used: bytearray, depth: int = 0) -> None:
        self.cur = Cursor(rows, start, end, used)
        self.depth = depth
        self.roots: list[Draft] = []
        self._pending: tuple[Relation, Draft] | None = None

    def run(self) -> list[Draft]:
        cur = self.cur
        while cur.i < cur.end:
            before = cur.i
            self._step()
            if cur.i <= before:  # whatever happened, go on
                cur.i = before + 1
        return self.roots

    def _step(self) -> None:
        cur = self.cur
        row, text = cur.rows[cur.i], cur.text()
        if not text.strip():
            cur.i += 1
        elif row.mark in ("gsep", "gend"):
            self._group()
        elif is_dull(text) and row.mark not in ("E", "announced"):
            cur.i += 1
        elif (relation := chain(text)) is not None:
            self._chain(relation)
        elif head(text) >= 0:
            self._add(self._traceback(0))
        elif place(text).found or is_arrow(text):
            self._add(self._below(read_body(cur, Draft(partial_head=True)), 0))
        elif row.mark == "E":
            self._add(read_pytest(cur, Draft()))
        else:
            self._outside(row, text)

    def _add(self, draft: Draft | None) -> None:
        if draft is None or draft.is_empty():
            return
        if self._pending is None and self.roots:
            before = self.roots[-1]
            if draft.labelled and self._is_summary(before, draft):
                return
            if self._goes_on(before, draft):
                return
        if self._pending is not None:
            relation, earlier = self._pending
            self._pending = None
            if self.roots and self.roots[-1] is earlier:
                self.roots.pop()
                draft.children.insert(0, (relation, earlier))
        self.roots.append(draft)

    def _is_summary(self, before: Draft, draft: Draft) -> bool:
        """Labels that name the exception of the traceback above them, which may lack its own last line."""
        if before.name == draft.name and before.text == draft.text:
            before.frames = before.frames or draft.frames
            return True
        if before.text or not before.frames or before.name not in ("", draft.name):
            return False
        before.type, before.message, before.truncated = draft.type, draft.message, False
        before.line, before.end_line = draft.line, draft.end_line
        return True

    def _goes_on(self, before: Draft, draft: Draft) -> bool:
        """A traceback that garbled lines cut off, or a bare name above the same exception with its message."""
        if (draft.frames and before.frames) or before.text or not before.type or before.name != draft.name:
            return False
        if not before.truncated and (before.frames or draft.line - before.line > 2):
            return False
        before.type, before.message, before.truncated = draft.type, draft.message, draft.truncated
        before.line, before.end_line = draft.line, draft.end_line
        before.frames = before.frames or draft.frames
        before.children += draft.children
        return True

    def _chain(self, relation: Relation) -> None:
        cur = self.cur
        cur.used[cur.i] = 1
        cur.i += 1
        if cur.i < cur.end and cur.text().strip() in _CHAIN_ENDS:
            cur.used[cur.i] = 1
            cur.i += 1
        if self.roots:
            self._pending = (relation, self.roots[-1])

    # -- a traceback and what is printed below it

    def _traceback(self, depth: int) -> Draft:
        """From the row that says `Traceback`; what stands before that word may be the exception's own line."""
        cur = self.cur
        row = cur.rows[cur.i]
        before = row.text[: head(row.text)].strip(_BORDER)
        caused = before.startswith(_CAUSED_BY)
        before = before.removeprefix(_CAUSED_BY)
        cur.used[cur.i] = before.count(" ") < _SENTENCE  # a sentence before it may be a message: it stays a stray line
        cur.i += 1
        draft = Draft(expected=expected_type(before))
        backwards = "most recent call first" in row.text
        outer = header(before) if before and not draft.expected else None
        read_body(cur, draft)
        if backwards:
            draft.frames.reverse()
        inner = self._below(draft, depth + 1)
        if outer is None or not outer.sure:
            return inner
        first = Draft(outer.type, [outer.message], row.number, row.number)
        if outer.message and self._merge(first, inner):
            return first
        first.children.append((Relation.PRINTED, inner))
        if caused and self.roots:
            self.roots[-1].children.append((Relation.CAUSE, first))
            return Draft()
        return first

    def _below(self, draft: Draft, depth: int) -> Draft:
        """`draft` with what follows its message: a worker's traceback, another exception's line, its own frames."""
        draft.children += inner_exceptions(draft)
        cur = self.cur
        j = cur.next_filled(cur.i, 3)
        if j is None or depth > _DEEPEST:
            return draft
        row, text = cur.rows[j], cur.text(j)
        if row.mark in ("gsep", "gend") or chain(text) is not None or row.margin != cur.rows[max(cur.i - 1, 0)].margin:
            return draft
        spot = place(text)
        if draft.reraised:
            self._worker_below(draft, j, depth)
        elif head(text) >= 0:
            self._traceback_below(draft, j, depth)
        elif draft.text.endswith("user code:") and spot.found:
            self._user_code_below(draft, j, depth)
        elif not draft.frames and draft.line and ((spot.found and not spot.error) or is_arrow(text)):
            self._frames_below(draft, j, depth)
        elif j == cur.i and draft.frames and (found := header(text)) is not None and found.sure and found.start <= 1:
            self._line_below(draft, found)
        return draft

    def _traceback_below(self, draft: Draft, j: int, depth: int) -> None:
        cur = self.cur
        between = "\n".join(row.text[:200] for row in cur.rows[cur.i : j])
        text = cur.text(j)
        before = text[: head(text)].strip(_BORDER)
        carried = j == cur.i and before.startswith(": ")  # Java's message goes on, and ends in what Python printed
        nested = carried or bool(_NESTED.search(f"{draft.type} {draft.text[-2000:]}\n{between}\n{text[:200]}"))
        if not nested and (draft.frames or depth or j - cur.i > 2 or before or not draft.line):
            return
        mark, cur.i = cur.i, j
        if carried:
            draft.message.append(before)
            draft.end_line = cur.rows[j].number
        inner = self._traceback(depth)
        if nested:
            cur.use(mark, j)
            draft.children.append((Relation.WORKER, inner))
            cur.use(cur.i, cur.next_filled(cur.i, 2) or cur.i)  # the closing quotes
        elif self._is_one(draft, inner, text) and self._merge(draft, inner):
            cur.use(mark, j)
        else:  # two that only stand next to each other: the second is read again, on its own
            cur.used[mark : cur.i] = bytes(cur.i - mark)
            cur.i = mark

    def _user_code_below(self, draft: Draft, j: int, depth: int) -> None:
        """TensorFlow's `ValueError: in user code:`: the person's frames and the exception as it was first raised."""
        cur = self.cur
        cur.i = j
        inner = self._below(read_body(cur, Draft()), depth + 1)
        if inner.type or not draft.frames:
            draft.children.append((Relation.WORKER, inner))
        else:
            draft.frames += inner.frames

    def _worker_below(self, draft: Draft, j: int, depth: int) -> None:
        """`TypeError: Traceback (most recent call last):`: what follows is the worker's traceback."""
        cur = self.cur
        draft.reraised = False
        cur.use(cur.i, j + 1)
        cur.i = j + 1
        draft.children.append((Relation.WORKER, self._below(read_body(cur, Draft()), depth + 1)))

    def _is_one(self, draft: Draft, inner: Draft, text: str) -> bool:
        """A traceback right below an exception's line is that exception's, unless both are whole."""
        if not draft.type or inner.name == draft.name:
            return _alike(draft.text, inner.text)
        return not text.rstrip().endswith("last):")

    def _frames_below(self, draft: Draft, j: int, depth: int) -> None:
        """Exception first, frames after (Sentry, VS Code, Ray, Streamlit)."""
        cur = self.cur
        cur.i = j
        inner = self._below(read_body(cur, Draft()), depth + 1)
        if not self._merge(draft, inner):
            relation = Relation.WORKER if _NESTED.search(draft.text) else Relation.PRINTED
            draft.children.append((relation, inner))

    def _line_below(self, draft: Draft, found: Header) -> None:
        """Another exception's line right below: part of the message (numba), and an exception of its own."""
        child = Draft()
        read_message(self.cur, child, found)
        draft.message += [f"{child.type}: {child.message[0]}", *child.message[1:]]
        draft.end_line = child.end_line
        draft.children.append((Relation.PRINTED, child))

    def _merge(self, draft: Draft, inner: Draft) -> bool:
        """The same exception printed first and last becomes one; a traceback without its end gets the first line."""
        unnamed = not draft.type or draft.type in ("error", "Error", "ERROR")
        closed = bool(inner.type) and not inner.truncated
        if closed and not unnamed and inner.name != draft.name:
            return False
        draft.frames = inner.frames or draft.frames
        draft.children += inner.children
        cut_short = draft.text.startswith(inner.text) or not inner.text
        if closed and (unnamed or not cut_short or len(inner.text) >= len(draft.text)):
            draft.type, draft.message = inner.type, inner.message
            draft.line, draft.end_line = inner.line, inner.end_line
        elif (closed and len(inner.type) > len(draft.type)) or (inner.type and not draft.type):
            draft.type = inner.type
        return True

    # -- groups

    def _group(self) -> None:
        """The members of the exception group that was just read."""
        cur = self.cur
        column, members, start, j = cur.rows[cur.i].margin, [], cur.i + 1, cur.i + 1
        while j < cur.end:
            row = cur.rows[j]
            if row.mark in ("gsep", "gend") and row.margin <= column:
                members.append((start, j))
                start = j + 1
                if row.mark == "gend" or row.margin < column:
                    j += row.mark == "gend" and row.margin == column
                    break
            elif 0 <= row.margin < column or (row.margin < 0 and row.text[:1].strip()):
                members.append((start, j))
                break
            j += 1
        else:
            members.append((start, j))
        for k in range(cur.i, j):
            if cur.rows[k].mark in ("gsep", "gend"):
                cur.used[k] = 1
        self._members(members)
        cur.i = j

    def _members(self, members: list[tuple[int, int]]) -> None:
        found: list[Draft] = []
        for start, end in members:
            if self.depth < _DEEPEST:
                found += Parser(self.cur.rows, start, end, self.cur.used, self.depth + 1).run()
        if self.roots:
            self.roots[-1].children += [(Relation.GROUP, draft) for draft in found]
        else:
            self.roots += found

    # -- lines outside tracebacks

    def _outside(self, row: Row, text: str) -> None:
        cur = self.cur
        found = header(text)
        if row.mark == "announced" and (found is None or not found.sure):
            found = Header("", text.strip(), 0, True)
        if found is not None and found.sure and not (found.type.endswith("Warning") and not found.message):
            draft = Draft()
            read_message(cur, draft, found)
            self._add(draft if found.type.endswith("Warning") else self._below(draft, 0))
            return
        other = printed_otherwise(cur.rows, cur.i, cur.end)
        if other is not None:
            draft, stop, owned = other
            if owned:
                cur.use(cur.i, stop)
            cur.i = stop
            self._add(self._below(draft, 0))
            return
        cur.i += 1
        if text.startswith(_CAUSED_BY) and self.roots and (java := header(text[len(_CAUSED_BY) :])) is not None:
            self.roots[-1].children.append((Relation.CAUSE, Draft(java.type, [java.message], row.number, row.number)))
            return
        named = label(text) or embedded(text)
        if named is not None and (named.message or looks_like_exception(named.type)):
            draft = Draft(named.type, [named.message], row.number, row.number)
            draft.children += inner_exceptions(draft)
            self._add(draft)


def _alike(one: str, other: str) -> bool:
    """Whether two messages may be the same one, printed twice: one may be cut, wrapped or quoted otherwise."""
    a, b = ("".join(c for c in text[:200].lower() if c.isalnum()) for text in (one, other))
    size = min(len(a), len(b), 30)
    return a[:size] == b[:size]
