"""Prose of an entry to HTML.  Entries are contributed, so nothing of them reaches a page unescaped:
raw HTML and images are refused, links are checked, placeholders must name slots that the message captures.
"""

from __future__ import annotations

import re
from collections.abc import Collection, MutableMapping, Sequence
from functools import lru_cache
from html import escape
from typing import Any
from urllib.parse import urlsplit

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.utils import OptionsDict

from app.content.problems import Problem, RenderError
from app.content.slots import span
from app.matching.placeholders import IN_CODE, PLACEHOLDER

Env = MutableMapping[str, Any]

_ANCHOR = re.compile(r"#[a-z0-9]+(?:-[a-z0-9]+)*")
_SITE_PATH = re.compile(r"/(?:[a-z0-9][a-z0-9._-]*(?:/[a-z0-9][a-z0-9._-]*)*)?(?:#[a-z0-9-]+)?")
_MAIL = re.compile(r"mailto:[A-Za-z0-9._+-]+@[A-Za-z0-9.-]+")
_SAFE_URL = re.compile(r"https://[A-Za-z0-9.-]+(?::\d+)?(?:[/?#][!-~]*)?")
_CODE = re.compile(r"(`[^`\n]*`)")
_BRACE = re.compile(r"([{}])")
_HTML_ADVICE = "write Markdown; code goes between backticks"


def render_prose(text: str, slots: Collection[str], path: str, line: int) -> str:
    """Block Markdown that starts on `line` of the file.  Raises RenderError with everything that is not allowed."""
    return _render(_markdown().parse(text), slots, path, line)


def render_inline(text: str, path: str, line: int, slots: Collection[str] = ()) -> str:
    """A sentence of the front-matter: emphasis, code and links only, no paragraph around it."""
    return _render(_markdown().parseInline(text), slots, path, line)


def render_title(text: str, path: str, line: int) -> str:
    """A title: the same, but braces are braces, since nothing was captured where titles stand."""
    return _render(_markdown().parseInline(_doubled(text)), (), path, line)


def plain_title(text: str) -> str:
    return plain(_doubled(text))


def plain(text: str) -> str:
    """The words of a sentence without its Markdown, for `<title>`, descriptions and the search index."""
    words: list[str] = []
    for token in _markdown().parseInline(text):
        for child in token.children or ():
            if child.type == "text":
                words.append(child.content)
            elif child.type == "code_inline":
                words.append(IN_CODE.sub(lambda m: m[0] if m["fallback"] is None else m["fallback"], child.content))
            elif child.type == "slot":
                fallback = child.meta["fallback"]
                words.append(child.content if fallback is None else fallback)
            elif child.type in ("softbreak", "hardbreak"):
                words.append(" ")
    return "".join(words).strip()


def internal_links(text: str) -> list[tuple[str, int]]:
    """The links within the site that a piece of prose holds, each with its line (from 0) in the text."""
    links = []
    for token in _markdown().parse(text):
        for child in token.children or ():
            href = str(child.attrs.get("href", ""))
            if href.startswith(("/", "#")):
                links.append((href, token.map[0] if token.map else 0))
    return links


def link_problem(href: str) -> str:
    """Why an address is not allowed, "" when it is.  `href` is what the page would carry, entities already decoded."""
    if _ANCHOR.fullmatch(href) or _SITE_PATH.fullmatch(href) or _MAIL.fullmatch(href):
        return ""
    if href.startswith(("#", "/")) and not href.startswith("//"):
        return f"the link {href!r} is no address of this site"
    if not _SAFE_URL.fullmatch(href):
        return f"the link {href!r} is not allowed: only https:, mailto: and addresses of this site"
    try:
        split = urlsplit(href)
        good = bool(split.hostname) and split.username is None and (split.port or 1) > 0
    except ValueError:
        good = False
    return "" if good else f"the link {href!r} is no valid address"


def _doubled(text: str) -> str:
    """Braces outside code doubled, so that they are read as themselves."""
    pieces = _CODE.split(text)
    pieces[::2] = [_BRACE.sub(r"\1\1", piece) for piece in pieces[::2]]
    return "".join(pieces)


def _render(tokens: Sequence[Token], slots: Collection[str], path: str, line: int) -> str:
    problems = _check(tokens, slots, path, line)
    if problems:
        raise RenderError(problems)
    return str(_markdown().renderer.render(tokens, _markdown().options, {"slots": slots})).strip()


