"""What is run: an entry's programs with everything each of them needs, and the hash that says when to run again."""

from __future__ import annotations

import hashlib
import json
import re
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from app.content.body import Fence, Part, Section
from app.content.parse import ParsedEntry
from app.content.proof.environments import BuildError, Environment

FORMAT = 1  # raise it when the runner changes so that old proofs say nothing any more
MAIN = "main.py"

# A program that says one of these could notice that libraries are imported before it starts.
_NOTICES = ("os.environ", "os.putenv", "sys.modules", "importlib", "sys.path", "subprocess", "os.fork")


@dataclass(frozen=True, slots=True)
class Example:
    """One program.  `role`: raises | fixed | runs | taken-back.  `merge`: both streams as a terminal shows them."""

    key: str  # "torch/backward-twice#carried-state"
    role: str
    env: str
    code: str
    line: int = 0  # in the entry's file
    number: int = 1  # of this role in its section
    files: tuple[tuple[str, str], ...] = ()
    arguments: tuple[str, ...] = ()
    console: bool = False
    exits: int | None = None  # the status it states, None: any but 0 for `raises`, 0 for the others

    @property
    def merge(self) -> bool:
        return self.role in ("raises", "taken-back")

    def digest(self, env: Environment) -> str:
        """Changes with anything that could change what it prints."""
        parts = [FORMAT, self.role, env.digest, self.code, self.files, self.arguments, self.console, self.exits]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:16]

    @property
    def name(self) -> str:
        number = f" {self.number}" if self.number > 1 else ""
        return f"{self.key} {self.role}{number} [{self.env}]"

    def fresh(self, env: Environment) -> bool:
        """Does it need an interpreter that has imported nothing yet?"""
        if self.console or not env.preload or any(name.endswith(".py") for name, _ in self.files):
            return True
        if any(word in self.code for word in _NOTICES):
            return True
        heavy = {module.partition(".")[0] for module in env.preload}
        return not any(re.search(rf"(?m)^\s*(?:import|from)\s+{name}\b", self.code) for name in heavy)

    def command(self, env: Environment) -> tuple[str, ...]:
        """What to execute; empty: fork the preloaded interpreter."""
        if self.console:
            return ("/bin/sh", "-ec", shell_script(self.code))
        return (str(env.executable), MAIN, *self.arguments) if self.fresh(env) else ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came out.  `code` is negative for a signal; `problem` says why nothing could be run."""

    code: int
    out: str = ""  # with `merge`: everything, in the order printed
    err: str = ""
    seconds: float = 0.0
    cpu: float = 0.0  # seconds of processor time
    timed_out: bool = False
    problem: str = ""

    def renamed(self, env: Environment, scratch: str) -> Outcome:
        """With the paths of this machine replaced by those that a person's machine would show."""
        return replace(self, out=ordinary_paths(self.out, env, scratch), err=ordinary_paths(self.err, env, scratch))


def ordinary_paths(text: str, env: Environment, scratch: str) -> str:
    """The environment's own folder says nothing and changes with every set of pins: it becomes the person's .venv."""
    if scratch:
        text = text.replace(f"{scratch}/home", "/home/user")
    text = text.replace(str(env.folder), "/home/user/project/.venv")
    base = env.base
    return text.replace(base, "/usr/local") if base not in ("", "/usr", "/") else text


def shell_script(code: str) -> str:
    """The commands of a console fence: lines behind `$ `; `> ` continues one, the rest is what they print."""
    lines = [line[2:] for line in code.splitlines() if line.startswith(("$ ", "> "))]
    return "\n".join(lines) + "\n"


def programs(entry: ParsedEntry, known: Mapping[str, Environment]) -> Iterator[Example]:
    """Every program of an entry, those with `env=a,b` once per environment.  Raises BuildError for unknown names."""
    for section in entry.body.sections:
        if section.part is Part.FIXES:
            continue
        for role in ("raises", "fixed", "runs"):
            for number, fence in enumerate(section.programs(role), start=1):
                for env in (fence.env or entry.entry.environment).split(","):
                    if env not in known:
                        where = f"{entry.path}:{fence.line}"
                        raise BuildError(f"{where}: no environment {env!r}; there are {', '.join(known)}")
                    yield _example(entry, section, fence, number, env)


def _example(entry: ParsedEntry, section: Section, fence: Fence, number: int, env: str) -> Example:
    exits = fence.option("exit")
    return Example(
        key=f"{entry.slug}#{section.id}",
        role=fence.role,
        env=env,
        code=fence.code,
        line=fence.line,
        number=number,
        files=tuple((f.file, f.code) for f in section.files(fence.role)),
        arguments=tuple(shlex.split(fence.option("args"))),
        console=fence.language == "console",
        exits=int(exits) if exits else None,
    )
