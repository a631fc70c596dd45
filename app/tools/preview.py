"""`unraise preview SLUG`: the page of one entry as the site will show it, on loopback, made anew with every save.

A folder of its own holds the one entry and its database, so the content that is being served stays what it is.  While
the entry is broken the page says where and why.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from dataclasses import dataclass, field
from html import escape
from pathlib import Path

import uvicorn
from starlette.datastructures import MutableHeaders
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.content.lint import lint
from app.content.problems import ContentError, Problem
from app.content.proof.environments import CONTENT
from app.main import create_app
from app.settings import Settings
from app.store.loader import LoadError, load
from app.tools.errors import EXIT_MATCH, UsageError
from app.web.entry_page import page_renderer

BESIDE = ("wrappers.yml", "exceptions.yml", "calibration.json", "verified.lock")
VERSION, SCRIPT = "/preview/version", "/preview/reload.js"
RELOAD = f"""
let shown = null;
setInterval(async () => {{
  const answer = await fetch("{VERSION}").catch(() => null);
  if (!answer) return;
  const version = await answer.text();
  if (shown !== null && version !== shown) location.reload();
  shown = version;
}}, 500);
"""


def main(slug: str, port: int, content: Path = CONTENT) -> int:
    """Serves until interrupted.  Raises UsageError for an entry that does not exist."""
    slug = slug.partition("#")[0]
    file = content / "errors" / f"{slug}.md"
    if not file.is_file():
        raise UsageError(f"there is no {file}; `unraise new` makes one from a paste")
    with tempfile.TemporaryDirectory(prefix="unraise-preview-") as folder:
        workshop = Workshop(slug, content.resolve(), Path(folder))
        workshop.refresh()
        app = create_app(workshop.settings)
        print(f"{slug} is at http://127.0.0.1:{port} and follows {file} (Ctrl+C stops it)", file=sys.stderr, flush=True)
        uvicorn.run(Preview(app, workshop), host="127.0.0.1", port=port, log_level="warning", server_header=False)
    return EXIT_MATCH


@dataclass(slots=True)
class Workshop:
    """The folder that a preview is made in."""

    slug: str
    content: Path
    folder: Path
    seen: tuple[tuple[str, int, int], ...] = ()
    problems: list[Problem] = field(default_factory=list)

    @property
    def settings(self) -> Settings:
        return Settings(content=self.folder / "content", data=self.folder / "var")

    @property
    def address(self) -> str:
        return f"/errors/{self.slug}"

    @property
    def version(self) -> str:
        return str(hash(self.seen))

    def refresh(self) -> None:
        """Makes the page anew when the entry, a paste of it, or a file beside the entries has changed."""
        now = self._stamps()
        if now == self.seen:
            return
        self.seen = now
        self.problems = [p for p in lint(self.content, [self._file(self.content)]) if p.severity == "error"]
        self._copy()
        try:
            load(self.settings, None, page_renderer(self.settings))
        except ContentError as error:
            self.problems = list(error.problems)
        except LoadError as error:
            self.problems = [Problem(str(self._file(self.content)), 1, "load", str(error))]

    def _file(self, content: Path) -> Path:
        return content / "errors" / f"{self.slug}.md"

    def _watched(self) -> list[Path]:
        pastes = sorted((self.content / "pastes" / self.slug).glob("*.txt"))
        return [self._file(self.content), *(self.content / name for name in BESIDE), *pastes]

    def _stamps(self) -> tuple[tuple[str, int, int], ...]:
        found = [(str(path), path.stat()) for path in self._watched() if path.exists()]
        return tuple((name, status.st_mtime_ns, status.st_size) for name, status in found)

    def _copy(self) -> None:
        target = self.folder / "content"
        self._file(target).parent.mkdir(parents=True, exist_ok=True)
        self._file(target).write_bytes(self._file(self.content).read_bytes())
        shutil.copytree(self.content / "environments", target / "environments", dirs_exist_ok=True)
        for name in BESIDE:
            if (self.content / name).exists():
                shutil.copyfile(self.content / name, target / name)


class Preview:
    """ASGI middleware: leads to the entry, puts the reloading script into pages, or shows what is wrong."""

    def __init__(self, app: ASGIApp, workshop: Workshop) -> None:
        self.app, self.workshop = app, workshop

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        answer = self._own(scope["path"])
        if answer is not None:
            await answer(scope, receive, send)
            return
        # Bytes that are compressed or that the browser has already could not be given the script.
        asked = [(k, v) for k, v in scope["headers"] if k not in (b"accept-encoding", b"if-none-match")]
        await self.app({**scope, "headers": asked}, receive, _Injecting(send))

    def _own(self, path: str) -> Response | None:
        if path == SCRIPT:
            return Response(RELOAD, media_type="text/javascript")
        if path == "/":
            return RedirectResponse(self.workshop.address)
        if path == VERSION:
            self.workshop.refresh()
            return Response(self.workshop.version, media_type="text/plain", headers={"Cache-Control": "no-store"})
        if path == self.workshop.address and self.workshop.problems:
            return HTMLResponse(_problems_page(self.workshop.problems))
        return None


def _problems_page(problems: list[Problem]) -> str:
    items = "".join(f"<li>{escape(str(problem))}</li>" for problem in problems)
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Not yet right</title>'
        f"<h1>Not yet right</h1><ul>{items}</ul>{_TAG.decode()}"
    )


_TAG = f'<script src="{SCRIPT}" defer></script>'.encode()


class _Injecting:
    """Passes an answer on; a page gets the script before its end."""

    def __init__(self, send: Send) -> None:
        self.send = send
        self.start: Message | None = None
        self.body = b""

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(raw=list(message["headers"]))
            if headers.get("content-type", "").startswith("text/html"):
                self.start = message
                return
        elif self.start is not None and message["type"] == "http.response.body":
            self.body += message.get("body", b"")
            if message.get("more_body"):
                return
            await self._finish(message)
            return
        await self.send(message)

    async def _finish(self, message: Message) -> None:
        assert self.start is not None
        body = self.body.replace(b"</body>", _TAG + b"</body>", 1) if b"</body>" in self.body else self.body + _TAG
        headers = MutableHeaders(raw=list(self.start["headers"]))
        headers["content-length"] = str(len(body))
        headers["cache-control"] = "no-store"
        await self.send({**self.start, "headers": headers.raw})
        await self.send({**message, "body": body, "more_body": False})
