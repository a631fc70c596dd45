"""Lines that name an exception: `SomeError: text`, `pkg.mod.Error`, `error: text`, and the words around tracebacks."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from app.paste.lazy import lazy
from app.paste.model import Relation
from app.paste.words import EXCEPTION_ENDINGS, EXCEPTIONS, LABELS, NO_EXCEPTIONS


class Header(NamedTuple):
    type: str
    message: str
    start: int  # where the type begins in the line
    sure: bool  # the name alone says that it is an exception


_TYPE = r"(?:[A-Za-z_][\w$]{0,80}(?:\.|::)){0,12}[A-Za-z_]\w{0,100}"
_HEADER = lazy(rf"[ \t]*({_TYPE})(?:\((?:{_TYPE})\))?(?: ?[:：](?= |$|\S)|\s*$)")
# Somewhere in a line; the name must end like an exception's.
_EMBEDDED = lazy(
    r"(?<![\w.])((?:[A-Za-z_]\w{0,60}\.){0,10}[A-Z]\w{0,80}(?:Error|Exception|Interrupt|Fault|Failure|Expired|NotFound|Timeout))"
    r"(?: ?[:：] ?(?=\S)|(?=\(['\"])|(?= at /))"
)
_CLOSING = {"`": "`", "“": "”", "„": "“", "«": "»", '"': '"'}  # of an error quoted in a sentence
_CLASS = lazy(r"<class '([\w.]{1,200})'>[:,]? ?")
_BRACED = lazy(r"\{([A-Za-z_][\w.]{1,120})\} ?(\S.*)", re.DOTALL)
_NO_COLON = lazy(
    r"([A-Z]\w{0,100}(?:Error|Exception)) {1,2}(['\"`\u2018\u201c]\S.*)", re.DOTALL
)  # `TypeError 'list' object …`
_REPR = lazy(r"""([A-Za-z_][\w.]{0,200})\((['"])(.*)\2,?\)""", re.DOTALL)

_CAUSE = "The above exception was the direct cause of the following exception"
_CONTEXT = "During handling of the above exception, another exception occurred"
_CHAINS = (
    (_CAUSE, Relation.CAUSE),
    (_CONTEXT, Relation.CONTEXT),
    ("above exception was the direct cause", Relation.CAUSE),  # a narrow terminal breaks the line
    ("During handling of the above exception", Relation.CONTEXT),
    # machine-translated and localised
    ("上述异常是以下异常的直接原因", Relation.CAUSE),
    ("上述异常的直接原因", Relation.CAUSE),
    ("处理上述异常", Relation.CONTEXT),
    ("在处理上述异常", Relation.CONTEXT),
    ("Durante el manejo de la excepción", Relation.CONTEXT),
    ("Während der Behandlung der", Relation.CONTEXT),
    ("Lors du traitement de l'exception", Relation.CONTEXT),
    ("При обработке вышеуказанного исключения", Relation.CONTEXT),
)
_TEST_NAME = lazy(r" \w{1,200} \([\w.]{1,300}\)\s*$")  # unittest's heading
_HEAD = lazy(r"(?:most recent call (?:last|first)|innermost last)", re.IGNORECASE)
# 'Traceback (most recent call last)' as translators render it; always followed by frames
_HEADS_ELSEWHERE = (
    "回溯",
    "追溯",
    "跟踪",
    "トレースバック",
    "역추적",
    "Rastreamento",
    "Rückverfolgung",
    "Trazas de",
    "Трассировка",
    "Geri izleme",
    "Trace d'appel",
)


def is_dull(text: str) -> bool:
    """A line that cannot begin anything: found in a fraction of the time that saying what it is would take."""
    if not text.isascii() or '"' in text or " in" in text or "rror" in text or "xception" in text or ".py" in text:
        return False
    if (
        "raceback" in text
        or "line " in text
        or "terminate" in text
        or "File" in text
        or "Fault" in text
        or "In" in text
    ):
        return False
    if (
        "imeout" in text
        or "ailure" in text
        or "Found" in text
        or "->" in text
        or "most recent" in text
        or "Fatal" in text
    ):
        return False
    name = text.partition(":")[0].partition("(")[0].strip()
    return " " in name or not name


def chain(text: str) -> Relation | None:
    """How the traceback below hangs together with the one above, if this line says so."""
    if "xception" not in text and "异常" not in text and "сключени" not in text and "excepción" not in text:
        return None
    for words, relation in _CHAINS:
        if words in text:
            return relation
    return None


def head(text: str) -> int:
    """Where `Traceback (most recent call last)` begins, -1 if nowhere."""
    at = text.find("Traceback")
    if at >= 0 and (_HEAD.search(text, at) or (text[at + 9 :].strip() in ("", ":") and not text[:at][-1:].isalnum())):
        return at
    if at < 0 and ("Stack (most recent call last)" in text or "(most recent call first)" in text):
        return 0
    if not text.isascii() and text.rstrip(" *").endswith((":", "：")):
        stripped = text.lstrip(" >*")
        if stripped.startswith(_HEADS_ELSEWHERE):
            return len(text) - len(stripped)
    return -1


def looks_like_exception(name: str) -> bool:
    """By its name alone: ends like one, or is a known one that does not."""
    last = name.rpartition(".")[2].rpartition("::")[2]
    if last in NO_EXCEPTIONS and last == name:
        return False
    if last in EXCEPTIONS or (last == "error" and last != name):
        return True
    return last.endswith(EXCEPTION_ENDINGS) and last[:1] in "ABCDEFGHIJKLMNOPQRSTUVWXYZ_" and last not in LABELS


@lru_cache(maxsize=8192)
def header(text: str) -> Header | None:
    """The exception a line begins with.  `sure` is False where only its place can tell (`foo.Bar: text`)."""
    hit = _HEADER.match(text)
    if not hit:
        return _by_class(text)
    name = hit[1]
    if name in NO_EXCEPTIONS:
        return None
    message = text[hit.end() :].strip()
    sure = looks_like_exception(name)
    if not sure and "." in name and name.rpartition(".")[2][:1].isupper() and not message.startswith("//"):
        last = name.rpartition(".")[2]
        sure = sum(c.isupper() for c in last) >= 2 and bool(message) and not last.isupper()
    return Header(name, message, hit.start(1), sure)


def _by_class(text: str) -> Header | None:
    """`<class 'ValueError'>: text` of bindings, `ValueError('text')` of reprs, `{ValueError}text` of PyCharm."""
    stripped = text.lstrip()
    if stripped.startswith("{"):
        hit = _BRACED.match(stripped)
        return Header(hit[1], hit[2], len(text) - len(stripped), True) if hit and looks_like_exception(hit[1]) else None
    if stripped.startswith(("<class '", "(<class '")):
        hit = _CLASS.search(text)
        if hit and looks_like_exception(hit[1]):
            found = unrepr(text[hit.end() :])
            return Header(hit[1], found[1] if found else text[hit.end() :].strip(), hit.start(1), True)
    found = unrepr(stripped)
    if found and looks_like_exception(found[0]):
        return Header(found[0], found[1], len(text) - len(stripped), True)
    hit = _NO_COLON.match(stripped)
    return Header(hit[1], hit[2], len(text) - len(stripped), True) if hit and looks_like_exception(hit[1]) else None


def unrepr(text: str) -> tuple[str, str] | None:
    """`ValueError('bad')` as ("ValueError", "bad")."""
    head_, paren, _ = text[:220].partition("(")
    if not paren or not head_.replace(".", "").replace("_", "").isalnum():
        return None
    hit = _REPR.match(text)
    if not hit:
        return None
    message = hit[3].replace("\\" + hit[2], hit[2]).replace("\\n", "\n")
    return hit[1], message


def label(text: str) -> Header | None:
    """`error: text` and `ERROR: text`, which name no type but are what many tools print."""
    stripped = text.lstrip(" *×")
    word, colon, rest = stripped.partition(":")
    if not colon or word not in LABELS or not rest.strip() or _TEST_NAME.match(rest) or rest.startswith(" ["):
        return None
    return Header(word, rest.strip(), len(text) - len(stripped), False)


@lru_cache(maxsize=4096)
def embedded(text: str) -> Header | None:
    """An exception named somewhere within a line of other text."""
    if (
        "Error" not in text
        and "Exception" not in text
        and "Timeout" not in text
        and "Failure" not in text
        and "NotFound" not in text
    ):
        return None
    if "raise " in text or "except " in text:  # code
        return None
    if "<class '" in text and (named := _CLASS.search(text)) is not None and looks_like_exception(named[1]):
        return Header(named[1], text[named.end() :].strip().removesuffix(")"), named.start(1), True)
    hit = _EMBEDDED.search(text)
    if not hit:
        return None
    rest = text[hit.end() :]
    opening = text[max(hit.start(1) - 1, 0) : hit.start(1)]
    closing = _CLOSING.get(opening, "")
    if closing and closing in rest:
        rest = rest[: rest.rindex(closing)] if opening in "'\"" else rest.partition(closing)[0]
    if rest.startswith("("):
        found = unrepr(text[hit.start(1) :])
        return Header(hit[1], found[1] if found else rest.strip("('\")"), hit.start(1), True)
    return Header(hit[1], rest.strip(), hit.start(1), True)
