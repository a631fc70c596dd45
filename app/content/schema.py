"""The front-matter of an entry: what editors write at the head of a Markdown file, checked.

Every field's description is what `docs/entry-format.md` and the published JSON Schema say about it.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

Slug = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=60)]
EntrySlug = Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]+/[a-z0-9-]+$", max_length=90)]
EnvironmentName = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+([.-][a-z0-9]+)*$", max_length=60)]
Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
HttpsUrl = Annotated[str, StringConstraints(pattern=r"^https://\S+$", max_length=300)]

EVIDENCE_KINDS = (
    "source",
    "any_source",
    "caret",
    "frame",
    "call",
    "capture",
    "version",
    "environment",
    "exception",
    "line",
    "message",
)


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Wording(_Strict):
    """One wording of the message."""

    text: Text = Field(
        description="The message as a template. `{name:type}` is a varying part, `{?…}` an optional one; literal "
        "braces are doubled. A line break means: these parts must all appear, in this order."
    )
    versions: str = Field(
        default="",
        description="Which versions print it: a specifier of the library (`>=1.9,<2.1`), or of another one or the "
        "interpreter with its name (`transformers >=4.50`, `python >=3.11`).",
    )
    source: str = Field(
        default="",
        description="Where the wording is known from, when no example raises it: a file, a release, an issue.",
    )


class Evidence(_Strict):
    """Something a paste may hold that speaks for this cause.  Exactly one kind, and optionally a weight."""

    source: str | None = Field(
        default=None, description="RE2 pattern, searched in the deepest line of the person's own code."
    )
    any_source: str | None = Field(
        default=None, description="RE2 pattern, searched in every line of the person's own code."
    )
    caret: str | None = Field(default=None, description="RE2 pattern, searched in the text that carets underline.")
    frame: str | None = Field(
        default=None,
        description="A dotted module prefix seen in a frame, optionally `:function` (`torch.nn.modules.rnn:forward`).",
    )
    call: str | None = Field(
        default=None, description="`caller -> callee`: two neighbouring frames, each as under `frame`."
    )
    capture: str | None = Field(
        default=None,
        description="A test of captured slots: `k1 != k2`, `k1 == 0`, `dtype is Half`, `size starts with [0`, "
        "`b is square of a`, `b is multiple of a`, `name matches ^np`, `key in [a, b]`.",
    )
    version: str | None = Field(
        default=None, description="A version read from the paste: `torch <2.0`, `python >=3.12`."
    )
    environment: str | None = Field(
        default=None,
        description="A fact about where it ran: windows, linux, macos, jupyter, docker, conda, distributed, pytest, …",
    )
    exception: str | None = Field(
        default=None, description="Another exception of the paste: `KeyError` or `KeyError: RE2 pattern`."
    )
    line: str | None = Field(default=None, description="RE2 pattern, searched in every line outside tracebacks.")
    message: str | None = Field(default=None, description="RE2 pattern, searched in the whole message.")
    weight: int = Field(default=2, ge=1, le=10, description="How much it says; evidence adds up.")

    @model_validator(mode="after")
    def _exactly_one_kind(self) -> Evidence:
        kinds = [k for k in EVIDENCE_KINDS if getattr(self, k) is not None]
        if len(kinds) != 1:
            raise ValueError(f"evidence names exactly one kind ({', '.join(EVIDENCE_KINDS)}), not {kinds or 'none'}")
        return self

    @property
    def kind(self) -> str:
        return next(k for k in EVIDENCE_KINDS if getattr(self, k) is not None)

    @property
    def pattern(self) -> str:
        return str(getattr(self, self.kind))


class NotReproducible(_Strict):
    """Why a cause has no program that is run."""

    reason: Literal[
        "gpu", "windows", "macos", "network", "old-version", "several-machines", "hardware", "service", "too-big"
    ] = Field(description="What is missing where examples run.")
    detail: Text = Field(description="One sentence for the page.")


class Cause(_Strict):
    id: Slug = Field(description="Anchor of its section in the body.")
    title: Text = Field(description="A noun phrase the person recognises their program in.")
    look_at: str = Field(
        default="", description="How to recognise it when the paste cannot tell: what to look at or print."
    )
    evidence: tuple[Evidence, ...] = Field(default=(), description="What in a paste speaks for it.")
    fix: Slug = Field(description="The id of the fix that mends it.")
    not_reproducible: NotReproducible | None = Field(default=None, description="Set when its program cannot be run.")


class Fix(_Strict):
    id: Slug = Field(description="Anchor of its section in the body.")
    title: Text = Field(description="An imperative: what to do.")


class NotFix(_Strict):
    id: Slug = Field(description="Anchor of its section in the body.")
    title: Text = Field(description="The advice as people give it.")
    outcome: Literal["raises", "runs-but"] = Field(
        description="What running it shows: another error, or harm without one."
    )
    result: Text = Field(description="The tested outcome in one sentence.")
    not_reproducible: NotReproducible | None = Field(default=None, description="Set when its outcome cannot be run.")


class Entry(_Strict):
    """The front-matter of one entry."""

    title: Text = Field(max_length=110, description="The error as people would say it.")
    library: Slug = Field(description="The folder it lies in.")
    exception: tuple[str, ...] = Field(
        default=(),
        description="Exception types it is raised with, the current one first; a subclass counts. "
        "Empty: printed without one.",
    )
    message: tuple[Wording, ...] = Field(min_length=1, description="Every wording, the current one first.")
    requires: tuple[Literal["exception", "library"], ...] = Field(
        default=(), description="What must agree besides the wording; needed where a wording has few literal words."
    )
    packages: tuple[str, ...] = Field(
        default=(), description="Import names whose frames speak for this entry, when they differ from `library`."
    )
    raised_at: tuple[Annotated[str, StringConstraints(pattern=r"^[\w.]+:[\w.<>]+$", max_length=150)], ...] = Field(
        default=(),
        description="Frames that raise this error and no other (`multiprocessing.spawn:_check_not_importing_main`): "
        "they tell it where a paste ends before its message, or the exception has none.",
    )
    generic: bool = Field(
        default=False, description="True for errors that yield to a specific one found in the same paste."
    )
    meaning: Text = Field(description="What happened, in at most two sentences.")
    if_this: str = Field(default="", description="Completes “it is this one if …” where several entries fit.")
    environment: EnvironmentName = Field(
        default="cpython", description="The pinned set in content/environments/ its programs run in."
    )
    causes: tuple[Cause, ...] = Field(min_length=1, description="The most frequent first.")
    fixes: tuple[Fix, ...] = Field(min_length=1, description="What mends the causes; one fix may serve several.")
    not_fixes: tuple[NotFix, ...] = Field(
        default=(), description="Popular advice that does not work, with its tested outcome."
    )
    prevention: Text = Field(description="One or two sentences.")
    references: tuple[HttpsUrl, ...] = Field(default=(), description="The library's own documentation first.")
    related: tuple[EntrySlug, ...] = Field(default=(), description="Entries a reader may have meant instead.")
    redirect_from: tuple[EntrySlug, ...] = Field(default=(), description="Addresses it had before.")
    retired: str = Field(default="", description="Set when the error no longer occurs: since when, and why.")

    @model_validator(mode="after")
    def _ids_agree(self) -> Entry:
        fixes = {fix.id for fix in self.fixes}
        for cause in self.causes:
            if cause.fix not in fixes:
                raise ValueError(f"cause {cause.id!r} names the fix {cause.fix!r}, which `fixes` does not list")
        ids = [c.id for c in self.causes] + [f.id for f in self.fixes] + [n.id for n in self.not_fixes]
        doubles = sorted({i for i in ids if ids.count(i) > 1})
        if doubles:
            raise ValueError(f"ids are anchors and must be unique in an entry: {', '.join(doubles)} used twice")
        return self
