"""How often does an entry claim a message that it is not about?

    python -m benchmarks.claims [--count 20000] [--show]

Messages are harvested from the `raise` statements of installed libraries, filled with plausible values and pasted as
a traceback of their exception through their library.  A claim is a match by an entry that does not call itself
generic.  It is right where the entry is about this message: same library, or reviewed in `claims.json`, which names
the messages that other libraries print word for word.  Exit 1 when more than 0.3 % are claimed wrongly.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.content.parse import load_entries
from app.content.rules import load_rules
from app.lookup import lookup
from app.matching.memory import MemorySource
from app.matching.model import EntryFacts
from app.result import Outcome
from app.settings import ROOT
from benchmarks.harvest import Harvested, default_roots, harvest

ALLOWED = 0.003
EVERY = 5  # of the libraries' files one in so many is read
REVIEWED = Path(__file__).with_name("claims.json")
_SLOT = re.compile(r"\{\{|\}\}|\{[^{}]*\}")
_VALUES = (
    "3", "'name'", "foo", "torch.float32", "[2, 3]", "some/path.txt", "<class 'str'>", "None", "my_value", "0.5",
    "12", "-1", "(3, 4)", "'col_a'", "int64", "{'a': 1}", "utf-8", "cuda:0", "data", "x", "True", "http://localhost:8080",
)  # fmt: skip


@dataclass(frozen=True, slots=True, order=True)
class Claim:
    """`entry` answers the message of `template`, which `library` raises as `exception`."""

    entry: str
    library: str
    exception: str
    template: str
    message: str


def filled(template: str, rng: random.Random) -> str:
    """The template with plausible values."""

    def value(slot: re.Match[str]) -> str:
        return slot[0][0] if slot[0] in ("{{", "}}") else rng.choice(_VALUES)

    return _SLOT.sub(value, template)


def pasted(item: Harvested, message: str) -> str:
    """A traceback as it would be pasted, through a module of the message's own library."""
    folder = (
        "/usr/lib/python3.12" if item.library in sys.stdlib_module_names else "/srv/venv/lib/python3.12/site-packages"
    )
    return (
        'Traceback (most recent call last):\n  File "/srv/app/main.py", line 12, in <module>\n    main()\n'
        '  File "/srv/app/main.py", line 8, in main\n    result = run(config)\n'
        f'  File "{folder}/{item.library}/core.py", line 214, in run\n    raise error\n{item.exception}: {message}\n'
    )


def claims(items: Iterable[Harvested], source: MemorySource, seed: int = 11) -> Iterator[Claim]:
    """The messages that an entry claims, right or wrong."""
    rng = random.Random(seed)
    for item in items:
        message = filled(item.template, rng)
        result = lookup(pasted(item, message), source)
        if result.outcome is Outcome.MATCH and result.match is not None and not result.match.generic:
            yield Claim(result.match.slug, item.library, item.exception, item.template, message)


def is_right(claim: Claim, entries: dict[str, EntryFacts], reviewed: dict[str, list[str]]) -> bool:
    """Whether the entry is about this message: raised by its own library, or found so by a reviewer."""
    entry = entries[claim.entry]
    own = {name.lower() for name in (entry.library, *entry.packages)}
    if entry.library == "python" and claim.library in sys.stdlib_module_names:
        return True
    return claim.library.lower() in own or claim.template in reviewed.get(claim.entry, ())


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.claims", description=__doc__)
    parser.add_argument("--count", type=int, default=20_000, help="messages")
    parser.add_argument("--show", action="store_true", help="the right claims too")
    options = parser.parse_args(arguments)
    items = harvest(default_roots(), every=EVERY)
    random.Random(5).shuffle(items)
    items = items[: options.count]
    facts = [parsed.facts for parsed in load_entries(ROOT / "content" / "errors")]
    entries = {entry.slug: entry for entry in facts}
    reviewed = json.loads(REVIEWED.read_text(encoding="utf-8")) if REVIEWED.exists() else {}
    found = sorted(claims(items, MemorySource.from_entries(facts, load_rules(ROOT / "content"))))
    wrong = [claim for claim in found if not is_right(claim, entries, reviewed)]
    for claim in found if options.show else wrong:
        mark = "wrong" if claim in wrong else "right"
        print(f"{mark}  {claim.entry}  <-  {claim.library} {claim.exception}: {claim.template}\n       {claim.message}")
    rate = len(wrong) / max(len(items), 1)
    libraries = len({item.library for item in items})
    print(f"{len(items)} messages of {libraries} libraries: {len(found)} claimed, {len(wrong)} wrongly, {rate:.2%}")
    return int(rate > ALLOWED)


if __name__ == "__main__":
    sys.exit(main())
