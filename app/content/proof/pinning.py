"""From `<name>.in` to `<name>.txt`: what is wanted, resolved by uv to versions and hashes."""

from __future__ import annotations

import os
import re
from pathlib import Path

from app.content.proof.environments import BuildError, Environment, Say, read
from app.content.proof.environments import command as run


def pin(source: Path, uv: str, say: Say) -> None:
    """Resolves `<name>.in` to `<name>.txt` by uv.  What only graphics cards need (nvidia-…) is left out."""
    env = read(source)
    command = [uv, "pip", "compile", str(source), "--generate-hashes", "--no-emit-index-url", "--no-emit-find-links"]
    command += ["--no-annotate", "--no-header", "--quiet", "--python-version", env.python, "--no-build"]
    if wheels := os.environ.get("PIP_FIND_LINKS"):
        command += ["--find-links", wheels]
    done = run(*command)
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
    public = run(*command, stdin=found[1]).stdout
    hashes = set(re.findall(r"--hash=\S+", block)) | set(re.findall(r"--hash=\S+", public))
    return found[1] + "".join(f" \\\n    {h}" for h in sorted(hashes)) + "\n"
