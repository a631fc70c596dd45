"""`unraise load`, `serve`, `lint` and `search`: the commands that look after the content and the site.

Here the whole stack may be imported; a lookup never comes this way.
"""

from __future__ import annotations

import contextlib
import json
import os
import socket
import sys
from pathlib import Path
from typing import Any

from app.content.problems import ContentError
from app.settings import Settings, get_settings
from app.store.database import DatabaseError
from app.store.loader import LoadError, LoadReport
from app.store.loader import load as load_content
from app.store.repository import Repository
from app.store.source import NotLoadedError
from app.tools.errors import EXIT_MATCH, EXIT_UNKNOWN, EXIT_USAGE, UsageError
from app.tools.terminal import clean

_BAR = 30


def load(content: str | None = None) -> int:
    """Load the content; what changed goes to stderr, a broken entry stops it with file, line and reason."""
    settings = get_settings()
    if content:
        settings = settings.model_copy(update={"content": Path(content).resolve()})
    try:
        report = _load(settings)
    except ContentError as error:
        for problem in error.problems:
            print(problem, file=sys.stderr)
        print("unraise: nothing was loaded; the old content stays up", file=sys.stderr)
        return EXIT_USAGE
    except (LoadError, DatabaseError) as error:
        raise UsageError(str(error)) from None
    _tell(report)
    return EXIT_MATCH


def serve(host: str | None, port: int | None, *, load_first: bool) -> int:
    """Migrate, load and serve until interrupted."""
    import uvicorn

    if load_first:
        status = load()
        # A broken entry must not take down a site that has content to show.
        if status != EXIT_MATCH and not _is_loaded():
            return status
    host = host or os.environ.get("HOST") or "127.0.0.1"
    try:
        port = port or int(os.environ.get("PORT") or 8000)
    except ValueError:
        raise UsageError(f"PORT must be a number, not {os.environ['PORT']!r}") from None
    listening = _listen(host, port)
    shown = f"[{host}]" if ":" in host else host
    print(f"unraise is at http://{shown}:{port} (Ctrl+C stops it)", file=sys.stderr, flush=True)
    config = uvicorn.Config("app.main:create_app", factory=True, log_level="warning", server_header=False)
    with contextlib.suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listening])
    return EXIT_MATCH


def _listen(host: str, port: int) -> socket.socket:
    """Bound before anybody is told the address."""
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[
            0
        ]
        listening = socket.socket(family, kind)
        if os.name == "posix":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UsageError(f"cannot listen on {host}, port {port}: {reason}; choose another with PORT=8001") from None
    return listening


def lint(paths: list[str], style: str) -> int:
    """Check entries without loading them; exit 1 when there are errors, 0 with warnings only."""
    from app.content.lint import lint as check
    from app.content.lint.report import render

    for path in paths:
        if not Path(path).exists():
            raise UsageError(f"no file or folder {path}")
    problems = check(get_settings().content, [Path(p).resolve() for p in paths])
    sys.stdout.write(render(problems, style))
    errors = sum(p.severity == "error" for p in problems)
    warnings = len(problems) - errors
    print(f"{errors} error{'s' * (errors != 1)}, {warnings} warning{'s' * (warnings != 1)}", file=sys.stderr)
    return EXIT_UNKNOWN if any(p.severity == "error" for p in problems) else EXIT_MATCH


def search(words: str, *, limit: int, as_json: bool) -> int:
    """Entries that hold the words, best first; exit 1 when there are none."""
    answer = found(words, max(1, min(limit, 100)))
    hits, total, instead = answer["hits"], answer["total"], answer["did_you_mean"]
    if as_json:
        print(json.dumps(answer, ensure_ascii=False))
    else:
        for hit in hits:
            print(clean(f"{hit['slug']}\n  {hit['title']}"))
        if total > len(hits):
            print(f"{total - len(hits)} more; --limit shows them", file=sys.stderr)
        if not hits:
            hint = f"; did you mean {instead!r}?" if instead else "; paste the whole error instead"
            print(f"unraise: nothing found{hint}", file=sys.stderr)
    return EXIT_MATCH if hits else EXIT_UNKNOWN


def found(words: str, limit: int) -> dict[str, Any]:
    """What the search box would find, as JSON data: total, hits, did_you_mean."""
    repository = Repository(get_settings())
    try:
        result = repository.search(words, limit=limit)
    except NotLoadedError as error:
        raise UsageError(str(error)) from None
    finally:
        repository.close()
    hits = [{"slug": h.entry.slug, "title": h.entry.title, "meaning": h.entry.meaning} for h in result.hits]
    return {"total": result.total, "hits": hits, "did_you_mean": result.did_you_mean}


def _load(settings: Settings) -> LoadReport:
    from app.web.entry_page import page_renderer

    progress = _progress if sys.stderr.isatty() else None
    try:
        return load_content(settings, progress, page_renderer(settings))
    finally:
        if progress:
            print("\r\x1b[K", end="", file=sys.stderr)


def _progress(done: int, total: int, what: str) -> None:
    filled = _BAR * done // max(1, total)
    print(
        f"\r\x1b[K{'█' * filled}{'░' * (_BAR - filled)} {done}/{total} {what[:40]}", end="", file=sys.stderr, flush=True
    )


def _tell(report: LoadReport) -> None:
    for sign, slugs in (("+", report.added), ("~", report.changed), ("-", report.removed)):
        shown = slugs if len(slugs) <= 20 else slugs[:3]
        for slug in shown:
            print(f"{sign} {slug}", file=sys.stderr)
        if len(slugs) > len(shown):
            print(f"{sign} … and {len(slugs) - len(shown)} more", file=sys.stderr)
    print(
        f"{len(report.added)} added, {len(report.changed)} changed, {len(report.removed)} removed, "
        f"{report.unchanged} unchanged",
        file=sys.stderr,
    )


def _is_loaded() -> bool:
    repository = Repository(get_settings())
    try:
        repository.revision()
    except (NotLoadedError, DatabaseError):
        return False
    finally:
        repository.close()
    return True
