"""Log prefixes: what loggers, containers, schedulers and launchers print before each line.

Known shapes are taken off first, several if they are stacked; then whatever else stands before frame lines is
learnt from them (`File "..."` shows where the program's own text begins) and taken off lines of the same shape.
"""

from __future__ import annotations

import re
import string
from collections import Counter

from app.paste.rows import Row, cut

_LEVEL = r"(?:DEBUG|INFO|NOTICE|WARN(?:ING)?|ERR(?:OR)?|CRIT(?:ICAL)?|FATAL|TRACE|SEVERE|debug|info|warn(?:ing)?|error|fatal|Error)"
_CLOCK = r"\d{1,2}:\d{2}(?::\d{2})?(?:[.,:]\d{1,9})?"
_ZONE = r"(?: ?(?:Z|UTC|GMT|[+-]\d{2}:?\d{2}|[AP]M)\b)?"
_STAMP = (
    rf"(?:\d{{4}}[-/.]\d{{1,2}}[-/.]\d{{1,2}}(?:[T ,|-] ?{_CLOCK})?{_ZONE}"  # 2024-05-03 22:19:04,016
    rf"|\d{{1,2}}[-/ .](?:\d{{2}}|[A-Z][a-z]{{2}})[-/ .]\d{{2,4}}[T ,-]{{1,2}}{_CLOCK}{_ZONE}"  # 21/03/19-16:39:15
    rf"|(?:[A-Z][a-z]{{2}},? )?[A-Z][a-z]{{2}} [ \d]\d (?:\d{{4}} )?{_CLOCK}(?: \d{{4}})?"  # Jan 06 01:56:25
    rf"|\d{{1,2}}:\d{{2}}:\d{{2}}(?:[.,]\d{{1,9}})?(?: ?[AP]M)?"  # 14:40:05.777
    rf"|\d{{2}}-\d{{2}} {_CLOCK})"  # 02-21 10:28:19
)
_SEP = r"(?: ?[-|>»]{1,2} |: ?| ?, | )?"
_TAGS = r"(?:\[[^\[\]\n]{0,60}\]:? ?){0,6}"
_SYSLOG = r"(?:[\w.-]{1,60} [\w./@-]{1,60}(?:\[\d{1,9}\])?: ?)"
_SOURCE = r"(?:[\w./<>-]{1,120}(?::[\w.<>-]{1,80}){0,2}(?: - | ?\| ?|: )(?=\S))"

