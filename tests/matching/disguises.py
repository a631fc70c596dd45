# ruff: noqa: E501 - what tools print is as wide as it is
"""One traceback in the dresses that people paste it in: what loggers, containers, notebooks, mail and forums do to it.

Each disguise is a function from text to text, or to "" where it cannot be put on.  They are written from what those
tools print, never from how the reader takes it off again.
"""

from __future__ import annotations

import html
import json
import re
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass

Disguise = Callable[[str], str]
DISGUISES: dict[str, Disguise] = {}

_FRAME = re.compile(r'  File "([^"]+)", line (\d+)(?:, in (.+))?$')
_LAST = re.compile(r"([A-Za-z_][\w.]*)(?:: (.*))?$", re.DOTALL)
_HEAD = "Traceback (most recent call last):"


def disguise(function: Disguise) -> Disguise:
    DISGUISES[function.__name__] = function
    return function


@dataclass(frozen=True)
class Shot:
    """The last traceback of a text, taken apart: (path, line, function, source lines) of each frame, type, message."""

    before: str
    frames: tuple[tuple[str, str, str, tuple[str, ...]], ...]
    type: str
    message: str

    @property
    def last(self) -> str:
        return f"{self.type}: {self.message}" if self.message else self.type


def shot(text: str) -> Shot | None:
    """None where the text is no ordinary traceback (a SyntaxError, a plain message)."""
    at = text.rfind("\n" + _HEAD) + 1
    if not text.startswith(_HEAD, at) or "| " + _HEAD in text or "+ Exception Group" in text:
        return None
    frames: list[tuple[str, str, str, tuple[str, ...]]] = []
    lines = text[at:].rstrip("\n").split("\n")[1:]
    index = 0
    while index < len(lines) and lines[index].startswith("  "):
        found = _FRAME.match(lines[index])
        if found:
            frames.append((found[1], found[2], found[3] or "<module>", ()))
        elif frames and not re.fullmatch(r"\s*[\^~][\s\^~]*", lines[index]):
            path, number, function, source = frames[-1]
            frames[-1] = (path, number, function, (*source, lines[index].strip()))
        index += 1
    last = _LAST.match("\n".join(lines[index:]))
    if not frames or last is None or "\n  File " in last[0]:
        return None
    return Shot(text[:at], tuple(frames), last[1], last[2] or "")


def each_line(prefix: str | Callable[[int], str]) -> Disguise:
    def put_on(text: str) -> str:
        lines = text.rstrip("\n").split("\n")
        return "\n".join((prefix if isinstance(prefix, str) else prefix(n)) + line for n, line in enumerate(lines))

    return put_on


def _clock(n: int, digits: int = 6) -> str:
    return f"22:19:{4 + n // 900:02}.{(123456789 + n * 1_100_000) % 1_000_000_000:09}"[: 9 + digits]


