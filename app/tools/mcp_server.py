"""`unraise mcp`: the same lookup for tools that speak the Model Context Protocol, over standard input and output.

Three tools: `lookup` answers a paste with the Result JSON, `explain` gives an entry's Markdown, `search` finds entries
by words.  Nothing leaves the process.
"""

from __future__ import annotations

import json
from importlib.metadata import version
from typing import Any

from mcp.server import MCPServer

from app.lookup import lookup
from app.store.source import SqliteSource
from app.tools import keeping
from app.tools.asking import MAX_PASTE_BYTES, open_source

MAX_WORDS = 200  # characters
_INSTRUCTIONS = (
    "Explains Python errors. Give `lookup` whatever was printed (a traceback, a log, one line). "
    "`match` is the entry about that error, its causes ordered by what the paste shows; `candidates` are told apart "
    "by `if_this`; `unknown` means that no entry explains it: never present `related` as the answer. "
    "`explain` gives an entry's page, with programs that have been run; `search` finds entries by words."
)


def build(source: SqliteSource) -> MCPServer:
    """The server over one source of entries."""
    server = MCPServer("unraise", instructions=_INSTRUCTIONS, version=version("unraise"))

    @server.tool(name="lookup", description="Find the entry that explains the error in a pasted traceback or log.")
    def lookup_tool(text: str) -> str:
        if len(text.encode("utf-8", "replace")) > MAX_PASTE_BYTES:
            raise ValueError("the paste is over 1 MiB; send the part around the error")
        return json.dumps(lookup(text, source).as_json(), ensure_ascii=False)

    @server.tool(name="explain", description="The page of an entry as Markdown, by its slug (torch/backward-twice).")
    def explain_tool(slug: str) -> str:
        if slug not in source.entries([slug]):
            raise ValueError(f"no entry {slug!r}; slugs come from the result of `lookup` or `search`")
        return source.markdown(slug)

    @server.tool(name="search", description="Entries that hold some words (not a traceback: that is for `lookup`).")
    def search_tool(words: str, limit: int = 10) -> str:
        return json.dumps(keeping.found(words[:MAX_WORDS], max(1, min(limit, 50))), ensure_ascii=False)

    return server


def main() -> int:
    """Serve until standard input ends."""
    server: Any = build(open_source())
    server.run("stdio")
    return 0
