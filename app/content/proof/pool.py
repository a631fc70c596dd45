"""Hands examples to the interpreters of their environments, several at once, and collects what came out.

One `inside/zygote.py` serves one batch of one environment.  When it dies (an example took it along, or it cannot
start), the example it was at says so and the rest of the batch goes to a new one.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any

from app.content.proof.environments import Environment
from app.content.proof.examples import MAIN, Example, Outcome

INSIDE = {file.name: file.read_bytes() for file in (Path(__file__).parent / "inside").glob("*.py")}
BATCH = 40  # examples per interpreter: enough to pay for its imports, few enough to keep two cores busy
_slots = iter(range(10**9))

Report = Callable[[Example, Outcome], None]


@dataclass(frozen=True, slots=True)
class Limits:
    """What one example may use.  Sizes in bytes, `seconds` on the clock, `cpu` of processor time."""

    seconds: float = 30
    cpu: int = 40
    memory: int = 4 * 2**30
    file_size: int = 64 * 2**20
    scratch: int = 256 * 2**20
    files: int = 1024
    processes: int = 128


class Zygote:
    """A running interpreter of one environment.  `walls` says what holds its examples in."""

    def __init__(self, env: Environment, limits: Limits, *, walls: bool = True) -> None:
        self.env, self.limits = env, limits
        self.spare = tempfile.mkdtemp(prefix="unraise-")
        Path(self.spare).chmod(0o755)
        inside = Path(self.spare) / "inside"
        inside.mkdir()
        for name, source in INSIDE.items():  # as they were when this process began: they may be edited meanwhile
            (inside / name).write_bytes(source)
        self._log = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the process
        self._process = subprocess.Popen(  # noqa: S603
            [str(env.executable), "-u", str(inside / "zygote.py")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            cwd="/",
            env=_variables(env),
            text=True,
            start_new_session=True,
        )
        root = os.path.join(self.spare, "root")  # noqa: PTH118
        os.mkdir(root)  # noqa: PTH102
        setup = {"preload": env.preload, "slot": (os.getpid() + next(_slots)) % 4000, "spare": root, "walls": walls}
        ready = self._ask(setup | {"limits": asdict(limits)})
        self.walls = ready["walls"] if ready else ""
        self.missing: tuple[str, ...] = tuple(ready["missing"]) if ready else ()

    @property
    def alive(self) -> bool:
        return bool(self.walls) and self._process.poll() is None

    def run(self, example: Example) -> Outcome:
        limits = asdict(self.limits)
        request = {
            "files": dict([*example.files, (MAIN, example.code)] if not example.console else example.files),
            "argv": [MAIN, *example.arguments],
            "command": example.command(self.env),
            "merge": example.merge,
            "limits": limits,
        }
        answer = self._ask(request)
        if answer is None:
            return Outcome(-1, problem=f"the runner of {self.env.name} stopped: {self.why()}")
        seconds, cpu = answer["seconds"], answer["cpu"]
        outcome = Outcome(answer["code"], answer["out"], answer["err"], seconds, cpu, answer["timed_out"])
        return outcome.renamed(self.env, os.path.join(self.spare, "root"))  # noqa: PTH118

    def log(self) -> str:
        self._log.seek(0)
        return self._log.read().decode("utf-8", "replace").strip()

    def why(self) -> str:
        """What it said last, in one line."""
        return (self.log().splitlines() or ["it was killed"])[-1]

    def close(self) -> None:
        for stream in (self._process.stdin, self._process.stdout):
            _quietly_close(stream)
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._log.close()
        shutil.rmtree(self.spare, ignore_errors=True)

    def _ask(self, request: Mapping[str, Any]) -> dict[str, Any] | None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write(json.dumps(request) + "\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        except (BrokenPipeError, OSError):
            return None
        return json.loads(line) if line.endswith("\n") else None


@contextmanager
def zygote(env: Environment, limits: Limits | None = None, *, walls: bool = True) -> Iterator[Zygote]:
    """`walls=False`: as on a machine that has no way to build them, with limits only."""
    running = Zygote(env, limits or Limits(), walls=walls)
    try:
        yield running
    finally:
        running.close()


def run_all(
    examples: Iterable[Example],
    known: Mapping[str, Environment],
    report: Report,
    *,
    jobs: int | None = None,
    limits: Limits | None = None,
) -> None:
    """Runs every example whose environment is built, and reports each as it ends (from one thread at a time)."""
    lock = threading.Lock()

    def tell(example: Example, outcome: Outcome) -> None:
        with lock:
            report(example, outcome)

    batches = _batches(examples, known)
    with ThreadPoolExecutor(jobs or os.cpu_count() or 2) as pool:
        running = [pool.submit(_run_batch, known[name], batch, tell, limits) for name, batch in batches]
        for done in as_completed(running):
            done.result()


def _batches(examples: Iterable[Example], known: Mapping[str, Environment]) -> list[tuple[str, list[Example]]]:
    """Per environment, those with the most imports first: they take longest to start."""
    groups: dict[str, list[Example]] = {}
    for example in examples:
        if known[example.env].built:
            groups.setdefault(example.env, []).append(example)
    ordered = sorted(groups.items(), key=lambda item: -len(known[item[0]].preload))
    return [(name, group[at : at + BATCH]) for name, group in ordered for at in range(0, len(group), BATCH)]


def _run_batch(env: Environment, batch: Sequence[Example], tell: Report, limits: Limits | None) -> None:
    todo = list(batch)
    while todo:
        with zygote(env, limits) as running:
            if not running.alive:
                for example in todo:
                    tell(example, Outcome(-1, problem=f"the runner of {env.name} cannot start: {running.why()}"))
                return
            while todo and running.alive:
                example = todo.pop(0)
                tell(example, running.run(example))


def _variables(env: Environment) -> dict[str, str]:
    """A plain, fixed surrounding: nothing of ours gets in, and two runs print the same."""
    return {
        "PATH": f"{env.folder / 'bin'}:/usr/local/bin:/usr/bin:/bin",
        "HOME": "/home/user",
        "USER": "user",
        "LOGNAME": "user",
        "LANG": "C.UTF-8",
        "TZ": "UTC",
        "TERM": "dumb",
        "NO_COLOR": "1",
        "PYTHON_COLORS": "0",
        "PYTHONHASHSEED": "0",
        "PYTHONUNBUFFERED": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "PIP_NO_INPUT": "1",
        "MPLBACKEND": "Agg",
        "HF_HUB_OFFLINE": "1",
        "TOKENIZERS_PARALLELISM": "false",
        "CUDA_VISIBLE_DEVICES": "",
        **{f"{name}_NUM_THREADS": "1" for name in ("OMP", "OPENBLAS", "MKL", "NUMEXPR", "NUMBA")},
        "POLARS_MAX_THREADS": "2",
        "RAYON_NUM_THREADS": "2",
    }


def _quietly_close(stream: IO[str] | None) -> None:
    try:
        if stream is not None:
            stream.close()
    except OSError:
        pass
