"""Takes a paste off the wire: at most 1 MiB of it, in memory only, as text.

Starlette's own form parser spools large parts to a temporary file.  A paste must never be written anywhere, so the
two form encodings a browser sends are read here, from a body that is counted while it arrives.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from urllib.parse import unquote_to_bytes

from python_multipart.exceptions import FormParserError
from python_multipart.multipart import MultipartParser, parse_options_header
from starlette.requests import Request

from app.paste import decoding

MAX_PASTE = 1024 * 1024  # bytes of UTF-8
MAX_RETURNED = 4 * MAX_PASTE  # a form with more than a paste may hold, up to this, is given back in the box
FORM_SLACK = 64 * 1024  # boundaries and the other fields of a multipart form
URLENCODED_GROWTH = 3  # "%0A": three bytes for one
MAX_FIELDS = 20
LARGE_PASTE = 16 * 1024  # characters; longer ones are looked up in the threadpool (docs/decisions)


logging.getLogger("python_multipart").setLevel(logging.ERROR)  # its warnings name bytes of what was sent


class PasteError(Exception):
    """A paste that cannot be looked up.  Says which sentence to show and, where there is one, the text to keep."""

    status = 422
    kind = "paste-unreadable"
    title = "That paste cannot be read"
    detail = "Paste the traceback as text."

    def __init__(self, text: str = "") -> None:
        super().__init__(self.title)  # never the paste: exceptions are logged
        self.text = text


class EmptyPasteError(PasteError):
    kind = "paste-empty"
    title = "There is nothing in the box"
    detail = "Paste the traceback, or only its last line, and ask again."


class BinaryPasteError(PasteError):
    kind = "paste-not-text"
    title = "That is not text"
    detail = "It looks like a binary file. Open the log in an editor and paste the part around the error."


class LargePasteError(PasteError):
    status = 413
    kind = "paste-too-large"
    title = "That is more than 1 MiB"
    detail = "Paste the traceback and some lines before it; the last 200 lines of a log are usually enough."


class DamagedFormError(PasteError):
    status = 400
    kind = "form-unreadable"
    title = "The form arrived damaged"
    detail = "Send the paste as a form field named “text”, or as text/plain to /api/v1/lookup."


class MediaTypeError(PasteError):
    status = 415
    kind = "unsupported-media-type"
    title = "Send text"
    detail = "The paste comes as text/plain, or as application/json with a field “text”."


async def read_body(request: Request, limit: int) -> bytes:
    """The body.  When more than `limit` bytes arrive they are dropped at once and `LargePasteError` is raised."""
    announced = request.headers.get("content-length", "")
    if announced.isdecimal() and int(announced[:18]) > limit:
        raise LargePasteError
    chunks: list[bytes] = []
    size = 0
    async for chunk in request.stream():
        size += len(chunk)
        if size > limit:
            raise LargePasteError
        chunks.append(chunk)
    return b"".join(chunks)


def content_type(request: Request) -> str:
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


def decode(body: bytes) -> str:
    """Bytes of a paste or a dropped file as text: UTF-8 (faulty bytes replaced), or UTF-16 where its mark says so."""
    if len(body) > MAX_PASTE:
        raise LargePasteError(body.decode("utf-8", "replace") if len(body) <= MAX_RETURNED else "")
    return checked(decoding.decode(body))


def checked(text: str) -> str:
    """The text, without the few NULs that logs hold.  Raises where there is nothing to read."""
    if decoding.is_binary(text):
        raise BinaryPasteError(decoding.readable_part(text))
    text = text.replace("\x00", "")
    if decoding.is_blank(text):
        raise EmptyPasteError
    return text


@dataclass(slots=True)
class _Fields:
    """Collects the parts of a multipart form; a file counts as the text of its field."""

    values: dict[str, bytes] = field(default_factory=dict)
    _name: str = ""
    _header: bytearray = field(default_factory=bytearray)
    _value: bytearray = field(default_factory=bytearray)
    _data: bytearray = field(default_factory=bytearray)

    def part_begin(self) -> None:
        self._name = ""
        self._data.clear()

    def header_begin(self) -> None:
        self._header.clear()
        self._value.clear()

    def header_field(self, data: bytes, start: int, end: int) -> None:
        self._header += data[start:end]

    def header_value(self, data: bytes, start: int, end: int) -> None:
        self._value += data[start:end]

    def header_end(self) -> None:
        if self._header.lower() == b"content-disposition":
            _, options = parse_options_header(bytes(self._value))
            self._name = options.get(b"name", b"").decode("utf-8", "replace")

    def part_data(self, data: bytes, start: int, end: int) -> None:
        self._data += data[start:end]

    def part_end(self) -> None:
        if self._data or self._name not in self.values:
            self.values[self._name] = bytes(self._data)


def parse_multipart(body: bytes, boundary: bytes) -> dict[str, bytes]:
    fields = _Fields()
    parser = MultipartParser(
        boundary,
        {
            "on_part_begin": fields.part_begin,
            "on_header_begin": fields.header_begin,
            "on_header_field": fields.header_field,
            "on_header_value": fields.header_value,
            "on_header_end": fields.header_end,
            "on_part_data": fields.part_data,
            "on_part_end": fields.part_end,
        },
    )
    parser.write(body)
    parser.finalize()
    return fields.values


def parse_urlencoded(body: bytes) -> dict[str, bytes]:
    """As browsers encode a form; the values stay bytes, since what was pasted need not be UTF-8."""
    if body.count(b"&") > MAX_FIELDS:
        raise DamagedFormError
    pairs = (part.replace(b"+", b" ").partition(b"=") for part in reversed(body.split(b"&")))
    return {unquote_to_bytes(name).decode("utf-8", "replace"): unquote_to_bytes(value) for name, _, value in pairs}


async def read_form(request: Request) -> dict[str, bytes]:
    """The fields of a posted form, the first of each name that holds something."""
    kind = content_type(request)
    if kind == "multipart/form-data":
        body = await read_body(request, MAX_RETURNED + FORM_SLACK)
        _, options = parse_options_header(request.headers.get("content-type", ""))
        try:
            return parse_multipart(body, options[b"boundary"])
        except (FormParserError, KeyError):
            raise DamagedFormError from None
    if kind == "application/x-www-form-urlencoded":
        body = await read_body(request, MAX_PASTE * URLENCODED_GROWTH + FORM_SLACK)
        return parse_urlencoded(body)
    raise MediaTypeError


def field_text(fields: dict[str, bytes], name: str, limit: int = 2000) -> str:
    """A short field of a form, as clean text."""
    return fields.get(name, b"")[:limit].decode("utf-8", "replace").replace("\x00", "").strip()
