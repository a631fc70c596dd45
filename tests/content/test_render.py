"""Prose becomes HTML that is safe whatever an editor (or an attacker with a pull request) writes."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.content.problems import RenderError
from app.content.render import (
    internal_links,
    link_problem,
    plain,
    plain_title,
    render_inline,
    render_prose,
    render_title,
)

SLOTS = ("k1", "name")
OURS = {"p", "em", "strong", "code", "a", "span", "ul", "ol", "li", "blockquote", "br"}


def html(text: str) -> str:
    return render_prose(text, SLOTS, "e.md", 1)


def refused(text: str) -> str:
    with pytest.raises(RenderError) as error:
        render_prose(text, SLOTS, "e.md", 20)
    return str(error.value)


def test_prose_is_commonmark() -> None:
    assert html("One *two*\n`three`.\n\n- a\n- b\n") == (
        "<p>One <em>two</em>\n<code>three</code>.</p>\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>"
    )


def test_a_title_has_no_paragraph_around_it() -> None:
    assert (
        render_inline("Passing `retain_graph=True` < 3", "e.md", 1) == "Passing <code>retain_graph=True</code> &lt; 3"
    )


def test_text_and_code_are_escaped() -> None:
    assert html('`<script>` & "x"') == "<p><code>&lt;script&gt;</code> &amp; &quot;x&quot;</p>"
    assert html("&lt;script&gt;") == "<p>&lt;script&gt;</p>"
    assert html("&#60;b&#62;") == "<p>&lt;b&gt;</p>"
    assert html("<svg/onload=alert(1)>") == "<p>&lt;svg/onload=alert(1)&gt;</p>"  # no tag to CommonMark


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "a <img src=x onerror=alert(1)> b",
        "<!-- hidden -->",
        "<?php x ?>",
        "<![CDATA[x]]>",
        "<!DOCTYPE html>",
        "para\n\n<div>\nx\n</div>\n",
        "> <b>quoted</b>",
        "- <i>in a list</i>",
        "**<u>x</u>**",
        "[<b>x</b>](https://a.b)",
        "</p><p onclick=x>",
    ],
)
def test_raw_html_is_refused(text: str) -> None:
    assert "raw HTML is not allowed" in refused(text)


@pytest.mark.parametrize(
    "href",
    [
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "java&#115;cript:alert(1)",
        "&#x6A;avascript&colon;alert(1)",
        "vbscript:x",
        "data:text/html,<b>",
        "file:///etc/passwd",
        "http://insecure.example",
        "//evil.example/x",
        "/\\evil.example",
        "\\\\evil.example",
        "https:evil",
        "https://user:word@evil.example",
        "https://evil.example:99999",
        "https://",
        "/errors/../../etc/passwd",
        "/errors/a/%2e%2e/b",
        "/errors/a?x=1",
        "relative/path",
        "#Bad Anchor",
        "mailto:a@b.c?subject=x",
        "mailto:",
    ],
)
def test_only_https_mail_and_addresses_of_the_site_are_linked(href: str) -> None:
    if re.search(r"\s", href):
        href = f"<{href}>"
    assert "the link" in refused(f"[text]({href})")


@pytest.mark.parametrize(
    "href",
    [
        "https://docs.python.org/3/library/exceptions.html#KeyError",
        "https://example.org:8443/a?b=c&d=%20e",
        "/errors/torch/backward-twice#two-losses",
        "/about",
        "/",
        "#off-by-one",
        "mailto:hello@example.org",
    ],
)
def test_these_links_are_fine(href: str) -> None:
    assert link_problem(href) == ""


def test_links_by_reference_and_autolinks_are_checked_as_well() -> None:
    assert "the link" in refused("[a][r]\n\n[r]: javascript:alert(1)")
    assert "the link" in refused("<ftp://a.b>")
    assert html("<https://a.b/c>") == '<p><a href="https://a.b/c" rel="external noopener">https://a.b/c</a></p>'


def test_a_link_title_cannot_break_out_of_its_attribute() -> None:
    assert 'title="a&quot; onmouseover=&quot;x"' in html('[a](https://a.b "a\\" onmouseover=\\"x")')


def test_images_are_refused() -> None:
    assert "images are not allowed" in refused("![x](https://a.b/c.png)")


def test_the_line_of_a_problem_is_that_of_the_file() -> None:
    assert refused("one\ntwo\n\nthree\nfour <b>x</b>\n").startswith("e.md:24: raw HTML")


def test_headings_and_code_by_indentation_do_not_exist_in_prose() -> None:
    assert html("# not a heading") == "<p># not a heading</p>"
    assert "<pre>" not in html("    not code")


def test_placeholders_mark_where_a_value_goes() -> None:
    assert html("has {k1|some} of {name}.") == (
        '<p>has <span class="slot" data-slot="k1">some</span> of <span class="slot" data-slot="name">name</span>.</p>'
    )


def test_a_placeholder_may_stand_for_nothing() -> None:
    assert html("a{k1|}b") == '<p>a<span class="slot" data-slot="k1"></span>b</p>'


def test_a_fallback_is_text_and_nothing_else() -> None:
    assert html("{k1|<b> & *x*}") == '<p><span class="slot" data-slot="k1">&lt;b&gt; &amp; *x*</span></p>'


def test_placeholders_in_inline_code_are_marked_when_they_name_a_slot() -> None:
    assert html("`df[{k1|x}] = f'{other}' {{k1}}`") == (
        '<p><code>df[<span class="slot" data-slot="k1">x</span>] = f\'{other}\' {{k1}}</code></p>'
    )


@pytest.mark.parametrize("text", ["{nope}", "{k2|x}", "a { b", "a } b", "{k1", "{0}", "{}", "{K 1}", "{k1|a{name}}"])
def test_braces_that_are_no_placeholder_are_refused(text: str) -> None:
    said = refused(text)
    assert "is no slot of the message; the message captures {k1}, {name}" in said or "a lone `" in said


def test_doubled_braces_are_braces() -> None:
    assert html("{{k1}}") == "<p>{k1}</p>"


def test_braces_in_titles_are_braces() -> None:
    title = "f-string: single '}' is not `{allowed}` {here}"
    assert render_title(title, "e.md", 1) == "f-string: single '}' is not <code>{allowed}</code> {here}"
    assert plain_title(title) == "f-string: single '}' is not {allowed} {here}"


def test_plain_text_for_descriptions() -> None:
    assert plain("A `b` of *c* [d](https://e.f), {k1|g}\nand {name} `x[{k1|h}]`") == "A b of c d, g and name x[h]"


def test_internal_links_with_their_lines() -> None:
    assert internal_links("a\n\n[b](#c) [d](/errors/e/f)\n\n[g](https://h.i)") == [("#c", 2), ("/errors/e/f", 2)]


@given(st.text(alphabet=st.sampled_from(list("<>&\"'`*_[]()!{}|#:/\\ \nabjk1scriptdata")), max_size=120))
def test_nothing_but_our_own_tags_ever_comes_out(text: str) -> None:
    try:
        out = html(text)
    except RenderError:
        return
    tags = set(re.findall(r"<(/?[a-z]+)", out))
    assert {tag.removeprefix("/") for tag in tags} <= OURS
    assert not re.search(r"<[^a-z/]|<[a-z]+[^>]*\son[a-z]+=", out)
    assert not re.search(r"href=\"(?!https:|mailto:|/(?!/)|#)", out)
