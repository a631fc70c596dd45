"""Runs examples one after the other in a pinned environment: imports the heavy libraries once, then forks per example.

Started by `pool.py` in the environment's own interpreter (Python 3.8 or newer), behind the walls of `sandbox.py`.
Reads one JSON request a line on standard input, answers one JSON line on standard output.

A forked example runs the way `python main.py` would: as `__main__`, through the interpreter's own file runner, so that
its traceback holds the person's frames and nothing else.  Programs that could notice what is imported already
(they bring modules of their own, change the environment or `sys.modules`) get a fresh interpreter instead.
"""

from __future__ import annotations

import atexit
import ctypes
import gc
import importlib
import json
import os
import shutil
import signal
import sys
import tempfile
import threading
import time
import types
from typing import Any

import sandbox  # type: ignore[import-not-found]  # beside this file, which is run as a script

HOME = "/home/user"
MAX_OUTPUT = 256 * 1024


def serve() -> dict[str, Any] | None:
    """Answers requests until there are none.  Returns only in a forked child, with the request to run in it."""
    setup = json.loads(sys.stdin.readline())
    requests = os.fdopen(os.dup(0), "r", encoding="utf-8")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    _redirect(os.open(os.devnull, os.O_RDWR), 0, 1)
    spare = setup["spare"]
    walls = sandbox.enter(_needed(), setup["slot"], spare) if setup["walls"] else sandbox.Walls()
    guard = "" if walls.network else _guard(spare)
    if walls.mounts:
        sandbox.scratch(walls, setup["limits"]["scratch"])
        os.environ["HOME"] = HOME
    started = time.monotonic()
    missing = _preload(setup["preload"])
    gc.collect()
    gc.freeze()  # what is loaded by now is left alone by every child's garbage collection
    home = _keep_home() if walls.mounts else {}
    ready = {"walls": walls.describe(), "missing": missing, "seconds": round(time.monotonic() - started, 2)}
    print(json.dumps(ready), file=answers, flush=True)
    for line in requests:
        request = json.loads(line)
        folder = _prepare(request, walls, setup, spare, home)
        outcome = _run(request, walls, folder, guard)
        if outcome is None:
            requests.close()
            answers.close()
            return dict(request, folder=folder)
        print(json.dumps(outcome), file=answers, flush=True)
    return None


def _guard(spare: str) -> str:
    """Where the network cannot be taken away: a folder that makes fresh interpreters refuse it themselves."""
    folder = os.path.join(spare, "guard")
    os.makedirs(folder)
    inside = os.path.dirname(os.path.abspath(__file__))
    with open(os.path.join(folder, "sitecustomize.py"), "w") as file:
        file.write(f"import sys\nsys.path.insert(0, {inside!r})\nimport sandbox\nsys.path.pop(0)\n")
        file.write("del sys.modules['sandbox']\nsys.addaudithook(sandbox.refuse_network)\n")
    return folder


def _needed() -> list[str]:
    """The folders that this interpreter lives in, those of links on the way to it among them."""
    folders = {sys.prefix, sys.base_prefix, os.path.realpath(sys.base_prefix)}
    path = sys.executable
    for _ in range(8):
        folders.add(os.path.dirname(path))
        if not os.path.islink(path):
            break
        path = os.path.join(os.path.dirname(path), os.readlink(path))
    outermost = (f for f in folders if not any(f.startswith(other + "/") for other in folders))
    return sorted(os.path.normpath(folder) for folder in outermost)


def _preload(modules: list[str]) -> list[str]:
    """Imports them; those that fail are named, and examples that need them will show the error themselves."""
    missing = []
    for name in modules:
        try:
            importlib.import_module(name)
        except Exception as error:
            missing.append(f"{name}: {type(error).__name__}: {error}")
    return missing


def _keep_home() -> dict[str, Any]:
    """What preloading wrote to its home (font caches): every example finds it, as on a machine that is in use."""
    found = {}
    for top, _, names in os.walk(HOME):
        for name in names:
            path = os.path.join(top, name)
            with open(path, "rb") as file:
                found[os.path.relpath(path, HOME)] = file.read()
    return found


def _prepare(
    request: dict[str, Any], walls: sandbox.Walls, setup: dict[str, Any], spare: str, home: dict[str, Any]
) -> str:
    """An empty scratch folder with the example's files in it; returns the project folder."""
    if walls.mounts:
        sandbox.scratch(walls, setup["limits"]["scratch"])
        project, top = sandbox.PROJECT, HOME
        _write(home, top, binary=True)
    else:
        top = os.path.join(spare, "home")
        shutil.rmtree(top, ignore_errors=True)
        project = os.path.join(top, "project")
        os.environ["HOME"] = top
    os.makedirs(project, exist_ok=True)
    _write(request["files"], project, binary=False)
    if walls.uid is not None:
        for folder, _, names in os.walk(top):
            for path in (folder, *(os.path.join(folder, name) for name in names)):
                os.chown(path, walls.uid, walls.uid, follow_symlinks=False)
    return str(project)


