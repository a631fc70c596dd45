"""Real message templates, harvested from the `raise` statements of installed libraries, to stand for a large database.

Only source text is parsed; nothing is imported.  f-strings, `%` formatting, `str.format` and concatenation become slots
of the template language.  When there are fewer than asked for, the rest are mutations: one literal word of a harvested
template replaced by a word of another, which keeps lengths and word frequencies as they are.
"""

from __future__ import annotations

import ast
import random
import re
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

MAX_SOURCE_BYTES = 400_000
_PERCENT = re.compile(r"%(?:\(\w+\))?[-#0 +]*\d*(?:\.\d+)?[diouxXeEfFgGcrsa]")
_BRACES = re.compile(r"\{[^{}]*\}")
_WORD = re.compile(r"[A-Za-z]{4,}")


@dataclass(frozen=True, slots=True)
class Harvested:
    """One message: a template in the entries' own syntax, the exception it is raised with, the library it stands in."""

    template: str
    exception: str
    library: str


def harvest(roots: Iterable[Path], limit: int | None = None, every: int = 1) -> list[Harvested]:
    """Distinct templates with at least 16 literal letters in two words, in a stable order; of every `every`th file."""
    seen: set[str] = set()
    found: list[Harvested] = []
    for root in roots:
        for path in sorted(root.rglob("*.py"))[::every]:
            for item in _of_file(path, root):
                if item.template not in seen and _specific(item.template):
                    seen.add(item.template)
                    found.append(item)
                    if limit is not None and len(found) >= limit:
                        return found
    return found


def fill_up(items: list[Harvested], size: int, seed: int = 0) -> list[Harvested]:
    """`size` templates: the harvested ones, then mutations of them."""
    if not items:
        raise ValueError("nothing harvested: no library with source under the given folders")
    rng = random.Random(seed)
    words = sorted({word for item in items for word in _WORD.findall(_BRACES.sub(" ", item.template))})
    out = items[:size]
    seen = {item.template for item in out}
    while len(out) < size:
        base = rng.choice(items)
        spots = [m for m in _WORD.finditer(base.template) if not _inside_slot(base.template, m.start())]
        if not spots:
            continue
        spot = rng.choice(spots)
        text = base.template[: spot.start()] + rng.choice(words) + base.template[spot.end() :]
        if text not in seen:
            seen.add(text)
            out.append(Harvested(text, base.exception, base.library))
    return out


def default_roots() -> list[Path]:
    """The standard library, this environment's packages, and every built example environment."""
    roots = [Path(sysconfig.get_path("stdlib")), Path(sysconfig.get_path("purelib"))]
    cache = Path.home() / ".cache" / "unraise" / "environments"
    if cache.is_dir():
        roots += sorted(cache.glob("*/lib/python3*/site-packages"))
    return roots


def _of_file(path: Path, root: Path) -> Iterator[Harvested]:
    try:
        if path.stat().st_size > MAX_SOURCE_BYTES:
            return
        tree = ast.parse(path.read_bytes())
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return
    parts = path.relative_to(root).parts
    library = parts[parts[0] in ("site-packages", "dist-packages")].removesuffix(".py")
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and node.exc.args:
            name = _dotted(node.exc.func)
            template = _template(node.exc.args[0])
            if name and template and "\n" not in template and len(template) < 400:
                yield Harvested(template, name.rpartition(".")[2], library)


def _dotted(node: ast.expr) -> str:
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        return node.attr
    return ""


def _template(node: ast.expr) -> str:
    """The template of a message expression, "" where it is not a string we can read."""
    pieces = _pieces(node)
    if not pieces:
        return ""
    out: list[str] = []
    count = 0
    for piece in pieces:
        if piece is None:
            if out and out[-1].endswith("}") and not out[-1].endswith("}}"):
                continue  # two slots in a row are one
            out.append(f"{{s{count}}}")
            count += 1
        elif piece:
            out.append(piece.replace("{", "{{").replace("}", "}}"))
    return " ".join("".join(out).split())


def _pieces(node: ast.expr) -> list[str | None]:
    """Literal text, with None for each varying part; [] when it is no string expression."""
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) else []
    if isinstance(node, ast.JoinedStr):
        return [str(part.value) if isinstance(part, ast.Constant) else None for part in node.values]
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
        return _split(_pieces(node.left), _PERCENT)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        left, right = _pieces(node.left), _pieces(node.right)
        return [*(left or [None]), *(right or [None])] if left or right else []
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "format":
        return _split(_pieces(node.func.value), _BRACES)
    return []


def _split(pieces: list[str | None], pattern: re.Pattern[str]) -> list[str | None]:
    out: list[str | None] = []
    for piece in pieces:
        if piece is None:
            out.append(None)
            continue
        end = 0
        for gap in pattern.finditer(piece):
            out += [piece[end : gap.start()], None]
            end = gap.end()
        out.append(piece[end:])
    return out


def _specific(template: str) -> bool:
    literal = _BRACES.sub(" ", template)
    return sum(map(str.isalpha, literal)) >= 16 and len(_WORD.findall(literal)) >= 2


def _inside_slot(template: str, position: int) -> bool:
    return template.rfind("{", 0, position) > template.rfind("}", 0, position)


if __name__ == "__main__":
    items = harvest(default_roots())
    print(f"{len(items)} templates from {len({item.library for item in items})} libraries", file=sys.stderr)