_PREFIXES: dict[str, str | Callable[[int], str]] = {
    "markdown_quote": "> ",
    "mail_quote": ">> ",
    "indented": "    ",
    "tabbed": "\t",
    "nbsp_indented": "\u00a0\u00a0\u00a0\u00a0",
    "commented": "# ",
    "added_in_diff": "+",
    "rust_bar": "  | ",
    "iso_stamp": lambda n: f"2024-05-03T{_clock(n)}Z ",
    "github_actions": lambda n: f"2024-05-03T{_clock(n, 7)}Z ",
    "gh_run_view": lambda n: f"test (3.12)\tRun pytest\t2024-05-03T{_clock(n, 7)}Z ",
    "gitlab_section": lambda n: f"2024-05-03T{_clock(n)}Z 01E ",
    "cri": lambda n: f"2024-05-03T{_clock(n, 9)}Z stderr F ",
    "docker_compose": "web-1  | ",
    "docker_compose_v1": "api_1              | ",
    "compose_stamped": lambda n: f"worker-2  | 2024-05-03T{_clock(n, 9)}Z ",
    "docker_build": lambda n: f"#12 {3 + n / 100:.3f} ",
    "kubectl_prefix": "[pod/web-6d5f7c9b8-x2x4z/web] ",
    "stern": "web-6d5f7c9b8-x2x4z web ",
    "journald": lambda n: "May 03 22:19:04 box gunicorn[1234]: ",
    "syslog_iso": lambda n: f"2024-05-03T{_clock(n)}+02:00 box python3[812]: ",
    "heroku": lambda n: f"2024-05-03T{_clock(n)}+00:00 app[web.1]: ",
    "render": lambda n: "May 3 10:19:04 PM  ",
    "rank": "[rank0]: ",
    "torchrun": "[default0]:",
    "srun": "0: ",
    "mpirun": "[1,0]<stderr>:",
    "mpirun_new": "[1,0]<stderr>: ",
    "ray": "(train_fn pid=1234) ",
    "ray_ip": "(RayTrainWorker pid=1234, ip=10.0.0.4) ",
    "ray_serve": "(ServeReplica:default:App pid=4312) ",
    "pm2": "0|api      | ",
    "supervisor": "api stderr | ",
    "airflow": "[2024-05-03, 22:19:04 UTC] {subprocess.py:93} INFO - ",
    "airflow_stamped": "[2024-05-03T22:19:04.123+0000] {logging_mixin.py:188} INFO - ",
    "python_logging": "2024-05-03 22:19:04,123 - app.worker - ERROR - ",
    "basic_logging": "ERROR:root:",
    "loguru_lines": "2024-05-03 22:19:04.123 | ERROR    | app.core:run:42 - ",
    "celery": "[2024-05-03 22:19:04,123: WARNING/ForkPoolWorker-1] ",
    "gunicorn": "[2024-05-03 22:19:04 +0000] [1234] [ERROR] ",
    "log4j": "24/05/03 22:19:04 ERROR Executor: ",
    "spark_bracketed": "[2024-05-03 22:19:04,123] ERROR ",
    "vllm": "(EngineCore_DP0 pid=812) ERROR 05-03 22:19:04 [core.py:708] ",
    "vllm_old": "ERROR 05-03 22:19:04 engine.py:366] ",
    "kaggle": lambda n: f"{12 + n / 10:.1f}s\t{n + 3}\t",
    "kaggle_blanks": lambda n: f"{12 + n / 10:.1f}s {n + 3} ",
    "cloudwatch": lambda n: f"2024-05-03T22:19:04.{123 + n:03}Z\t",
    "cloudwatch_stream": lambda n: f"2024-05-03T22:19:04.{123 + n:03}000+00:00 app/app/0c1b2d3e4f {''}",
    "gcp": "ERROR 2024-05-03T22:19:04.123456Z [resource.labels.containerName: web] ",
    "fly": lambda n: "2024-05-03T22:19:04Z app[3d8d9e] ams [info]",
    "numbered": lambda n: f"{n + 1:4} ",
    "numbered_colon": lambda n: f"{n + 1}: ",
    "numbered_tab": lambda n: f"{n + 1}\t",
    "numbered_bar": lambda n: f"{n + 1:>5} | ",
    "grep_n": lambda n: f"train.log:{n + 812}:",
    "grep_dash": lambda n: f"{n + 812}-",
    "jenkins": "[2024-05-03T22:19:04.123Z] ",
    "jenkins_branch": "[tests] ",
    "buildkite": lambda n: f"_bk;t=1714774744{n:03}\x07",
    "nox": "py312: ",
    "android": lambda n: "05-03 22:19:04.123  1234  1250 E python  : ",
    "kivy": "[ERROR  ] ",
    "rosbag": "[talker-1] ",
    "terraform": "null_resource.run (local-exec): ",
    "ansible_stamp": "fatal | ",
    "slurm_job": "node012: ",
    "azure_ml": lambda n: f"2024-05-03 22:19:{4 + n // 10:02},{n % 10}23|",
    "wandb_log": lambda n: "2024-05-03 22:19:04,123 ERROR   MainThread:1234 [train.py:run():88] ",
    "systemd_short": lambda n: "Mai 03 22:19:04 box python[1234]: ",
    "windows_service": lambda n: "5/3/2024 10:19:04 PM ",
    "time_only": lambda n: f"[22:19:{4 + n // 20:02}] ",
    "double_prefix": lambda n: "web-1  | [2024-05-03 22:19:04,123: ERROR/MainProcess] ",
    "three_prefixes": lambda n: f"2024-05-03T{_clock(n, 7)}Z worker-1  | [rank1]: ",
}
for _name, _prefix in _PREFIXES.items():
    _put_on = each_line(_prefix)
    _put_on.__name__ = _name
    disguise(_put_on)


# --- widths


def _hard(text: str, width: int) -> str:
    return "\n".join(line[i : i + width] for line in text.split("\n") for i in range(0, max(len(line), 1), width))


@disguise
def terminal_80(text: str) -> str:
    return _hard(text, 80)


@disguise
def terminal_100(text: str) -> str:
    return _hard(text, 100)


