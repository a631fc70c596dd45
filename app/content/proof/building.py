"""Building a pinned environment: once, all or nothing, from exactly what its pins name."""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from app.content.proof.environments import BuildError, Environment, Say, command, find_python, root


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
    configured = command(str(env.executable), "-m", "pip", "config", "get", "global.find-links").stdout
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
        done = command(str(env.executable), "-c", f"import {module}")
        if done.returncode:
            raise BuildError(
                f"{env.name}: `import {module}` fails in the new environment: {done.stderr.strip().splitlines()[-1]}\n"
                "If this is torch: put its CPU wheel into a folder that PIP_FIND_LINKS names, and build again."
            )


def _run(command: list[str], env: Environment, say: Say | None = None) -> None:
    """Runs one step; shows pip's progress as one line per package, and all of its output when it fails."""
    output = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:  # noqa: S603
        assert process.stdout is not None
        for line in process.stdout:
            output.append(line)
            if say and line.startswith(("Collecting ", "Processing ")):
                say(f"  {env.name}: {re.split('==|-[0-9]', Path(line.split()[1]).name)[0]}")
    if process.returncode:
        tail = "".join(output[-15:])
        raise BuildError(f"{env.name}: `{' '.join(command[:4])} …` failed:\n{tail}")
