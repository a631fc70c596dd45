# ruff: noqa: E501 - what tools print is as wide as it is
"""With words around it: forums, issue forms, loggers, wrappers of the program's own."""

from __future__ import annotations

from tests.matching.disguises.prefixes import each_line
from tests.matching.disguises.shot import HEAD, disguise, shot


@disguise
def issue_template(text: str) -> str:
    return (
        "### Describe the bug\n\nIt worked yesterday, now it fails on start.\n\n### Steps\n\n1. install\n2. run\n\n"
        f"### Logs\n\n```python-traceback\n{text}```\n\n### Versions\n\nPython 3.11.4\nOS: Ubuntu 22.04\n"
    )


@disguise
def fenced_in_list(text: str) -> str:
    return "- when I run it:\n\n  ```\n" + each_line("  ")(text) + "\n  ```\n"


@disguise
def details(text: str) -> str:
    return f"<details>\n<summary>Full traceback</summary>\n\n```\n{text}```\n\n</details>\n"


@disguise
def jira(text: str) -> str:
    return "Fails since Monday:\n{code:python}\n" + text + "{code}\nAny idea?"


@disguise
def bbcode(text: str) -> str:
    return f"[quote][code]{text}[/code][/quote]"


@disguise
def asked_in_prose(text: str) -> str:
    seen = shot(text)
    if seen is None or "\n" in seen.message:
        return ""
    return f"Hi all, when I run the script I keep getting the error {seen.last}\nWhat am I doing wrong? Thanks!"


@disguise
def asked_in_backticks(text: str) -> str:
    seen = shot(text)
    if seen is None or "\n" in seen.message or "`" in seen.message:
        return ""
    return f"I get `{seen.last}` on the second call. Any idea?"


@disguise
def got_this(text: str) -> str:
    return (
        "Hello,\n\nI get this:\n\n"
        + text
        + "\n\nI am on Windows 11 and Python 3.11. I reinstalled everything twice.\n\nRegards"
    )


@disguise
def warned_before(text: str) -> str:
    return (
        "/home/user/project/.venv/lib/python3.11/site-packages/urllib3/__init__.py:35: NotOpenSSLWarning: urllib3 v2 only "
        "supports OpenSSL 1.1.1+\n  warnings.warn(\n2024-05-03 22:19:04.123456: I tensorflow/core/util/port.cc:113] oneDNN "
        "custom operations are on.\nINFO:root:started\n" + text
    )


@disguise
def progress_glued(text: str) -> str:
    return " 37%|███▋      | 37/100 [00:12<00:21,  2.97it/s]" + text


@disguise
def logged_exception(text: str) -> str:
    return (
        "2024-05-03 22:19:04,123 ERROR app.worker: job 17 failed\n"
        + text
        + "2024-05-03 22:19:05,000 INFO app.worker: next\n"
    )


@disguise
def uvicorn(text: str) -> str:
    return f'INFO:     127.0.0.1:51234 - "GET /items HTTP/1.1" 500 Internal Server Error\nERROR:    Exception in ASGI application\n{text}'


@disguise
def celery_task(text: str) -> str:
    seen = shot(text)
    if seen is None:
        return ""
    return f"[2024-05-03 22:19:04,123: ERROR/ForkPoolWorker-1] Task app.tasks.run[0f1e-22] raised unexpected: {seen.type}({seen.message!r})\n{text}"


@disguise
def celery_line(text: str) -> str:
    seen = shot(text)
    if seen is None or "\n" in seen.message:
        return ""
    return f"[2024-05-03 22:19:04,123: ERROR/ForkPoolWorker-1] Task app.tasks.run[0f1e-22] raised unexpected: {seen.type}({seen.message!r})"


@disguise
def in_worker(text: str) -> str:
    seen = shot(text)
    if seen is None:
        return ""
    return (
        f'multiprocessing.pool.RemoteTraceback: \n"""\n{text}"""\n\nThe above exception was the direct cause of the following '
        f'exception:\n\n{HEAD}\n  File "main.py", line 9, in <module>\n    pool.map(f, range(3))\n'
        f'  File "/usr/lib/python3.11/multiprocessing/pool.py", line 774, in get\n    raise self._value\n{seen.last}\n'
    )


@disguise
def in_dataloader(text: str) -> str:
    seen = shot(text)
    if seen is None:
        return ""
    site = "/usr/lib/python3.11/site-packages/torch"
    return (
        f'{HEAD}\n  File "main.py", line 9, in <module>\n    for batch in loader:\n'
        f'  File "{site}/utils/data/dataloader.py", line 628, in __next__\n    data = self._next_data()\n'
        f'  File "{site}/_utils.py", line 694, in reraise\n    raise exception\n'
        f"{seen.type}: Caught {seen.type} in DataLoader worker process 0.\nOriginal {text}"
    )


@disguise
def in_ray(text: str) -> str:
    seen = shot(text)
    if seen is None:
        return ""
    frames = text[text.rfind(HEAD) :].partition("\n")[2]
    return (
        f'{HEAD}\n  File "main.py", line 9, in <module>\n    ray.get(f.remote())\n'
        f'  File "/usr/lib/python3.11/site-packages/ray/_private/worker.py", line 2493, in get\n    raise value.as_instanceof_cause()\n'
        f"ray.exceptions.RayTaskError({seen.type.rpartition('.')[2]}): \x1b[36mray::f()\x1b[39m (pid=1234, ip=10.0.0.4)\n{frames}"
    )


@disguise
def own_wrapper(text: str) -> str:
    return (
        f"{text}\nThe above exception was the direct cause of the following exception:\n\n{HEAD}\n"
        '  File "/srv/app/jobs.py", line 31, in run\n    raise JobError(job.id) from error\napp.errors.JobError: job 17 failed\n'
    )


@disguise
def while_cleaning_up(text: str) -> str:
    return (
        f"{text}\nDuring handling of the above exception, another exception occurred:\n\n{HEAD}\n"
        '  File "/srv/app/jobs.py", line 44, in close\n    self.sink.flush()\nacme.sinks.SinkClosed: sink 3 is gone\n'
    )


@disguise
def in_group(text: str) -> str:
    body = "\n".join("    | " + line for line in text.rstrip("\n").split("\n"))
    return (
        f"  + Exception Group {HEAD}\n"
        '  |   File "main.py", line 12, in main\n  |     async with asyncio.TaskGroup() as group:\n'
        "  | ExceptionGroup: unhandled errors in a TaskGroup (1 sub-exception)\n"
        f"  +-+---------------- 1 ----------------\n{body}\n    +------------------------------------\n"
    )


@disguise
def with_note(text: str) -> str:
    return text.rstrip("\n") + "\nwhile reading row 17 of the third file\n"


@disguise
def newest_first(text: str) -> str:
    lines = [f"2024-05-03T22:19:04.{123 + n:03}Z {line}" for n, line in enumerate(text.rstrip("\n").split("\n"))]
    return "\n".join(reversed(lines))


@disguise
def twice(text: str) -> str:
    return text + text


@disguise
def two_ranks(text: str) -> str:
    return "".join(f"[rank{r}]: {line}\n" for line in text.rstrip("\n").split("\n") for r in (0, 1))


@disguise
def pip_indented(text: str) -> str:
    return (
        "  error: subprocess-exited-with-error\n  \n  × Running setup.py install for acme did not run successfully.\n"
        "  │ exit code: 1\n  ╰─> [12 lines of output]\n" + each_line("      ")(text) + "\n      [end of output]\n"
    )


@disguise
def make_after(text: str) -> str:
    return f"python main.py\n{text}make: *** [Makefile:12: run] Error 1\n"