@disguise
def terminal_120(text: str) -> str:
    return _hard(text, 120)


@disguise
def terminal_97(text: str) -> str:
    return _hard(text, 97)


@disguise
def mail_72(text: str) -> str:
    out: list[str] = []
    for line in text.split("\n"):
        out += textwrap.wrap(line, 72, drop_whitespace=True, break_long_words=False, break_on_hyphens=False) or [""]
    return "\n".join(out)


@disguise
def mail_76_quoted(text: str) -> str:
    out: list[str] = []
    for line in text.split("\n"):
        out += textwrap.wrap(line, 74, break_long_words=False, break_on_hyphens=False) or [""]
    return "On Fri, 3 May 2024 at 22:19, A. Person wrote:\n" + "\n".join("> " + line for line in out)


@disguise
def quoted_printable(text: str) -> str:
    out = []
    for line in text.replace("=", "=3D").split("\n"):
        while len(line) > 75:
            out.append(line[:74] + "=")
            line = line[74:]
        out.append(line)
    return "\n".join(out)


@disguise
def padded(text: str) -> str:
    return "\n".join(line.ljust(120) for line in text.split("\n"))


@disguise
def double_spaced(text: str) -> str:
    return text.rstrip("\n").replace("\n", "\n\n")


@disguise
def crlf(text: str) -> str:
    return text.replace("\n", "\r\n")


@disguise
def lost_indentation(text: str) -> str:
    return "\n".join(line.lstrip() for line in text.split("\n"))


@disguise
def one_line(text: str) -> str:
    return " ".join(line.strip() for line in text.split("\n") if line.strip())


@disguise
def one_line_blanks(text: str) -> str:
    return text.strip().replace("\n", " ")


@disguise
def arrows_for_breaks(text: str) -> str:
    return text.strip().replace("\n", "↵\n")


# --- characters


@disguise
def typographic(text: str) -> str:
    text = re.sub(r'"([^"\n]*)"', "\u201c\\1\u201d", text)
    text = re.sub(r"'([^'\n]*)'", "\u2018\\1\u2019", text)
    return text.replace("'", "\u2019").replace("...", "\u2026")


@disguise
def html_escaped(text: str) -> str:
    return html.escape(text)


@disguise
def html_page(text: str) -> str:
    return f"<pre><code>{html.escape(text)}</code></pre>"


@disguise
def html_breaks(text: str) -> str:
    return html.escape(text, quote=False).replace("  ", "&nbsp;&nbsp;").replace("\n", "<br/>\n")


@disguise
def html_breaks_only(text: str) -> str:
    return html.escape(text, quote=False).strip().replace("\n", "<br>")


@disguise
def ansi_313(text: str) -> str:
    """As Python 3.13 colours it."""
    out = []
    for line in text.split("\n"):
        frame = re.match(r'  File ("[^"]+"), line (\d+)(?:, in (.+))?$', line)
        last = re.match(r"([A-Za-z_][\w.]*): (.*)$", line)
        if frame:
            name = f", in \x1b[35m{frame[3]}\x1b[0m" if frame[3] else ""
            out.append(f"  File \x1b[35m{frame[1]}\x1b[0m, line \x1b[35m{frame[2]}\x1b[0m{name}")
        elif last:
            out.append(f"\x1b[1;35m{last[1]}\x1b[0m: \x1b[35m{last[2]}\x1b[0m")
        elif re.fullmatch(r"\s*[\^~][\s\^~]*", line):
            out.append(re.sub(r"(\^+)", "\x1b[1;31m\\1\x1b[0m", line))
        else:
            out.append(line)
    return "\n".join(out)


@disguise
def ansi_lost_escape(text: str) -> str:
    return ansi_313(text).replace("\x1b", "")


@disguise
def ansi_caret(text: str) -> str:
    return ansi_313(text).replace("\x1b", "^[")


@disguise
def ansi_red_lines(text: str) -> str:
    return "\n".join(f"\x1b[31m{line}\x1b[39m" if line else "" for line in text.split("\n"))


@disguise
def ansi_u001b(text: str) -> str:
    return ansi_313(text).replace("\x1b", "\\u001b")


@disguise
def zero_widths(text: str) -> str:
    return text.replace("/", "/\u200b").replace("_", "_\u200b")


@disguise
def doubled_blanks_lost(text: str) -> str:
    """HTML takes runs of blanks for one."""
    return re.sub(r" {2,}", " ", text)


