"""Rows in, exceptions out: finds each printed traceback, how far it goes, and how it hangs together with the others."""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.paste.drafts import Draft
from app.paste.frames import place
from app.paste.headers import Header, chain, embedded, head, header, label, looks_like_exception
from app.paste.messages import is_noise, message_end
from app.paste.model import Frame, Line, Relation
from app.paste.recover import raised_in
from app.paste.rows import Row
from app.paste.sources import indent, is_caret, numbered, pointed_above, read_frame
from app.paste.special import printed_otherwise

_NESTED = re.compile(
    r"Original Traceback|-- Process \d|Caught \w+ in |RemoteTraceback|ProcessRaisedException|\"\"\"|'''|Multiprocessing exception|ray::"
)
_BETWEEN = re.compile(
    r"\s*(?:\"\"\"|'''|-- Process \d.*|[_=.\-]{5,}.*|Multiprocessing exception:|Original .*|Traceback:|During .*)?\s*$"
)
_BARE = re.compile(r"[A-Za-z_][\w.]{2,200}$")
_ARROW = re.compile(r"\s{0,8}(?:-{2,6}>|❱) ?\d")
_DEEPEST_GROUP = 30


class Parser:
    """Reads rows[start:end]; `used` marks the rows that belong to a traceback, for all parsers of a paste together."""

    def __init__(self, rows: Sequence[Row], start: int, end: int, used: bytearray, depth: int = 0) -> None:
        self.rows, self.i, self.end, self.used, self.depth = rows, start, end, used, depth
        self.roots: list[Draft] = []
        self._pending: tuple[Relation, Draft] | None = None

    def run(self) -> list[Draft]:
        while self.i < self.end:
            before = self.i
            self._step()
            if self.i <= before:  # whatever happened, go on
                self.i = before + 1
        return self.roots

    def _step(self) -> None:
        row = self.rows[self.i]
        text = row.text[:1000]
        if not text.strip():
            self.i += 1
        elif row.mark in ("gsep", "gend"):
            self._group()
        elif (relation := chain(text)) is not None:
            self._chain(relation)
        elif head(text) >= 0:
            self._add(self._traceback())
        elif place(text).found or _ARROW.match(text):
            self._add(self._body(Draft(partial_head=True)))
        elif row.mark == "E":
            self._add(self._pytest(Draft()))
        else:
            self._message_only(row, text)

    # -- what a step adds

    def _add(self, draft: Draft | None) -> None:
        if draft is None or draft.is_empty():
            return
        if self._pending is not None:
            relation, earlier = self._pending
            self._pending = None
            if self.roots and self.roots[-1] is earlier:
                self.roots.pop()
                draft.children.insert(0, (relation, earlier))
        self.roots.append(draft)

    def _chain(self, relation: Relation) -> None:
        self.used[self.i] = 1
        self.i += 1
        if self.roots:
            self._pending = (relation, self.roots[-1])

    def _use(self, start: int, end: int) -> None:
        self.used[start:end] = b"\x01" * (end - start)

    # -- a traceback with its header

    def _traceback(self) -> Draft:
        """From the row that says `Traceback`; what stands before that word may be the exception's own line."""
        row = self.rows[self.i]
        at = head(row.text)
        before = row.text[:at].strip(" \t─-╭>*═[")
        self.used[self.i] = 1
        draft = Draft(line=0)
        outer = header(before) if before.endswith(":") else None
        if outer is None and before and _BARE.match(before):
            draft.expected = before
        self.i += 1
        self._body(draft)
        if outer is not None and outer.sure:
            wrapper = Draft(type=outer.type, line=row.number, end_line=draft.end_line)
            wrapper.children.append((Relation.PRINTED, draft))
            return wrapper
        return draft

    def _body(self, draft: Draft) -> Draft:
        """Frames, then the exception's line.  Ends at whatever cannot belong to this traceback."""
        rows, depth, gap = self.rows, 0, 0
        start = self.i
        while self.i < self.end:
            row, text = rows[self.i], rows[self.i].text[:1000]
            if not text.strip():
                gap += 1
                if gap > 4:
                    break
                self.i += 1
                continue
            if (
                row.mark in ("gsep", "gend")
                or chain(text) is not None
                or (head(text) >= 0 and self._is_other(draft, text))
            ):
                break
            if row.mark == "E":
                return self._pytest(draft)
            spot = place(text)
            if spot.found or _ARROW.match(text):
                if gap and draft.frames and spot.style != "plain" and draft.frames and self._starts_anew(draft, text):
                    break
                depth = indent(text)
                self._frame(draft, spot.found)
                gap = 0
                continue
            found = self._closing(row, text, depth, draft)
            if found is not None:
                self._close(draft, found)
                return draft
            if not self._skip(row, text, depth, draft, gap):
                break
            self.used[self.i] = 1
            self.i += 1
        return self._headless(draft, start)

    def _is_other(self, draft: Draft, text: str) -> bool:
        return bool(draft.frames) or head(text) > 0 or bool(draft.type)

    def _starts_anew(self, draft: Draft, text: str) -> bool:
        return False

    def _frame(self, draft: Draft, placed: bool) -> None:
        start = self.i
        if placed:
            frame, self.i = read_frame(self.rows, self.i, self.end)
        else:  # an arrow without its frame line: the paste starts below it
            frame, self.i = self._arrow()
        draft.frames.append(frame)
        self._use(start, self.i)

    def _arrow(self) -> tuple[Frame, int]:
        row = self.rows[self.i]
        parts = numbered(row.text[:1000])
        number, source = (parts[1], parts[2].strip()) if parts else (None, row.text.strip(" ->"))
        above: list[Line] = []
        k = self.i - 1
        while k >= 0 and not self.used[k] and numbered(self.rows[k].text[:1000]) is not None:
            self.used[k] = 1
            above.append(self.rows[k].line())
            k -= 1
        j = self.i + 1
        while j < self.end and numbered(self.rows[j].text[:1000]) is not None and not _ARROW.match(self.rows[j].text):
            above.insert(0, self.rows[j].line())
            j += 1
        return Frame(
            "", number, "", source=source, line=row.number, source_line=row.number, context=tuple(above[::-1][:60])
        ), j

    def _closing(self, row: Row, text: str, depth: int, draft: Draft) -> Header | None:
        """The exception's own line, if this row is one."""
        found = header(text)
        if found is None:
            return None
        if found.sure:
            return found if found.start <= max(depth, 3) or row.mark else None
        if draft.expected and found.type.rpartition(".")[2] == draft.expected.rpartition(".")[2]:
            return found
        plausible = found.start < max(depth, 1) and (
            not found.message or text[found.start + len(found.type) :].startswith((": ", ":\t", "："))
        )
        if not plausible or not draft.frames or is_noise(text) or "." in text[found.start :].partition(":")[0][-1:]:
            return None
        if found.type.islower() and "." not in found.type and found.type != "error":
            return None
        return found

    def _skip(self, row: Row, text: str, depth: int, draft: Draft, gap: int) -> bool:
        """Rows within a traceback that say nothing: continued source, carets, `12 frames`, `[Previous line repeated ...]`."""
        stripped = text.strip()
        if stripped.startswith(("[Previous line repeated", "(...)", "[...]", "[snip]", "...", "│", "┃")) or is_caret(
            text
        ):
            return True
        if (
            row.mark in ("box", "rule")
            or numbered(text) is not None
            or stripped.endswith(" frames")
            or stripped == "Traceback:"
        ):
            return True
        if stripped.startswith("----") and not draft.frames:
            return True
        if is_noise(text):
            return False
        if not draft.frames:
            return gap == 0 and row.text.startswith(" ")
        return indent(text) > depth and gap == 0

    # -- the exception's line and its message

    def _close(self, draft: Draft, found: Header) -> None:
        """Takes the message that begins at the current row."""
        start = self.i
        row = self.rows[start]
        stop, paragraph = message_end(self.rows, start, self.end, first=found.message)
        draft.type = found.type
        draft.message = [found.message, *(r.text.rstrip() for r in self.rows[start + 1 : stop])]
        draft.line, draft.end_line = row.number, self.rows[stop - 1].number
        # what comes after an empty line may be the message's or not: it stays a stray line too
        self._use(start, max(paragraph, start + 1))
        self.i = stop
        self._below(draft)

    def _below(self, draft: Draft) -> None:
        """What is printed under a message: the traceback of a worker, another exception's line, a header-first traceback."""
        j = self._next_filled(self.i, 3)
        if j is None:
            return
        row, text = self.rows[j], self.rows[j].text[:1000]
        if row.margin != self._margin(draft) or row.mark in ("gsep", "gend") or chain(text) is not None:
            return
        between = "\n".join(r.text for r in self.rows[self.i : j])
        if head(text) >= 0:
            self._traceback_below(draft, j, between)
        elif place(text).found and not place(text).error and not draft.frames and place(text).style != "numbered":
            self._frames_below(draft, j)
        elif j == self.i and draft.frames and (found := header(text)) is not None and found.sure and found.start <= 1:
            child = Draft()
            self.i = j
            self._close(child, found)
            draft.message += [f"{child.type}: {line}" if k == 0 else line for k, line in enumerate(child.message)]
            draft.end_line = child.end_line
            draft.children.append((Relation.PRINTED, child))

    def _margin(self, draft: Draft) -> int:
        return self.rows[self.i - 1].margin if self.i > 0 else -1

    def _next_filled(self, i: int, most: int) -> int | None:
        """The next row that says something, at most `most` empty or ruled rows ahead."""
        for j in range(i, min(i + most + 1, self.end)):
            if not _BETWEEN.match(self.rows[j].text[:200]):
                return j
            if head(self.rows[j].text[:200]) >= 0:
                return j
        return None

    def _traceback_below(self, draft: Draft, j: int, between: str) -> None:
        said = f"{draft.type} {draft.text[-2000:]}\n{between}\n{self.rows[j].text[:200]}"
        nested = bool(_NESTED.search(said))
        if not nested and (draft.frames or j - self.i > 2):
            return
        if not nested and self.rows[j].text[: max(head(self.rows[j].text), 0)].strip(" ─-╭>*═["):
            return
        self._use(self.i, j)
        mark = self.i
        self.i = j
        inner = self._traceback()
        if nested:
            draft.children.append((Relation.WORKER, inner))
            self._quotes()
        elif not self._merge(draft, inner):
            self.i = mark  # two tracebacks that only stand next to each other
            self.used[j] = 0

    def _quotes(self) -> None:
        j = self._next_filled(self.i, 2)
        for k in range(self.i, j if j is not None else self.i):
            self.used[k] = 1

    def _frames_below(self, draft: Draft, j: int) -> None:
        """Exception first, frames after (Sentry, VS Code, Ray, Streamlit)."""
        mark, self.i = self.i, j
        inner = self._body(Draft())
        if (
            "(" in self.rows[max(mark - 1, 0)].text
            and _NESTED.search(draft.text)
            and inner.type
            and inner.name != draft.name
        ):
            draft.children.append((Relation.WORKER, inner))
        elif not self._merge(draft, inner):
            draft.children.append((Relation.PRINTED, inner))

    def _merge(self, draft: Draft, inner: Draft) -> bool:
        """The same exception printed first and last becomes one; a traceback without its end gets the first line."""
        unnamed = not draft.type or draft.type in ("error", "Error", "ERROR")
        recovered = inner.truncated and not inner.end_line
        if inner.type and not recovered and not unnamed and inner.name != draft.name:
            return False
        draft.frames = inner.frames or draft.frames
        draft.children += inner.children
        if inner.type and not recovered:
            if len(inner.text) >= len(draft.text) or unnamed:
                draft.type, draft.message, draft.line, draft.end_line = (
                    inner.type,
                    inner.message,
                    inner.line,
                    inner.end_line,
                )
            elif len(inner.type) > len(draft.type):
                draft.type = inner.type
        return True

    def _headless(self, draft: Draft, start: int) -> Draft:
        """The paste ends, or something else begins, before the exception's line."""
        draft.truncated = True
        draft.type = draft.type or draft.expected
        if not draft.frames:
            return draft
        last = draft.frames[-1]
        draft.end_line = 0
        raised = raised_in(last)
        if raised is not None:
            draft.type = draft.type or raised[0]
            draft.message = [raised[1]] if raised[1] else []
            draft.line = last.source_line
        if not draft.text:
            self._announced(draft, start)
        return draft

    def _announced(self, draft: Draft, start: int) -> None:
        """Some programs print the message above the traceback (`!!! Exception during processing !!! ...`)."""
        k = start - 2
        while k >= 0 and not self.rows[k].text.strip() and start - k < 4:
            k -= 1
        if k >= 0 and self.rows[k].mark == "announced" and not self.used[k]:
            draft.message, draft.line = [self.rows[k].text.strip()], self.rows[k].number

    # -- pytest

    def _pytest(self, draft: Draft) -> Draft:
        """`E   SomeError: text` and its continuation; the place stands below it."""
        start = self.i
        stop = start
        while stop < self.end and self.rows[stop].mark == "E":
            stop += 1
        texts = [row.text for row in self.rows[start:stop]]
        at = next(
            (
                k
                for k, text in enumerate(texts)
                if (h := header(text[:1000])) is not None and (h.sure or (k == 0 and h.message))
            ),
            None,
        )
        if at is None:
            if not texts[0].lstrip().startswith("assert "):
                self.i = stop
                return draft
            draft.type, at, first = "AssertionError", 0, texts[0].strip()
        else:
            found = header(texts[at][:1000])
            assert found is not None
            draft.type, first = found.type, found.message
        draft.message = [first, *(text.rstrip() for text in texts[at + 1 :])]
        draft.line, draft.end_line = self.rows[start + at].number, self.rows[stop - 1].number
        self._use(start + at, stop)
        self.i = stop
        self._pytest_place(draft, start)
        return draft

    def _pytest_place(self, draft: Draft, start: int) -> None:
        j = self._next_filled(self.i, 2)
        if j is not None and place(self.rows[j].text[:1000]).style == "pytest":
            self.i = j
            self._frame(draft, True)
        elif not draft.frames and (row := pointed_above(self.rows, start)) is not None:
            draft.frames.append(
                Frame("", None, "", source=row.text[1:].strip(), line=row.number, source_line=row.number)
            )

    # -- groups

    def _group(self) -> None:
        """The members of the exception group that was just read."""
        first = self.rows[self.i]
        column, members, start = first.margin, [], self.i + 1
        j = self.i + 1
        while j < self.end:
            row = self.rows[j]
            if row.mark in ("gsep", "gend") and row.margin <= column:
                members.append((start, j))
                start = j + 1
                if row.mark == "gend" or row.margin < column:
                    j += 1 if row.mark == "gend" and row.margin == column else 0
                    break
            elif row.margin < column and row.text.strip() and (row.margin >= 0 or not row.text.startswith(" ")):
                members.append((start, j))
                break
            j += 1
        else:
            members.append((start, j))
        for k in range(self.i, j):
            if self.rows[k].mark in ("gsep", "gend"):
                self.used[k] = 1
        self._members(members)
        self.i = j

    def _members(self, members: list[tuple[int, int]]) -> None:
        found: list[Draft] = []
        for start, end in members:
            if self.depth < _DEEPEST_GROUP:
                found += Parser(self.rows, start, end, self.used, self.depth + 1).run()
        if self.roots:
            self.roots[-1].children += [(Relation.GROUP, draft) for draft in found]
        else:
            self.roots += found

    # -- lines outside tracebacks

    def _message_only(self, row: Row, text: str) -> None:
        found = header(text)
        if found is not None and found.sure and not ("Warning" in found.type and not found.message):
            draft = Draft()
            self._close(draft, found)
            self._add(draft)
            return
        other = printed_otherwise(self.rows, self.i, self.end)
        if other is not None:
            draft, stop, owned = other
            if owned:
                self._use(self.i, stop)
            self.i = stop
            self._below(draft)
            self._add(draft)
            return
        self.i += 1
        named = label(text) or embedded(text)
        if named is not None and (named.message or looks_like_exception(named.type)):
            self._add(Draft(named.type, [named.message], row.number, row.number))
