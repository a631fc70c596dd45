"""Boxes of rich, playwright and pip."""

from __future__ import annotations

from app.paste import read
from tests.paste.reading import at, below, only, said

RICH = """\
╭─────────── Traceback (most recent call last) ────────────╮
│ /srv/app/run.py:5 in <module>                            │
│                                                          │
│   3 def f():                                             │
│   4 │   raise RuntimeError("The size of tensor a (4) mus │
│ ❱ 5 f()                                                  │
│                                                          │
│ /usr/lib/python3/dist-packages/torch/nn/module.py:820 in │
│ _apply                                                   │
│                                                          │
│   817 │   │   │   # comment                              │
│ ❱ 820 │   │   │   param = fn(param)                      │
╰──────────────────────────────────────────────────────────╯
RuntimeError: The size of tensor a (4) must match the size of tensor b (3) at
non-singleton dimension 1
"""


def test_frames_and_message_of_a_rich_box() -> None:
    error = only(RICH)
    assert said(error) == (
        "RuntimeError",
        "The size of tensor a (4) must match the size of tensor b (3) at\nnon-singleton dimension 1",
        14,
    )
    assert at(error.frames[0]) == ("/srv/app/run.py", 5, "<module>", "f()")
    assert at(error.frames[1]) == (
        "/usr/lib/python3/dist-packages/torch/nn/module.py",
        820,
        "_apply",
        "param = fn(param)",
    )
    assert error.frames[1].library == "torch"


def test_a_quoted_box_without_its_top() -> None:
    error = only(
        "> │   140                                                                        │\n"
        "> │ ❱ 141   component_trace = _Fire(component, args)                             │\n"
        "> │                                                                              │\n"
        "> │ /usr/lib/python3/dist-packages/fire/core.py:475 in _Fire                     │\n"
        "> │                                                                              │\n"
        "> │ ❱ 475 │   │   component, remaining_args = _CallAndUpdateTrace(               │\n"
        "> ╰──────────────────────────────────────────────────────────────────────────────╯\n"
        "> AssertionError: No inf checks were recorded for this optimizer.\n"
    )
    assert said(error) == ("AssertionError", "No inf checks were recorded for this optimizer.", 8)
    assert error.partial_head
    assert [at(f)[1:] for f in error.frames] == [
        (141, "", "component_trace = _Fire(component, args)"),
        (475, "_Fire", "component, remaining_args = _CallAndUpdateTrace("),
    ]


def test_a_box_within_a_rich_log() -> None:
    error = only(
        "[21:58:55] ERROR    it failed                                   run.py:9\n"
        "                    ╭──────── Traceback (most recent call last) ────────╮\n"
        "                    │ /srv/app/prog.py:6 in inner                       │\n"
        "                    │                                                   │\n"
        "                    │ ❱ 6 │   │   return d['mean']                      │\n"
        "                    ╰───────────────────────────────────────────────────╯\n"
        "                    KeyError: 'mean'                                     \n"
        "                                                                         \n"
        "                    The above exception was the direct cause of the      \n"
        "                    following exception:                                 \n"
        "                                                                         \n"
        "                    ╭──────── Traceback (most recent call last) ────────╮\n"
        "                    │ /srv/app/run.py:8 in <module>                     │\n"
        "                    │                                                   │\n"
        "                    │ ❱ 8 prog.main()                                   │\n"
        "                    ╰───────────────────────────────────────────────────╯\n"
        "                    ValueError: no statistic named mean                  \n"
        "                    second line of it                                    \n"
    )
    assert said(error) == ("ValueError", "no statistic named mean\nsecond line of it", 17)
    assert below(error) == [("cause", "KeyError", "'mean'")]


def test_a_box_drawn_with_double_lines_below_the_message() -> None:
    error = only(
        "Error: BrowserType.launch: Executable doesn't exist at /ms-playwright/chromium/chrome\n"
        "╔════════════════════════════════════════════════════════════╗\n"
        "║ Looks like Playwright was just installed or updated.       ║\n"
        "║     playwright install                                     ║\n"
        "╚════════════════════════════════════════════════════════════╝\n"
    )
    assert said(error)[:2] == (
        "Error",
        "BrowserType.launch: Executable doesn't exist at /ms-playwright/chromium/chrome",
    )


PIP = """\
  Preparing metadata (setup.py) ... error
  error: subprocess-exited-with-error

  × python setup.py egg_info did not run successfully.
  │ exit code: 1
  ╰─> [6 lines of output]
      Traceback (most recent call last):
        File "<string>", line 2, in <module>
        File "<pip-setuptools-caller>", line 34, in <module>
        File "/tmp/pip-install-x/pkg/setup.py", line 8, in <module>
          from packaging.version import parse
      ModuleNotFoundError: No module named 'packaging'
      [end of output]

  note: This error originates from a subprocess, and is likely not a problem with pip.
error: metadata-generation-failed
"""


def test_the_traceback_within_pips_box_stands_between_pips_own_errors() -> None:
    report = read(PIP)
    assert [said(error) for error in report.exceptions] == [
        ("error", "subprocess-exited-with-error", 2),
        ("ModuleNotFoundError", "No module named 'packaging'", 12),
        ("error", "metadata-generation-failed", 16),
    ]
    assert at(report.exceptions[1].frames[2]) == (
        "/tmp/pip-install-x/pkg/setup.py", 8, "<module>", "from packaging.version import parse"
    )  # fmt: skip
    assert "python setup.py egg_info did not run successfully." in [line.text for line in report.stray]
    assert "pip" in report.facts.tags


def test_uv_explains_in_a_tree() -> None:
    report = read(
        "  × No solution found when resolving dependencies:\n"
        "  ╰─▶ Because only foo<2 is available and you require foo>=2, we can conclude that\n"
        "      your requirements are unsatisfiable.\n"
    )
    assert [line.text for line in report.stray][:2] == [
        "No solution found when resolving dependencies:",
        "Because only foo<2 is available and you require foo>=2, we can conclude that",
    ]
