"""docs/entry-format.md: what is written about an entry's format, with the fields as the schema describes them.

`python -m app.content.entry_format` writes it; a test holds the file to text and schema.
"""

from __future__ import annotations

import re
import types
import typing
from pathlib import Path
from typing import Any

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from app.content import schema
from app.matching.slots import CLOSED, OPEN

FILE = Path(__file__).resolve().parents[2] / "docs" / "entry-format.md"
_SOURCE = Path(__file__).with_name("entry_format.md")
_MARK = re.compile(r"^<!-- (?P<what>fields|slot types)(?:: (?P<name>\w+))? -->$", re.MULTILINE)

SLOTS = {
    "int": "`3`, `-1`, `1,024`",
    "number": "`3`, `0.5`, `1e-7`, `nan`",
    "name": "an identifier, dotted or not: `x`, `torch.nn.Linear`",
    "quoted": "`'a'`, `\"a\"` or a backquoted `a`; the quotes belong to the slot",
    "shape": "`[2, 3]`, `(2,)`, `torch.Size([2, 3])`",
    "dtype": "`torch.float32`, `c10::Half`, `int64`, `dtype('O')`, `datetime64[ns]`",
    "device": "`cpu`, `cuda:0`",
    "size": "`2.00 GiB`",
    "type": "`<class 'x.Y'>`, or a bare type name",
    "list": "`[...]`, `(...)` or `{...}`, brackets balanced",
    "word": "anything without blanks",
    "path": "a path, blanks allowed",
    "text": "anything within a line; what `{name}` alone means",
    "rest": "anything to the end, further lines included",
}


def text() -> str:
    """The whole document."""
    return _MARK.sub(_insert, _SOURCE.read_text(encoding="utf-8"))


def _insert(found: re.Match[str]) -> str:
    if found["what"] == "slot types":
        rows = [f"| `{kind}` | {SLOTS[kind]} |" for kind in (*CLOSED, *OPEN)]
        return "\n".join(["| Type | Takes |", "|---|---|", *rows])
    model: type[BaseModel] = getattr(schema, found["name"])
    rows = [_row(name, field) for name, field in model.model_fields.items()]
    return "\n".join(["| Field | Holds | |", "|---|---|---|", *rows])


def _row(name: str, field: FieldInfo) -> str:
    need = "**needed**" if field.is_required() else _default(field.default)
    described = " ".join((field.description or "").split()).replace("|", "\\|")
    return f"| `{name}` | {_type(field.annotation)} | {described}{' ' if described else ''}{need} |"


def _default(value: Any) -> str:
    if value is None or value in ("", ()):
        return "May be left out."
    return f"Default: `{str(value).lower() if isinstance(value, bool) else value}`."


def _type(annotation: Any) -> str:
    """`tuple[Cause, ...]` -> "list of cause"."""
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is tuple:
        return f"list of {_type(arguments[0])}"
    if origin is typing.Annotated:
        return _type(arguments[0])
    if origin in (types.UnionType, typing.Union):
        return _type(next(a for a in arguments if a is not type(None)))
    if origin is typing.Literal:
        return " or ".join(f"`{a}`" for a in arguments)
    names = {str: "text", bool: "true or false", int: "number"}
    return names.get(annotation) or re.sub(r"(?<!^)(?=[A-Z])", " ", annotation.__name__).lower()


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
