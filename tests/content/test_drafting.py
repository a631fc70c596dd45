"""From a paste to the draft of an entry: read off what can be, mark the rest, keep nothing of the person's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.content import blanks
from app.content.blanks import BLANK
from app.content.drafting import Draft, NothingToDraftError, draft, rename_slots
from app.content.lint import lint
from app.content.parse import parse_text
from app.paste.reader import read

ENVIRONMENTS = {
    "cpython": (),
    "torch": ("numpy", "torch"),
    "ml": ("datasets", "numpy", "torch"),
    "data": ("numpy", "pandas"),
}

TORCH = """\
Traceback (most recent call last):
  File "/home/ana/secret-project/train.py", line 12, in <module>
    out = norm_layer(customer_images)
  File "/home/ana/secret-project/.venv/lib/python3.11/site-packages/torch/nn/modules/module.py", line 9, in _call_impl
    return self._call_impl(*args, **kwargs)
  File "/home/ana/secret-project/.venv/lib/python3.11/site-packages/torch/nn/functional.py", line 2530, in group_norm
    return torch.group_norm(input, num_groups, weight, bias, eps, torch.backends.cudnn.enabled)
RuntimeError: Expected number of channels in input to be divisible by num_groups, \
but got input of shape [2, 6, 8, 8] and num_groups=4
"""


def drafted(paste: str, *taken: str) -> Draft:
    return draft(read(paste), ENVIRONMENTS, taken)


def test_library_exception_and_environment_are_read_off() -> None:
    entry = parse_text((new := drafted(TORCH)).text, new.slug, f"content/errors/{new.slug}.md").entry
    assert new.slug == "torch/number-channels-input-divisible-shape"
    assert entry.library == "torch"
    assert entry.exception == ("RuntimeError",)
    assert entry.environment == "torch"


def test_varying_parts_of_the_message_become_typed_slots() -> None:
    new = drafted(TORCH)
    entry = parse_text(new.text, new.slug, "x.md").entry
    assert entry.message[0].text.startswith("Expected number of channels in input to be divisible by ")
    assert "but got input of shape {shape:shape} and " in entry.message[0].text
    assert "8, 8" not in new.text


def test_evidence_is_proposed_by_calls_and_frames() -> None:
    text = drafted(TORCH).text
    assert "#   - source: '\\bnorm_layer\\('" in text
    assert "#   - frame: torch.nn.functional:group_norm" in text


def test_nothing_of_the_persons_own_gets_into_the_draft() -> None:
    text = drafted(TORCH).text
    for own in ("ana", "secret-project", "customer_images"):
        assert own not in text


def test_a_built_in_error_belongs_to_python_and_asks_for_its_type() -> None:
    new = drafted(
        "Traceback (most recent call last):\n  File 'a.py', line 1, in <module>\nIndexError: pop from empty list\n"
    )
    entry = parse_text(new.text, new.slug, "x.md").entry
    assert entry.library == "python"
    assert entry.packages == ()
    assert entry.requires == ("exception",)
    assert entry.environment == "cpython"


@pytest.mark.parametrize(
    ("type_", "frame", "library"),
    [
        ("sqlite3.OperationalError", "", "sqlite"),  # the folder's name, not the module's
        ("zipfile.BadZipFile", "", "python"),
        ("json.decoder.JSONDecodeError", "requests/models.py", "requests"),
        ("psycopg2.errors.UndefinedColumn", "flask/app.py", "postgresql"),  # its own package before what called it
        ("__main__.ShopClosed", "", "python"),
    ],
)
def test_an_entry_goes_to_what_raised_the_error(type_: str, frame: str, library: str) -> None:
    seen = f'  File "/venv/lib/python3.11/site-packages/{frame}", line 1, in run\n    work()\n' if frame else ""
    new = drafted(f"Traceback (most recent call last):\n{seen}{type_}: the shelf of the shop is empty\n")
    assert new.slug.partition("/")[0] == library


def test_a_workers_own_error_is_drafted_not_that_a_worker_failed() -> None:
    frame = '  File "/venv/lib/python3.11/site-packages/torch/{0}", line 1, in run\n    work()\n'
    paste = (
        "Traceback (most recent call last):\n" + frame.format("_utils.py")
        + "RuntimeError: Caught RuntimeError in DataLoader worker process 0.\n"
        + "Original Traceback (most recent call last):\n" + frame.format("utils/data/_utils/fetch.py")
        + "RuntimeError: the shelf of the shop is empty\n"
    )  # fmt: skip
    assert drafted(paste).slug == "torch/shelf-shop-empty"


def test_an_environment_of_old_versions_is_the_last_choice() -> None:
    paste = (
        '  File "/venv/lib/python3.11/site-packages/flask/app.py", line 1, in run\n    work()\nRuntimeError: no shop\n'
    )
    sets = {"pydantic1": ("flask",), "web": ("flask", "django", "aiohttp")}
    assert "environment: web" in draft(read("Traceback (most recent call last):\n" + paste), sets, ()).text


def test_a_slug_that_is_taken_gets_a_number() -> None:
    first = drafted(TORCH).slug
    assert drafted(TORCH, first).slug == f"{first}-2"


def test_a_line_without_an_exception_is_enough() -> None:
    new = drafted("$ pip install x\nerror: externally-managed-environment cannot be changed here\n")
    assert "externally-managed-environment cannot be changed here" in new.text


def test_braces_and_quotes_of_a_message_survive() -> None:
    new = drafted('ValueError: expected "{" after the word \\d in a template of this kind\n')
    entry = parse_text(new.text, new.slug, "x.md").entry
    assert entry.message[0].text == "expected {value:quoted} after the word {word:word} in a template of this kind"


def test_a_paste_without_an_error_is_refused() -> None:
    with pytest.raises(NothingToDraftError, match="there is no exception in this paste"):
        drafted("all went well\n")


def test_slots_get_short_names() -> None:
    assert rename_slots("{int:int} of {int2:int} in {quoted:quoted}") == "{n:int} of {n2:int} in {value:quoted}"


def test_the_draft_lints_but_for_its_blanks(tmp_path: Path) -> None:
    new = drafted(TORCH)
    file = tmp_path / "errors" / f"{new.slug}.md"
    file.parent.mkdir(parents=True)
    file.write_text(new.text)
    problems = [p for p in lint(tmp_path) if p.severity == "error"]
    assert {p.code for p in problems} == {"blank"}
    assert len(problems) == new.text.count("\n") - new.text.replace(BLANK, "").count("\n") + sum(
        BLANK in line for line in new.text.splitlines()
    )


def test_each_blank_says_what_belongs_there() -> None:
    new = drafted(TORCH)
    found = list(blanks.check(parse_text(new.text, new.slug, "x.md")))
    said = [p.what for p in found]
    assert "this is still to be filled in: what happened, in at most two sentences." in said
    assert all(BLANK in new.text.splitlines()[p.line - 1] for p in found)
