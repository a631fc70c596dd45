"""The figures of a check: how much is claimed, how much of it was run, and how."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from app.content.body import Part
from app.content.parse import ParsedEntry
from app.content.proof.judge import Seen
from app.content.proof.lock import Proof
from app.content.proof.work import Content, Unit


@dataclass(frozen=True, slots=True)
class Summary:
    entries: int
    entries_all_causes_proved: int
    causes: int
    causes_proved: int
    causes_not_reproducible: int
    fixes_taken_back: int
    not_fixes: int
    not_fixes_raising: int
    not_fixes_running: int
    wordings: int
    wordings_raised: int
    wordings_sourced: int
    evidence: int
    pastes: int
    programs: int
    environments: Mapping[str, int]  # name -> programs
    seconds: float

    def as_json(self) -> dict[str, object]:
        return asdict(self)

    def __str__(self) -> str:
        return (
            f"{self.entries} entries ({self.entries_all_causes_proved} with every cause proved), "
            f"{self.causes} causes: "
            f"{self.causes_proved} proved, {self.causes_not_reproducible} not reproducible here; "
            f"{self.fixes_taken_back} fixes also taken back; {self.not_fixes} not-fixes: "
            f"{self.not_fixes_raising} raise, {self.not_fixes_running} run with harm shown; "
            f"{self.wordings} wordings: {self.wordings_raised} raised or pasted, "
            f"{self.wordings_sourced} with a source; "
            f"{self.evidence} evidence rules, {self.pastes} pastes, {self.programs} programs in "
            f"{len(self.environments)} environments; {self.seconds:.0f} s"
        )


def summarise(
    entries: Sequence[ParsedEntry],
    lock: Mapping[str, Proof],
    content: Content,
    seen: Mapping[str, Seen],
    units: Sequence[Unit],
    seconds: float,
) -> Summary:
    current = [unit for unit in units if unit.key in lock and lock[unit.key].example == unit.digest]
    held = {unit.key: lock[unit.key] for unit in current}
    not_fixes = [held[unit.key] for unit in units if unit.part is Part.NOT_FIXES and unit.key in held]
    causes = [(entry, cause) for entry in entries for cause in entry.entry.causes]
    programs: dict[str, int] = {}
    for unit in units:
        for example in unit.everything:
            programs[example.env] = programs.get(example.env, 0) + 1
    wordings = [(entry.slug, wording) for entry in entries for wording in entry.entry.message]
    return Summary(
        entries=len(entries),
        entries_all_causes_proved=sum(
            all(f"{entry.slug}#{cause.id}" in held for cause in entry.entry.causes) for entry in entries
        ),
        causes=len(causes),
        causes_proved=sum(f"{entry.slug}#{cause.id}" in held for entry, cause in causes),
        causes_not_reproducible=sum(cause.not_reproducible is not None for _, cause in causes),
        fixes_taken_back=sum(proof.fix.startswith("taken back") for proof in held.values()),
        not_fixes=sum(len(entry.entry.not_fixes) for entry in entries),
        not_fixes_raising=sum(proof.outcome != "runs" for proof in not_fixes),
        not_fixes_running=sum(proof.outcome == "runs" for proof in not_fixes),
        wordings=len(wordings),
        wordings_raised=sum(wording.text in seen[slug].wordings for slug, wording in wordings if slug in seen),
        wordings_sourced=sum(bool(wording.source) for _, wording in wordings),
        evidence=sum(len(cause.evidence) for _, cause in causes),
        pastes=sum(len(content.pastes.get(entry.slug, {})) for entry in entries),
        programs=sum(programs.values()),
        environments=programs,
        seconds=round(seconds, 1),
    )