@disguise
def screenshot(text: str) -> str:
    """Read off a picture: no indentation, other quotes, no carets, a blank too many."""
    lines = [line.strip() for line in text.split("\n") if not re.fullmatch(r"\s*[\^~][\s\^~]*", line)]
    text = "\n".join(lines)
    return text.replace('"', "\u201d").replace("'", "\u2019").replace("_init_", "_ init_").replace(" .", ".")


@disguise
def backslashed_marks(text: str) -> str:
    return re.sub(r"([_*])", r"\\\1", text)


# --- within strings


@disguise
def repr_string(text: str) -> str:
    return repr(text)


@disguise
def repr_bytes(text: str) -> str:
    return f"stderr: {text.encode()!r}"


@disguise
def repr_list(text: str) -> str:
    return repr(text.splitlines(keepends=True))


@disguise
def json_string(text: str) -> str:
    return json.dumps(text)


@disguise
def structlog(text: str) -> str:
    return json.dumps({"event": "job failed", "level": "error", "timestamp": "2024-05-03T22:19:04Z", "exception": text})


@disguise
def json_logger(text: str) -> str:
    return json.dumps(
        {"asctime": "2024-05-03 22:19:04,123", "levelname": "ERROR", "message": "failed", "exc_info": text}
    )


@disguise
def json_indented(text: str) -> str:
    return json.dumps({"status": "failed", "error": {"traceback": text, "retries": 3}}, indent=2)


@disguise
def json_twice(text: str) -> str:
    return json.dumps({"log": json.dumps({"message": text}) + "\n", "stream": "stderr"})


@disguise
def docker_json_file(text: str) -> str:
    return "\n".join(
        json.dumps({"log": line + "\n", "stream": "stderr", "time": f"2024-05-03T{_clock(n, 9)}Z"})
        for n, line in enumerate(text.rstrip("\n").split("\n"))
    )


@disguise
def gcp_text_payload(text: str) -> str:
    return json.dumps({"insertId": "x1", "severity": "ERROR", "textPayload": text}, indent=2)


@disguise
def ansible(text: str) -> str:
    body = json.dumps({"changed": False, "module_stderr": text.replace("\n", "\r\n"), "module_stdout": "", "rc": 1})
    return f"fatal: [host1]: FAILED! => {body}"


@disguise
def sls_dict(text: str) -> str:
    return str({"status": "error", "traceback": text, "code": 500})


@disguise
def lambda_json(text: str) -> str:
    seen = shot(text)
    if seen is None:
        return ""
    trace = [f'  File "{p}", line {n}, in {f}\n    {s[0] if s else ""}\n' for p, n, f, s in seen.frames]
    return json.dumps({"errorMessage": seen.message, "errorType": seen.type, "requestId": "a-b", "stackTrace": trace})


@disguise
def lambda_log(text: str) -> str:
    seen = shot(text)
    if seen is None:
        return ""
    lines = [f"[ERROR] {seen.last}", _HEAD]
    for path, number, function, source in seen.frames:
        lines += [f'\u00a0\u00a0File "{path}", line {number}, in {function}']
        lines += [f"\u00a0\u00a0\u00a0\u00a0{s}" for s in source[:1]]
    return "\n".join(lines)


@disguise
def csv_cell(text: str) -> str:
    cell = text.replace('"', '""')
    return f'2024-05-03,web,error,"{cell}"'


@disguise
def junit(text: str) -> str:
    seen = shot(text)
    if seen is None:
        return ""
    message = html.escape(seen.last).replace("\n", "&#10;")
    return f'<testcase name="test_it"><failure message="{message}">{html.escape(text)}</failure></testcase>'


@disguise
def yaml_block(text: str) -> str:
    return "lastState:\n  terminated:\n    exitCode: 1\n    message: |\n" + each_line("      ")(text)


# --- notebooks and consoles


def _cells(text: str, file: Callable[[str, str, str], str], arrow: str = "----> ") -> str:
    seen = shot(text)
    if seen is None:
        return ""
    name = seen.type.rpartition(".")[2]
    out = ["-" * 75, f"{name:<42}Traceback (most recent call last)"]
    for path, number, function, source in seen.frames:
        line = int(number)
        out += [file(path, number, function)]
        if line > 1:
            out.append(f"{line - 1:>7} # before")
        out.append(f"{arrow}{number} {source[0] if source else ''}")
        out += [f"{line + 1:>7} # after", ""]
    return "\n".join([*out, seen.last])


@disguise
def jupyter_new(text: str) -> str:
    return _cells(
        text,
        lambda p, n, f: f"Cell In[7], line {n}" if f == "<module>" else f"File {p.replace('/home/user', '~')}:{n}, in {f}(a, *b)",
    )  # fmt: skip


