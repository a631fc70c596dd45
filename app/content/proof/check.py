"""Proves entries: runs what changed since the lock was written, looks everything up, and says what does not hold.

    python -m app.content.proof.check [--all] [--update] [--environments a,b] [--json FILE] [SLUG…]

Exit status 1 when something does not hold, and also when the lock had to be brought up to date: that belongs into the
commit (with `--update` the latter is fine).
"""

from __future__ import annotations

import argparse
import datetime
import json
import sys
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from app.content.body import Part
from app.content.lint.report import render
from app.content.parse import ParsedEntry
from app.content.problems import Problem
from app.content.proof import judge
from app.content.proof.answers import Answers
from app.content.proof.environments import CONTENT, BuildError, find_python
from app.content.proof.examples import Example, Outcome
from app.content.proof.lock import Proof, drop_outputs, read_lock, read_outputs, versions_of, write_lock, write_outputs
from app.content.proof.pool import run_all
from app.content.proof.summary import Summary, summarise
from app.content.proof.work import Content, Unit, find_entry, read_content


@dataclass(slots=True)
class Check:
    """One run of the check, and what it found."""

    content: Content
    answers: Answers
    lock: dict[str, Proof]
    stored: dict[str, dict[str, str]]
    entries: list[ParsedEntry]
    units: list[Unit]
    problems: list[Problem] = field(default_factory=list)
    proved_now: list[str] = field(default_factory=list)
    skipped: dict[str, list[str]] = field(default_factory=dict)  # why -> sections
    seen: dict[str, judge.Seen] = field(default_factory=dict)

    @property
    def errors(self) -> list[Problem]:
        return [problem for problem in self.problems if problem.severity == "error"]


def check(
    folder: Path = CONTENT,
    names: Sequence[str] = (),
    *,
    everything: bool = False,
    environments: Collection[str] = (),
    progress: bool = True,
) -> Check:
    """Runs what has to be run and judges all of it.  Writes the lock and the outputs.  Raises BuildError."""
    job = _open(folder, names)
    todo = [unit for unit in job.units if everything or _stale(unit, job)]
    ready = [unit for unit in todo if _can_run(unit, job, environments)]
    _run(ready, job, progress)
    ready = [unit for unit in ready if _did_run(unit, job)]
    for unit in ready:
        _settle(unit, job)
    for entry in job.entries:
        _look_up(entry, job)
    for unit in job.units:
        if unit.key in job.lock:
            job.lock[unit.key] = _with_answers(job.lock[unit.key], unit, job)
    _write(ready, job, complete=not names)
    job.problems = sorted(set(job.problems))
    return job


def look_up(folder: Path = CONTENT, names: Sequence[str] = ()) -> Check:
    """Judges what was printed when last run, and the pastes: runs nothing and writes nothing.  Raises BuildError."""
    job = _open(folder, names)
    for entry in job.entries:
        _look_up(entry, job)
    job.problems = sorted(set(job.problems))
    return job


def _open(folder: Path, names: Sequence[str]) -> Check:
    content = read_content(folder)
    answers = Answers.of(content.entries, folder)
    entries = (
        list({e.slug: e for e in (find_entry(content, name) for name in names)}.values()) if names else content.entries
    )
    problems = list(content.broken) if not names else []
    units: list[Unit] = []
    for entry in entries:
        units += content.units(entry)
    return Check(content, answers, read_lock(folder), read_outputs(folder), entries, units, problems)


def _stale(unit: Unit, job: Check) -> bool:
    proof = job.lock.get(unit.key)
    return proof is None or proof.example != unit.digest or not _outputs_of(unit, job)


def _outputs_of(unit: Unit, job: Check) -> dict[str, str] | None:
    """What its broken programs printed, now or when last run; None when that is not known."""
    count = sum(example.role == "raises" for example in unit.examples)
    names = [f"{unit.anchor}.{number}" for number in range(1, count + 1)]
    known = job.stored.get(unit.entry.slug, {}) | unit.outputs()
    return {name: known[name] for name in names} if all(name in known for name in names) else None


