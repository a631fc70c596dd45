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

_MATCH: dict[str, Any] = {
    "outcome": "match",
    "match": {
        "slug": "torch/mat1-and-mat2-shapes",
        "title": "mat1 and mat2 shapes cannot be multiplied",
        "url": "/errors/torch/mat1-and-mat2-shapes",
        "exception": "RuntimeError",
        "message": "mat1 and mat2 shapes cannot be multiplied (64x2048 and 512x10)",
        "line": 8,
        "meaning": "A layer was built for 512 features and got rows of 2048.",
        "if_this": "",
        "generic": False,
        "captures": {"m": "64", "k1": "2048", "k2": "512", "n": "10"},
        "reasons": ["Line 8 says what this error says."],
        "causes": [
            {
                "id": "chained-layers",
                "title": "Two neighbouring layers do not fit",
                "evidence": [],
                "likely": False,
                "look_at": "Compare `out_features` of each layer with `in_features` of the next.",
                "fix": "match-neighbours",
            }
        ],
        "fixes": [{"id": "match-neighbours", "title": "Make neighbouring layers agree"}],
        "score": 1.0,
    },
    "candidates": [],
    "others": [],
    "related": [],
    "understood": {
        "exceptions": [
            {
                "type": "RuntimeError",
                "message": "mat1 and mat2 shapes cannot be multiplied (64x2048 and 512x10)",
                "line": 8,
                "frames": 3,
                "relation": "",
                "template": "mat1 and mat2 shapes cannot be multiplied ({shape:shape})",
            }
        ],
        "libraries": ["torch"],
        "python": "3.12",
        "system": "linux",
        "versions": {},
        "tags": [],
    },
    "notes": [],
}

LOOKUP: dict[str, Any] = {
    "application/json": {"examples": {"match": {"summary": "An error that has an entry", "value": _MATCH}}}
}
