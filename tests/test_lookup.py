"""From a paste to its answer: the three outcomes, and what decides between them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.lookup import lookup
from app.result import Outcome, Result
from tests.matching.entries import ALL, MATMUL, RULES, cause, entry, source

SOURCE = source()


def look(text: str) -> Result:
    return lookup(text, SOURCE)


def traceback(message: str, frame: str = "/venv/lib/python3.12/site-packages/torch/nn/functional.py") -> str:
    return (
        "Traceback (most recent call last):\n"
        '  File "/home/ann/train.py", line 12, in <module>\n    loss = net(batch)\n'
        f'  File "{frame}", line 10, in linear\n    return torch._C._nn.linear(input, weight, bias)\n'
        f"{message}\n"
    )


def slug(text: str) -> str:
    result = look(text)
    return result.match.slug if result.match else ""


def test_a_known_message_is_a_match_with_reasons_and_captures() -> None:
    result = look(traceback("RuntimeError: mat1 and mat2 shapes cannot be multiplied (4x512 and 256x10)"))
    assert result.outcome is Outcome.MATCH
    assert result.match is not None
    assert result.match.slug == "torch/mat1-mat2-shapes"
    assert result.match.url == "/errors/torch/mat1-mat2-shapes"
    assert result.match.line == 6
    assert result.match.captures == (("m", "4"), ("k1", "512"), ("k2", "256"), ("n", "10"))
    assert [result.match.message[s:e] for s, e, _ in result.match.spans] == ["4", "512", "256", "10"]
    assert result.match.reasons == (
        "Line 6 says what this error says.",
        "The exception is a RuntimeError, as it is for this error.",
        "The traceback runs through torch.",
    )


def test_an_unknown_message_is_unknown_and_its_template_holds_nothing_personal() -> None:
    result = look(traceback("RuntimeError: the flux of customer 'Bob' exceeds 12 units"))
    assert result.outcome is Outcome.UNKNOWN
    assert result.match is None
    assert result.understood.exceptions[0].template == "the flux of customer {quoted:quoted} exceeds {int:int} units"
    assert result.understood.libraries == ("torch",)


@pytest.mark.parametrize(
    "text", ["", "  \n\t", "hello", "\x00\x01", "\ud800", "{{}}{?", "Traceback (most recent call last):"]
)
def test_what_is_no_error_is_unknown(text: str) -> None:
    assert look(text).outcome is Outcome.UNKNOWN


def test_causes_come_by_evidence_and_the_line_is_named() -> None:
    result = look(traceback("RuntimeError: mat1 and mat2 shapes cannot be multiplied (4x512 and 256x10)"))
    assert result.match is not None
    first, second = result.match.causes
    assert (first.id, first.likely) == ("flatten-size", True)
    assert [(hit.kind, hit.line) for hit in first.evidence] == [("capture", 6)]
    assert second.evidence == ()
    assert result.notes == ()


def test_where_nothing_tells_the_causes_apart_the_answer_says_so() -> None:
    result = look(traceback("RuntimeError: mat1 and mat2 shapes cannot be multiplied (4x500 and 256x10)"))
    assert result.match is not None
    assert [c.id for c in result.match.causes] == ["flatten-size", "transposed"]
    assert not any(c.likely for c in result.match.causes)
    assert result.notes == ("The paste cannot tell the causes apart; they are listed by how often they are met.",)


def test_a_specific_error_beats_a_generic_one_of_the_same_paste() -> None:
    text = traceback("KeyError: 'w'") + (
        "\nDuring handling of the above exception, another exception occurred:\n\n"
        + traceback("RuntimeError: mat1 and mat2 shapes cannot be multiplied (4x512 and 256x10)")
    )
    result = look(text)
    assert result.match is not None
    assert result.match.slug == "torch/mat1-mat2-shapes"
    assert [other.slug for other in result.others] == ["python/key-error"]


def test_a_generic_error_alone_is_answered_and_says_that_it_is_generic() -> None:
    result = look(traceback("KeyError: 'w'"))
    assert result.match is not None
    assert result.match.generic


def test_the_first_in_time_beats_its_consequence() -> None:
    oom = traceback("torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB")
    cublas = traceback("RuntimeError: CUDA error: CUBLAS_STATUS_ALLOC_FAILED when calling `cublasCreate(handle)`")
    assert slug(oom + "\n" + cublas) == "torch/cuda-out-of-memory"
    assert slug(cublas) == "torch/cublas-handle"


def test_the_inner_cause_beats_what_was_raised_from_it() -> None:
    inner = traceback("ValueError: setting an array element with a sequence.")
    outer = traceback("RuntimeError: mat1 and mat2 shapes cannot be multiplied (4x512 and 256x10)")
    text = inner + "\nThe above exception was the direct cause of the following exception:\n\n" + outer
    assert slug(text) == "numpy/inhomogeneous"


def test_a_subclass_satisfies_its_parent() -> None:
    assert slug("json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)") == "python/json"


def test_another_exception_type_rules_a_short_message_out() -> None:
    assert slug("KeyError: 'No module named x'") == "python/key-error"
    assert look("TypeError: Expecting value: line 1 column 1 (char 0)").match is None


def test_a_long_message_counts_whatever_the_type() -> None:
    assert (
        slug("torch.MyError: mat1 and mat2 shapes cannot be multiplied (4x512 and 256x10)") == "torch/mat1-mat2-shapes"
    )


def test_a_short_wording_needs_what_it_requires() -> None:
    frame = "/venv/lib/python3.12/site-packages/pandas/core/frame.py"
    assert slug(traceback("TypeError: axis must be 0", frame)) == "pandas/must-be"
    assert slug(traceback("TypeError: axis must be 0")) == ""  # torch's frames
    result = look("TypeError: axis must be 0")  # no frames: it may be
    assert result.outcome is Outcome.CANDIDATES
    assert [c.slug for c in result.candidates] == ["pandas/must-be"]


def test_a_stray_line_is_read_where_the_exceptions_say_nothing() -> None:
    assert slug("epoch 1\nmat1 and mat2 shapes cannot be multiplied (4x512 and 256x10)\n") == "torch/mat1-mat2-shapes"
    assert slug("./run.sh: line 3: 4711 Segmentation fault (core dumped) python train.py") == ""
    assert slug("Segmentation fault (core dumped)\n") == "python/segfault"


def test_a_localised_system_text_is_known_by_its_number() -> None:
    assert (
        slug('OSError: [WinError 126] 找不到指定的模块。 Error loading "D:\\x\\fbgemm.dll" or one of its')
        == "torch/dll"
    )


def test_a_lost_message_is_known_by_the_frame_that_raises_it_alone() -> None:
    text = (
        "Traceback (most recent call last):\n"
        '  File "/usr/lib/python3.12/multiprocessing/spawn.py", line 164, in get_preparation_data\n'
        "    _check_not_importing_main()\n"
    )
    result = look(text)
    assert result.match is not None
    assert result.match.slug == "python/spawn"
    assert "its last frame is where this error alone is raised" in result.match.reasons[0]


def test_a_message_cut_after_its_first_letters_is_known_by_the_frame_that_raised_it() -> None:
    text = (
        "Traceback (most recent call last):\n"
        '  File "/usr/lib/python3.12/multiprocessing/spawn.py", line 164, in _check_not_importing_main\n'
        "    raise RuntimeError(text)\n"
        "RuntimeError: An att"
    )
    assert slug(text) == "python/spawn"
    assert slug(text + "itude of quite another kind") == ""


def test_a_message_quoted_within_another_is_found_behind_its_type() -> None:
    text = "pipeline.StepError: step 3 failed: ValueError: Expecting value: line 1 column 1 (char 0)"
    assert slug(text) == "python/json"


def test_two_entries_that_cannot_be_told_apart_are_both_offered() -> None:
    twins = [entry(f"lib{n}/twin", "the value given here is not a number", exceptions=["ValueError"]) for n in "ab"]
    result = lookup("ValueError: the value given here is not a number", source(*twins))
    assert result.outcome is Outcome.CANDIDATES
    assert {c.slug for c in result.candidates} == {"liba/twin", "libb/twin"}


def test_the_library_in_the_frames_tells_them_apart() -> None:
    twins = [
        entry(f"{n}/twin", "the value given here is not a number", exceptions=["ValueError"]) for n in ("torch", "b")
    ]
    result = lookup(traceback("ValueError: the value given here is not a number"), source(*twins))
    assert result.match is not None
    assert result.match.slug == "torch/twin"


def test_related_pages_are_those_the_entry_names() -> None:
    one = entry("a/one", "the first kind of trouble", exceptions=["ValueError"], related=["a/two", "a/gone"])
    two = entry("a/two", "the second kind of trouble", exceptions=["ValueError"])
    result = lookup("ValueError: the first kind of trouble", source(one, two))
    assert [r.slug for r in result.related] == ["a/two"]


def test_pages_near_an_unknown_message_share_its_telling_words_not_its_small_ones() -> None:
    near = entry("a/near", "the quarterly ledger of {name:quoted} was never balanced")
    far = entry("a/far", "it is not what you have got for the others in this one")
    result = lookup("LedgerError: quarterly ledger is not what it was, and never balanced for one", source(near, far))
    assert result.outcome is Outcome.UNKNOWN
    assert [r.slug for r in result.related] == ["a/near"]


def test_secrets_are_masked_in_what_is_shown_back() -> None:
    result = look("KeyError: '/home/ann/secret/token'")
    assert "/home/ann" not in str(result.as_json())


def test_evidence_is_masked_too() -> None:
    facts = entry(MATMUL.slug, MATMUL.wordings[0].text, causes=[cause("own", ("source", "net"))])
    text = traceback("RuntimeError: mat1 and mat2 shapes cannot be multiplied (1x2 and 3x4)").replace(
        "loss = net(batch)", "net('/home/ann/x')"
    )
    result = lookup(text, source(facts))
    assert result.match is not None
    assert "ann" not in result.match.causes[0].evidence[0].text


_LINES = """Traceback (most recent call last):
  File "a.py", line 1, in f
    raise ValueError(
KeyError: 'x'
RuntimeError: mat1 and mat2 shapes cannot be multiplied (4x512 and
256x10)
  | Exception Group Traceback (most recent call last):
During handling of the above exception, another exception occurred:
The above exception was the direct cause of the following exception:
    ^^^^
E   KeyError
[rank0]: CUDA out of memory. Tried to allocate
ValueError: a b a b a b a b
{}}{{
((((((((((((((""".splitlines()
_PIECES = st.sampled_from([*_LINES, "\x00", "\u202e", "\ud83d", "\x1b[31m", "%s" * 30])


@given(st.lists(_PIECES | st.text(max_size=30), max_size=25).map("\n".join))
@settings(max_examples=200, deadline=None)
def test_it_survives_anything(text: str) -> None:
    result = look(text)
    assert (result.match is None) == (result.outcome is not Outcome.MATCH)
    assert bool(result.candidates) == (result.outcome is Outcome.CANDIDATES)
    result.as_json()


def test_rules_travel_with_the_source() -> None:
    assert source(*ALL).rules() is RULES
