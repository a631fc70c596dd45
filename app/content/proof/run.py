"""Runs the programs of entries and looks their output and pastes up: the writer's everyday tool.  Writes nothing.

python -m app.content.proof.run content/errors/torch/backward-twice.md [--show] [--only carried-state]
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from app.content.body import Part
from app.content.problems import Problem
from app.content.proof import judge
from app.content.proof.answers import Answers, said
from app.content.proof.environments import CONTENT, BuildError
from app.content.proof.examples import Example, Outcome
from app.content.proof.pool import run_all
from app.content.proof.work import Content, Unit, find_entry, read_content


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="run", description="Run the programs of entries and look their output up.")
    parser.add_argument("entries", nargs="+", metavar="FILE|SLUG[#CAUSE]")
    parser.add_argument("--show", action="store_true", help="print all that the programs print")
    parser.add_argument("--only", default="", metavar="CAUSE", help="only this section")
    options = parser.parse_args(arguments)
    try:
        content = read_content(CONTENT)
        answers = Answers.of(content.entries, content.folder)
        found = [p for name in options.entries for p in _prove(name, content, answers, options)]
    except BuildError as error:
        print(error, file=sys.stderr)
        return 2
    return 1 if any(problem.severity == "error" for problem in found) else 0


def _prove(name: str, content: Content, answers: Answers, options: argparse.Namespace) -> list[Problem]:
    entry = find_entry(content, name)
    only = options.only or name.partition("#")[2]
    units = [unit for unit in content.units(entry) if only in ("", unit.anchor)]
    owner = {example: unit for unit in units for example in unit.everything}
    found: list[Problem] = []
    seen = judge.Seen()

    def report(example: Example, outcome: Outcome) -> None:
        unit = owner[example]
        unit.outcomes[example] = outcome
        problems, answer = _judge(unit, example, outcome, answers, seen)
        found.extend(problems)
        _show(example, outcome, problems, answer, options.show)

    run_all(owner, content.environments, report)
    for env in sorted({e.env for e in owner if not content.environments[e.env].built}):
        _say(f"- {env} is not built: python -m app.content.proof.environments build {env}")
    pastes = content.pastes.get(entry.slug, {})
    for paste, text in pastes.items():
        if only in ("", paste.partition(".")[0]):
            problems = judge.judge_paste(entry, paste, text, answers, seen)
            found.extend(problems)
            _say(f"{_mark(problems)} paste {paste}: {said(answers(text))}")
            _explain(problems)
    if not only:
        problems = list(judge.judge_entry(entry, dict(pastes), seen))
        found.extend(problems)
        _explain(problems)
    return found


def _judge(
    unit: Unit, example: Example, outcome: Outcome, answers: Answers, seen: judge.Seen
) -> tuple[list[Problem], str]:
    if example.role == "taken-back":
        alone = dict(unit.taken_back)[example]
        return judge.judge_taken_back(unit.entry, example, outcome, alone, answers), ""
    problems = judge.judge_run(unit.entry, example, outcome)
    if example.role != "raises" or any(p.severity == "error" for p in problems):
        return problems, ""
    if unit.part is Part.CAUSES:
        problems += judge.judge_output(unit.entry, unit.anchor, outcome.out, example.line, answers, seen)
    return problems, said(answers(outcome.out))


def _show(example: Example, outcome: Outcome, problems: list[Problem], answer: str, everything: bool) -> None:
    told = _outcome_in_words(example, outcome, answer)
    _say(f"{_mark(problems)} {example.name} ({outcome.seconds:.1f} s) {told}".rstrip())
    _explain(problems)
    if everything or (outcome.problem == "" and any(p.code.startswith(f"proof-{example.role}") for p in problems)):
        for text in (outcome.out, outcome.err):
            _say("".join(f"    | {line}\n" for line in text.splitlines()).rstrip("\n"))


def _outcome_in_words(example: Example, outcome: Outcome, answer: str) -> str:
    if example.role == "raises":
        return f"{judge.last_line(outcome.out)[:110]}" + (f"  -> {answer}" if answer else "")
    return ""


def _mark(problems: Sequence[Problem]) -> str:
    return "✗" if any(p.severity == "error" for p in problems) else "!" if problems else "✓"


def _explain(problems: Sequence[Problem]) -> None:
    for problem in problems:
        _say(f"  {'✗' if problem.severity == 'error' else '!'} {problem}")


def _say(line: str) -> None:
    if line:
        print(line, flush=True)


if __name__ == "__main__":
    sys.exit(main())