# Each is tried at the start of the line; what it matches is no part of what the program said.
_SHAPES: tuple[tuple[str, re.Pattern[str]], ...] = (
    # (the characters the line may begin with, shape)
    ("[", re.compile(r"\[(?P<stream>(?:rank|default|Rank |RANK)\d{1,6})\]:? ?")),
    ("[", re.compile(r"\[(?P<stream>\d{1,4},\d{1,6})\]<std(?:err|out)>:")),
    (
        "[",
        re.compile(r"\[[IWEFDC] (?:\d{2,4}-?\d\d-?\d\d )?\d{2}:\d{2}:\d{2}(?:[.,]\d{1,9})?(?: [\w.-]{1,40})?\] ?"),
    ),  # Jupyter
    ("[", re.compile(r"\[[IWEFDC] ?[\w./-]{1,60}:\d{1,6}\] ?")),  # c10d: [W socket.cpp:401]
    ("[", re.compile(r"\[[IWEFDC]\d{3,4} [^\[\]\n]{5,80}\] ?")),  # newer c10: [E1009 01:02:03.4 Process.cpp:607]
    ("[", re.compile(r"\[c10d\] ?")),
    (
        "[",
        re.compile(
            rf"{_TAGS}\[{_STAMP}[^\[\]\n]{{0,60}}\]{_SEP}{_TAGS}(?:[\w.]{{1,80}}:? )?{_TAGS}(?:{_LEVEL}(?: - |: ?| +(?=\S)))?"
        ),
    ),
    (
        "[",
        re.compile(rf"\[(?:[\w.-]{{1,40}}\|)?{_LEVEL}(?:\|[^\[\]\n]{{1,60}})?\] ?(?:\d{{4}}-\d\d-\d\d {_CLOCK} >> )?"),
    ),
    ("[", re.compile(r"\[(?P<stream>pod/[\w./-]{1,120}|[\w-]{2,40}-\d{1,5})\] ")),
    ("[", re.compile(r"\[\d{1,6}\] {1,3}(?=  |\S{1,200}(?:Error|Exception)\b|Traceback)")),
    (
        "(",
        re.compile(
            r"\((?P<stream>raylet|autoscaler|[^()\n]{0,80}\b(?:pid|ip)=[^()\n]{1,80})\) ?(?:\[repeated [^\]\n]{1,80}\] ?)?"
        ),
    ),
    ("(", re.compile(rf"\({_STAMP}\){_SEP}")),
    ("#", re.compile(r"#(?P<stream>\d{1,4}) (?:\d{1,6}\.\d{1,3}|ERROR:|CACHED|sha256:\S{1,80}) ?")),  # BuildKit
    ("#", re.compile(r"##\[(?:error|warning|debug|section)\]")),
    (
        "0123456789",
        re.compile(
            rf"{_STAMP}{_SEP}(?:\d{{1,8}} ?[-|] )?{_TAGS}(?:(?:[\w.]{{1,80}} (?:- )?)?{_LEVEL}\b(?: {{0,9}}[-|:>] ?| +(?=\S))(?:{_SOURCE})?)?{_TAGS}"
        ),
    ),
    ("0123456789", re.compile(r"\d{1,8} \| ")),
    ("0123456789", re.compile(r"(?P<stream>\d{1,5}): (?=\s{0,8}File |Traceback|\s{4})")),  # srun --label
    ("0123456789", re.compile(r"\d{1,6}\|(?P<stream>[\w.-]{1,40}) {0,20}\| ")),  # pm2
    ("IWEF", re.compile(r"[IWEF]\d{4} \d{2}:\d{2}:\d{2}\.\d{1,9} {1,10}\d{1,9} [\w./-]{1,80}:\d{1,6}\] ")),
    (
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_",
        re.compile(r"std(?:err|out)(?:: |:?/[A-Z]{4,8} {1,3}| \| )"),
    ),
    ("JFMASOND", re.compile(rf"[A-Z][a-z]{{2}} [ \d]\d {_CLOCK} {_SYSLOG}?")),
    ("MTWFS", re.compile(rf"(?:[A-Z][a-z]{{2}},? )[A-Z][a-z]{{2}} [ \d]\d {_CLOCK}(?: \d{{4}})?{_SEP}")),
    ("r", re.compile(r"remote: ")),
)
_BY_LETTER = re.compile(
    rf"(?P<level>{_LEVEL}) ?\| ?{_STAMP} ?\| ?(?:{_SOURCE})?"  # loguru the other way round
    rf"|(?P<stream>[A-Za-z][\w.-]{{1,60}}) {{0,30}}\| (?!\s{{0,4}}(?:\d{{1,6}} \||$))"  # docker compose
    rf"|{_LEVEL} {{1,6}}{_STAMP}{_SEP}{_TAGS}(?:{_SOURCE})?"  # vllm
    rf"|{_LEVEL}:[\w.]{{1,80}}:(?=[^/\s]|\s)"  # logging's default: ERROR:root:
    rf"|[\w.]{{2,80}} - {_LEVEL} - "
    rf"|[\w.-]{{2,40}}/{_LEVEL} {{1,4}}"
    rf"|\w[\w.-]{{0,40}}\[[\w.-]{{1,20}}\]: (?=\s|\S{{0,200}}(?:Error|File|Traceback))"  # heroku: app[web.1]:
)
_LETTERS = string.ascii_letters
_BY_FIRST = {
    first: (*(s for letters, s in _SHAPES if first in letters), *((_BY_LETTER,) if first in _LETTERS else ()))
    for first in "[(#" + string.digits + _LETTERS
}
_ORDERED = re.compile(rf"(\d{{1,8}}) \| |\[?({_STAMP})")
_LEVEL_SEEN = re.compile(rf"\b{_LEVEL}\b|\[[EWIF]\b")
_FRAME = re.compile(r"""(?:^|[^\S ]|  |(?<=\s)|[:\]|>])( ?(?:File "[^"\n]{1,400}", line \d|Traceback \(most recent))""")
_ENDS = frozenset("|:/]-")  # one of them ends every prefix that begins with a letter
_SIGNS = frozenset("|]:)>#0123456789")


