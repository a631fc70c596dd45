"""The outermost layer: security headers on every answer, and no paste in any log, whatever goes wrong inside.

A server's own "exception in application" record holds the exception's message, and messages hold values.  So nothing is
let through: what is logged of a fault is its type and where in our code it happened, never what it was about.
"""

from __future__ import annotations

import logging
import traceback
from pathlib import Path

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.web import addresses

logger = logging.getLogger("unraise.web")

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
PERMISSIONS_POLICY = ", ".join(
    f"{feature}=()"
    for feature in (
        "accelerometer", "autoplay", "browsing-topics", "camera", "display-capture",
        "encrypted-media", "fullscreen", "geolocation", "gyroscope", "hid", "idle-detection", "magnetometer",
        "microphone", "midi", "payment", "screen-wake-lock", "serial", "usb", "xr-spatial-tracking",
    )
)  # fmt: skip
SECURITY_HEADERS: list[tuple[bytes, bytes]] = [
    (b"content-security-policy", CONTENT_SECURITY_POLICY.encode()),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", PERMISSIONS_POLICY.encode()),
]


class Guard:
    """ASGI middleware.  `on_fault` is the application that answers when the wrapped one failed.

    HEAD is answered wherever GET is, here, so that no route has to know of it.
    """

    def __init__(self, app: ASGIApp, on_fault: ASGIApp) -> None:
        self.app = app
        self.on_fault = on_fault

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = False
        is_head = scope["method"] == "HEAD"
        if is_head:
            scope = {**scope, "method": "GET"}  # answered like GET, without the body (RFC 9110, 9.3.2)

        async def guarded(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                message["headers"] = [*message.get("headers", ()), *SECURITY_HEADERS]
            elif is_head:
                message = {**message, "body": b""}
            await send(message)

        try:
            await self.app(scope, receive, guarded)
        except Exception as error:
            logger.error("%s at %s", type(error).__name__, where(error))
            if not started:
                await self.on_fault(scope, receive, guarded)


def where(error: BaseException) -> str:
    """Our own frames of a traceback, as file:line, outermost first; no source lines and no values."""
    frames = traceback.extract_tb(error.__traceback__)
    return " > ".join(f"{Path(f.filename).name}:{f.lineno}" for f in frames[-8:])


class QuietAccess(logging.Filter):
    """Takes from Uvicorn's access records what a person may have typed: the query, long paths, their address.

    Health checks, two a minute for ever, leave no record.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.args, tuple) and len(record.args) == 5:
            _, method, path, version, status = record.args
            asked = str(path).partition("?")[0]
            if asked == addresses.HEALTH:
                return False
            record.args = ("-", method, asked[:100], version, status)
        return True


def quiet_access_log() -> None:
    """Install the filter, once, whichever way the server was started."""
    access = logging.getLogger("uvicorn.access")
    if not any(isinstance(f, QuietAccess) for f in access.filters):
        access.addFilter(QuietAccess())