@disguise
def jupyter_old(text: str) -> str:
    return _cells(
        text,
        lambda p, n, f: "<ipython-input-7-0123456789ab> in <module>" if f == "<module>" else f"{p} in {f}(a, *b)",
    )


@disguise
def jupyter_input(text: str) -> str:
    return _cells(
        text,
        lambda p, n, f: f"Input In [7], in <cell line: {n}>()" if f == "<module>" else f"File {p}:{n}, in {f}(a, *b)",
    )


@disguise
def colab(text: str) -> str:
    def file(path: str, number: str, function: str) -> str:
        if function == "<module>":
            return "[<ipython-input-7-0123456789ab>](https://localhost:8080/#) in <cell line: 1>()"
        path = path.replace(
            "/home/user/project/.venv/lib/python3.11/site-packages", "/usr/local/lib/python3.10/dist-packages"
        )
        return f"[{path}](https://localhost:8080/#) in {function}(a, *b)"

    return _cells(text, file)


@disguise
def kaggle_notebook(text: str) -> str:
    return _cells(
        text,
        lambda p, n, f: "/tmp/ipykernel_47/123456789.py in <module>" if f == "<module>" else f"{p} in {f}(a, *b)",
    )


@disguise
def databricks(text: str) -> str:
    return _cells(
        text,
        lambda p, n, f: f"File <command-1234567890>:{n}" if f == "<module>" else f"File {p}:{n}, in {f}(a, *b)",
    )


@disguise
def ipython_coloured(text: str) -> str:
    plain = jupyter_new(text)
    plain = re.sub(r"(?m)^(----> )(\d+)(.*)$", "\x1b[1;32m\\1\\2\x1b[0m\x1b[33m\\3\x1b[39m", plain)
    return re.sub(r"(?m)^([A-Za-z_.]+(?:Error|Exception|Warning))\b", "\x1b[0;31m\\1\x1b[0m", plain)


@disguise
def vscode_notebook(text: str) -> str:
    seen, cells = shot(text), jupyter_new(text)
    if seen is None:
        return ""
    return json.dumps({"name": seen.type.rpartition(".")[2], "message": seen.message, "stack": cells}, indent=1)


@disguise
def ipynb_json(text: str) -> str:
    seen, cells = shot(text), jupyter_new(text)
    if seen is None:
        return ""
    output = {"ename": seen.type.rpartition(".")[2], "evalue": seen.message, "output_type": "error"}
    return json.dumps({**output, "traceback": cells.split("\n")}, indent=1)


@disguise
def spyder(text: str) -> str:
    seen = shot(text)
    if seen is None:
        return ""
    out = ["runfile('C:/work/main.py', wdir='C:/work')", _HEAD, ""]
    for path, number, function, source in seen.frames:
        out += [f"  File {path}:{number} in {function}", f"    {source[0] if source else ''}", ""]
    return "\n".join([*out, seen.last])


@disguise
def streamlit(text: str) -> str:
    seen = shot(text)
    if seen is None:
        return ""
    out = [seen.last, "", "Traceback:", ""]
    for path, number, function, source in seen.frames:
        out += [f'File "{path}", line {number}, in {function}', f"    {source[0] if source else ''}"]
    return "\n".join(out)


@disguise
def vscode_debugger(text: str) -> str:
    seen = shot(text)
    if seen is None:
        return ""
    out = [
        f"Exception has occurred: {seen.type}       (note: full exception trace is shown but execution is paused at: f)"
    ]
    out += [seen.message] if seen.message else []
    for path, number, function, source in reversed(seen.frames):
        out += [f'  File "{path}", line {number}, in {function}', f"    {source[0] if source else ''}"]
    return "\n".join([*out, seen.last])


@disguise
def sentry(text: str) -> str:
    seen = shot(text)
    if seen is None:
        return ""
    out = [seen.last]
    for path, number, function, source in reversed(seen.frames):
        out += [f'  File "{path}", line {number}, in {function}', f"    {source[0] if source else ''}"]
    return "\n".join(out)


@disguise
def sentry_issue(text: str) -> str:
    seen = shot(text)
    if seen is None:
        return ""
    out = [seen.type, seen.message, "", "Stack Trace"]
    for path, number, function, source in reversed(seen.frames):
        out += [f"{path} in {function} at line {number}", f"{source[0] if source else ''}"]
    return "\n".join(out)


