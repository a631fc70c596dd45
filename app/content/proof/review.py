"""What a reviewer of a change to entries needs to see, as Markdown: each gate, the page's text, and which existing
pastes the changed templates would take away from the entries that answer them now.

    python -m app.content.proof.review --base origin/main           the summary
    python -m app.content.proof.review --base origin/main --entries the changed entries' slugs, one a line
    python -m app.content.proof.review --base origin/main --environments    what their programs run in
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.content.lint import lint
from app.content.parse import ParsedEntry, parse_text
from app.content.problems import ContentError, Problem
from app.content.proof.answers import Answers, said
from app.content.proof.environments import CONTENT, BuildError
from app.content.proof.lock import read_lock, read_outputs
from app.content.proof.work import Content, read_content

MAX_SHOWN = 40


@dataclass(frozen=True, slots=True)
class Taken:
    """A text whose answer changes: whose it is, what answered it before, what answers it now."""

    text: str  # "content/pastes/torch/no-grad-fn/graph-cut.1.txt"
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Change:
    """Slugs of entries that a change adds, edits or removes, and the entries as they were."""

    added: tuple[str, ...]
    edited: tuple[str, ...]
    removed: tuple[str, ...]
    before: Mapping[str, ParsedEntry]

    @property
    def present(self) -> tuple[str, ...]:
        return tuple(sorted((*self.added, *self.edited)))


def changed_entries(base: str, folder: Path) -> Change:
    """What differs from `base` below `folder`, uncommitted edits among it.  Raises BuildError without such a commit."""
    names = _git(folder, "diff", "--name-status", "--no-renames", base, "--", "errors", "pastes").splitlines()
    fresh = _git(folder, "ls-files", "--others", "--exclude-standard", "--", "errors", "pastes").splitlines()
    states: dict[str, str] = {}
    for line in [*names, *(f"A\t{name}" for name in fresh)]:
        state, _, name = line.partition("\t")
        parts = Path(name).parts
        at = parts.index("errors") if "errors" in parts else -1
        if at >= 0 and name.endswith(".md"):
            states["/".join(parts[at + 1 :]).removesuffix(".md")] = state
        elif "pastes" in parts:
            at = parts.index("pastes")
            states.setdefault("/".join(parts[at + 1 : at + 3]), "M")
    by_state = {state: tuple(sorted(s for s, seen in states.items() if seen[0] == state)) for state in "AMD"}
    before = {slug: entry for slug in (*by_state["M"], *by_state["D"]) if (entry := _entry_at(base, slug, folder))}
    return Change(by_state["A"], by_state["M"], by_state["D"], before)


def _entry_at(base: str, slug: str, folder: Path) -> ParsedEntry | None:
    try:
        source = _git(folder, "show", f"{base}:./errors/{slug}.md")
        return parse_text(source, slug, f"content/errors/{slug}.md")
    except (BuildError, ContentError):
        return None


def taken_away(content: Content, change: Change) -> list[Taken]:
    """Every kept paste and proof output of the entries that did not change, answered with and without the change."""
    now = Answers.of(content.entries, content.folder)
    touched = set(change.present)
    others = [entry for entry in content.entries if entry.slug not in touched]
    then = Answers.of([*others, *change.before.values()], content.folder)
    found = []
    for name, slug, text in _kept_texts(content):
        if slug not in touched and slug not in change.removed:
            before, after = said(then(text)), said(now(text))
            if before != after:
                found.append(Taken(name, before, after))
    return found


def _kept_texts(content: Content) -> Iterator[tuple[str, str, str]]:
    for slug, pastes in content.pastes.items():
        for name, text in pastes.items():
            yield f"content/pastes/{slug}/{name}", slug, text
    for slug, outputs in read_outputs(content.folder).items():
        for name, text in outputs.items():
            yield f"content/proofs/{slug}/{name}.txt", slug, text


def summary(content: Content, change: Change) -> str:
    parts = ["## Entries in this change", ""]
    if not (change.present or change.removed):
        return "No entry changes.\n"
    parts += [f"- removed: `{slug}`; does another entry name it in `redirect_from`?" for slug in change.removed]
    taken = taken_away(content, change)
    parts += _taken_in_words(taken)
    by_slug = {entry.slug: entry for entry in content.entries}
    files = {slug: content.folder / "errors" / f"{slug}.md" for slug in change.present}
    problems = lint(content.folder, list(files.values())) if files else []
    for slug, file in files.items():
        state = "new" if slug in change.added else "edited"
        own = [problem for problem in problems if Path(problem.path) == file]
        parts += _entry_in_words(by_slug.get(slug), slug, state, own, content)
    return "\n".join(parts) + "\n"


def _taken_in_words(taken: Sequence[Taken]) -> list[str]:
    if not taken:
        return ["No existing paste or proof gets another answer.", ""]
    rows = [f"| `{t.text}` | {t.before} | {t.after} |" for t in taken[:MAX_SHOWN]]
    more = [f"and {len(taken) - MAX_SHOWN} more", ""] if len(taken) > MAX_SHOWN else [""]
    head = f"**{len(taken)} existing pastes or proofs get another answer:**"
    return [head, "", "| text | answered before by | now by |", "|---|---|---|", *rows, *more]


def _entry_in_words(
    entry: ParsedEntry | None, slug: str, state: str, problems: Sequence[Problem], content: Content
) -> list[str]:
    errors = [problem for problem in problems if problem.severity == "error"]
    warnings = [problem for problem in problems if problem.severity == "warning"]
    parts = [f"### `{slug}` ({state})", ""]
    if entry is None:
        return [*parts, *(f"- ✗ {problem}" for problem in errors), ""]
    parts += _gates(entry, content, len(errors), len(warnings))
    parts += [f"- {'✗' if p.severity == 'error' else '!'} line {p.line}: {p.what}" for p in (*errors, *warnings)]
    _, _, body = entry.source.partition("\n---\n")
    head = entry.source[: len(entry.source) - len(body)]
    preview = ["", "<details><summary>The entry</summary>", "", "```yaml", head.strip(), "```", "", body.strip()]
    return [*parts, *preview, "", "</details>", ""]


def _gates(entry: ParsedEntry, content: Content, errors: int, warnings: int) -> list[str]:
    lock = read_lock(content.folder)
    units = content.units(entry)
    stale = [u.anchor for u in units if u.key not in lock or lock[u.key].example != u.digest]
    excused = [c.id for c in entry.entry.causes if c.not_reproducible]
    missing = f"; not: {', '.join(stale)}" if stale else ""
    noted = f", {warnings} warnings" if warnings else ""
    sourced = [w.text for w in entry.entry.message if w.source]
    pastes = content.pastes.get(entry.slug, {})
    return [
        "| gate | |",
        "|---|---|",
        f"| lint | {'✓' if not errors else f'✗ {errors} errors'}{noted} |",
        f"| proved | {len(units) - len(stale)} of {len(units)} sections{missing} |",
        f"| not run here | {', '.join(excused) or 'none'} |",
        f"| wordings | {len(entry.entry.message)}, of which {len(sourced)} known from a source |",
        f"| pastes | {len(pastes)} |",
        "",
    ]


def _git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=folder, capture_output=True, text=True, check=False)  # noqa: S603, S607
    if done.returncode:
        raise BuildError(f"git {' '.join(arguments[:3])}: {done.stderr.strip()}")
    return done.stdout


def _environments(content: Content, slugs: Sequence[str]) -> list[str]:
    entries = [entry for entry in content.entries if entry.slug in slugs]
    return sorted({example.env for entry in entries for unit in content.units(entry) for example in unit.examples})


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="review", description="What a reviewer of changed entries needs to see.")
    parser.add_argument("--base", default="origin/main", help="the commit to compare with")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--entries", action="store_true", help="print the changed entries' slugs only")
    what.add_argument("--environments", action="store_true", help="print the environments they need only")
    options = parser.parse_args(arguments)
    try:
        change = changed_entries(options.base, CONTENT)
        content = read_content(CONTENT)
        if options.entries:
            print("\n".join(change.present))
        elif options.environments:
            print("\n".join(_environments(content, change.present)))
        else:
            print(summary(content, change))
    except BuildError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
