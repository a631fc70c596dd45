"""Code on a page: highlighted by classes, and both programs beside each other."""

from __future__ import annotations

import re
from html import unescape

from hypothesis import given
from hypothesis import strategies as st

from app.content import diff, highlight


def text_of(html: str) -> str:
    return unescape(re.sub(r"<[^>]+>", "", html))


def test_classes_and_no_style() -> None:
    assert highlight.lines("def f(x): # a < b\n    return 'é' + 1", "python") == (
        '<span class="k">def</span> <span class="f">f</span>(x): <span class="c"># a &lt; b</span>',
        '    <span class="k">return</span> <span class="s">\'é\'</span> + <span class="m">1</span>',
    )


def test_a_string_over_several_lines_is_closed_in_each() -> None:
    assert highlight.lines('x = """a\nb"""\n', "python") == (
        'x = <span class="s">"""a</span>',
        '<span class="s">b"""</span>',
    )


def test_data_is_only_escaped() -> None:
    assert highlight.lines("a,<b>\n1,2\n", "csv") == ("a,&lt;b&gt;", "1,2")


@given(st.text(alphabet=st.sampled_from(list("ab'\"\\#()[]{}:=\n\t <>&1")), max_size=80))
def test_no_character_of_the_code_is_lost(code: str) -> None:
    code = code.rstrip("\n") + "\n"
    assert text_of(highlight.block(code, "python")) == code


BROKEN = "import os\n\nx = 1\nprint(y)\n"
FIXED = "import os\n\nx = 1\ny = 2\nprint(y, x)\n"


def test_equal_lines_stand_in_one_row() -> None:
    left, right = diff.compare(BROKEN, FIXED)
    assert len(left.rows) == len(right.rows) == 5
    assert left.rows[:3] == right.rows[:3]
    assert left.rows[4] is None
    assert left.changed == {4}
    assert right.changed == {4, 5}


def test_changed_lines_are_marked_and_named_in_words() -> None:
    html = diff.render(BROKEN, FIXED)
    assert '<figcaption>Raises <span class="changed">line 4</span></figcaption>' in html
    assert '<figcaption>Fixed <span class="changed">lines 4–5</span></figcaption>' in html
    assert html.count("<del") == 1
    assert html.count("<ins") == 2
    assert html.count('class="line gap" aria-hidden="true"') == 1


def test_each_side_reads_as_its_program() -> None:
    sides = re.findall(r"<code>(.*?)</code>", diff.render(BROKEN, FIXED), re.DOTALL)
    assert [text_of(side) for side in sides] == [BROKEN, FIXED]


def test_hostile_code_stays_text() -> None:
    html = diff.render("x = '</code><script>alert(1)</script>'\n", "x = 1\n")
    assert "<script" not in html


def test_scattered_changes_are_counted_in_words() -> None:
    html = diff.render("a\nb\nc\nd\ne\n", "A\nb\nC\nD\ne\n", "text")
    assert "lines 1, 3–4" in html
