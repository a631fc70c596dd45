"""Lines that were glued together or broken apart on the way: progress bars before a header, collapsed line breaks,
terminals and boxes that wrapped at a fixed width."""

from __future__ import annotations

from itertools import pairwise

from app.paste.headers import header, looks_like_exception
from app.paste.lazy import lazy
from app.paste.rows import Row, cut, glue, splice

_TRACEBACK = lazy(r"(?:Original |Exception Group )?Traceback \(most recent call last\):?")
_RANK = lazy(r"\[(?:rank|default)\d{1,5}\]:")
_COLLAPSED = lazy(r'(?:^|(?<=\s))File "[^"\n]{1,400}", line \d{1,9}')
_CALL_END = lazy(r' {2}File "[^"\n]{1,400}", line \d{1,9}(?:, in \S.{0,300})?$')
_CALL = lazy(r'File "[^"\n]{1,400}", line \d{1,9}, in (?:<[\w ]{1,40}>|[\w.]{1,120}) ')
_LAST = lazy(
    r"(?<=\s)((?:[A-Za-z_]\w{0,60}\.){0,10}_?[A-Z]\w{0,80}(?:Error|Exception|Interrupt|Exit)"
    r"|(?:[a-z_]\w{0,60}\.){1,10}error): "
)
_AFTER_BAR = lazy(r"(?:it/s|s/it|\?|B/s)[^\[\]\n]{0,80}\](?=\S)")
_OPEN_FILE = lazy(
    r'\s{0,200}File$|\s{0,200}File "[^"\n]{1,400}$|\s{0,200}File "[^"\n]{1,400}",?(?: l?i?n?e?)?(?: \d{0,9})?$'
)
_DONE_FILE = lazy(r'\s{0,200}File "[^"\n]{1,600}", line \d{1,9}(?:, in .{0,300})?$')
_OPEN_IN = lazy(r'\s{0,200}File "[^"\n]{1,400}", line \d{1,9},(?: in)?\s*$')
_LINE_NUMBER = lazy(r"\s*\d{1,7}\)")
_EQUALS = lazy(r"=3D")
_MAIL_WIDTH = 76
_LONGEST = 8000  # of a line that is put together again
_WIDTHS = frozenset(
    (72, 76, 78, 79, 80, 90, 99, 100, 110, 119, 120, 130, 131, 132, 140, 150, 159, 160, 180, 200, 220, 240)
)


def soften(text: str, rows: list[Row]) -> list[Row]:
    """Mail in quoted-printable: `=` at the end of a line breaks it anywhere, `=3D` is an equals sign."""
    if "=\n" not in text and "=\r" not in text:
        return rows
    if sum(_breaks_softly(row.text) for row in rows) < (1 if "=3D" in text else 2):
        return rows
    out: list[Row] = []
    goes_on = False
    for row in rows:
        broken = _breaks_softly(row.text)
        new = cut(row, 0, len(row.text) - 1) if broken else row
        new = splice(new, ((m.start(), m.end(), "=") for m in _EQUALS.finditer(new.text)))
        if goes_on and len(out[-1].text) < _LONGEST:
            out[-1] = glue(out[-1], new)
        else:
            out.append(new)
        goes_on = broken
    return out


def _breaks_softly(text: str) -> bool:
    return text.endswith("=") and _MAIL_WIDTH - 12 <= len(text) <= _MAIL_WIDTH


def unglue(text: str, rows: list[Row]) -> list[Row]:
    """Headers glued to a progress bar or to a frame, and tracebacks on one line, back on lines of their own."""
    ranked = "[rank" in text or "[default" in text
    if "Traceback (most" not in text and not ranked and "]" not in text and 'File "' not in text:
        return rows
    out: list[Row] = []
    for row in rows:
        line = row.text
        if len(line) < 24:
            out.append(row)
        elif ranked and len(_RANK.findall(line)) > 1:
            for part in _split(row, [m.start() for m in _RANK.finditer(line)]):
                out += _unglued(part)
        elif "Traceback (most" in line or 'File "' in line or "it/s" in line or "[00:" in line or "s/it" in line:
            out += _unglued(row)
        else:
            out.append(row)
    return out


def unglue_frames(rows: list[Row]) -> list[Row]:
    """A frame line behind the source of the one before, as terminals lose a line break among blanks."""
    out: list[Row] = []
    for row in rows:
        at = row.text.find('   File "')
        if at > 0 and row.text[:at].strip() and (hit := _CALL_END.search(row.text, at)) is not None:
            out += _split(row, [hit.start()])
        else:
            out.append(row)
    return out


def _split(row: Row, places: list[int]) -> list[Row]:
    edges = [0, *[p for p in places if p > 0], len(row.text)]
    return [cut(row, a, b) for a, b in pairwise(edges) if b > a]