def _can_run(unit: Unit, job: Check, wanted: Collection[str]) -> bool:
    """Whether its environments are there; if not, it is named among the skipped with the reason."""
    for name in unit.environments:
        env = job.content.environments[name]
        if wanted and name not in wanted:
            job.skipped.setdefault(f"environment {name} was not asked for", []).append(unit.key)
            return False
        if not env.built:
            buildable = find_python(env.python) is not None
            why = "is not built (make environments)" if buildable else f"needs Python {env.python}, which is not here"
            job.skipped.setdefault(f"environment {name} {why}", []).append(unit.key)
            return False
    return True


def _run(units: Sequence[Unit], job: Check, progress: bool) -> None:
    owner = {example: unit for unit in units for example in unit.everything}
    started, done = time.monotonic(), 0

    def report(example: Example, outcome: Outcome) -> None:
        nonlocal done
        owner[example].outcomes[example] = outcome
        done += 1
        if progress and (done == len(owner) or done % 25 == 0):
            end = "\r" if sys.stderr.isatty() and done < len(owner) else "\n"
            text = f"{done} of {len(owner)} programs, {time.monotonic() - started:.0f} s"
            print(text, end=end, file=sys.stderr, flush=True)

    run_all(owner, job.content.environments, report)


def _did_run(unit: Unit, job: Check) -> bool:
    """When the runner itself fails, that says nothing about the entry: it is said once, and no proof is dropped."""
    failed = [(example.env, outcome) for example, outcome in unit.outcomes.items() if outcome.problem]
    for env, outcome in failed:
        file = (job.content.folder / "environments" / f"{env}.txt").as_posix()
        job.problems.append(Problem(file, 1, "runner", outcome.problem, f"build {env} again"))
    if failed:
        unit.outcomes.clear()
    return not failed


def _settle(unit: Unit, job: Check) -> None:
    """Enters a section that was run into the lock, or takes it out."""
    problems = []
    for example in unit.examples:
        problems += judge.judge_run(unit.entry, example, unit.outcomes[example])
    for example, alone in unit.taken_back:
        problems += judge.judge_taken_back(unit.entry, example, unit.outcomes[example], alone, job.answers)
    job.problems += problems
    if any(problem.severity == "error" for problem in problems):
        job.lock.pop(unit.key, None)
        return
    if unit.key not in job.lock or job.lock[unit.key].example != unit.digest:
        job.proved_now.append(unit.key)
        job.lock[unit.key] = _proof(unit, job)


def _proof(unit: Unit, job: Check) -> Proof:
    known = job.content.environments
    proof = Proof(
        example=unit.digest,
        date=datetime.datetime.now(datetime.UTC).date().isoformat(),
        outcome="runs",
        versions=versions_of(unit, known),
        environments={name: known[name].digest for name in unit.environments},
        fix=_fix(unit, job),
    )
    return _with_answers(proof, unit, job)


def _with_answers(proof: Proof, unit: Unit, job: Check) -> Proof:
    """What the outputs are looked up as may change with any entry, so it is brought up to date without a run."""
    texts = [wording.text for wording in unit.entry.entry.message]
    wordings: set[int] = set()
    outcome = ""
    for text in (_outputs_of(unit, job) or {}).values():
        match = job.answers(text).match
        outcome = outcome or (f"raises {match.exception or match.slug}" if match else "raises another error")
        if unit.part is Part.CAUSES:
            wordings.update(texts.index(wording) for wording in job.answers.wordings(text, unit.entry.slug))
    return replace(proof, outcome=outcome or "runs", wordings=tuple(sorted(wordings)))


def _fix(unit: Unit, job: Check) -> str:
    if not any(example.role == "fixed" for example in unit.examples):
        return ""
    whole = [example for example, alone in unit.taken_back if not alone]
    if not whole:
        return "the broken program is the fixed one without the fix"
    return str(judge.returned(unit.entry, unit.outcomes[whole[0]], job.answers))


