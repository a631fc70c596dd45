"""`unraise load`: incremental, all or nothing, and nobody who reads meanwhile sees half of it."""

from __future__ import annotations

import json
import shutil
import subprocess
import threading
from pathlib import Path

import pytest
from sqlalchemy import text

from app.content import verified
from app.content.parse import ParsedEntry, parse_text
from app.content.problems import ContentError
from app.matching.index import words
from app.settings import ROOT, Settings
from app.store import loader, writing
from app.store.database import make_engine
from app.store.loader import LoadError, load
from app.store.pages import PageRenderer
from app.store.repository import Repository
from app.store.source import SqliteSource
from tests.content.samples import ENTRY
from tests.store.conftest import RENDERER, Load

TWICE = "torch/backward-twice"
NAME = "python/name-is-not-defined"
MESSAGE = "Trying to backward through the graph a second time, but the buffers have already been freed."


def entry_file(settings: Settings, slug: str) -> Path:
    return settings.content / "errors" / f"{slug}.md"


def change(settings: Settings, slug: str, old: str, new: str) -> None:
    file = entry_file(settings, slug)
    source = file.read_text()
    assert old in source
    file.write_text(source.replace(old, new))


def source_of(settings: Settings) -> SqliteSource:
    return SqliteSource(settings.data / "unraise.db")


def index_folders(settings: Settings) -> list[str]:
    return sorted(p.name for p in (settings.data / "index").iterdir())


def test_a_first_load_adds_everything(settings: Settings, loading: Load) -> None:
    report = loading()
    assert (report.added, report.changed, report.removed, report.unchanged) == ((NAME, TWICE), (), (), 0)
    source = source_of(settings)
    assert [slug for _, slug, _ in source.candidates(words(MESSAGE))] == [TWICE]
    page = source.page(TWICE)
    assert page is not None
    assert page.html.startswith(b"<h1>Going backward")


def test_a_second_load_changes_nothing(settings: Settings, loading: Load) -> None:
    first = loading()
    before = (settings.data / "unraise.db").read_bytes(), index_folders(settings)
    second = loading()
    assert (second.added, second.changed, second.removed, second.unchanged) == ((), (), (), 2)
    assert second.revision == first.revision
    assert not second.is_new
    assert ((settings.data / "unraise.db").read_bytes(), index_folders(settings)) == before


def test_only_what_changed_is_read_again(settings: Settings, loading: Load, monkeypatch: pytest.MonkeyPatch) -> None:
    loading()
    parsed: list[str] = []

    def parse_and_note(source: str, slug: str, path: str) -> ParsedEntry:
        parsed.append(slug)
        return parse_text(source, slug, path)

    monkeypatch.setattr(loader, "parse_text", parse_and_note)
    change(settings, NAME, "A misspelled name", "A mistyped name")
    (settings.content / "errors" / "python" / "list-index.md").write_text(ENTRY)
    entry_file(settings, TWICE).touch()
    report = loading()
    assert (report.added, report.changed, report.removed, report.unchanged) == (("python/list-index",), (NAME,), (), 1)
    assert sorted(set(parsed)) == ["python/list-index", NAME]


def test_a_removed_file_is_a_removed_entry(settings: Settings, loading: Load) -> None:
    loading()
    entry_file(settings, TWICE).unlink()
    assert loading().removed == (TWICE,)
    source = source_of(settings)
    assert source.entries([TWICE]) == {}
    assert source.page(TWICE) is None
    assert source.candidates(words(MESSAGE)) == []
    assert source.redirect("torch/second-backward") is None
    assert Repository(settings).search("backward").total == 0


def test_a_page_changes_with_the_titles_it_shows(settings: Settings, loading: Load) -> None:
    loading()
    change(settings, NAME, "title: A name that was never assigned", "title: A name nobody assigned")
    assert loading().changed == (NAME, TWICE)  # TWICE names it under `related`
    parts = json.loads(source_of(settings).parts_json(TWICE))
    assert parts["related"] == [[NAME, "A name nobody assigned"]]


