"""What is left of it: cut at the head, at the tail, or down to the message."""

from __future__ import annotations

from tests.matching.disguises.shot import HEAD, disguise, shot


@disguise
def last_line(text: str) -> str:
    seen = shot(text)
    return seen.last if seen else ""


@disguise
def last_line_indented(text: str) -> str:
    seen = shot(text)
    return "    " + seen.last if seen else ""


@disguise
def headless(text: str) -> str:
    """The head scrolled away, within a frame."""
    lines = text.rstrip("\n").split("\n")
    return "\n".join(lines[2:]) if len(lines) > 4 else ""


@disguise
def without_head(text: str) -> str:
    return text.partition("\n")[2] if text.startswith(HEAD) else ""


@disguise
def frames_elided(text: str) -> str:
    seen = shot(text)
    if seen is None or len(seen.frames) < 3:
        return ""
    (a, b, c, d), (p, n, f, s) = seen.frames[0], seen.frames[-1]
    return (
        f'{HEAD}\n  File "{a}", line {b}, in {c}\n    {d[0] if d else ""}\n  ...\n  File "{p}", line {n}, in {f}\n'
        f"    {s[0] if s else ''}\n{seen.last}"
    )


@disguise
def tail_cut(text: str) -> str:
    """The message's last sixth is missing, where it has something to lose."""
    seen = shot(text)
    if seen is None or len(seen.message) < 60 or "\n" in seen.message:
        return ""
    return text.rstrip("\n")[: -len(seen.message) // 6]


@disguise
def message_dots(text: str) -> str:
    seen = shot(text)
    if seen is None or len(seen.message) < 60 or "\n" in seen.message:
        return ""
    return f"{seen.type}: {seen.message[: len(seen.message) * 5 // 6]}..."


@disguise
def repr_of_exception(text: str) -> str:
    seen = shot(text)
    return f"{seen.type.rpartition('.')[2]}({seen.message!r})" if seen and seen.message else ""


@disguise
def logged_repr(text: str) -> str:
    seen = shot(text)
    if seen is None or not seen.message:
        return ""
    return f"2024-05-03 22:19:04 ERROR worker failed: {seen.type.rpartition('.')[2]}({seen.message!r}), retrying in 5 s"


@disguise
def error_words(text: str) -> str:
    """`print(f"Error: {e}")`."""
    seen = shot(text)
    return f"Error: {seen.message}" if seen and seen.message else ""


@disguise
def caught_words(text: str) -> str:
    seen = shot(text)
    return f"Failed to load the model: {seen.message}" if seen and seen.message else ""


@disguise
def bare_message(text: str) -> str:
    seen = shot(text)
    return seen.message if seen else ""


@disguise
def code_then_error(text: str) -> str:
    seen = shot(text)
    if seen is None:
        return ""
    own = "\n".join(s[0] for _, _, f, s in seen.frames if f == "<module>" and s)
    return f"import acme\n\nx = acme.load('a.bin')\n{own}\n\n{seen.last}"
