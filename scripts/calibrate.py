"""Fits the score of inexact matches: how sure is it that a message that was cut, wrapped or reworded is an entry's?

    python scripts/calibrate.py collect [PASTES.jsonl]    messages -> scripts/calibration/features.csv
    python scripts/calibrate.py fit                       features.csv -> content/calibration.json

`collect` needs libraries installed to harvest messages from.  Half of the harvested templates stand in the database,
the other half are messages of no entry.  Messages are filled, then cut, wrapped, or changed by one word; every entry
near one gives a row of features, with 1 where it is the message's own.  PASTES.jsonl (`text`, `label`) adds the
messages of real pastes, known by tests/corpus/answers.json.  Features alone are written: no message, no paste.

`fit` is logistic regression on two thirds of the messages; the rest set the threshold of a match: the score from
which 99.5 % of the best-scored entries are right.  A candidate is offered when it is likelier right than not.
"""

from __future__ import annotations

import csv
import json
import math
import random
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from app.matching.inexact import Nearby, nearby  # noqa: E402
from app.matching.memory import MemorySource  # noqa: E402
from app.matching.message import variants  # noqa: E402
from app.matching.model import EntryFacts, Wording  # noqa: E402
from app.matching.near import FEATURES, breaks_off, said  # noqa: E402
from app.matching.rules import Rules  # noqa: E402
from app.matching.sites import Site, exception_sites, stray_sites  # noqa: E402
from app.matching.templates import TemplateError, parse_template  # noqa: E402
from app.matching.weigh import NO_TYPES  # noqa: E402
from app.paste.model import Frame, Owner, Report  # noqa: E402
from app.paste.reader import read  # noqa: E402
from benchmarks.harvest import Harvested, default_roots, harvest  # noqa: E402

DATA = ROOT / "scripts" / "calibration" / "features.csv"
RESULT = ROOT / "content" / "calibration.json"
EVERY = 10  # of the libraries' files one in so many is read
ENTRIES, KNOWN, UNKNOWN = 1_500, 350, 4_000  # in the database; messages of those; messages of none
STRAYS = 10  # lines of a paste without exceptions
KEPT = 4  # entries near a message that are kept
RIGHT_IN_MATCHES, CANDIDATE = 0.995, 0.5
Row = tuple[str, int, dict[str, float]]  # the message's id, whether the entry is its own, features


def main(arguments: Sequence[str]) -> int:
    if arguments[:1] == ["collect"]:
        rows = collect(Path(arguments[1]) if len(arguments) > 1 else None)
        write(rows)
        print(f"{len(rows)} rows of {len({r[0] for r in rows})} messages in {DATA.relative_to(ROOT)}")
        return 0
    if arguments[:1] == ["fit"]:
        result = fit(load())
        RESULT.write_text(json.dumps(result, indent=2) + "\n")
        print(json.dumps(result, indent=2))
        return 0
    print(__doc__)
    return 2


# --- collecting


def collect(pastes: Path | None, seed: int = 7) -> list[Row]:
    rng = random.Random(seed)
    rules = _rules()
    items = [item for item in harvest(default_roots(), every=EVERY) if _readable(item.template)]
    rng.shuffle(items)
    known, content = items[:ENTRIES], _content()
    source = MemorySource([_entry(n, item) for n, item in enumerate(known)] + content, rules)
    unknown = [item for item in items[ENTRIES : ENTRIES + 2 * UNKNOWN] if not _has_twin(item, source)][:UNKNOWN]
    rows: list[Row] = []
    for number, item in enumerate(known[:KNOWN]):
        if _has_twin(item, source, itself=f"known/{number}"):
            continue
        for change in CHANGES:
            site = _site(change(_fill(item.template, rng), rng), item, rng)
            rows += _rows(f"k{number}.{change.__name__}", f"known/{number}", site, source, rules, item.template)
        site = _site(_shorter(_fill(item.template, rng)), item, rng)
        rows += _rows(f"s{number}", "", site, source, rules, item.template)
    for number, item in enumerate(unknown):
        for change in (_same, rng.choice(CHANGES)):
            site = _site(change(_fill(item.template, rng), rng), item, rng)
            rows += _rows(f"u{number}.{change.__name__}", "", site, source, rules, item.template)
    if pastes is not None:
        rows += list(_of_pastes(pastes, source, rules))
    return rows


def _rows(name: str, own: str, site: Site, source: MemorySource, rules: Rules, template: str) -> list[Row]:
    """Nothing for a message that fits a template exactly, its own or another's: those need no score."""
    if len(site.text) < 20 or (own and _fits(site, template, rules)):
        return []
    near = _nearest(nearby(site, _report(site), source, rules))
    if any(_fits(site, w.text, rules) for n in near for w in n.entry.wordings):
        return []
    return [(name, int(n.entry.slug == own), n.values) for n in near]


