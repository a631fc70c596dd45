"""The search box finds what people type, and nothing that they type can hurt it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from app.store.search import Document, WhooshIndex, build, is_built
from app.store.search_words import MAX_WORDS, indexed, query_words
from app.store.spelling import Speller
from app.store.suggest import Suggester, Suggestible

DOCUMENTS = [
    Document(
        "torch/shapes",
        "mat1 and mat2 shapes cannot be multiplied",
        "torch",
        ("RuntimeError",),
        ("mat1 and mat2 shapes cannot be multiplied ( x and x )",),
        "A layer got fewer columns than torch.nn.Linear was made for.",
        ("A Linear layer of the wrong size",),
    ),
    Document(
        "torch/killed",
        "The process was killed: exit code -9",
        "torch",
        ("torch.cuda.OutOfMemoryError", "RuntimeError"),
        ("DataLoader worker exited unexpectedly, exit code -9",),
        "The machine ran out of memory and the system killed the process.",
        ("Too many workers",),
    ),
    Document(
        "spacy/model-missing",
        "[E050] Can't find model",
        "spacy",
        ("OSError",),
        ("[E050] Can't find model",),
        "The language model is not installed.",
        ("The model was never downloaded",),
    ),
    Document(
        "python/dll",
        "[WinError 126] The specified module could not be found",
        "python",
        ("OSError", "FileNotFoundError"),
        ("[WinError 126] The specified module could not be found",),
        "A DLL that the library needs is missing on Windows.",
        ("The redistributable is missing",),
    ),
    Document(
        "python/address-in-use",
        "[Errno 98] Address already in use",
        "python",
        ("OSError",),
        ("[Errno 98] Address already in use",),
        "Another process listens on that port.",
        ("An earlier run still runs",),
    ),
    Document(
        "pandas/keyerror",
        "KeyError: a column that is not there",
        "pandas",
        ("KeyError",),
        ("KeyError:",),
        "pandas found no column of that name. See `df.columns` and `read_csv`.",
        ("Blanks in the header", "The name is part of the index"),
    ),
]


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> WhooshIndex:
    folder = tmp_path_factory.mktemp("index") / "one"
    build(folder, DOCUMENTS)
    return WhooshIndex(folder)


def slugs(index: WhooshIndex, text: str, library: str = "", exception: str = "") -> list[str]:
    return [hit.slug for hit in index.search(text, library=library, exception=exception).hits]


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("E050", "spacy/model-missing"),
        ("[e050]", "spacy/model-missing"),
        ("WinError 126", "python/dll"),
        ("winerror126", "python/dll"),
        ("Errno 98", "python/address-in-use"),
        ("[Errno 98]", "python/address-in-use"),
        ("exit code -9", "torch/killed"),
        ("torch.nn.Linear", "torch/shapes"),
        ("nn.Linear", "torch/shapes"),
        ("linear", "torch/shapes"),
        ("KeyError", "pandas/keyerror"),
        ("keyerror", "pandas/keyerror"),
        ("key error", "pandas/keyerror"),
        ("mat1", "torch/shapes"),
        ("multiply shapes", "torch/shapes"),
        ("OutOfMemoryError", "torch/killed"),
        ("out of memory", "torch/killed"),
        ("torch.cuda.OutOfMemoryError", "torch/killed"),
        ("read_csv", "pandas/keyerror"),
        ("df.columns", "pandas/keyerror"),
        ("address already in u", "python/address-in-use"),
        ("redistr", "python/dll"),
        ("the memory of a machine", "torch/killed"),
        ("DLL missing", "python/dll"),
        ("mylib.cuda.OutOfMemoryError", "torch/killed"),
        ("down loaded", "spacy/model-missing"),
    ],
)
def test_found_as_people_type_it(index: WhooshIndex, typed: str, first: str) -> None:
    assert slugs(index, typed)[:1] == [first]


def test_every_word_counts_before_any_word_does(index: WhooshIndex) -> None:
    assert slugs(index, "model downloaded") == ["spacy/model-missing"]
    assert set(slugs(index, "memory zebra")) == {"torch/killed"}
    assert index.search("memory zebra").unknown == ("zebra",)


def test_nothing_found_is_nothing(index: WhooshIndex) -> None:
    result = index.search("zebra")
    assert (result.total, result.hits, result.unknown) == (0, (), ("zebra",))


def test_facets_count_all_that_is_found(index: WhooshIndex) -> None:
    result = index.search("oserror", limit=1)
    assert result.total == 3
    assert len(result.hits) == 1
    assert result.libraries == (("python", 2), ("spacy", 1))
    assert result.exceptions == (("OSError", 3), ("FileNotFoundError", 1))


def test_filters_by_library_and_exception(index: WhooshIndex) -> None:
    assert slugs(index, "oserror", library="spacy") == ["spacy/model-missing"]
    assert slugs(index, "oserror", exception="FileNotFoundError") == ["python/dll"]
    assert slugs(index, "oserror", library="spacy", exception="KeyError") == []
    assert slugs(index, "oserror", library="no such library'\"*") == []


def test_pages_of_results(index: WhooshIndex) -> None:
    whole = slugs(index, "oserror")
    parts = [index.search("oserror", limit=1, offset=i).hits for i in range(4)]
    assert [hits[0].slug for hits in parts[:3]] == whole
    assert parts[3] == ()


def test_words_are_marked_in_title_and_excerpt(index: WhooshIndex) -> None:
    hit = index.search("multiplied columns").hits[0]
    assert hit.title == (("mat1 and mat2 shapes cannot be ", False), ("multiplied", True))
    excerpt = index.search("fewer columns").hits[0].excerpt
    assert excerpt == (
        ("A layer got ", False),
        ("fewer", True),
        (" ", False),
        ("columns", True),
        (" than torch.nn.Linear was made for.", False),
    )


def test_marks_never_lose_text(index: WhooshIndex) -> None:
    for hit in index.search("the process").hits:
        document = next(d for d in DOCUMENTS if d.slug == hit.slug)
        assert "".join(text for text, _ in hit.title) == document.title


SUGGESTER = Suggester(Suggestible(d.slug, d.title, d.library, d.exceptions, d.messages) for d in DOCUMENTS)


@pytest.mark.parametrize(
    ("typed", "slugs"),
    [
        ("addr", ["python/address-in-use"]),
        ("a", ["pandas/keyerror", "python/address-in-use", "torch/shapes"]),
        ("key", ["pandas/keyerror"]),
        ("oser", ["spacy/model-missing", "python/address-in-use", "python/dll"]),
        ("torch", ["torch/killed", "torch/shapes"]),
        ("e05", ["spacy/model-missing"]),
        ("winerror 12", ["python/dll"]),
        ("torch.cuda.Out", ["torch/killed"]),
        ("mylib.OutOfMemoryError", ["torch/killed"]),
        ("mat1 shap", ["torch/shapes"]),
        ("mat1 zebra", []),
        ("", []),
        ("  ", []),
    ],
)
def test_suggestions_for_what_is_typed_so_far(typed: str, slugs: list[str]) -> None:
    assert sorted(slug for slug, _ in SUGGESTER.suggest(typed, 5)) == sorted(slugs)


def test_a_whole_word_in_the_title_comes_first() -> None:
    assert SUGGESTER.suggest("killed", 1) == (("torch/killed", "The process was killed: exit code -9"),)
    assert len(SUGGESTER.suggest("oserror", 2)) == 2


HOSTILE = [
    "[a TO z]",
    "*e*",
    "a* OR b*",
    "NOT NOT NOT",
    "title:*",
    "((((((((((",
    '"unclosed',
    "^4 ~9",
    "x" * 10_000,
    "e* " * 3_000,
    "a " * 5_000,
    "-" * 10_000,
    "a-" * 5_000,
    "\0\x01\ufffe",
    "\u202e\u200b",
    "e",
    "{1,99999}",
    "../../etc/passwd",
    "' OR 1=1 --",
    "<script>alert(1)</script>",
]


@pytest.mark.parametrize("typed", HOSTILE)
def test_no_query_hurts(index: WhooshIndex, typed: str) -> None:
    """With Whoosh's own parser several of these do not come back."""
    assert index.search(typed).total <= len(DOCUMENTS)
    assert len(SUGGESTER.suggest(typed, 8)) <= 8


