"""How many forms one address may send a minute.  Counted in memory and forgotten; addresses are never written."""

from __future__ import annotations

from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter
from starlette.requests import Request


class PostLimiter:
    def __init__(self, per_minute: int) -> None:
        self._item = RateLimitItemPerMinute(per_minute)
        self._limiter = FixedWindowRateLimiter(MemoryStorage())

    def allows(self, request: Request) -> bool:
        """May this address send another form now?  Counts this one."""
        client = request.client.host if request.client else "unknown"
        return self._limiter.hit(self._item, client)
