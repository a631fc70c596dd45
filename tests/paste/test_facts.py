"""What a paste gives away about where it ran."""

from __future__ import annotations

import pytest

from app.paste import read
from app.paste.model import Facts


def facts(text: str) -> Facts:
    return read(text).facts


def frame(path: str) -> str:
    return f'Traceback (most recent call last):\n  File "{path}", line 3, in f\n    g()\nValueError: bad\n'


@pytest.mark.parametrize(
    ("path", "python", "system"),
    [
        ("/usr/local/lib/python3.12/dist-packages/torch/x.py", "3.12", "linux"),
        ("C:\\Python312\\Lib\\site-packages\\torch\\x.py", "3.12", "windows"),
        ("C:\\Users\\ada\\AppData\\Local\\Programs\\Python\\Python39\\lib\\json\\decoder.py", "3.9", "windows"),
        ("C:\\Development\\Python\\Python3104\\lib\\site-packages\\x.py", "3.10", "windows"),
        ("c:\\program files (x86)\\python38-32\\lib\\runpy.py", "3.8", "windows"),
        ("/usr/lib/python2.7/site-packages/x.py", "2.7", "linux"),
        ("/Library/Frameworks/Python.framework/Versions/3.7/lib/python3.7/ssl.py", "3.7", "macos"),
        ("/Users/ada/.venv/lib/python3.13/site-packages/x.py", "3.13", "macos"),
        ("/opt/conda/lib/python3.6/x.py", "3.6", "linux"),
        ("/home/ada/x.py", "", "linux"),
        ("x.py", "", ""),
    ],
)
def test_version_and_system_in_paths(path: str, python: str, system: str) -> None:
    found = facts(frame(path))
    assert (found.python, found.system) == (python, system)


def test_a_banner_says_it_best() -> None:
    found = facts("Python 3.11.4 (main, Jul  5 2023, 08:54:11) [Clang 14.0.6 ] on darwin\n>>> import torch\n")
    assert (found.python, found.system) == ("3.11", "macos")


def test_a_wheels_tag() -> None:
    assert facts("foo-1.0-cp312-cp312-win_amd64.whl is not a supported wheel on this platform\n").python == "3.12"


@pytest.mark.parametrize(
    ("text", "versions"),
    [
        ("numpy==1.26.4\ntorch==2.1.0+cu118\n", (("numpy", "1.26.4"), ("torch", "2.1.0+cu118"))),
        (
            "torch                 2.1.0+cu118\nnumpy                 1.26.4\n",
            (("numpy", "1.26.4"), ("torch", "2.1.0+cu118")),
        ),
        (
            "- `transformers` version: 4.30.2\n- PyTorch version (GPU?): 2.0.1\n",
            (("torch", "2.0.1"), ("transformers", "4.30.2")),
        ),
        ("platform linux -- Python 3.11.7, pytest-9.2.0, pluggy-1.7.0\n", (("pluggy", "1.7.0"), ("pytest", "9.2.0"))),
        ("cv2.error: OpenCV(4.10.0) color.cpp:182: error\n", (("opencv-python", "4.10.0"),)),
        (
            '  File "/usr/lib/python3.10/dist-packages/mypkg-0.1.0-py3.10.egg/mypkg/a.py", line 1, in f\n',
            (("mypkg", "0.1.0"),),
        ),
        (
            "Requirement already satisfied: requests in c:\\python310\\lib\\site-packages (2.26.0)\n",
            (("requests", "2.26.0"),),
        ),
        ("Django Version:\t2.0\n", (("django", "2.0"),)),
        ("NumPy 2.0.0 as it may crash\n", (("numpy", "2.0.0"),)),
    ],
)
def test_versions_of_libraries(text: str, versions: tuple[tuple[str, str], ...]) -> None:
    assert tuple(sorted(facts(text).versions)) == versions


@pytest.mark.parametrize(
    "text",
    [
        "AttributeError: The aliases was originally deprecated in NumPy 1.20\n",
        "jax.tree_map was removed in JAX v0.6.0\n",
        "ImportError: Using the `Trainer` requires `accelerate>=0.19.0`\n",
        "pip install aiohttp==3.3.2\n",
        "  Could not find a version that satisfies the requirement aiohttp==3.3.2 (from versions: 0.1)\n",
        "loss == 1.25 and torch 5\n",
    ],
)
def test_versions_that_prose_mentions_are_not_installed(text: str) -> None:
    assert facts(text).versions == ()


@pytest.mark.parametrize(
    ("text", "tag"),
    [
        ("<ipython-input-3-abc> in <module>()\n", "jupyter"),
        ("Cell In[3], line 2\n", "jupyter"),
        ("[/content/a.py](https://localhost:8080/#) in f()\n", "colab"),
        ('  File "/kaggle/working/a.py", line 1, in f\n', "kaggle"),
        ('  File "/home/a/miniconda3/envs/e/lib/python3.9/x.py", line 1, in f\n', "conda"),
        ("RuntimeError: CUDA error: out of memory\n", "gpu"),
        ("[rank0]: ValueError: bad\n", "distributed"),
        ("E   ValueError: bad\n\n_pytest/python.py:187: ValueError\n", "pytest"),
        ("      [end of output]\n", "pip"),
        ("[20312] Failed to execute script 'main' due to unhandled exception!\n", "pyinstaller"),
        ('  File "/mnt/c/work/a.py", line 1, in f\n', "wsl"),
        ('#9 ERROR: process "/bin/sh -c pip install x" did not complete successfully\n', "docker"),
        ("api_1    | ValueError: bad\n", "docker"),
        ("started\nweb-1  | ValueError: bad\n", "docker"),
        ("root@5f3c9a1b2d3e:/app# python a.py\nValueError: bad\n", "docker"),
    ],
)
def test_surroundings(text: str, tag: str) -> None:
    assert tag in facts(text).tags


@pytest.mark.parametrize(
    "text",
    ["ERROR | ValueError: bad\n", "  12 | a = 1\n", "x-1 |y\n", "root@server:/app# python a.py\n", "| mean-1 | 2 |\n"],
)
def test_other_bars_and_prompts_are_no_container(text: str) -> None:
    assert "docker" not in facts(text).tags


def test_an_ordinary_paste_has_no_tags() -> None:
    assert facts(frame("/srv/a.py")).tags == frozenset()
