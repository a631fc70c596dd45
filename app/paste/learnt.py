"""Log prefixes of no known shape, learnt from the paste: whatever stands before `File "..."`, which shows where the
program's own text begins, before lines of a known prefix, or before all lines alike.
"""

from __future__ import annotations

from collections import Counter

from app.paste.headers import header
from app.paste.lazy import lazy
from app.paste.rows import Row, cut

_FRAME = lazy(r'File "[^"\n]{1,400}", line \d|Traceback \(most recent')
_DIGITS = lazy(r"(?:^ {1,8})?\d+")  # running numbers are padded
_COUNTED = lazy(r" {0,8}(\d{1,7})\t")
_LEAST_SHARED = 4  # lines
_LONGEST_PREFIX = 120
_PREFIX_ENDS = frozenset(" |:>])}#+-\t")
_MOST_SHAPES = 6


def strip_learnt(rows: list[Row]) -> list[Row]:
    """Whatever stands before `File "..."` on several lines is a prefix, and so is its like on other lines.  Before a
    single one it is a prefix where most lines begin alike."""
    shapes = Counter(_DIGITS.sub("0", before) for row in rows if (before := _before_frame(row)))
    found = [shape.split("0") for shape, count in shapes.most_common(_MOST_SHAPES) if count >= 2]
    if not found:
        likely = list(shapes)[:_MOST_SHAPES] or [_shared(rows)]
        found = [shape.split("0") for shape in likely if shape and _on_most(rows, shape.split("0"))]
    return [_strip_like(row, found) for row in rows] if found else rows


def _shared(rows: list[Row]) -> str:
    """The shape of what all lines of a paste without frames begin with, up to a mark that ends prefixes; or ""."""
    if any(row.margin >= 0 for row in rows):
        return ""
    shapes = [_DIGITS.sub("0", row.text[:_LONGEST_PREFIX]) for row in rows if row.text.strip()]
    if _counted([row.text for row in rows if row.text.strip()]):
        return "0\t"
    if len(shapes) < _LEAST_SHARED:
        return ""
    low, high = min(shapes), max(shapes)  # what the extremes share, all share
    if low == high:
        return ""  # one line, over and over
    size = next((i for i, c in enumerate(low) if i >= len(high) or high[i] != c), len(low))
    while size and low[size - 1] not in _PREFIX_ENDS:
        size -= 1
    bare = low[:size].rstrip()
    if " " in bare and bare.replace(" ", "").isalpha():
        return ""  # words of a message that several lines repeat: `size mismatch for ...`
    arrow = "->" in bare or "❱" in bare or "=>" in bare
    return low[:size] if bare and not arrow and header(bare) is None else ""


def _counted(texts: list[str]) -> bool:
    """`cat -n`: each line begins with its number and a tab."""
    numbers = [int(hit[1]) for text in texts if (hit := _COUNTED.match(text))]
    return len(texts) > 1 and len(numbers) == len(texts) and numbers == list(range(numbers[0], numbers[0] + len(texts)))


def _before_frame(row: Row) -> str:
    """What stands before `File "..."`, whose own two columns do not count, or before `Traceback`."""
    if row.margin >= 0 or ('File "' not in row.text and "Traceback (" not in row.text):
        return ""
    hit = _FRAME.search(row.text[:300])
    before = row.text[: hit.start()] if hit else ""
    if not hit or before[-1:].isalnum():
        return ""
    bare, own = before.rstrip(" "), 2 if hit[0].startswith("File") else 0
    before = bare + " " * (len(before) - len(bare) > own)  # what more there is, a traceback is indented by
    return before if before.strip(" \t>*`'\"") and len(before) < _LONGEST_PREFIX else ""


def _on_most(rows: list[Row], literals: list[str]) -> bool:
    filled = [row.text for row in rows if row.text.strip()]
    alike = sum(_like(text, literals) > 0 for text in filled)
    return alike >= 2 and (alike == len(filled) or (len(filled) >= 3 and alike * 4 >= len(filled) * 3))


def _strip_like(row: Row, shapes: list[list[str]]) -> Row:
    """Without a prefix of one of the shapes: literals with a number between each two."""
    if row.margin >= 0:
        return row
    for literals in shapes:
        end = _like(row.text, literals)
        if end:
            new = cut(row, end)
            new.mark = row.mark or "log"
            return new
    return row


def _like(text: str, literals: list[str]) -> int:
    at = 0
    for n, literal in enumerate(literals):
        if n:
            digits = _DIGITS.match(text, at)
            if digits is None:
                return 0
            at = digits.end()
        if not text.startswith(literal, at):
            return 0
        at += len(literal)
    return at


def more_of_the_same(rows: list[Row], stripped: list[Row]) -> list[Row]:
    """What was taken for a prefix on some lines, for what stands behind it, is one on all lines."""
    shapes: Counter[str] = Counter()
    for row, new in zip(rows, stripped, strict=True):
        if new is not row and len(new.text) < len(row.text):
            shapes[_DIGITS.sub("0", row.text[: len(row.text) - len(new.text)][:_LONGEST_PREFIX])] += 1
    common = sorted((s for s, n in shapes.most_common(_MOST_SHAPES) if n >= 2 and len(s) > 2), key=len, reverse=True)
    if not common or (len(shapes) == 1 and shapes[common[0]] == len(rows)):
        return stripped
    literals = [shape.split("0") for shape in common]
    return [_longer(row, new, literals) for row, new in zip(rows, stripped, strict=True)]


def _longer(row: Row, new: Row, shapes: list[list[str]]) -> Row:
    taken = len(row.text) - len(new.text)
    for literals in shapes:
        end = _like(row.text, literals)
        if end > taken:
            more = cut(row, end)
            more.mark, more.stream = new.mark or "log", new.stream
            return more
    return new
