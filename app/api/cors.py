"""CORS preflights of the API: every origin may read and look up; nothing else crosses origins."""

from __future__ import annotations

from starlette.types import ASGIApp, Receive, Scope, Send

ORIGIN = (b"access-control-allow-origin", b"*")


class Preflight:
    """ASGI middleware that answers OPTIONS below /api/ and passes everything else on."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "OPTIONS" or not scope["path"].startswith("/api/"):
            await self.app(scope, receive, send)
            return
        methods = b"POST" if scope["path"] == "/api/v1/lookup" else b"GET, HEAD"
        headers = [
            ORIGIN,
            (b"access-control-allow-methods", methods),
            (b"access-control-allow-headers", b"Content-Type, Accept"),
            (b"access-control-max-age", b"86400"),
        ]
        await send({"type": "http.response.start", "status": 204, "headers": headers})
        await send({"type": "http.response.body", "body": b""})
