"""The language in which entries compare captured values."""

from __future__ import annotations

import pytest

from app.matching.capture_tests import parse_capture_test
from app.matching.patterns import PatternError

VALUES = {
    "k1": "512",
    "k2": "2048",
    "n": "262144",
    "dtype": "c10::Half",
    "other": "torch.float32",
    "size": "torch.Size([0, 3])",
    "free": "20.00 MiB",
    "asked": "2.00 GiB",
    "name": "np.float",
    "key": "'age'",
    "keys": "['a', 'b c']",
    "nothing": "[]",
    "device": "cuda:0",
}


@pytest.mark.parametrize(
    "test",
    [
        "k1 != k2",
        "k1 == 512",
        "k1 == '512'",
        "k1 < k2",
        "k2 >= 2048",
        "n is square of k1",
        "k2 is multiple of k1",
        "dtype is Half",
        "dtype is float16",
        "other is Float",
        "dtype is not other",
        "size starts with [0",
        "size[0] == 0",
        "size[-1] == 3",
        "len(size) == 2",
        "size contains 0,",
        "free < asked",
        "asked > 1 GiB",
        "name matches ^np",
        "name ends with float",
        "key in [age, name]",
        "key not in ['size']",
        "nothing is empty",
        "keys is not empty",
        "device starts with cuda",
    ],
)
def test_holds(test: str) -> None:
    size = {"torch.Size([0, 3])": "[0, 3]"}
    values = {k: size.get(v, v) if "starts" in test else v for k, v in VALUES.items()}
    assert parse_capture_test(test).holds(values)


@pytest.mark.parametrize(
    "test",
    [
        "k1 == k2",
        "k1 > k2",
        "k2 is square of k1",
        "dtype is Float",
        "missing == 1",
        "k1 == missing",
        "size[7] == 0",
        "key < 3",
    ],
)
def test_does_not_hold(test: str) -> None:
    assert not parse_capture_test(test).holds(VALUES)


@pytest.mark.parametrize(
    "test",
    ["", "!= 3", "k1", "k1 like 3", "k1 ==", "k1 in a, b", "k1 matches (", "k1 is empty yes", "k1 matches (?<=a)b"],
)
def test_what_cannot_be_read_is_refused(test: str) -> None:
    with pytest.raises(PatternError) as caught:
        parse_capture_test(test)
    assert caught.value.todo
