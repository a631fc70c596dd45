"""Log prefixes: what loggers, containers, schedulers and launchers print before each line.

Known shapes are taken off here, several if they are stacked; `learnt` takes off what else stands before the lines.
"""

from __future__ import annotations

import re
from itertools import pairwise

from app.paste.lazy import lazy
from app.paste.learnt import more_of_the_same
from app.paste.rows import Row, cut, glue

_CLOCK = r"\d{1,2}:\d{2}(?::\d{2})?(?:[.,:]\d{1,9})?"
_STAMP = lazy(
    rf"\d{{4}}[-/.]\d{{1,2}}[-/.]\d{{1,2}}[T ,|-] ?{_CLOCK}(?: ?(?:Z|UTC|GMT|[+-]\d{{2}}:?\d{{2}}|[AP]M)\b)?"
    rf"|\d{{1,2}}[-/ .](?:\d{{1,2}}|[A-Z][a-z]{{2}})[-/ .]\d{{2,4}}[T ,:-]{{1,2}}{_CLOCK}(?: ?[+-]\d{{4}}| [AP]M\b)?"
    r"|\d{1,2}:\d{2}:\d{2}(?:[.,]\d{1,9})?(?: ?[AP]M\b)?"  # 14:40:05.777
    rf"|\d{{2}}-\d{{2}} {_CLOCK}"  # 02-21 10:28:19
    # Jan 06 01:56:25, May 3 10:19:04 PM
    rf"|(?:[A-Z][a-z]{{2}},? )?[A-Z][a-z]{{2}} [ \d]?\d (?:\d{{4}} )?{_CLOCK}(?: [AP]M\b)?(?: \d{{4}})?"
)
_LEVELS = (
    "DEBUG", "INFO", "NOTICE", "WARNING", "WARN", "ERROR", "ERR", "CRITICAL", "CRIT", "FATAL", "TRACE", "SEVERE",
    "debug", "info", "warning", "warn", "error", "fatal", "Error",
)  # fmt: skip
_LEVEL = rf"(?:{'|'.join(_LEVELS)})"
_SEPARATOR = lazy(r" ?[-|>»]{1,2} |\||\t|: ?| ?, | ")
_THREAD = lazy(r"\([\w -]{1,40}\) ")
_TAGS = lazy(r"(?:(?:\[[^\[\]\n]{0,60}\]|\{[\w./-]{1,80}:\d{1,6}\})(?!<):? ?){1,6}")
_PROCESS = lazy(r"\d{1,8} ?[-|] ")
_NAME_LEVEL = lazy(rf"(?:[\w.]{{1,80}} (?:- )?)?{_LEVEL}\b(?: {{0,9}}[-|:>] ?| +(?=\S)|(?=\]))")
_CODE_PLACE = lazy(  # `app.core:main:12 - `, `model.py:32: `
    r"(?=\S{0,200}[:.])[\w./<>-]{1,120}(?::[\w.<>-]{1,80}){0,2}(?: - | ?\| ?)"
    r"|[\w./-]{1,120}:\d{1,6}: (?=\S)(?!in |[A-Z]\w{1,80}$)"  # not pytest's
)
_TENSORFLOW = lazy(r"[IWEFD] [\w./-]{1,200}:\d{1,6}\] ")
_LOGGER = lazy(rf"[\w.]{{1,80}}: (?=\[{_LEVEL}\])")
_HOST_PROGRAM = lazy(r"[\w.-]{1,60} [\w./@-]{1,60}(?:\[\d{1,9}\])?: ?")  # syslog
_BRACKET_STAMP_END = lazy(r"[^\[\]\n]{0,60}\]")

