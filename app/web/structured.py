"""What search engines and cards are told of an entry: JSON-LD, with true dates and authors or none."""

from __future__ import annotations

import json
from typing import Any

from markupsafe import Markup

from app.content.history import PROJECT
from app.store.pages import EntryPage


def article(page: EntryPage, site: str) -> dict[str, Any]:
    """A TechArticle (schema.org).  Without a history the author is the project, and dates are left out."""
    project = {"@type": "Organization", "name": PROJECT, "url": f"{site}/"}
    authors = [project if name == PROJECT else {"@type": "Person", "name": name} for name in page.authors]
    data: dict[str, Any] = {
        "@context": "https://schema.org",
        "@type": "TechArticle",
        "headline": page.title,
        "description": page.meaning,
        "url": f"{site}{page.url}",
        "inLanguage": "en",
        "author": authors or [project],
        "publisher": project,
        "about": [
            {"@type": "SoftwareApplication", "name": page.library, "applicationCategory": "DeveloperApplication"}
        ],
    }
    if page.created:
        data["datePublished"] = page.created
    if page.updated:
        data["dateModified"] = page.updated
    return data


def breadcrumbs(trail: list[tuple[str, str]], site: str) -> dict[str, Any]:
    """`[("torch", "/libraries/torch"), …]` as a BreadcrumbList."""
    return {
        "@context": "https://schema.org",
        "@type": "BreadcrumbList",
        "itemListElement": [
            {"@type": "ListItem", "position": position, "name": name, "item": f"{site}{address}"}
            for position, (name, address) in enumerate(trail, 1)
        ],
    }


def script(data: dict[str, Any]) -> Markup:
    """The data as the text of a `<script type="application/ld+json">`: nothing in it can end the element."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))  # noqa: S704
