"""Characters changed on the way: typographic, escaped, coloured, lost."""

from __future__ import annotations

import html
import re

from tests.matching.disguises.shot import disguise


@disguise
def typographic(text: str) -> str:
    text = re.sub(r'"([^"\n]*)"', "\u201c\\1\u201d", text)
    text = re.sub(r"'([^'\n]*)'", "\u2018\\1\u2019", text)
    return text.replace("'", "\u2019").replace("...", "\u2026")


@disguise
def html_escaped(text: str) -> str:
    return html.escape(text)


@disguise
def html_page(text: str) -> str:
    return f"<pre><code>{html.escape(text)}</code></pre>"


@disguise
def html_breaks(text: str) -> str:
    return html.escape(text, quote=False).replace("  ", "&nbsp;&nbsp;").replace("\n", "<br/>\n")


@disguise
def html_breaks_only(text: str) -> str:
    return html.escape(text, quote=False).strip().replace("\n", "<br>")


@disguise
def ansi_313(text: str) -> str:
    """As Python 3.13 colours it."""
    out = []
    for line in text.split("\n"):
        frame = re.match(r'  File ("[^"]+"), line (\d+)(?:, in (.+))?$', line)
        last = re.match(r"([A-Za-z_][\w.]*): (.*)$", line)
        if frame:
            name = f", in \x1b[35m{frame[3]}\x1b[0m" if frame[3] else ""
            out.append(f"  File \x1b[35m{frame[1]}\x1b[0m, line \x1b[35m{frame[2]}\x1b[0m{name}")
        elif last:
            out.append(f"\x1b[1;35m{last[1]}\x1b[0m: \x1b[35m{last[2]}\x1b[0m")
        elif re.fullmatch(r"\s*[\^~][\s\^~]*", line):
            out.append(re.sub(r"(\^+)", "\x1b[1;31m\\1\x1b[0m", line))
        else:
            out.append(line)
    return "\n".join(out)


@disguise
def ansi_lost_escape(text: str) -> str:
    return ansi_313(text).replace("\x1b", "")


@disguise
def ansi_caret(text: str) -> str:
    return ansi_313(text).replace("\x1b", "^[")


@disguise
def ansi_red_lines(text: str) -> str:
    return "\n".join(f"\x1b[31m{line}\x1b[39m" if line else "" for line in text.split("\n"))


@disguise
def ansi_u001b(text: str) -> str:
    return ansi_313(text).replace("\x1b", "\\u001b")


@disguise
def zero_widths(text: str) -> str:
    return text.replace("/", "/\u200b").replace("_", "_\u200b")


@disguise
def doubled_blanks_lost(text: str) -> str:
    """HTML takes runs of blanks for one."""
    return re.sub(r" {2,}", " ", text)


@disguise
def screenshot(text: str) -> str:
    """Read off a picture: no indentation, other quotes, no carets, a blank too many."""
    lines = [line.strip() for line in text.split("\n") if not re.fullmatch(r"\s*[\^~][\s\^~]*", line)]
    text = "\n".join(lines)
    return text.replace('"', "\u201d").replace("'", "\u2019").replace("_init_", "_ init_").replace(" .", ".")


@disguise
def backslashed_marks(text: str) -> str:
    return re.sub(r"([_*])", r"\\\1", text)
