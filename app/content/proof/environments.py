"""The pinned environments that examples run in: what they hold, where they are built, which ones are there.

`content/environments/<name>.in` says what is wanted, `<name>.txt` what that came to (every version, every hash).
A virtual environment is built once per set of pins, outside the checkout, under a name that carries their hash:
`$UNRAISE_ENVIRONMENTS` or `~/.cache/unraise/environments`, `<name>-<hash>`.  A half-built one never counts.

    python -m app.content.proof.environments list | build [NAME…] | pin NAME…
"""

from __future__ import annotations

import argparse
import contextlib
import fcntl
import hashlib
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
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
    return _command(executable, "-c", code).stdout.strip() == version


def build(env: Environment, say: Say) -> bool:
    """Builds it unless it is there.  False: no interpreter of that version here.  All or nothing."""
    if env.built:
        say(f"{env.name}: already built")
        return True
    python = find_python(env.python)
    if python is None:
        say(f"{env.name}: skipped, no Python {env.python} on this machine")
        return False
    root().mkdir(parents=True, exist_ok=True)
    with _one_builder(env):
        if not env.built:
            _build(env, python, say)
    return True


@contextlib.contextmanager
def _one_builder(env: Environment) -> Iterator[None]:
    """Two commands may ask for the same environment at once: the second waits and finds it built."""
    with (root() / f".{env.folder.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _build(env: Environment, python: Path, say: Say) -> None:
    """A virtual environment knows its own path, so it is made under its final name and marked complete last."""
    started = time.monotonic()
    count = len(re.findall(r"(?m)^[A-Za-z0-9].*==", env.pins))
    say(f"{env.name}: building with Python {env.python}, {count} packages …")
    shutil.rmtree(env.folder, ignore_errors=True)
    try:
        _run([str(python), "-m", "venv", str(env.folder)], env)
        if count:
            _install(env, say)
            _check_imports(env)
        env.marker.write_text(f"{env.name}: {env.purpose}\n", "utf-8")
    except BaseException:
        shutil.rmtree(env.folder, ignore_errors=True)
        raise
    say(f"{env.name}: built in {time.monotonic() - started:.0f} s")


def _install(env: Environment, say: Say) -> None:
    """`--no-deps`: the pins are complete, and a wheel's metadata may ask for what the CPU build does not need."""
    pins = env.folder / "pins.txt"
    pins.write_text(_from_disk(env.pins, _wheels_on_disk(env)), "utf-8")
    command = [str(env.executable), "-m", "pip", "install", "--require-hashes", "--no-deps"]
    command += ["--only-binary", ":all:", "--disable-pip-version-check", "--no-input", "-r", str(pins)]
    _run(command, env, say)


def _wheels_on_disk(env: Environment) -> list[Path]:
    """Wheels in the folders that pip is told to look into (`PIP_FIND_LINKS`, `find-links` of its configuration)."""
    configured = _command(str(env.executable), "-m", "pip", "config", "get", "global.find-links").stdout
    links = os.environ.get("PIP_FIND_LINKS", configured)
    return [wheel for folder in links.split() if Path(folder).is_dir() for wheel in sorted(Path(folder).glob("*.whl"))]


def _from_disk(pins: str, wheels: Sequence[Path]) -> str:
    """Names the file itself where a wheel on disk has a pinned hash.

    Left to itself pip prefers the index, whose page states digests, and so takes torch's build for graphics cards.
    """
    for wheel in wheels:
        with wheel.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        if f"--hash=sha256:{digest}" in pins:
            name = wheel.name.partition("-")[0].replace("_", "-")
            line = f"{name} @ {wheel.resolve().as_uri()} --hash=sha256:{digest}\n"
            pins = re.sub(rf"(?m)^{re.escape(name)}==[^\n]*(?:\n +--hash[^\n]*)*\n", line, pins)
    return pins


def _check_imports(env: Environment) -> None:
    """What is imported before examples run must import: else the wrong build of something was taken."""
    for module in env.preload:
        done = _command(str(env.executable), "-c", f"import {module}")
        if done.returncode:
            raise BuildError(
                f"{env.name}: `import {module}` fails in the new environment: {done.stderr.strip().splitlines()[-1]}\n"
                "If this is torch: put its CPU wheel into a folder that PIP_FIND_LINKS names, and build again."
            )


def _command(*command: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, input=stdin, capture_output=True, text=True, check=False)  # noqa: S603


def _run(command: list[str], env: Environment, say: Say | None = None) -> None:
    """Runs one step; shows pip's progress as one line per package, and all of its output when it fails."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)  # noqa: S603
    assert process.stdout is not None
    output = []
    for line in process.stdout:
        output.append(line)
        if say and line.startswith(("Collecting ", "Processing ")):
            say(f"  {env.name}: {re.split('==|-[0-9]', Path(line.split()[1]).name)[0]}")
    if process.wait():
        tail = "".join(output[-15:])
        raise BuildError(f"{env.name}: `{' '.join(command[:4])} …` failed:\n{tail}")


def _write_pins(source: Path, uv: str, say: Say) -> None:
    """Resolves `<name>.in` to `<name>.txt` by uv.  What only graphics cards need (nvidia-…) is left out."""
    env = read(source)
    command = [uv, "pip", "compile", str(source), "--generate-hashes", "--no-emit-index-url", "--no-emit-find-links"]
    command += ["--no-annotate", "--no-header", "--quiet", "--python-version", env.python, "--no-build"]
    if wheels := os.environ.get("PIP_FIND_LINKS"):
        command += ["--find-links", wheels]
    done = _command(*command)
    if done.returncode:
        raise BuildError(f"{source}: {done.stderr.strip()}")
    blocks = re.split(r"(?m)^(?=[A-Za-z0-9])", done.stdout)
    kept = [_public_torch(block, uv, env) for block in blocks if block and not block.startswith("nvidia-")]
    head = [line for line in source.read_text("utf-8").splitlines() if line.startswith("#")]
    target = source.with_suffix(".txt")
    target.write_text("\n".join(head) + "\n" + "".join(kept), "utf-8")
    say(f"{env.name}: {len(kept)} packages pinned in {target.name}")


def _public_torch(block: str, uv: str, env: Environment) -> str:
    """A CPU build found on disk carries a local version: the pin names the public one and takes the hashes of both."""
    found = re.match(r"(\S+==[\w.]+)\+cpu \\\n", block)
    if not found:
        return block
    command = [uv, "pip", "compile", "-", "--no-deps", "--generate-hashes", "--no-header", "--no-emit-index-url"]
    command += ["--quiet", "--python-version", env.python]
    public = _command(*command, stdin=found[1]).stdout
    hashes = set(re.findall(r"--hash=\S+", block)) | set(re.findall(r"--hash=\S+", public))
    return found[1] + "".join(f" \\\n    {h}" for h in sorted(hashes)) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="environments", description="The pinned environments that examples run in.")
    parser.add_argument("command", choices=["list", "build", "pin", "path"])
    parser.add_argument("names", nargs="*")
    parser.add_argument("--uv", default=shutil.which("uv") or "uv", help="the uv to pin with")
    options = parser.parse_intermixed_args(arguments)

    def say(line: str) -> None:
        print(line, flush=True)  # noqa: T201

    try:
        return _COMMANDS[options.command](options, say)
    except BuildError as problem:
        print(problem, file=sys.stderr)  # noqa: T201
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


def _build_all(options: argparse.Namespace, say: Say) -> int:
    for env in _chosen(options.names):
        build(env, say)
    return 0


def _path(options: argparse.Namespace, say: Say) -> int:
    for env in _chosen(options.names):
        say(str(env.executable))
    return 0


def _pin(options: argparse.Namespace, say: Say) -> int:
    folder = CONTENT / "environments"
    sources = [folder / f"{name}.in" for name in options.names] or sorted(folder.glob("*.in"))
    for source in sources:
        _write_pins(source, options.uv, say)
    return 0


_COMMANDS: dict[str, Callable[[argparse.Namespace, Say], int]] = {
    "list": _list,
    "build": _build_all,
    "pin": _pin,
    "path": _path,
}

if __name__ == "__main__":
    sys.exit(main())