def _check(tokens: Sequence[Token], slots: Collection[str], path: str, line: int) -> list[Problem]:
    problems: list[Problem] = []
    for token in tokens:
        at = line + (token.map[0] if token.map else 0)
        for item in (token, *(token.children or ())):
            found = _check_token(item, slots)
            if found:
                code, what, todo = found
                if code != "html" or (code, at) not in {(p.code, p.line) for p in problems}:  # <b> and </b>: once
                    problems.append(Problem(path, at, code, what, todo))
            if item.type in ("softbreak", "hardbreak"):
                at += 1
    return problems


def _check_token(token: Token, slots: Collection[str]) -> tuple[str, str, str] | None:
    if token.type in ("html_block", "html_inline"):
        return "html", f"raw HTML is not allowed: {token.content.strip()[:40]!r}", _HTML_ADVICE
    if token.type == "image":
        return "html", "images are not allowed", "say it in words"
    if token.type == "link_open":
        what = link_problem(str(token.attrs.get("href", "")))
        return ("link", what, "use https, #anchor or /errors/<library>/<slug>") if what else None
    if token.type == "slot" and token.content not in slots:
        known = ", ".join(f"{{{s}}}" for s in slots) or "none"
        todo = f"the message captures {known}; put literal braces between backticks or double them"
        return "placeholder", f"`{{{token.content}}}` is no slot of the message", todo
    if token.type == "lone_brace":
        return "placeholder", f"a lone `{token.content}`", "put it between backticks or double it"
    return None


def _slot_rule(state: StateInline, silent: bool) -> bool:
    """Inline rule for `{slot}`, `{slot|fallback}`, `{{` and `}}`."""
    char = state.src[state.pos]
    if char not in "{}":
        return False
    found = PLACEHOLDER.match(state.src, state.pos, state.posMax)
    doubled = state.src.startswith(char * 2, state.pos)
    if not silent:
        if doubled:
            state.push("text", "", 0).content = char
        elif found:
            token = state.push("slot", "", 0)
            token.content, token.meta = found["name"], {"fallback": found["fallback"]}
        else:
            state.push("lone_brace", "", 0).content = char
    state.pos += 2 if doubled else len(found[0]) if found else 1
    return True


def _render_slot(_self: RendererHTML, tokens: Sequence[Token], index: int, _options: OptionsDict, _env: Env) -> str:
    return span(tokens[index].content, tokens[index].meta["fallback"])


def _render_code(_self: RendererHTML, tokens: Sequence[Token], index: int, _options: OptionsDict, env: Env) -> str:
    """Code between backticks; braces that name a slot of this entry are filled there too."""
    slots: Collection[str] = env.get("slots", ())
    out, done, text = [], 0, tokens[index].content
    for found in IN_CODE.finditer(text):
        if found["name"] in slots:
            out += [escape(text[done : found.start()], quote=False), span(found["name"], found["fallback"])]
            done = found.end()
    return f"<code>{''.join(out)}{escape(text[done:], quote=False)}</code>"


def _render_escaped(_self: RendererHTML, tokens: Sequence[Token], index: int, _options: OptionsDict, _env: Env) -> str:
    return escape(tokens[index].content)


def _render_link(renderer: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: Env) -> str:
    if str(tokens[index].attrs.get("href", "")).startswith("https:"):
        tokens[index].attrSet("rel", "external noopener")
    return renderer.renderToken(tokens, index, options, env)


def _accept(_url: str) -> bool:
    return True


@lru_cache(maxsize=1)
def _markdown() -> MarkdownIt:
    # html=True makes raw HTML visible as tokens, which _check refuses; the renderer would escape them all the same.
    # validateLink accepts all, since its own way of refusing is to leave the source text standing silently.
    markdown = MarkdownIt("commonmark", {"html": True, "maxNesting": 12})
    markdown.disable(["fence", "code", "heading", "lheading", "hr"])
    markdown.inline.ruler.before("escape", "slot", _slot_rule)
    markdown.validateLink = _accept  # type: ignore[method-assign,assignment]
    markdown.add_render_rule("slot", _render_slot)
    markdown.add_render_rule("code_inline", _render_code)
    markdown.add_render_rule("lone_brace", _render_escaped)
    markdown.add_render_rule("html_inline", _render_escaped)
    markdown.add_render_rule("html_block", _render_escaped)
    markdown.add_render_rule("image", _render_escaped)
    markdown.add_render_rule("link_open", _render_link)
    return markdown