def _unglued(row: Row) -> list[Row]:
    line, places = row.text, []
    for hit in _TRACEBACK.finditer(line):
        before = line[max(hit.start() - 200, 0) : hit.start()].rstrip()
        glued = hit.start() > 0 and line[hit.start() - 1] not in " :>|+\t"
        if _LINE_NUMBER.fullmatch(before):
            continue
        if before and (
            glued or before.endswith(("]", "%", ")", "it/s", "?", "`")) or ("%|" in before and len(before) > 20)
        ):
            places.append(hit.start())
        if line[hit.end() : hit.end() + 200].strip(" *`\"',"):
            places.append(hit.end())
    collapsed = list(_COLLAPSED.finditer(line))
    if collapsed and (len(collapsed) > 1 or places or _LAST.search(line, collapsed[-1].end())):
        indentation = len(line) - len(line.lstrip())
        places += [m.start() for m in collapsed if m.start() > indentation]
        places += [m.end() for m in _CALL.finditer(line)]
        ends = [m.start() for m in _LAST.finditer(line, collapsed[-1].end())]
        places += ends[:1]
    elif not places:
        bar = _AFTER_BAR.search(line)
        if bar:
            places.append(bar.end())
    return _split(row, sorted(set(places))) if places else [row]


def unwrap(rows: list[Row]) -> list[Row]:
    """Frame lines broken in two are joined for certain; message lines where their width says that a terminal did it."""
    out: list[Row] = []
    i, n = 0, len(rows)
    width = 0
    between = ""
    while i < n:
        row = rows[i]
        text = row.text
        if "File" in text and i + 1 < n and ('File "' in text or text.strip() == "File") and not _complete(text):
            joined, used = _join_frame(rows, i)
            if used:
                width = max(width, len(text)) if used == 1 else width
                between = " " if _between_words(text, rows[i + 1].text) else between
                out.append(joined)
                i += used + 1
                continue
        out.append(row)
        i += 1
    return _unwrap_messages(out, width, between)


def _complete(text: str) -> bool:
    at = text.find('", line ') + 8
    if at < 8:
        return not _OPEN_FILE.match(text)
    tail = text[at:].rstrip()
    return tail.isdecimal() or (", in " in tail and not tail.endswith(", in"))


def _between_words(before: str, after: str) -> bool:
    """Mail breaks lines at blanks, which are gone; terminals break them anywhere and keep every character."""
    return before.rstrip().endswith(("File", '",', "line")) and after[:1].strip() != "" and not before.endswith(" ")


def _join_frame(rows: list[Row], i: int) -> tuple[Row, int]:
    row = rows[i]
    for used in (1, 2, 3):
        if i + used >= len(rows):
            break
        following = rows[i + used]
        part = following.text
        if not part.strip() or not (_OPEN_FILE.match(row.text) or _OPEN_IN.match(row.text)):
            break
        if _OPEN_IN.match(row.text):
            name = part.strip()
            if " " in name or "(" in name[1:] or (name.startswith("<") and not name.endswith(">")):
                break
            return glue(row, cut(following, len(part) - len(part.lstrip())), " "), used
        row = glue(row, following, " " if _between_words(row.text, part) else "")
        if _DONE_FILE.match(row.text) and not _OPEN_IN.match(row.text):
            return row, used
    return rows[i], 0


def _unwrap_messages(rows: list[Row], width: int, between: str) -> list[Row]:
    """Join what follows a message line that fills the terminal's width exactly and breaks off within a word."""
    widest = max((len(row.text) for row in rows), default=0)
    if not width and widest not in _WIDTHS:
        return rows
    out: list[Row] = []
    in_message = False
    for row in rows:
        text = row.text
        found = header(text) if text[:1].isalpha() or text[:1] == "_" else None
        last = out[-1] if out and len(out[-1].text) < _LONGEST else None
        if last is not None and in_message and not (found and found.sure) and _continues(last, row, width, widest):
            out[-1] = glue(last, row, between)
            continue
        if found and (found.sure or looks_like_exception(found.type)):
            in_message = True
        elif not text.strip() or text.startswith((" File", "  File", "Traceback")):
            in_message = False
        out.append(row)
    return out


def _continues(last: Row, row: Row, width: int, widest: int) -> bool:
    """Whether `row` is the rest of a word that the terminal broke at the end of `last`."""
    tail = last.columns[-1] if last.columns else None
    size = len(last.text) - (tail[0] if tail else 0)  # of the last physical line
    if row.mark or last.mark:
        return False
    fills = abs(size - width) <= 4 or (size == widest and size in _WIDTHS)
    if not fills or size < 60 or not row.text[:1].strip() or not last.text[-1:].strip():
        return False
    return row.text[:1].islower() or not row.text[:1].isalpha()
