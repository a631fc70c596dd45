"""Examples for the OpenAPI description."""

from __future__ import annotations

from typing import Any

PASTE = """Traceback (most recent call last):
  File "train.py", line 12, in <module>
    loss.backward()
RuntimeError: Trying to backward through the graph a second time
"""

LOOKUP_BODY: dict[str, Any] = {
    "required": True,
    "description": "The paste: at most 1 MiB, as it is or as JSON.",
    "content": {
        "text/plain": {"schema": {"type": "string", "minLength": 1}, "example": PASTE},
        "application/json": {
            "schema": {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]},
            "example": {"text": "ModuleNotFoundError: No module named 'numpy'"},
        },
    },
}

_UNKNOWN: dict[str, Any] = {
    "outcome": "unknown",
    "match": None,
    "candidates": [],
    "others": [],
    "related": [],
    "understood": {
        "exceptions": [
            {
                "type": "acme.QuotaError",
                "message": "quota of 12 used up",
                "line": 3,
                "frames": 1,
                "relation": "",
                "template": "quota of {int:int} used up",
            }
        ],
        "libraries": ["acme"],
        "python": "3.12",
        "system": "",
        "versions": {},
        "tags": [],
    },
    "notes": [],
}

LOOKUP: dict[str, Any] = {
    "application/json": {"examples": {"unknown": {"summary": "An error without an entry", "value": _UNKNOWN}}}
}
