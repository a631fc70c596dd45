"""Is everything there, and does it hang together: proofs and pastes, links between entries, old addresses."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches

from app.content.body import Part, Section
from app.content.lint.context import Corpus
from app.content.parse import ParsedEntry
from app.content.problems import Problem, Severity
from app.content.render import internal_links, plain_title
from app.content.schema import Cause, NotFix

# Anchors of the pages around an entry; a test compares them with app/templates.
RESERVED = frozenset(
    {"main", "message", "meaning", "causes", "fixes", "not-fixes", "prevention", "related", "this-page", "q", "paste"}
    | {"paste-note", "paste-problem", "your-paste", "again", "likely", "beware"}
)
MIN_PASTES = 2
CANNOT_TELL = "cannot-tell"


def check(entry: ParsedEntry, corpus: Corpus) -> Iterator[Problem]:
    yield from _proofs(entry, corpus)
    yield from _not_fixes(entry)
    yield from _roles(entry)
    yield from _headings(entry)
    yield from _links(entry, corpus)
    yield from _pastes(entry, corpus)
    yield from _tellable(entry)


def check_together(corpus: Corpus) -> Iterator[Problem]:
    """Old addresses lead to one entry each, and to none that exists."""
    owners: dict[str, str] = {}
    for slug, entry in corpus.entries.items():
        for index, old in enumerate(entry.entry.redirect_from):
            line = entry.line("redirect_from", index)
            if old in corpus.entries:
                what, todo = f"the old address {old!r} is an entry of its own", "remove it here"
                yield Problem(entry.path, line, "redirect", what, todo)
            elif owners.setdefault(old, slug) != slug:
                what, todo = f"the old address {old!r} leads to {owners[old]} already", "keep it in one entry"
                yield Problem(entry.path, line, "redirect", what, todo)
    for slug, files in corpus.pastes.items():
        if slug not in corpus.entries:
            yield Problem(files[0].as_posix(), 1, "paste", f"there is no entry {slug}", "move or remove its pastes")


def _proofs(entry: ParsedEntry, corpus: Corpus) -> Iterator[Problem]:
    for index, cause in enumerate(entry.entry.causes):
        section = entry.body.section(cause.id)
        if section is None:
            continue
        if cause.not_reproducible is not None:
            yield from _held_by_pastes(entry, corpus, cause, index)
            continue
        for role in ("raises", "fixed"):
            if not section.programs(role):
                what = f"the cause `{cause.id}` has no program that {'raises it' if role == 'raises' else 'mends it'}"
                todo = f"add a ```python {role} fence, or say why not with not_reproducible"
                yield Problem(entry.path, section.line, "proof", what, todo)


def _held_by_pastes(entry: ParsedEntry, corpus: Corpus, cause: Cause, index: int) -> Iterator[Problem]:
    names = [f.name for f in corpus.pastes.get(entry.slug, ())]
    found = sum(name.startswith((f"{cause.id}.", f"{CANNOT_TELL}.")) for name in names)
    own = sum(name.startswith(f"{cause.id}.") for name in names)
    if found < MIN_PASTES or not own:
        what = f"the cause `{cause.id}` is not run and has {found} pastes, {own} of its own"
        todo = f"add {MIN_PASTES} realistic ones as content/pastes/{entry.slug}/{cause.id}.1.txt and so on"
        yield Problem(entry.path, entry.line("causes", index, "not_reproducible"), "proof", what, todo)


def _not_fixes(entry: ParsedEntry) -> Iterator[Problem]:
    for item in entry.entry.not_fixes:
        section = entry.body.section(item.id)
        if section is None or item.not_reproducible is not None:
            continue
        role = "raises" if item.outcome == "raises" else "runs"
        if not section.programs(role):
            what = f"the outcome of `{item.id}` ({item.outcome}) is not shown by a program"
            yield Problem(entry.path, section.line, "proof", what, f"add a ```python {role} fence")


def _roles(entry: ParsedEntry) -> Iterator[Problem]:
    allowed = {Part.CAUSES: ("raises", "fixed"), Part.FIXES: (), Part.NOT_FIXES: ("raises", "runs")}
    for section in entry.body.sections:
        for fence in section.fences:
            if fence.role and fence.role not in allowed[section.part]:
                may = ", ".join(allowed[section.part]) or "none, only shown code"
                what = f"a fence `{fence.language} {fence.role}` has no place in `## {section.part}`"
                yield Problem(entry.path, fence.line - 1, "fence", what, f"allowed there: {may}")


def _headings(entry: ParsedEntry) -> Iterator[Problem]:
    for section in entry.body.sections:
        if section.id in RESERVED:
            what = f"the anchor `{section.id}` belongs to the page itself"
            yield Problem(entry.path, section.line, "anchor", what, "choose another id")
        title = _title_of(entry, section)
        if title and plain_title(title) != plain_title(section.title):
            what = f"the heading says {section.title!r}, the front-matter {title!r}"
            yield _warning(
                entry, section.line, "heading", what, "make them the same; the page shows the front-matter's"
            )


def _title_of(entry: ParsedEntry, section: Section) -> str:
    items: tuple[Cause | NotFix, ...] = (*entry.entry.causes, *entry.entry.not_fixes)
    titles = {i.id: i.title for i in items} | {f.id: f.title for f in entry.entry.fixes}
    return titles.get(section.id, "")


def _links(entry: ParsedEntry, corpus: Corpus) -> Iterator[Problem]:
    for index, slug in enumerate(entry.entry.related):
        if slug == entry.slug:
            yield Problem(entry.path, entry.line("related", index), "link", "it is related to itself", "remove it")
        elif slug not in corpus.entries:
            yield Problem(entry.path, entry.line("related", index), "link", *_no_entry(slug, corpus))
    for section in entry.body.sections:
        for block in section.prose:
            for href, offset in internal_links(block.text):
                problem = _dead(href, entry, corpus)
                if problem:
                    yield Problem(entry.path, block.line + offset, "link", *problem)


def _dead(href: str, entry: ParsedEntry, corpus: Corpus) -> tuple[str, str] | None:
    path, _, anchor = href.partition("#")
    slug = path.removeprefix("/errors/") if path.startswith("/errors/") else ""
    if path and not slug:
        return None  # another page of the site
    if slug and slug not in corpus.entries:
        return _no_entry(slug, corpus)
    where = slug or entry.slug
    if anchor and anchor not in corpus.anchors(where) and anchor not in RESERVED:
        return f"{where} has no section `#{anchor}`", "mend the link"
    return None


def _no_entry(slug: str, corpus: Corpus) -> tuple[str, str]:
    near = get_close_matches(slug, corpus.entries, n=1)
    return f"there is no entry {slug!r}", f"did you mean {near[0]!r}?" if near else "remove it, or write that entry"


def _pastes(entry: ParsedEntry, corpus: Corpus) -> Iterator[Problem]:
    known = {c.id for c in entry.entry.causes} | {CANNOT_TELL}
    for file in corpus.pastes.get(entry.slug, ()):
        cause, _, number = file.stem.rpartition(".")
        if cause not in known or not number.isdigit():
            todo = f"name it <cause-id>.<n>.txt or {CANNOT_TELL}.<n>.txt"
            yield Problem(file.as_posix(), 1, "paste", f"{file.name!r} belongs to no cause of {entry.slug}", todo)


def _tellable(entry: ParsedEntry) -> Iterator[Problem]:
    """Causes that no paste tells apart must say what to look at."""
    causes = entry.entry.causes
    for index, cause in enumerate(causes):
        if len(causes) > 1 and not cause.evidence and not cause.look_at:
            what = f"nothing tells the cause `{cause.id}`: it has neither evidence nor look_at"
            yield Problem(entry.path, entry.line("causes", index), "evidence", what, "add one of them")


def _warning(entry: ParsedEntry, line: int, code: str, what: str, todo: str) -> Problem:
    severity: Severity = "warning"
    return Problem(entry.path, line, code, what, todo, severity)
