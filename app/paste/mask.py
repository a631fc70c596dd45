"""Takes out of a text what is nobody else's business before it is shown back: secrets, addresses, user names.

`mask` keeps the shape of what it masks (`/home/user/app.py`, `https://‹user›:‹password›@host`), says the same whatever
the length of a secret was, and changes nothing when it is applied twice.  Matching never sees masked text.
"""

from __future__ import annotations

import re

from app.paste.lazy import lazy
from app.paste.secrets import SHORTEST_TOKEN, TOKENS
from app.paste.words import NOBODY

# Names of fields whose value is a secret, and of those whose value only sometimes is.
_NAMED = lazy(
    r"""(?P<name>(?<![A-Za-z])(?:[A-Za-z0-9]{1,30}[_.-]){0,4}
        (?:(?P<sure>passwo?r?d|passwd|passphrase|pwd|secret|secret[_-]?key|client[_-]?secret|private[_-]?key|secret[_-]?access[_-]?key
           |connection[_-]?string|credentials?)
          |api[_-]?key|access[_-]?key(?:[_-]?id)?|auth[_-]?key|account[_-]?key|token|authorization|cookie|session[_-]?(?:id|key)|signature|sig))
      (?P<between>["']?[ ]{0,2}(?:=>?|:)[ ]{0,2})
      (?P<value>"(?:[^"\\\n]|\\.){1,400}"|'(?:[^'\\\n]|\\.){1,400}'|[^\s"',;)\]}&<>‹]{1,400})""",
    re.IGNORECASE | re.VERBOSE,
)
_NAMES = ("pass", "pwd", "secret", "key", "token", "auth", "cookie", "session", "sig", "credential", "connection")
_HARMLESS = lazy(
    r"(?:yes|no|true|false|none|null|str|int|bytes|bool|any|optional|required|missing|invalid|unknown|not|the|and|is|was|for|in"
    r"|\[.*|\{.*|<.*|\$.*|%.*|\*+|x+|\.+|os\..*|self\..*|args\..*|config\..*|settings\..*|env\..*|getenv.*|input.*|your.*|my.*|example.*"
    r"|changeme|‹.*|\w*(?:token|key|password|secret|pwd|passwd)\w*|-?\d+(?:\.\d+)?)$",
    re.IGNORECASE | re.DOTALL,
)
_LOGIN = lazy(r"://(?P<user>[^\s/:@‹'\"]{0,100}):(?P<password>[^\s/@‹'\"]{1,200})@")
_LOGIN_ONLY = lazy(r"://(?=[A-Za-z_-]{0,200}\d)[A-Za-z0-9_-]{16,200}@")
_QUERY = lazy(
    r"([?&](?:api_?key|key|token|access_token|refresh_token|id_token|sig|signature|secret|client_secret|password|pwd|code"
    r"|x-amz-(?:signature|credential|security-token)|x-goog-signature)=)(?!‹)[^&\s'\"<>)]{4,2000}",
    re.IGNORECASE,
)
_EMAIL = lazy(
    r"(?<![\w.+/@-])(?!git@)[A-Za-z0-9][\w.+-]{0,63}@(?:[A-Za-z0-9-]{1,63}\.){1,4}"
    r"(?:com|org|net|edu|gov|mil|int|info|biz|name|io|ai|dev|app|cloud|tech|xyz|me|co|us|uk|eu|de|fr|it|es|pt|nl|be|ch|at|pl|cz|se|no|dk|fi"
    r"|ru|ua|tr|cn|jp|kr|tw|hk|in|id|vn|th|sg|my|au|nz|ca|br|mx|ar|cl|za|ir|il|gr|hu|ro|local|lan|internal)(?![\w-]|\.\w)",
    re.IGNORECASE,
)
_PROMPT = lazy(
    r"(?m)^(\s{0,8}(?:\([\w.-]{1,40}\) ?){0,2}\[?)([a-zA-Z_][\w.-]{0,39})@([\w.-]{1,80})(?=[: ][^\n]{0,200}[$#%>])"
)
_IPV4 = lazy(r"(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w]|\.\d)")
_IPV6 = lazy(
    r"(?<![\w:.])(?=[0-9a-fA-F:]{6,39}(?![\w:]))(?:[0-9a-fA-F]{1,4}:){2,7}(?::?[0-9a-fA-F]{1,4}){1,7}(?![\w:])"
)
_VERSION_BEFORE = lazy(
    r"(?:version|release|cuda|cudnn|driver|opencv\w*|==|~=|>=|<=|[<>!]=|[-_v(])[ \t:=]{0,3}$", re.IGNORECASE
)
_UNIX_HOME = lazy(r"(?<![\w.‹-])(/(?:home|Users|mnt/[a-z]/Users|[a-z]/Users)/)([^/\s:;,'\"<>()|\\*?‹…]{1,64})")
_WINDOWS_HOME = lazy(
    r"([A-Za-z]:(?:\\{1,4}|/)(?:Users|Documents and Settings)(?:\\{1,4}|/))"
    r"((?:[^\\/:*?\"<>|\s‹]{1,64}(?: {1,2}[^\\/:*?\"<>|\s‹]{1,64}){0,3}(?=[\\/]))|[^\\/:*?\"'<>|\s,;)‹]{1,64})",
    re.IGNORECASE,
)
_BASE64_LINE = lazy(r"(?m)^(?=[A-Za-z+/]{0,80}\d)(?=[A-Z0-9+/]{0,80}[a-z])[A-Za-z0-9+/]{60,80}={0,2}$")
_MOST_PASSES = 8
_SIGNS = tuple((sign, kind) for kind in TOKENS for sign in kind.signs)


