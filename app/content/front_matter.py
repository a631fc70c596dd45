"""The head of an entry: cut off, read as YAML with limits, checked against the schema, errors with their line.

Entries are contributed, so the YAML is hostile input: no anchors or aliases (the "billion laughs"), no tags, no
deep nesting, no more than 64 KiB, no key twice.
"""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from typing import Any

import yaml
from pydantic import BaseModel, ValidationError

from app.content.problems import FrontMatterError, Problem, SchemaError
from app.content.schema import Cause, Entry, Evidence, Fix, NotFix, NotReproducible, Wording

MAX_BYTES = 64 * 1024
MAX_DEPTH = 12
MAX_NODES = 4_000

KeyPath = tuple[str | int, ...]

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # ten times faster where libyaml is there
_MODELS: tuple[type[BaseModel], ...] = (Entry, Wording, Cause, Evidence, Fix, NotFix, NotReproducible)
_FIELDS = sorted({name for model in _MODELS for name in model.model_fields})


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """The checked head, and the line in the file of every field (`("causes", 0, "evidence")`)."""

    entry: Entry
    lines: dict[KeyPath, int]

    def line(self, *key: str | int) -> int:
        """The line of a field, or of the nearest one that holds it."""
        return _nearest(self.lines, key)


def split(text: str, path: str) -> tuple[str, str, int]:
    """`(head, body, number of the body's first line)` of a whole file whose line ends are already `\\n`."""
    lines = text.split("\n")
    if lines[0].rstrip() != "---":
        raise FrontMatterError([_problem(path, 1, "the file does not start with a front-matter", "begin with `---`")])
    for number, line in enumerate(lines[1:], start=2):
        if line.rstrip() == "---":
            return "\n".join(lines[1 : number - 1]), "\n".join(lines[number:]), number + 1
    raise FrontMatterError([_problem(path, 1, "the front-matter never ends", "close it with a line `---`")])


def read(head: str, path: str) -> FrontMatter:
    """Parse and check a head that starts on line 2 of the file `path`."""
    data, lines = _load_yaml(head, path)
    try:
        return FrontMatter(Entry.model_validate(data), lines)
    except ValidationError as error:
        raise SchemaError(_schema_problems(error, lines, path)) from None


def _load_yaml(head: str, path: str) -> tuple[dict[str, Any], dict[KeyPath, int]]:
    if len(head.encode()) > MAX_BYTES:
        raise FrontMatterError(
            [_problem(path, 1, f"the front-matter is larger than {MAX_BYTES // 1024} KiB", "cut it")]
        )
    try:
        _refuse_hostile(head, path)
        loader = _Loader(head)
        try:
            node = loader.get_single_node()
            lines = _line_map(node, path)
            data = loader.construct_document(node) if node is not None else None
        finally:
            loader.dispose()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 2 if mark else 1
        what = f"the front-matter is no valid YAML: {error.problem or error.context}"
        raise FrontMatterError([_problem(path, line, what, "check indentation, colons and quotes")]) from None
    except (yaml.YAMLError, ValueError, OverflowError) as error:
        what = f"the front-matter holds something that cannot be read: {str(error).splitlines()[0]}"
        raise FrontMatterError([_problem(path, 1, what, "put such values in quotes")]) from None
    if not isinstance(data, dict):
        raise FrontMatterError([_problem(path, 1, "the front-matter is no mapping", "write `field: value` lines")])
    return data, lines


def _refuse_hostile(head: str, path: str) -> None:
    """Read the stream of events, which nothing can make explode, before anything is built from it."""
    depth = nodes = 0
    for event in yaml.parse(head, Loader=_Loader):
        line = event.start_mark.line + 2 if event.start_mark else 1
        if isinstance(event, yaml.NodeEvent):
            nodes += 1
            if isinstance(event, yaml.AliasEvent) or event.anchor:
                todo = "write the value out, or quote a value that starts with `&` or `*`"
                raise FrontMatterError([_problem(path, line, "YAML anchors and aliases are not allowed", todo)])
            if getattr(event, "tag", None):
                todo = "remove it, or quote a value that starts with `!`"
                raise FrontMatterError([_problem(path, line, "YAML tags are not allowed", todo)])
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        if depth > MAX_DEPTH or nodes > MAX_NODES:
            raise FrontMatterError(
                [_problem(path, line, "the front-matter is nested too deeply or too long", "cut it")]
            )


def _line_map(root: yaml.Node | None, path: str) -> dict[KeyPath, int]:
    lines: dict[KeyPath, int] = {(): 1}

    def visit(node: yaml.Node, key: KeyPath) -> None:
        if isinstance(node, yaml.MappingNode):
            for name, value in node.value:
                child = (*key, str(name.value))
                if child in lines:
                    at = name.start_mark.line + 2
                    raise FrontMatterError([_problem(path, at, f"the key `{name.value}` stands twice", "keep one")])
                lines[child] = name.start_mark.line + 2
                visit(value, child)
        elif isinstance(node, yaml.SequenceNode):
            for index, value in enumerate(node.value):
                lines[(*key, index)] = value.start_mark.line + 2
                visit(value, (*key, index))

    if root is not None:
        visit(root, ())
    return lines


def _schema_problems(error: ValidationError, lines: dict[KeyPath, int], path: str) -> list[Problem]:
    problems = []
    for item in error.errors(include_url=False, include_context=False):
        what, todo = _explain(item["type"], item["loc"], item["msg"], item["input"])
        problems.append(Problem(path, _nearest(lines, item["loc"]), "schema", what, todo))
    return problems


def _explain(kind: str, loc: KeyPath, message: str, value: object) -> tuple[str, str]:
    where = _dotted(loc)
    if kind == "missing":
        return f"`{where}` is missing", "add it (docs/entry-format.md says what it holds)"
    if kind == "extra_forbidden":
        near = difflib.get_close_matches(str(loc[-1]), _FIELDS, n=1)
        return f"`{where}` is no field of an entry", f"did you mean `{near[0]}`?" if near else "remove it"
    if kind == "string_type":
        return f"`{where}` is {type(value).__name__}, not text", "put it in quotes"
    if kind == "string_pattern_mismatch":
        return f"`{where}` is {value!r}: {message.removeprefix('String ')}", "mend it"
    text = message.removeprefix("Value error, ")
    return (f"`{where}`: {text}" if where else text), ""


def _dotted(loc: KeyPath) -> str:
    out = ""
    for part in loc:
        out += f"[{part}]" if isinstance(part, int) else f".{part}" if out else str(part)
    return out


def _nearest(lines: dict[KeyPath, int], key: KeyPath) -> int:
    for end in range(len(key), -1, -1):
        if key[:end] in lines:
            return lines[key[:end]]
    return 1


def _problem(path: str, line: int, what: str, todo: str) -> Problem:
    return Problem(path, line, "front-matter", what, todo)
