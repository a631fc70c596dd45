"""How far a message goes: from an exception's line to whatever is certainly something else."""

from __future__ import annotations

from collections.abc import Sequence

from app.paste.frames import place
from app.paste.headers import chain, head, header, label
from app.paste.lazy import lazy
from app.paste.rows import Row
from app.paste.words import MESSAGE_ENDS

MOST_LINES = 80
_PROMPT = lazy(
    r"(?:\([\w./ -]{1,40}\) {0,3})?(?:[\w.-]{1,40}@[\w.-]{1,80}[:\s][^\n]{0,200}?[$#%>] ?"
    r"|PS [A-Za-z]:\\|[A-Za-z]:\\[^>\n|]{0,200}>\s?\S?|\$ \S|# \S|[➜❯λ] )"
)
_PROGRESS = lazy(r"\d{1,3}%\||\d(?:it/s|s/it)\b|\[\d\d:\d\d<")
_WARNED = lazy(r":\d{1,7}: \w{0,60}Warning: ")
_ARROW = lazy(r"\s{0,8}(?:-{2,6}>|❱) ?\d")
_RULE = lazy(r"\s*[=\-_*.]{6,}\s*$")


def is_prompt(text: str) -> bool:
    if text[:1] in "($>➜❯λ#P" or text[1:3] == ":\\" or "@" in text[:60]:
        return bool(_PROMPT.match(text))
    return False


def is_noise(text: str) -> bool:
    """A line that no exception's message holds."""
    stripped = text.lstrip()
    return (
        stripped.startswith(MESSAGE_ENDS)
        or (("%|" in text or "it/s" in text or "s/it" in text or "[00:" in text) and bool(_PROGRESS.search(text[:400])))
        or ("Warning: " in text and bool(_WARNED.search(text[:600])))
        or "Failed to execute script" in text
        or " exited with code " in text
        or ("additional frame" in text and stripped.startswith("("))
        or is_prompt(text)
    )


def message_end(rows: Sequence[Row], start: int, end: int, *, first: str, framed: bool = False) -> tuple[int, int]:
    """(index after the message, index after its first paragraph) for the exception's line at `start`."""
    j, blank, paragraph = start + 1, False, 0
    if rows[start].mark == "summary":
        return j, j
    empty = not first
    while j < end and j - start <= MOST_LINES:
        row, text = rows[j], rows[j].text[:1000]
        if not text.strip():
            if not paragraph and not empty:
                paragraph = j
            if blank and not empty:
                break
            blank = True
            j += 1
            continue
        goes_on = rows[j - 1].text.rstrip().endswith(":") and not empty
        if _ends_here(rows[start], row, text, empty=empty, after_blank=blank, goes_on=goes_on):
            break
        if not framed and row.mark == rows[start].mark == "level":
            break  # each of the two is a log record of its own
        empty = blank = False
        j += 1
    while j > start + 1 and not rows[j - 1].text.strip():
        j -= 1
    return j, min(paragraph or j, j)


def _ends_here(first: Row, row: Row, text: str, *, empty: bool, after_blank: bool, goes_on: bool) -> bool:
    """`goes_on`: the line before ends with a colon."""
    if row.margin != first.margin or row.mark in ("gsep", "gend", "summary", "rule") or row.stream != first.stream:
        return True
    if _is_new_record(first, row) or (first.mark == "E") != (row.mark == "E"):
        return True
    if after_blank and not empty and (not _is_paragraph(text) or text.lstrip().startswith("at ")):
        return True
    if head(text) >= 0 or chain(text) is not None or text.strip() in ('"""', "'''"):
        return True
    spot = place(text)
    if spot.found:
        # TorchScript prints `File "x", line 3` without `in` inside its messages; a SyntaxError's stands after a blank
        return spot.style != "plain" or bool(spot.function) or (after_blank and not empty)
    if _ARROW.match(text):
        return True
    if is_noise(text) and not _RULE.match(text):
        return True
    if _RULE.match(text) and not empty:
        return text.strip()[0] not in "=-" or not _is_table(first)
    found = header(text)
    if found is not None and found.sure and (after_blank or found.start <= 1):
        return True
    return label(text) is not None and (after_blank or (text[:1].strip() != "" and not goes_on))


def _is_paragraph(text: str) -> bool:
    """Messages go on after an empty line in sentences, lists or code, not in single words of a log."""
    return text[:1].isspace() or (not text[:1].islower() and text.count(" ") >= 2)


def _is_table(first: Row) -> bool:
    """torchrun prints its table of failures, rules and all, as the message."""
    return first.text.rstrip().endswith("ChildFailedError:")


def _is_new_record(first: Row, row: Row) -> bool:
    """A log record of its own below an exception's line: it has a prefix (with a level) that the exception has not."""
    rank = {"log": 1, "level": 2}
    return rank.get(row.mark, 0) > rank.get(first.mark, 0)
