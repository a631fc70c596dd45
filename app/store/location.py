"""Where the data lives, for those who must not pay for reading all settings (the command line's lookup).

Standard library only, and no `pathlib`: with the `urllib.parse` it brings it takes as long as a lookup.
`app.settings` names the same variables; a test holds the two together.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

DATABASE_NAME = "unraise.db"
INDEX_NAME = "index"
_ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))  # noqa: PTH100, PTH120


def data_folder(environment: Mapping[str, str] = os.environ) -> str:
    """`UNRAISE_DATA`, by default `var/` of the checkout."""
    return environment.get("UNRAISE_DATA") or os.path.join(_ROOT, "var")  # noqa: PTH118


def database_path(environment: Mapping[str, str] = os.environ) -> str:
    """The SQLite file; it need not exist yet."""
    return os.path.join(data_folder(environment), DATABASE_NAME)  # noqa: PTH118
