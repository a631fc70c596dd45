"""Settings come from the environment, and docs/settings.md tells each of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.settings import ROOT, Settings
from app.store import location


def test_every_setting_is_documented() -> None:
    documented = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
    rows = [line for line in documented.splitlines() if line.startswith("| `")]
    assert rows == [
        f"| `{name}` | {f'`{default}`' if default else 'empty'} | {description} |"
        for name, (default, description) in Settings.variables().items()
    ]


def test_the_environment_decides(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("UNRAISE_DATA", str(tmp_path))
    monkeypatch.setenv("PORT", "8765")
    monkeypatch.setenv("DATABASE_URL", "postgresql://host/name")
    settings = Settings()
    assert settings.data == tmp_path
    assert settings.port == 8765
    assert settings.database_url == "postgresql://host/name"


@pytest.mark.parametrize("value", [None, "", "/somewhere/else"])
def test_the_command_line_finds_the_same_folder(value: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("UNRAISE_DATA", raising=False)
    if value is not None:
        monkeypatch.setenv("UNRAISE_DATA", value)
    assert location.data_folder() == str(Settings().data)
    assert location.database_path() == str(Settings().data / "unraise.db")


def test_links_are_built_on_an_address_without_a_slash_at_its_end() -> None:
    assert Settings(base_url="https://unraise.example/").site == "https://unraise.example"
