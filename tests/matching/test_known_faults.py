"""Pastes that are read or answered wrongly, beside what would be right.  A mended one fails here: take its mark off."""

from __future__ import annotations

import pytest

from app.lookup import lookup
from tests.matching.test_disguises import content


def answer(text: str) -> str:
    match = lookup(text, content()).match
    return match.slug if match is not None else ""


@pytest.mark.xfail(strict=True, reason="letters that were read wrongly off a picture leave no word to find an entry by")
def test_a_picture_read_with_wrong_letters() -> None:
    assert answer("ModuleNotFoundErr0r: No rnodule narned ’nurnpy’") == "python/module-not-found"


@pytest.mark.xfail(
    strict=True, reason="a message that was translated and back has other words; only its names are left"
)
def test_a_message_translated_back_into_english() -> None:
    text = "\"The 'numpy' module has no 'int' attribute.\nThe `np.int` was an obsolete alias for the built-in `int`."
    assert answer(text) == "numpy/alias-removed"


def test_two_lines_behind_a_prefix_of_unknown_shape() -> None:
    text = (
        "+distributed.nanny - WARNING - Worker process 20417 was killed by signal 9\n"
        "+distributed.nanny - WARNING - Restarting worker\n"
    )
    assert answer(text) == "dask/nanny-restarting-worker"


def test_a_message_cut_between_words() -> None:
    text = "TypeError: cannot convert dictionary update sequence element #0 to"
    assert answer(text) == "python/unpack-arguments"