def test_a_page_changes_with_its_proof(settings: Settings, loading: Load) -> None:
    (settings.content / "environments").mkdir()
    shutil.copy(ROOT / "content" / "environments" / "cpython.in", settings.content / "environments")
    shutil.copy(ROOT / "content" / "environments" / "cpython.txt", settings.content / "environments")
    change(settings, TWICE, "related:", "environment: cpython\nrelated:")
    loading()
    parsed = parse_text(entry_file(settings, TWICE).read_text(), TWICE, "e.md")
    proofs = {
        f"{TWICE}#{anchor}": {"example": digest, "versions": {"torch": "2.13.0"}, "date": "2026-11-30"}
        for anchor, digest in verified.digester(settings.content)(parsed).items()
    }
    assert list(proofs) == [f"{TWICE}#{a}" for a in ("carried-state", "two-losses", "retain-graph")]
    proofs[f"{TWICE}#carried-state"]["example"] = "of other programs"
    (settings.content / "verified.lock").write_text(json.dumps({"format": 1, "proofs": proofs}))
    assert loading().changed == (TWICE,)
    parts = Repository(settings).parts(TWICE)
    assert parts is not None
    assert parts.verified == "2026-11-30"
    assert [c.proof.state for c in parts.causes] == ["unproved", "proved"]
    assert parts.causes[1].proof.versions == (("torch", "2.13.0"),)


def test_pages_are_remade_when_the_site_looks_different(settings: Settings, loading: Load) -> None:
    loading()
    other = PageRenderer("2", lambda page: f"<h2>{page.title}</h2>")
    assert load(settings, page_renderer=other).changed == (NAME, TWICE)
    page = source_of(settings).page(NAME)
    assert page is not None
    assert page.html == b"<h2>A name that was never assigned</h2>"


def test_rules_alone_make_a_new_revision(settings: Settings, loading: Load) -> None:
    first = loading()
    source = source_of(settings)
    assert source.rules().yields == ()
    (settings.content / "wrappers.yml").write_text("yields:\n  - {entry: a/b, to: c/d, why: it wraps}\n")
    report = loading()
    assert report.revision == first.revision + 1
    assert report.unchanged == 2
    assert [y.entry for y in source.rules().yields] == ["a/b"]


def test_a_broken_entry_stops_the_load_and_the_old_content_stays(settings: Settings, loading: Load) -> None:
    loading()
    before = index_folders(settings)
    change(settings, NAME, "title: A name", "titel: A name")
    change(settings, TWICE, "Add them.", "Add <b>them</b>.")
    (settings.content / "errors" / "python" / "new.md").write_text(ENTRY)
    with pytest.raises(ContentError) as error:
        loading()
    said = [str(p) for p in error.value.problems]
    assert any("name-is-not-defined.md:2: `titel` is no field of an entry; did you mean `title`?" in s for s in said)
    assert any("backward-twice.md:99: raw HTML is not allowed: '<b>'; write Markdown" in s for s in said)
    source = source_of(settings)
    assert source.revision().number == 1
    assert set(source.entries([NAME, TWICE, "python/new"])) == {NAME, TWICE}
    assert index_folders(settings) == before


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("a second time, but", "a {x:nothing} time, but", "there is no slot type 'nothing'"),
        ('source: "hidden"', 'source: "(?=hidden)"', "is no RE2 pattern"),
        ("redirect_from: [torch/second-backward]", f"redirect_from: [{NAME}]", "is an entry of its own"),
    ],
)
def test_what_the_matcher_could_not_use_stops_it_too(
    settings: Settings, loading: Load, old: str, new: str, said: str
) -> None:
    change(settings, TWICE, old, new)
    with pytest.raises(ContentError, match=said.replace("(", r"\(")):
        loading()


def test_a_page_that_cannot_be_made_changes_nothing(settings: Settings, loading: Load) -> None:
    loading()

    def broken(_page: object) -> str:
        raise RuntimeError("template")

    with pytest.raises(RuntimeError, match="template"):
        load(settings, page_renderer=PageRenderer("2", broken))
    assert source_of(settings).revision().number == 1


