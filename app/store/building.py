"""From a parsed entry to everything that is stored of it: the parts of its page and its public JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Literal

from app.content import body as bodies
from app.content import diff, highlight, wording
from app.content.body import Fence, Prose, Section
from app.content.history import History
from app.content.parse import ParsedEntry
from app.content.problems import Problem, RenderError
from app.content.render import plain, plain_title, render_inline, render_prose, render_title
from app.content.schema import Cause, NotFix, NotReproducible
from app.content.verified import Verified
from app.matching.evidence import check_rule
from app.matching.model import EvidenceRule
from app.matching.patterns import PatternError
from app.matching.templates import TemplateError, parse_template
from app.store.pages import CauseView, Code, EntryPage, Example, FixView, NotFixView, Proof, WordingView


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a page says that its own file does not hold."""

    titles: Mapping[str, str] = field(default_factory=dict)  # of all entries, by slug
    verified: Mapping[str, Verified] = field(default_factory=dict)
    history: Mapping[str, History] = field(default_factory=dict)  # by path below the folder of entries
    digests: Callable[[ParsedEntry], Mapping[str, str]] = lambda _entry: {}  # of the programs as they stand
    _proofs: dict[str, list[tuple[str, Verified]]] = field(init=False, default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        for key, value in sorted(self.verified.items()):
            self._proofs.setdefault(key.partition("#")[0], []).append((key, value))

    def of(self, slug: str, related: Iterable[str]) -> tuple[object, ...]:
        """The part that bears on one entry, for its hash."""
        return (
            [(s, self.titles[s]) for s in related if s in self.titles],
            self._proofs.get(slug),
            self.history.get(f"{slug}.md"),
        )


def build_page(parsed: ParsedEntry, around: Surroundings) -> EntryPage:
    """Raises RenderError with everything in the file that cannot be rendered or matched."""
    return _Builder(parsed, around).page()


def check_matching(parsed: ParsedEntry) -> list[Problem]:
    """Templates and evidence that the matcher could not use."""
    problems: list[Problem] = []
    slots: list[str] = []
    for index, item in enumerate(parsed.entry.message):
        try:
            slots += [s.name for s in parse_template(item.text).slots]
        except TemplateError as error:
            line = parsed.line("message", index, "text")
            problems.append(Problem(parsed.path, line, "template", f"the template is wrong {error}"))
    for number, cause in enumerate(parsed.entry.causes):
        for index, rule in enumerate(cause.evidence):
            try:
                check_rule(EvidenceRule(rule.kind, rule.pattern, rule.weight), slots)
            except PatternError as error:
                line = parsed.line("causes", number, "evidence", index)
                problems.append(Problem(parsed.path, line, "evidence", error.what, error.todo))
    return problems


def slot_names(parsed: ParsedEntry) -> tuple[str, ...]:
    """What the entry's wordings capture; templates that cannot be read capture nothing."""
    names: list[str] = []
    for item in parsed.entry.message:
        try:
            names += [s.name for s in parse_template(item.text).slots]
        except TemplateError:
            continue
    return tuple(dict.fromkeys(names))


def public_json(page: EntryPage, parsed: ParsedEntry) -> str:
    """The entry as the API gives it (docs/api.md)."""
    entry = parsed.entry
    sections = {s.id: s for s in parsed.body.sections}
    data: dict[str, Any] = {
        "slug": page.slug,
        "url": page.url,
        "title": page.title,
        "library": page.library,
        "exceptions": list(page.exceptions),
        "messages": [{"template": w.text, "versions": w.versions} for w in page.wordings],
        "generic": page.generic,
        "meaning": page.meaning,
        "causes": [_public_cause(c, v, sections[c.id]) for c, v in zip(entry.causes, page.causes, strict=True)],
        "fixes": [{"id": f.id, "title": f.title, "markdown": _markdown(sections[f.id])} for f in page.fixes],
        "not_fixes": [
            {
                "id": n.id,
                "title": n.title,
                "outcome": n.outcome,
                "result": plain(e.result),
                "markdown": _markdown(sections[n.id]),
                "programs": _programs(sections[n.id]),
            }
            for n, e in zip(page.not_fixes, entry.not_fixes, strict=True)
        ],
        "prevention": plain(entry.prevention),
        "references": list(page.references),
        "related": [slug for slug, _ in page.related],
        "retired": page.retired,
        "created": page.created or None,
        "updated": page.updated or None,
        "verified": page.verified or None,
        "authors": list(page.authors),
    }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _public_cause(cause: Cause, view: CauseView, section: Section) -> dict[str, Any]:
    proof = view.proof
    return {
        "id": cause.id,
        "title": view.title,
        "look_at": plain(cause.look_at),
        "fix": cause.fix,
        "evidence": [{"kind": e.kind, "pattern": e.pattern, "weight": e.weight} for e in cause.evidence],
        "markdown": _markdown(section),
        "programs": _programs(section),
        "proof": {
            "state": proof.state,
            "versions": dict(proof.versions),
            "date": proof.date or None,
            "reason": proof.reason,
            "detail": proof.detail,
        },
    }


def _markdown(section: Section) -> str:
    return "\n\n".join(p.text.strip() for p in section.prose)


def _programs(section: Section) -> list[dict[str, str]]:
    return [{"role": f.role, "language": f.language, "file": f.file, "code": f.code} for f in section.fences]


class _Builder:
    """Renders one entry and gathers every problem on the way, so that an editor sees all of them at once."""

    def __init__(self, parsed: ParsedEntry, around: Surroundings) -> None:
        self.parsed = parsed
        self.around = around
        self.slots = slot_names(parsed)
        self.digests = around.digests(parsed)
        self.problems: list[Problem] = check_matching(parsed)

    def page(self) -> EntryPage:
        parsed, entry = self.parsed, self.parsed.entry
        history = self.around.history.get(f"{parsed.slug}.md") or History("", "", ())
        fixes = {f.id: plain_title(f.title) for f in entry.fixes}
        page = EntryPage(
            slug=parsed.slug,
            url=f"/errors/{parsed.slug}",
            title=plain_title(entry.title),
            title_html=self._inline(entry.title, "title"),
            library=entry.library,
            exceptions=entry.exception,
            generic=entry.generic,
            wordings=tuple(WordingView(w.text, wording.html(w.text), w.versions, w.source) for w in entry.message),
            meaning=plain(entry.meaning),
            meaning_html=self._inline(entry.meaning, "meaning"),
            if_this=plain(entry.if_this),
            causes=tuple(self._cause(i, c, fixes[c.fix]) for i, c in enumerate(entry.causes)),
            fixes=tuple(self._fix(i, f.id, f.title) for i, f in enumerate(entry.fixes)),
            not_fixes=tuple(self._not_fix(i, n) for i, n in enumerate(entry.not_fixes)),
            prevention_html=self._inline(entry.prevention, "prevention"),
            related=tuple((s, self.around.titles[s]) for s in entry.related if s in self.around.titles),
            references=entry.references,
            redirect_from=entry.redirect_from,
            retired=plain(entry.retired),
            source_path=f"content/errors/{parsed.slug}.md",
            created=history.created,
            updated=history.updated,
            authors=history.authors,
            verified=max((self._verified(c.id).date for c in entry.causes), default=""),
        )
        if self.problems:
            raise RenderError(self.problems)
        return page

    def _cause(self, index: int, cause: Cause, fix_title: str) -> CauseView:
        section = self._section(cause.id)
        is_program = [isinstance(b, Fence) and b.is_program for b in section.blocks]
        start = is_program.index(True) if True in is_program else len(section.blocks)
        examples, others = _pair(section)
        return CauseView(
            id=cause.id,
            title=plain_title(cause.title),
            title_html=self._inline(cause.title, "causes", index, "title"),
            look_at_html=self._inline(cause.look_at, "causes", index, "look_at"),
            intro_html=self._prose(b for b in section.blocks[:start] if isinstance(b, Prose)),
            examples=examples,
            files=others,
            outro_html=self._prose(b for b in section.blocks[start:] if isinstance(b, Prose)),
            fix=cause.fix,
            fix_title=fix_title,
            evidence=tuple((e.kind, e.pattern) for e in cause.evidence),
            proof=self._proof(cause.id, cause.not_reproducible, "causes", index),
        )

    def _fix(self, index: int, anchor: str, title: str) -> FixView:
        section = self._section(anchor)
        return FixView(anchor, plain_title(title), self._inline(title, "fixes", index, "title"), self._blocks(section))

    def _not_fix(self, index: int, item: NotFix) -> NotFixView:
        return NotFixView(
            id=item.id,
            title=plain_title(item.title),
            title_html=self._inline(item.title, "not_fixes", index, "title"),
            outcome=item.outcome,
            result_html=self._inline(item.result, "not_fixes", index, "result"),
            html=self._blocks(self._section(item.id)),
            proof=self._proof(item.id, item.not_reproducible, "not_fixes", index),
        )

    def _section(self, anchor: str) -> Section:
        section = self.parsed.body.section(anchor)
        return section or Section(bodies.Part.CAUSES, anchor, "", 1)

    def _blocks(self, section: Section) -> str:
        return "\n".join(self._prose([b]) if isinstance(b, Prose) else _code(b).html for b in section.blocks)

    def _prose(self, blocks: Any) -> str:
        out = []
        for block in blocks:
            try:
                out.append(render_prose(block.text, self.slots, self.parsed.path, block.line))
            except RenderError as error:
                self.problems += error.problems
        return "\n".join(out)

    def _inline(self, text: str, *field: str | int) -> str:
        line = self.parsed.line(*field)
        try:
            if field[-1] == "title":
                return render_title(text, self.parsed.path, line)
            return render_inline(text, self.parsed.path, line, self.slots)
        except RenderError as error:
            self.problems += error.problems
            return ""

    def _proof(self, anchor: str, missing: NotReproducible | None, *field: str | int) -> Proof:
        if missing is not None:
            detail = self._inline(missing.detail, *field, "not_reproducible", "detail")
            return Proof("not-reproduced", reason=missing.reason, detail=plain(missing.detail) if detail else "")
        verified = self._verified(anchor)
        state: Literal["proved", "unproved"] = "proved" if verified.date else "unproved"
        return Proof(state, verified.versions, verified.date)

    def _verified(self, anchor: str) -> Verified:
        """What was proved of the programs that stand there now."""
        found = self.around.verified.get(f"{self.parsed.slug}#{anchor}")
        is_current = found is not None and found.example == self.digests.get(anchor, "")
        return found if found is not None and is_current else Verified((), "")


def _pair(section: Section) -> tuple[tuple[Example, ...], tuple[Code, ...]]:
    """The n-th broken program goes with the n-th fixed one; what is left over is only shown."""
    broken, fixed = section.programs("raises"), section.programs("fixed")
    examples = []
    for index, fence in enumerate(broken):
        mended = fixed[index] if index < len(fixed) else None
        html = diff.render(fence.code, mended.code, fence.language) if mended else ""
        examples.append(Example(_code(fence), _code(mended) if mended else None, html))
    paired = {id(f) for f in chain(broken, fixed[: len(broken)])}
    return tuple(examples), tuple(_code(f) for f in section.fences if id(f) not in paired)


def _code(fence: Fence) -> Code:
    html = highlight.block(fence.code, fence.language)
    return Code(fence.role, fence.language, fence.code, html, fence.file, fence.env)
