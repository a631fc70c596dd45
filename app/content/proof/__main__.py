"""`python -m app.content.proof check | run | environments …`."""

from __future__ import annotations

import os
import sys

from app.content.proof import check, environments, review, run

_COMMANDS = {"check": check.main, "run": run.main, "review": review.main, "environments": environments.main}

if __name__ == "__main__":
    command = _COMMANDS.get(sys.argv[1] if len(sys.argv) > 1 else "")
    if command is None:
        print(f"usage: python -m app.content.proof {' | '.join(_COMMANDS)} …", file=sys.stderr)
        sys.exit(2)
    try:
        status = command(sys.argv[2:])
        sys.stdout.flush()
    except BrokenPipeError:  # `… review | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 0
    sys.exit(status)
