"""The shapes of secrets: a row for each kind of token, with the literal that must be there before its pattern is tried.

The kinds are those of detect-secrets' plugins (a test holds this table against them; importing the library costs more
than a whole lookup), and those of model hubs and model vendors, which are what people of this trade paste.  No kind
goes by entropy: that would mask ordinary words.  Every pattern is bounded and reads a text in linear time.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from app.paste.lazy import lazy


class Kind(NamedTuple):
    name: str
    signs: tuple[str, ...]  # one of them stands in every text that holds such a secret
    pattern: re.Pattern[str]
    shown: str  # what is shown instead; may name groups of the pattern


def _token(name: str, signs: str, pattern: str) -> Kind:
    return Kind(name, tuple(signs.split()), lazy(rf"(?<![A-Za-z0-9]){pattern}"), "‹token›")


TOKENS: tuple[Kind, ...] = (
    _token("aws-access-key", "AKIA ASIA ABIA ACCA A3T", r"(?:A3T[A-Z0-9]|ABIA|ACCA|AKIA|ASIA)[0-9A-Z]{16}(?![0-9A-Z])"),
    _token("github", "ghp_ gho_ ghu_ ghs_ ghr_ github_pat_",
           r"(?:gh[pousr]_[A-Za-z0-9_]{30,255}|github_pat_[A-Za-z0-9_]{22,255})"),
    _token("gitlab", "glpat- gldt- glft- glsoat- glrt- glcbt- glimt- glptt- glagent- gloas- GR1348941",
           r"(?:(?:glpat|gldt|glft|glsoat|glrt|glcbt|glimt|glptt|glagent|gloas)-|GR1348941)[A-Za-z0-9_-]{20,1024}"),
    _token("openai", "sk-", r"sk-(?=[A-Za-z_*-]{0,200}[0-9*])[A-Za-z0-9_*-]{16,300}"),
    _token("hugging-face", "hf_ api_org_", r"(?:hf_[A-Za-z0-9]{20,100}|api_org_[A-Za-z0-9]{20,100})"),
    _token("slack", "xox", r"xox[abporse]-[A-Za-z0-9-]{8,255}"),
    _token("stripe", "k_live_ k_test_", r"[rsp]k_(?:live|test)_[0-9A-Za-z]{16,255}"),
    _token("twilio", "AC SK", r"(?:AC|SK)[0-9a-f]{32}(?![0-9a-f])"),
    _token("sendgrid", "SG.", r"SG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,128}"),
    _token("json-web-token", "eyJ",
           r"eyJ[A-Za-z0-9_=-]{8,4000}\.[A-Za-z0-9_=-]{4,4000}(?:\.[A-Za-z0-9_.+/=-]{0,4000})?"),
    _token("pypi", "pypi-", r"pypi-Ag[A-Za-z0-9_-]{40,1000}"),
    _token("npm", "npm_", r"npm_[A-Za-z0-9]{30,64}"),
    _token("google", "AIza ya29. GOCSPX-",
           r"(?:AIza[0-9A-Za-z_-]{30,60}|ya29\.[0-9A-Za-z_-]{20,1000}|GOCSPX-[0-9A-Za-z_-]{20,60})"),
    _token("telegram", ":AA", r"\d{8,10}:AA[0-9A-Za-z_-]{30,40}"),
    _token("discord", ".", r"[MNO][A-Za-z\d_-]{23,25}\.[A-Za-z\d_-]{6}\.[A-Za-z\d_-]{27,38}"),
    _token("mailchimp", "-us", r"[0-9a-f]{32}-us\d{1,2}(?!\d)"),
    _token("square", "sq0", r"sq0[a-z]{3}-[0-9A-Za-z_\\-]{22,60}"),
    _token("artifactory", "AKC AP", r"(?:AKC[A-Za-z0-9]{40,120}|AP[\dA-F][A-Za-z0-9]{30,120})(?![A-Za-z0-9])"),
    _token("vendor", "gsk_ r8_ dapi dop_v1_ nvapi- xai- pplx- lsv2_ pcsk_ co_ tvly- fw_ gAAAA",
           r"(?:gsk_[A-Za-z0-9]{32,80}|r8_[A-Za-z0-9]{30,60}|dapi[0-9a-f]{32}|dop_v1_[0-9a-f]{64}|nvapi-[A-Za-z0-9_-]{40,100}"
           r"|xai-[A-Za-z0-9]{40,100}|pplx-[A-Za-z0-9]{32,80}|lsv2_[a-z]{2}_[0-9a-f]{32}_[0-9a-f]{10}|pcsk_[A-Za-z0-9_]{40,100}"
           r"|tvly-[A-Za-z0-9-]{24,64}|fw_[A-Za-z0-9]{22,40}|gAAAA[A-Za-z0-9_=-]{60,1000})"),
    Kind("slack-webhook", ("hooks.slack.com/services/",), lazy(r"hooks\.slack\.com/services/[A-Za-z0-9_/]{8,200}"),
         "hooks.slack.com/services/‹token›"),
    Kind("azure-storage", ("AccountKey=", "SharedAccessKey=", "SharedAccessSignature="),
         lazy(r"(AccountKey|SharedAccessKey|SharedAccessSignature)=[A-Za-z0-9+/=%&]{16,400}"), r"\1=‹token›"),
    Kind("npm-registry", (":_authToken=",), lazy(r":_authToken=[^\s‹]{1,200}"), ":_authToken=‹token›"),
    Kind("authorization", ("earer ", "asic ", "oken "),
         lazy(r"\b([Bb]earer|[Bb]asic|[Tt]oken) (?=[A-Za-z_.+/=~-]{0,200}\d)[A-Za-z0-9_.+/=~-]{16,4000}"),
         r"\1 ‹token›"),
    Kind("private-key", ("PRIVATE KEY",),
         lazy(r"-{2,5}BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-{2,5}(?:[^-]|-(?!----END)){0,20000}"
              r"(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-{2,5})?"),
         "‹private key›"),
)  # fmt: skip

SHORTEST_TOKEN = 13  # characters that any of these patterns takes: ":_authToken=" and one more
