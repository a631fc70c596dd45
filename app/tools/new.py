"""`unraise new`: from a pasted traceback to the draft of an entry, unless an entry answers it already."""

from __future__ import annotations

import sys
from pathlib import Path

from app.content.drafting import NothingToDraftError, draft
from app.content.problems import ContentError
from app.content.proof.answers import Answers
from app.content.proof.environments import CONTENT, read_all
from app.content.proof.work import read_content
from app.paste.reader import read
from app.result import Match, Result
from app.tools.errors import EXIT_MATCH, EXIT_UNKNOWN, UsageError


def main(paste: str, content: Path = CONTENT) -> int:
    """Writes `content/errors/<library>/<slug>.md` and prints its path.  1: an entry answers this paste already."""
    try:
        known = read_content(content)
        answers = Answers.of(known.entries, content)
    except ContentError as error:
        raise UsageError(str(error)) from None
    result = answers(paste)
    if result.match is not None and not result.match.generic:
        _show(result.match)
        return EXIT_UNKNOWN
    packages = {name: env.packages for name, env in read_all(content).items()}
    try:
        new = draft(read(paste), packages, [entry.slug for entry in known.entries])
    except NothingToDraftError as error:
        raise UsageError(f"{error}; paste the traceback as well, from `Traceback` to the last line") from None
    file = content / "errors" / f"{new.slug}.md"
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("x", encoding="utf-8") as draft_file:
        draft_file.write(new.text)
    print(file)
    _advise(result, file, new.slug)
    return EXIT_MATCH


def _show(match: Match) -> None:
    print(f"{match.slug} answers this already: {match.title}")
    print(f"  {match.message.splitlines()[0][:160] if match.message else ''}".rstrip())
    for reason in match.reasons:
        print(f"  {reason}")
    print(
        f"Its causes miss yours? Add one: content/errors/{match.slug}.md, `unraise preview {match.slug}`",
        file=sys.stderr,
    )


def _advise(result: Result, file: Path, slug: str) -> None:
    """What to do next, and which entries are near: a wording may belong to one of them."""
    near = [match.slug for match in result.candidates] or [related.slug for related in result.related]
    if result.match is not None:
        print(f"unraise: {result.match.slug} is generic and will yield to this entry", file=sys.stderr)
    elif near:
        print(f"unraise: near it are {', '.join(near[:4])}; is yours another wording of one of them?", file=sys.stderr)
    print(
        f"unraise: fill in what is marked, then\n"
        f"  unraise lint {file}\n"
        f"  unraise preview {slug}\n"
        f"  unraise verify {slug}\n"
        f"Put pastes of it, reworded, into content/pastes/{slug}/<cause>.1.txt",
        file=sys.stderr,
    )
