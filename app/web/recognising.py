"""Is what was typed into the search box really a paste?  Then it is answered as one, and never put into an address."""

from __future__ import annotations

import re

WORDS_AT_MOST = 80  # characters; nobody types more words than that
_ERROR = re.compile(r"\b[A-Z]\w{0,60}(?:Error|Exception|Warning|Interrupt|Exit)\b\s?:\s?\S")
_FRAME = re.compile(r'File "[^"\n]{1,200}", line \d')
_HEAD = re.compile(r" (?=[A-Za-z_][\w.]{0,80}(?:Error|Exception|Interrupt|Exit|Warning)(?::|$))")


def looks_pasted(text: str) -> bool:
    """A traceback, a line of one, or more than anybody types."""
    stripped = text.strip()
    return (
        "\n" in stripped
        or len(stripped) > WORDS_AT_MOST
        or "Traceback (most recent" in stripped
        or bool(_ERROR.search(stripped))
        or bool(_FRAME.search(stripped))
    )


def unflattened(text: str) -> str:
    """A traceback whose line breaks a one-line field has swallowed, with breaks where they can be told again."""
    if "\n" in text or 'File "' not in text:
        return text
    text = _FRAME.sub(lambda found: f"\n  {found[0]}", text)
    heads = list(_HEAD.finditer(text))
    return f"{text[: heads[-1].start()]}\n{text[heads[-1].start() + 1 :]}" if heads else text
