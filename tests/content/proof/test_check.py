"""The check fails on every kind of untruth, says where, and runs again only what changed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.content.proof import check as checking
from app.content.proof.check import Check, check
from app.content.proof.examples import Example, Outcome
from tests.content.proof.conftest import PINS, write
from tests.content.samples import SLUG, entry

KEY = f"{SLUG}#off-by-one"
TRACEBACK = 'Traceback (most recent call last):\n  File "a.py", line 3, in <module>\n    {}\n'
FRAME = TRACEBACK + "IndexError: list index out of range\n"
PROVED = entry("print(items[1])\n", "print(items[1])\nassert items[1] == 2\n")


def run(content: Path, *names: str, everything: bool = False) -> Check:
    return check(content, names, everything=everything, progress=False)


def codes(job: Check) -> list[str]:
    return [problem.code for problem in job.errors]


def broken(content: Path, old: str, new: str) -> Check:
    """What the check says once one piece of the proved entry is replaced."""
    assert old in PROVED
    write(content, PROVED.replace(old, new, 1))
    return run(content)


def paste(content: Path, name: str, text: str) -> None:
    folder = content / "pastes" / SLUG
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text)


def with_evidence(pattern: str) -> str:
    return f"    fix: count-from-zero\n    evidence:\n      - source: '{pattern}'\n"


def test_a_true_entry_is_proved_and_entered_into_the_lock(content: Path) -> None:
    write(content, PROVED)
    job = run(content)
    assert job.problems == []
    assert job.proved_now == [KEY]
    proof = json.loads((content / "verified.lock").read_text())["proofs"][KEY]
    assert proof["outcome"] == "raises IndexError"
    assert proof["wordings"] == [0]
    assert proof["fix"] == "taken back, the error is back"
    assert proof["versions"]["python"].startswith("3.")
    assert list(proof["environments"]) == ["cpython"]
    assert len(proof["date"]) == len("2026-01-31")


def test_what_the_broken_program_printed_is_kept(content: Path) -> None:
    write(content, PROVED)
    run(content)
    text = (content / "proofs" / SLUG / "off-by-one.1.txt").read_text()
    assert text.startswith(
        'Traceback (most recent call last):\n  File "/home/user/project/main.py", line 2, in <module>'
    )
    assert text.endswith("IndexError: list index out of range\n")


def test_nothing_is_run_again_while_nothing_changed(content: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(content, PROVED)
    run(content)
    ran: list[Example] = []
    monkeypatch.setattr(checking, "run_all", lambda examples, *_: ran.extend(examples))
    assert run(content).problems == []
    assert ran == []


def test_a_changed_program_is_run_again(content: Path) -> None:
    write(content, PROVED)
    run(content)
    job = broken(content, "items = [1, 2]\nprint(items[2])", "items = [1, 2, 3]\nprint(items[3])")
    assert job.proved_now == [KEY]


def test_changed_pins_are_run_again(content: Path) -> None:
    write(content, PROVED)
    first = run(content).lock[KEY]
    assert first.example != _digest_with(content, PINS + "six==1 \\\n    --hash=sha256:aa\n")


def _digest_with(content: Path, pins: str) -> str:
    (content / "environments" / "cpython.txt").write_text(pins)
    job = run(content)
    assert any("is not built" in why for why in job.skipped)
    return job.units[0].digest


def test_all_runs_everything_and_leaves_a_proof_that_holds_as_it_is(content: Path) -> None:
    write(content, PROVED)
    run(content)
    before = (content / "verified.lock").read_text()
    job = run(content, everything=True)
    assert len(job.units[0].outcomes) == 3
    assert job.proved_now == []
    assert (content / "verified.lock").read_text() == before


def test_other_words_in_the_prose_need_no_new_run(content: Path) -> None:
    write(content, PROVED)
    run(content)
    assert broken(content, "The last item has", "The final item has").proved_now == []


def test_a_program_that_raises_nothing_fails(content: Path) -> None:
    job = broken(content, "print(items[2])", "print(items[0])")
    assert "proof-raises" in codes(job)
    assert "raises nothing" in str(job.errors[-1]) or any("raises nothing" in str(e) for e in job.errors)
    assert KEY not in job.lock


def test_a_program_that_raises_something_else_fails(content: Path) -> None:
    job = broken(content, "print(items[2])", "print(items.first)")
    assert "proof-lookup" in codes(job)
    assert any(f"is looked up as unknown, not as {SLUG}" in str(e) for e in job.errors)


def test_a_fixed_program_that_fails_fails(content: Path) -> None:
    job = broken(content, "assert items[1] == 2", "assert items[1] == 3")
    assert codes(job) == ["proof-fixed"]
    assert "AssertionError" in str(job.errors[0])
    assert job.errors[0].line == PROVED.splitlines().index("print(items[1])")


def test_a_fixed_program_that_warns_fails(content: Path) -> None:
    job = broken(content, "print(items[1])\n", "import warnings\nwarnings.warn('soon gone')\nprint(items[1])\n")
    assert "proof-fixed" in codes(job)
    assert any("prints on stderr" in str(e) for e in job.errors)


def test_a_fix_that_is_not_what_mends_it_fails(content: Path) -> None:
    """The mended program no longer holds what raised, so taking back what differs brings nothing back."""
    job = broken(content, "items = [1, 2]\nprint(items[1])", "items = [1, 2, 3]\nprint(items[1])\nitems.append(1)")
    assert codes(job) == []
    job = broken(
        content,
        "```python fixed\nitems = [1, 2]\nprint(items[1])\nassert items[1] == 2\n",
        "```python fixed\nitems = [1, 2]\nassert False, 'never'\n",
    )
    assert "proof-fixed" in codes(job)


def test_the_wrong_cause_first_on_evidence_fails(content: Path) -> None:
    two = PROVED.replace(
        "fixes:\n",
        "  - id: empty-list\n    title: An empty list\n    look_at: Print it.\n    fix: count-from-zero\n"
        "    evidence:\n      - source: 'print'\nfixes:\n",
    ).replace(
        "\n## Fixes\n",
        "\n### An empty list {#empty-list}\n\nNothing.\n\n```python raises\nitems = []\nprint(items[0])\n```\n\n"
        "```python fixed\nitems = []\nassert items[:1] == []\n```\n\n## Fixes\n",
    )
    write(content, two)
    job = run(content)
    assert codes(job) == ["proof-cause"]
    what = "the output of off-by-one gives empty-list first, not off-by-one, on source: print"
    assert what in str(job.errors[0])
    assert job.errors[0].line == two.splitlines().index("    evidence:") + 1


def test_evidence_that_never_fires_fails(content: Path) -> None:
    job = broken(
        content,
        "    fix: count-from-zero\n",
        with_evidence("nothing_like_it"),
    )
    assert codes(job) == ["proof-evidence"]


def test_evidence_that_a_paste_fires_holds(content: Path) -> None:
    text = FRAME.format("cells[n]")
    paste(content, "off-by-one.1.txt", text)
    job = broken(content, "    fix: count-from-zero\n", with_evidence("cells"))
    assert job.problems == []


def test_a_wording_that_nothing_raises_needs_a_source(content: Path) -> None:
    second = '  - text: "pop from an empty list of old times"\n'
    job = broken(content, "requires:", second + "requires:")
    assert codes(job) == ["proof-wording"]
    job = broken(content, "requires:", second + "    source: listobject.c of 3.2\nrequires:")
    assert job.problems == []


def test_a_wording_raised_by_a_version_that_its_bounds_exclude_fails(content: Path) -> None:
    wording = '  - text: "list index out of range"\n'
    job = broken(content, wording, wording + '    versions: "python <3.2"\n')
    assert codes(job) == ["proof-versions"]
    assert job.errors[0].line == 6
    assert broken(content, wording, wording + '    versions: "python >=3.2"\n').problems == []
    assert broken(content, wording, wording + '    versions: "libpq <3"\n').problems == []  # nothing is known of it


def test_a_cause_without_a_program_fails(content: Path) -> None:
    start, end = PROVED.index("```python raises"), PROVED.index("## Fixes")
    job = broken(content, PROVED[start:end], "")
    assert "proof-missing" in codes(job)


def test_a_cause_that_cannot_be_run_is_held_by_two_pastes(content: Path) -> None:
    start, end = PROVED.index("```python raises"), PROVED.index("## Fixes")
    excused = PROVED.replace(PROVED[start:end], "").replace(
        "    fix: count-from-zero\n",
        "    fix: count-from-zero\n"
        "    not_reproducible:\n      reason: hardware\n      detail: It needs a large machine.\n",
    )
    write(content, excused)
    assert codes(run(content)) == ["proof-wording", "proof-pastes"]
    paste(content, "off-by-one.1.txt", "IndexError: list index out of range")
    assert codes(run(content)) == ["proof-pastes"]
    paste(content, "off-by-one.2.txt", "Traceback (most recent call last):\nIndexError: list index out of range\n")
    assert run(content).problems == []


def test_a_paste_that_is_looked_up_as_nothing_fails(content: Path) -> None:
    paste(content, "off-by-one.1.txt", "all is well\n")
    write(content, PROVED)
    assert codes(run(content)) == ["proof-lookup"]


def test_a_paste_named_after_no_cause_fails(content: Path) -> None:
    paste(content, "of-by-one.1.txt", "IndexError: list index out of range")
    write(content, PROVED)
    job = run(content)
    assert codes(job) == ["paste"]
    assert "the causes are off-by-one, else cannot-tell" in str(job.errors[0])


def test_a_paste_that_cannot_tell_must_tell_nothing(content: Path) -> None:
    text = FRAME.format("print(items[2])")
    paste(content, "cannot-tell.1.txt", text)
    job = broken(content, "    fix: count-from-zero\n", with_evidence("print"))
    assert codes(job) == ["proof-cause"]
    assert "it should tell nothing" in str(job.errors[0])


def test_wrong_advice_is_run_too(content: Path) -> None:
    advice = (
        "not_fixes:\n  - id: ignore-it\n    title: Catching it\n    outcome: runs-but\n"
        "    result: It runs and the value is missing.\nprevention:"
    )
    heading = "\n## Fixes that do not work\n\n### Catching it {#ignore-it}\n\nThe value is missing.\n\n"
    section = heading + "```python runs\nPROGRAM```\n"
    program = "items = [1, 2]\ntry:\n    value = items[2]\nexcept IndexError:\n    value = None\n"
    good = PROVED.replace("prevention:", advice)
    write(content, good + section.replace("PROGRAM", program + "assert value is None\n"))
    job = run(content)
    assert job.problems == []
    assert job.lock[f"{SLUG}#ignore-it"].outcome == "runs"
    write(content, good + section.replace("PROGRAM", program))
    assert codes(run(content)) == ["proof-runs"]
    write(content, good + section.replace("PROGRAM", program + "assert value == 2\n"))
    assert codes(run(content)) == ["proof-runs"]


def test_what_needs_an_environment_that_is_not_built_is_named_not_passed(content: Path) -> None:
    (content / "environments" / "big.txt").write_text(PINS + "torch==2.13.0 \\\n    --hash=sha256:aa\n")
    job = broken(content, "```python raises", "```python raises env=big")
    assert job.skipped == {"environment big is not built (make environments)": [KEY]}
    assert KEY not in job.lock
    assert job.proved_now == []


def test_an_interpreter_that_is_not_here_is_named(content: Path) -> None:
    (content / "environments" / "old.txt").write_text("# python: 3.99\n")
    job = broken(content, "```python raises", "```python raises env=old")
    assert job.skipped == {"environment old needs Python 3.99, which is not here": [KEY]}


def test_proofs_of_sections_that_are_gone_are_removed(content: Path) -> None:
    write(content, PROVED)
    run(content)
    write(content, PROVED.replace("off-by-one", "one-too-far"))
    job = run(content)
    assert list(job.lock) == [f"{SLUG}#one-too-far"]
    assert [f.name for f in (content / "proofs" / SLUG).iterdir()] == ["one-too-far.1.txt"]


def test_a_broken_file_is_reported_and_the_others_are_proved(content: Path) -> None:
    write(content, PROVED)
    write(content, "no front-matter", "python/other")
    job = run(content)
    assert KEY in job.lock
    assert any("front-matter" in str(e) for e in job.errors)


def test_one_entry_can_be_asked_for(content: Path) -> None:
    write(content, PROVED)
    assert [e.slug for e in run(content, SLUG).entries] == [SLUG]
    assert [e.slug for e in run(content, f"content/errors/{SLUG}.md").entries] == [SLUG]


def test_a_runner_that_fails_is_no_fault_of_the_entries(content: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(content, PROVED)
    before = run(content).lock
    failed = Outcome(-1, problem="the runner of cpython stopped: it was killed")
    monkeypatch.setattr(checking, "run_all", lambda examples, _known, report: [report(e, failed) for e in examples])
    job = run(content, everything=True)
    assert codes(job) == ["runner"]
    assert job.lock == before


def test_a_check_that_does_the_mending_is_found_out(content: Path) -> None:
    """The line that stays in as a check (it only prints) is what mends it: with the rest undone nothing is raised."""
    fixed = "print(items.append(3))\nprint(items[2])\nitems.sort()\nassert items[2] == 3\n"
    job = broken(content, "print(items[1])\nassert items[1] == 2\n", fixed)
    assert codes(job) == ["proof-taken-back"]


def test_programs_that_differ_in_more_than_the_fix_are_not_taken_back(content: Path) -> None:
    fixed = "```python fixed\ncount = 2\nassert count == 2\nitems = [1, 2]\nprint(items[1])\n"
    job = broken(content, "```python fixed\nitems = [1, 2]\nprint(items[1])\n", fixed)
    assert codes(job) == []
    assert job.lock[KEY].fix.startswith("not taken back")


def test_a_check_that_notices_first_is_as_good(content: Path) -> None:
    fixed = "```python fixed\nitems = [1, 2, 3]\nassert len(items) == 3\nprint(items[2])\n"
    job = broken(content, "```python fixed\nitems = [1, 2]\nprint(items[1])\n", fixed)
    assert codes(job) == []
    assert job.lock[KEY].fix == "taken back, a check notices"
