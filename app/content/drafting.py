"""From a paste to the draft of an entry: what can be read off it is filled in, the rest is marked as a blank.

Pure.  Only the message's template and the names of calls and frames get into the draft, nothing of the person's own
values.  A blank holds the word `FILL-IN`; lint refuses an entry as long as one is left.
"""

from __future__ import annotations

import builtins
import re
import sys
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from app.content.blanks import BLANK
from app.matching.templates import TemplateError, parse_template
from app.matching.understand import template_of
from app.paste.model import ExceptionInfo, Frame, Owner, Relation, Report

# Folders are named as people name the library, frames carry the import name.
_FOLDERS = {
    "cv2": "opencv",
    "PIL": "pillow",
    "bs4": "beautifulsoup",
    "yaml": "pyyaml",
    "rest_framework": "django-rest-framework",
    "sqlite3": "sqlite",
    "psycopg2": "postgresql",
    "MySQLdb": "mysql",
    "mysql": "mysql",
    "werkzeug": "flask",
}
_SLOT_NAMES = {"int": "n", "number": "x", "quoted": "value", "shape": "shape", "dtype": "dtype", "device": "device"}
_EMPTY_WORDS = frozenset(
    {
        "a",
        "an",
        "the",
        "of",
        "to",
        "in",
        "on",
        "at",
        "by",
        "for",
        "from",
        "with",
        "without",
        "and",
        "or",
        "but",
        "if",
        "as",
    }
    | {"is", "are", "was", "were", "be", "been", "it", "its", "this", "that", "not", "no", "you", "your", "we", "our"}
    | {"can", "cannot", "could", "should", "would", "must", "may", "please", "try", "trying", "error", "failed", "got"}
    | {"expected", "has", "have", "had", "do", "does", "did"}
)
_SLOT = re.compile(r"\{(\w+):(\w+)\}")
_CALL = re.compile(r"[.\w]*\b(\w+)\(")


@dataclass(frozen=True, slots=True)
class Draft:
    """`text` is the whole file `content/errors/<slug>.md`."""

    slug: str
    text: str


class NothingToDraftError(ValueError):
    """The paste holds neither an exception nor a line that says `error`."""


def draft(report: Report, environments: Mapping[str, Collection[str]], taken: Collection[str]) -> Draft:
    """A draft for the error that the paste ends with.

    `environments` names the packages of each pinned set; `taken` are the slugs that exist.  Raises NothingToDraftError.
    """
    info = _subject(report)
    message = info.message or info.type
    template = rename_slots(template_of(message))
    library = _library(info, report)
    slug = _free(f"{library}/{_slug(template) or _words_of(info.name) or 'new-error'}", taken)
    head = _head(info, message, template, library, _environment(library, environments), report)
    return Draft(slug, "\n".join([*head, *_body(info)]) + "\n")


def rename_slots(template: str) -> str:
    """`{int:int}x{int2:int}` -> `{n:int}x{n2:int}`: shorter names for the most frequent kinds."""
    counts: Counter[str] = Counter()

    def renamed(found: re.Match[str]) -> str:
        name = _SLOT_NAMES.get(found[2], found[2])
        counts[name] += 1
        return f"{{{name}{counts[name] if counts[name] > 1 else ''}:{found[2]}}}"

    return _SLOT.sub(renamed, template)


def _subject(report: Report) -> ExceptionInfo:
    """What ended the program: the last exception printed (a worker's own, not that it was caught), else the last line
    that speaks of an error."""
    if report.exceptions:
        info = report.exceptions[-1]
        while inner := [child for how, child in info.children if how in (Relation.WORKER, Relation.PRINTED)]:
            info = inner[-1]
        return info
    for line in reversed(report.stray):
        if re.search(r"(?i)\b(error|failed|fatal|cannot)\b", line.text):
            return ExceptionInfo("", re.sub(r"^(?i:error|fatal):\s*", "", line.text.strip()), line.number)
    raise NothingToDraftError("there is no exception in this paste, and no line that speaks of an error")


def _library(info: ExceptionInfo, report: Report) -> str:
    """The folder of what raised it: the exception's own package, else the frame that raised, else any library seen."""
    named = info.type.partition(".")[0] if "." in info.type else ""
    raised = info.frames[-1].library if info.frames else ""
    found = (_FOLDERS.get(name, name) for name in (named, raised, *report.libraries) if name)
    names = (name.lower().replace("_", "-") for name in found if name not in sys.stdlib_module_names)
    return next((name for name in names if re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name)), "python")


def _slug(template: str) -> str:
    """The first telling words of the message's constant text."""
    constant = re.sub(r"\{[^{}]*\}", " ", template)
    found = [word for word in re.findall(r"[a-z0-9]+", constant.lower()) if word not in _EMPTY_WORDS and len(word) > 1]
    return "-".join(dict.fromkeys(found[:6]))[:50].strip("-")


def _words_of(name: str) -> str:
    return "-".join(re.findall(r"[A-Z][a-z0-9]+|[a-z0-9]+", name)).lower()


