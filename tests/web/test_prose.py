"""The pages that explain the site: true figures, or none."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from app.main import create_app
from app.settings import Settings
from app.web.pages import prose
from app.web.pages.prose import corpus_chart, read_numbers


def test_about_traces_the_example_through_the_real_pipeline(client: TestClient) -> None:
    html = client.get("/about").text
    assert "The example of the start page has 17 lines and 6 frames." in html
    assert "“A GAN whose discriminator step runs back into the generator” stands first" in html
    assert "line 8 reads <code>g_loss.backward()</code>" in html


def test_about_says_how_the_privacy_is_tested_and_counts_proofs(client: TestClient) -> None:
    html = client.get("/about").text
    assert 'id="privacy"' in html
    assert "What stands behind" in html
    assert '<svg class="chart"' in html


def test_a_score_is_shown_as_it_was_measured(tmp_path: Path) -> None:
    file = tmp_path / "numbers.json"
    file.write_text('{"date": "2026-11-30", "right": 250, "quiet": 100, "wrong": 2, "missed": 40, "generic": 8}')
    svg = corpus_chart(read_numbers(file))
    assert "What 400 real pastes were answered with" in svg
    assert "The right entry: 250 of 400, 62.5%" in svg
    assert "A wrong entry: 2 of 400, 0.5%" in svg


def test_about_says_when_and_on_what_the_score_was_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    file = tmp_path / "numbers.json"
    file.write_text(
        '{"date": "2026-11-30", "right": 250, "quiet": 100, "wrong": 50, "entries": 1200,'
        ' "causes": {"told": 200, "first": 150}}'
    )
    monkeypatch.setattr(prose, "NUMBERS", file)
    html = TestClient(create_app(settings)).get("/about").text
    assert '<time datetime="2026-11-30">30 Nov 2026</time>, by 1,200 entries' in html
    assert "In 200 of the pastes" in html
    assert "It stands first in 150 of the answers (75 %)." in html
    assert "yours may fare worse" in html


def test_without_a_score_nothing_is_shown(tmp_path: Path) -> None:
    file = tmp_path / "numbers.json"
    assert corpus_chart(read_numbers(file)) == ""
    for text in ("", "[]", "{", '{"right": "many"}', "{}"):
        file.write_text(text)
        assert corpus_chart(read_numbers(file)) == ""
