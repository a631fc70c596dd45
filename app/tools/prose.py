"""Entries in a terminal: cut a section out of an entry's Markdown, set it readably, fill captured values in.

Standard library only, so that `unraise lookup` starts at once.  The Markdown is our own, checked by the lint; this
is no Markdown parser.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Collection, Iterable, Mapping

from app.matching.placeholders import fill_text
from app.matching.templates import parse_template
from app.paste.lazy import lazy
from app.records import record

_HEADING = lazy(r"^(#{2,3}) (.*?)(?: \{#([a-z0-9-]+)\})?\s*$")
_FENCE = lazy(r"^(`{3,}|~{3,})(.*)$")
_MARKUP = lazy(r"(`+)(.+?)\1|\[([^\]]+)\]\(([^)\s]+)\)|\*\*")  # code first: stars in it are code
_NAME = lazy(r"\{([A-Za-z_]\w*)\}")


@record
class Block:
    """A paragraph or list item (`info` is None) or a fenced block (`info` is its info string)."""

    text: str
    info: str | None = None


@record
class Section:
    level: int
    title: str
    anchor: str
    blocks: tuple[Block, ...]


def sections(markdown: str) -> list[Section]:
    """The `##` and `###` sections of an entry's body, in order, front-matter left out."""
    found: list[tuple[int, str, str, list[str]]] = []
    fence = ""
    for line in _body(markdown).splitlines():
        opening = _FENCE.match(line)
        if opening and not fence:
            fence = opening[1]
        elif fence and line.strip() == fence:
            fence = ""
        heading = None if fence else _HEADING.match(line)
        if heading:
            found.append((len(heading[1]), heading[2], heading[3] or "", []))
        elif found:
            found[-1][3].append(line)
    return [Section(level, title, anchor, tuple(_blocks(lines))) for level, title, anchor, lines in found]


def find(markdown: str, anchor: str) -> Section | None:
    """The section with this anchor."""
    return next((section for section in sections(markdown) if section.anchor == anchor), None)


def slots(wordings: Iterable[str]) -> frozenset[str]:
    """The names of the slots of an entry's wordings."""
    return frozenset(slot.name for text in wordings for slot in parse_template(text).slots)


def wrap(text: str, captures: Mapping[str, str], width: int, indent: str = "", *, slots: Collection[str] = ()) -> str:
    """A paragraph as terminal text: values filled in, links as `text (address)`, wrapped.

    A slot of `slots` that has no value shows its name, as on the page.
    """
    filled = fill_text(" ".join(text.split()), captures)
    if slots:
        filled = _NAME.sub(lambda found: found[1] if found[1] in slots else found[0], filled)
    plain = _MARKUP.sub(_plain, filled)
    bullet = re.match(r"(?:[-*]|\d+\.) ", plain)
    hanging = indent + " " * len(bullet[0]) if bullet else indent
    return textwrap.fill(
        plain, width, initial_indent=indent, subsequent_indent=hanging, break_long_words=False, break_on_hyphens=False
    )


def _plain(found: re.Match[str]) -> str:
    if found[1]:
        return found[0] if len(found[1]) == 1 else found[2]
    if not found[3]:
        return ""
    return f"{found[3]} ({found[4]})" if found[4].startswith("http") else found[3]


def _body(markdown: str) -> str:
    if not markdown.startswith("---\n"):
        return markdown
    return markdown.partition("\n---\n")[2]


def _blocks(lines: list[str]) -> list[Block]:
    blocks: list[Block] = []
    paragraph: list[str] = []
    fenced: list[str] | None = None
    mark = info = ""
    for line in [*lines, ""]:
        opening = _FENCE.match(line)
        if fenced is not None:
            if line.strip() == mark:
                blocks.append(Block("\n".join(fenced), info))
                fenced = None
            else:
                fenced.append(line)
        elif opening or not line.strip() or re.match(r"(?:[-*]|\d+\.) ", line):
            if paragraph:
                blocks.append(Block("\n".join(paragraph)))
            paragraph = [line] if line.strip() and not opening else []
            if opening:
                fenced, mark, info = [], opening[1], opening[2].strip()
        else:
            paragraph.append(line)
    return blocks
