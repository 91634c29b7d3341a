"""Shares of counts in the last evaluations."""

from collections import deque
from collections.abc import Callable
from typing import Final

from msgspec import Struct

_PERIODS: Final = 5
_MIN_REQUESTS: Final = 50


class RequestCount(Struct, frozen=True):
    """Requests since the start, and those of them with an error."""

    total: float
    errors: float


class ErrorShare:
    """Share of the requests with an error in the last evaluations, in per cent."""

    def __init__(
        self, count: Callable[[], RequestCount], periods: int = _PERIODS, min_requests: int = _MIN_REQUESTS
    ) -> None:
        """`min_requests`: fewer have no share of errors."""
        self._count = count
        self._min_requests = min_requests
        self._counts: deque[RequestCount] = deque(maxlen=periods + 1)

    def next(self) -> float:
        self._counts.append(self._count())
        total = self._counts[-1].total - self._counts[0].total
        errors = self._counts[-1].errors - self._counts[0].errors
        return 100 * errors / total if total >= self._min_requests else 0.0