def test_a_transaction_that_fails_leaves_no_trace(
    settings: Settings, loading: Load, monkeypatch: pytest.MonkeyPatch
) -> None:
    loading()
    before = index_folders(settings)
    entry_file(settings, TWICE).unlink()
    change(settings, NAME, "A misspelled name", "A mistyped name")

    def full(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(writing, "replace_postings", full)
    with pytest.raises(OSError, match="disk full"):
        loading()
    source = source_of(settings)
    assert set(source.entries([NAME, TWICE])) == {NAME, TWICE}
    assert source.entries([NAME])[NAME].causes[0].title == "A misspelled name"
    assert index_folders(settings) == before


def test_what_people_wrote_survives_every_load(settings: Settings, loading: Load) -> None:
    loading()
    repository = Repository(settings)
    repository.add_feedback(TWICE, "yes", "", "2026-11-30")
    repository.add_wish("no {text}", "X", "torch", "2026-11-30")
    repository.count_lookups({TWICE: 2, NAME: 1}, "2026-11-30")
    entry_file(settings, NAME).unlink()
    change(settings, TWICE, "Two losses over", "Two losses on")
    loading()
    assert repository.feedback(TWICE) == {"yes": 1}
    assert len(repository.wishes(5)) == 1
    assert repository.most_looked_up(5) == [(TWICE, 2)]  # NAME is counted still, but there is no such entry
    with make_engine(settings).connect() as connection:
        assert connection.execute(text("SELECT COUNT(*) FROM lookup_count")).scalar() == 2


def test_old_indexes_are_removed_but_the_last_one(settings: Settings, loading: Load) -> None:
    for number in range(4):
        change(settings, NAME, "A misspelled name", f"A misspelled name {number}") if number else None
        loading()
        entry_file(settings, NAME).write_text(
            entry_file(settings, NAME).read_text().replace(f" name {number}", " name")
        )
    assert [name[:6] for name in index_folders(settings)] == ["000003", "000004"]


def test_strangers_in_the_index_folder_are_left_alone(settings: Settings, loading: Load) -> None:
    loading()
    (settings.data / "index" / "mine").mkdir()
    change(settings, NAME, "A misspelled name", "A mistyped name")
    loading()
    assert "mine" in index_folders(settings)


def test_a_lost_index_is_made_again(settings: Settings, loading: Load) -> None:
    loading()
    for folder in (settings.data / "index").iterdir():
        (folder / "complete").unlink()
    assert not loading().is_new
    assert Repository(settings).search("backward").total == 1


def test_readers_see_one_revision_or_the_other(settings: Settings, loading: Load) -> None:
    loading()
    source = source_of(settings)
    seen: set[tuple[str, ...]] = set()
    stop = threading.Event()

    def read() -> None:
        mine = source_of(settings)
        while not stop.is_set():
            seen.add(tuple(sorted(mine.entries([NAME, TWICE, "python/new"]))))

    readers = [threading.Thread(target=read) for _ in range(2)]
    for reader in readers:
        reader.start()
    (settings.content / "errors" / "python" / "new.md").write_text(ENTRY)
    loading()
    assert "python/new" in source.entries(["python/new"])
    stop.set()
    for reader in readers:
        reader.join()
    assert seen <= {(NAME, TWICE), (NAME, "python/new", TWICE)}
    assert source.revision().number == 2


def test_a_slower_load_looks_again(settings: Settings, loading: Load, monkeypatch: pytest.MonkeyPatch) -> None:
    loading()
    change(settings, NAME, "A misspelled name", "A mistyped name")
    real = writing.write

    def beaten(*arguments: object, **named: object) -> None:
        monkeypatch.setattr(writing, "write", real)
        load(settings, page_renderer=RENDERER)
        real(*arguments, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(writing, "write", beaten)
    report = loading()
    assert report.unchanged == 2
    assert source_of(settings).revision().number == 2
    assert len(index_folders(settings)) == 2


def test_nothing_to_load_is_no_reason_to_remove_everything(settings: Settings, loading: Load, tmp_path: Path) -> None:
    loading()
    elsewhere = Settings(data=settings.data, content=tmp_path / "typo", database_url="")
    with pytest.raises(LoadError, match=r"no entries below .*typo/errors; give the folder"):
        load(elsewhere)
    assert source_of(settings).revision().number == 1


def test_progress_is_told(settings: Settings) -> None:
    steps: list[tuple[int, int, str]] = []
    load(settings, lambda done, total, slug: steps.append((done, total, slug)), RENDERER)
    assert steps == [(0, 2, NAME), (1, 2, TWICE), (2, 2, "")]


def test_dates_and_authors_come_from_the_history(settings: Settings, loading: Load) -> None:
    loading()
    assert source_of(settings).parts_json(NAME).count('"authors":[]') == 1
    folder = settings.content
    environment = {
        "PATH": "/usr/bin:/bin",
        "HOME": str(folder),
        "GIT_AUTHOR_DATE": "2026-05-06T00:00:00",
        "GIT_COMMITTER_DATE": "2026-05-06T00:00:00",
    }
    for command in (["init", "-q"], ["add", "."], ["commit", "-qm", "x"]):
        name = ["-c", "user.name=Ada", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", *name, *command], cwd=folder, env=environment, check=True)
    assert loading().changed == (NAME, TWICE)
    parts = Repository(settings).parts(NAME)
    assert parts is not None
    assert (parts.created, parts.updated, parts.authors) == ("2026-05-06", "2026-05-06", ("Ada",))
    assert not loading().is_new


def test_the_file_alone_is_whole_after_a_load(settings: Settings, loading: Load, tmp_path: Path) -> None:
    loading()
    copy = tmp_path / "copy.db"
    copy.write_bytes((settings.data / "unraise.db").read_bytes())
    assert set(SqliteSource(copy).entries([NAME])) == {NAME}