# Each is tried at the start of the line; what it matches is no part of what the program said.
_BRACKETED = (
    lazy(r"\[(?P<stream>(?:rank|default|Rank |RANK)\d{1,6})\]:? ?"),
    lazy(r"\[(?P<stream>\d{1,4},\d{1,6})\]<std(?:err|out)>: ?"),
    lazy(r"\[[IWEFDC] (?:\d{2,4}-?\d\d-?\d\d )?\d{2}:\d{2}:\d{2}(?:[.,]\d{1,9})?(?: [\w.-]{1,40})?\] ?"),  # Jupyter
    lazy(r"\[[IWEFDC] ?[\w./-]{1,60}:\d{1,6}\] ?|\[c10d\] ?"),  # c10d: [W socket.cpp:401]
    lazy(r"\[[IWEFDC]\d{3,4} [^\[\]\n]{5,80}\] ?"),  # newer c10d: [E1009 01:02:03.4 Process.cpp:607]
    lazy(rf"\[(?:[\w.-]{{1,40}}\|)?{_LEVEL}(?:\|[^\[\]\n]{{1,60}})? {{0,6}}\] ?(?:\d{{4}}-\d\d-\d\d {_CLOCK} >> )?"),
    lazy(r"\[(?P<stream>pod/[\w./-]{1,120}|[\w-]{2,40}-\d{1,5})\] "),
    lazy(r"\[\d{1,6}\] {1,3}(?=  |\S{1,200}(?:Error|Exception)\b|Traceback)"),
)
_PARENTHESISED = (
    lazy(
        r"\((?P<stream>raylet|autoscaler|[^()\n]{0,80}\b(?:pid|ip)=[^()\n]{1,80})\) ?(?:\[repeated [^\]\n]{1,80}\] ?)?"
    ),
)
_HASHED = (
    lazy(r"#(?P<stream>\d{1,4}) (?:\d{1,6}\.\d{1,3}|ERROR:|CACHED|sha256:\S{1,80}) ?"),  # BuildKit
    lazy(r"##\[(?:error|warning|debug|section)\]"),
)
_NUMBERED = (
    lazy(r"\d{1,8} \| "),
    lazy(r"(?P<stream>\d{1,5}): (?=\s{0,8}File |Traceback|\s{4}|[\w.]{1,200}(?:Error|Exception)\b)"),  # srun --label
    lazy(r"\d{1,6}\|(?P<stream>[\w.-]{1,40}) {0,20}\| "),  # pm2
)
# (the literal without which it cannot match, shape)
_WORDED = (
    ("| ", lazy(r"(?P<stream>[A-Za-z][\w.-]{1,60}) {0,30}\| (?!\s{0,4}(?:\d{1,6} \||$))")),  # docker compose
    (" - ", lazy(rf"[\w.]{{2,80}} - {_LEVEL} - ")),
    ("/", lazy(rf"[\w.-]{{2,40}}/{_LEVEL} {{1,4}}")),
    ("]: ", lazy(r"\w[\w.-]{0,40}\[[\w.-]{1,20}\]: (?=\s|\S{0,200}(?:Error|File|Traceback))")),  # heroku: app[web.1]:
    ("] ", lazy(r"[IWEF]\d{4} \d{2}:\d{2}:\d{2}\.\d{1,9} {1,10}\d{1,20} [\w./-]{1,120}:\d{1,6}\] ")),  # glog
    (": ", lazy(r"std(?:err|out): |remote: ")),
)
_LEVEL_STAMP = lazy(rf"(?P<level>{_LEVEL}) ?\|? {{0,6}}")  # loguru the other way round, vllm
_LEVEL_NAME = lazy(rf"{_LEVEL}:[\w.]{{1,80}}:(?=[^/\s]|\s)")  # logging's default: ERROR:root:

_TOOL_LABEL = lazy(r"(?:ERROR|error|fatal|FATAL): \S")  # pip's and git's own word, not a logger's
_LEVEL_SEEN = lazy(rf"\b{_LEVEL}\b|\[[EWIF]\b")
_NUMBER_FIRST = lazy(r"(\d{1,8}) \| ")
_ENDS = frozenset("|:/]-")  # one of them ends every prefix that begins with a letter
_SIGNS = _ENDS | frozenset("#)")
_ANY_DIGIT = str.maketrans("123456789", "000000000")
_MOST_STACKED = 5
_MOST_SHAPES = 6
_NARROWEST = 60  # columns of a terminal
_LONGEST_WHOLE = 8_000

