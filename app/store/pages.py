"""Everything a page about an entry needs, rendered as far as it can be without knowing how the page looks.

The loader makes one `EntryPage` of each entry, hands it to the site's `PageRenderer`, and stores both: the finished
page is served as it is, the parts are what an answer is put together from.  Every `*_html` is safe, complete HTML with
`<span class="slot" data-slot="k1">fallback</span>` where a captured value goes (`app.content.slots.fill`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class WordingView:
    text: str  # the template as written
    html: str  # the message with `<span class="slot" data-slot="k1">k1</span>` for each varying part
    versions: str = ""  # ">=1.9,<2.1" | "python >=3.11" | ""
    source: str = ""  # where it is known from, when no example raises it


@dataclass(frozen=True, slots=True)
class Proof:
    """What stands behind a claim, said by the last proof run."""

    state: Literal["proved", "not-reproduced", "unproved"]
    versions: tuple[tuple[str, str], ...] = ()  # ("torch", "2.13.0"), ("python", "3.11.9")
    date: str = ""  # "2026-11-30"
    reason: str = ""  # of not-reproduced: "gpu", "windows", ...
    detail: str = ""  # one sentence for the page


@dataclass(frozen=True, slots=True)
class Code:
    """One block of code.  `html` is a whole `<pre>`; `code` is what a copy button copies."""

    role: str  # "raises" | "fixed" | "runs" | "" (a support file, or only shown)
    language: str
    code: str
    html: str
    file: str = ""  # the name it is saved under, for support files
    environment: str = ""  # the pinned set it runs in


@dataclass(frozen=True, slots=True)
class Example:
    """A program that raises and the same program mended; `diff_html` shows both with the changed lines marked."""

    broken: Code
    fixed: Code | None
    diff_html: str


@dataclass(frozen=True, slots=True)
class CauseView:
    id: str
    title: str
    title_html: str
    look_at_html: str  # "" where the entry says nothing
    intro_html: str  # the prose before the first program
    examples: tuple[Example, ...]
    files: tuple[Code, ...]  # support files and whatever else is shown
    outro_html: str  # the prose after it
    fix: str  # id of the fix
    fix_title: str
    evidence: tuple[tuple[str, str], ...]  # (kind, pattern): what in a paste would speak for it
    proof: Proof


@dataclass(frozen=True, slots=True)
class FixView:
    id: str
    title: str
    title_html: str
    html: str


@dataclass(frozen=True, slots=True)
class NotFixView:
    id: str
    title: str
    title_html: str
    outcome: Literal["raises", "runs-but"]
    result_html: str
    html: str  # prose and programs in order
    proof: Proof


@dataclass(frozen=True, slots=True)
class EntryPage:
    slug: str  # "torch/backward-twice"
    url: str  # "/errors/torch/backward-twice"
    title: str
    title_html: str
    library: str
    exceptions: tuple[str, ...]
    generic: bool
    wordings: tuple[WordingView, ...]
    meaning: str  # plain text, for descriptions
    meaning_html: str
    if_this: str
    causes: tuple[CauseView, ...]
    fixes: tuple[FixView, ...]
    not_fixes: tuple[NotFixView, ...]
    prevention_html: str
    related: tuple[tuple[str, str], ...]  # (slug, title)
    references: tuple[str, ...]  # https addresses
    redirect_from: tuple[str, ...]  # slugs it had before
    retired: str  # "" or since when and why
    source_path: str  # below the repository: "content/errors/torch/backward-twice.md"
    created: str  # "2026-11-30", "" where there is no history
    updated: str
    authors: tuple[str, ...]  # empty where there is no history: then the byline is the project's own name
    verified: str = ""  # date of the latest proof of any of its causes, "" for none


@dataclass(frozen=True, slots=True)
class PageRenderer:
    """How the site makes a page of an entry.  Whenever its templates change so does `version`: all pages are remade."""

    version: str
    render: Callable[[EntryPage], str]