def strip_known(rows: list[Row]) -> list[Row]:
    """The rows without prefixes of known shapes; `mark` says what was there, `stream` whose output it is."""
    return [_strip_known(row) for row in rows]


def _strip_known(row: Row) -> Row:
    text = row.text
    if text[:1] not in _BY_FIRST or not _SIGNS.intersection(text[:64]):
        return row
    at, stream, mark = 0, row.stream, row.mark
    for _ in range(5):
        if at and text[at : at + 1].isalpha() and not _ENDS.intersection(text[at : at + 80]):
            break
        hit = _match(text, at)
        if hit is None:
            break
        stream = _stream(hit) or stream
        mark = "level" if mark == "level" or _LEVEL_SEEN.search(hit[0]) else "log"
        at = hit.end()
    if not at:
        return row
    new = cut(row, at)
    new.stream, new.mark = stream, mark
    return new


def _stream(hit: re.Match[str]) -> str:
    return (hit["stream"] or "").strip() if "stream" in hit.re.groupindex else ""


def _match(text: str, at: int) -> re.Match[str] | None:
    for shape in _BY_FIRST.get(text[at : at + 1], ()):
        hit = shape.match(text, at)
        if hit and hit.end() > at:
            return hit
    return None


def order_of(row: Row) -> tuple[str, int | str] | None:
    """What a raw line says about its place in time: its running number or its stamp."""
    hit = _ORDERED.match(row.text)
    if hit is None:
        return None
    return ("n", int(hit[1])) if hit[1] else ("t", hit[2])


def newest_first(rows: list[Row]) -> bool:
    """A log viewer that shows the newest line on top: running numbers or stamps fall from line to line."""
    keys = [key for row in rows[:400] if (key := order_of(row))]
    for kind in "nt":
        values = [value for k, value in keys if k == kind]
        falls = sum(a > b for a, b in zip(values, values[1:], strict=False))  # type: ignore[operator]
        rises = sum(a < b for a, b in zip(values, values[1:], strict=False))  # type: ignore[operator]
        if falls >= 2 and rises == 0:
            return True
    return False


def strip_learnt(rows: list[Row]) -> list[Row]:
    """Whatever stands before `File "..."` on several lines is a prefix, and so is its like on other lines."""
    shapes: Counter[str] = Counter()
    for row in rows:
        if row.margin >= 0 or ('File "' not in row.text and "Traceback (" not in row.text):
            continue
        if row.text.lstrip().startswith(('File "', "Traceback (")):
            continue
        hit = _FRAME.search(row.text[:300])
        if hit and hit.start(1) > 0:
            before = row.text[: hit.start(1)]
            before = before[:-2] if before.endswith("  ") else before
            if before.strip(" \t>*`'\"") and len(before) < 120:
                shapes[re.sub(r"\d+", "0", before)] += 1
    common = [shape for shape, count in shapes.most_common(8) if count >= 2]
    if not common:
        return rows
    patterns = [re.compile(r"\d+".join(re.escape(part) for part in shape.split("0"))) for shape in common]
    return [_strip_like(row, patterns) for row in rows]


def _strip_like(row: Row, patterns: list[re.Pattern[str]]) -> Row:
    if row.margin >= 0:
        return row
    for pattern in patterns:
        hit = pattern.match(row.text)
        if hit:
            new = cut(row, hit.end())
            return Row(new.number, new.text, new.columns, row.stream, row.mark or "log", new.margin)
    return row
