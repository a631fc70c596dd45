"""docs/editing.md and .github/ say what is so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from app.content.proof.environments import CONTENT, read_all
from app.content.proof.pool import Limits
from app.tools.cli import build_parser

ROOT = Path(__file__).resolve().parents[2]
GUIDE = (ROOT / "docs" / "editing.md").read_text("utf-8")
ENTRY = (ROOT / "content" / "errors" / "torch" / "group-norm-channels.md").read_text("utf-8")


def test_the_programs_of_the_worked_example_are_those_of_the_entry() -> None:
    programs = re.findall(r"(?ms)^```python (?:raises|fixed)\n.*?^```$", GUIDE)
    assert len(programs) == 2
    for program in programs:
        assert program in ENTRY


def test_the_template_of_the_worked_example_is_that_of_the_entry() -> None:
    assert re.findall(r'    - text: (".*")', GUIDE)[1] in ENTRY


def test_the_commands_that_it_names_exist(capsys: pytest.CaptureFixture[str]) -> None:
    for command in set(re.findall(r"`?unraise (new|lint|preview|verify)\b", GUIDE)):
        with pytest.raises(SystemExit) as leaving:
            build_parser().parse_args([command, "--help"])
        assert leaving.value.code == 0
    capsys.readouterr()


def test_the_limits_that_it_names_are_those_of_the_runner() -> None:
    limits = Limits()
    said = (
        f"{limits.seconds:.0f} seconds, "
        f"{limits.memory // 2**30} GiB of memory, {limits.file_size // 2**20} MiB per file, "
        f"{limits.processes} processes, {limits.files:,} open files"
    )
    assert said in " ".join(GUIDE.split())


def test_the_environments_that_it_names_exist() -> None:
    known = read_all(ROOT / CONTENT.name)
    for names in re.findall(r"(?:env=|environments build )([\w.,\- ]+?)(?:`|\n)", GUIDE):
        assert set(re.split(r"[ ,]+", names.strip())) <= set(known)


@pytest.mark.parametrize("file", sorted((ROOT / ".github").rglob("*.yml")), ids=lambda f: f.name)
def test_what_github_reads_is_yaml(file: Path) -> None:
    assert yaml.safe_load(file.read_text("utf-8"))


def test_the_workflow_runs_contributed_programs_without_rights() -> None:
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "entries.yml").read_text("utf-8"))
    assert list(workflow[True]) == ["pull_request"]  # `on`; never pull_request_target, which would hand out secrets
    assert workflow["permissions"] == {"contents": "read"}
    assert "secrets." not in (ROOT / ".github" / "workflows" / "entries.yml").read_text("utf-8")


def test_entries_have_owners_by_folder_and_new_folders_have_one_too() -> None:
    lines = (ROOT / ".github" / "CODEOWNERS").read_text("utf-8").splitlines()
    paths = [line.split()[0] for line in lines if line and not line.startswith("#")]
    named = [path for path in paths if path.startswith("/content/errors/")]
    assert named[0] == "/content/errors/"
    assert len(set(named)) == len(named)
    assert {path for path in named if not (ROOT / path.strip("/")).is_dir()} == set()
