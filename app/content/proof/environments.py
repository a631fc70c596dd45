"""The pinned environments that examples run in: what they hold, where they are built, which ones are there.

`content/environments/<name>.in` says what is wanted, `<name>.txt` what that came to (every version, every hash).
A virtual environment is built once per set of pins, outside the checkout, under a name that carries their hash:
`$UNRAISE_ENVIRONMENTS` or `~/.cache/unraise/environments`, `<name>-<hash>`.  A half-built one never counts.

    python -m app.content.proof.environments list | build [NAME…] | pin NAME…
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

CONTENT = Path(__file__).resolve().parents[3] / "content"
if CONTENT.is_relative_to(Path.cwd()):
    CONTENT = CONTENT.relative_to(Path.cwd())  # so that messages name files the way people do
Say = Callable[[str], None]


class BuildError(Exception):
    """An environment that cannot be read, built or used; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Environment:
    """One pinned set.  `preload` is imported once before examples are forked; `pins` is the text that pip reads."""

    name: str
    python: str  # "3.11"
    purpose: str
    preload: tuple[str, ...]
    pins: str

    @property
    def digest(self) -> str:
        """Changes when anything that is installed changes; comments and `preload` do not count."""
        lines = [line for line in self.pins.splitlines() if line.strip() and not line.startswith("#")]
        return hashlib.sha256("\n".join([self.python, *lines]).encode()).hexdigest()[:12]

    @property
    def folder(self) -> Path:
        return root() / f"{self.name}-{self.digest}"

    @property
    def executable(self) -> Path:
        return self.folder / "bin" / "python"

    @property
    def marker(self) -> Path:
        return self.folder / "complete"

    @property
    def built(self) -> bool:
        return self.marker.exists()

    @property
    def base(self) -> str:
        """The folder of the interpreter it was made from, "" before it is built."""
        home = self._setting("home")
        return str(Path(home).parent) if home else ""

    @property
    def release(self) -> str:
        """ "3.11.7"; before it is built only "3.11"."""
        return self._setting("version") or self.python

    def _setting(self, name: str) -> str:
        try:
            lines = (self.folder / "pyvenv.cfg").read_text("utf-8").splitlines()
        except OSError:
            return ""
        settings = dict(line.replace(" ", "").partition("=")[::2] for line in lines)
        return settings.get(name, "")

    @property
    def packages(self) -> tuple[str, ...]:
        """The names of all pinned distributions."""
        return tuple(re.findall(r"(?m)^([A-Za-z0-9][\w.-]*)==", self.pins))

    def version_of(self, package: str) -> str:
        """The pinned version of a distribution, "" when it is not in the set."""
        wanted = re.sub(r"[-_.]+", "-", package).lower()
        for line in self.pins.splitlines():
            name, _, rest = line.partition("==")
            if rest and re.sub(r"[-_.]+", "-", name).lower() == wanted:
                return rest.split()[0]
        return ""


def root() -> Path:
    """Where environments are built; never inside the checkout."""
    named = os.environ.get("UNRAISE_ENVIRONMENTS")
    if named:
        return Path(named)
    cache = os.environ.get("XDG_CACHE_HOME")
    return (Path(cache) if cache else Path.home() / ".cache") / "unraise" / "environments"


def read(path: Path) -> Environment:
    """Reads `<name>.txt`; its first comments carry `python:`, `preload:` and a line on what it is for."""
    text = path.read_text("utf-8")
    python, purpose = "", ""
    preload: tuple[str, ...] = ()
    for line in text.splitlines():
        if not line.startswith("#"):
            break
        key, colon, value = line.lstrip("# ").partition(":")
        if key == "python" and colon:
            python = value.strip()
        elif key == "preload" and colon:
            preload = tuple(value.replace(",", " ").split())
        elif not purpose:
            purpose = line.lstrip("# ").strip()
    if not re.fullmatch(r"3\.\d+", python):
        raise BuildError(f"{path}: the first lines must say `# python: 3.11`, got {python or 'nothing'!r}")
    return Environment(path.stem, python, purpose, preload, text)


def read_all(content: Path = CONTENT) -> dict[str, Environment]:
    return {env.name: env for env in map(read, sorted((content / "environments").glob("*.txt")))}


def find_python(version: str) -> Path | None:
    """An interpreter of this minor version: the running one, one on the PATH, one of pyenv's.  None: there is none."""
    if version == f"{sys.version_info.major}.{sys.version_info.minor}":
        base = Path(sys.base_prefix) / "bin" / f"python{version}"
        if base.exists():
            return base
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    found = sorted(pyenv.glob(f"{version}.*/bin/python{version}"), key=lambda p: _natural(p.parents[1].name))
    on_path = shutil.which(f"python{version}")
    return found[-1] if found else Path(on_path) if on_path and _answers(on_path, version) else None


def _natural(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version))


def _answers(executable: str, version: str) -> bool:
    """Version managers put shims on the PATH that only say that they are not set up."""
    code = "import sys; print('%d.%d' % sys.version_info[:2])"
    return command(executable, "-c", code).stdout.strip() == version


def command(*command: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Runs one command to its end, whatever its end."""
    return subprocess.run(command, input=stdin, capture_output=True, text=True, check=False)  # noqa: S603


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="environments", description="The pinned environments that examples run in.")
    parser.add_argument("command", choices=["list", "build", "pin", "path"])
    parser.add_argument("names", nargs="*")
    parser.add_argument("--uv", default=shutil.which("uv") or "uv", help="the uv to pin with")
    options = parser.parse_intermixed_args(arguments)

    def say(line: str) -> None:
        print(line, flush=True)

    try:
        return _COMMANDS[options.command](options, say)
    except BuildError as problem:
        print(problem, file=sys.stderr)
        return 1


def _chosen(names: Sequence[str]) -> list[Environment]:
    known = read_all()
    if unknown := [name for name in names if name not in known]:
        raise BuildError(f"no environment {', '.join(unknown)}; there are {', '.join(known)}")
    return [known[name] for name in names or known]


def _list(options: argparse.Namespace, say: Say) -> int:
    for env in _chosen(options.names):
        state = "built" if env.built else "not built" if find_python(env.python) else f"no Python {env.python}"
        say(f"{env.name:<14} {env.python:<5} {state:<10} {env.purpose}")
    return 0


def _build(options: argparse.Namespace, say: Say) -> int:
    from app.content.proof import building

    for env in _chosen(options.names):
        building.build(env, say)
    return 0


def _path(options: argparse.Namespace, say: Say) -> int:
    for env in _chosen(options.names):
        say(str(env.executable))
    return 0


def _pin(options: argparse.Namespace, say: Say) -> int:
    from app.content.proof import pinning

    folder = CONTENT / "environments"
    sources = [folder / f"{name}.in" for name in options.names] or sorted(folder.glob("*.in"))
    for source in sources:
        pinning.pin(source, options.uv, say)
    return 0


_COMMANDS: dict[str, Callable[[argparse.Namespace, Say], int]] = {
    "list": _list,
    "build": _build,
    "pin": _pin,
    "path": _path,
}

if __name__ == "__main__":
    from app.content.proof.environments import main as imported_main  # so that there is one of each class

    sys.exit(imported_main())