def _write(files: dict[str, Any], folder: str, binary: bool) -> None:
    for name, content in files.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content if binary else content.encode("utf-8"))


def _run(request: dict[str, Any], walls: sandbox.Walls, folder: str, guard: str) -> dict[str, Any] | None:
    """Forks, waits within the time limit, clears away what is left.  None in a child that is to run the program."""
    out = _paper()
    err = out if request["merge"] else _paper()
    started = time.monotonic()
    child = os.fork()
    if child == 0:
        os.setsid()
        _redirect(out.fileno(), 1)
        _redirect(err.fileno(), 2)
        os.chdir(folder)
        if guard:
            os.environ["PYTHONPATH"] = guard
        sandbox.confine(walls, request["limits"])
        if request["command"]:
            try:
                os.execvpe(request["command"][0], request["command"], os.environ)  # noqa: S606
            except OSError as error:
                os.write(2, f"{request['command'][0]}: {error.strerror}\n".encode())
                os._exit(127)
        return None
    status, timed_out, cpu = _wait(child, request["limits"]["seconds"])
    seconds = time.monotonic() - started
    _clear(child, walls)
    code = -(status & 0x7F) if status & 0x7F else status >> 8
    return {
        "code": code,
        "timed_out": timed_out,
        "out": _read(out),
        "err": "" if err is out else _read(err),
        "seconds": round(seconds, 3),
        "cpu": round(cpu, 3),
    }


def _wait(child: int, seconds: float) -> tuple[Any, ...]:
    deadline = time.monotonic() + seconds
    pause = 0.001
    while True:
        done, status, used = os.wait4(child, os.WNOHANG)
        if done:
            return status, False, used.ru_utime + used.ru_stime
        if time.monotonic() > deadline:
            os.kill(child, signal.SIGKILL)
            _, status, used = os.wait4(child, 0)
            return status, True, used.ru_utime + used.ru_stime
        time.sleep(pause)
        pause = min(pause * 1.5, 0.05)


def _clear(child: int, walls: sandbox.Walls) -> None:
    """Nothing that the example started may outlive it.  With a process tree of our own that is everything but us."""
    try:
        os.killpg(child, signal.SIGKILL)
    except OSError:
        pass
    if walls.processes:
        try:
            os.kill(-1, signal.SIGKILL)
        except OSError:
            pass
    try:
        while os.waitpid(-1, 0 if walls.processes else os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        pass


def _paper() -> Any:
    """What a program prints on: in memory where that is possible, so that no scratch limit cuts it short."""
    return os.fdopen(os.memfd_create("output"), "r+b") if hasattr(os, "memfd_create") else tempfile.TemporaryFile()


def _read(file: Any) -> str:
    file.seek(0)
    return str(file.read(MAX_OUTPUT), "utf-8", "replace")


def _redirect(source: int, *targets: int) -> None:
    for target in targets:
        os.dup2(source, target)


def become_main(request: dict[str, Any]) -> tuple[Any, ...]:
    """Makes this process look as if `python main.py` had been called; returns what the interpreter's runner needs."""
    path = os.path.join(request["folder"], request["argv"][0])
    sys.argv = list(request["argv"])
    sys.path[0] = request["folder"]
    for name in ("sandbox", "zygote"):
        sys.modules.pop(name, None)
    main = types.ModuleType("__main__")
    main.__file__ = path
    main.__builtins__ = sys.modules["builtins"]  # type: ignore[attr-defined]
    main.__annotations__ = {}
    sys.modules["__main__"] = main
    libc = ctypes.CDLL(None)
    libc.fopen.restype = ctypes.c_void_p
    run = ctypes.pythonapi.PyRun_SimpleFileExFlags
    run.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int, ctypes.c_void_p]
    return run, ctypes.c_void_p(libc.fopen(path.encode(), b"rb")), path.encode()


def leave(code: int) -> None:
    """Ends the way an interpreter ends, but for taking apart what was preloaded: that costs a second and tells nothing.

    Threads are waited for, exit functions run, the program's own objects are finalised, streams flushed.
    """
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    for name in ("last_type", "last_value", "last_traceback", "last_exc"):
        sys.__dict__.pop(name, None)
    sys.modules["__main__"].__dict__.clear()
    gc.collect()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


if __name__ == "__main__":
    _request = serve()
    if _request is not None:
        _leave = leave
        _runner, _file, _path = become_main(_request)
        _leave(1 if _runner(_file, _path, 1, None) else 0)
