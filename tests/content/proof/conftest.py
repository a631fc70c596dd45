"""An environment without packages, made in a moment, and a content folder with one entry to break."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.content.proof import pool
from app.content.proof.environments import Environment, read
from app.content.proof.examples import Example, Outcome
from tests.content.samples import ENTRY

PYTHON = f"{sys.version_info.major}.{sys.version_info.minor}"
PINS = f"# python: {PYTHON}\n# nothing but Python\n"
LIMITS = pool.Limits(seconds=10, cpu=10, memory=512 * 2**20, file_size=2**20, scratch=8 * 2**20, processes=30)


@pytest.fixture(scope="session")
def environments(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder that environments are built in for these tests; `cpython` is there, without pip."""
    folder = tmp_path_factory.mktemp("environments")
    folder.parent.parent.chmod(0o755)
    folder.parent.chmod(0o755)
    folder.chmod(0o755)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("UNRAISE_ENVIRONMENTS", str(folder))
        for name, extra in (("cpython", ""), ("loaded", "# preload: decimal, statistics\n")):
            pins = folder / f"{name}.txt"
            pins.write_text(PINS + extra)
            env = read(pins)
            target = env.folder
            subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(target)], check=True)
            env.marker.touch()
        yield folder


@pytest.fixture(scope="session")
def cpython(environments: Path) -> Environment:
    return read(environments / "cpython.txt")


@pytest.fixture(scope="session")
def loaded(environments: Path) -> Environment:
    """It has imported `decimal` before its examples start."""
    return read(environments / "loaded.txt")


@pytest.fixture(scope="session")
def _runner(cpython: Environment) -> Iterator[pool.Zygote]:
    with pool.zygote(cpython, LIMITS) as running:
        assert running.alive, running.log()
        yield running


@pytest.fixture
def run(_runner: pool.Zygote) -> Callable[..., Outcome]:
    """Runs a program in plain Python: `run("print(1)", role="fixed")`."""

    def run(code: str, role: str = "raises", **more: object) -> Outcome:
        return _runner.run(Example("python/x#a", role, "cpython", code, **more))  # type: ignore[arg-type]

    return run


@pytest.fixture
def content(tmp_path: Path, environments: Path) -> Path:
    """A content folder with the sample entry."""
    (tmp_path / "environments").mkdir()
    (tmp_path / "environments" / "cpython.txt").write_text(PINS)
    write(tmp_path, ENTRY)
    return tmp_path


def write(content: Path, text: str, slug: str = "python/list-index-out-of-range") -> None:
    file = content / "errors" / f"{slug}.md"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
