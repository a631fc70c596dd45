"""What in the paste speaks for which cause: every kind of evidence an entry may declare, and where it was seen."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from app.matching.capture_tests import parse_capture_test
from app.matching.model import CauseFacts, EvidenceRule
from app.matching.patterns import PatternError, compile_pattern
from app.matching.rules import Rules
from app.matching.versions import parse_condition, version_holds
from app.paste.model import ExceptionInfo, Facts, Frame, Line, Owner, Report
from app.records import record
from app.result import CauseAnswer, EvidenceHit

MAX_HITS = 3  # lines shown for one rule
_SHOWN = 200
Spot = tuple[int, str]  # line of the paste, its text


@record
class Scene:
    """What evidence is looked for in: the recognised message, where it was raised, and the rest of the paste."""

    report: Report
    rules: Rules
    exception: ExceptionInfo | None
    frames: tuple[Frame, ...]
    message: str
    line: int
    captures: Mapping[str, str]


def rank_causes(causes: Sequence[CauseFacts], scene: Scene, mask: Callable[[str], str]) -> tuple[CauseAnswer, ...]:
    """The causes, those with evidence first by its weight, the rest in the entry's order (by frequency)."""
    scored = [(*_weigh(cause, scene, mask), index, cause) for index, cause in enumerate(causes)]
    scored.sort(key=lambda item: (-item[0], item[2]))
    best = scored[0][0] if scored else 0
    clear = best > 0 and (len(scored) == 1 or scored[1][0] < best)
    return tuple(
        CauseAnswer(c.id, c.title, hits, likely=clear and place == 0, look_at=c.look_at, fix=c.fix)
        for place, (_, hits, _, c) in enumerate(scored)
    )


def _weigh(cause: CauseFacts, scene: Scene, mask: Callable[[str], str]) -> tuple[int, tuple[EvidenceHit, ...]]:
    score, hits = 0, []
    for rule in cause.evidence:
        spots = find(rule, scene)
        if spots:
            score += rule.weight
            hits += [EvidenceHit(rule.kind, line, mask(text.strip()[:_SHOWN]), rule.pattern) for line, text in spots]
    return score, tuple(hits)


def find(rule: EvidenceRule, scene: Scene) -> list[Spot]:
    """Where the rule is seen, nothing when it is not.  Raises PatternError for a rule lint would refuse."""
    return _KINDS[rule.kind](rule.pattern, scene)[:MAX_HITS]


def check_rule(rule: EvidenceRule, slots: Iterable[str]) -> None:
    """What lint asks of a rule.  Raises PatternError."""
    if rule.kind == "capture":
        test = parse_capture_test(rule.pattern)
        unknown = [s for s in test.slots if s not in set(slots)]
        if unknown:
            raise PatternError(f"{rule.pattern!r} reads {unknown[0]!r}, which no wording captures", "name a slot of it")
    elif rule.kind == "version":
        parse_condition(rule.pattern)
    elif rule.kind == "exception":
        _, _, pattern = rule.pattern.partition(":")
        compile_pattern(pattern.strip())
    elif rule.kind in ("frame", "call"):
        for place in rule.pattern.split("->") if rule.kind == "call" else [rule.pattern]:
            _place(place)
        if rule.kind == "call" and rule.pattern.count("->") != 1:
            raise PatternError(f"{rule.pattern!r} is no call", "write `caller -> callee`")
    elif rule.kind != "environment":
        compile_pattern(rule.pattern)


def own_frames(scene: Scene) -> list[Frame]:
    """The person's own frames, outermost first: of the exception, else of any other in the paste."""
    for frames in (scene.frames, *(e.frames for e in scene.report.walk())):
        own = [f for f in frames if f.owner is Owner.OWN]
        if own:
            return own
    return []


def _source_lines(frames: Iterable[Frame], context: bool) -> Iterator[Spot]:
    for frame in frames:
        if frame.source:
            yield frame.source_line or frame.line, frame.source
        if context:
            for line in frame.context:
                if line.text.strip() and line.number != frame.source_line:
                    yield line.number, line.text


def _source(pattern: str, scene: Scene) -> list[Spot]:
    with_source = [f for f in own_frames(scene) if f.source]
    return _search(pattern, _source_lines(with_source[-1:], context=False))


def _any_source(pattern: str, scene: Scene) -> list[Spot]:
    every = [f for e in scene.report.walk() for f in e.frames if f.owner is Owner.OWN]
    return _search(pattern, dict.fromkeys(_source_lines(every or own_frames(scene), context=True)))


