"""Errors as `application/problem+json` (RFC 9457), the one shape every error of the API has.

The kinds are listed on `/api` under the anchors that `type` points to.
"""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import Any

from starlette.responses import Response

MEDIA_TYPE = "application/problem+json"

KINDS: dict[str, tuple[int, str]] = {
    "paste-empty": (422, "There is nothing to look up"),
    "paste-not-text": (422, "The body is binary"),
    "paste-too-large": (413, "The body is longer than 1 MiB"),
    "unsupported-media-type": (415, "The paste comes as text/plain, or as JSON with a field `text`"),
    "json-unreadable": (400, "The body is no JSON object"),
    "field-missing": (422, "A field is missing or of the wrong type"),
    "form-unreadable": (400, "The form is damaged"),
    "invalid-parameter": (422, "A parameter is out of range or of the wrong type"),
    "unknown-entry": (404, "There is no such entry"),
    "not-found": (404, "There is no such address"),
    "method-not-allowed": (405, "The address does not take this method"),
    "too-many-requests": (429, "Too many requests from this address; wait a minute"),
    "not-loaded": (503, "The content is not loaded yet; try again in a minute"),
    "internal-error": (500, "A fault of ours; it was logged without your text"),
}
BY_STATUS = {
    404: "not-found",
    405: "method-not-allowed",
    413: "paste-too-large",
    415: "unsupported-media-type",
    422: "invalid-parameter",
    429: "too-many-requests",
    500: "internal-error",
    503: "not-loaded",
}


class ApiError(Exception):
    """Raised anywhere below /api to answer with a problem.  `detail` never holds what the client sent."""

    def __init__(self, kind: str, detail: str = "", headers: dict[str, str] | None = None, **more: Any) -> None:
        super().__init__(kind)
        self.kind = kind
        self.detail = detail
        self.headers = headers
        self.more = more


def problem(kind: str, detail: str = "", headers: dict[str, str] | None = None, **more: Any) -> Response:
    status, title = KINDS[kind]
    document = {"type": f"/api#{kind}", "title": title, "status": status, **more}
    if detail:
        document["detail"] = detail
    return _response(document, status, headers)


def problem_of_status(status: int, headers: dict[str, str] | None = None) -> Response:
    """The problem for a bare HTTP status, as the router raises it."""
    if status in BY_STATUS:
        return problem(BY_STATUS[status], headers=headers)
    document = {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": status}
    return _response(document, status, headers)


def _response(document: dict[str, Any], status: int, headers: dict[str, str] | None) -> Response:
    all_headers = {"access-control-allow-origin": "*", "cache-control": "no-store", **(headers or {})}
    body = json.dumps(document, ensure_ascii=False)
    return Response(body, status, all_headers, MEDIA_TYPE)
