"""Places for captured values in rendered HTML.

Rendering marks them; `fill` puts the values of one paste there, escaped, in one linear pass.  Standard library only:
it runs for every answer.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape

from app.matching.placeholders import shorten

_SPAN_START = '<span class="slot" data-slot="'
_SPAN = re.compile(_SPAN_START + r'(?P<name>[A-Za-z_][A-Za-z0-9_]*)">(?P<fallback>[^<]*)</span>')


def span(name: str, fallback: str | None = None) -> str:
    """The HTML that stands for a captured value until there is one: the fallback (maybe empty), else its name."""
    return f'{_SPAN_START}{name}">{escape(name if fallback is None else fallback)}</span>'


def fill(html: str, captures: Mapping[str, str]) -> str:
    """Put captured values where rendered HTML marks their places; what was not captured keeps its fallback."""
    if not captures or _SPAN_START not in html:
        return html

    def value(found: re.Match[str]) -> str:
        text = captures.get(found["name"])
        if not text:
            return found[0]
        return f'<span class="slot filled" data-slot="{found["name"]}">{escape(shorten(text))}</span>'

    return _SPAN.sub(value, html)
