"""What stands before every line: quotes, clocks, containers, ranks, schedulers."""

from __future__ import annotations

from collections.abc import Callable

from tests.matching.disguises.shot import Disguise, disguise


def each_line(prefix: str | Callable[[int], str]) -> Disguise:
    def put_on(text: str) -> str:
        lines = text.rstrip("\n").split("\n")
        return "\n".join((prefix if isinstance(prefix, str) else prefix(n)) + line for n, line in enumerate(lines))

    return put_on


def clock(n: int, digits: int = 6) -> str:
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
    "iso_stamp": lambda n: f"2024-05-03T{clock(n)}Z ",
    "github_actions": lambda n: f"2024-05-03T{clock(n, 7)}Z ",
    "gh_run_view": lambda n: f"test (3.12)\tRun pytest\t2024-05-03T{clock(n, 7)}Z ",
    "gitlab_section": lambda n: f"2024-05-03T{clock(n)}Z 01E ",
    "cri": lambda n: f"2024-05-03T{clock(n, 9)}Z stderr F ",
    "docker_compose": "web-1  | ",
    "docker_compose_v1": "api_1              | ",
    "compose_stamped": lambda n: f"worker-2  | 2024-05-03T{clock(n, 9)}Z ",
    "docker_build": lambda n: f"#12 {3 + n / 100:.3f} ",
    "kubectl_prefix": "[pod/web-6d5f7c9b8-x2x4z/web] ",
    "stern": "web-6d5f7c9b8-x2x4z web ",
    "journald": lambda n: "May 03 22:19:04 box gunicorn[1234]: ",
    "syslog_iso": lambda n: f"2024-05-03T{clock(n)}+02:00 box python3[812]: ",
    "heroku": lambda n: f"2024-05-03T{clock(n)}+00:00 app[web.1]: ",
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
    "three_prefixes": lambda n: f"2024-05-03T{clock(n, 7)}Z worker-1  | [rank1]: ",
}
for _name, _prefix in _PREFIXES.items():
    _put_on = each_line(_prefix)
    _put_on.__name__ = _name
    disguise(_put_on)