@disguise
def django_page(text: str) -> str:
    seen = shot(text)
    if seen is None or "\n" in seen.message or not seen.message:
        return ""
    path, number, function, _ = seen.frames[-1]
    name = seen.type.rpartition(".")[2]
    return (
        f"{name} at /orders/3/\n{seen.message}\nRequest Method:\tGET\nRequest URL:\thttp://127.0.0.1:8000/orders/3/\n"
        f"Django Version:\t5.0.4\nException Type:\t{name}\nException Value:\t\n{seen.message}\n"
        f"Exception Location:\t{path}, line {number}, in {function}\nRaised during:\tapp.views.order\n"
        "Python Executable:\t/usr/bin/python3\nPython Version:\t3.12.3\n"
    )


@disguise
def werkzeug(text: str) -> str:
    seen = shot(text)
    if seen is None:
        return ""
    out = [seen.type, seen.last, "", "Traceback (most recent call last)"]
    for path, number, function, source in seen.frames:
        out += [f'File "{path}", line {number}, in {function}', *source[:1]]
    return "\n".join([*out, seen.last, "The debugger caught an exception in your WSGI application."])


@disguise
def rich_box(text: str) -> str:
    seen = shot(text)
    if seen is None:
        return ""
    width = 100
    out = ["╭" + " Traceback (most recent call last) ".center(width - 2, "─") + "╮"]

    def row(body: str) -> Iterator[str]:
        for at in range(0, max(len(body), 1), width - 4):
            yield "│ " + body[at : at + width - 4].ljust(width - 4) + " │"

    for path, number, function, source in seen.frames:
        line = int(number)
        out += [*row(f"{path}:{number} in {function}"), *row("")]
        out += [*row(f"  {line - 1:>4} │   # before"), *row(f"❱ {line:>4} │   {source[0] if source else ''}"), *row("")]
    out.append("╰" + "─" * (width - 2) + "╯")
    return "\n".join([*out, _hard(seen.last, width)])


@disguise
def pytest_long(text: str) -> str:
    seen = shot(text)
    if seen is None:
        return ""
    out = ["=" * 30 + " FAILURES " + "=" * 30, "_" * 30 + " test_it " + "_" * 30, ""]
    for index, (path, number, function, source) in enumerate(seen.frames):
        last = index == len(seen.frames) - 1
        out += [f"    def {function.strip('<>')}(a):", f">       {source[0] if source else ''}"]
        if last:
            out += [f"E       {line}" for line in seen.last.split("\n")]
        out += ["", f"{path}:{number}: {seen.type if last else ''}".rstrip() if last else f"{path}:{number}: "]
        out += [] if last else ["_ " * 40]
    first = seen.last.split("\n")[0]
    return "\n".join(
        [*out, "=" * 20 + " short test summary info " + "=" * 20, f"FAILED tests/test_it.py::test_it - {first}"]
    )


@disguise
def pytest_short(text: str) -> str:
    seen = shot(text)
    if seen is None:
        return ""
    out = ["_" * 30 + " test_it " + "_" * 30]
    for path, number, function, source in seen.frames:
        out += [f"{path}:{number}: in {function}", f"    {source[0] if source else ''}"]
    return "\n".join([*out, *(f"E   {line}" for line in seen.last.split("\n"))])


@disguise
def pytest_summary(text: str) -> str:
    seen = shot(text)
    if seen is None:
        return ""
    first = seen.last.split("\n")[0]
    return f"=========== short test summary info ===========\nFAILED tests/test_it.py::test_it[a-b] - {first}\n=== 1 failed, 3 passed in 0.12s ==="


@disguise
def unittest_run(text: str) -> str:
    return (
        f"E\n{'=' * 70}\nERROR: test_it (tests.test_it.TestIt.test_it)\n{'-' * 70}\n{text.rstrip()}\n\n{'-' * 70}\n"
        "Ran 1 test in 0.002s\n\nFAILED (errors=1)\n"
    )


@disguise
def doctest_run(text: str) -> str:
    return (
        f'{"*" * 70}\nFile "core.py", line 7, in core.f\nFailed example:\n    f(3)\nException raised:\n'
        + each_line("    ")(text)
        + "\n"
        + "*" * 70
    )


@disguise
def loguru(text: str) -> str:
    seen = shot(text)
    if seen is None:
        return ""
    out = [
        "2024-05-03 22:19:04.123 | ERROR    | __main__:<module>:12 - An error has been caught in function 'run'",
        _HEAD,
        "",
    ]
    for index, (path, number, function, source) in enumerate(seen.frames):
        out += [f'{"> " if index == 0 else "  "}File "{path}", line {number}, in {function}']
        out += [f"    {s}" for s in source[:1]]
        out += ["    │   └ {'a': 3}", "    └ <function f at 0x7f1c2d3e4f50>", ""]
    return "\n".join([*out, seen.last])


