"""The body of an entry: its sections by anchor, the prose and the fences in each, and whether the shape is right.

This reads structure only; `render.py` makes pages of it, the proof runner runs its fences.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from markdown_it import MarkdownIt
from markdown_it.token import Token

from app.content.problems import Problem
from app.content.schema import Entry

MAX_CODE_BYTES = 16 * 1024
ROLES = ("raises", "fixed", "runs")
OPTIONS = ("env", "file", "exit", "args")
LANGUAGES = ("python", "console", "text", "toml", "ini", "yaml", "json", "csv", "html", "sql", "c", "dockerfile")

_HEADING = re.compile(r"(?P<title>.*?)[ \t]*\{#(?P<id>[a-z0-9]+(?:-[a-z0-9]+)*)\}[ \t]*")
_FILE_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*(?:/[A-Za-z0-9_][A-Za-z0-9_.-]*)*")
_MARKDOWN = MarkdownIt("commonmark").disable("inline")  # only blocks matter here


class Part(StrEnum):
    """The second-level headings of a body, in their order."""

    CAUSES = "Causes"
    FIXES = "Fixes"
    NOT_FIXES = "Fixes that do not work"


@dataclass(frozen=True, slots=True)
class Fence:
    """A block of code.  ```` ```python raises env=numpy1 ```` has language python, role raises, one option."""

    language: str
    role: str  # "raises" | "fixed" | "runs" | "": a support file, data, or something only shown
    code: str  # ends with a line break
    line: int  # in the file, of the first line of code
    options: tuple[tuple[str, str], ...] = ()

    def option(self, name: str, default: str = "") -> str:
        return dict(self.options).get(name, default)

    @property
    def file(self) -> str:
        """The name it is saved under, "" for the main program or for what is only shown."""
        return self.option("file")

    @property
    def env(self) -> str:
        """The pinned sets it runs in, comma between them; "" for the entry's own."""
        return self.option("env")

    @property
    def is_program(self) -> bool:
        """Is it run itself (and not a support file of another)?"""
        return bool(self.role) and not self.file


@dataclass(frozen=True, slots=True)
class Prose:
    """Markdown between two fences."""

    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Section:
    """One cause, fix or piece of wrong advice: a third-level heading with its anchor and what stands below it."""

    part: Part
    id: str
    title: str
    line: int
    blocks: tuple[Prose | Fence, ...] = ()

    @property
    def fences(self) -> tuple[Fence, ...]:
        return tuple(b for b in self.blocks if isinstance(b, Fence))

    @property
    def prose(self) -> tuple[Prose, ...]:
        return tuple(b for b in self.blocks if isinstance(b, Prose))

    def programs(self, role: str) -> tuple[Fence, ...]:
        """The programs run in this role; support files are not among them."""
        return tuple(f for f in self.fences if f.role == role and f.is_program)

    def files(self, role: str) -> tuple[Fence, ...]:
        """The support files a program of this role finds beside it: shared ones, then its own."""
        return tuple(f for f in self.fences if f.file and f.role in ("", role))


@dataclass(frozen=True, slots=True)
class Body:
    sections: tuple[Section, ...] = ()

    def of(self, part: Part) -> tuple[Section, ...]:
        return tuple(s for s in self.sections if s.part is part)

    @property
    def causes(self) -> tuple[Section, ...]:
        return self.of(Part.CAUSES)

    @property
    def fixes(self) -> tuple[Section, ...]:
        return self.of(Part.FIXES)

    @property
    def not_fixes(self) -> tuple[Section, ...]:
        return self.of(Part.NOT_FIXES)

    def section(self, anchor: str) -> Section | None:
        return next((s for s in self.sections if s.id == anchor), None)


def read(text: str, path: str, first_line: int = 1) -> tuple[Body, list[Problem]]:
    """The sections of a body that starts on `first_line` of the file, and what is wrong with its structure."""
    reader = _Reader(text, path, first_line)
    reader.run(_MARKDOWN.parse(text))
    return Body(tuple(reader.sections)), reader.problems


def check(body: Body, entry: Entry, path: str) -> list[Problem]:
    """Do the sections agree with the front-matter: the same anchors, in the same order, in the right part?"""
    problems: list[Problem] = []
    wanted = {
        Part.CAUSES: [c.id for c in entry.causes],
        Part.FIXES: [f.id for f in entry.fixes],
        Part.NOT_FIXES: [n.id for n in entry.not_fixes],
    }
    for part, ids in wanted.items():
        sections = body.of(part)
        found = [s.id for s in sections]
        for anchor in ids:
            if anchor not in found:
                what = f"`## {part}` has no section for `{anchor}`, which the front-matter lists"
                problems.append(Problem(path, 1, "anchor", what, f"add `### ... {{#{anchor}}}` there"))
        for section in sections:
            if section.id not in ids:
                what = f"the anchor `{section.id}` is not in the front-matter's list for `## {part}`"
                problems.append(Problem(path, section.line, "anchor", what, "add it there or mend the anchor"))
        known = [i for i in found if i in ids]
        if known != [i for i in ids if i in known]:
            what = f"the sections of `## {part}` stand in another order than in the front-matter"
            problems.append(Problem(path, sections[0].line, "order", what, f"order them {', '.join(ids)}"))
    return problems


