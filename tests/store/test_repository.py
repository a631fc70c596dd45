"""What the site asks of the store."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator

import pytest

from app.settings import Settings
from app.store.pages import EntryPage
from app.store.repository import MAX_TEMPLATE, Repository
from app.store.views import Summary, Wish
from tests.store.conftest import Load

TWICE = "torch/backward-twice"
NAME = "python/name-is-not-defined"


@pytest.fixture
def repository(settings: Settings, loading: Load) -> Iterator[Repository]:
    loading()
    made = Repository(settings)
    yield made
    made.close()


def test_lists_are_by_library_and_slug(repository: Repository) -> None:
    first, second = repository.summaries()
    assert first == Summary(
        slug=NAME,
        title="A name that was never assigned",
        library="python",
        exceptions=("NameError",),
        meaning="Python met a name and found it nowhere.",
        seen_at=first.seen_at,
    )
    assert first.seen_at.endswith("+00:00")
    assert second.slug == TWICE


def test_parts_of_a_page(repository: Repository) -> None:
    page = repository.parts(TWICE)
    assert isinstance(page, EntryPage)
    assert page.meaning == "backward() ran twice over one recorded graph, and the first run freed it."
    assert page.meaning_html.startswith("<code>backward()</code> ran twice")
    cause = page.causes[0]
    assert cause.fix_title == "Detach what crosses the iteration boundary"
    assert cause.intro_html == (
        '<p>The state of the <em>last</em> batch hangs on its graph. See <a href="#two-losses">the other cause</a>.</p>'
    )
    assert [(e.broken.role, e.fixed.role if e.fixed else None) for e in cause.examples] == [("raises", "fixed")]
    assert '<ins class="line">' in cause.examples[0].diff_html
    assert cause.evidence == (("source", "hidden"), ("frame", "torch.nn.modules.rnn"))
    assert page.not_fixes[0].title_html == "Passing <code>retain_graph=True</code>"
    assert page.related == ((NAME, "A name that was never assigned"),)
    assert page.wordings[1].source == "the 1.8 release"
    assert page.source_path == "content/errors/torch/backward-twice.md"
    assert repository.parts("no/such") is None


def test_the_public_form_holds_programs_and_prose(repository: Repository) -> None:
    public = json.loads(repository.public(TWICE) or "")
    assert public["slug"] == TWICE
    assert public["exceptions"] == ["RuntimeError"]
    assert public["messages"][1]["versions"] == "<1.9"
    cause = public["causes"][1]
    assert [p["role"] for p in cause["programs"]] == ["raises", "fixed"]
    assert cause["programs"][0]["code"].startswith("import torch\n")
    assert cause["markdown"] == "Both losses need what lies between."
    assert cause["proof"]["state"] == "unproved"
    assert public["not_fixes"][0]["outcome"] == "raises"
    assert public["updated"] is None
    assert repository.public("no/such") is None


def test_markdown_and_old_addresses(repository: Repository) -> None:
    assert (repository.markdown(TWICE) or "").startswith("---\ntitle:")
    assert repository.markdown("no/such") is None
    assert repository.redirect("torch/second-backward") == TWICE
    assert repository.redirect("torch/never") is None


def test_a_search_hit_carries_its_entry(repository: Repository) -> None:
    found = repository.search("hidden state batch")
    assert [hit.entry.slug for hit in found.hits] == [TWICE]
    assert found.libraries == (("torch", 1),)
    assert found.did_you_mean == ""


def test_slips_are_put_right(repository: Repository) -> None:
    assert repository.search("backwrad graph").did_you_mean == "backward graph"
    assert repository.search("grpah").did_you_mean == "graph"
    assert repository.search("the Backwrad of a graph").did_you_mean == "the backward of a graph"
    assert repository.search("zebra").did_you_mean == ""


def test_suggestions(repository: Repository) -> None:
    assert repository.suggest("backw", 5) == ((TWICE, "Going backward through a graph that is already freed"),)


def test_the_revision_changes_with_the_content(repository: Repository, settings: Settings, loading: Load) -> None:
    before = repository.revision()
    assert repository.search("tensors").total == 1
    file = settings.content / "errors" / f"{NAME}.md"
    file.write_text(file.read_text().replace("A name that was never", "A tensors name never"))
    loading()
    assert repository.revision() != before
    assert repository.search("tensors").total == 2
    assert repository.summaries()[0].title == "A tensors name never assigned"
    part = repository.parts(NAME)
    assert part is not None
    assert part.title == "A tensors name never assigned"


def test_counts_add_up_by_day(repository: Repository) -> None:
    repository.count_lookups({TWICE: 2, NAME: 5}, "2026-11-29")
    repository.count_lookups({TWICE: 4, "gone/entry": 9}, "2026-11-30")
    repository.count_lookups({TWICE: 1}, "2026-11-30")
    repository.count_lookups({}, "2026-11-30")
    assert repository.most_looked_up(5) == [(TWICE, 7), (NAME, 5)]
    assert repository.most_looked_up(1) == [(TWICE, 7)]


def test_counts_of_many_threads_add_up(repository: Repository) -> None:
    def count() -> None:
        for _ in range(5):
            repository.count_lookups({TWICE: 1}, "2026-11-30")

    threads = [threading.Thread(target=count) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert repository.most_looked_up(1) == [(TWICE, 20)]


def test_feedback_is_entry_answer_reason_and_date(repository: Repository) -> None:
    repository.add_feedback(TWICE, "yes", "", "2026-11-30")
    repository.add_feedback(TWICE, "no", "another cause", "2026-11-30")
    repository.add_feedback(TWICE, "no", "x" * 10_000, "2026-11-30")
    assert repository.feedback(TWICE) == {"yes": 1, "no": 2}
    rows = repository.source().rows("SELECT slug, answer, reason, date FROM feedback ORDER BY id")
    assert rows[1] == (TWICE, "no", "another cause", "2026-11-30")
    assert len(rows[2][2]) == 80
    with pytest.raises(ValueError, match="an answer is one of"):
        repository.add_feedback(TWICE, "maybe", "", "2026-11-30")


def test_the_same_wish_is_counted(repository: Repository) -> None:
    for day in ("2026-11-28", "2026-11-30"):
        repository.add_wish("no kernel for {text}", "RuntimeError", "torch", day)
    repository.add_wish("no kernel for {text}", "RuntimeError", "jax", "2026-11-29")
    repository.add_wish("x" * 10_000, "E", "", "2026-11-29")
    wishes = repository.wishes(10)
    assert wishes[0] == Wish("no kernel for {text}", "RuntimeError", "torch", 2, "2026-11-28", "2026-11-30")
    assert [w.number for w in wishes] == [2, 1, 1]
    assert max(len(w.template) for w in wishes) == MAX_TEMPLATE
    assert len(repository.wishes(2)) == 2


def test_it_may_be_opened_before_anything_is_loaded(settings: Settings, loading: Load) -> None:
    repository = Repository(settings)
    loading()
    assert len(repository.summaries()) == 2
