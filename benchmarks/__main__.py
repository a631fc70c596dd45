"""`make bench`: speed, memory and growth, as ratios taken in one run beside a named baseline.

Absolute times drift with the machine; every figure that matters is a ratio, printed with what it should reach.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from app.content.facts import to_facts
from app.content.parse import load_entries
from app.lookup import lookup
from app.matching.model import EntryFacts
from app.matching.rules import Rules
from app.matching.templates import parse_template
from app.settings import ROOT
from app.store.source import SqliteSource
from benchmarks import database, pastes
from benchmarks.harvest import Harvested, default_roots, fill_up, harvest
from benchmarks.report import Report
from benchmarks.timing import Times, interleaved, times

HARVESTED = 20_000  # real templates; the rest are mutations of them
SIZES = (1_000, 10_000, 100_000)
_SLOT = re.compile(r"\{[^{}]*\}")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="10,000 templates at most, no HTTP")
    parser.add_argument("--only", choices=("lookup", "http", "cli"), help="one part")
    options = parser.parse_args(arguments)
    report = Report()
    with tempfile.TemporaryDirectory(prefix="unraise-bench-") as folder:
        if options.only in (None, "lookup"):
            measure_lookup(report, Path(folder), SIZES[:2] if options.quick else SIZES)
        if options.only in (None, "http") and not options.quick:
            from benchmarks.http import measure_http

            measure_http(report, Path(folder))
        if options.only in (None, "cli"):
            measure_cli(report)
    return report.finish()


def built_in() -> list[EntryFacts]:
    return [to_facts(parsed.entry, parsed.slug) for parsed in load_entries(ROOT / "content" / "errors")]


def measure_lookup(report: Report, folder: Path, sizes: Sequence[int]) -> None:
    report.section("lookup, ms (min, median, max)")
    entries = built_in()
    harvested = fill_up(harvest(default_roots(), limit=HARVESTED), max(sizes))
    small, large = pastes.ordinary(4_000), pastes.ordinary(200_000)
    medians: dict[tuple[str, int], float] = {}
    for size in (0, *sizes):
        facts = entries + [
            database.as_entry(i, item) for i, item in enumerate(harvested[: max(0, size - len(entries))])
        ]
        path = folder / f"{size}.db"
        seconds = database.build(path, facts, Rules())
        source = SqliteSource(path)
        name = f"{len(entries)} entries" if size == 0 else f"{size:,} templates"
        for label, paste in (("4 kB", small), ("200 kB", large)):
            taken = times(lambda source=source, paste=paste: lookup(paste, source))  # type: ignore[misc]
            medians[label, size] = taken.median
            report.times(f"{name}, {label}", taken)
        report.note(
            f"{name}: built in {seconds:.1f} s, {path.stat().st_size / 1e6:.1f} MB, "
            f"a lookup's process takes {_memory(path):.0f} MB beside {_memory(None):.0f} MB for Python alone"
        )
    largest = max(sizes)
    report.ratio(
        f"4 kB at {largest:,} templates / at 1,000", medians["4 kB", largest] / medians["4 kB", 1_000], at_most=2
    )
    _regex_loop(report, harvested[:largest], small, medians["4 kB", largest])
    _growth(report, SqliteSource(folder / "0.db"), entries)


def _regex_loop(report: Report, items: Sequence[Harvested], paste: str, ours: float) -> None:
    """The obvious way: every template a compiled pattern, every line of the paste searched with each."""
    patterns = [re.compile(".*?".join(re.escape(part) for part in _SLOT.split(item.template))) for item in items]
    lines = paste.splitlines()
    taken = times(lambda: [p for p in patterns for line in lines if p.search(line)], rounds=3, seconds=20)
    report.times(f"a loop over {len(patterns):,} compiled `re`, 4 kB", taken)
    report.ratio("our lookup / the `re` loop", ours / taken.median, at_most=1 / 50)


def _growth(report: Report, source: SqliteSource, entries: Sequence[EntryFacts]) -> None:
    report.section("growth with the paste (built-in entries), ms")
    hundred = times(lambda: lookup(pastes.ordinary(100_000), source))
    million = times(lambda: lookup(pastes.ordinary(1_048_000), source), rounds=3)
    ordinary = times(lambda: lookup(pastes.ordinary(200_000), source))
    report.times("100 kB", hundred)
    report.times("1 MiB", million)
    report.ratio("1 MiB / 100 kB", million.median / hundred.median, at_most=12)
    literals = ["".join(parse_template(w.text).words) for e in entries for w in e.wordings]
    worst = Times(0, 0, 0)
    texts = [w.text for e in entries for w in e.wordings] + literals
    for name, paste in pastes.hostile(200_000, texts).items():
        taken = times(lambda paste=paste: lookup(paste, source), rounds=3)  # type: ignore[misc]
        report.times(f"200 kB of {name}", taken)
        worst = max(worst, taken, key=lambda t: t.median)
    report.ratio("worst hostile 200 kB / an ordinary one", worst.median / ordinary.median, at_most=20)


def measure_cli(report: Report) -> None:
    report.section("command line, ms (min, median, max)")
    command = str(Path(sys.executable).with_name("unraise"))
    with tempfile.NamedTemporaryFile("w", suffix=".log", encoding="utf-8") as file:
        file.write(pastes.ordinary(4_000))
        file.flush()
        taken = interleaved(
            {"python -c pass": [sys.executable, "-c", "pass"], "unraise lookup FILE": [command, "lookup", file.name]}
        )
    for name, measured in taken.items():
        report.times(name, measured)
    ratio = taken["unraise lookup FILE"].median / taken["python -c pass"].median
    report.ratio("unraise lookup / python -c pass", ratio, at_most=8)


def _memory(path: Path | None) -> float:
    """Peak resident megabytes of a process that does one lookup, or of a bare interpreter (Linux)."""
    program = ""
    if path is not None:
        program += (
            "from pathlib import Path\nfrom app.lookup import lookup\nfrom app.store.source import SqliteSource\n"
            "from benchmarks.pastes import ordinary\n"
            f"lookup(ordinary(4000), SqliteSource(Path({str(path)!r})))\n"
        )
    # `ru_maxrss` would be the parent's at the time of the fork; the high-water mark begins anew with the program.
    program += "print(next(row.split()[1] for row in open('/proc/self/status') if row.startswith('VmHWM')))"
    out = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT)
    return int(out.stdout) / 1024


if __name__ == "__main__":
    sys.exit(main())
