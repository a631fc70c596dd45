"""Code as HTML: Pygments reads it, a handful of classes says what matters; no inline style.

Pygments' own formatter wraps every name and comma in a span and doubles the size of a page.  Here only what a reader
gains from is marked: k keyword, s string, m number, c comment, f defined name, b builtin, d decorator, e exception,
g prompt or error text of a console.
"""

from __future__ import annotations

from functools import lru_cache
from html import escape
from itertools import groupby

from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.token import Token, _TokenType

_CLASSES: dict[_TokenType, str] = {
    Token.Keyword: "k",
    Token.Operator.Word: "k",
    Token.Literal.String: "s",
    Token.Literal.Number: "m",
    Token.Comment: "c",
    Token.Name.Function: "f",
    Token.Name.Class: "f",
    Token.Name.Builtin: "b",
    Token.Name.Decorator: "d",
    Token.Name.Exception: "e",
    Token.Generic.Prompt: "g",
    Token.Generic.Traceback: "g",
    Token.Generic.Error: "e",
}
_PLAIN = {"text", "csv"}


@lru_cache(maxsize=256)  # a program is shown in a block and in a diff
def lines(code: str, language: str) -> tuple[str, ...]:
    """Each line of `code` as highlighted HTML, without line breaks; every tag opened in a line is closed in it."""
    code = code.removesuffix("\n")
    if language in _PLAIN:
        return tuple(escape(line, quote=False) for line in code.split("\n"))
    out = [""]
    runs = groupby(_lexer(language).get_tokens(code), key=lambda token: _class(token[0]))
    for css, tokens in runs:
        for index, piece in enumerate("".join(text for _, text in tokens).split("\n")):
            if index:
                out.append("")
            if piece:
                safe = escape(piece, quote=False)
                out[-1] += f'<span class="{css}">{safe}</span>' if css else safe
    return tuple(out)


def block(code: str, language: str) -> str:
    """A whole `<pre>`; its text content is the code.  Focusable, since it may scroll sideways."""
    body = "\n".join(lines(code, language))
    return f'<pre class="code" data-language="{language}" tabindex="0"><code>{body}\n</code></pre>'


@lru_cache(maxsize=32)
def _lexer(language: str) -> Lexer:
    return get_lexer_by_name(language, stripnl=False, ensurenl=False)


@lru_cache(maxsize=512)
def _class(kind: _TokenType) -> str:
    at: _TokenType | None = kind
    while at is not None:
        if at in _CLASSES:
            return _CLASSES[at]
        at = at.parent
    return ""