def _free(slug: str, taken: Collection[str]) -> str:
    numbers = (f"{slug}-{n}" for n in range(2, 1000))
    return slug if slug not in taken else next(s for s in numbers if s not in taken)


def _environment(library: str, environments: Mapping[str, Collection[str]]) -> str:
    """The smallest pinned set that holds the library, old versions' (`numpy1`) last; plain Python where none does."""
    names = {library, *(name for name, folder in _FOLDERS.items() if folder == library)} | {
        "scikit-learn" if library == "sklearn" else library
    }
    fitting = [env for env, packages in environments.items() if names & set(packages)]
    return min(fitting, key=lambda env: (env[-1].isdigit(), len(environments[env]), env), default="cpython")


def _head(
    info: ExceptionInfo, message: str, template: str, library: str, environment: str, report: Report
) -> Iterator[str]:
    name = info.type if "." in info.type and not hasattr(builtins, info.name) else info.name
    yield "---"
    yield f"title: {_quoted(_title(message))}"
    yield f"library: {library}"
    if library == "python":
        yield "packages: []"
    yield f"exception: [{name}]"
    yield "message:"
    yield "  # Varying parts were found by their form. Make constant what is always the same, name the slots for what"
    yield "  # they hold, put late or rare parts into {?…}, and add the wordings of other versions."
    yield f"  - text: {_quoted(template)}"
    if "\n" in message.strip():
        yield "  # The message goes on for more lines. A line break in `text` means: these parts, in this order."
    if library == "python":
        yield "requires: [exception]"
    elif not _meets_floor(template):
        yield "requires: [exception, library]  # few constant words"
    yield f'meaning: "{BLANK}: what happened, in at most two sentences."'
    if environment != "cpython":
        yield f"environment: {environment}"
    yield "causes:"
    yield "  - id: first-cause"
    yield f"    title: {BLANK}  # a noun phrase that people recognise their program in; also its heading below"
    yield f'    look_at: "{BLANK}: what to look at when the paste cannot tell"'
    yield from _evidence(info, report)
    yield "    fix: first-fix"
    yield "fixes:"
    yield "  - id: first-fix"
    yield f"    title: {BLANK}  # what to do, as an imperative; also its heading below"
    yield f'prevention: "{BLANK}: one or two sentences."'
    yield f"references: []  # {BLANK}: the library's own page on it, https://…"
    yield "---"


def _meets_floor(template: str) -> bool:
    try:
        return parse_template(template).meets_floor()
    except TemplateError:
        return True  # lint says what is wrong with it


def _evidence(info: ExceptionInfo, report: Report) -> Iterator[str]:
    rules = list(dict.fromkeys(_candidates(info, report)))
    if rules:
        yield "    # Seen in the paste; keep what speaks for this cause and no other:"
        yield "    # evidence:"
        yield from (f"    #   - {rule}" for rule in rules[:8])


def _candidates(info: ExceptionInfo, report: Report) -> Iterator[str]:
    own = [frame for frame in info.frames if frame.owner is Owner.OWN and frame.source]
    if own:
        for call in dict.fromkeys(_CALL.findall(own[-1].source)):
            yield f"source: '\\b{call}\\('"
        if own[-1].caret:
            marked = own[-1].source[slice(*own[-1].caret)]
            yield from (f"caret: '\\b{call}\\('" for call in _CALL.findall(marked)[:1])
    yield from (f"frame: {place}" for place in _places(info.frames))
    yield from (f"exception: {other.name}" for other in report.walk() if other is not info and other.name)
    yield from (f"environment: {tag}" for tag in sorted(report.facts.tags))
    if report.facts.system:
        yield f"environment: {report.facts.system}"


def _places(frames: Sequence[Frame]) -> list[str]:
    """The library's frames next to the person's own code, and the one that raised."""
    library = [f for f in frames if f.owner is Owner.LIBRARY and f.module and re.fullmatch(r"\w+", f.function)]
    chosen = [*library[:1], *library[-1:]]
    return list(dict.fromkeys(f"{frame.module}:{frame.function}" for frame in chosen))


def _body(info: ExceptionInfo) -> Iterator[str]:
    name = info.name or "the error"
    yield from ("", "## Causes", "")
    yield f"### {BLANK} {{#first-cause}}"
    yield from ("", f"{BLANK}: how to recognise it, why it raises, what to change. Two to six short sentences.", "")
    yield from ("```python raises", f"# {BLANK}: the shortest whole program that raises {name}", "```", "")
    yield from ("```python fixed", f"# {BLANK}: the same program, mended, with an assert of what is right", "```", "")
    yield from ("## Fixes", "", f"### {BLANK} {{#first-fix}}", "")
    yield f"{BLANK}: what to change, with what to write."


def _title(message: str) -> str:
    first = message.strip().partition("\n")[0]
    title = re.split(r"(?<=\w\w)\. ", template_of(first))[0]
    return _SLOT.sub("…", title).replace("{{", "{").replace("}}", "}")[:100].strip()


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
