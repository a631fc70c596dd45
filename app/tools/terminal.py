"""A Result as text for a terminal: the answer first, the line that says so, the fix; then what else there is.

Everything that came from the paste is stripped of control characters before it is printed: a paste must not be able to
drive the terminal it is shown in.
"""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Callable

from app.records import record
from app.result import CauseAnswer, EvidenceHit, Match, Outcome, Result
from app.tools import prose

Markdown = Callable[[str], str]  # slug -> the entry's Markdown, "" when it has none

_KINDS = {
    "source": "your line",
    "any_source": "your line",
    "caret": "the marked code",
    "frame": "frame",
    "call": "call",
    "capture": "value",
    "version": "version",
    "environment": "where it ran",
    "exception": "other exception",
    "line": "output line",
    "message": "message",
}


@record
class Style:
    """How emphasis is written: ANSI codes, or nothing where colour is not wanted."""

    color: bool
    width: int = 80

    def bold(self, text: str) -> str:
        return f"\x1b[1m{text}\x1b[0m" if self.color else text

    def dim(self, text: str) -> str:
        return f"\x1b[2m{text}\x1b[0m" if self.color else text

    def accent(self, text: str) -> str:
        return f"\x1b[1;36m{text}\x1b[0m" if self.color else text

    def error(self, text: str) -> str:
        return f"\x1b[1;31m{text}\x1b[0m" if self.color else text


def render(result: Result, style: Style, markdown: Markdown) -> str:
    """The whole answer, ending in a newline."""
    if result.outcome is Outcome.MATCH and result.match:
        parts = [
            _match(result.match, style, markdown(result.match.slug)),
            *_notes(result, style),
            _others(result, style),
        ]
    elif result.outcome is Outcome.CANDIDATES:
        parts = [_candidates(result, style), *_notes(result, style)]
    else:
        parts = [_unknown(result, style), *_notes(result, style)]
    return "\n\n".join(part for part in parts if part) + "\n"


def clean(text: str) -> str:
    """`text` without control, format and bidirectional characters; tabs become blanks."""
    text = text.replace("\t", "    ")
    return "".join(c for c in text if c == "\n" or unicodedata.category(c) not in {"Cc", "Cf", "Cs"})


def _match(match: Match, style: Style, markdown: str) -> str:
    lines = [_painted(style.error, _headline(match, style.width)), "", _wrap(match.meaning or match.title, style)]
    first, *rest = match.causes or (None,)
    captures = dict(match.captures)
    if first:
        lines += ["", *_first_cause(first, bool(rest), captures, style, markdown)]
    fix = next((title for identifier, title in match.fixes if first and identifier == first.fix), "")
    if first and fix:
        lines += ["", _labelled("Fix: ", fix, style)]
        lines += _paragraphs(markdown, first.fix, captures, style)
    told = [cause for cause in rest if cause]
    if told:
        heading = "Other causes" if first and first.likely else "It could also be"
        lines += ["", style.bold(heading)]
        decided = bool(first and first.likely)
        lines += [line for cause in told for line in _other_cause(cause, style, told_apart=decided)]
    anchor = f"#{first.id}" if first else ""
    section = prose.find(markdown, first.id) if first and markdown else None
    runs = any((block.info or "").endswith(" raises") for block in section.blocks) if section else False
    lines += ["", style.dim(f"{'With programs to run' if runs else 'The page'}: unraise explain {match.slug}{anchor}")]
    return "\n".join(lines)


def _headline(match: Match, width: int) -> str:
    head = clean(f"{match.exception}: {match.message}" if match.exception else match.message)
    kept = head.splitlines()[:6]
    short = (textwrap.shorten(line, width * 3, placeholder=" …") if len(line) > width * 3 else line for line in kept)
    return "\n".join(_folded(line, width) for line in short)


def _folded(line: str, width: int, indent: str = "") -> str:
    """Within the width, its own indent kept; code and paths are not torn."""
    own = indent + line[: len(line) - len(line.lstrip())]
    return textwrap.fill(line.strip(), width, initial_indent=own, subsequent_indent=own, break_long_words=False) or line


def _painted(paint: Callable[[str], str], text: str) -> str:
    """Line by line, so that a pager that cuts lines keeps the colour."""
    return "\n".join(paint(line) for line in text.split("\n"))


