"""Reviewed data that steers recognising: which exceptions are kinds of which, which errors give way to others, how
operating systems word their errors elsewhere, and the calibrated score of inexact matches.

Plain data in, plain data out: `content/wrappers.yml`, `content/exceptions.yml` and `content/calibration.json` are
read by `app/content`, kept by the store as one JSON text, and given to the matcher through `EntrySource.rules()`.
"""

from __future__ import annotations

import builtins
import json
from collections.abc import Mapping
from fnmatch import fnmatchcase
from functools import lru_cache
from typing import Any, Literal, get_args

from app.records import as_dict, made, record

Place = Literal["anywhere", "inside", "outside", "before"]
_ALIASES = {"IOError": "OSError", "EnvironmentError": "OSError", "WindowsError": "OSError", "socket.error": "OSError"}

_KEPT = 1_000  # exception types whose ancestry is remembered
_LONGEST = 200


class RulesError(ValueError):
    """A rule that cannot be used; says which and why."""


@record
class Yield:
    """`entry` gives way to any of `to` (slugs or globs) found in the same paste: `inside` it (what it carries),
    `outside` (what carries it), `before` it in time, or `anywhere`."""

    entry: str
    to: tuple[str, ...]
    where: Place
    why: str
    but: tuple[str, ...] = ()  # never to these


@record
class OsText:
    """An operating system's words for one error number, in English and as other languages print it."""

    number: str  # "WinError 126", "Errno 13"
    english: str
    local: tuple[str, ...] = ()


@record
class Calibration:
    """Weights of the score of an inexact match, and where it becomes a match or a candidate.  The default never
    claims: without a fitted file inexact matches are left alone."""

    weights: tuple[tuple[str, float], ...] = ()
    bias: float = -99.0
    match: float = 2.0
    candidate: float = 2.0


