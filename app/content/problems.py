"""What can be wrong with an entry, said so that its editor can act on it: file, line, what is wrong, what to do.

ContentError            something in content/ is broken; carries every Problem found
├── FrontMatterError    the head is missing, too large, or no YAML that we accept
├── SchemaError         the head is YAML, but not what `app/content/schema.py` asks for
├── BodyError           sections, anchors or fences of the body are not as docs/entry-format.md says
└── RenderError         the prose cannot be rendered: raw HTML, a link that is not allowed, an unknown slot
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One thing that is wrong, where it stands and what to do about it."""

    path: str
    line: int  # 1-based; 1 when the whole file is meant
    code: str  # stable name: "front-matter", "anchor", "template-floor", ...
    what: str
    todo: str = ""
    severity: Severity = "error"

    def __str__(self) -> str:
        advice = f"; {self.todo}" if self.todo else ""
        return f"{self.path}:{self.line}: {self.what}{advice}"


def shown(path: Path) -> str:
    """A path as it is named in messages: below where the person stands, if it is."""
    full, here = path.resolve(), Path.cwd()
    return full.relative_to(here).as_posix() if full.is_relative_to(here) else full.as_posix()


class ContentError(Exception):
    """Content is broken.  `problems` holds all that was found, in the order of the file."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(problems))
        super().__init__("\n".join(str(p) for p in self.problems))


class FrontMatterError(ContentError):
    pass


class SchemaError(ContentError):
    pass


class BodyError(ContentError):
    pass


class RenderError(ContentError):
    pass
