"""Everything that can be set from outside, one table: each field is an environment variable, `UNRAISE_<NAME>` or the
alias that others use too.  docs/settings.md tells them; a test holds the two together."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

ROOT = Path(__file__).resolve().parent.parent


class Settings(BaseSettings):
    """What a running unraise needs to know; the defaults serve a checkout on this machine."""

    model_config = SettingsConfigDict(
        env_prefix="UNRAISE_",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        validate_by_name=True,
        validate_by_alias=True,
    )

    host: str = Field(default="127.0.0.1", validation_alias="HOST", description="The address the server listens on.")
    port: int = Field(default=8000, ge=1, le=65535, validation_alias="PORT", description="Its port.")

    data: Path = Field(default=ROOT / "var", description="Where the database and the search index live.")
    content: Path = Field(default=ROOT / "content", description="The folder that holds `errors/` and `environments/`.")
    database_url: str = Field(
        default="",
        validation_alias="DATABASE_URL",
        description="Another database than the SQLite file under `UNRAISE_DATA`: `postgresql://user@host/name`.",
    )
    base_url: str = Field(
        default="http://127.0.0.1:8000", description="The site's own address, as links in feeds and cards need it."
    )
    repository_url: str = Field(
        default="https://github.com/unraise/unraise", description="Where “edit this page” and “report a mistake” lead."
    )
    editor_token: str = Field(default="", description="Opens `/wanted` to editors; empty keeps it shut.")
    posts_per_minute: int = Field(default=12, description="Feedback and wishes accepted from one address a minute.")

    @classmethod
    def variables(cls) -> dict[str, tuple[str, str]]:
        """(default, description) by the name of the environment variable."""
        found = {}
        for name, field in cls.model_fields.items():
            variable = str(field.validation_alias or f"UNRAISE_{name.upper()}")
            default = field.default
            shown = default.relative_to(ROOT).as_posix() + "/" if isinstance(default, Path) else str(default)
            found[variable] = (shown, field.description or "")
        return found

    @property
    def site(self) -> str:
        """The base address without a slash at its end."""
        return self.base_url.rstrip("/")


@lru_cache(maxsize=1)
def get_settings() -> Settings:
    return Settings()