def _labelled(label: str, title: str, style: Style, paint: Callable[[str], str] = str) -> str:
    """`Fix: a title`, folded under its label."""
    first, *rest = textwrap.wrap(label + title, style.width, subsequent_indent="  ")
    return "\n".join([style.bold(label) + paint(first[len(label) :]), *map(paint, rest)])


def _first_cause(cause: CauseAnswer, several: bool, captures: dict[str, str], style: Style, markdown: str) -> list[str]:
    if cause.likely:
        label = "Your cause: "
    elif several:
        label = "Most often: "
    else:
        label = "Cause: "
    lines = [_labelled(label, cause.title, style, style.accent)]
    lines += [_evidence(hit, style) for hit in cause.evidence]
    if not cause.likely and cause.look_at:
        lines.append(_wrap("Check: " + cause.look_at, style, "  "))
    return lines + _paragraphs(markdown, cause.id, captures, style)


def _paragraphs(markdown: str, anchor: str, captures: dict[str, str], style: Style) -> list[str]:
    section = prose.find(markdown, anchor) if markdown else None
    if not section:
        return []
    shown = {name: clean(value) for name, value in captures.items()}
    return [
        prose.wrap(block.text, shown, style.width, "  ") if block.info is None else textwrap.indent(block.text, "    ")
        for block in section.blocks
        if block.info is None or block.info.startswith("console")
    ]


def _other_cause(cause: CauseAnswer, style: Style, *, told_apart: bool) -> list[str]:
    """How to recognise it is said only while the paste has not decided: a decided answer stays short."""
    lines = [_bullet(cause.title, style)]
    lines += [_evidence(hit, style, "      ") for hit in cause.evidence]
    if cause.look_at and not cause.evidence and not told_apart:
        lines.append(style.dim(_wrap(cause.look_at, style, "    ")))
    return lines


def _evidence(hit: EvidenceHit, style: Style, indent: str = "  ") -> str:
    where = f"line {hit.line}" if hit.line else _KINDS.get(hit.kind, hit.kind)
    shown = textwrap.shorten(clean(hit.text), max(30, style.width - len(indent) - len(where) - 3), placeholder=" …")
    return f"{indent}{style.accent(where)} │ {shown}"


def _candidates(result: Result, style: Style) -> str:
    several = len(result.candidates) > 1
    lines = [style.bold(f"It is one of these {len(result.candidates)}:" if several else "It may be this one:")]
    for match in result.candidates:
        lines += ["", style.accent(match.title), _wrap(match.meaning, style, "  ")]
        if match.if_this:
            lines.append(_wrap(f"It is this one if {match.if_this}", style, "  "))
        lines.append(style.dim(f"  unraise explain {match.slug}"))
    return "\n".join(lines)


def _unknown(result: Result, style: Style) -> str:
    lines = [style.bold("Unknown: no entry explains this, and a guess would not help you.")]
    if result.understood.exceptions:
        lines += ["", "What was understood:"]
        for exception in result.understood.exceptions[:5]:
            text = textwrap.shorten(clean(f"{exception.type}: {exception.message}"), style.width - 14, placeholder=" …")
            lines.append(f"  line {exception.line}: {text}" if exception.line else f"  {text}")
    else:
        lines += [
            "",
            "No exception was found in it. Paste from the line 'Traceback (most recent call last):' to the end.",
        ]
    if result.related:
        lines += ["", "Not the answer, but near it:"]
        lines += [_named(related.title, related.slug, style) for related in result.related]
    return "\n".join(lines)


def _others(result: Result, style: Style) -> str:
    if not result.others:
        return ""
    lines = [style.bold("Also in this paste")]
    lines += [_named(match.title, match.slug, style) for match in result.others]
    return "\n".join(lines)


def _named(title: str, slug: str, style: Style) -> str:
    return _bullet(f"{title} (unraise explain {slug})", style)


def _bullet(text: str, style: Style) -> str:
    """An item of a list; what can be copied from it, a command or a name with hyphens, is not torn."""
    return textwrap.fill(
        text,
        style.width,
        initial_indent="  • ",
        subsequent_indent="    ",
        break_on_hyphens=False,
        break_long_words=False,
    )


def _notes(result: Result, style: Style) -> list[str]:
    return [_wrap(note, style) for note in result.notes]


def _wrap(text: str, style: Style, indent: str = "") -> str:
    return textwrap.fill(clean(text), style.width, initial_indent=indent, subsequent_indent=indent)
