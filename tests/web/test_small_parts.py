"""The small parts of the site, each by itself."""

from __future__ import annotations

import pytest

from app.store.pages import WordingView
from app.web import addresses, filters, negotiation, share
from app.web.change import ChangedLine, changed_lines
from app.web.incoming import BinaryPasteError, EmptyPasteError, checked, decode, parse_urlencoded


@pytest.mark.parametrize(
    ("header", "chosen"),
    [
        ("", "text/html"),
        ("*/*", "text/html"),
        ("text/*", "text/html"),
        ("application/json", "application/json"),
        ("application/*", "application/json"),
        ("text/html;q=0.4, application/json;q=0.5", "application/json"),
        ("text/html;q=0, */*;q=0.1", "application/json"),
        ("text/html;q=x, application/json;q=0.1", "application/json"),
        ("image/png", ""),
        (";;;,,,", ""),
    ],
)
def test_the_best_liked_type_is_chosen(header: str, chosen: str) -> None:
    assert negotiation.media_type(header, ("text/html", "application/json")) == chosen


@pytest.mark.parametrize(
    ("header", "chosen"),
    [
        ("", ""),
        ("gzip, deflate, br, zstd", "br"),
        ("gzip", "gzip"),
        ("br;q=0, gzip", "gzip"),
        ("*", "br"),
        ("identity", ""),
        ("*;q=0", ""),
    ],
)
def test_the_smallest_encoding_that_is_taken_is_chosen(header: str, chosen: str) -> None:
    assert negotiation.encoding(header) == chosen


@pytest.mark.parametrize(
    ("value", "may"),
    [
        ("2048", True),
        ("[64, 512]", True),
        ("torch.Size([2, 3])", True),
        ("(3,)", True),
        ("2.00 GiB", True),
        ("torch.float32", True),
        ("Half", True),
        ("cuda:0", True),
        ("cpu", True),
        ("-1.5e", False),
        ("kim", False),
        ("/home/kim", False),
        ("'secret'", False),
        ("hunter2", False),
        ("", False),
        ("()", False),
        ("1" * 61, False),
        ("127.0.0.1:kim", False),
    ],
)
def test_sizes_shapes_dtypes_and_devices_may_be_shared(value: str, may: bool) -> None:
    assert share.shareable("k1", value) is may


@pytest.mark.parametrize("name", ["", "K1", "a b", "1a", "a" * 40, "<script>"])
def test_only_slots_may_be_shared(name: str) -> None:
    assert not share.shareable(name, "7")


def text_of(lines: tuple[ChangedLine, ...]) -> list[str]:
    return [("+" if line.added else "-") + "".join(text for text, _ in line.pieces) for line in lines]


def test_a_change_is_its_removed_and_added_lines_without_indent() -> None:
    broken = "for x in y:\n    a = f(x)\n    g(a)\n"
    fixed = "for x in y:\n    a = f(x.detach())\n    g(a)\n    assert a\n"
    lines = changed_lines(broken, fixed)
    assert text_of(lines) == ["-a = f(x)", "+a = f(x.detach())"]
    assert [text for text, differs in lines[1].pieces if differs] == [".detach()"]


def test_whole_words_differ() -> None:
    lines = changed_lines('load("base")\n', 'load("large")\n')
    assert [text for line in lines for text, differs in line.pieces if differs] == ["base", "large"]


def test_an_added_line_alone_and_a_change_too_large_for_a_glance() -> None:
    assert text_of(changed_lines("a\n", "b = 1\na\n")) == ["+b = 1"]
    assert changed_lines("".join(f"old{n}\n" for n in range(9)), "new\n") == ()
    assert changed_lines("same\n", "same\n") == ()


@pytest.mark.parametrize(
    ("versions", "said"),
    [
        (">=1.9", "torch 1.9 and later"),
        ("<1.9", "torch before 1.9"),
        (">=1.9,<2.1", "torch 1.9 to before 2.1"),
        ("python >=3.11", "Python 3.11 and later"),
        ("==2.0", "torch ==2.0"),
        ("", "All versions of torch"),
    ],
)
def test_versions_are_said_in_words(versions: str, said: str) -> None:
    assert filters.versions_of(WordingView("x", "x", versions), "torch") == said


def test_a_wording_that_was_only_read_somewhere_is_not_said_to_be_of_all_versions() -> None:
    assert filters.versions_of(WordingView("x", "x", "", "torch 1.8, saved_variable.cpp"), "torch") == "Some versions"
    assert (
        filters.versions_of(WordingView("x", "x", "<1.9", "torch 1.8, saved_variable.cpp"), "torch")
        == "torch before 1.9"
    )


@pytest.mark.parametrize(
    ("authors", "said"),
    [
        ((), "the unraise project"),
        (("unraise",), "the unraise project"),
        (("Ada",), "Ada"),
        (("Ada", "Grace"), "Ada and Grace"),
        (("unraise", "Ada", "Grace"), "Ada, Grace and the unraise project"),
    ],
)
def test_a_byline_names_people_then_the_project(authors: tuple[str, ...], said: str) -> None:
    assert filters.byline(authors) == said


def test_an_exception_with_its_module_is_listed_under_its_bare_name() -> None:
    assert addresses.exception("json.decoder.JSONDecodeError") == "/exceptions/JSONDecodeError"


def test_candidates_whose_entries_do_not_say_so_are_told_apart_by_library_or_meaning() -> None:
    both = ["sqlite/no-such-table", "python/no-such-table"]
    assert filters.otherwise(both[0], both) == "the call that failed is one of sqlite"
    assert filters.otherwise(both[1], both) == "the call that failed is one of Python’s own"
    assert "its meaning" in filters.otherwise("torch/a", ["torch/a", "torch/b"])


def test_dates_numbers_and_addresses_are_said_in_words() -> None:
    assert filters.day("2026-11-03") == "3 Nov 2026"
    assert filters.day("soon") == "soon"
    assert filters.plural(1, "cause") == "1 cause"
    assert filters.plural(1200, "entry", "entries") == "1,200 entries"
    assert filters.short_url("https://docs.python.org/3/") == "docs.python.org/3"
    assert filters.short_url(f"https://a.example/{'long/' * 20}end.html") == "a.example/…/end.html"
    assert filters.breakable("a.example/<b>/c") == "a.example/<wbr>&lt;b&gt;/<wbr>c"
    assert filters.unlinked('a <a href="/x">b</a> <code>c</code>') == "a b <code>c</code>"


def test_a_form_is_read_as_browsers_write_it() -> None:
    assert parse_urlencoded(b"text=a+b%0D%0A%C3%A9%FF&entry=x&text=second") == {
        "text": b"a b\r\n\xc3\xa9\xff",
        "entry": b"x",
    }


def test_a_log_with_a_few_nuls_is_text_and_a_picture_is_not() -> None:
    assert checked("log\x00line\n" * 3 + "x" * 100) == "logline\n" * 3 + "x" * 100
    assert checked("KeyError: a\x00b") == "KeyError: ab"
    with pytest.raises(BinaryPasteError):
        decode(b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x01\x00")
    with pytest.raises(EmptyPasteError):
        decode("\ufeff \u200b\n".encode())
