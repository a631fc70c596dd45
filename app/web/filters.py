"""How facts are said on a page: dates, versions, what was missing, long addresses."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from markupsafe import Markup

from app.content.history import PROJECT
from app.store.marking import Pieces
from app.store.pages import WordingView
from app.store.views import Hit

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
NEEDS = {
    "gpu": "needs a GPU",
    "windows": "needs Windows",
    "macos": "needs macOS",
    "network": "needs a network",
    "old-version": "needs a version too old to install beside the others",
    "several-machines": "needs several machines",
    "hardware": "needs hardware that is not there",
    "service": "needs a running service",
    "too-big": "needs more memory or disk than a test may take",
}


def plural(number: int, one: str, many: str = "") -> str:
    """`3 | plural("cause")` -> "3 causes"."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def day(iso: str) -> str:
    """ "2026-11-30" -> "30 Nov 2026"; anything else as it is."""
    try:
        when = date.fromisoformat(iso[:10])
    except ValueError:
        return iso
    return f"{when.day} {MONTHS[when.month - 1]} {when.year}"


def needs(reason: str) -> str:
    return NEEDS.get(reason, reason)


def versions_of(wording: WordingView, library: str) -> str:
    """Which versions print a wording: ">=1.9" of torch -> "torch 1.9 and later"."""
    text = wording.versions.strip()
    if not text and wording.source:
        return "Some versions"  # what is known of it is where it was read; the program here did not raise it
    if not text:
        return f"All versions of {library}" if library != "python" else "All supported versions of Python"
    name, sep, specifier = text.partition(" ")
    if not sep or not name.isidentifier():
        name, specifier = library, text
    name = "Python" if name == "python" else name
    return f"{name} {_said(specifier)}"


def _said(specifier: str) -> str:
    parts = [part.strip() for part in specifier.split(",") if part.strip()]
    low = next((p[2:].strip() for p in parts if p.startswith(">=")), "")
    high = next((p[1:].strip() for p in parts if p.startswith("<") and not p.startswith("<=")), "")
    if len(parts) == 1 and low:
        return f"{low} and later"
    if len(parts) == 1 and high:
        return f"before {high}"
    if len(parts) == 2 and low and high:
        return f"{low} to before {high}"
    return specifier


SYSTEMS = {"linux": "Linux", "windows": "Windows", "macos": "macOS"}


def system(name: str) -> str:
    """An operating system as its makers spell it."""
    return SYSTEMS.get(name, name)


def otherwise(slug: str, slugs: Sequence[str]) -> str:
    """What tells a candidate apart where its entry does not say so: the library, or else its meaning."""
    libraries = [other.partition("/")[0] for other in slugs]
    own = slug.partition("/")[0]
    if libraries.count(own) > 1:
        return "its meaning, below, is what your program does"
    return f"the call that failed is one of {'Python’s own' if own == 'python' else own}"


def byline(authors: Sequence[str]) -> str:
    """Whose work a page is: ("Ada", "unraise") -> "Ada and the unraise project"; without names the project's."""
    names = [name for name in authors if name != PROJECT]
    if len(names) < len(authors) or not names:
        names.append(f"the {PROJECT} project")
    return " and ".join(part for part in (", ".join(names[:-1]), names[-1]) if part)


def short_url(url: str) -> str:
    """An address as a person reads it: without scheme, and cut in the middle of a long path."""
    text = url.removeprefix("https://").rstrip("/")
    if len(text) <= 60:
        return text
    host, _, path = text.partition("/")
    return f"{host}/…/{path.rpartition('/')[2]}"[:90]


def has_words(template: str) -> bool:
    """Does a message template say anything beside its varying parts?  Only such a one can be asked for."""
    return len(re.sub(r"\{[^}]*\}|\W", "", template)) >= 4


def breakable(address: str) -> Markup:
    """An address that may be broken after its slashes, and so need not be broken within a name."""
    return Markup("/<wbr>").join(address.split("/"))


def excerpt(hit: Hit) -> Pieces:
    """What a result says below its title: where the words were found, or the meaning where that repeats the title."""
    found = "".join(text for text, _ in hit.excerpt)
    if hit.excerpt and not _alike(found, hit.entry.title):
        return hit.excerpt
    return ((hit.entry.meaning, False),)


def _alike(text: str, title: str) -> bool:
    letters = [re.sub(r"\W+", "", words).lower()[:24] for words in (text, title)]
    return letters[0].startswith(letters[1][:16]) or letters[1].startswith(letters[0][:16])


def unticked(text: str) -> str:
    """A title as plain words, where no code can be set."""
    return text.replace("`", "")


def unlinked(html: str) -> Markup:
    """Rendered HTML of a title without its links: it stands inside one."""
    return Markup(re.sub(r"</?a\b[^>]*>", "", html))  # noqa: S704 (rendered by app.content, checked there)
