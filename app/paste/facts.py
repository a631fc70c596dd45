"""What a paste gives away about where it ran: interpreter, library versions, operating system, surroundings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from app.paste.lazy import lazy
from app.paste.model import ExceptionInfo, Facts
from app.paste.words import LIBRARIES, OTHER_NAMES

_BANNER = lazy(r"Python(?<!\wPython)(?: [Vv]ersion:?)?[ \t]{1,8}v?([23])\.(\d{1,2})(?:\.\d{1,3})?\b")
_IN_PATH = lazy(r"ython-?([23])(\.?)(\d{1,3})")
_WHEEL_TAG = lazy(r"cp(3)()(\d{1,2})(?=[-_.])")
_VERSION = r"(\d{1,5}(?:\.\d{1,6}){1,3}(?:(?:a|b|rc|\.post|\.dev)\d{1,8})?(?:\+[\w.]{1,20})?)"
_NUMBERED = lazy(r"\d\.\d")  # stands in every version that is looked for
_PINNED = lazy(rf"{_VERSION}(?![\w*])")
_NAME_BEFORE = lazy(r"(?<![\w.-])([A-Za-z][\w.-]{0,60})$")
_UNPACKED = lazy(rf"-packages[/\\]([A-Za-z][\w.]{{1,40}})-{_VERSION}(?=-py\d|\.dist-info|\.egg-info|[/\\])")
_SATISFIED = lazy(r"already satisfied: ([A-Za-z][\w.-]{1,60})[^\n]{0,60}? in [^\n]{1,300}? \((\d[\w.+]{1,30})\)")
_OPENCV = lazy(r"\bOpenCV\((\d{1,2}(?:\.\d{1,3}){1,3})")
_PROSE = lazy(
    r"(?:\b(?:in|from|since|before|until|with|for|after|the|than|supports?|requires?|of|by|to)[ \t]|[<>=!~])$",
    re.IGNORECASE,
)
_WINDOWS_PATH = lazy(r"(?<![A-Za-z])[A-Za-z]:[\\/](?![/])")
_COMPOSE = lazy(r"^[a-z0-9][\w.-]{0,60}[-_]\d{1,3} {0,30}\| ", re.MULTILINE)  # `api_1  | `, `web-1 | `
_IN_CONTAINER = lazy(r"\w@[0-9a-f]{12}:[~/]")  # Docker names a container after its id
_NOT_INSTALLED = ("pip install", "Could not find", "No matching", "Collecting ", "conda install")

_KNOWN = {name: name for name in LIBRARIES} | OTHER_NAMES

# tag -> any of these in the lower-cased paste
_SIGNS = {
    "jupyter": ("ipykernel", "ipython-input-", "cell in[", "cell in [", "input in [", ".ipynb", "jupyter"),
    "docker": ("docker", "buildkit", "/bin/sh -c", "kubernetes", "kubectl", "containerd", "pod/"),
    "conda": ("conda",),
    "gpu": ("cuda", "cudnn", "nvidia", "cublas", "nccl", "gpu"),
    "distributed": ("[rank", "[default0]", "torchrun", "torch.distributed", "torch/distributed", "nccl", "deepspeed",
                    "srun:", "local_rank"),
    "pytest": ("_pytest", "pytest", "\ne   ", "\nfailed tests"),
    "colab": ("/content/", "localhost:8080/#", "google.colab", "colab"),
    "kaggle": ("/kaggle/", "kaggle"),
    "wsl": ("/mnt/c/", "/mnt/d/", "/mnt/e/", "wsl", "microsoft-standard"),
    "pip": ("pip-install-", "pip install", "pip3 install", "-m pip", "pip-build-env", "[end of output]",
            "subprocess-exited-with-error"),
    "pyinstaller": ("pyinstaller", "pyimod0", "failed to execute script", "_mei"),
}  # fmt: skip
_MOST_PINS = 500
_HEAD, _TAIL = 60_000, 40_000  # characters that are looked through: a long log says it early or at its end


def facts_of(text: str, exceptions: tuple[ExceptionInfo, ...]) -> Facts:
    if len(text) > _HEAD + _TAIL:
        text = text[:_HEAD] + "\n" + text[-_TAIL:]
    paths = [frame.path for root in exceptions[:10] for each in root.walk() for frame in each.frames[-40:]]
    lowered = text.lower()
    tags = _tags(lowered) | _container(text)
    return Facts(_python(text, paths), _versions(text, lowered), _system(text, paths), tags)


def _python(text: str, paths: list[str]) -> str:
    banner = _BANNER.search(text) if "Python" in text else None
    if banner:
        return f"{banner[1]}.{int(banner[2])}"
    found: Counter[str] = Counter()
    for place in paths or [text]:
        found.update(_in_path(place))
    if not found and paths:
        found.update(_in_path(text))
    return found.most_common(1)[0][0] if found else ""


def _in_path(place: str) -> list[str]:
    """`python3.12`, `Python312`, `Python3104` (3.10.4), `cp312`."""
    out = []
    for hit in (*_IN_PATH.finditer(place), *_WHEEL_TAG.finditer(place)):
        major, dot, digits = hit[1], hit[2], hit[3]
        minor = digits[:2] if dot or digits.startswith(("1", "2")) else digits[:1]
        if major == "3" or minor == "7":
            out.append(f"{major}.{int(minor)}")
    return out


def _versions(text: str, lowered: str) -> tuple[tuple[str, str], ...]:
    """(distribution, version), the first mention of each counts."""
    found: dict[str, str] = {}
    for name, version in _pinned(text):
        found.setdefault(_distribution(name), version)
    for pattern in (_SATISFIED, _UNPACKED):
        if pattern is _UNPACKED or "already satisfied" in text:
            for hit in pattern.finditer(text):
                found.setdefault(_distribution(hit[1]), hit[2])
    if "OpenCV(" in text and (opencv := _OPENCV.search(text)):
        found.setdefault("opencv-python", opencv[1])
    for name in _KNOWN if _NUMBERED.search(text) else ():
        if name in lowered and _KNOWN[name] not in found:
            version = _named(name, lowered)
            if version:
                found[_KNOWN[name]] = version
    return tuple(found.items())


def _pinned(text: str) -> Iterator[tuple[str, str]]:
    """`name==1.2.3`, where a list of installed packages says it, not a wish (`pip install name==1.2.3`)."""
    at = text.find("==")
    for _ in range(_MOST_PINS):
        if at < 0:
            return
        version = _PINNED.match(text, at + 2)
        name = _NAME_BEFORE.search(text[max(at - 64, 0) : at]) if version else None
        if version and name:
            line = text[max(text.rfind("\n", 0, at), at - 300) + 1 : at]
            if not any(words in line for words in _NOT_INSTALLED):
                yield name[1], version[1]
        at = text.find("==", at + 2)


def _named(name: str, lowered: str) -> str:
    """The version that stands behind a known name, unless prose does ("deprecated in numpy 1.20")."""
    for hit in _named_pattern(name).finditer(lowered):
        if not _PROSE.search(lowered[max(hit.start() - 12, 0) : hit.start()]):
            return hit[1]
    return ""


@lru_cache(maxsize=256)
def _named_pattern(name: str) -> re.Pattern[str]:
    return lazy(
        rf"{re.escape(name)}(?<![\w./\\-]{re.escape(name)})[`'\"]?(?: version)?(?: \(gpu\?\))?[`'\"]?"
        rf"(?:[ \t]{{0,20}}[:|][ \t]{{0,20}}|[ \t]{{1,20}}|-)v?{_VERSION}(?![\w]| or (?:newer|later|above|higher))"
    )


def _distribution(name: str) -> str:
    lowered = name.lower().replace("_", "-")
    return _KNOWN.get(lowered, lowered)


def _system(text: str, paths: list[str]) -> str:
    votes: Counter[str] = Counter()
    for path in paths:
        if "\\" in path or _WINDOWS_PATH.match(path):
            votes["windows"] += 1
        elif path.startswith(("/Users/", "/Library/", "/opt/homebrew", "/private/", "/System/", "/Applications/")):
            votes["macos"] += 1
        elif path.startswith(
            ("/home/", "/root/", "/usr/", "/opt/", "/mnt/", "/app/", "/data/", "/content/", "/srv/", "/workspace/")
        ):
            votes["linux"] += 1
    if votes:
        if votes["macos"]:  # /usr/lib frames stand beside /Users ones
            del votes["linux"]
        return votes.most_common(1)[0][0]
    if "WinError" in text or _WINDOWS_PATH.search(text) or "win_amd64" in text or "win32" in text:
        return "windows"
    if "/Users/" in text or "darwin" in text or "macosx" in text or "macOS" in text:
        return "macos"
    if "/home/" in text or "linux" in text or "/usr/lib" in text or "/root/" in text or "ubuntu" in text:
        return "linux"
    return ""


def _tags(lowered: str) -> frozenset[str]:
    return frozenset(tag for tag, signs in _SIGNS.items() if any(sign in lowered for sign in signs))


def _container(text: str) -> frozenset[str]:
    """A container also shows where nothing names Docker: in Compose's prefixes and in the prompt."""
    named = ("| " in text and _COMPOSE.search(text)) or ("@" in text and _IN_CONTAINER.search(text))
    return frozenset({"docker"}) if named else frozenset()
