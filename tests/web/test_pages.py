"""Every page: that it is there, what it says, and how it is served."""

from __future__ import annotations

import gzip
import json
import re
from html.parser import HTMLParser
from xml.etree import ElementTree

import brotli
import feedparser
import html5lib
import jsonschema
import pytest
from starlette.testclient import TestClient

from app.web.guard import CONTENT_SECURITY_POLICY

ENTRY = "/errors/torch/backward-twice"
PAGES = [
    "/", "/errors", "/libraries", "/libraries/torch", "/exceptions", "/exceptions/RuntimeError", "/newest",
    "/most-looked-up", "/search", "/search?q=shapes", "/about", "/contribute", "/api", ENTRY,
    "/errors/acme/quota-used-up", "/errors/acme/awkward-text", "/errors/python/module-not-found",
]  # fmt: skip
FILES = ["/robots.txt", "/sitemap.xml", "/feed.atom", "/opensearch.xml", "/llms.txt", f"{ENTRY}.md", f"{ENTRY}.json"]
MISSING = [
    "/nope", "/errors/torch/nope", "/errors/nope/nope.md", "/errors/a/b/c", "/libraries/nope", "/exceptions/Nope",
    "/static/nope.css", "/errors/..%2f..%2f/etc%2fpasswd", "/errors/%00/%00", "/libraries/%00", "/%F0%9F",
    "/errors/torch/backward-twice%00", "/errors/torch/backward-twice'--", "/errors/%ff/%fe",
]  # fmt: skip


ADDRESS = {"type": "string", "pattern": "^https://unraise\\.test/"}
NAMED = {"type": "object", "required": ["@type", "name"], "properties": {"name": {"type": "string", "minLength": 1}}}
STRUCTURED = {  # what schema.org and search engines ask of the two kinds that pages carry
    "type": "object",
    "required": ["@context", "@type"],
    "properties": {"@context": {"const": "https://schema.org"}},
    "oneOf": [
        {
            "required": ["headline", "description", "url", "author", "publisher", "inLanguage", "about"],
            "properties": {
                "@type": {"const": "TechArticle"},
                "headline": {"type": "string", "minLength": 1, "maxLength": 110},
                "description": {"type": "string", "minLength": 1},
                "url": ADDRESS,
                "author": {"type": "array", "minItems": 1, "items": NAMED},
                "publisher": NAMED,
                "about": {"type": "array", "items": NAMED},
                "datePublished": {"type": "string", "format": "date"},
                "dateModified": {"type": "string", "format": "date"},
            },
        },
        {
            "required": ["itemListElement"],
            "properties": {
                "@type": {"const": "BreadcrumbList"},
                "itemListElement": {
                    "type": "array",
                    "minItems": 2,
                    "items": {
                        "required": ["@type", "position", "name", "item"],
                        "properties": {
                            "@type": {"const": "ListItem"},
                            "position": {"type": "integer", "minimum": 1},
                            "name": {"type": "string", "minLength": 1},
                            "item": ADDRESS,
                        },
                    },
                },
            },
        },
    ],
}


