"""Reads the data beside the entries that steers recognising: wrappers.yml, exceptions.yml, calibration.json."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import yaml

from app.content.problems import ContentError, Problem
from app.matching.rules import Rules, RulesError

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
FILES = ("wrappers.yml", "exceptions.yml", "calibration.json")


def load_rules(content: Path) -> Rules:
    """`content` is the folder that holds errors/.  Files that are missing count as empty.  Raises ContentError."""
    wrappers, exceptions, calibration = (_read(content / name) for name in FILES)
    try:
        return Rules.from_data(wrappers, exceptions, calibration)
    except (RulesError, KeyError, TypeError, AttributeError, ValueError) as error:
        where = content / ("calibration.json" if isinstance(error, KeyError) else "wrappers.yml")
        raise ContentError(
            [Problem(where.as_posix(), 1, "rules", f"a rule cannot be used: {error}", "mend it")]
        ) from None


def _read(file: Path) -> dict[str, Any]:
    if not file.exists():
        return {}
    text = file.read_text(encoding="utf-8")
    try:
        data = json.loads(text) if file.suffix == ".json" else yaml.load(text, Loader=_Loader)  # noqa: S506 (the safe one)
    except (ValueError, yaml.YAMLError) as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark else getattr(error, "lineno", 1)
        what = f"this is no valid {file.suffix[1:].upper()}: {str(error).splitlines()[0]}"
        raise ContentError([Problem(file.as_posix(), line, "rules", what, "mend it")]) from None
    return data if isinstance(data, dict) else {}
