"""What was proved: `content/verified.lock`, and the printed output of every broken program under `content/proofs/`.

The lock is keyed by `slug#section` and carries the hash of what was run, so that anything that could change the
outcome makes a proof stale.  The outputs are kept so that a change to any template can be checked against all of them
without running anything.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from app.content.proof.environments import Environment
from app.content.proof.examples import FORMAT
from app.content.proof.work import Unit, read_texts
from app.content.verified import NAME

OUTPUTS = "proofs"

# Import names that differ from the distribution's.
_DISTRIBUTIONS = {
    "sklearn": "scikit-learn",
    "cv2": "opencv-python-headless",
    "PIL": "pillow",
    "yaml": "pyyaml",
    "bs4": "beautifulsoup4",
    "dotenv": "python-dotenv",
    "jwt": "pyjwt",
    "psycopg2": "psycopg2-binary",
    "rest_framework": "djangorestframework",
    "dateutil": "python-dateutil",
}
_IMPORT = re.compile(r"(?m)^\s*(?:import|from)\s+(\w+)")
_VARYING = re.compile(r"0x[0-9a-f]+|\d+")


@dataclass(frozen=True, slots=True)
class Proof:
    """One line of the lock.  `example`: hash of all that was run; `versions`: what it was run with."""

    example: str
    date: str  # 2026-01-31
    outcome: str  # "raises RuntimeError", "runs"
    versions: Mapping[str, str]
    environments: Mapping[str, str]  # name -> hash of its pins
    wordings: tuple[int, ...] = ()  # which of the entry's wordings were raised
    fix: str = ""  # "taken back", "the broken program differs in nothing else", ...


def read_lock(content: Path) -> dict[str, Proof]:
    file = content / NAME
    if not file.exists():
        return {}
    data = json.loads(file.read_text("utf-8"))
    if data.get("format") != FORMAT:
        return {}
    return {key: Proof(**(value | {"wordings": tuple(value["wordings"])})) for key, value in data["proofs"].items()}


def write_lock(content: Path, proofs: Mapping[str, Proof]) -> None:
    data = {"format": FORMAT, "proofs": {key: asdict(proofs[key]) for key in sorted(proofs)}}
    text = json.dumps(data, indent=1, ensure_ascii=False) + "\n"
    file = content / NAME
    draft = file.with_suffix(".new")
    draft.write_text(text, "utf-8")
    draft.replace(file)


def read_outputs(content: Path) -> dict[str, dict[str, str]]:
    """By slug and name: `{"torch/backward-twice": {"carried-state.1": "Traceback …"}}`."""
    stored = read_texts(content / OUTPUTS)
    return {slug: {name.removesuffix(".txt"): text for name, text in texts.items()} for slug, texts in stored.items()}


def write_outputs(content: Path, slug: str, outputs: Mapping[str, str], known: Mapping[str, str]) -> None:
    """Writes what changed; a run that differs only in addresses and numbers of the process keeps the old text."""
    folder = content / OUTPUTS / slug
    for name, text in outputs.items():
        if name in known and _VARYING.sub("0", known[name]) == _VARYING.sub("0", text):
            continue
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.txt").write_bytes(text.encode())


def drop_outputs(content: Path, wanted: Mapping[str, set[str]]) -> list[str]:
    """Removes outputs that no program prints any more; returns their names."""
    dropped = []
    for slug, texts in read_outputs(content).items():
        for name in texts.keys() - wanted.get(slug, set()):
            (content / OUTPUTS / slug / f"{name}.txt").unlink()
            dropped.append(f"{slug}/{name}")
    return dropped


def versions_of(unit: Unit, known: Mapping[str, Environment]) -> dict[str, str]:
    """Python and the pinned packages that the section's first program imports, the entry's own library first."""
    example = unit.examples[0]
    env = known[example.env]
    found = {"python": env.release}
    for module in (unit.entry.entry.library, *_IMPORT.findall(example.code)):
        name = distribution(module)
        version = env.version_of(name)
        if version:
            found[name] = version
    return found


def distribution(module: str) -> str:
    """What a module is installed as."""
    return _DISTRIBUTIONS.get(module, module)