@hypothesis_settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=60)
@given(st.text(max_size=60))
def test_any_text_is_a_query(index: WhooshIndex, typed: str) -> None:
    result = index.search(typed)
    assert result.total >= len(result.hits)


def test_at_most_a_dozen_words_are_read() -> None:
    assert len(query_words(" ".join(f"word{i}" for i in range(100)))) == MAX_WORDS


@pytest.mark.parametrize(
    ("text", "forms"),
    [
        ("torch.nn.Linear", "torch.nn.linear nn.linear linear torch nn"),
        ("KeyError", "keyerror key error"),
        ("no_grad", "no_grad grad no"),
        ("cuda:0", "cuda:0 0 cuda"),
        ("-9", "-9 9"),
        ("E050", "e050"),
        ("multiplied", "multiplied multipli"),
        ("scikit-learn", "scikit-learn learn scikit"),
        ("ﬁle Straße", "file fi le strasse stra ß e"),
    ],
)
def test_the_forms_a_word_is_found_under(text: str, forms: str) -> None:
    assert set(indexed(text).split()) >= set(forms.split()) - {"fi", "le", "stra", "ß", "e"}


def test_small_words_count_only_when_alone() -> None:
    assert [w.whole for w in query_words("the name of it is not defined")] == ["name", "not", "defined"]
    assert [w.whole for w in query_words("is it")] == ["is", "it"]


def test_an_index_is_updated_from_the_last_one(tmp_path: Path) -> None:
    build(tmp_path / "one", DOCUMENTS)
    changed = Document("python/dll", "A zebra", "python", ("OSError",), ("zebra",), "zebra", ())
    build(tmp_path / "two", [changed], base=tmp_path / "one", removed=["spacy/model-missing"])
    old, new = WhooshIndex(tmp_path / "one"), WhooshIndex(tmp_path / "two")
    assert slugs(new, "zebra") == ["python/dll"]
    assert slugs(new, "WinError") == slugs(new, "E050") == []
    assert slugs(new, "keyerror") == ["pandas/keyerror"]
    assert slugs(old, "E050") == ["spacy/model-missing"]
    assert slugs(old, "zebra") == []


def test_an_unfinished_index_is_not_opened(tmp_path: Path) -> None:
    build(tmp_path / "one", DOCUMENTS)
    assert is_built(tmp_path / "one")
    assert not is_built(tmp_path / "two")
    (tmp_path / "one" / "complete").write_text("0")
    assert not is_built(tmp_path / "one")


SPELLER = Speller([("backward", 3), ("backwards", 1), ("multiplied", 2), ("graph", 5), ("shape", 9), ("shapes", 9)])


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("backwrad", "backward"),
        ("bakcward", "backward"),
        ("backard", "backward"),
        ("bbackward", "backward"),
        ("backwird", "backward"),
        ("multplied", "multiplied"),
        ("grpah", "graph"),
        ("backward", ""),
        ("zebra", ""),
        ("shp", ""),
        ("x" * 5_000, ""),
    ],
)
def test_did_you_mean(typed: str, meant: str) -> None:
    assert SPELLER.nearest(typed) == meant