def _has_twin(item: Harvested, source: MemorySource, itself: str = "") -> bool:
    """Whether an entry's wording says the same but for a word: libraries print one error in several places, and an
    entry for one of them is no wrong answer to the other."""
    own = set(parse_template(item.template).words)
    for _, slug, text in source.near(own, 4):
        other = set(parse_template(text).words)
        if slug == itself:
            continue
        shorter = min(len(own), len(other))  # an entry's wording may stop where its message goes on
        if len(own & other) >= 0.6 * len(own | other) or (shorter >= 5 and len(own & other) >= 0.85 * shorter):
            return True
    return False


def _nearest(found: Sequence[Nearby]) -> list[Nearby]:
    return sorted(found, key=lambda n: -said(n.close, n.cut))[:KEPT]


def _of_pastes(pastes: Path, source: MemorySource, rules: Rules) -> Iterator[Row]:
    answers = json.loads((ROOT / "tests/corpus/answers.json").read_text())
    for line in pastes.read_text().splitlines():
        case = json.loads(line)
        right = set(answers.get(case["label"], ()))
        report = read(case["text"])
        said = [s for s in exception_sites(report) if s.text.strip()]
        for index, site in enumerate(said or stray_sites(report)[-STRAYS:]):
            found = _nearest(nearby(site, report, source, rules))
            if any(_fits(site, w.text, rules) for near in found for w in near.entry.wordings):
                continue
            for near in found:
                yield f"p{case['id']}.{index}", int(near.entry.slug in right), near.values


def _fits(site: Site, template: str, rules: Rules) -> bool:
    label = site.type if site.type.lower() in NO_TYPES else ""
    return any(m.fit(parse_template(template)) is not None for m in variants(site.text, label, rules))


def _site(text: str, item: Harvested, rng: random.Random) -> Site:
    """As it might be pasted: mostly with its type, half of the time with frames of its library."""
    kind = item.exception if rng.random() < 0.88 else ""
    frames = (Frame("x.py", 1, "f", owner=Owner.LIBRARY, library=item.library),) if rng.random() < 0.5 else ()
    return Site(kind, text, 1, 0, root=0, frames=frames)


def _report(site: Site) -> Report:
    return Report((), libraries=tuple(f.library for f in site.frames))


def _entry(number: int, item: Harvested) -> EntryFacts:
    return EntryFacts(f"known/{number}", "", item.library, (item.exception,), (Wording(item.template),))


def _content() -> list[EntryFacts]:
    from app.content.parse import parse_file
    from app.content.problems import ContentError

    found = []
    for path in sorted((ROOT / "content/errors").glob("*/*.md")):
        try:
            found.append(parse_file(path, ROOT / "content/errors").facts)
        except ContentError as error:
            print(f"left out: {error}", file=sys.stderr)
    return found


def _rules() -> Rules:
    from app.content.rules import load_rules

    return load_rules(ROOT / "content")


def _readable(template: str) -> bool:
    try:
        return len(parse_template(template).words) >= 3
    except TemplateError:
        return False


_VALUES = ["3", "'name'", "foo", "torch.float32", "[2, 3]", "some/path.txt", "<class 'str'>", "None", "my_value", "0.5"]


def _fill(template: str, rng: random.Random) -> str:
    """The template with plausible values; optional parts half of the time."""
    out, at = [], 0
    while at < len(template):
        if template.startswith(("{{", "}}"), at):
            out.append(template[at])
            at += 2
        elif template[at] == "{":
            at = template.find("}", at) + 1
            out.append(rng.choice(_VALUES))
        else:
            out.append(template[at])
            at += 1
    return "".join(out)


def _same(text: str, _: random.Random) -> str:
    return text


def _cut(text: str, rng: random.Random) -> str:
    return text[: max(8, int(len(text) * rng.uniform(0.2, 0.95)))]


def _shorter(text: str) -> str:
    """A whole message that another one goes on from, ", but got 3" and the like: not that other one."""
    ends = [m.start() for m in re.finditer(r"[.:,;(] | (?:but|for|when|because|while|in|and|or) ", text)]
    halves = [text[:end].rstrip(" .:,;(") for end in ends if end < 0.65 * len(text)]
    whole = [half for half in halves if not breaks_off(half)]  # no message ends within a quote or a bracket
    return whole[-1] if whole else ""


def _beheaded(text: str, rng: random.Random) -> str:
    return text[int(len(text) * rng.uniform(0.1, 0.6)) :]


def _changed(text: str, rng: random.Random) -> str:
    parts = text.split(" ")
    parts[rng.randrange(len(parts))] = rng.choice(["given", "index", "argument", "must", "object", "was"])
    return " ".join(parts)


def _dropped(text: str, rng: random.Random) -> str:
    parts = text.split(" ")
    del parts[rng.randrange(len(parts))]
    return " ".join(parts)