def _caret(pattern: str, scene: Scene) -> list[Spot]:
    marked = [f for f in own_frames(scene) if f.caret and f.source]
    spots = [(f.source_line or f.line, f.source[f.caret[0] : f.caret[1]]) for f in marked[-1:] if f.caret]
    return [(line, marked[-1].source) for line, _ in _search(pattern, spots)]


def _frame(pattern: str, scene: Scene) -> list[Spot]:
    place = _place(pattern)
    return [(f.line, _shown(f)) for f in _all_frames(scene) if _stands_in(f, place)]


def _call(pattern: str, scene: Scene) -> list[Spot]:
    caller, callee = (_place(p) for p in pattern.split("->"))
    stacks = (e.frames for e in scene.report.walk())
    return [
        (below.line, _shown(below))
        for frames in stacks
        for above, below in pairwise(frames)
        if _stands_in(above, caller) and _stands_in(below, callee)
    ]


def _all_frames(scene: Scene) -> Iterator[Frame]:
    seen: set[int] = set()
    for exception in scene.report.walk():
        for frame in exception.frames:
            if frame.line not in seen:
                seen.add(frame.line)
                yield frame


@lru_cache(maxsize=2048)
def _place(pattern: str) -> tuple[str, str]:
    """`torch.nn.modules.rnn:forward` -> its module prefix and function."""
    module, _, function = pattern.strip().partition(":")
    if not re.fullmatch(r"[\w.<>-]*", module) or not re.fullmatch(r"[\w.<>]*", function) or not (module or function):
        raise PatternError(f"{pattern!r} is no frame", "write `dotted.module` or `dotted.module:function`")
    return module.rstrip("."), function


def _stands_in(frame: Frame, place: tuple[str, str]) -> bool:
    module, function = place
    if function and function not in (frame.function, frame.function.rpartition(".")[2]):
        return False
    if not module:
        return True
    seen = frame.module or frame.library
    return seen == module or seen.startswith(module + ".") or frame.library == module


def _shown(frame: Frame) -> str:
    return frame.source or f"{frame.module or frame.path} in {frame.function}"


def _capture(pattern: str, scene: Scene) -> list[Spot]:
    return [(scene.line, scene.message)] if parse_capture_test(pattern).holds(scene.captures) else []


def _version(pattern: str, scene: Scene) -> list[Spot]:
    name, specifier = parse_condition(pattern)
    seen = known_version(scene.report.facts, name)
    return [(0, f"{name} {seen}")] if seen and version_holds(seen, specifier) else []


def known_version(facts: Facts, name: str) -> str:
    if name == "python":
        return facts.python
    return next((v for n, v in facts.versions if n.lower().replace("_", "-") == name.lower().replace("_", "-")), "")


def _environment(pattern: str, scene: Scene) -> list[Spot]:
    wanted = pattern.strip().lower()
    return [(0, wanted)] if wanted == scene.report.facts.system or wanted in scene.report.facts.tags else []


def _exception(pattern: str, scene: Scene) -> list[Spot]:
    name, _, message = pattern.partition(":")
    spots = []
    for other in scene.report.walk():
        if other is scene.exception or name.strip().rpartition(".")[2] not in scene.rules.ancestors(other.type):
            continue
        if not message.strip() or compile_pattern(message.strip()).search(other.message):
            spots.append((other.line, f"{other.type}: {other.message.partition(chr(10))[0]}"))
    return spots


def _line(pattern: str, scene: Scene) -> list[Spot]:
    return _search_block(pattern, scene.report.stray)


def _message(pattern: str, scene: Scene) -> list[Spot]:
    found = compile_pattern(pattern).search(scene.message)
    if not found:
        return []
    before = scene.message.count("\n", 0, found.start())
    shown = scene.message.split("\n")[before]
    return [(scene.line + before if scene.line else 0, shown)]


def _search(pattern: str, spots: Iterable[Spot]) -> list[Spot]:
    compiled = compile_pattern(pattern)
    return [(number, text) for number, text in spots if compiled.search(text)]


def _search_block(pattern: str, lines: Sequence[Line]) -> list[Spot]:
    """The lines the pattern is found in; one search over all of them rules most pastes out."""
    block = "\n".join(line.text for line in lines)
    if not compile_pattern(f"(?m){pattern}").search(block):
        return []
    return _search(pattern, ((line.number, line.text) for line in lines))


_KINDS: dict[str, Callable[[str, Scene], list[Spot]]] = {
    "source": _source,
    "any_source": _any_source,
    "caret": _caret,
    "frame": _frame,
    "call": _call,
    "capture": _capture,
    "version": _version,
    "environment": _environment,
    "exception": _exception,
    "line": _line,
    "message": _message,
}
