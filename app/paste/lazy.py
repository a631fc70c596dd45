"""Regular expressions that are compiled when they are first used.

Reading knows a hundred odd formats and a paste shows two or three of them; compiling every pattern at import would
cost the command line more than the whole lookup.
"""

from __future__ import annotations

import re
from typing import Any, cast


class _Lazy:
    def __init__(self, source: str, flags: int) -> None:
        self.source, self.flags_ = source, flags

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        compiled = re.compile(self.source, self.flags_)
        for method in ("match", "search", "finditer", "findall", "fullmatch", "sub", "split", "groupindex"):
            setattr(self, method, getattr(compiled, method))
        return getattr(compiled, name)


def lazy(source: str, flags: int = 0) -> re.Pattern[str]:
    """The pattern, compiled at its first use."""
    return cast("re.Pattern[str]", _Lazy(source, flags))
