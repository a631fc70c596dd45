"""Broken at some width, padded, or joined into one line."""

from __future__ import annotations

import textwrap

from tests.matching.disguises.shot import disguise


def hard(text: str, width: int) -> str:
    return "\n".join(line[i : i + width] for line in text.split("\n") for i in range(0, max(len(line), 1), width))


@disguise
def terminal_80(text: str) -> str:
    return hard(text, 80)


@disguise
def terminal_100(text: str) -> str:
    return hard(text, 100)


@disguise
def terminal_120(text: str) -> str:
    return hard(text, 120)


@disguise
def terminal_97(text: str) -> str:
    return hard(text, 97)


@disguise
def mail_72(text: str) -> str:
    out: list[str] = []
    for line in text.split("\n"):
        out += textwrap.wrap(line, 72, drop_whitespace=True, break_long_words=False, break_on_hyphens=False) or [""]
    return "\n".join(out)


@disguise
def mail_76_quoted(text: str) -> str:
    out: list[str] = []
    for line in text.split("\n"):
        out += textwrap.wrap(line, 74, break_long_words=False, break_on_hyphens=False) or [""]
    return "On Fri, 3 May 2024 at 22:19, A. Person wrote:\n" + "\n".join("> " + line for line in out)


@disguise
def quoted_printable(text: str) -> str:
    out = []
    for line in text.replace("=", "=3D").split("\n"):
        while len(line) > 75:
            out.append(line[:74] + "=")
            line = line[74:]
        out.append(line)
    return "\n".join(out)


@disguise
def padded(text: str) -> str:
    return "\n".join(line.ljust(120) for line in text.split("\n"))


@disguise
def double_spaced(text: str) -> str:
    return text.rstrip("\n").replace("\n", "\n\n")


@disguise
def crlf(text: str) -> str:
    return text.replace("\n", "\r\n")


@disguise
def lost_indentation(text: str) -> str:
    return "\n".join(line.lstrip() for line in text.split("\n"))


@disguise
def one_line(text: str) -> str:
    return " ".join(line.strip() for line in text.split("\n") if line.strip())


@disguise
def one_line_blanks(text: str) -> str:
    return text.strip().replace("\n", " ")


@disguise
def arrows_for_breaks(text: str) -> str:
    return text.strip().replace("\n", "↵\n")