def mask(text: str) -> str:
    """`text` without secrets, e-mail and IP addresses, and the names of users in paths and prompts."""
    for _ in range(_MOST_PASSES):
        masked = _mask(text)
        if masked == text:
            break
        text = masked  # what was masked may have hidden the edge of its neighbour
    return text


def _mask(text: str) -> str:
    if len(text) >= SHORTEST_TOKEN:
        for sign, kind in _SIGNS:
            if sign in text:
                text = kind.pattern.sub(kind.shown, text)
    if "://" in text:
        text = _LOGIN_ONLY.sub("://‹token›@", _LOGIN.sub(_login, text))
    if "=" in text or ":" in text:
        text = _fields(text)
    if "@" in text:
        text = _PROMPT.sub(r"\1user@host", _EMAIL.sub("‹e-mail›", text))
    if "sers" in text or "/home/" in text or "SERS" in text or "ettings" in text:
        text = _WINDOWS_HOME.sub(_home, _UNIX_HOME.sub(_home, text))
    if "." in text or "::" in text or text.count(":") >= 7:  # an address written out in full
        text = _addresses(text)
    return text if len(text) < 60 else _BASE64_LINE.sub("‹data›", text)


def _login(hit: re.Match[str]) -> str:
    return f"://{'‹user›' if hit['user'] else ''}:‹password›@"


def _fields(text: str) -> str:
    if "?" in text:
        text = _QUERY.sub(r"\1‹token›", text)
    lowered = text.lower()
    if any(name in lowered for name in _NAMES):
        text = _NAMED.sub(_field, text)
    return text


def _field(hit: re.Match[str]) -> str:
    """A field with its value masked, unless the value says that it is no secret."""
    value = hit["value"]
    quote = value[0] if value[0] in "\"'" else ""
    inner = value[1:-1] if quote else value
    if _HARMLESS.match(inner) or not _is_secret(
        inner, quoted=bool(quote), sure=bool(hit["sure"]), between=hit["between"]
    ):
        return hit[0]
    shown = "‹password›" if hit["sure"] and "pass" in hit["name"].lower() else "‹token›"
    return f"{hit['name']}{hit['between']}{quote}{shown}{quote}"


def _is_secret(value: str, *, quoted: bool, sure: bool, between: str) -> bool:
    mixed = any(c.isdigit() for c in value) and any(c.isalpha() for c in value)
    if sure:
        # prose says "password: something"; programs write password="something" or PASSWORD=something
        return (quoted and " " not in value) or (
            len(value) >= 4 and ("=" in between or mixed) and "(" not in value and "." not in value[1:-1]
        )
    return (
        mixed
        and len(value) >= 8
        and " " not in value
        and "(" not in value
        and "/" not in value[:1]
        and "|" not in value
    )


def _home(hit: re.Match[str]) -> str:
    return hit[0] if hit[2].lower() in NOBODY else f"{hit[1]}user"


def _addresses(text: str) -> str:
    if "." in text and any(c.isdigit() for c in text):
        text = _IPV4.sub(_ipv4, text)
    if ":" in text:
        text = _IPV6.sub(_ipv6, text)
    return text


def _ipv4(hit: re.Match[str]) -> str:
    if re.search(r"(?:^|\.)0\d", hit[0]):
        return hit[0]  # a version
    parts = [int(part) for part in hit[0].split(".")]
    if max(parts) > 255 or parts[0] in (0, 127, 255) or hit[0] == "255.255.255.255":
        return hit[0]
    before = hit.string[max(hit.start() - 16, 0) : hit.start()]
    return hit[0] if _VERSION_BEFORE.search(before) else "‹ip›"


def _ipv6(hit: re.Match[str]) -> str:
    address = hit[0]
    groups = [group for group in address.split(":") if group]
    if len(groups) < 3 or address.count("::") > 1 or not any(c.isdigit() for c in address):
        return address
    if "::" not in address and len(groups) != 8:
        return address  # a time, a MAC address
    return "‹ip›"