@disguise
def stackprinter(text: str) -> str:
    seen = shot(text)
    if seen is None:
        return ""
    out = []
    for path, number, function, source in seen.frames:
        line = int(number)
        out += [f'File "{path}", line {number}, in {function}', f"    {line - 1}    # before"]
        out += [
            f"--> {number}    {source[0] if source else ''}",
            "    ..................................................",
            "     a = 3",
            "    ..................................................",
            "",
        ]
    return "\n".join([*out, seen.last])


@disguise
def cgitb(text: str) -> str:
    seen = shot(text)
    if seen is None:
        return ""
    out = [seen.type.rpartition(".")[2], "Python 3.11.4: /usr/bin/python3", "Fri May  3 22:19:04 2024", ""]
    for path, number, function, source in seen.frames:
        line = int(number)
        out += [
            f" {path} in {function}(a=3)",
            f"   {line - 1:>3}     # before",
            f"   {line:>3}     {source[0] if source else ''}",
            "",
        ]
    return "\n".join([*out, seen.last])


@disguise
def powershell(text: str) -> str:
    """`python main.py 2> log.txt`: the first line becomes an error record."""
    first, _, rest = text.partition("\n")
    return (
        f"python : {first}\nAt line:1 char:1\n+ python main.py 2> log.txt\n+ ~~~~~~~~~~~~~~~~~~~~~~~~~\n"
        f"    + CategoryInfo          : NotSpecified: ({first}:String) [], RemoteException\n"
        f"    + FullyQualifiedErrorId : NativeCommandError\n \n{rest}"
    )


@disguise
def windows(text: str) -> str:
    text = text.replace(
        "/home/user/project/.venv/lib/python3.11/site-packages", "C:/Users/me/proj/venv/Lib/site-packages"
    )

    def path(found: re.Match[str]) -> str:
        name = found[1].replace("/home/user/project", "C:/Users/me/proj").replace("/", "\\")
        return f'File "{name}"'

    return "C:\\Users\\me\\proj>python main.py\n" + re.sub(r'File "([^"]+)"', path, text) + "\nC:\\Users\\me\\proj>"


@disguise
def pycharm(text: str) -> str:
    return f'"C:\\Program Files\\Python311\\python.exe" C:\\work\\main.py \n{text}\nProcess finished with exit code 1\n'


@disguise
def shell_session(text: str) -> str:
    return f"(venv) me@box:~/proj$ python main.py --epochs 3\nLoading 12 files\n{text}(venv) me@box:~/proj$ "


@disguise
def repl(text: str) -> str:
    return f">>> run(3)\n{text}>>> "


@disguise
def r_reticulate(text: str) -> str:
    seen = shot(text)
    return (
        f"Error in py_call_impl(callable, call_args$unnamed, call_args$named) : \n  {seen.last}\nRun `reticulate::py_last_error()` for details.\n"
        if seen
        else ""
    )


@disguise
def julia_pycall(text: str) -> str:
    seen = shot(text)
    if seen is None:
        return ""
    out = [
        f"ERROR: PyError ($(Expr(:escape, :(ccall(#= x.jl:43 =# @pysym(:PyObject_Call)))))) <class '{seen.type}'>",
        f"{seen.type.rpartition('.')[2]}({seen.message!r})",
    ]
    for path, number, function, source in seen.frames:
        out += [f'  File "{path}", line {number}, in {function}', f"    {source[0] if source else ''}"]
    return "\n".join(out)


@disguise
def blender(text: str) -> str:
    return "Python: " + text


# --- words around it


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
        f'exception:\n\n{_HEAD}\n  File "main.py", line 9, in <module>\n    pool.map(f, range(3))\n'
        f'  File "/usr/lib/python3.11/multiprocessing/pool.py", line 774, in get\n    raise self._value\n{seen.last}\n'
    )


@disguise
def in_dataloader(text: str) -> str:
    seen = shot(text)
    if seen is None:
        return ""
    site = "/usr/lib/python3.11/site-packages/torch"
    return (
        f'{_HEAD}\n  File "main.py", line 9, in <module>\n    for batch in loader:\n'
        f'  File "{site}/utils/data/dataloader.py", line 628, in __next__\n    data = self._next_data()\n'
        f'  File "{site}/_utils.py", line 694, in reraise\n    raise exception\n'
        f"{seen.type}: Caught {seen.type} in DataLoader worker process 0.\nOriginal {text}"
    )


