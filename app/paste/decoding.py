"""Bytes of a paste, a dropped file or a pipe as text, and whether that is text at all.  The web and the command line
read them alike."""

from __future__ import annotations

import codecs

FEW_CONTROLS = 3  # a line that was cut out of a log may carry some
_CONTROLS = "\x00\x01\x02\x03\x04\x05\x06\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1c\x1d\x1e\x1f"
_BLANK = " \t\r\n\x0b\x0c\x85\xa0\u200b\u200c\u200d\u2060\ufeff\u2028\u2029"


def decode(data: bytes) -> str:
    """UTF-8 with faulty bytes replaced, or UTF-16 as PowerShell's `>` writes it: its mark, a NUL in most letters."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) and data.count(0) * 5 > len(data):
        return data.decode("utf-16", "replace")
    return data.decode("utf-8-sig", "replace")


def is_binary(text: str) -> bool:
    """Whether control and undecodable characters make up so much of it that nobody can have read it."""
    controls = sum(text.count(c) for c in _CONTROLS)
    return (controls > FEW_CONTROLS and controls * 20 > len(text)) or text.count("\ufffd") * 3 > len(text)


def is_blank(text: str) -> bool:
    """Whether there is nothing to see in it."""
    return not text.strip(_BLANK)


def readable_part(text: str) -> str:
    """What is left of it without control and undecodable characters."""
    return "".join(c for c in text if c not in _CONTROLS and c != "\ufffd")
