"""Lines that name a place in code, in every style that Python tools print them."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from app.paste.lazy import lazy


class Place(NamedTuple):
    """What a frame line says.  `style` tells how source follows: "plain", "numbered" (IPython), "rich", "pytest"."""

    path: str
    lineno: int | None
    function: str
    style: str
    source: str = ""  # printed on the same line
    error: str = ""  # pytest's `path:12: ValueError` closes the block whose source stands above it
    found: bool = True


NOWHERE = Place("", None, "", "", found=False)

# `File "x.py", line 3, in f`; faulthandler prints no second comma.  Typographic quotes come from forums.
_PLAIN = lazy(
    r"""(?:File|Module) ?["'“”„«‘]([^"“”«»\n]{1,600})["'”“»’], line (\d{1,9})(?:,? in[ ]?(.*)|[,:. ]*$|[, ].{0,80}$)"""
)
# The same in other languages (machine-translated pages, localised consoles): word "path", word 3, word name.
_TRANSLATED = lazy(
    r"""[^\W\d]{2,12} ?["“”«„]([^"“”«»„\n]{1,400})["”“»][,，、] ?(?:第 ?)?(?:[^\W\d_]{1,10} )?(\d{1,9}) ?行?"""
    r"""(?:[,，、] ?(?:[^\W\d_]{1,6} )?([\w.<>]{1,200}.*))?$"""
)
_HEADLESS = lazy(r"""[^"\n]{0,400}["”], line (\d{1,9}), in (\S.*)$""")  # the paste starts within the line
_LINE_IN = lazy(r"line (\d{1,9}), in (\S.{0,200})$")
_CELL = lazy(
    r"(?:File )?((?:Cell|Input) ?In ?\[\d{0,9}\])(?:, ?line (\d{1,9}))?(?:, in (.{1,600}))?(?:, line (\d{1,9}))?$"
)
_FUNCTION = lazy(r"(<[^<>\n]{1,80}>|(?:[\w$]+|<locals>|<lambda>)(?:\.(?:[\w$]+|<[\w ]{1,40}>)){0,20})")
_AT_LINE = lazy(r"at line (\d{1,9})$")
_SOURCE_FILE = lazy(r"\.(?:pyx?|pxd|pxi|ipynb|pyd|so|pyw|egg)(?: Cell \d+)?$", re.IGNORECASE)
_NAMELESS = lazy(r"<(?:ipython-input|decorator-gen|string|stdin|__array_function__|frozen|timed )[^<>\n]{0,200}>$")
_PYTEST = lazy(r"(.{1,400}\.pyx?):(\d{1,9}):(?: in (\S.{0,200})| ?([A-Za-z_][\w.]{0,200}(?: @.{0,80})?)?$)")
_SPYDER = lazy(r"([^\"\n]{1,400}):(\d{1,9}) in (\S.{0,300})$")
_AUTOGRAPH = lazy(r"(.{1,400}\.py):(\d{1,9}) ([\w.<>]{1,200}) {1,4}\*{1,2}$")  # TensorFlow's `in user code:`
_RICH = lazy(r"(.{1,400}\.(?:pyx?|py)|<[^<>\n]{1,100}>):(\d{1,9}) in ?(.{0,300})$")


def place(text: str) -> Place:
    """The place that a line names, or NOWHERE.  `text` is one line of at most a thousand characters."""
    if (
        "line " in text or " in" in text or ".py" in text or "File " in text or "In" in text
        or text[:1] == "<" or not text.isascii()
    ):  # fmt: skip
        return place_of(text)
    return NOWHERE


@lru_cache(maxsize=4096)
def place_of(text: str) -> Place:
    """The same without the quick look; remembered while a paste is read."""
    if "line " in text or "行" in text or '"' in text or "“" in text:
        found = _quoted(text)
        if found:
            return found
    if "In[" in text or "In [" in text:
        found = _cell(text.strip())
        if found:
            return found
    if " in" in text or ":" in text:
        return _unquoted(text.strip()) or NOWHERE
    return NOWHERE


