"""Responses whose bytes are known beforehand: compressed once, tagged once, and sent without further thought.

The ETag is weak and the same for every encoding: it names what the page says, not how it travels.
"""

from __future__ import annotations

import gzip
import hashlib

import brotli
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from app.web import negotiation

RawHeaders = list[tuple[bytes, bytes]]
SMALL = 600  # bytes below which compressing saves nothing

HTML = "text/html; charset=utf-8"
JSON = "application/json"
MARKDOWN = "text/markdown; charset=utf-8"
TEXT = "text/plain; charset=utf-8"

REVALIDATE = "public, max-age=0, must-revalidate"
SHORT = "public, max-age=300"
FOREVER = "public, max-age=31536000, immutable"
NO_STORE = "no-store"


def etag_of(body: bytes) -> str:
    return f'W/"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'


class Blob(Response):
    """A whole answer, ready in every encoding, shared by all who ask for it."""

    def __init__(self, etag: str, variants: dict[str, tuple[RawHeaders, bytes]], unchanged: RawHeaders) -> None:
        self.etag = etag
        self.variants = variants  # by encoding: "", "gzip", "br"
        self.unchanged = unchanged  # headers of the 304
        self.status_code = 200
        self.background = None
        self.raw_headers, self.body = variants[""]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002 (ASGI's signature)
        if_none_match = accept_encoding = ""
        for name, value in scope["headers"]:
            if name == b"accept-encoding":
                accept_encoding = value.decode("latin-1")
            elif name == b"if-none-match":
                if_none_match = value.decode("latin-1")
        if if_none_match and negotiation.has_current(if_none_match, self.etag):
            await send({"type": "http.response.start", "status": 304, "headers": self.unchanged})
            await send({"type": "http.response.body", "body": b""})
            return
        headers, body = self.variants.get(negotiation.encoding(accept_encoding)) or self.variants[""]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})


def blob(
    body: bytes,
    content_type: str,
    *,
    cache: str = REVALIDATE,
    vary_accept: bool = False,
    headers: dict[str, str] | None = None,
    compressed: dict[str, bytes] | None = None,
) -> Blob:
    """Make a `Blob`.  `compressed` brings encodings made earlier (at load); missing ones are made here."""
    etag = etag_of(body)
    vary = "Accept, Accept-Encoding" if vary_accept else "Accept-Encoding"
    common = {"etag": etag, "vary": vary, "cache-control": cache, **(headers or {})}
    unchanged = _raw(common)
    bodies = {"": body}
    if len(body) >= SMALL:
        made = compressed or {}
        bodies["br"] = made.get("br") or brotli.compress(body, quality=6)
        bodies["gzip"] = made.get("gzip") or gzip.compress(body, compresslevel=6, mtime=0)
    variants = {}
    for name, encoded in bodies.items():
        own = {"content-type": content_type, "content-length": str(len(encoded))}
        if name:
            own["content-encoding"] = name
        variants[name] = (_raw({**own, **common}), encoded)
    return Blob(etag, variants, unchanged)


def made(request: Request, html: str, *, cache: str = NO_STORE, headers: dict[str, str] | None = None) -> Response:
    """A page made for this request alone, compressed as the client likes it."""
    body = html.encode()
    own = {"cache-control": cache, "vary": "Accept-Encoding", **(headers or {})}
    encoding = negotiation.encoding(request.headers.get("accept-encoding", ""))
    if encoding and len(body) >= SMALL:
        body = brotli.compress(body, quality=4) if encoding == "br" else gzip.compress(body, compresslevel=5, mtime=0)
        own["content-encoding"] = encoding
    return Response(body, headers=own, media_type="text/html")


def _raw(headers: dict[str, str]) -> RawHeaders:
    return [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers.items()]
