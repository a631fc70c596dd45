"""An example runs as `python main.py` would on a person's machine, and cannot do harm while it does."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from app.content.proof import pool
from app.content.proof.environments import Environment
from app.content.proof.examples import Example, Outcome
from tests.content.proof.conftest import LIMITS

Run = Callable[..., Outcome]
as_root = pytest.mark.skipif(os.geteuid() != 0 or sys.platform != "linux", reason="walls that only root can build")

TRACEBACK = """\
Traceback (most recent call last):
  File "/home/user/project/main.py", line 2, in <module>
    print(prices["pear"])
          ~~~~~~^^^^^^^^
KeyError: 'pear'
"""


def test_the_traceback_is_what_a_person_would_see(run: Run) -> None:
    outcome = run('prices = {"apple": 2}\nprint(prices["pear"])\n')
    assert outcome.out == TRACEBACK
    assert outcome.code == 1


def test_a_forked_example_shows_the_same_traceback(loaded: Environment) -> None:
    code = 'import decimal\nprices = {"apple": decimal.Decimal(2)}\nprint(prices["pear"])\n'
    with pool.zygote(loaded, LIMITS) as running:
        outcome = running.run(Example("python/x#a", "raises", "loaded", code))
    assert outcome.out == TRACEBACK.replace("line 2", "line 3")
    assert outcome.code == 1


def test_a_forked_example_is_main_in_its_own_folder(loaded: Environment) -> None:
    code = (
        "import decimal, os, sys\nprint(__name__, __file__, sys.argv, os.getcwd(), 'sandbox' in vars(sys)['modules'])\n"
    )
    with pool.zygote(loaded, LIMITS) as running:
        example = Example("python/x#a", "fixed", "loaded", code, arguments=("--n", "3"))
        assert not example.fresh(loaded)
        outcome = running.run(example)
    expected = "__main__ /home/user/project/main.py ['main.py', '--n', '3'] /home/user/project False\n"
    assert (outcome.out, outcome.err, outcome.code) == (expected, "", 0)


def test_a_forked_example_ends_the_way_an_interpreter_does(loaded: Environment) -> None:
    code = (
        "import decimal, atexit, threading, time\n"
        "class Door:\n"
        "    def __del__(self): print('closed')\n"
        "door = Door()\n"
        "atexit.register(print, 'at exit')\n"
        "threading.Thread(target=lambda: (time.sleep(0.1), print('thread'))).start()\n"
    )
    with pool.zygote(loaded, LIMITS) as running:
        forked = running.run(Example("python/x#a", "fixed", "loaded", code))
        fresh = running.run(Example("python/x#a", "fixed", "loaded", "import os; os.environ\n" + code))
    assert forked.out == fresh.out == "thread\nat exit\nclosed\n"


def test_examples_do_not_see_each_other(loaded: Environment) -> None:
    first = "import decimal\ndecimal.SECRET = 1\nopen('left', 'w').close()\n"
    second = "import decimal, glob\nprint(hasattr(decimal, 'SECRET'), glob.glob('*'))\n"
    with pool.zygote(loaded, LIMITS) as running:
        running.run(Example("python/x#a", "fixed", "loaded", first))
        outcome = running.run(Example("python/x#a", "fixed", "loaded", second))
    assert outcome.out == "False ['main.py']\n"


def test_a_syntax_error_is_printed_with_its_caret(run: Run) -> None:
    outcome = run("print('hello'\n")
    assert outcome.out == (
        '  File "/home/user/project/main.py", line 1\n'
        "    print('hello'\n"
        "         ^\n"
        "SyntaxError: '(' was never closed\n"
    )


def test_what_a_broken_program_prints_comes_in_the_order_of_a_terminal(run: Run) -> None:
    outcome = run("import sys\nprint('one')\nprint('two', file=sys.stderr)\nprint('three')\n")
    assert outcome.out == "one\ntwo\nthree\n"


def test_a_fixed_program_keeps_its_streams_apart(run: Run) -> None:
    outcome = run("import sys\nprint('out')\nprint('err', file=sys.stderr)\n", role="fixed")
    assert (outcome.out, outcome.err) == ("out\n", "err\n")


def test_the_exit_status_is_the_programs_own(run: Run) -> None:
    assert run("raise SystemExit(3)\n").code == 3
    assert run("import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)\n").code == -11


def test_support_files_and_arguments_are_there(run: Run) -> None:
    files = (("shapes/area.py", "def area(a):\n    return a * a\n"), ("data.csv", "7\n"))
    code = "import sys\nfrom shapes.area import area\nprint(area(int(open('data.csv').read())), sys.argv[1:])\n"
    assert run(code, files=files, arguments=("--fast",)).out == "49 ['--fast']\n"


def test_an_own_module_may_shadow_one_of_pythons(run: Run) -> None:
    outcome = run("import random\nrandom.randint(1, 2)\n", files=(("random.py", "numbers = [1]\n"),))
    assert "AttributeError: " in outcome.out
    assert "random" in outcome.out


def test_console_commands_run_in_a_shell(run: Run) -> None:
    outcome = run("$ echo first\nfirst\n$ python -c 'import nosuch'\n$ echo never\n", console=True)
    assert outcome.out.startswith("first\nTraceback")
    assert outcome.out.endswith("ModuleNotFoundError: No module named 'nosuch'\n")
    assert outcome.code == 1


def test_surroundings_are_plain_and_fixed(run: Run) -> None:
    code = "from os import environ\nprint(environ['HOME'], environ['PYTHONHASHSEED'], environ['MPLBACKEND'])\n"
    assert run(code).out == "/home/user 0 Agg\n"


def test_nothing_of_our_environment_gets_in(monkeypatch: pytest.MonkeyPatch, cpython: Environment) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "s3cret")
    with pool.zygote(cpython, LIMITS) as running:
        outcome = running.run(Example("python/x#a", "fixed", "cpython", "import os\nprint(dict(os.environ))\n"))
    assert "s3cret" not in outcome.out


def test_a_program_that_does_not_end_is_stopped(cpython: Environment) -> None:
    with pool.zygote(cpython, pool.Limits(seconds=0.5)) as running:
        outcome = running.run(Example("python/x#a", "fixed", "cpython", "while True: pass\n"))
        assert outcome.timed_out
        again = running.run(Example("python/x#a", "fixed", "cpython", "print('next')\n"))
    assert again.out == "next\n"


def test_memory_is_limited(run: Run) -> None:
    assert run("block = bytearray(3 * 2**30)\n").out.endswith("MemoryError\n")


def test_written_files_are_limited(run: Run) -> None:
    outcome = run("with open('big', 'wb') as file:\n    file.write(bytes(4 * 2**20))\n")
    assert "File too large" in outcome.out


def test_a_fork_bomb_runs_into_a_wall_and_leaves_nothing(run: Run) -> None:
    bomb = "import os\ntry:\n    while True:\n        os.fork()\nexcept OSError as error:\n    print(error)\n"
    assert "Resource temporarily unavailable" in run(bomb).out
    assert run("print('alive')\n").out == "alive\n"


def test_what_a_program_starts_does_not_outlive_it(run: Run) -> None:
    mark = "import os, time\nif os.fork() == 0:\n    os.setsid()\n    time.sleep(60)\n"
    run(mark)
    count = "import os\nprint(len([name for name in os.listdir('/proc') if name.isdigit()]))\n"
    first = run(count).out
    run(mark)
    assert run(count).out == first


def test_the_network_is_not_there(run: Run) -> None:
    code = "import socket\nsocket.create_connection(('192.0.2.1', 80), timeout=3)\n"
    assert run(code).out.endswith("OSError: [Errno 101] Network is unreachable\n")


@pytest.mark.parametrize("first_line", ["import decimal, socket", "import os, socket; os.environ"])
def test_where_no_walls_can_be_built_python_refuses_the_network_itself(loaded: Environment, first_line: str) -> None:
    code = (
        f"{first_line}\n"
        "server = socket.create_server(('127.0.0.1', 0))\n"
        "socket.create_connection(server.getsockname())\n"
        "print('loopback', 'sandbox' in vars(__import__('sys'))['modules'])\n"
        "socket.getaddrinfo('example.org', 443)\n"
    )
    with pool.zygote(loaded, LIMITS, walls=False) as running:
        outcome = running.run(Example("python/x#a", "raises", "loaded", code))
    assert "network guarded in Python only" in running.walls
    assert outcome.out.startswith("loopback False\n")
    assert outcome.out.endswith("OSError: [Errno 101] Network is unreachable\n")
    assert '"/home/user/project/main.py", line 5' in outcome.out


def test_without_walls_the_limits_hold(loaded: Environment) -> None:
    with pool.zygote(loaded, LIMITS, walls=False) as running:
        outcome = running.run(Example("python/x#a", "raises", "loaded", "import decimal\nbytearray(3 * 2**30)\n"))
        again = running.run(Example("python/x#a", "raises", "loaded", "import os\nprint(os.listdir())\n"))
    assert outcome.out.endswith("MemoryError\n")
    assert again.out == "['main.py']\n"


def test_loopback_is_there(run: Run) -> None:
    code = (
        "import socket\n"
        "server = socket.create_server(('127.0.0.1', 0))\n"
        "client = socket.create_connection(server.getsockname())\n"
        "print('connected')\n"
    )
    assert run(code).out == "connected\n"


def test_a_dead_runner_is_named_and_the_rest_goes_on(cpython: Environment) -> None:
    """An example may take its interpreter along (here: by killing the parent that waits for it)."""
    deadly = Example(
        "python/x#a", "fixed", "cpython", "import os, signal\nos.kill(os.getppid(), signal.SIGKILL)\nprint(1)\n"
    )
    later = Example("python/x#b", "fixed", "cpython", "print('later')\n")
    found: dict[str, Outcome] = {}
    pool.run_all([deadly, later], {"cpython": cpython}, lambda example, outcome: found.update({example.key: outcome}))
    assert found["python/x#b"].out == "later\n"


def test_examples_of_environments_that_are_not_built_are_left_alone(cpython: Environment) -> None:
    missing = Environment("absent", "3.11", "", (), "# python: 3.11\nnothing==1\n")
    found: list[Example] = []
    example = Example("python/x#a", "fixed", "absent", "print(1)\n")
    pool.run_all([example], {"absent": missing}, lambda e, _: found.append(e))
    assert found == []


@as_root
def test_as_root_examples_run_as_somebody_who_owns_nothing(run: Run) -> None:
    assert int(run("import os\nprint(os.getuid())\n").out) >= 61_000
    assert "Permission denied: '/etc/passwd'" in run("open('/etc/passwd', 'a')\n").out


@as_root
def test_as_root_only_system_folders_are_to_be_seen(run: Run, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("x")
    outcome = run(f"import os\nprint(os.path.exists({str(tmp_path)!r}), os.path.exists({str(Path.cwd())!r}))\n")
    assert outcome.out == "False False\n"
