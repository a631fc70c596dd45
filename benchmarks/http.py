"""Requests a second of the real site beside a bare FastAPI response of the same size, served by the same Uvicorn.

Both applications live in one server process, so that the only difference is the work per request.
"""

from __future__ import annotations

import os
import socket
import statistics
import subprocess
import sys
import threading
import time
from pathlib import Path

from app.settings import ROOT
from benchmarks import load, pastes
from benchmarks.report import Report

PAGE = "/errors/torch/backward-twice"
SHORT_PASTE = "RuntimeError: mat1 and mat2 shapes cannot be multiplied (32x2048 and 512x10)\n"


def measure_http(report: Report, folder: Path) -> None:
    """Starts a server on a free loopback port, measures, and ends it."""
    report.section("HTTP on loopback, 16 connections, one worker")
    port = _free_port()
    environment = os.environ | {"UNRAISE_DATA": str(folder / "data"), "BENCH_PAGE": PAGE, "RATE_LIMITS": "off"}
    subprocess.run(
        [sys.executable, "-m", "app.tools.cli", "load"], cwd=ROOT, env=environment, check=True, capture_output=True
    )
    command = [sys.executable, "-m", "uvicorn", "benchmarks.bare:application", "--factory", "--host", load.HOST]
    command += ["--port", str(port), "--no-access-log", "--log-level", "warning"]
    server = subprocess.Popen(command, cwd=ROOT, env=environment)
    try:
        _wait(port)
        _measure(report, port)
    finally:
        server.terminate()
        server.wait(10)


def _measure(report: Report, port: int) -> None:
    beside = _alternating(port, load.get("/bare/page"), load.get(PAGE))
    _show(report, "bare FastAPI, bytes of the page's size", beside[0])
    _show(report, f"GET {PAGE}", beside[1])
    report.ratio("entry page / bare response of its size", _rate(beside[1]) / _rate(beside[0]), at_least=0.6)
    ask = load.post("/api/v1/lookup", SHORT_PASTE.encode())
    beside = _alternating(port, load.get("/bare/result"), ask)
    _show(report, "bare FastAPI, bytes of the result's size", beside[0])
    _show(report, "POST /api/v1/lookup, one line", beside[1])
    report.ratio("lookup of a short paste / bare response", _rate(beside[1]) / _rate(beside[0]), at_least=0.12)
    four = load.run(port, load.post("/api/v1/lookup", pastes.ordinary(4_000).encode()))
    _show(report, "POST /api/v1/lookup, 4 kB", [four])
    quiet = _pages(port, seconds=3)
    stop = threading.Event()
    body = load.post("/api/v1/lookup", pastes.ordinary(200_000).encode())
    senders = [threading.Thread(target=_stream, args=(port, body, stop)) for _ in range(2)]
    for sender in senders:
        sender.start()
    busy = _pages(port, seconds=5)
    stop.set()
    for sender in senders:
        sender.join()
    report.note(f"page p50 quiet {quiet:.2f} ms, while two clients post 200 kB {busy:.2f} ms")
    report.ratio("page p50 under 200 kB lookups / quiet", busy / quiet, at_most=5)


def _alternating(port: int, *requests: bytes, rounds: int = 7) -> list[list[load.Load]]:
    """Short runs in turn, so that a slow moment of the machine falls on all of them."""
    runs: list[list[load.Load]] = [[] for _ in requests]
    for _ in range(rounds):
        for taken, request in zip(runs, requests, strict=True):
            taken.append(load.run(port, request, seconds=0.8))
    return runs


def _rate(runs: list[load.Load]) -> float:
    return statistics.median(run.rate for run in runs)


def _show(report: Report, name: str, runs: list[load.Load]) -> None:
    rates = [run.rate for run in runs]
    p50, p99 = (statistics.median(values) for values in zip(*((run.p50, run.p99) for run in runs), strict=True))
    statuses = sorted({status for run in runs for status in run.statuses})
    report.note(
        f"{name}: {min(rates):,.0f} / {_rate(runs):,.0f} / {max(rates):,.0f} requests/s (min/median/max), "
        f"p50 {p50:.2f} ms, p99 {p99:.2f} ms, status {', '.join(map(str, statuses))}"
    )


def _pages(port: int, seconds: float) -> float:
    """Median milliseconds of a page on one connection asked 50 times a second: a reader, not a flood."""
    taken: list[float] = []
    with socket.create_connection((load.HOST, port), timeout=30) as sock:
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection = load.Connection(sock, load.get(PAGE))
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            connection.send()
            while not connection.receive():
                pass
            taken.append((time.perf_counter() - connection.sent_at) * 1000)
            time.sleep(0.02)
    return statistics.median(taken)


def _stream(port: int, request: bytes, stop: threading.Event) -> None:
    with socket.create_connection((load.HOST, port), timeout=60) as sock:
        connection = load.Connection(sock, request)
        for _ in range(2_000):
            if stop.is_set():
                return
            connection.send()
            while not connection.receive():
                pass


def _free_port() -> int:
    with socket.socket() as sock:
        sock.bind((load.HOST, 0))
        return int(sock.getsockname()[1])


def _wait(port: int) -> None:
    for _ in range(200):
        try:
            socket.create_connection((load.HOST, port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.1)
    raise TimeoutError("the server did not start in 20 s")
