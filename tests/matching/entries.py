"""A handful of entries for the matcher's tests: true messages, short causes."""

from __future__ import annotations

from collections.abc import Sequence

from app.matching.memory import MemorySource
from app.matching.model import CauseFacts, EntryFacts, EvidenceRule, Wording
from app.matching.rules import Rules


def entry(
    slug: str,
    *texts: str,
    exceptions: Sequence[str] = (),
    generic: bool = False,
    requires: Sequence[str] = (),
    causes: Sequence[CauseFacts] = (),
    related: Sequence[str] = (),
) -> EntryFacts:
    library = slug.partition("/")[0]
    return EntryFacts(
        slug, slug, library, tuple(exceptions), tuple(Wording(t) for t in texts), generic=generic,
        requires=tuple(requires), causes=tuple(causes), related=tuple(related),
    )  # fmt: skip


def cause(name: str, *evidence: tuple[str, str] | tuple[str, str, int]) -> CauseFacts:
    return CauseFacts(name, name, evidence=tuple(EvidenceRule(*e) for e in evidence))


MATMUL = entry(
    "torch/mat1-mat2-shapes",
    "mat1 and mat2 shapes cannot be multiplied ({m:int}x{k1:int} and {k2:int}x{n:int})",
    exceptions=["RuntimeError"],
    causes=[
        cause("flatten-size", ("capture", "k1 is multiple of k2")),
        cause("transposed", ("capture", "m == n"), ("source", r"\bmatmul\(|@")),
    ],
)
KEY_ERROR = entry("python/key-error", "{key:quoted}", exceptions=["KeyError"], generic=True, requires=["exception"])
NO_MODULE = entry("python/module-not-found", "No module named {name:quoted}", exceptions=["ImportError"], generic=True)
OOM = entry(
    "torch/cuda-out-of-memory",
    "CUDA out of memory. Tried to allocate {size:size}",
    exceptions=["torch.OutOfMemoryError", "RuntimeError"],
)
CUBLAS = entry(
    "torch/cublas-handle", "CUDA error: CUBLAS_STATUS_ALLOC_FAILED when calling", exceptions=["RuntimeError"]
)
SETTING = entry("numpy/inhomogeneous", "setting an array element with a sequence", exceptions=["ValueError"])
CAN_NOT_BE = entry("pandas/must-be", "{a} must be {b}", exceptions=["TypeError"], requires=["exception", "library"])
SEGFAULT = entry("python/segfault", "Segmentation fault (core dumped)")
DLL = entry(
    "torch/dll", '[WinError 126] The specified module could not be found. Error loading "{dll}"', exceptions=["OSError"]
)
SPAWN = entry("python/spawn", "@multiprocessing.spawn:_check_not_importing_main", exceptions=["RuntimeError"])
JSON = entry(
    "python/json", "Expecting value: line {line:int} column {column:int} (char {at:int})", exceptions=["ValueError"]
)
ALL = (MATMUL, KEY_ERROR, NO_MODULE, OOM, CUBLAS, SETTING, CAN_NOT_BE, SEGFAULT, DLL, SPAWN, JSON)

RULES = Rules.from_data(
    {
        "yields": [
            {"entry": "torch/cublas-*", "to": "torch/cuda-out-of-memory", "where": "before", "why": "a consequence"}
        ]
    },
    {
        "parents": {"OutOfMemoryError": ["RuntimeError"], "JSONDecodeError": ["ValueError"]},
        "os_texts": [{"number": "WinError 126", "english": "The specified module could not be found"}],
    },
)


def source(*entries: EntryFacts, rules: Rules = RULES) -> MemorySource:
    return MemorySource(entries or ALL, rules)