Taken = tuple[int, str]  # (where the prefix ends, whose output it is)


def strip_known(rows: list[Row]) -> list[Row]:
    """The rows without prefixes of known shapes; `mark` says what was there, `stream` whose output it is."""
    seen: dict[int, tuple[str, str]] = {}  # length of a prefix -> (its shape, mark): logs repeat themselves
    stripped = [_strip(row, seen) for row in rows]
    stripped = _whole_again(rows, more_of_the_same(rows, stripped))
    marked = [row.text for row in stripped if row.mark in ("log", "level") and row.text.strip()]
    if len(marked) > 2 and min(len(text) - len(text.lstrip(" ")) for text in marked) == 1:
        return [cut(row, 1) if row.mark in ("log", "level") and row.text[:1] == " " else row for row in stripped]
    return stripped


def _whole_again(rows: list[Row], stripped: list[Row]) -> list[Row]:
    """A terminal breaks lines that are too wide, and what goes on below has no prefix."""
    width = max((len(row.text) for row in rows), default=0)
    marked = sum(row.mark in ("log", "level") for row in stripped)
    if width < _NARROWEST or marked * 2 < len(rows) or sum(len(row.text) == width for row in rows) < 2:
        return stripped
    out: list[Row] = []
    full = False
    for row, new in zip(rows, stripped, strict=True):
        if full and not new.mark and new.text.strip() and len(out[-1].text) < _LONGEST_WHOLE:
            out[-1] = glue(out[-1], new)
        else:
            out.append(new)
        full = len(row.text) == width
    return out


def _strip(row: Row, seen: dict[int, tuple[str, str]]) -> Row:
    text = row.text
    if text[:1] in " \t" or not _SIGNS.intersection(text[:80]):
        return row
    for size, (shape, mark) in seen.items():
        if text[:size].translate(_ANY_DIGIT) == shape and not _ENDS.intersection(text[size : size + 80]):
            new = cut(row, size)
            new.mark = mark
            return new
    at, stream = 0, row.stream
    for _ in range(_MOST_STACKED):
        taken = _prefix(text, at)
        if taken is None:
            break
        at, stream = taken[0], taken[1] or stream
    if not at:
        return row
    new = cut(row, at)
    new.stream, new.mark = stream, "level" if _LEVEL_SEEN.search(text, 0, at) else "log"
    if not stream and len(seen) < _MOST_SHAPES:
        seen[at] = (text[:at].translate(_ANY_DIGIT), new.mark)
    return new


def _prefix(text: str, at: int) -> Taken | None:
    """One prefix that begins at `at`."""
    first = text[at : at + 1]
    if first.isdecimal():
        return _stamped(text, at) or _any(_NUMBERED, text, at)
    if first == "[":
        return _any(_BRACKETED, text, at) or _bracket_stamp(text, at)
    if first == "(":
        return _any(_PARENTHESISED, text, at) or _bracket_stamp(text, at)
    if first == "#":
        return _any(_HASHED, text, at)
    if first.isalpha() and first.isascii():
        return _worded(text, at)
    return None


def _any(shapes: tuple[re.Pattern[str], ...], text: str, at: int) -> Taken | None:
    for shape in shapes:
        hit = shape.match(text, at)
        if hit and hit.end() > at:
            return hit.end(), _stream(hit)
    return None


def _stream(hit: re.Match[str]) -> str:
    return (hit["stream"] or "").strip() if "stream" in hit.re.groupindex else ""


def _stamped(text: str, at: int) -> Taken | None:
    """A time stamp and what loggers print behind it."""
    hit = _STAMP.match(text, at)
    return (_after_stamp(text, hit.end()), "") if hit else None


