"""Problems for whoever reads them: a person at a terminal, GitHub's annotations, a program."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict

from app.content.problems import Problem


def render(problems: Sequence[Problem], kind: str = "text") -> str:
    """The report in one of FORMATS, a line break at its end; "" in text when there is nothing to say."""
    text = FORMATS[kind](problems)
    return f"{text}\n" if text else ""


def _text(problems: Sequence[Problem]) -> str:
    lines = [f"{p}{' (warning)' if p.severity == 'warning' else ''} [{p.code}]" for p in problems]
    return "\n".join(lines)


def _github(problems: Sequence[Problem]) -> str:
    """Workflow commands: https://docs.github.com/actions/reference/workflow-commands-for-github-actions"""
    return "\n".join(
        f"::{p.severity} file={_property(p.path)},line={p.line},title={_property(p.code)}::{_message(_said(p))}"
        for p in problems
    )


def _json(problems: Sequence[Problem]) -> str:
    return json.dumps([asdict(p) for p in problems], ensure_ascii=False, indent=2)


def _said(problem: Problem) -> str:
    return f"{problem.what}; {problem.todo}" if problem.todo else problem.what


def _message(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _message(text).replace(":", "%3A").replace(",", "%2C")


FORMATS: dict[str, Callable[[Sequence[Problem]], str]] = {"text": _text, "github": _github, "json": _json}
