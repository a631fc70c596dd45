"""Whose code a path is: the person's, a library's, or the interpreter's own; and which module it holds."""

from __future__ import annotations

import re
import sys
from functools import lru_cache
from typing import NamedTuple

from app.paste.lazy import lazy
from app.paste.model import Owner

_SITE = lazy(r"/(?:site|dist)-packages/", re.IGNORECASE)
# local-packages: Python from the Microsoft Store.  packages under python embedded distributions keep Lib.
_STORE = lazy(r"/local-packages/python\d+/", re.IGNORECASE)
_STDLIB = lazy(
    r"/(?:lib|lib64|python\d(?:\.\d+)?t?|pypy\d(?:\.\d+)?|lib-python|lib_pypy)/(?=(\w+)(?:/|\.py))", re.IGNORECASE
)
_EGG = lazy(r"([A-Za-z][\w.]*?)-(\d[\w.+!]*)-py\d[\w.-]*\.egg/")
# Where pip unpacks what it builds: `pip-install-go0v/flash-attn_6b2d.../setup.py`, without the number before pip 20.3.
_BUILT = lazy(r"/pip-(?:install|build|req-build)-\w+/([A-Za-z][\w.-]*?)(?:_[0-9a-f]{32})?/")
# Code that came with a model or dataset from the Hugging Face Hub; it is imported under these names from a cache.
_FROM_HUB = lazy(r"/modules/(?=(?:transformers_modules|datasets_modules|diffusers_modules)/)")
_NAMES = sys.stdlib_module_names


class Home(NamedTuple):
    owner: Owner
    module: str  # dotted, "" when the path does not say
    library: str  # top folder under site-packages


OWN = Home(Owner.OWN, "", "")


@lru_cache(maxsize=4096)
def home(path: str, function: str = "") -> Home:
    """Who owns a frame; `function` helps for Cython, which prints `x.pyx` and the dotted name."""
    slashed = path.replace("\\", "/").strip()
    lowered = slashed.lower()
    if slashed.startswith("<"):
        return _nameless(slashed)
    if slashed.startswith(("Cell In", "Input In", "CellIn")) or "ipykernel_" in lowered or "ipython-input" in lowered:
        return OWN
    installed = _installed("/" + slashed)
    if installed:
        return installed
    if lowered.endswith((".pyx", ".pxd", ".pxi", ".so", ".pyd")):
        return _compiled(slashed, function)
    if lowered.startswith("pyinstaller/"):
        return Home(Owner.LIBRARY, _dotted(slashed), "PyInstaller")
    return _standard("/" + slashed) or _built("/" + slashed) or OWN


def _built(path: str) -> Home | None:
    """The package whose build script pip runs: its code is read as a person's own, but its name is told."""
    found = _BUILT.search(path)
    return Home(Owner.OWN, "", found[1].replace("-", "_").lower()) if found else None


def _installed(path: str) -> Home | None:
    found = [*_SITE.finditer(path)][-1:] or [*_STORE.finditer(path)] or [*_FROM_HUB.finditer(path)]
    if not found:
        return None
    rest = path[found[-1].end() :]
    egg = _EGG.match(rest)
    if egg:
        rest = rest[egg.end() :]
    module = _dotted(rest)
    return Home(Owner.LIBRARY, module, module.partition(".")[0])


def _standard(path: str) -> Home | None:
    for hit in _STDLIB.finditer(path):
        if hit[1] in _NAMES and hit[1] != "test":
            before = path[: hit.start()].lower()
            # a project may have a folder `lib` too: demand a sign of an interpreter before it
            if (
                hit[0].lower() not in ("/lib/", "/lib64/")
                or "python" in before
                or "conda" in before
                or "/env" in before
            ):
                return Home(Owner.INTERPRETER, _dotted(path[hit.end() :]), "")
    if re.search(r"/python\d{1,3}\.zip/", path):
        return Home(Owner.INTERPRETER, _dotted(path.rpartition(".zip/")[2]), "")
    return None


def _nameless(path: str) -> Home:
    inner = path.strip("<>")
    if inner.startswith("frozen "):
        name = inner[7:]
        return Home(Owner.INTERPRETER, name, "")
    if inner.startswith("__array_function__"):
        return Home(Owner.LIBRARY, "numpy", "numpy")
    if inner.startswith("decorator-gen"):
        return Home(Owner.LIBRARY, "decorator", "decorator")
    if inner.startswith("attrs generated"):
        return Home(Owner.LIBRARY, "attr", "attr")
    return OWN


def _compiled(path: str, function: str) -> Home:
    """Cython prints a path relative to the package and `package.module.function`."""
    if "/" in path and not path.startswith(("/", "~", ".")) and ":" not in path:
        module = _dotted(path)
        return Home(Owner.LIBRARY, module, module.partition(".")[0])
    top, dot, _ = function.rpartition(".")
    if dot and top[:1].islower():
        return Home(Owner.LIBRARY, top, top.partition(".")[0])
    return OWN


def _dotted(path: str) -> str:
    path = re.sub(r"\.(?:pyx?|pxd|pxi|pyc)$", "", path.strip("/"))
    path = re.sub(r"\.(?:cpython|cp\d|pypy|abi3)?[\w-]*\.?(?:so|pyd)$", "", path)
    parts = [part for part in path.split("/") if part]
    if parts and parts[-1] == "__init__":
        parts.pop()
    return ".".join(parts)
