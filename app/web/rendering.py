"""Turns view data into HTML: one Jinja environment, everything escaped, an undefined name is an error."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from app.settings import Settings
from app.web import addresses, assets, filters, structured
from app.web.assets import Assets

TEMPLATES = Path(__file__).resolve().parent.parent / "templates"


@dataclass(frozen=True, slots=True)
class Renderer:
    """Renders templates with the site's own names in scope: `asset`, `settings`, `address`."""

    environment: Environment
    assets: Assets
    settings: Settings

    @property
    def early(self) -> dict[str, str]:
        """Headers of a page that let a browser fetch the style sheet before it has read the first line."""
        return {"link": f"<{self.assets.addresses['site.css']}>; rel=preload; as=style"}

    def page(self, template: str, **context: Any) -> str:
        return self.environment.get_template(template).render(context)


def make_renderer(settings: Settings) -> Renderer:
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    loaded = assets.load()
    environment.globals.update(
        asset=loaded.addresses.__getitem__,
        settings=settings,
        address=addresses,
        json_ld=structured.script,
    )
    environment.tests["with_words"] = lambda item: filters.has_words(item.template)
    environment.filters.update(
        safe_html=Markup,
        plural=filters.plural,
        byline=filters.byline,
        otherwise=filters.otherwise,
        system=filters.system,
        day=filters.day,
        excerpt=filters.excerpt,
        needs=filters.needs,
        versions_of=filters.versions_of,
        short_url=filters.short_url,
        breakable=filters.breakable,
        unlinked=filters.unlinked,
        unticked=filters.unticked,
    )
    return Renderer(environment, loaded, settings)


def version_of(settings: Settings, loaded: Assets) -> str:
    """Changes whenever a page made beforehand would look different: templates, assets, addresses."""
    digest = hashlib.blake2b(digest_size=12)
    for path in sorted(TEMPLATES.rglob("*.*")):
        digest.update(path.read_bytes())
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    digest.update("\n".join((loaded.version, settings.site, settings.repository_url)).encode())
    return digest.hexdigest()
