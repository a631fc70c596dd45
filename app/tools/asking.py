"""`unraise lookup` and `unraise explain`: read a paste, ask the one pipeline, print the answer.

The database is opened read-only; the paste is never written anywhere.  No `pathlib` here: see app/store/location.py.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Collection

from app.lookup import lookup
from app.paste.decoding import decode, is_binary, is_blank
from app.result import Outcome
from app.store.location import database_path
from app.store.source import SqliteSource
from app.tools import prose
from app.tools.errors import EXIT_MATCH, EXIT_UNKNOWN, EXIT_USAGE, UsageError
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
    """Answer JSON Lines of {"id", "text"} with one Result a line, in order.

    A line that is no such object is named on stderr and left out; exit 0 when all were answered, else 2.
    """
    source, status = open_source(), EXIT_MATCH
    try:
        with contextlib.nullcontext(sys.stdin.buffer) if file == "-" else open(file, "rb") as lines:  # noqa: PTH123
            for number, line in enumerate(lines, 1):
                if not line.strip():
                    continue
                case = _case(line)
                if case is None:
                    where = f"{'standard input' if file == '-' else file}:{number}"
                    print(f'unraise: {where}: expected a JSON object with "id" and "text"', file=sys.stderr)
                    status = EXIT_USAGE
                    continue
                result = lookup(case["text"], source).as_json()
                print(json.dumps({"id": case["id"], **result}, ensure_ascii=False))
    except BrokenPipeError:
        raise
    except OSError as error:
        raise UsageError(f"cannot read {file}: {error.strerror}") from None
    return status


def _case(line: bytes) -> dict[str, str] | None:
    try:
        case = json.loads(line.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return None
    if not isinstance(case, dict) or not isinstance(case.get("text"), str) or "id" not in case:
        return None
    return {"id": case["id"], "text": case["text"]}


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
    text = decode(data)
    if is_binary(text):
        raise UsageError(f"{'the input' if file == '-' else file} is not text; give the log or traceback as text")
    if is_blank(text):
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
    told, slots = style(), prose.slots(w.text for w in facts.wordings)
    out: list[str] = (
        [] if anchor else [told.bold(facts.title), "", prose.wrap(facts.meaning, {}, told.width, slots=slots), ""]
    )
    wanted = {anchor, *(c.fix for c in facts.causes if c.id == anchor)}
    for section in prose.sections(markdown):
        if not anchor or section.anchor in wanted:
            out += [*_section(section, told, slots), ""]
    sys.stdout.write(clean_lines("\n".join(out).rstrip() + "\n", told))
    return EXIT_MATCH


def _section(section: prose.Section, told: Style, slots: Collection[str]) -> list[str]:
    lines = [told.bold(section.title) if section.level == 3 else told.accent(section.title.upper())]
    for block in section.blocks:
        if block.info is None:
            lines += [prose.wrap(block.text, {}, told.width, slots=slots), ""]
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
