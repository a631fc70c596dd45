"""Pinned environments: read, found, built all or nothing."""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

import pytest

from app.content.proof import building, environments
from app.content.proof.environments import CONTENT, BuildError, Environment, find_python, read, read_all

TEXT = """\
# python: 3.11
# numpy 2 with pandas 2
# preload: numpy, pandas.api
numpy==2.2.6 \\
    --hash=sha256:aaaa \\
    --hash=sha256:bbbb
scikit-learn==1.6.1 \\
    --hash=sha256:cccc
"""
HERE = f"{sys.version_info.major}.{sys.version_info.minor}"


def env(tmp_path: Path, text: str = TEXT) -> Environment:
    file = tmp_path / "data.txt"
    file.write_text(text)
    return read(file)


def test_the_first_comments_say_which_python_what_for_and_what_to_import(tmp_path: Path) -> None:
    data = env(tmp_path)
    assert (data.name, data.python, data.purpose) == ("data", "3.11", "numpy 2 with pandas 2")
    assert data.preload == ("numpy", "pandas.api")
    assert data.packages == ("numpy", "scikit-learn")
    assert data.version_of("scikit_learn") == "1.6.1"
    assert data.version_of("pandas") == ""


def test_an_environment_without_its_python_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match=r"the first lines must say `# python: 3\.11`"):
        env(tmp_path, "numpy==2.2.6\n")


def test_its_folder_follows_the_pins_and_not_the_comments(tmp_path: Path) -> None:
    before = env(tmp_path).digest
    assert env(tmp_path, TEXT.replace("with pandas 2", "and more")).digest == before
    assert env(tmp_path, TEXT.replace("# preload: numpy, pandas.api\n", "")).digest == before
    assert env(tmp_path, TEXT.replace("2.2.6", "2.2.7")).digest != before
    assert env(tmp_path, TEXT.replace("python: 3.11", "python: 3.12")).digest != before


def test_every_environment_of_the_repository_is_pinned_with_hashes_and_names_no_host() -> None:
    known = read_all()
    assert {"cpython", "cpython-3.8", "cpython-3.13", "data", "numpy1", "pandas3", "torch", "ml", "web"} <= set(known)
    for found in known.values():
        requirements = [line for line in found.pins.splitlines() if line and not line.startswith("#")]
        text = "\n".join(requirements)
        assert "://" not in text
        assert "--index" not in text
        assert text.count("==") == len(found.packages) <= text.count("--hash=sha256:")
        assert found.purpose
        assert (CONTENT / "environments" / f"{found.name}.in").exists()


def test_torch_is_pinned_exactly() -> None:
    for name in ("torch", "ml"):
        assert read_all()[name].version_of("torch") == "2.13.0"


def test_the_running_python_is_found_and_an_unknown_one_is_not() -> None:
    found = find_python(HERE)
    assert found is not None
    assert found.exists()
    assert find_python("3.99") is None


def test_a_python_that_is_not_there_is_said_and_skipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UNRAISE_ENVIRONMENTS", str(tmp_path))
    said: list[str] = []
    assert building.build(Environment("old", "3.99", "", (), "# python: 3.99\n"), said.append) is False
    assert said == ["old: skipped, no Python 3.99 on this machine"]


def test_a_failed_build_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UNRAISE_ENVIRONMENTS", str(tmp_path))

    def refuse(env: Environment, say: object) -> None:
        assert env.folder.exists()
        raise BuildError("data: no network")

    monkeypatch.setattr(building, "_install", refuse)
    wanted = Environment("data", HERE, "", (), f"# python: {HERE}\nnumpy==1\n")
    with pytest.raises(BuildError, match="no network"):
        building.build(wanted, lambda _: None)
    assert not wanted.built
    assert not wanted.folder.exists()


def test_a_wheel_on_disk_with_a_pinned_hash_is_named_itself(tmp_path: Path) -> None:
    wheel = tmp_path / "torch-2.13.0+cpu-cp311-cp311-linux_x86_64.whl"
    wheel.write_bytes(b"wheel")
    digest = hashlib.sha256(b"wheel").hexdigest()
    head = "numpy==2.2.6 \\\n    --hash=sha256:aa\n"
    pins = head + f"torch==2.13.0 \\\n    --hash=sha256:bb \\\n    --hash=sha256:{digest}\nsix==1\n"
    expected = head + f"torch @ {wheel.as_uri()} --hash=sha256:{digest}\nsix==1\n"
    assert building._from_disk(pins, [wheel]) == expected


def test_a_wheel_that_no_pin_names_is_left_alone(tmp_path: Path) -> None:
    wheel = tmp_path / "torch-9-py3-none-any.whl"
    wheel.write_bytes(b"other")
    assert building._from_disk(TEXT, [wheel]) == TEXT


def test_the_command_names_what_does_not_exist(capsys: pytest.CaptureFixture[str]) -> None:
    assert environments.main(["build", "tensorflow"]) == 1
    said = capsys.readouterr().err
    assert "no environment tensorflow; there are " in said
    assert " cpython, " in said


@pytest.mark.environments
@pytest.mark.slow
def test_an_environment_is_built_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UNRAISE_ENVIRONMENTS", str(tmp_path))
    said: list[str] = []
    plain = Environment("plain", HERE, "", ("json",), f"# python: {HERE}\n")
    assert building.build(plain, said.append)
    assert building.build(plain, said.append)
    assert said[0] == f"plain: building with Python {HERE}, 0 packages …"
    assert said[-1] == "plain: already built"
    assert plain.executable.exists()
    assert plain.release.startswith(HERE)
