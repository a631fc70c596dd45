"""Which programs an entry holds, and when one has to be run again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from app.content.parse import parse_text
from app.content.proof.environments import BuildError, Environment
from app.content.proof.examples import Example, ordinary_paths, programs, shell_script
from tests.content.samples import PATH, SLUG, entry

PLAIN = Environment("cpython", "3.11", "", (), "# python: 3.11\n")
HEAVY = Environment("torch", "3.11", "", ("torch", "numpy"), "# python: 3.11\ntorch==2.13.0\n")
KNOWN = {"cpython": PLAIN, "torch": HEAVY}


def examples(text: str) -> list[Example]:
    return list(programs(parse_text(text, SLUG, PATH), KNOWN))


def test_each_fence_with_a_role_is_a_program() -> None:
    found = examples(entry())
    assert [(e.key, e.role, e.env) for e in found] == [
        (f"{SLUG}#off-by-one", "raises", "cpython"),
        (f"{SLUG}#off-by-one", "fixed", "cpython"),
    ]
    assert found[0].code == "items = [1, 2]\nprint(items[2])\n"
    assert entry().splitlines()[found[0].line - 1] == "items = [1, 2]"


def test_env_may_name_several_environments() -> None:
    found = examples(entry("```python raises", "```python raises env=cpython,torch"))
    assert [(e.role, e.env) for e in found] == [("raises", "cpython"), ("raises", "torch"), ("fixed", "cpython")]


def test_support_files_go_to_the_programs_of_their_role() -> None:
    both = "```python file=tools.py\nx = 1\n```\n\n```python raises file=old.py\ny = 1\n```\n\n```python raises\n"
    raises, fixed = examples(entry("```python raises\n", both))
    assert [name for name, _ in raises.files] == ["tools.py", "old.py"]
    assert [name for name, _ in fixed.files] == ["tools.py"]


def test_arguments_and_exit_status() -> None:
    (raises, _) = examples(entry("```python raises", '```python raises args="--n 3" exit=0'))
    assert raises.arguments == ("--n", "3")
    assert raises.exits == 0


def test_an_unknown_environment_is_named_with_its_line() -> None:
    with pytest.raises(BuildError, match=r"list-index-out-of-range\.md:\d+: no environment 'tensorflow'; there are"):
        examples(entry("```python raises", "```python raises env=tensorflow"))


def test_a_console_fence_runs_its_commands() -> None:
    assert shell_script("$ pip install x\nERROR: no\n$ echo \\\n> done\n") == "pip install x\necho \\\ndone\n"


@pytest.mark.parametrize(
    "change",
    [
        {"code": "print(2)\n"},
        {"role": "fixed"},
        {"files": (("a.py", ""),)},
        {"arguments": ("-x",)},
        {"exits": 0},
    ],
)
def test_anything_that_could_change_the_outcome_changes_the_digest(change: dict[str, object]) -> None:
    example = Example("python/x#a", "raises", "cpython", "print(1)\n")
    assert replace(example, **change).digest(PLAIN) != example.digest(PLAIN)  # type: ignore[arg-type]


def test_the_digest_follows_the_pins_but_not_the_line() -> None:
    example = Example("python/x#a", "raises", "cpython", "print(1)\n", line=7)
    assert replace(example, line=9).digest(PLAIN) == example.digest(PLAIN)
    newer = replace(HEAVY, pins=HEAVY.pins.replace("2.13.0", "2.14.0"))
    assert example.digest(newer) != example.digest(HEAVY)


@pytest.mark.parametrize(
    ("code", "fresh"),
    [
        ("import torch\n", False),
        ("from torch import nn\n", False),
        ("if True:\n    import numpy as np\n", False),
        ("print(1)\n", True),
        ("import torchvision\n", True),
        ("import os, torch\nos.environ['CUDA_VISIBLE_DEVICES'] = ''\n", True),
    ],
)
def test_programs_that_could_notice_loaded_modules_get_a_fresh_interpreter(code: str, fresh: bool) -> None:
    assert Example("torch/x#a", "raises", "torch", code).fresh(HEAVY) is fresh


def test_own_modules_need_a_fresh_interpreter_too() -> None:
    example = Example("torch/x#a", "raises", "torch", "import torch\n", files=(("torch.py", ""),))
    assert example.fresh(HEAVY)


def test_paths_of_this_machine_become_those_of_a_persons(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("UNRAISE_ENVIRONMENTS", str(tmp_path))
    HEAVY.folder.mkdir()
    (HEAVY.folder / "pyvenv.cfg").write_text("home = /root/.pyenv/versions/3.11.7/bin\nversion = 3.11.7\n")
    text = (
        f'  File "{HEAVY.folder}/lib/python3.11/site-packages/torch/nn.py", line 1\n'
        '  File "/root/.pyenv/versions/3.11.7/lib/python3.11/json/decoder.py", line 2\n'
        '  File "/tmp/scratch-1/home/project/main.py", line 3\n'
    )
    assert ordinary_paths(text, HEAVY, "/tmp/scratch-1") == (
        '  File "/home/user/project/.venv/lib/python3.11/site-packages/torch/nn.py", line 1\n'
        '  File "/usr/local/lib/python3.11/json/decoder.py", line 2\n'
        '  File "/home/user/project/main.py", line 3\n'
    )
