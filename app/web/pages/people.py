"""What people tell us: "was this it?", "ask for this entry", and the list of wishes for editors.

Nothing of a paste comes here.  Feedback is an entry, an answer from a list and a date; a wish is a message template,
made and masked again on this side whatever the form carried.
"""

from __future__ import annotations

import base64
import binascii
import hmac
import re

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from app.matching.understand import template_of
from app.web import addresses, responses
from app.web.counting import today
from app.web.filters import has_words
from app.web.incoming import PasteError, field_text, read_form
from app.web.pages.home import paste_problem
from app.web.site import Site, site_of

VERDICTS = {
    "yes": ("yes", ""),
    "no": ("no", ""),
    "other-error": ("no", "other-error"),
    "other-cause": ("no", "other-cause"),
    "fix-failed": ("no", "fix-failed"),
    "unclear": ("no", "unclear"),
}
WISHES_SHOWN = 500
_EXCEPTION = re.compile(r"[A-Za-z_]\w{0,60}(?:\.[A-Za-z_]\w{0,60}){0,6}")
_LIBRARY = re.compile(r"[A-Za-z0-9_-]{0,40}")
_SLOT = re.compile(r"\{[a-z]+[0-9]*:([a-z]+)\}")


async def feedback(request: Request) -> Response:
    site = site_of(request)
    if not site.limiter.allows(request):
        return too_many(site)
    try:
        fields = await read_form(request)
    except PasteError as problem:
        return paste_problem(site, problem)
    slug, verdict = field_text(fields, "entry", 120), field_text(fields, "verdict", 40)
    if verdict not in VERDICTS or not site.catalogue.source().entries([slug]):
        return said(site, "That was no answer to the question", "Use the buttons below an entry.", 422)
    answer, reason = VERDICTS[verdict]
    await run_in_threadpool(site.catalogue.add_feedback, slug, answer, reason, today())
    detail = "Noted: this entry, your answer and today’s date. Nothing else."
    return said(site, "Thank you", detail, back=addresses.entry(slug))


async def wish(request: Request) -> Response:
    """Somebody asks for an entry."""
    site = site_of(request)
    if not site.limiter.allows(request):
        return too_many(site)
    try:
        fields = await read_form(request)
    except PasteError as problem:
        return paste_problem(site, problem)
    kept = await keep_wish(
        site, field_text(fields, "template"), field_text(fields, "exception"), field_text(fields, "library")
    )
    if not kept:
        return said(site, "There was no message in it", "Paste the error and ask from the answer.", 422)
    return said(site, "Asked for", f"Editors will see this text, and nothing else of your paste: {kept}")


async def keep_wish(site: Site, template: str, exception: str, library: str) -> str:
    """Store a wish, cleaned; what was kept, "" for nothing."""
    name = exception if _EXCEPTION.fullmatch(exception) else ""
    text = masked_template(site, template)
    if not has_words(text):
        return ""
    await run_in_threadpool(
        site.catalogue.add_wish, text, name, library if _LIBRARY.fullmatch(library) else "", today()
    )
    return f"{name}: {text}" if name else text


def masked_template(site: Site, text: str) -> str:
    """The template of a message that may itself hold slots: those stay, everything else that varies becomes one."""
    bare = _SLOT.sub(lambda found: SAMPLES.get(found[1], "x_1"), text.replace("{{", "{").replace("}}", "}"))
    return template_of(site.mask(bare))


SAMPLES = {
    "quoted": "'x'", "url": "https://x/", "path": "/x/y", "shape": "[1, 2]", "device": "cuda:0", "size": "1 MB",
    "dtype": "torch.float32", "int": "1", "number": "1.5", "name": "x_1", "word": "x@x",
}  # fmt: skip


async def wishes(request: Request) -> Response:
    """The list for editors; HTTP Basic with the token as the password, so that no cookie and no address carries it."""
    site = site_of(request)
    if not allowed(request, site.settings.editor_token):
        html = site.renderer.page(
            "fault.html", status=401, title="For editors", detail="The list of wishes opens with the editors’ token."
        )
        headers = {"www-authenticate": 'Basic realm="unraise editors", charset="UTF-8"', "cache-control": "no-store"}
        return HTMLResponse(html, 401, headers)
    items = await run_in_threadpool(site.catalogue.wishes, WISHES_SHOWN)
    html = site.renderer.page("wanted.html", wishes=items)
    return HTMLResponse(html, headers={"cache-control": responses.NO_STORE})


def allowed(request: Request, token: str) -> bool:
    scheme, _, value = request.headers.get("authorization", "").partition(" ")
    given = ""
    if scheme.lower() == "bearer":
        given = value.strip()
    elif scheme.lower() == "basic":
        try:
            given = base64.b64decode(value, validate=True).decode("utf-8").partition(":")[2]
        except (binascii.Error, UnicodeDecodeError):
            given = ""
    return bool(token) and hmac.compare_digest(given.encode(), token.encode())


def said(site: Site, title: str, detail: str, status: int = 200, back: str = "") -> Response:
    html = site.renderer.page("thanks.html", title=title, detail=detail, back=back)
    return HTMLResponse(html, status, {"cache-control": responses.NO_STORE})


def too_many(site: Site) -> Response:
    html = site.renderer.page(
        "fault.html", status=429, title="A little slower", detail="Too many forms from your address. Wait a minute."
    )
    return HTMLResponse(html, 429, {"retry-after": "60", "cache-control": responses.NO_STORE})
