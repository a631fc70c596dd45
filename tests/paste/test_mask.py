"""What is taken out of a text before it is shown back, and what stays."""

from __future__ import annotations

import random
import string
from re import _parser  # type: ignore[attr-defined]

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.paste.mask import mask
from app.paste.secrets import SHORTEST_TOKEN, TOKENS

# Made up, in the shape of the real ones.
SECRETS = {
    "aws-access-key": "AKIA" + "Q3EGRZ5V7TXW2NDB",
    "github": "ghp_" + "a1B2c3D4e5F6a7B8c9D0e1F2a3B4c5D6e7F8",
    "gitlab": "glpat-" + "a1B2c3D4e5F6a7B8c9D0",
    "openai": "sk-proj-" + "a1B2c3D4e5F6a7B8c9D0e1F2T3BlbkFJa1B2c3D4e5F6a7B8c9D0",
    "hugging-face": "hf_" + "aBcDeFgHiJkLmNoPqRsTuVwXyZaBcDeFgH",
    "slack": "xoxb-" + "123456789012-1234567890123-a1b2c3d4e5f6",
    "stripe": "sk_live_" + "a1B2c3D4e5F6a7B8c9D0e1F2",
    "twilio": "AC" + "0123456789abcdef0123456789abcdef",
    "sendgrid": "SG." + "a1B2c3D4e5F6a7B8c9D0e1." + "a1B2c3D4e5F6a7B8c9D0e1F2a3B4c5D6e7F8a9B0c1D",
    "json-web-token": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N",
    "pypi": "pypi-AgEIcHlwaS5vcmc" + "a1B2c3D4e5" * 8,
    "npm": "npm_" + "a1B2c3D4e5F6a7B8c9D0e1F2a3B4c5D6e7F8",
    "google": "AIza" + "a1B2c3D4e5F6a7B8c9D0e1F2a3B4c5D6e7F",
    "telegram": "1234567890:AA" + "a1B2c3D4e5F6a7B8c9D0e1F2a3B4c5D6e",
    "mailchimp": "0123456789abcdef0123456789abcdef-us12",
    "square": "sq0csp-" + "a1B2c3D4e5F6a7B8c9D0e1F2a3B4c5D6e7F8a9B0c1D",
    "azure-storage": "AccountKey=" + "a1B2c3D4e5" * 8 + "a1B2c3D=",
    "slack-webhook": "https://hooks.slack.com/services/T0000AAAA/B0000BBBB/a1B2c3D4e5F6",
    "private-key": "-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA\nabc+/=\n-----END RSA PRIVATE KEY-----",
    "vendor": "gsk_" + "a1B2c3D4e5" * 5,
}


@pytest.mark.parametrize("kind", SECRETS)
def test_tokens_are_masked_whatever_stands_around_them(kind: str) -> None:
    secret = SECRETS[kind]
    kept = {"azure-storage": "AccountKey=", "slack-webhook": "https://hooks.slack.com/services/"}.get(kind, "")
    hidden = secret.removeprefix(kept)
    for text in (f"AuthenticationError: bad key {secret}.", f'f("{secret}")', f"<{secret}>", secret):
        shown = mask(text)
        assert hidden not in shown
        assert "‹" in shown
        assert kept in shown


