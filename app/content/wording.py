"""A message template as a page shows it: the library's words, with the varying parts marked."""

from __future__ import annotations

import re
from html import escape

from app.content.slots import span

_PIECE = re.compile(r"\{\{|\}\}|\{\?|\{(?P<name>[A-Za-z_][A-Za-z0-9_]*)(?::[a-z]+)?\}|\}|[^{}]+|\{")


def html(template: str) -> str:
    """Slots as spans that `slots.fill` can fill, optional parts as `<span class="optional">`.

    The template must be one that `app.matching.templates.parse_template` accepts.
    """
    out: list[str] = []
    is_open = False
    for piece in _PIECE.finditer(template.strip()):
        text = piece[0]
        if text in ("{{", "}}"):
            out.append(text[0])
        elif text == "{?":
            out.append('<span class="optional">')
            is_open = True
        elif piece["name"]:
            out.append(span(piece["name"]))
        elif text == "}" and is_open:
            out.append("</span>")
            is_open = False
        else:
            out.append(escape(text, quote=False))
    return "".join(out) + ("</span>" if is_open else "")


def plain(template: str) -> str:
    """The words alone, "…" for each slot: what the search box finds of a message, and shows of it."""
    pieces = (
        p[0][0] if p[0] in ("{{", "}}") else "…" if p["name"] else " " if p[0] in ("{?", "{", "}") else p[0]
        for p in _PIECE.finditer(template)
    )
    return " ".join("".join(pieces).split())
