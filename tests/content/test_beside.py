"""What lies beside the entries: their history, the matcher's rules, the lock of proofs."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from app.content import history
from app.content.history import History
from app.content.problems import ContentError
from app.content.rules import load_rules
from app.content.verified import load_verified


def git(
    folder: Path,
    *arguments: str,
    author: str = "Ada",
    address: str = "a@example.org",
    date: str = "2026-01-02T03:04:05",
) -> None:
    name = ["-c", f"user.name={author}", "-c", f"user.email={address}", "-c", "commit.gpgsign=false"]
    environment = {"GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date, "PATH": "/usr/bin:/bin", "HOME": str(folder)}
    subprocess.run(["git", *name, *arguments], cwd=folder, check=True, capture_output=True, env=environment)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    folder = tmp_path / "repo"
    (folder / "errors" / "torch").mkdir(parents=True)
    git(folder, "init", "-q")
    (folder / "errors" / "torch" / "a.md").write_text("one")
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "a")
    (folder / "errors" / "torch" / "a.md").write_text("two")
    (folder / "errors" / "torch" / "ä b.md").write_text("x")
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "b", author="Grace <b>", date="2026-03-04T03:04:05")
    return folder


def test_dates_and_authors_come_from_the_history(repository: Path) -> None:
    assert history.read(repository / "errors") == {
        "torch/a.md": History("2026-01-02", "2026-03-04", ("Ada", "Grace b")),
        "torch/ä b.md": History("2026-03-04", "2026-03-04", ("Grace b",)),
    }
    assert len(history.head(repository / "errors")) == 40


@pytest.mark.parametrize("address", ["noreply@example.org", "12+eve@users.noreply.example.org", "No-Reply@example.org"])
def test_who_gave_a_noreply_address_stands_under_the_name_of_the_project(repository: Path, address: str) -> None:
    for text, author in (("three", "Eve"), ("four", "Mallory")):
        (repository / "errors" / "torch" / "a.md").write_text(text)
        git(repository, "commit", "-qam", text, author=author, address=address, date="2026-05-06T03:04:05")
    entry = history.read(repository / "errors")["torch/a.md"]
    assert entry == History("2026-01-02", "2026-05-06", ("Ada", "Grace b", "unraise"))


def test_without_a_history_nothing_is_said(tmp_path: Path) -> None:
    assert history.head(tmp_path) == ""
    assert history.read(tmp_path) == {}
    assert history.head(tmp_path / "missing") == ""


def test_the_end_of_a_history_names_nobody(repository: Path, tmp_path: Path) -> None:
    git(tmp_path, "clone", "-q", "--depth", "1", repository.as_uri(), "shallow")
    assert history.head(tmp_path / "shallow" / "errors") == ""


def test_rules_are_read_from_their_files(tmp_path: Path) -> None:
    (tmp_path / "wrappers.yml").write_text("yields:\n  - {entry: a/b, to: c/*, where: inside, why: it wraps}\n")
    (tmp_path / "exceptions.yml").write_text("parents:\n  JSONDecodeError: [ValueError]\n")
    rules = load_rules(tmp_path)
    assert rules.yields[0].to == ("c/*",)
    assert rules.parents == (("JSONDecodeError", ("ValueError",)),)


def test_files_that_are_missing_are_empty(tmp_path: Path) -> None:
    assert load_rules(tmp_path).yields == ()
    assert load_verified(tmp_path) == {}


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("wrappers.yml", "yields: [\n", "wrappers.yml:2: this is no valid YML"),
        ("wrappers.yml", "yields:\n  - {entry: a/b}\n", "a rule names entry, to and why"),
        ("calibration.json", "{", "calibration.json:1: this is no valid JSON"),
        ("calibration.json", '{"weights": {}}', "a rule cannot be used"),
    ],
)
def test_broken_rules_are_refused(name: str, text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(ContentError, match=said.replace(".", r"\.")):
        load_rules(tmp_path)


def test_proofs_are_told_by_cause(tmp_path: Path) -> None:
    proof = {"versions": {"torch": "2.13.0", "python": "3.11.9"}, "date": "2026-11-30"}
    (tmp_path / "verified.lock").write_text(json.dumps({"torch/a#b": proof}))
    found = load_verified(tmp_path)["torch/a#b"]
    assert found.versions == (("torch", "2.13.0"), ("python", "3.11.9"))
    assert found.date == "2026-11-30"


def test_a_lock_that_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "verified.lock").write_text("[]")
    with pytest.raises(ContentError, match="this is no lock of proofs"):
        load_verified(tmp_path)