def test_detect_secrets_finds_nothing_in_what_is_shown() -> None:
    """The kinds of detect-secrets that go by shape, held against its own plugins."""
    from detect_secrets.plugins import aws, github_token, gitlab_token, jwt, mailchimp, npm, openai, private_key  # noqa: I001
    from detect_secrets.plugins import (
        pypi_token,
        sendgrid,
        slack,
        square_oauth,
        stripe,
        telegram_token,
        twilio,
        basic_auth,
    )
    from detect_secrets.plugins import azure_storage_key

    plugins = [
        aws.AWSKeyDetector(), github_token.GitHubTokenDetector(), gitlab_token.GitLabTokenDetector(),
        jwt.JwtTokenDetector(), mailchimp.MailchimpDetector(), npm.NpmDetector(), openai.OpenAIDetector(),
        private_key.PrivateKeyDetector(), pypi_token.PypiTokenDetector(), sendgrid.SendGridDetector(),
        slack.SlackDetector(), square_oauth.SquareOAuthDetector(), stripe.StripeDetector(),
        telegram_token.TelegramBotTokenDetector(), twilio.TwilioKeyDetector(), basic_auth.BasicAuthDetector(),
        azure_storage_key.AzureStorageKeyDetector(),
    ]  # fmt: skip
    texts = [
        *SECRETS.values(),
        "postgresql://ada:hunter2@db.example.com/x",
        "//registry.npmjs.org/:_authToken=npm_a1b2c3",
    ]
    found = [plugin.secret_type for text in texts for plugin in plugins if any(plugin.analyze_string(text))]
    assert len(set(found)) >= 14
    shown = [plugin.secret_type for text in texts for plugin in plugins if any(plugin.analyze_string(mask(text)))]
    # a placeholder in `user:password@` still has that shape, and says nothing
    assert set(shown) <= {"Basic Auth Credentials", "NPM tokens"}


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("password='hunter2'", "password='‹password›'"),
        ('"password": "hunter2"', '"password": "‹password›"'),
        ("PASSWORD=hunter2", "PASSWORD=‹password›"),
        ("DB_PASSWORD: hunter2", "DB_PASSWORD: ‹password›"),
        ('api_key="abcd1234efgh5678"', 'api_key="‹token›"'),
        ("OPENAI_API_KEY=abcd1234efgh5678", "OPENAI_API_KEY=‹token›"),
        ("aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLE", "aws_secret_access_key = ‹token›"),
        ("Authorization: Bearer abcdef1234567890abcdef", "Authorization: Bearer ‹token›"),
        ("https://api.x.com/v1?api_key=abcd1234&x=1", "https://api.x.com/v1?api_key=‹token›&x=1"),
        ("postgresql://ada:hunter2@db.example.com:5432/x", "postgresql://‹user›:‹password›@db.example.com:5432/x"),
        ("redis://:hunter2@cache:6379", "redis://:‹password›@cache:6379"),
        ("https://a1b2c3d4e5f6a7b8c9d0@github.com/x/y", "https://‹token›@github.com/x/y"),
        ("<sk-AbCd*****************************************xYz>", "<‹token›>"),
        ("write to ada.l+x@example.co.uk now", "write to ‹e-mail› now"),
        ("tcp://10.0.0.47:45841", "tcp://‹ip›:45841"),
        ("host 192.168.1.9 port 5432", "host ‹ip› port 5432"),
        ("connect to 2001:db8:85a3::8a2e:370:7334", "connect to ‹ip›"),
        ('File "/home/ada/fit/train.py", line 3', 'File "/home/user/fit/train.py", line 3'),
        ("/Users/ada/x.py", "/Users/user/x.py"),
        ("C:\\Users\\ada\\x.py", "C:\\Users\\user\\x.py"),
        ("c:\\\\Users\\\\ada\\\\x.py", "c:\\\\Users\\\\user\\\\x.py"),
        ("C:/Users/ada/x.py", "C:/Users/user/x.py"),
        ("C:\\Users\\Ada  Lovelace\\Desktop", "C:\\Users\\user\\Desktop"),
        ("/mnt/c/Users/ada/x.py", "/mnt/c/Users/user/x.py"),
        ("ada@big-box:~/proj$ python a.py", "user@host:~/proj$ python a.py"),
        ("(env) ada@big-box:/proj$ python a.py", "(env) user@host:/proj$ python a.py"),
        ("[root@node7 project]# python3 app.py", "[user@host project]# python3 app.py"),
    ],
)
def test_personal_detail_is_masked_and_its_shape_kept(text: str, shown: str) -> None:
    assert mask(text) == shown
    assert mask(shown) == shown


