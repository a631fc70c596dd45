"""What was understood of a paste, answer or not: its exceptions with their messages' templates, and the facts.

The template of a message holds none of the person's own words: every varying part becomes a typed slot.  It is all
that "ask for this entry" carries.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

from app.paste.lazy import lazy
from app.paste.model import ExceptionInfo, Relation, Report
from app.result import Understood, UnderstoodException

MAX_TEMPLATE = 400
MAX_SHOWN = 24
_VARYING = lazy(
    r"""(?:\b[A-Za-z][a-z]*+(?:\s|$))++  # plain words, which is most of a message, in one go
      | (?P<quoted>
                  '[^'\n]{0,300}'|"[^"\n]{0,300}"|`[^`\n]{0,300}`
                  |\u201c[^\u201d\n]{0,300}\u201d|\u2018[^\u2019\n]{0,300}\u2019)
      | (?P<url>\b[a-z][a-z0-9+]{1,10}://[^\s'"<>]+)
      | (?P<email>\b[\w.+-]{1,60}@[\w.-]{1,80})
      | (?P<path>(?:[A-Za-z]:\\|\.{0,2}/|~/|\\\\)[^\s'",;()]+ | [\w.-]+(?:/[\w.-]+)+)
      | (?P<shape>(?:torch\.Size\()?[\[(]\s?(?:-?\d+|None)(?:,\s?(?:-?\d+|None))*,?\s?[\])]\)?)
      | (?P<device>\b(?:cuda|mps|xpu|npu|hpu):\d+)
      | (?P<size>\b\d+(?:\.\d+)?\s?(?:[KMGT]i?B|bytes)\b)
      | (?P<dtype>\b(?:torch|np|numpy)\.(?:float|int|uint|bfloat|complex|bool)\w*)
      | (?P<hex>\b0x[0-9a-fA-F]+\b | \b[0-9a-f]{12,}\b)
      | (?P<int>(?<![\w.])[+-]?\d+(?![\w.])|(?<![\w.])[+-]?\d+(?=\.(?:\s|$)))
      | (?P<number>(?<![\w])[+-]?\d+\.\d+(?:[eE][+-]?\d+)?(?![\w]))
      | (?P<name>\b[A-Za-z_]\w*(?:\.\w+)+ | \b\w*_\w+
                | \b\w*\d\w* | \b[a-z]+[A-Z]\w* | \b[A-Z][a-z]+[A-Z]\w* | \w+(?=\())
      | (?P<word>\S*[@\\]\S*)
    """,
    re.VERBOSE,
)
_KINDS = {"url": "word", "email": "word", "hex": "word"}


def template_of(message: str) -> str:
    """The first line of a message with its varying parts as slots, in the syntax of entries' templates."""
    line = next((text for text in message.split("\n") if text.strip()), "").strip()[: MAX_TEMPLATE * 2]
    counts: Counter[str] = Counter()

    def slot(found: re.Match[str]) -> str:
        if found.lastgroup is None:
            return found[0]
        kind = _KINDS.get(found.lastgroup, found.lastgroup)
        counts[kind] += 1
        return f"\x00{kind}{counts[kind] if counts[kind] > 1 else ''}:{kind}\x01"

    text = _VARYING.sub(slot, line)
    text = text.replace("{", "{{").replace("}", "}}").replace("\x00", "{").replace("\x01", "}")
    return text if len(text) <= MAX_TEMPLATE else text[:MAX_TEMPLATE].rpartition(" ")[0]


def understand(report: Report, mask: Callable[[str], str]) -> Understood:
    """What the paste gave away, masked."""
    exceptions: list[UnderstoodException] = []
    for root in report.exceptions:
        _add(root, "", exceptions, mask)
    facts = report.facts
    return Understood(
        tuple(exceptions[:MAX_SHOWN]),
        report.libraries,
        facts.python,
        facts.system,
        facts.versions,
        tuple(sorted(facts.tags)),
    )


def _add(info: ExceptionInfo, relation: str, into: list[UnderstoodException], mask: Callable[[str], str]) -> None:
    """Iterative: a chain may be as deep as the paste is long."""
    stack: list[tuple[ExceptionInfo, str | Relation]] = [(info, relation)]
    while stack and len(into) < MAX_SHOWN:
        info, relation = stack.pop()
        shown = mask(info.message.strip())[:600]
        into.append(
            UnderstoodException(
                info.type, shown, info.line, len(info.frames), str(relation), template_of(mask(info.message[:2000]))
            )
        )
        stack.extend((child, how) for how, child in reversed(info.children))
