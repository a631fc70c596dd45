"""An entry is read with the line of everything in it, and what is wrong is said with file, line and advice."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.content.parse import iter_entries, load_entries, parse_file, parse_text, slug_of
from app.content.problems import BodyError, ContentError, FrontMatterError, SchemaError
from app.matching.model import CauseFacts, EntryFacts, EvidenceRule, Wording
from tests.content.samples import BODY, ENTRIES, ENTRY, HEAD, PATH, SLUG, entry


def refused(text: str, slug: str = SLUG) -> str:
    """What is said about a broken entry."""
    with pytest.raises(ContentError) as error:
        parse_text(text, slug, PATH)
    return str(error.value)


def test_a_valid_entry_gives_its_front_matter_and_sections() -> None:
    parsed = parse_text(ENTRY, SLUG, PATH)
    assert parsed.entry.title == "A list index that is past the end"
    assert [s.id for s in parsed.body.causes] == ["off-by-one"]
    assert [s.id for s in parsed.body.fixes] == ["count-from-zero"]
    assert parsed.body.not_fixes == ()


def test_lines_are_those_of_the_file() -> None:
    parsed = parse_text(ENTRY, SLUG, PATH)
    lines = ENTRY.split("\n")
    assert lines[parsed.line("causes", 0, "fix") - 1] == "    fix: count-from-zero"
    cause = parsed.body.causes[0]
    assert lines[cause.line - 1] == "### Counting from one {#off-by-one}"
    assert lines[cause.fences[0].line - 1] == "items = [1, 2]"
    assert lines[cause.prose[0].line - 1].startswith("The last item")


def test_windows_line_ends_and_a_byte_order_mark_make_no_difference() -> None:
    parsed = parse_text("\ufeff" + ENTRY.replace("\n", "\r\n"), SLUG, PATH)
    assert parsed.source == ENTRY
    assert parsed.body.causes[0].fences[0].code == "items = [1, 2]\nprint(items[2])\n"


def test_facts_are_what_the_matcher_needs() -> None:
    parsed = parse_file(ENTRIES / "torch" / "backward-twice.md", ENTRIES)
    assert parsed.slug == "torch/backward-twice"
    facts = parsed.facts
    assert isinstance(facts, EntryFacts)
    assert facts.exceptions == ("RuntimeError",)
    assert facts.wordings[1] == Wording(
        "Trying to backward through the graph a second time, but the buffers have already been freed.", "<1.9"
    )
    assert facts.causes[0] == CauseFacts(
        id="carried-state",
        title="A hidden state carried from batch to batch",
        look_at="Is a tensor made in one round of the loop used in the next?",
        fix="detach-state",
        evidence=(EvidenceRule("source", "hidden", 2), EvidenceRule("frame", "torch.nn.modules.rnn", 3)),
    )
    assert facts.fixes[0] == ("detach-state", "Detach what crosses the iteration boundary")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("title: A list index that is past the end\n", "", f"{PATH}:1: `title` is missing; add it"),
        ("prevention:", "preventoin:", f"{PATH}:17: `preventoin` is no field of an entry; did you mean `prevention`?"),
        ("title: Count from zero", "title: 3", f"{PATH}:16: `fixes[0].title` is int, not text; put it in quotes"),
        ("    fix: count-from-zero", "    fix: other", "cause 'off-by-one' names the fix 'other'"),
        ("  - id: count-from-zero", "  - id: off-by-one", "names the fix 'count-from-zero'"),
        ("library: python", "library: Python", f"{PATH}:3: `library` is 'Python'"),
    ],
)
def test_the_schema_speaks_with_line_and_advice(old: str, new: str, said: str) -> None:
    assert said in refused(entry(old, new))


def test_evidence_names_exactly_one_kind() -> None:
    two = entry("    fix: count", '    evidence:\n      - {source: "a", line: "b"}\n    fix: count')
    assert f"{PATH}:14: `causes[0].evidence[0]`: evidence names exactly one kind" in refused(two)


def test_every_schema_problem_is_told_at_once() -> None:
    both = entry("prevention: Loop over the items.\n", "").replace("meaning:", "meanning:")
    with pytest.raises(SchemaError) as error:
        parse_text(both, SLUG, PATH)
    assert len(error.value.problems) == 3  # one unknown field, two missing ones


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", f"{PATH}:1: the file does not start with a front-matter; begin with `---`"),
        ("# Title\n", "begin with `---`"),
        ("---\ntitle: x\n", f"{PATH}:1: the front-matter never ends; close it with a line `---`"),
        ("---\n- a\n- b\n---\n", "the front-matter is no mapping"),
        ("---\n---\n", "the front-matter is no mapping"),
        ("---\ntitle: [a\nlibrary: b\n---\n", f"{PATH}:3: the front-matter is no valid YAML"),
        ("---\ntitle: a: b\n---\n", f"{PATH}:2: the front-matter is no valid YAML"),
        ("---\na: 1\nb: 2\na: 3\n---\n", f"{PATH}:4: the key `a` stands twice; keep one"),
        ("---\na: 2020-13-45\n---\n", "put such values in quotes"),
    ],
)
def test_a_broken_front_matter_is_refused(text: str, said: str) -> None:
    assert said in refused(text)


@pytest.mark.parametrize(
    ("head", "said"),
    [
        ("a: &x [1]\nb: *x\n", f"{PATH}:2: YAML anchors and aliases are not allowed"),
        ("a: &a [x,x]\nb: &b [*a,*a]\nc: &c [*b,*b]\n", "YAML anchors and aliases are not allowed"),
        ("a: !!python/object/apply:os.system ['true']\n", "YAML tags are not allowed"),
        ("a: !include /etc/passwd\n", "YAML tags are not allowed"),
        ("a: " + "[" * 200 + "]" * 200 + "\n", "nested too deeply"),
        ("a: " + "[" * 20_000 + "\n", "nest"),
        ("a:\n" + "  - x\n" * 5_000, "nested too deeply or too long"),
        ("a: " + "x" * 70_000 + "\n", "larger than 64 KiB"),
    ],
)
def test_hostile_yaml_is_refused_before_anything_is_built(head: str, said: str) -> None:
    with pytest.raises(FrontMatterError) as error:
        parse_text(f"---\n{head}---\n", SLUG, PATH)
    assert said in str(error.value)


def test_the_folder_is_the_library() -> None:
    assert f"{PATH}:3: `library` is 'python', but the file lies in numpy/" in refused(ENTRY, "numpy/list-index")


@pytest.mark.parametrize(
    "name", ["python/Upper.md", "python/a_b.md", "deep/er/a.md", "top.md", "python/..md", "py/a..md"]
)
def test_only_plain_names_are_addresses(name: str, tmp_path: Path) -> None:
    with pytest.raises(ContentError, match="is no address of an entry"):
        slug_of(tmp_path / name, tmp_path)


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text(ENTRY)
    (tmp_path / "errors" / "python").mkdir(parents=True)
    link = tmp_path / "errors" / "python" / "a-link.md"
    link.symlink_to(secret)
    with pytest.raises(ContentError, match="this is no plain file"):
        parse_file(link, tmp_path / "errors")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (ENTRY.encode()[:200] + b"\xff" + ENTRY.encode()[200:], "this line is not UTF-8; save the file as UTF-8"),
        (ENTRY.encode() + b"\0", "this line holds a NUL character"),
        (b"x" * 300_000, "the file is larger than 256 KiB"),
    ],
)
def test_a_file_that_is_no_text_is_refused(data: bytes, said: str, tmp_path: Path) -> None:
    file = tmp_path / "python" / "a.md"
    file.parent.mkdir()
    file.write_bytes(data)
    with pytest.raises(ContentError, match=said):
        parse_file(file, tmp_path)


def test_loading_all_entries_tells_the_problems_of_every_broken_file(tmp_path: Path) -> None:
    for name in ("a", "b", "c"):
        file = tmp_path / "python" / f"{name}.md"
        file.parent.mkdir(exist_ok=True)
        file.write_text(ENTRY if name == "b" else HEAD)
    with pytest.raises(ContentError) as error:
        load_entries(tmp_path)
    assert {Path(p.path).name for p in error.value.problems} == {"a.md", "c.md"}
    assert [isinstance(i, ContentError) for i in iter_entries(tmp_path)] == [True, False, True]


def test_the_body_must_agree_with_the_front_matter() -> None:
    with pytest.raises(BodyError) as error:
        parse_text(HEAD + BODY.replace("{#off-by-one}", "{#another}"), SLUG, PATH)
    assert [p.what for p in error.value.problems] == [
        "`## Causes` has no section for `off-by-one`, which the front-matter lists",
        "the anchor `another` is not in the front-matter's list for `## Causes`",
    ]


def test_real_entries_parse() -> None:
    assert [e.slug for e in load_entries(ENTRIES)] == ["python/name-is-not-defined", "torch/backward-twice"]