class _Reader:
    """Walks the top-level tokens once; nested blocks belong to the prose of their section."""

    def __init__(self, text: str, path: str, first_line: int) -> None:
        self.lines = text.split("\n")
        self.path = path
        self.first = first_line
        self.sections: list[Section] = []
        self.problems: list[Problem] = []
        self.part: Part | None = None
        self.heading: tuple[str, str, int] | None = None  # id, title, line
        self.blocks: list[Prose | Fence] = []
        self.prose_span: tuple[int, int] | None = None

    def run(self, tokens: Sequence[Token]) -> None:
        for index, token in enumerate(tokens):
            if token.type == "heading_open" and token.level == 0:
                self._heading(token, tokens[index + 1].content)
            elif token.type == "fence" and token.level == 0:
                self._fence(token)
            elif token.type in ("fence", "code_block"):
                kind = "a fence inside a list or quote" if token.type == "fence" else "code by indentation"
                self._problem(self._at(token), "fence", f"{kind} is not allowed", "use a fence at the line's start")
            elif token.level == 0 and token.map and token.nesting >= 0 and token.type != "inline":
                self._prose(token)
        self._close_section()

    def _heading(self, token: Token, content: str) -> None:
        if token.tag == "h2":
            self._close_section()
            self._open_part(self._at(token), content)
        elif token.tag == "h3":
            self._close_section()
            self._open_section(self._at(token), content)
        else:
            what = f"a {token.tag[1]}. level heading is not allowed"
            self._problem(self._at(token), "heading", what, "use `##` for the parts and `###` for their sections")

    def _open_part(self, line: int, title: str) -> None:
        order = list(Part)
        try:
            part = Part(title.strip())
        except ValueError:
            todo = f"the parts are {', '.join(f'`## {p}`' for p in order)}"
            self._problem(line, "heading", f"`## {title}` is no part of an entry", todo)
            return
        if self.part is not None and order.index(part) <= order.index(self.part):
            todo = "the order is " + ", ".join(order) + ", each once"
            self._problem(line, "order", f"`## {part}` stands after `## {self.part}`", todo)
        self.part = part

    def _open_section(self, line: int, content: str) -> None:
        match = _HEADING.fullmatch(content)
        if self.part is None:
            self._problem(line, "heading", "a section stands before the first part", "put it below `## Causes`")
        elif match is None:
            what = f"the heading {content!r} has no anchor"
            self._problem(line, "anchor", what, "end it with `{#the-id}` of the front-matter (a-z, 0-9, -)")
        elif any(s.id == match["id"] for s in self.sections):
            self._problem(line, "anchor", f"the anchor `{match['id']}` stands twice", "give each section its own")
        else:
            self.heading = (match["id"], match["title"].strip(), line)

    def _prose(self, token: Token) -> None:
        assert token.map is not None
        start, end = token.map
        self.prose_span = (self.prose_span[0] if self.prose_span else start, end)

    def _fence(self, token: Token) -> None:
        self._close_prose()
        assert token.map is not None
        line = self._at(token) + 1
        if not _is_closed(self.lines[token.map[0] : token.map[1]], token.markup):
            self._problem(line - 1, "fence", "the fence is never closed", f"end it with `{token.markup}`")
        fence = Fence("", "", token.content, line)
        try:
            fence = _parse_info(token.info, token.content, line)
        except ValueError as error:
            what, _, todo = str(error).partition("; ")
            self._problem(line - 1, "fence", what, todo)
        if len(fence.code.encode()) > MAX_CODE_BYTES:
            self._problem(line - 1, "fence", f"the code is larger than {MAX_CODE_BYTES // 1024} KiB", "shorten it")
        if not fence.code.strip():
            self._problem(line - 1, "fence", "the fence is empty", "fill or remove it")
        if self.heading is None:
            self._problem(line - 1, "fence", "code stands outside a section", "put it below a `###` heading")
        self.blocks.append(fence)

    def _close_prose(self) -> None:
        if self.prose_span is None:
            return
        start, end = self.prose_span
        self.prose_span = None
        text = "\n".join(self.lines[start:end]).rstrip() + "\n"
        if self.heading is None:
            todo = "move it below a `###` heading, or into `meaning` or `prevention` of the front-matter"
            self._problem(self.first + start, "heading", "text stands outside a section", todo)
        self.blocks.append(Prose(text, self.first + start))

    def _close_section(self) -> None:
        self._close_prose()
        if self.heading is not None and self.part is not None:
            anchor, title, line = self.heading
            self.sections.append(Section(self.part, anchor, title, line, tuple(self.blocks)))
        self.heading, self.blocks = None, []

    def _at(self, token: Token) -> int:
        return self.first + (token.map[0] if token.map else 0)

    def _problem(self, line: int, code: str, what: str, todo: str) -> None:
        self.problems.append(Problem(self.path, line, code, what, todo))


