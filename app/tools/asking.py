"""`unraise lookup` and `unraise explain`: read a paste, ask the one pipeline, print the answer.

The database is opened read-only; the paste is never written anywhere.  No `pathlib` here: see app/store/location.py.
"""

from __future__ import annotations

import json
import os
import sys

from app.lookup import lookup
from app.result import Outcome
from app.store.location import database_path
from app.store.source import SqliteSource
from app.tools import prose
from app.tools.errors import EXIT_MATCH, EXIT_UNKNOWN, UsageError
from app.tools.terminal import Style, clean, render

MAX_PASTE_BYTES = 1_048_576


def answer(file: str, *, as_json: bool) -> int:
    """Look one paste up and print the answer."""
    paste = read_paste(file)
    source = open_source()
    result = lookup(paste, source)
    if as_json:
        print(json.dumps(result.as_json(), ensure_ascii=False, indent=2))
    else:
        sys.stdout.write(render(result, style(), source.markdown))
    return EXIT_MATCH if result.outcome is Outcome.MATCH else EXIT_UNKNOWN


def answer_lines(file: str) -> int:
    """Answer a JSON Lines file of {"id", "text"} with one Result a line, in order; exit 0 when all were answered."""
    source = open_source()
    try:
        with open(file, encoding="utf-8", errors="replace") as lines:  # noqa: PTH123
            for number, line in enumerate(lines, 1):
                if line.strip():
                    case = _case(file, number, line)
                    result = lookup(case["text"], source).as_json()
                    print(json.dumps({"id": case["id"], **result}, ensure_ascii=False))
    except OSError as error:
        raise UsageError(f"cannot read {file}: {error.strerror}") from None
    return EXIT_MATCH


def _case(file: str, number: int, line: str) -> dict[str, str]:
    try:
        case = json.loads(line)
        return {"id": case["id"], "text": case["text"]}
    except (json.JSONDecodeError, KeyError, TypeError):
        raise UsageError(f'{file}:{number}: expected a JSON object with "id" and "text" on each line') from None


def read_paste(file: str) -> str:
    """The text of a file or of standard input, undecodable bytes replaced.

    Raises UsageError when it cannot be read, is empty, or is over 1 MiB.
    """
    if file == "-":
        if sys.stdin.isatty():
            print("Paste the error, then press Ctrl+D:", file=sys.stderr)
        data = sys.stdin.buffer.read(MAX_PASTE_BYTES + 1)
    else:
        try:
            with open(file, "rb") as handle:  # noqa: PTH123
                data = handle.read(MAX_PASTE_BYTES + 1)
        except OSError as error:
            raise UsageError(f"cannot read {file}: {error.strerror}") from None
    if len(data) > MAX_PASTE_BYTES:
        raise UsageError("the paste is over 1 MiB; send the part around the error (`tail -c 200000 FILE | unraise`)")
    text = data.decode("utf-8", "replace")
    if not text.strip():
        raise UsageError("nothing to look up: the input is empty (did you forget `2>&1`?)")
    return text


def explain(entry: str, *, as_json: bool) -> int:
    """Print an entry, or the section that `#cause` names."""
    slug, _, anchor = entry.partition("#")
    source = open_source()
    facts = source.entries([slug]).get(slug)
    if facts is None:
        raise UsageError(
            f"no entry {slug!r}; `unraise search {slug.rpartition('/')[2].replace('-', ' ')}` finds near ones"
        )
    markdown = source.markdown(slug)
    if as_json:
        print(source.public_json(slug))
        return EXIT_MATCH
    if anchor and prose.find(markdown, anchor) is None:
        raise UsageError(f"{slug} has no section {anchor!r}; it has {', '.join(c.id for c in facts.causes)}")
    told = style()
    out: list[str] = [] if anchor else [told.bold(facts.title), "", prose.wrap(facts.meaning, {}, told.width), ""]
    for section in prose.sections(markdown):
        if not anchor or section.anchor == anchor:
            out += [*_section(section, told), ""]
    sys.stdout.write(clean_lines("\n".join(out).rstrip() + "\n", told))
    return EXIT_MATCH


def _section(section: prose.Section, told: Style) -> list[str]:
    lines = [told.bold(section.title) if section.level == 3 else told.accent(section.title.upper())]
    for block in section.blocks:
        if block.info is None:
            lines += [prose.wrap(block.text, {}, told.width), ""]
        else:
            lines += [told.dim(f"--- {block.info}"), block.text, told.dim("---"), ""]
    return lines[:-1] if lines[-1] == "" else lines


def clean_lines(text: str, told: Style) -> str:
    """Without colour there must be no control characters at all; with it, only ours are there (content is linted)."""
    return text if told.color else clean(text)


def open_source() -> SqliteSource:
    path = database_path()
    if not os.path.exists(path):  # noqa: PTH110
        raise UsageError(f"no database at {path}; run `unraise load` in the checkout first, or set UNRAISE_DATA")
    return SqliteSource(path)


def style() -> Style:
    """Colour on a terminal unless NO_COLOR says no (no-color.org); FORCE_COLOR says yes."""
    wanted = sys.stdout.isatty() or bool(os.environ.get("FORCE_COLOR"))
    color = wanted and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return Style(color, max(40, min(100, _columns())))


def _columns() -> int:
    """As `shutil.get_terminal_size`, whose module brings the compression libraries along."""
    try:
        return int(os.environ["COLUMNS"])
    except (KeyError, ValueError):
        pass
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns
    except (OSError, ValueError):
        return 80