def _bracket_stamp(text: str, at: int) -> Taken | None:
    """`[2024-05-03 22:19:04,016]`, also behind other brackets: `[CORE][21/03/19-16:39:15][INFO] `."""
    opening = at
    for _ in range(4):
        hit = _STAMP.match(text, opening + 1)
        if hit:
            end = _BRACKET_STAMP_END.match(text, hit.end())
            if end:
                return _after_stamp(text, end.end()), ""
            return (_after_stamp(text, hit.end() + 1), "") if text[hit.end() : hit.end() + 1] == ")" else None
        closing = text.find("][", opening, opening + 40)
        if closing < 0:
            return None
        opening = closing + 1
    return None


def _after_stamp(text: str, at: int) -> int:
    """Separator, process, tags, logger and level, place in the code: each may be there, in this order."""
    at = _skip(_SEPARATOR, text, at)
    if text[at : at + 1].isdecimal():
        at = _skip(_PROCESS, text, at)
    if text[at : at + 1] in ("[", "{"):
        at = _skip(_TAGS, text, at)
    if text[at : at + 1].isalpha():
        if text[at + 1 : at + 2] == " ":
            at = _skip(_TENSORFLOW, text, at)
        if _TOOL_LABEL.match(text, at):
            return at
        if (logged := _LEVEL_NAME.match(text, at)) is not None:
            return logged.end()
        named = _NAME_LEVEL.match(text, at)
        at = _skip(_CODE_PLACE, text, named.end()) if named else _skip(_LOGGER, text, at)
    if text[at : at + 1] == "(":
        at = _skip(_THREAD, text, at)
    return _skip(_TAGS, text, at) if text[at : at + 1] == "[" else at


def _skip(shape: re.Pattern[str], text: str, at: int) -> int:
    hit = shape.match(text, at)
    return hit.end() if hit else at


def _worded(text: str, at: int) -> Taken | None:
    """Prefixes that begin with a word: a service, a level, a logger, a month."""
    window = text[at : at + 180]
    if not _ENDS.intersection(window):
        return None
    if window.startswith(_LEVELS):
        taken = _level_first(text, at)
        if taken:
            return taken
    if window[:1].isupper() and window[3:4] in " ," and window[:1] in "JFMASONDTW":
        hit = _STAMP.match(text, at)
        if hit:
            return _skip(_HOST_PROGRAM, text, _skip(_SEPARATOR, text, hit.end())), ""
    for literal, shape in _WORDED:
        if literal in window:
            hit = shape.match(text, at)
            if hit:
                return hit.end(), _stream(hit)
    return None


def _level_first(text: str, at: int) -> Taken | None:
    hit = _LEVEL_STAMP.match(text, at)
    stamp = _STAMP.match(text, hit.end()) if hit and hit.end() < len(text) else None
    if stamp:
        end = _skip(_SEPARATOR, text, stamp.end())
        return _skip(_CODE_PLACE, text, _skip(_TAGS, text, end)), ""
    name = _LEVEL_NAME.match(text, at)
    return (name.end(), "") if name else None


def newest_first(rows: list[Row]) -> bool:
    """A log viewer that shows the newest line on top: running numbers or stamps fall from line to line."""
    numbers, stamps = [], []
    for row in rows[:400]:
        first = row.text[:1]
        if first.isdecimal() and (number := _NUMBER_FIRST.match(row.text)):
            numbers.append(int(number[1]))
        elif (first.isdecimal() or first == "[") and (stamp := _STAMP.match(row.text, int(first == "["))):
            stamps.append(stamp[0])
    return _falls(numbers) or _falls(stamps)


def _falls(values: list[int] | list[str]) -> bool:
    pairs = list(pairwise(values))
    return sum(a > b for a, b in pairs) >= 2 and not any(a < b for a, b in pairs)  # type: ignore[operator]