def _mistyped(text: str, rng: random.Random) -> str:
    at = rng.randrange(len(text))
    return text[:at] + rng.choice("etaoin") + text[at + 1 :]


def _twice_changed(text: str, rng: random.Random) -> str:
    return _changed(_dropped(text, rng), rng)


CHANGES: tuple[Callable[[str, random.Random], str], ...] = (
    _cut,
    _beheaded,
    _changed,
    _dropped,
    _mistyped,
    _twice_changed,
)


# --- fitting


def write(rows: Sequence[Row]) -> None:
    DATA.parent.mkdir(parents=True, exist_ok=True)
    numbers = {name: str(i) for i, name in enumerate(dict.fromkeys(r[0] for r in rows))}
    with DATA.open("w", newline="") as handle:
        writer = csv.writer(handle, lineterminator="\n")
        writer.writerow(["message", "own", *FEATURES])
        for name, own, values in rows:
            writer.writerow([numbers[name], own, *(f"{values[f]:.2g}" for f in FEATURES)])


def load() -> list[Row]:
    with DATA.open(newline="") as handle:
        return [(r["message"], int(r["own"]), {f: float(r[f]) for f in FEATURES}) for r in csv.DictReader(handle)]


def fit(rows: Sequence[Row]) -> dict[str, object]:
    """Weights, bias and the two thresholds, with how they were found."""
    train = [r for r in rows if int(r[0]) % 3]
    held = [r for r in rows if not int(r[0]) % 3]
    weights, bias = _newton(train)
    top = sorted(_tops(held, weights, bias), reverse=True)
    match = _threshold(top, RIGHT_IN_MATCHES)
    candidate = min(CANDIDATE, match)
    own = {r[0] for r in held if r[1]}
    return {
        "weights": {name: round(w, 4) for name, w in zip(FEATURES, weights, strict=True)},
        "bias": round(bias, 4),
        "match": round(match, 4),
        "candidate": round(candidate, 4),
        "about": {
            "messages": len({r[0] for r in rows}),
            "held_out": len({r[0] for r in held}),
            "held_out_with_an_entry": len(own),
            "matched": sum(s >= match for s, _ in top),
            "matched_right": sum(s >= match and y for s, y in top),
            "offered": sum(candidate <= s < match for s, _ in top),
            "offered_right": sum(candidate <= s < match and y for s, y in top),
        },
    }


def _tops(rows: Sequence[Row], weights: Sequence[float], bias: float) -> list[tuple[float, int]]:
    """Per message the best score and whether it is right."""
    best: dict[str, tuple[float, int]] = {}
    for name, own, values in rows:
        score = _sigmoid(bias + sum(w * values[f] for w, f in zip(weights, FEATURES, strict=True)))
        best[name] = max(best.get(name, (-1.0, 0)), (score, own))
    return list(best.values())


def _threshold(top: Sequence[tuple[float, int]], wanted: float) -> float:
    """The lowest score from which on at least `wanted` of the answers are right."""
    right, threshold = 0, 1.01
    for count, (score, own) in enumerate(top, start=1):
        right += own
        if right / count >= wanted:
            threshold = score
    return threshold


def _newton(rows: Sequence[Row], rounds: int = 12, ridge: float = 1.0) -> tuple[list[float], float]:
    """Logistic regression with a small ridge, by Newton's method."""
    points = [([r[2][f] for f in FEATURES] + [1.0], r[1]) for r in rows]
    size = len(FEATURES) + 1
    theta = [0.0] * size
    for _ in range(rounds):
        gradient = [-ridge * t for t in theta]
        hessian = [[ridge if i == j else 0.0 for j in range(size)] for i in range(size)]
        for x, y in points:
            p = _sigmoid(sum(t * v for t, v in zip(theta, x, strict=True)))
            spread = p * (1 - p)
            for i, v in enumerate(x):
                if v:
                    gradient[i] += (y - p) * v
                    row, scaled = hessian[i], spread * v
                    for j in range(size):
                        row[j] += scaled * x[j]
        theta = [t + d for t, d in zip(theta, _solve(hessian, gradient), strict=True)]
    return theta[:-1], theta[-1]


def _solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    rows = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    for i in range(len(rows)):
        pivot = max(range(i, len(rows)), key=lambda r: abs(rows[r][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for r in range(i + 1, len(rows)):
            factor = rows[r][i] / rows[i][i]
            rows[r] = [a - factor * b for a, b in zip(rows[r], rows[i], strict=True)]
    out = [0.0] * len(rows)
    for i in reversed(range(len(rows))):
        rest = sum(rows[i][j] * out[j] for j in range(i + 1, len(rows)))
        out[i] = (rows[i][-1] - rest) / rows[i][i]
    return out


def _sigmoid(value: float) -> float:
    return 1.0 / (1.0 + math.exp(-max(min(value, 60.0), -60.0)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
