"""What the matcher knows of an entry: plain data, read from the store or made from front-matter.

Standard library only: the command line loads this on every lookup.
"""

from __future__ import annotations

from app.records import record

PLACE = "@"  # begins a wording that is no message but the frame that raises it: "@multiprocessing.spawn:_check"


@record
class Wording:
    """One way a library words the message: a template, and which versions print it."""

    text: str
    versions: str = ""  # a version specifier of the library, ">=1.9,<2.1"; "python >=3.11" for the interpreter's


@record
class EvidenceRule:
    """Something in a paste that speaks for a cause.  `kind` names where to look, `pattern` what for."""

    kind: (
        str  # source | any_source | caret | frame | call | capture | version | environment | exception | line | message
    )
    pattern: str
    weight: int = 2


@record
class CauseFacts:
    id: str
    title: str
    look_at: str = ""  # how a person recognises it when the paste cannot tell
    fix: str = ""
    evidence: tuple[EvidenceRule, ...] = ()


@record
class EntryFacts:
    slug: str  # "torch/backward-twice"
    title: str
    library: str
    exceptions: tuple[str, ...]  # bare or dotted names the message is raised with; empty: printed without an exception
    wordings: tuple[Wording, ...]
    meaning: str = ""
    if_this: str = ""  # completes "it is this one if ..." when several entries fit
    generic: bool = False  # yields to a specific entry found anywhere in the same paste
    requires: tuple[str, ...] = ()  # "exception", "library": what must agree for its wordings to count
    packages: tuple[str, ...] = ()  # import names whose frames speak for it; default: its library
    causes: tuple[CauseFacts, ...] = ()
    fixes: tuple[tuple[str, str], ...] = ()  # (id, title)
    related: tuple[str, ...] = ()
