"""The rows that lead from a message's words to the templates it may fit."""

from __future__ import annotations

from app.matching.index import NearRow, Posting, PostingTable, TemplateRow, build_postings, class_words, words


def test_words_are_lower_case_and_survive_quotes_and_escapes() -> None:
    assert words("Can't call numpy() on `Tensor`\\nthat") == {"can", "call", "numpy", "on", "tensor", "that", "nthat"}


def test_a_template_is_found_by_its_two_rarest_words() -> None:
    rows = build_postings(
        [
            TemplateRow(1, "torch/matmul", "mat1 and mat2 shapes cannot be multiplied"),
            TemplateRow(2, "torch/cat", "shapes cannot be concatenated"),
        ]
    )
    assert rows.postings == (Posting("multiplied", "mat1", 1), Posting("concatenated", "cannot", 2))


def test_templates_without_words_are_found_by_their_exceptions() -> None:
    rows = build_postings([TemplateRow(1, "python/key-error", "{key:quoted}", ("KeyError",))])
    assert rows.postings == (Posting("!keyerror", "", 1),)
    assert PostingTable(rows).candidates(class_words(["builtins.KeyError"])) == [1]


def test_a_template_with_one_word_needs_its_exception_too() -> None:
    rows = build_postings([TemplateRow(1, "python/x", "{x} missing", ("KeyError", "ValueError"))])
    table = PostingTable(rows)
    assert table.candidates({"missing"}) == []
    assert table.candidates({"missing", "!valueerror"}) == [1]


def test_one_word_and_no_exception_is_found_by_the_word() -> None:
    assert PostingTable(build_postings([TemplateRow(1, "p/x", "segfault: {x}")])).candidates({"segfault"}) == [1]


def test_near_templates_share_the_most_and_the_rarest_words() -> None:
    rows = build_postings(
        [
            TemplateRow(1, "a/a", "expected scalar type long but found something"),
            TemplateRow(2, "a/b", "expected scalar quaternion but found nothing"),
        ]
    )
    assert all(isinstance(r, NearRow) for r in rows.near)
    assert PostingTable(rows).near({"quaternion", "expected"}, 5) == [2, 1]