@disguise
def in_ray(text: str) -> str:
    seen = shot(text)
    if seen is None:
        return ""
    frames = text[text.rfind(_HEAD) :].partition("\n")[2]
    return (
        f'{_HEAD}\n  File "main.py", line 9, in <module>\n    ray.get(f.remote())\n'
        f'  File "/usr/lib/python3.11/site-packages/ray/_private/worker.py", line 2493, in get\n    raise value.as_instanceof_cause()\n'
        f"ray.exceptions.RayTaskError({seen.type.rpartition('.')[2]}): \x1b[36mray::f()\x1b[39m (pid=1234, ip=10.0.0.4)\n{frames}"
    )


@disguise
def own_wrapper(text: str) -> str:
    return (
        f"{text}\nThe above exception was the direct cause of the following exception:\n\n{_HEAD}\n"
        '  File "/srv/app/jobs.py", line 31, in run\n    raise JobError(job.id) from error\napp.errors.JobError: job 17 failed\n'
    )


@disguise
def while_cleaning_up(text: str) -> str:
    return (
        f"{text}\nDuring handling of the above exception, another exception occurred:\n\n{_HEAD}\n"
        '  File "/srv/app/jobs.py", line 44, in close\n    self.sink.flush()\nacme.sinks.SinkClosed: sink 3 is gone\n'
    )


@disguise
def in_group(text: str) -> str:
    body = "\n".join("    | " + line for line in text.rstrip("\n").split("\n"))
    return (
        f"  + Exception Group {_HEAD}\n"
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


# --- what is left of it


@disguise
def last_line(text: str) -> str:
    seen = shot(text)
    return seen.last if seen else ""


@disguise
def last_line_indented(text: str) -> str:
    seen = shot(text)
    return "    " + seen.last if seen else ""


@disguise
def headless(text: str) -> str:
    """The head scrolled away, within a frame."""
    lines = text.rstrip("\n").split("\n")
    return "\n".join(lines[2:]) if len(lines) > 4 else ""


@disguise
def without_head(text: str) -> str:
    return text.partition("\n")[2] if text.startswith(_HEAD) else ""


@disguise
def frames_elided(text: str) -> str:
    seen = shot(text)
    if seen is None or len(seen.frames) < 3:
        return ""
    (a, b, c, d), (p, n, f, s) = seen.frames[0], seen.frames[-1]
    return (
        f'{_HEAD}\n  File "{a}", line {b}, in {c}\n    {d[0] if d else ""}\n  ...\n  File "{p}", line {n}, in {f}\n'
        f"    {s[0] if s else ''}\n{seen.last}"
    )


@disguise
def tail_cut(text: str) -> str:
    """The message's last sixth is missing, where it has something to lose."""
    seen = shot(text)
    if seen is None or len(seen.message) < 60 or "\n" in seen.message:
        return ""
    return text.rstrip("\n")[: -len(seen.message) // 6]


@disguise
def message_dots(text: str) -> str:
    seen = shot(text)
    if seen is None or len(seen.message) < 60 or "\n" in seen.message:
        return ""
    return f"{seen.type}: {seen.message[: len(seen.message) * 5 // 6]}..."


@disguise
def repr_of_exception(text: str) -> str:
    seen = shot(text)
    return f"{seen.type.rpartition('.')[2]}({seen.message!r})" if seen and seen.message else ""


@disguise
def logged_repr(text: str) -> str:
    seen = shot(text)
    if seen is None or not seen.message:
        return ""
    return f"2024-05-03 22:19:04 ERROR worker failed: {seen.type.rpartition('.')[2]}({seen.message!r}), retrying in 5 s"


@disguise
def error_words(text: str) -> str:
    """`print(f"Error: {e}")`."""
    seen = shot(text)
    return f"Error: {seen.message}" if seen and seen.message else ""


@disguise
def caught_words(text: str) -> str:
    seen = shot(text)
    return f"Failed to load the model: {seen.message}" if seen and seen.message else ""


@disguise
def bare_message(text: str) -> str:
    seen = shot(text)
    return seen.message if seen else ""


@disguise
def code_then_error(text: str) -> str:
    seen = shot(text)
    if seen is None:
        return ""
    own = "\n".join(s[0] for _, _, f, s in seen.frames if f == "<module>" and s)
    return f"import acme\n\nx = acme.load('a.bin')\n{own}\n\n{seen.last}"
