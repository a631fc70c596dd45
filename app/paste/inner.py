"""Exceptions quoted inside another one's message: `(sqlite3.OperationalError) database is locked`,
`... because of the following error:` and the lines below, `(Caused by NewConnectionError('...'))`."""

from __future__ import annotations

import re

from app.paste.cursor import READ
from app.paste.drafts import Draft
from app.paste.headers import header, looks_like_exception, unrepr
from app.paste.lazy import lazy
from app.paste.model import Relation

_WRAPPED = lazy(r"\(((?:[A-Za-z_]\w{0,80}\.){0,8}[A-Za-z_]\w{0,80})\) (?=\S)")
_CAUSED = lazy(r"\(?Caused by ([A-Z]\w{2,80})\(")
_BECAUSE = lazy(
    r"(?:following (?:error|exception)|because|due to|caused by|traceback\)|reason|original (?:error|exception))"
    r"[^:\n]{0,60}:\s*$",
    re.IGNORECASE,
)
_ORIGINAL = ("Original error was: ", "Original exception was: ", "The original error was: ", "Original error: ")
_OBJECT_AT = lazy(r"<[\w.]{1,200} object at 0x[0-9a-fA-F]{1,16}>: ")
_URLOPEN = "<urlopen error "


def inner_exceptions(draft: Draft) -> list[tuple[Relation, Draft]]:
    """What the message of `draft` quotes, as exceptions of their own."""
    first = draft.message[0][:READ] if draft.message else ""
    found = _at_start(first, draft) or _caused_by(first, draft) or _below_colon(draft) or _original(draft)
    return [(Relation.PRINTED, found)] if found is not None else []


def _at_start(first: str, draft: Draft) -> Draft | None:
    stripped = first.strip()
    hit = _WRAPPED.match(stripped)
    if hit and looks_like_exception(hit[1]):
        return Draft(hit[1], [stripped[hit.end() :], *draft.message[1:]], draft.line, draft.end_line)
    if stripped.startswith(_URLOPEN):
        return Draft("", [stripped[len(_URLOPEN) :].removesuffix(">")], draft.line, draft.end_line)
    found = header(stripped)
    if found is not None and found.sure and found.message and found.type != draft.type:
        return Draft(found.type, [found.message, *draft.message[1:]], draft.line, draft.end_line)
    return None


def _caused_by(first: str, draft: Draft) -> Draft | None:
    hit = _CAUSED.search(first)
    if not hit:
        return None
    quoted = unrepr(first[hit.start(1) :].rstrip(")") + ")")
    message = quoted[1] if quoted else first[hit.end() :].strip("'\")")
    return Draft(hit[1], [_OBJECT_AT.sub("", message, count=1)], draft.line, draft.line)


def _original(draft: Draft) -> Draft | None:
    """numpy's and others' `Original error was: ...` at the end of an explanation."""
    for k, line in enumerate(draft.message[1:80], 1):
        text = line.strip()
        if text.startswith(_ORIGINAL):
            return Draft("", [text.partition(": ")[2]], min(draft.line + k, draft.end_line), draft.end_line)
    return None


def _below_colon(draft: Draft) -> Draft | None:
    for k, line in enumerate(draft.message[:-1][:40]):
        if not line.rstrip().endswith(":") or not _BECAUSE.search(line[-120:]):
            continue
        rest = draft.message[k + 1 :]
        while rest and not rest[0].strip():
            rest = rest[1:]
            k += 1
        if not rest:
            return None
        found = header(rest[0][:READ])
        line_number = min(draft.line + k + 1, draft.end_line)
        if found is not None and found.sure:
            return Draft(found.type, [found.message, *rest[1:]], line_number, draft.end_line)
        return Draft("", [rest[0].strip(), *rest[1:]], line_number, draft.end_line)
    return None