def _quoted(text: str) -> Place | None:
    stripped = text.lstrip(" \t>*_#`~-•|│")
    if stripped.startswith(("File", "Module")):
        hit = _PLAIN.match(stripped)
        if hit:
            function, source = _function(hit[3] or "")
            return Place(hit[1], int(hit[2]), function, "plain", source)
    if '", line ' in text or "”, line " in text:
        hit = _HEADLESS.match(stripped)
        if hit and "=" not in stripped[: hit.start(1)]:
            function, source = _function(hit[2])
            path = stripped[: hit.start(1)].rstrip().removesuffix("line").rstrip(' ,"”').removeprefix('File "')
            return Place(path, int(hit[1]), function, "plain", source)
    if not stripped.isascii() or stripped[:1] in "DAF":
        hit = _TRANSLATED.match(stripped)
        if hit and ("." in hit[1] or "<" in hit[1]):
            function, source = _function(hit[3] or "")
            return Place(hit[1], int(hit[2]), function, "plain", source)
    if stripped.startswith("line "):
        hit = _LINE_IN.match(stripped)
        if hit:
            return Place("", int(hit[1]), _function(hit[2])[0], "plain")
    return None


def _function(rest: str) -> tuple[str, str]:
    """`f`, or `<module> source` where a paste ran the lines together, or Cython's `a.b.c (file.c:12)`."""
    rest = rest.strip().rstrip("*").rstrip()
    hit = _FUNCTION.match(rest)
    if not hit:
        return rest, ""
    name, tail = hit[1], rest[hit.end() :].strip()
    if not tail or tail.startswith("(") or name == "init":  # Cython: "init pandas.hashtable (pandas/hashtable.c:1)"
        return (rest.partition(" (")[0] if name == "init" else name), ""
    return name, tail


def _cell(text: str) -> Place | None:
    hit = _CELL.match(text)
    if not hit:
        return None
    number = hit[2] or hit[4]
    return Place(hit[1], int(number) if number else None, _bare(hit[3] or ""), "numbered")


def _bare(function: str) -> str:
    """`Tensor.backward(self, gradient)` without its arguments."""
    function = function.strip()
    if function.startswith("<"):
        return function[: function.find(">") + 1] or function
    return function.partition("(")[0].strip()


def _unquoted(text: str) -> Place | None:
    if text.startswith("File ") and ":" in text:
        return _ipython_file(text[5:])
    if ".py:" in text or ".pyx:" in text or text.startswith("<"):
        hit = _RICH.match(text)
        if hit:
            return Place(hit[1], int(hit[2]), _bare(hit[3]), "rich")
        hit = _AUTOGRAPH.match(text)
        if hit:
            return Place(hit[1], int(hit[2]), hit[3], "plain")
        hit = _PYTEST.match(text)
        if hit:
            return Place(hit[1], int(hit[2]), _bare(hit[3] or ""), "pytest", error=hit[4] or "")
    if " in " in text or text.endswith(" in"):
        return _path_in(text)
    return None


def _ipython_file(rest: str) -> Place | None:
    """`File ~/x.py:12, in f(args)`, `File <string>:3`, `File parsers.pyx:1, in a.b()`."""
    left, comma, function = rest.partition(", in ")
    if not comma and (spyder := _SPYDER.match(rest)) is not None:
        return Place(spyder[1], int(spyder[2]), _bare(spyder[3]), "plain")
    path, colon, number = left.rpartition(":")
    number = number.strip(" )")
    if not colon or not number.isdecimal() or len(number) > 9 or '"' in path:
        return None
    if not comma and not _SOURCE_FILE.search(path) and not path.startswith("<"):
        return None
    return Place(path.strip(), int(number), _bare(function), "numbered")


def _path_in(text: str) -> Place | None:
    """`~/x.py in f(args)` of older IPython and Sentry, `x.py in f, line 3` of Django."""
    path, _, function = (text + " ").partition(" in ")
    path = path.strip()
    if "\t" in path or ": " in path or (" " in path and "/" not in path and "\\" not in path):
        return None
    notebook = ("ipython-input-" in path or "ipykernel_" in path) and " " not in path
    if not (_SOURCE_FILE.search(path) or _NAMELESS.match(path) or notebook):
        return None
    name, number = function.strip(), None
    head, comma, tail = name.rpartition(" at line ")  # a page of Sentry's
    if not comma:
        head, comma, tail = name.rpartition(", line ")
    if comma and tail.isdecimal() and len(tail) < 10:
        name, number = head, int(tail)
    name = _bare(name)
    return Place(path, number, name, "numbered") if " " not in name or name.startswith("<") else None


def at_line(text: str) -> int | None:
    """The number of Sentry's `at line 168`, which stands below its `path in f`."""
    hit = _AT_LINE.match(text.strip())
    return int(hit[1]) if hit else None
