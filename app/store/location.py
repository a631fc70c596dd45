"""Where the data lives, for those who must not pay for reading all settings (the command line's lookup).

Standard library only.  `app.settings` names the same variables; a test holds the two together.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

DATABASE_NAME = "unraise.db"
INDEX_NAME = "index"
_ROOT = Path(__file__).resolve().parent.parent.parent


def data_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """`UNRAISE_DATA`, by default `var/` of the checkout."""
    return Path(environment.get("UNRAISE_DATA") or _ROOT / "var")


def database_path(environment: Mapping[str, str] = os.environ) -> Path:
    """The SQLite file; it need not exist yet."""
    return data_folder(environment) / DATABASE_NAME


def index_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """The folder that holds one search index for each revision."""
    return data_folder(environment) / INDEX_NAME
