"""Masks secrets and personal detail in everything that is shown back.  (First version: homes and e-mails only.)"""

from __future__ import annotations

import re

_HOME = re.compile(r"((?:/home/|/Users/|\\Users\\))[^/\\\s\"']{1,64}")
_EMAIL = re.compile(r"[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,4}")


def mask(text: str) -> str:
    return _EMAIL.sub("‹e-mail›", _HOME.sub(r"\1…", text))
