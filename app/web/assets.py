"""The style sheet, the script and the icon: joined from small files, addressed by content, compressed once.

Files below `static/css` and `static/js` are served as one each, in the order of their names: four requests a page.
A script file is a module of its own, so each is put in a block where its names stay its own.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from app.web import responses
from app.web.responses import Blob

STATIC = Path(__file__).resolve().parent.parent / "static"


@dataclass(frozen=True, slots=True)
class Assets:
    """What `/static` serves, by file name with its hash, and the address of each by its plain name."""

    blobs: dict[str, Blob]
    addresses: dict[str, str]

    @property
    def version(self) -> str:
        return hashlib.blake2b(" ".join(sorted(self.blobs)).encode(), digest_size=8).hexdigest()


def load(folder: Path = STATIC) -> Assets:
    sources = {
        "site.css": (_joined(folder / "css", "css"), "text/css; charset=utf-8"),
        "site.js": (_joined(folder / "js", "js"), "text/javascript; charset=utf-8"),
        "icon.svg": ((folder / "icon.svg").read_text("utf-8"), "image/svg+xml"),
    }
    blobs, addresses = {}, {}
    for name, (text, kind) in sources.items():
        body = text.encode()
        stem, _, suffix = name.partition(".")
        hashed = f"{stem}.{hashlib.blake2b(body, digest_size=6).hexdigest()}.{suffix}"
        blobs[hashed] = responses.blob(body, kind, cache=responses.FOREVER)
        addresses[name] = f"/static/{hashed}"
    return Assets(blobs, addresses)


def _joined(folder: Path, suffix: str) -> str:
    texts = [path.read_text("utf-8").strip() for path in sorted(folder.glob(f"*.{suffix}"))]
    if suffix == "js":
        texts = [f"{{\n{text}\n}}" for text in texts]
    return "\n".join(texts) + "\n"
