"""The command line: what it prints where, its exit status, and what it must not import."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from app.settings import ROOT, Settings

MATCHED = "RuntimeError: mat1 and mat2 shapes cannot be multiplied (32x2048 and 512x10)\n"
UNKNOWN = "capacitor.TemporalError: cannot engage below 89 at 88\n"
HEAVY = (
    "fastapi",
    "starlette",
    "sqlmodel",
    "sqlalchemy",
    "pydantic",
    "jinja2",
    "whoosh",
    "yaml",
    "markdown_it",
    "pygments",
)


def run(
    settings: Settings, *arguments: str, stdin: str | bytes = "", environment: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    data = stdin.encode() if isinstance(stdin, str) else stdin
    done = subprocess.run(
        [sys.executable, "-m", "app.tools.cli", *arguments],
        input=data,
        capture_output=True,
        check=False,
        cwd=ROOT,
        env={"UNRAISE_DATA": str(settings.data), "PATH": os.environ["PATH"], **(environment or {})},
    )
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode()
    )


def test_piped_input_without_a_command_is_looked_up(loaded: Settings) -> None:
    done = run(loaded, stdin=MATCHED)
    assert done.returncode == 0
    assert done.stdout.startswith("RuntimeError: mat1 and mat2 shapes cannot be multiplied (32x2048 and 512x10)\n")
    assert "unraise explain torch/mat1-and-mat2-shapes" in done.stdout
    assert done.stderr == ""


def test_a_file_is_looked_up(loaded: Settings, tmp_path: Path) -> None:
    (tmp_path / "run.log").write_text(MATCHED, encoding="utf-8")
    assert run(loaded, "lookup", str(tmp_path / "run.log")).returncode == 0


def test_an_unknown_error_says_so_and_exits_1(loaded: Settings) -> None:
    done = run(loaded, "lookup", stdin=UNKNOWN)
    assert done.returncode == 1
    assert done.stdout.startswith("Unknown: no entry explains this")
    assert "capacitor.TemporalError: cannot engage below 89 at 88" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "stdin", "said"),
    [
        (("lookup",), "", "the input is empty"),
        (("lookup",), " \n\t\n", "the input is empty"),
        (("lookup", "no/such/file.log"), "", "cannot read no/such/file.log: No such file or directory"),
        (("lookup",), "x" * 1_048_577, "over 1 MiB"),
        (("lookup", "--jsonl", "no/such.jsonl"), "", "cannot read no/such.jsonl"),
        (("explain", "torch/no-such-entry"), "", "no entry 'torch/no-such-entry'"),
        (("explain", "torch/backward-twice#no-such-cause"), "", "has no section 'no-such-cause'"),
    ],
)
def test_what_a_person_can_put_right_exits_2_and_says_what(
    loaded: Settings, arguments: tuple[str, ...], stdin: str, said: str
) -> None:
    done = run(loaded, *arguments, stdin=stdin)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_a_line_of_a_jsonl_file_that_is_no_case_is_named(loaded: Settings, tmp_path: Path) -> None:
    cases = tmp_path / "cases.jsonl"
    cases.write_text('{"id": "a", "text": "x"}\n["no", "case"]\n', encoding="utf-8")
    done = run(loaded, "lookup", "--jsonl", str(cases))
    assert done.returncode == 2
    assert f'{cases}:2: expected a JSON object with "id" and "text"' in done.stderr


def test_the_other_lines_of_a_jsonl_file_are_answered(loaded: Settings) -> None:
    lines = '{"id": 1, "text": "KeyError: 1"}\n{bad\n{"id": 2, "text": "x"}\n'
    done = run(loaded, "lookup", "--jsonl", "-", stdin=lines)
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == [1, 2]
    assert (done.returncode, "standard input:2" in done.stderr) == (2, True)


def test_a_binary_file_is_refused_and_one_from_powershell_is_read(loaded: Settings, tmp_path: Path) -> None:
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x01\x00" * 20)
    done = run(loaded, "lookup", str(tmp_path / "picture.png"))
    assert (done.returncode, "is not text" in done.stderr) == (2, True)
    assert run(loaded, "lookup", stdin=MATCHED.encode("utf-16")).returncode == 0


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
def test_a_pipe_that_speaks_less_than_utf_8_gets_an_answer(loaded: Settings, encoding: str) -> None:
    for arguments in (("lookup",), ("explain", "torch/backward-twice")):
        done = run(loaded, *arguments, stdin=MATCHED, environment={"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"})
        assert (done.returncode, done.stderr) == (0, "")


def test_nothing_is_wider_than_a_narrow_terminal_but_code(loaded: Settings) -> None:
    done = run(loaded, "lookup", stdin=MATCHED, environment={"COLUMNS": "40"})
    prose = [line for line in done.stdout.splitlines() if not line.startswith("    ") and "unraise explain" not in line]
    assert max(map(len, prose)) <= 40


def test_a_port_that_is_taken_is_said_before_an_address_is(loaded: Settings) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        done = run(loaded, "serve", "--no-load", "--port", str(taken.getsockname()[1]))
    assert done.returncode == 2
    assert "cannot listen on 127.0.0.1" in done.stderr
    assert "unraise is at" not in done.stderr


def test_a_path_that_is_not_there_is_no_clean_lint(loaded: Settings) -> None:
    done = run(loaded, "lint", "content/errors/torch/no-such.md")
    assert (done.returncode, done.stderr) == (2, "unraise: no file or folder content/errors/torch/no-such.md\n")


def test_one_cause_is_explained_with_its_fix(loaded: Settings) -> None:
    done = run(loaded, "explain", "torch/backward-twice#gan-fake-not-detached")
    assert "Detach the generated batch in the discriminator step" in done.stdout
    assert "{" not in run(loaded, "explain", "pip/no-matching-distribution").stdout.partition("---")[0]


def test_without_a_database_it_says_how_to_make_one(tmp_path: Path) -> None:
    done = run(Settings(data=tmp_path / "empty"), "lookup", stdin=MATCHED)
    assert done.returncode == 2
    assert "run `unraise load`" in done.stderr


def test_undecodable_bytes_do_not_matter(loaded: Settings) -> None:
    assert run(loaded, "lookup", stdin=b"\xff\xfe\x00 noise\n" + MATCHED.encode()).returncode == 0


def test_colour_is_for_those_who_want_it(loaded: Settings) -> None:
    assert "\x1b[" not in run(loaded, stdin=MATCHED).stdout
    assert "\x1b[1" in run(loaded, stdin=MATCHED, environment={"FORCE_COLOR": "1"}).stdout
    assert "\x1b[" not in run(loaded, stdin=MATCHED, environment={"FORCE_COLOR": "1", "NO_COLOR": "1"}).stdout


def test_a_paste_cannot_drive_the_terminal(loaded: Settings) -> None:
    paste = "TemporalError: \x1b]0;owned\x07 cannot \x1b[2J engage \u202e below\x9b31m\n"
    done = run(loaded, "lookup", stdin=paste)
    assert not {c for c in done.stdout if ord(c) < 32 and c != "\n"} | ({"\u202e", "\x9b"} & set(done.stdout))


def test_a_lookup_imports_no_web_stack(loaded: Settings, tmp_path: Path) -> None:
    (tmp_path / "run.log").write_text(MATCHED, encoding="utf-8")
    program = (
        "import sys\nfrom app.tools.cli import main\n"
        f"main(['lookup', {str(tmp_path / 'run.log')!r}])\n"
        f"print(sorted(set({HEAVY!r}) & set(sys.modules)), file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
        env={"UNRAISE_DATA": str(loaded.data)},
    )
    assert done.stderr.strip() == "[]"


def test_the_meaning_of_an_entry_reads_without_values_of_a_paste(loaded: Settings) -> None:
    whole = run(loaded, "explain", "torch/mat1-and-mat2-shapes").stdout
    assert "{" not in whole.partition("CAUSES")[0]


def test_an_entry_and_one_cause_of_it_are_explained(loaded: Settings) -> None:
    whole = run(loaded, "explain", "torch/backward-twice").stdout
    assert whole.startswith("Trying to backward through the graph a second time\n")
    assert "FIXES THAT DO NOT WORK" in whole
    one = run(loaded, "explain", "torch/backward-twice#gan-fake-not-detached").stdout
    assert one.startswith("A GAN whose discriminator step runs back into the generator\n")
    assert "fake.detach()" in one
    assert "hidden" not in one


def test_words_find_entries(loaded: Settings) -> None:
    done = run(loaded, "search", "backward", "second", "time")
    assert (done.returncode, done.stdout.splitlines()[0]) == (0, "torch/backward-twice")
    assert run(loaded, "search", "zzzzqqq").returncode == 1


def test_the_content_of_this_checkout_lints() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "app.tools.cli", "lint"], capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert done.returncode == 0, done.stdout