@record
class Rules:
    parents: tuple[tuple[str, tuple[str, ...]], ...] = ()
    yields: tuple[Yield, ...] = ()
    os_texts: tuple[OsText, ...] = ()
    calibration: Calibration = made(default_factory=Calibration)
    _above: dict[str, frozenset[str]] = made(default_factory=dict)
    _local: dict[bool, list[tuple[OsText, str]]] = made(default_factory=dict)

    def to_json(self) -> str:
        data = {
            "parents": self.parents,
            "yields": [as_dict(y) for y in self.yields],
            "os_texts": [as_dict(o) for o in self.os_texts],
            "calibration": as_dict(self.calibration),
        }
        return json.dumps(data, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> Rules:
        data = json.loads(text)
        calibration = data["calibration"]
        return cls(
            parents=tuple((name, tuple(above)) for name, above in data["parents"]),
            yields=tuple(
                Yield(y["entry"], tuple(y["to"]), y["where"], y["why"], tuple(y["but"])) for y in data["yields"]
            ),
            os_texts=tuple(OsText(o["number"], o["english"], tuple(o["local"])) for o in data["os_texts"]),
            calibration=Calibration(
                tuple((n, float(w)) for n, w in calibration["weights"]),
                calibration["bias"],
                calibration["match"],
                calibration["candidate"],
            ),
        )

    @classmethod
    def from_data(
        cls,
        wrappers: Mapping[str, Any] | None = None,
        exceptions: Mapping[str, Any] | None = None,
        calibration: Mapping[str, Any] | None = None,
    ) -> Rules:
        """From the content files' data.  Raises RulesError."""
        wrappers, exceptions, fitted = wrappers or {}, exceptions or {}, calibration or {}
        return cls(
            parents=tuple((n, tuple(_strings(a, n))) for n, a in (exceptions.get("parents") or {}).items()),
            yields=tuple(_yield(rule) for rule in wrappers.get("yields") or ()),
            os_texts=tuple(_os_text(row) for row in exceptions.get("os_texts") or ()),
            calibration=Calibration(
                tuple((str(n), float(w)) for n, w in fitted["weights"].items()),
                float(fitted["bias"]),
                float(fitted["match"]),
                float(fitted["candidate"]),
            )
            if fitted
            else Calibration(),
        )

    def ancestors(self, exception: str) -> frozenset[str]:
        """Its bare name and those of everything it is known to be a kind of: `JSONDecodeError` is a `ValueError`."""
        known = self._above.get(exception)
        if known is None:
            if len(self._above) >= _KEPT:
                self._above.clear()
            known = self._above[exception] = self._climb(exception[:_LONGEST])
        return known

    def _climb(self, exception: str) -> frozenset[str]:
        above = dict(self.parents)
        found: set[str] = set()
        waiting = [exception]
        while waiting:
            name = waiting.pop()
            bare = name.rpartition(".")[2]
            if not bare or bare in found:
                continue
            found.add(bare)
            waiting.extend(above.get(name) or above.get(bare) or ())
            waiting.extend(_ALIASES[n] for n in (name, bare) if n in _ALIASES)
            known = getattr(builtins, bare, None)
            if isinstance(known, type) and issubclass(known, BaseException):
                waiting.extend(c.__name__ for c in known.__mro__ if c not in (object, BaseException, Exception))
        return frozenset(found)

    def os_text(self, number: str) -> OsText | None:
        """What "WinError 126" says."""
        return next((text for text in self.os_texts if text.number == number), None)

    def local_texts(self, ascii_only: bool) -> list[tuple[OsText, str]]:
        """Every text in another language with what it stands for, the longest first."""
        if not self._local:
            pairs = [(known, text.rstrip("。.")) for known in self.os_texts for text in known.local]
            pairs.sort(key=lambda pair: -len(pair[1]))
            self._local[False] = pairs
            self._local[True] = [pair for pair in pairs if pair[1].isascii()]
        return self._local[ascii_only]

    def yields_to(self, entry: str, other: str) -> tuple[Yield, ...]:
        """The rules by which one entry gives way to another; never to one of its own kind."""
        return tuple(
            y
            for y in self.yields
            if _fits(entry, y.entry)
            and not any(_fits(other, name) for name in (y.entry, *y.but))
            and any(_fits(other, to) for to in y.to)
        )


@lru_cache(maxsize=16_384)
def _fits(slug: str, pattern: str) -> bool:
    """The same few slugs meet the same rules in every paste."""
    return fnmatchcase(slug, pattern)


def _yield(rule: Mapping[str, Any]) -> Yield:
    unknown = set(rule) - {"entry", "to", "where", "why", "but"}
    if unknown:
        raise RulesError(f"{rule!r}: unknown key {sorted(unknown)[0]!r}; use entry, to, but, where, why")
    if not rule.get("entry") or not rule.get("to") or not rule.get("why"):
        raise RulesError(f"{rule!r}: a rule names entry, to and why")
    where = rule.get("where", "anywhere")
    if where not in get_args(Place):
        raise RulesError(f"{rule!r}: where is one of {', '.join(get_args(Place))}, not {where!r}")
    name = rule["entry"]
    if not isinstance(name, str):
        raise RulesError(f"{name!r}: entry is one text; write a rule for each")
    to, but = _strings(rule["to"], name), _strings(rule.get("but") or [], name)
    return Yield(name, tuple(to), where, str(rule["why"]), tuple(but))


def _os_text(row: Mapping[str, Any]) -> OsText:
    if not row.get("number") or not row.get("english"):
        raise RulesError(f"{row!r}: an operating system's text names number and english")
    return OsText(str(row["number"]), str(row["english"]), tuple(_strings(row.get("local") or [], str(row["number"]))))


def _strings(value: Any, owner: str) -> list[str]:
    items = [value] if isinstance(value, str) else list(value)
    if not all(isinstance(item, str) for item in items):
        raise RulesError(f"{owner}: expected text, or a list of texts, not {value!r}")
    return items