@pytest.mark.parametrize(
    "text",
    [
        "RuntimeError: mat1 and mat2 shapes cannot be multiplied (4x8 and 16x2)",
        "KeyError: 'token'",
        "KeyError: 'password'",
        "Access denied for user 'root'@'localhost' (using password: YES)",
        "password: expected str instance, int found",
        "tokenizer.add_special_tokens({'pad_token': '[PAD]'})",
        "tokenizer.pad_token = tokenizer.eos_token",
        "eos_token='<|reserved_special_token_0|>'",
        "max_tokens=4096 token_id=50256 num_token=12",
        "wandb.login(key=[your_api_key])",
        "api_key=os.environ['OPENAI_API_KEY']",
        "client = OpenAI(api_key=key)",
        "df.sort_values(key=lambda s: s.str.len2())",
        "SyntaxError: unexpected token: 'abc123'",
        "opencv-python==4.5.3.56",
        "CUDA 11.4.2.26, cuDNN v8.2.2.26",
        "oneclient [20.02.16.1|20.02.17]",
        "http://127.0.0.1:8000 and 0.0.0.0 and [::1]",
        "12:34:56 and 00:1b:44:11:3a:b7",
        "c10::cuda::CUDAError at::native::add",
        "undefined symbol: _ZN3c105ErrorC2ENS_14SourceLocationENSt7__cxx1112basic_stringIcSt11char_traits",
        "git@github.com:owner/repo.git",
        "x @ W.T and x@self.weight",
        "@app.route('/homes/page')",
        "https://example.org/home/page",
        "/home/user/x.py /root/x.py /Users/runner/x.py C:\\Users\\me\\x.py",
        "scikit-learn-extra-123456789 and sk-learn",
        "hf_hub_download(repo_id='a/b')",
        "commit 5f2e1c9b7a3d4e6f8091a2b3c4d5e6f708192a3b",
        "00000000-aaaa-bbbb-cccc-000000000000",
    ],
)
def test_ordinary_words_stay(text: str) -> None:
    assert mask(text) == text


def test_what_is_shown_does_not_tell_how_long_a_secret_was() -> None:
    assert mask("hf_" + "a" * 24) == mask("hf_" + "a" * 60) == "‹token›"
    assert mask("password='abc'") == mask("password='abcdefghij'")


def test_lines_of_a_key_file_shown_one_by_one() -> None:
    line = "MIIEowIBAAKCAQEAx7Vn2rJ9C0hQk3b8yq5tZrP1aXc4Wd6uEs7FgHh8IiJj9KkL"
    assert mask(line) == "‹data›"


@given(st.text(max_size=300))
@settings(max_examples=300, deadline=None)
def test_masking_twice_is_masking_once(text: str) -> None:
    once = mask(text)
    assert mask(once) == once


PIECES = [
    *SECRETS.values(), "password=", "token: '", "'", '"', "://", "@", ":", "/home/ada/", "C:\\Users\\ada\\", "10.0.0.1",
    "ada@example.com", "?api_key=", "&", "Bearer ", " ", "\n", "=", "a1b2c3d4e5", "‹token›", "user", "…",
]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=8).map("".join))
@settings(max_examples=500, deadline=None)
def test_masking_twice_is_masking_once_where_there_is_much_to_mask(text: str) -> None:
    once = mask(text)
    assert mask(once) == once


def test_no_secret_is_shorter_than_the_texts_that_are_not_looked_through() -> None:
    assert min(_parser.parse(kind.pattern.pattern).getwidth()[0] for kind in TOKENS) == SHORTEST_TOKEN
    assert mask(":_authToken=x") == ":_authToken=‹token›"


def test_every_kind_has_a_sign_that_its_pattern_cannot_do_without() -> None:
    random.seed(3)
    for kind in TOKENS:
        for secret in SECRETS.values():
            hit = kind.pattern.search(secret)
            if hit:
                assert any(sign in hit[0] for sign in kind.signs), kind.name
    assert all(
        kind.pattern.search("".join(random.choices(string.ascii_lowercase + " ", k=2000))) is None for kind in TOKENS
    )
