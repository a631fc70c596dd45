"""Text in, answer out: the one way any surface gets an answer.

    read -> recognise -> choose -> explain -> Result

Pure: the paste is neither stored nor logged, and entries come through the `EntrySource` port.
"""

from __future__ import annotations

from functools import cache

from app.matching.choose import Choice, choose
from app.matching.explain import explain, notes_on, related_to
from app.matching.ports import EntrySource
from app.matching.recognise import recognise
from app.matching.understand import understand
from app.matching.weigh import Found
from app.paste.mask import mask
from app.paste.reader import read
from app.result import Outcome, Result


def lookup(text: str, source: EntrySource) -> Result:
    """The answer to a paste of any content.  Never raises for what it holds; its size is the caller's to limit."""
    report = read(readable(text))
    rules = source.rules()
    choice = choose(recognise(report, source), rules)
    hidden = cache(mask)  # of this answer alone: the same texts stand in several places of it
    matches = {item: explain(item, report, rules, hidden) for item in _named(choice)}
    match = matches[choice.best] if choice.best else None
    return Result(
        outcome=_outcome(choice),
        match=match,
        candidates=tuple(matches[item] for item in choice.candidates),
        others=tuple(matches[item] for item in choice.others),
        related=related_to(choice, report, source),
        understood=understand(report, hidden),
        notes=notes_on(choice, match),
        report=report,
    )


def readable(text: str) -> str:
    """Without lone surrogates and NULs, which nothing downstream can encode or show."""
    return text.encode("utf-8", "replace").decode("utf-8").replace("\x00", "\ufffd")


def _named(choice: Choice) -> list[Found]:
    return [*([choice.best] if choice.best else []), *choice.candidates, *choice.others]


def _outcome(choice: Choice) -> Outcome:
    if choice.best is not None:
        return Outcome.MATCH
    return Outcome.CANDIDATES if choice.candidates else Outcome.UNKNOWN