def _look_up(entry: ParsedEntry, job: Check) -> None:
    """Looks up all outputs and pastes of an entry, whether run now or before."""
    seen = job.seen.setdefault(entry.slug, judge.Seen())
    complete = True
    for unit in job.units:
        if unit.entry is not entry or not any(example.role == "raises" for example in unit.examples):
            continue
        outputs = _outputs_of(unit, job)
        complete = complete and outputs is not None
        examples = [example for example in unit.examples if example.role == "raises"]
        if unit.part is Part.CAUSES and not _failed(unit):
            for text, example in zip((outputs or {}).values(), examples, strict=False):
                job.problems += judge.judge_output(entry, unit.anchor, text, example.line, job.answers, seen)
                env = job.content.environments[example.env]
                job.problems += judge.judge_versions(entry, example, text, env, job.answers)
    pastes = dict(job.content.pastes.get(entry.slug, {}))
    for name, text in pastes.items():
        job.problems += judge.judge_paste(entry, name, text, job.answers, seen)
    if complete:
        job.problems += judge.judge_entry(entry, pastes, seen)


def _failed(unit: Unit) -> bool:
    """Whether a broken program did not raise: there is no output then that could be looked up."""
    ran = [(example, unit.outcomes[example]) for example in unit.examples if example in unit.outcomes]
    return any(judge.judge_run(unit.entry, e, o) for e, o in ran if e.role == "raises" and not o.cpu > judge.SLOW)


def _write(ran: Sequence[Unit], job: Check, *, complete: bool) -> None:
    folder = job.content.folder
    for unit in ran:
        write_outputs(folder, unit.entry.slug, unit.outputs(), job.stored.get(unit.entry.slug, {}))
    if complete and not job.content.broken:
        current = {unit.key for unit in job.units}
        for key in job.lock.keys() - current:
            del job.lock[key]
        wanted: dict[str, set[str]] = {}
        for unit in job.units:
            wanted.setdefault(unit.entry.slug, set()).update(_outputs_of(unit, job) or ())
        drop_outputs(folder, wanted)
    write_lock(folder, job.lock)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="check", description="Prove entries; run again what changed.")
    parser.add_argument("entries", nargs="*", metavar="SLUG", help="nothing: all entries")
    parser.add_argument("--all", action="store_true", help="run everything again, changed or not")
    parser.add_argument("--update", action="store_true", help="bringing the lock up to date is no failure")
    parser.add_argument("--lookups-only", action="store_true", help="run nothing: look up kept outputs and pastes")
    parser.add_argument("--environments", default="", metavar="A,B", help="run only what these environments run")
    parser.add_argument("--format", choices=("text", "github"), default="text")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there")
    options = parser.parse_args(arguments)
    started = time.monotonic()
    try:
        job = _job(options)
    except BuildError as error:
        print(error, file=sys.stderr)
        return 2
    summary = summarise(job.entries, job.lock, job.content, job.seen, job.units, time.monotonic() - started)
    _print(job, summary, options.format)
    if options.json:
        options.json.write_text(json.dumps(summary.as_json(), indent=1) + "\n", "utf-8")
    return 1 if job.errors or _unproved(job) or (job.proved_now and not options.update and not options.all) else 0


def _job(options: argparse.Namespace) -> Check:
    if options.lookups_only:
        return look_up(names=options.entries)
    environments = [name for name in options.environments.split(",") if name]
    return check(names=options.entries, everything=options.all, environments=environments)


def _unproved(job: Check) -> list[str]:
    """Sections that were skipped although the lock does not hold and this machine could build what they need."""
    missing = {key for why, keys in job.skipped.items() if "is not built" in why for key in keys}
    return [unit.key for unit in job.units if unit.key in missing and _stale(unit, job)]


def _print(job: Check, summary: Summary, style: str) -> None:
    print(render(job.problems, style), end="")
    for why, keys in job.skipped.items():
        print(f"skipped, {why}: {len(keys)} sections: {', '.join(sorted(keys)[:6])}{' …' if len(keys) > 6 else ''}")
    if job.proved_now:
        print(f"{len(job.proved_now)} sections proved anew; commit content/verified.lock and content/proofs/")
    print(summary)


if __name__ == "__main__":
    sys.exit(main())