class Attributes(HTMLParser):
    """Every element of a page with its attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


@pytest.mark.parametrize("path", PAGES)
def test_pages_are_html_with_a_title_a_main_and_one_heading(client: TestClient, path: str) -> None:
    response = client.get(path)
    assert response.status_code == 200
    assert response.headers["content-type"] == "text/html; charset=utf-8"
    html = response.text
    assert re.search(r"<title>[^<]{5,}</title>", html)
    assert html.count("<h1") == 1
    assert html.count('<main id="main"') == 1
    assert '<a class="skip" href="#main">' in html
    assert html.startswith('<!doctype html>\n<html lang="en">')


@pytest.mark.parametrize("path", [*PAGES, *FILES, *MISSING])
def test_every_answer_carries_the_security_headers_and_no_cookie(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    assert headers["content-security-policy"] == CONTENT_SECURITY_POLICY
    assert headers["content-security-policy"].startswith("default-src 'none'")
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["x-content-type-options"] == "nosniff"
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert "geolocation=()" in headers["permissions-policy"]
    assert "set-cookie" not in headers


@pytest.mark.parametrize("path", PAGES)
def test_the_style_sheet_is_named_before_the_page(client: TestClient, path: str) -> None:
    response = client.get(path)
    sheet = re.findall(r'<link rel="stylesheet" href="([^"]+)">', response.text)
    assert response.headers["link"] == f"<{sheet[0]}>; rel=preload; as=style"


@pytest.mark.parametrize("path", PAGES)
def test_no_page_has_inline_script_or_style_or_foreign_resources(client: TestClient, path: str) -> None:
    for tag, attributes in Attributes(client.get(path).text).found:
        assert tag != "style"
        assert not [name for name in attributes if name == "style" or name.startswith("on")]
        if tag == "script":
            assert (attributes.get("src") or "").startswith("/static/") or attributes["type"] == "application/ld+json"
        if tag in ("img", "iframe", "script", "link") and attributes.get("rel") not in ("canonical",):
            assert (attributes.get("src") or attributes.get("href") or "/").startswith("/")


@pytest.mark.parametrize("path", [*PAGES, "/nope"])
def test_pages_are_valid_html(client: TestClient, path: str) -> None:
    parser = html5lib.HTMLParser(strict=True)
    parser.parse(client.get(path).text)


@pytest.mark.parametrize("path", PAGES)
def test_ids_are_unique_and_anchors_lead_somewhere(client: TestClient, path: str) -> None:
    html = client.get(path).text
    ids = re.findall(r'\sid="([^"]*)"', html)
    assert sorted(ids) == sorted(set(ids))
    for anchor in re.findall(r'href="#([^"]+)"', html):
        assert anchor in ids


def test_lists_name_the_exception_that_an_entry_names_first(client: TestClient) -> None:
    line = next(line for line in client.get("/errors").text.split("<li>") if "python/module-not-found" in line)
    assert '<span class="mono">ModuleNotFoundError</span>' in line


def test_links_within_the_site_lead_somewhere(client: TestClient) -> None:
    links = {link for path in PAGES for link in re.findall(r'href="(/[^"#?]*)', client.get(path).text)}
    broken = {link for link in links if client.get(link).status_code not in (200, 302, 401)}
    assert broken == set()


@pytest.mark.parametrize("path", MISSING)
def test_what_is_not_there_is_a_404_page_with_a_box_and_a_way_home(client: TestClient, path: str) -> None:
    response = client.get(path)
    assert response.status_code == 404
    assert '<textarea id="paste"' in response.text
    assert '<a href="/">Home</a>' in response.text


def test_a_wrong_method_is_a_405_page(client: TestClient) -> None:
    response = client.post("/about")
    assert response.status_code == 405
    assert '<textarea id="paste"' in response.text
    assert response.headers["allow"]


def test_json_callers_get_a_problem_for_a_missing_page(client: TestClient) -> None:
    response = client.get("/nope", headers={"accept": "application/json"})
    assert response.status_code == 404
    assert response.headers["content-type"] == "application/problem+json"
    assert response.json()["type"] == "/api#not-found"


@pytest.mark.parametrize("path", [*PAGES, *FILES])
def test_head_has_the_headers_of_get_and_no_body(client: TestClient, path: str) -> None:
    head, get = client.head(path), client.get(path)
    assert head.status_code == 200
    assert head.content == b""
    assert head.headers["content-length"] == get.headers["content-length"]


def test_an_entry_is_told_in_order(client: TestClient) -> None:
    html = client.get(ENTRY).text
    order = ['id="message"', 'id="meaning"', 'id="causes"', 'id="fixes"', 'id="not-fixes"', 'id="prevention"',
             'id="related"', "Was this it?", "Edit this page"]  # fmt: skip
    positions = [html.index(part) for part in order]
    assert positions == sorted(positions)
    for cause in ("carried-state", "gan-fake-not-detached", "running-loss", "computed-once", "two-losses"):
        assert f'<h3 id="{cause}">' in html
    assert html.count('<div class="diff">') >= 6
    assert "torch 1.9 and later" in html
    assert "torch before 1.8" in html
    assert "https://code.example/unraise/edit/main/content/errors/torch/backward-twice.md" in html
    assert "https://code.example/unraise/issues/new?title=Mistake+in+torch%2Fbackward-twice" in html


def test_an_entry_says_what_stands_behind_each_cause(client: TestClient) -> None:
    html = client.get(ENTRY).text
    causes = html[html.index('id="causes"') : html.index('id="fixes"')]
    assert causes.count('<p class="proof') == 6


def test_only_advice_that_was_run_is_said_to_have_been_seen(client: TestClient) -> None:
    run, not_run = (client.get(path).text for path in (ENTRY, "/errors/acme/awkward-text"))
    assert "Runs, but does harm." in run
    assert "The run that shows it" in run
    assert "Not reproduced here: " in not_run
    assert "does harm" not in not_run
    assert "The run that shows it" not in not_run


def test_an_old_address_leads_on_and_a_retired_entry_says_so(client: TestClient) -> None:
    for suffix in ("", ".md", ".json"):
        moved = client.get(f"/errors/acme/old-quota{suffix}")
        assert moved.status_code == 301
        assert moved.headers["location"] == f"/errors/acme/quota-used-up{suffix}"
    html = client.get("/errors/acme/quota-used-up").text
    assert "<strong>Retired.</strong> Since acme 3.0 requests wait instead of failing." in html


def test_markup_in_an_entry_is_shown_as_text(client: TestClient) -> None:
    html = client.get("/errors/acme/awkward-text").text
    assert "<script>alert" not in html
    assert "<img src=x" not in html
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html
    assert "a &lt; b &amp;&amp; &quot;c&quot; and 'd'" in html or "a &lt; b &amp;&amp; &#34;c&#34;" in html


@pytest.mark.parametrize("path", [ENTRY, "/errors/acme/awkward-text", "/libraries/torch", "/exceptions/RuntimeError"])
def test_structured_data_is_json_and_true(client: TestClient, path: str) -> None:
    html = client.get(path).text
    blocks = re.findall(r'<script type="application/ld\+json">(.*?)</script>', html, re.DOTALL)
    documents = [json.loads(block) for block in blocks]
    assert documents
    for document in documents:
        jsonschema.validate(document, STRUCTURED, format_checker=jsonschema.FormatChecker())
    trail = documents[-1]
    assert trail["@type"] == "BreadcrumbList"
    assert [item["position"] for item in trail["itemListElement"]] == list(range(1, len(trail["itemListElement"]) + 1))
    for item in trail["itemListElement"]:
        assert client.get(item["item"].removeprefix("https://unraise.test")).status_code == 200


def test_an_article_without_history_is_by_the_project_and_has_no_dates(client: TestClient) -> None:
    html = client.get("/errors/acme/quota-used-up").text
    article = json.loads(re.findall(r'<script type="application/ld\+json">(.*?)</script>', html, re.DOTALL)[0])
    assert article["@type"] == "TechArticle"
    assert article["author"] == [{"@type": "Organization", "name": "unraise", "url": "https://unraise.test/"}]
    assert "datePublished" not in article
    assert "FAQPage" not in html


@pytest.mark.parametrize(
    ("accept", "kind"),
    [
        ("text/html,application/xhtml+xml,*/*;q=0.8", "text/html; charset=utf-8"),
        ("*/*", "text/html; charset=utf-8"),
        ("text/markdown", "text/markdown; charset=utf-8"),
        ("application/json", "application/json"),
        ("application/json;q=0.5, text/markdown;q=0.9", "text/markdown; charset=utf-8"),
        ("image/png", "text/html; charset=utf-8"),
    ],
)
def test_an_entry_listens_to_accept(client: TestClient, accept: str, kind: str) -> None:
    response = client.get(ENTRY, headers={"accept": accept})
    assert response.headers["content-type"] == kind
    assert response.headers["vary"] == "Accept, Accept-Encoding"


@pytest.mark.parametrize("path", [ENTRY, f"{ENTRY}.md", f"{ENTRY}.json", "/", "/errors", "/about", "/sitemap.xml"])
def test_etags_are_weak_and_known_pages_are_not_sent_again(client: TestClient, path: str) -> None:
    first = client.get(path)
    etag = first.headers["etag"]
    assert etag.startswith('W/"')
    for tag in (etag, etag.removeprefix("W/"), f'"other", {etag}', "*"):
        again = client.get(path, headers={"if-none-match": tag})
        assert again.status_code == 304
        assert again.content == b""
        assert again.headers["etag"] == etag
        assert again.headers["vary"] == first.headers["vary"]
        assert again.headers["cache-control"] == first.headers["cache-control"]
    assert client.get(path, headers={"if-none-match": '"other"'}).status_code == 200


@pytest.mark.parametrize("path", [ENTRY, "/", f"{ENTRY}.md", "/libraries/torch"])
def test_pages_travel_compressed_with_one_etag(client: TestClient, path: str) -> None:
    plain = client.get(path, headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    for encoding, header in (("br", "gzip, deflate, br"), ("gzip", "gzip, br;q=0"), ("gzip", "*;q=0.5, br;q=0")):
        with client.stream("GET", path, headers={"accept-encoding": header}) as response:
            body = b"".join(response.iter_raw())
        assert response.headers["content-encoding"] == encoding
        assert response.headers["etag"] == plain.headers["etag"]
        assert "Accept-Encoding" in response.headers["vary"]
        assert int(response.headers["content-length"]) == len(body)
        unpacked = brotli.decompress(body) if encoding == "br" else gzip.decompress(body)
        assert unpacked == plain.content


def test_static_files_are_addressed_by_content_and_kept_for_ever(client: TestClient) -> None:
    html = client.get("/").text
    files = re.findall(r'(?:href|src)="(/static/[^"]+)"', html)
    assert len(files) == 3
    for file in files:
        response = client.get(file)
        assert response.status_code == 200
        assert response.headers["cache-control"] == "public, max-age=31536000, immutable"
    moved = client.get("/static/site.0123456789ab.css")
    assert moved.status_code == 302
    assert moved.headers["location"] in files


def test_page_weights_are_within_budget(client: TestClient) -> None:
    html = client.get("/").text
    weights = {}
    for file in re.findall(r'(?:href|src)="(/static/[^"]+)"', html):
        with client.stream("GET", file, headers={"accept-encoding": "br"}) as response:
            weights[file.rpartition(".")[2]] = len(b"".join(response.iter_raw()))
    assert weights["css"] <= 10_000
    assert weights["js"] <= 5_000
    for path in PAGES:
        with client.stream("GET", path, headers={"accept-encoding": "br"}) as response:
            assert len(b"".join(response.iter_raw())) <= 30_000


def test_the_sitemap_lists_every_entry(client: TestClient) -> None:
    tree = ElementTree.fromstring(client.get("/sitemap.xml").content)
    places = [e.text for e in tree.iter("{http://www.sitemaps.org/schemas/sitemap/0.9}loc")]
    assert "https://unraise.test/errors/torch/backward-twice" in places
    assert len(places) == len(set(places))


def test_feed_readers_read_the_feed(client: TestClient) -> None:
    response = client.get("/feed.atom")
    read = feedparser.parse(response.content, response_headers=dict(response.headers))
    assert not read.bozo, read.get("bozo_exception")
    assert read.version == "atom10"
    assert read.feed.link == "https://unraise.test/"
    assert len(read.entries) == client.get("/errors").text.count("<li>")
    for item in read.entries:
        assert item.id == item.link
        assert client.get(item.link.removeprefix("https://unraise.test")).status_code == 200
        assert item.title
        assert item.summary
        assert item.updated_parsed
    assert len({item.id for item in read.entries}) == len(read.entries)


def test_the_feed_is_valid_atom(client: TestClient) -> None:
    tree = ElementTree.fromstring(client.get("/feed.atom").content)
    atom = "{http://www.w3.org/2005/Atom}"
    assert tree.tag == f"{atom}feed"
    for element in (tree, *tree.iter(f"{atom}entry")):
        assert element.find(f"{atom}id") is not None
        assert element.find(f"{atom}title") is not None
        assert element.find(f"{atom}updated") is not None
    links = {link.get("rel"): link.get("href") for link in tree.findall(f"{atom}link")}
    assert links["self"] == "https://unraise.test/feed.atom"


def test_the_search_description_names_the_search_and_its_suggestions(client: TestClient) -> None:
    tree = ElementTree.fromstring(client.get("/opensearch.xml").content)
    urls = {u.get("type"): u.get("template") for u in tree.iter("{http://a9.com/-/spec/opensearch/1.1/}Url")}
    assert urls == {
        "text/html": "https://unraise.test/search?q={searchTerms}",
        "application/x-suggestions+json": "https://unraise.test/search/suggest?q={searchTerms}",
    }


def test_llms_txt_leads_to_the_markdown_of_every_entry(client: TestClient) -> None:
    text = client.get("/llms.txt").text
    assert text.startswith("# unraise\n\n> ")
    assert "(https://unraise.test/errors/torch/backward-twice.md)" in text


def test_robots_may_read_entries_and_not_searches(client: TestClient) -> None:
    text = client.get("/robots.txt").text
    assert "Disallow: /search" in text
    assert "Sitemap: https://unraise.test/sitemap.xml" in text


def test_the_chart_of_the_about_page_says_its_figures_in_words() -> None:
    from app.web.chart import Bar, bars

    svg = bars("score", "What 400 pastes got", [Bar("Right", 300, 400), Bar("Wrong", 2, 400)])
    tree = ElementTree.fromstring(svg)
    assert tree.get("role") == "img"
    assert "Right: 300 of 400, 75.0%; Wrong: 2 of 400, 0.5%" in svg
