"""Operating systems' words in other languages, known by their number or by the text."""

from __future__ import annotations

import pytest

from app.matching.os_texts import in_english
from app.matching.rules import OsText, Rules

RULES = Rules(
    os_texts=(
        OsText("WinError 126", "The specified module could not be found", ("找不到指定的模块。",)),
        OsText("Errno 13", "Permission denied", ("Keine Berechtigung", "Permission non accordée")),
    )
)


@pytest.mark.parametrize(
    ("pasted", "english"),
    [
        (
            '[WinError 126] 找不到指定的模块。 Error loading "D:\\x\\a.dll" or one of its',
            '[WinError 126] The specified module could not be found. Error loading "D:\\x\\a.dll" or one of its',
        ),
        ("[Errno 13] Keine Berechtigung: '/etc/shadow'", "[Errno 13] Permission denied: '/etc/shadow'"),
        ("[Errno 13] Brak dostępu: 'plik'", "[Errno 13] Permission denied: 'plik'"),
        ("DLL load failed: 找不到指定的模块。", "DLL load failed: The specified module could not be found. "),
        ("cannot open: Permission non accordée", "cannot open: Permission denied"),
    ],
)
def test_is_put_into_english(pasted: str, english: str) -> None:
    found = in_english(pasted, RULES)
    assert found is not None
    assert found.text == english


@pytest.mark.parametrize("text", ["[Errno 13] Permission denied: 'x'", "[Errno 999] Whatever", "no number here", ""])
def test_is_left_alone_when_english_or_unknown(text: str) -> None:
    assert in_english(text, RULES) is None


def test_offsets_lead_back_to_the_paste() -> None:
    pasted = "[Errno 13] Keine Berechtigung: 'geheim.txt'"
    found = in_english(pasted, RULES)
    assert found is not None
    at = found.text.index("geheim")
    assert pasted[found.original(at) :].startswith("geheim")