def _is_closed(lines: Sequence[str], markup: str) -> bool:
    last = lines[-1].strip()
    return len(lines) > 1 and len(last) >= len(markup) and set(last) == {markup[0]}


def _parse_info(info: str, code: str, line: int) -> Fence:
    """Read `python raises env=numpy1 args="--n 3"`.  ValueError says `what; todo`."""
    try:
        words = shlex.split(info)
    except ValueError:
        raise ValueError(f"the fence's options {info!r} have an open quote; close it") from None
    if not words:
        raise ValueError("the fence has no language; write one, ```text if nothing fits")
    language, *rest = words
    if language not in LANGUAGES:
        raise ValueError(f"the fence's language {language!r} is not known; use one of {', '.join(LANGUAGES)}")
    role = rest.pop(0) if rest and rest[0] in ROLES else ""
    options: dict[str, str] = {}
    for word in rest:
        name, equals, value = word.partition("=")
        if not equals or name not in OPTIONS or name in options:
            allowed = ", ".join((*ROLES, *(f"{o}=..." for o in OPTIONS)))
            raise ValueError(f"the fence's option {word!r} is not known or stands twice; allowed are {allowed}")
        options[name] = value
    if "file" in options and not _FILE_NAME.fullmatch(options["file"]):
        raise ValueError(f"{options['file']!r} is no plain file name; use letters, digits, `_`, `-`, `.` and `/`")
    if role and language not in ("python", "console") and "file" not in options:
        raise ValueError(f"{language} cannot be run; use python or console, or give it a name with file=")
    if "exit" in options and not options["exit"].isdigit():
        raise ValueError(f"exit={options['exit']} is no number; write exit=0")
    return Fence(language, role, code, line, tuple(options.items()))
