"""When an entry was written and changed, and by whom: from the history of its file, or not at all.

Bylines are true: where there is no history (a tarball, an image built without it) or only the end of one (a shallow
clone would name the last committer as the author of everything) nothing is said.  An author who gave a noreply address
did not put a name to the work: the project's own stands for it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

PROJECT = "unraise"
MAX_AUTHORS = 8
_SECONDS = 60
_NOREPLY = re.compile(r"no-?reply", re.IGNORECASE)  # noreply@host, 12+ada@users.noreply.host


@dataclass(frozen=True, slots=True)
class History:
    created: str  # "2026-11-30"
    updated: str
    authors: tuple[str, ...]  # first author first, each once


def head(folder: Path) -> str:
    """The commit that `folder` is checked out at, "" without a whole history.  Costs two short processes."""
    if not folder.is_dir() or _git(folder, "rev-parse", "--is-shallow-repository").strip() != "false":
        return ""
    return _git(folder, "rev-parse", "--verify", "--quiet", "HEAD").strip()


def read(folder: Path) -> Mapping[str, History]:
    """The history of each `.md` file below `folder`, by its path below `folder`; one walk for all of them."""
    log = _git(
        folder, "-c", "core.quotepath=off", "log", "--no-merges", "--no-renames", "--relative", "--name-only", "-z",
        "--date=short", "--format=%x01%ad%x02%aN%x02%aE", "--", ".",
    )  # fmt: skip
    found: dict[str, tuple[list[str], list[str]]] = {}
    for commit in log.split("\x01")[1:]:
        header, _, files = commit.partition("\0")
        date, name, address = header.strip().split("\x02")
        author = PROJECT if _NOREPLY.search(address) else name
        for file in files.split("\0"):
            file = file.strip("\n")
            if file.endswith(".md"):
                dates, authors = found.setdefault(file, ([], []))
                dates.append(date)
                authors.append(author)
    return {
        name: History(dates[-1], dates[0], tuple(dict.fromkeys(reversed(authors)))[:MAX_AUTHORS])
        for name, (dates, authors) in found.items()
    }


def _git(folder: Path, *arguments: str) -> str:
    program = shutil.which("git")
    if program is None:
        return ""
    outside = {k: v for k, v in os.environ.items() if not k.startswith("GIT_")}  # a hook's GIT_DIR is not ours
    command = [program, "-C", str(folder), *arguments]
    try:
        done = subprocess.run(command, capture_output=True, timeout=_SECONDS, check=False, env=outside)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.decode("utf-8", "replace") if done.returncode == 0 else ""
