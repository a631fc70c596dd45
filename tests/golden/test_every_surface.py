"""The same paste gets the same answer wherever it is asked: process, API, command line, MCP, page."""

from __future__ import annotations

import asyncio
import html
import json
import subprocess
import sys
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import httpx
import pytest

from app.lookup import lookup
from app.main import create_app
from app.settings import ROOT, Settings
from app.store.source import SqliteSource
from app.tools import mcp_server

EXPECTED: dict[str, dict[str, Any]] = json.loads((Path(__file__).parent / "expected.json").read_text(encoding="utf-8"))
CASES = sorted(EXPECTED)
Answer = TypeVar("Answer")


def test_every_golden_paste_has_an_expected_answer(golden_pastes: dict[str, str]) -> None:
    assert sorted(golden_pastes) == CASES


@pytest.mark.parametrize("name", CASES)
def test_the_answer_is_the_expected_one(name: str, golden_pastes: dict[str, str], source: SqliteSource) -> None:
    expected, answer = EXPECTED[name], lookup(golden_pastes[name], source).as_json()
    assert answer["outcome"] == expected["outcome"]
    match = answer["match"]
    assert (match["slug"] if match else None) == expected.get("slug")
    if "captures" in expected:
        assert match["captures"] == expected["captures"]
    if "cause" in expected:
        first = match["causes"][0]
        assert (first["id"], first["likely"]) == (expected["cause"], expected["likely"])
        assert [hit["line"] for hit in first["evidence"]] == ([expected["evidence_line"]] if expected["likely"] else [])
    if "template" in expected:
        assert answer["understood"]["exceptions"][0]["template"] == expected["template"]


@pytest.mark.parametrize("name", CASES)
def test_api_and_mcp_say_what_the_pipeline_says(
    name: str, golden_pastes: dict[str, str], source: SqliteSource, loaded: Settings
) -> None:
    paste = golden_pastes[name]
    expected = _plain(lookup(paste, source).as_json())
    as_text, as_json = awaited(_ask_api(loaded, paste))
    assert as_text == expected
    assert as_json == expected
    assert awaited(_ask_mcp(source, paste)) == expected


def test_the_command_line_says_what_the_pipeline_says(
    golden_pastes: dict[str, str], source: SqliteSource, loaded: Settings, tmp_path: Path
) -> None:
    cases = tmp_path / "cases.jsonl"
    cases.write_text(
        "".join(json.dumps({"id": name, "text": text}) + "\n" for name, text in golden_pastes.items()), encoding="utf-8"
    )
    run = subprocess.run(
        [sys.executable, "-m", "app.tools.cli", "lookup", "--jsonl", str(cases)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
        cwd=ROOT,
        env={"UNRAISE_DATA": str(loaded.data), "PATH": ""},
    )
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert answers == [{"id": name, **_plain(lookup(text, source).as_json())} for name, text in golden_pastes.items()]


@pytest.mark.parametrize("name", CASES)
def test_the_page_shows_that_answer(
    name: str, golden_pastes: dict[str, str], source: SqliteSource, loaded: Settings
) -> None:
    answer = lookup(golden_pastes[name], source)
    page = html.unescape(awaited(_ask_page(loaded, golden_pastes[name])))
    if answer.match:
        assert answer.match.url in page
        assert "unknown" not in page.lower().split("<title>")[1].split("</title>")[0]
    else:
        assert EXPECTED[name]["template"] in page


def awaited(question: Coroutine[Any, Any, Answer]) -> Answer:
    """Its answer, from a thread of its own: browser tests leave an event loop running in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, question).result()


def _plain(answer: dict[str, Any]) -> Any:
    """As it looks after a journey as JSON: tuples are lists."""
    return json.loads(json.dumps(answer))


async def _ask_api(settings: Settings, paste: str) -> tuple[Any, Any]:
    async with _client(settings) as client:
        text = await client.post("/api/v1/lookup", content=paste.encode(), headers={"Content-Type": "text/plain"})
        body = await client.post("/api/v1/lookup", json={"text": paste})
    assert (text.status_code, body.status_code) == (200, 200)
    return text.json(), body.json()


async def _ask_page(settings: Settings, paste: str) -> str:
    async with _client(settings) as client:
        answer = await client.post("/", data={"text": paste})
    assert answer.status_code == 200
    return answer.text


def _client(settings: Settings) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(app=create_app(settings))
    return httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1")


async def _ask_mcp(source: SqliteSource, paste: str) -> Any:
    result: Any = await mcp_server.build(source).call_tool("lookup", {"text": paste})
    content = result.content if hasattr(result, "content") else result[0]
    return json.loads(content[0].text)
