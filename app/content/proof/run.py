"""Runs the programs of entry files and says in one line each what came out: the writer's everyday tool.

    python -m app.content.proof.run content/errors/torch/backward-twice.md [--show] [--only carried-state]
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import yaml

from app.content.proof import environments

_FENCE = re.compile(r"(?m)^```(\w+)([^\n]*)\n(.*?)^```[ ]*$", re.DOTALL)
_HEADING = re.compile(r"(?m)^#{2,3} .*?\{#([a-z0-9-]+)\}\s*$")


@dataclass
class Block:
    anchor: str
    kind: str
    options: dict[str, str]
    code: str
    lang: str


def blocks(text: str) -> list[Block]:
    found = []
    headings = [(m.start(), m[1]) for m in _HEADING.finditer(text)]
    for m in _FENCE.finditer(text):
        anchor = next((a for at, a in reversed(headings) if at < m.start()), "")
        words = shlex.split(m[2])
        kind = next((w for w in words if "=" not in w), "")
        found.append(Block(anchor, kind, dict(w.split("=", 1) for w in words if "=" in w), m[3], m[1]))
    return found


def run(block: Block, support: list[Block], default: str, envs: dict[str, environments.Environment]) -> tuple[int, str, str]:
    env = envs[block.options.get("env", default)]
    if not env.built:
        raise environments.BuildError(f"environment {env.name} is not built")
    with tempfile.TemporaryDirectory() as top:
        folder = Path(top) / "project"
        folder.mkdir()
        for s in support:
            target = folder / s.options["file"]
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(s.code)
        name = "main.py"
        (folder / name).write_text(block.code)
        variables = {
            "PATH": f"{env.folder}/bin:/usr/bin:/bin", "HOME": top, "PYTHONHASHSEED": "0", "MPLBACKEND": "Agg", "HF_HUB_OFFLINE": "1",
            "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1", "PYTHON_COLORS": "0", "NO_COLOR": "1", "OMP_NUM_THREADS": "1",
        }
        if block.lang == "console":
            script = "\n".join(line[2:] for line in block.code.splitlines() if line.startswith("$ "))
            command = ["/bin/bash", "-c", script]
        else:
            command = [str(env.executable), name, *shlex.split(block.options.get("args", ""))]
        done = subprocess.run(command, cwd=folder, env=variables, capture_output=True, text=True, timeout=60)
        return done.returncode, done.stdout, done.stderr


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--show", action="store_true", help="print everything that the programs print")
    parser.add_argument("--only", default="", help="only this section")
    options = parser.parse_args()
    envs, bad = environments.read_all(), 0
    for path in options.files:
        text = path.read_text("utf-8")
        front = yaml.safe_load(text.split("---\n")[1])
        slug = f"{path.parent.name}/{path.stem}"
        all_blocks = blocks(text)
        for b in all_blocks:
            if b.kind not in ("raises", "fixed", "runs") or "file" in b.options or (options.only and b.anchor != options.only):
                continue
            support = [s for s in all_blocks if s.anchor == b.anchor and "file" in s.options and s.kind in ("", b.kind)]
            try:
                code, out, err = run(b, support, front.get("environment", "cpython"), envs)
            except (environments.BuildError, subprocess.TimeoutExpired, KeyError) as problem:
                print(f"✗ {slug}#{b.anchor} {b.kind}: {problem}")
                bad += 1
                continue
            last = next((line for line in reversed((err or out).strip().splitlines()) if line.strip()), "")
            if b.kind == "raises":
                ok = (code != 0) == (b.options.get("exit") != "0")
            else:
                ok = code == 0 and not err
            bad += not ok
            print(f"{'✓' if ok else '✗'} {slug}#{b.anchor} {b.kind} (exit {code}): {last[:150]}")
            if options.show or not ok:
                print("    " + (out + err).replace("\n", "\n    "))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
