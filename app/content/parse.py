"""From a Markdown file to a `ParsedEntry`, or to a `ContentError` that says file, line, what is wrong, what to do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from app.content import body as bodies
from app.content import front_matter
from app.content.body import Body
from app.content.facts import to_facts
from app.content.front_matter import KeyPath
from app.content.problems import BodyError, ContentError, FrontMatterError, Problem
from app.content.schema import Entry
from app.matching.model import EntryFacts

CONTENT = Path("content/errors")
MAX_FILE_BYTES = 256 * 1024

_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*/[a-z0-9]+(-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class ParsedEntry:
    """One entry as its file holds it, structure checked; nothing rendered yet."""

    slug: str  # "torch/backward-twice"
    path: str  # as it is named in messages: "content/errors/torch/backward-twice.md"
    source: str  # the whole file, line ends as \n
    entry: Entry
    body: Body
    lines: dict[KeyPath, int]  # of each front-matter field, in the file

    @property
    def facts(self) -> EntryFacts:
        return to_facts(self.entry, self.slug)

    def line(self, *key: str | int) -> int:
        """The line of a front-matter field: `line("causes", 0, "fix")`."""
        return front_matter.FrontMatter(self.entry, self.lines).line(*key)


def parse_text(source: str, slug: str, path: str) -> ParsedEntry:
    """Parse the text of one entry.  Raises ContentError with everything found at the first stage that fails."""
    source = source.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    head, text, first_line = front_matter.split(source, path)
    matter = front_matter.read(head, path)
    body, problems = bodies.read(text, path, first_line)
    problems += bodies.check(body, matter.entry, path) + _check_address(slug, matter, path)
    if problems:
        raise BodyError(problems)
    return ParsedEntry(slug, path, source, matter.entry, body, matter.lines)


def parse_file(file: Path, root: Path = CONTENT) -> ParsedEntry:
    """Parse `root/<library>/<slug>.md`."""
    return parse_text(read_source(file), slug_of(file, root), file.as_posix())


def read_source(file: Path) -> str:
    """The text of an entry's file; refuses links (they could name any file of the server), giants and non-UTF-8."""
    path = file.as_posix()
    if file.is_symlink() or not file.is_file():
        raise FrontMatterError([Problem(path, 1, "file", "this is no plain file", "entries are plain .md files")])
    data = file.read_bytes()
    if len(data) > MAX_FILE_BYTES:
        what = f"the file is larger than {MAX_FILE_BYTES // 1024} KiB"
        raise FrontMatterError([Problem(path, 1, "file", what, "split or shorten it")])
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise FrontMatterError(
            [Problem(path, line, "file", "this line is not UTF-8", "save the file as UTF-8")]
        ) from None
    if "\0" in text:
        line = text[: text.index("\0")].count("\n") + 1
        raise FrontMatterError([Problem(path, line, "file", "this line holds a NUL character", "remove it")])
    return text


def slug_of(file: Path, root: Path = CONTENT) -> str:
    """`content/errors/torch/backward-twice.md` -> `torch/backward-twice`."""
    slug = file.relative_to(root).with_suffix("").as_posix()
    if not _SLUG.fullmatch(slug):
        what = f"{slug!r} is no address of an entry"
        todo = "name it <library>/<words-with-hyphens>.md, lower case"
        raise FrontMatterError([Problem(file.as_posix(), 1, "file", what, todo)])
    return slug


def entry_files(root: Path = CONTENT) -> list[Path]:
    """Every entry's file below `root`, in a stable order."""
    return sorted(root.glob("**/*.md"))


def iter_entries(root: Path = CONTENT) -> Iterator[ParsedEntry | ContentError]:
    """Each entry, or what is wrong with it."""
    for file in entry_files(root):
        try:
            yield parse_file(file, root)
        except ContentError as error:
            yield error


def load_entries(root: Path = CONTENT) -> list[ParsedEntry]:
    """All entries below `root`, sorted by slug.  Raises one ContentError with the problems of every broken file."""
    entries: list[ParsedEntry] = []
    problems: list[Problem] = []
    for item in iter_entries(root):
        if isinstance(item, ContentError):
            problems += item.problems
        else:
            entries.append(item)
    if problems:
        raise ContentError(problems)
    return entries


def _check_address(slug: str, matter: front_matter.FrontMatter, path: str) -> list[Problem]:
    folder = slug.partition("/")[0]
    if folder == matter.entry.library:
        return []
    what = f"`library` is {matter.entry.library!r}, but the file lies in {folder}/"
    return [Problem(path, matter.line("library"), "library", what, "move the file or change the field")]
