from __future__ import annotations

import pytest

from app.matching.patterns import PatternError
from app.matching.versions import parse_condition, parse_specifier, version_holds


@pytest.mark.parametrize(
    ("version", "specifier", "holds"),
    [
        ("1.13.1", "<2.0", True),
        ("2.0.0+cu118", "<2.0", False),
        ("2.1", ">=1.9,<2.1", False),
        ("3.12", ">=3.12", True),
        ("3.9", ">=3.12", False),
        ("2.0", "==2.0.*", True),
        ("2.0.1", "==2.0.*", True),
        ("2.10", "<2.9", False),
        ("1.4.2", "~=1.4", True),
        ("2.0", "~=1.4", False),
        ("dev", "<2", False),
    ],
)
def test_versions_compare_by_number(version: str, specifier: str, holds: bool) -> None:
    assert version_holds(version, parse_specifier(specifier)) is holds


def test_a_condition_names_what_it_is_about() -> None:
    assert parse_condition("scikit-learn >=1.6")[0] == "scikit-learn"


@pytest.mark.parametrize("text", ["torch", "torch 2", ">=2", "torch >=x", "torch >=1 <2"])
def test_what_is_no_condition_is_refused(text: str) -> None:
    with pytest.raises(PatternError):
        parse_condition(text)
