"""The work there is: every section's programs with the hash that says whether they were proved as they stand."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from app.content.body import Part
from app.content.parse import ParsedEntry, iter_entries
from app.content.problems import ContentError, Problem
from app.content.proof.environments import BuildError, Environment, read_all
from app.content.proof.examples import Example, Outcome, programs
from app.content.proof.takeback import take_back


@dataclass(slots=True)
class Unit:
    """One cause, or one piece of wrong advice: its programs, and after running them what came out."""

    entry: ParsedEntry
    anchor: str
    part: Part
    examples: tuple[Example, ...]
    taken_back: tuple[tuple[Example, bool], ...]  # with: is it one change of several?
    digest: str
    outcomes: dict[Example, Outcome] = field(default_factory=dict)

    @property
    def key(self) -> str:
        return f"{self.entry.slug}#{self.anchor}"

    @property
    def everything(self) -> tuple[Example, ...]:
        return (*self.examples, *(example for example, _ in self.taken_back))

    @property
    def environments(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(example.env for example in self.examples))

    def outputs(self) -> dict[str, str]:
        """What the broken programs printed, by the name it is kept under: `carried-state.1`."""
        raising = [example for example in self.examples if example.role == "raises"]
        return {
            f"{self.anchor}.{number}": self.outcomes[example].out
            for number, example in enumerate(raising, start=1)
            if example in self.outcomes
        }


@dataclass(slots=True)
class Content:
    """Everything under content/ that proofs are about."""

    folder: Path
    entries: list[ParsedEntry]
    broken: list[Problem]
    environments: Mapping[str, Environment]
    pastes: Mapping[str, Mapping[str, str]]  # slug -> file name -> text

    def units(self, entry: ParsedEntry) -> list[Unit]:
        """Raises BuildError when a fence names an environment that does not exist."""
        return list(_units(entry, self.environments))


def read_content(folder: Path) -> Content:
    entries: list[ParsedEntry] = []
    broken: list[Problem] = []
    for item in iter_entries(folder / "errors"):
        if isinstance(item, ContentError):
            broken += item.problems
        else:
            entries.append(item)
    known = read_all(folder)
    pastes = read_texts(folder / "pastes")
    slugs = {entry.slug for entry in entries} | {_slug_of_problem(problem) for problem in broken}
    for slug in sorted(set(pastes) - slugs):
        what = f"pastes of {slug}, which is no entry"
        broken.append(Problem(f"content/pastes/{slug}", 1, "paste", what, "rename the folder"))
    return Content(folder, entries, broken, known, pastes)


def read_texts(folder: Path) -> dict[str, dict[str, str]]:
    """The .txt files of `<library>/<slug>/`, by slug and file name."""
    found: dict[str, dict[str, str]] = {}
    for file in sorted(folder.glob("*/*/*.txt")):
        slug = file.parent.relative_to(folder).as_posix()
        found.setdefault(slug, {})[file.name] = file.read_bytes().decode("utf-8", "replace")
    return found


def _slug_of_problem(problem: Problem) -> str:
    path = Path(problem.path)
    return f"{path.parent.name}/{path.stem}"


def _units(entry: ParsedEntry, known: Mapping[str, Environment]) -> Iterator[Unit]:
    grouped: dict[str, list[Example]] = {}
    for example in programs(entry, known):
        grouped.setdefault(example.key.partition("#")[2], []).append(example)
    for anchor, examples in grouped.items():
        section = entry.body.section(anchor)
        assert section is not None
        taken_back = tuple(_taken_back(examples)) if section.part is Part.CAUSES else ()
        digest = _digest([*examples, *(e for e, _ in taken_back)], known)
        yield Unit(entry, anchor, section.part, tuple(examples), taken_back, digest)


def _digest(examples: Iterable[Example], known: Mapping[str, Environment]) -> str:
    joined = " ".join(example.digest(known[example.env]) for example in examples)
    return hashlib.sha256(joined.encode()).hexdigest()[:16]


def _taken_back(examples: list[Example]) -> Iterator[tuple[Example, bool]]:
    """For each mended program that has a broken one in the same environment: the mended one with its mending undone."""
    for fixed in examples:
        broken = next((e for e in examples if e.role == "raises" and _pairs(e, fixed)), None)
        if fixed.role != "fixed" or broken is None or fixed.console or broken.exits is not None:
            continue
        for program in take_back(broken.code, fixed.code):
            line = fixed.line + program.line - 1
            yield replace(fixed, role="taken-back", code=program.code, line=line), program.alone


def _pairs(broken: Example, fixed: Example) -> bool:
    return broken.number == fixed.number and broken.env == fixed.env and broken.files == fixed.files


def find_entry(content: Content, name: str) -> ParsedEntry:
    """By slug, by path, or by slug#cause.  Raises BuildError."""
    slug = name.partition("#")[0]
    if slug.endswith(".md"):
        slug = f"{Path(slug).parent.name}/{Path(slug).stem}"
    for entry in content.entries:
        if entry.slug == slug:
            return entry
    if problems := [str(p) for p in content.broken if _slug_of_problem(p) == slug]:
        raise BuildError("\n".join(problems))
    raise BuildError(f"no entry {slug}")
