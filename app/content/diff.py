"""The program that raises and the one that is mended, beside each other, only the changed lines standing out.

Two figures, so that a phone can set them one below the other.  What changed is said three ways: `<del>` and `<ins>`,
a class, and the line numbers in the caption, which is what a screen reader gets without hearing the code twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from app.content import highlight

_GAP = '<span class="line gap" aria-hidden="true"></span>'


@dataclass(frozen=True, slots=True)
class Side:
    """Highlighted lines of one program, None where the other one has a line more, and which numbers changed."""

    rows: tuple[str | None, ...]
    changed: frozenset[int]  # 1-based line numbers of the program


def compare(broken: str, fixed: str, language: str = "python") -> tuple[Side, Side]:
    """Line up both programs: equal lines stand in the same row."""
    old, new = broken.removesuffix("\n").split("\n"), fixed.removesuffix("\n").split("\n")
    old_html, new_html = highlight.lines(broken, language), highlight.lines(fixed, language)
    left: list[str | None] = []
    right: list[str | None] = []
    removed: set[int] = set()
    added: set[int] = set()
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        left += old_html[i1:i2]
        right += new_html[j1:j2]
        if tag != "equal":
            removed.update(range(i1 + 1, i2 + 1))
            added.update(range(j1 + 1, j2 + 1))
        height = max(i2 - i1, j2 - j1)
        left += [None] * (height - (i2 - i1))
        right += [None] * (height - (j2 - j1))
    return Side(tuple(left), frozenset(removed)), Side(tuple(right), frozenset(added))


def render(broken: str, fixed: str, language: str = "python") -> str:
    """`<div class="diff">` with a figure for each program."""
    left, right = compare(broken, fixed, language)
    return (
        '<div class="diff">'
        + _figure(left, "broken", "Raises", "del", language)
        + _figure(right, "fixed", "Fixed", "ins", language)
        + "</div>"
    )


def _figure(side: Side, css: str, title: str, tag: str, language: str) -> str:
    rows = []
    number = 0
    for row in side.rows:
        if row is None:
            rows.append(_GAP)
            continue
        number += 1
        if number in side.changed:
            rows.append(f'<{tag} class="line">{row}\n</{tag}>')
        else:
            rows.append(f'<span class="line">{row}\n</span>')
    note = f' <span class="changed">{_lines(sorted(side.changed))}</span>' if side.changed else ""
    return (
        f'<figure class="{css}"><figcaption>{title}{note}</figcaption>'
        f'<pre class="code" data-language="{language}" tabindex="0"><code>{"".join(rows)}</code></pre></figure>'
    )


def _lines(numbers: Sequence[int]) -> str:
    """`line 4`, `lines 4–6`, `lines 2, 4–6`: which ones changed."""
    spans: list[list[int]] = []
    for number in numbers:
        if spans and spans[-1][1] == number - 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    text = ", ".join(str(a) if a == b else f"{a}–{b}" for a, b in spans)
    return f"line {text}" if len(numbers) == 1 else f"lines {text}"
