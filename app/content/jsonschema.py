"""The published JSON Schema of the front-matter, so that editors' editors complete and check it.

`python -m app.content.jsonschema` writes app/static/entry.schema.json; a test holds the file to the schema.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from app.content.schema import EVIDENCE_KINDS, Entry

FILE = Path(__file__).resolve().parent.parent / "static" / "entry.schema.json"


def schema() -> dict[str, Any]:
    """JSON Schema 2020-12 of the front-matter."""
    found = Entry.model_json_schema()
    for definition in (found, *found["$defs"].values()):
        definition["properties"] = {name: _plain(field) for name, field in definition["properties"].items()}
    found["$defs"]["Evidence"]["oneOf"] = [{"required": [kind]} for kind in EVIDENCE_KINDS]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "unraise entry",
        "description": "The front-matter of content/errors/<library>/<slug>.md",
        **{k: v for k, v in found.items() if k not in ("title", "description")},
    }


def text() -> str:
    return json.dumps(schema(), ensure_ascii=False, indent=2) + "\n"


def _plain(field: dict[str, Any]) -> dict[str, Any]:
    """Without Pydantic's titles, and without null: a field that is not wanted is left out."""
    choices = [c for c in field.pop("anyOf", []) if c.get("type") != "null"]
    if len(choices) == 1:
        field |= choices[0]
        if field.get("default") is None:
            field.pop("default", None)
    elif choices:
        field["anyOf"] = choices
    field.pop("title", None)
    return field


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
