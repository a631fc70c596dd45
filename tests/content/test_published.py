"""What is made from the schema for editors is current: the JSON Schema and docs/entry-format.md."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from app.content import entry_format, jsonschema
from app.content.front_matter import split
from app.content.schema import EVIDENCE_KINDS, Entry, Evidence
from app.matching.slots import TYPES
from tests.content.samples import ENTRY


def front_matter() -> dict[str, Any]:
    data = yaml.safe_load(split(ENTRY, "e.md")[0])
    assert isinstance(data, dict)
    return data


def test_the_published_schema_is_current() -> None:
    assert jsonschema.FILE.read_text(encoding="utf-8") == jsonschema.text(), "run python -m app.content.jsonschema"


def test_the_description_of_the_format_is_current() -> None:
    assert entry_format.FILE.read_text(encoding="utf-8") == entry_format.text(), (
        "run python -m app.content.entry_format"
    )


def test_it_is_a_valid_schema_that_accepts_an_entry() -> None:
    Draft202012Validator.check_schema(jsonschema.schema())
    assert list(Draft202012Validator(jsonschema.schema()).iter_errors(front_matter())) == []


@pytest.mark.parametrize(
    "evidence", [{"source": "a", "line": "b"}, {"weight": 3}, {"sauce": "a"}, {"source": "a", "weight": 99}]
)
def test_it_refuses_what_we_refuse(evidence: dict[str, Any]) -> None:
    data = front_matter()
    data["causes"][0]["evidence"] = [evidence]
    assert list(Draft202012Validator(jsonschema.schema()).iter_errors(data)) != []
    with pytest.raises(ValueError, match="evidence"):
        Entry.model_validate(data)


def test_every_field_and_slot_type_is_described() -> None:
    text = entry_format.text()
    for model in (Entry, Evidence):
        for name, field in model.model_fields.items():
            assert f"| `{name}` |" in text
            assert field.description, f"{model.__name__}.{name} has no description"
    for kind in TYPES:
        assert f"| `{kind}` |" in text


def test_evidence_kinds_are_those_of_the_model() -> None:
    assert (*EVIDENCE_KINDS, "weight") == tuple(Evidence.model_fields)
