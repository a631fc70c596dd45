"""Every address of the site, built in one place."""

from __future__ import annotations

from urllib.parse import quote, urlencode

HOME = "/"
ABOUT = "/about"
ERRORS = "/errors"
LIBRARIES = "/libraries"
EXCEPTIONS = "/exceptions"
NEWEST = "/newest"
MOST = "/most-looked-up"
SEARCH = "/search"
CONTRIBUTE = "/contribute"
FEEDBACK = "/feedback"
WANTED = "/wanted"
API = "/api"
HEALTH = "/healthz"


def entry(slug: str, anchor: str = "") -> str:
    return f"{ERRORS}/{slug}" + (f"#{anchor}" if anchor else "")


def entry_markdown(slug: str) -> str:
    return f"{ERRORS}/{slug}.md"


def entry_json(slug: str) -> str:
    return f"{ERRORS}/{slug}.json"


def filled_entry(slug: str, values: list[tuple[str, str]], anchor: str = "") -> str:
    """The entry with captured shapes and numbers in its prose; only what the person chose to share."""
    query = f"?{urlencode(values)}" if values else ""
    return f"{ERRORS}/{slug}{query}" + (f"#{anchor}" if anchor else "")


def library(name: str) -> str:
    return f"{LIBRARIES}/{quote(name, safe='')}"


def exception(name: str) -> str:
    """Exceptions are listed by their bare name, however an entry spells it: `json.decoder.JSONDecodeError`."""
    return f"{EXCEPTIONS}/{quote(name.rpartition('.')[2], safe='')}"


def search(words: str, **facets: str | int) -> str:
    return f"{SEARCH}?{urlencode({'q': words, **{k: v for k, v in facets.items() if v}})}"


def edit(repository: str, path: str) -> str:
    return f"{repository.rstrip('/')}/edit/main/{quote(path)}"


def history(repository: str, path: str) -> str:
    return f"{repository.rstrip('/')}/commits/main/{quote(path)}"


def report(repository: str, slug: str) -> str:
    return f"{repository.rstrip('/')}/issues/new?{urlencode({'title': f'Mistake in {slug}', 'labels': 'content'})}"
