"""A traceback within a string: JSON, CSV, YAML, reprs, logs of logs."""

from __future__ import annotations

import html
import json

from tests.matching.disguises.prefixes import clock, each_line
from tests.matching.disguises.shot import HEAD, disguise, shot


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
        json.dumps({"log": line + "\n", "stream": "stderr", "time": f"2024-05-03T{clock(n, 9)}Z"})
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
    lines = [f"[ERROR] {seen.last}", HEAD]
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
