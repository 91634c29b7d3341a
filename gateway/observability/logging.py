"""Structured logs: one event per line on stderr, JSON in production, coloured in a terminal."""

import logging
import sys
import time
from collections.abc import Callable, MutableMapping
from functools import lru_cache
from typing import Any

import msgspec
import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from gateway.config.networks import network_of, parse_ip
from gateway.config.sections import LogSettings

QUIET_SECONDS = 60.0
LINES_PER_SECOND = 100

LOG_FIELDS = "gateway.log_fields"  # the key in the ASGI scope

Count = Callable[[str, str, int, float], None]
"""Route, method, status, seconds."""
Scope = MutableMapping[str, Any]


def configure(settings: LogSettings) -> None:
    """Configures structlog, and the standard library's loggers in the same format."""
    level = logging.getLevelNamesMapping()[settings.level.upper()]
    console = settings.format == "console" or (settings.format == "auto" and sys.stderr.isatty())
    processors: list[Processor] = [
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
    ]
    render: Processor = structlog.dev.ConsoleRenderer() if console else json_line
    structlog.configure(
        processors=[*processors, render],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.WriteLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, render],
            foreign_pre_chain=processors,
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    # Libraries log warnings only.
    root.setLevel(max(level, logging.WARNING))


def json_line(_logger: WrappedLogger, _method: str, event: EventDict) -> str:
    """Returns the event as JSON, which escapes control characters: input cannot forge a line."""
    return msgspec.json.encode(event, enc_hook=repr).decode()


class RateLimitedLogger:
    """Logs an event at most once a minute, with the number of suppressed repetitions."""

    def __init__(self, logger: Any, seconds: float = QUIET_SECONDS) -> None:
        self._logger = logger
        self._seconds = seconds
        self._last: MutableMapping[str, tuple[float, int]] = {}

    def warning(self, event: str, *, key: str = "", **values: Any) -> None:
        """Events with different keys are not repetitions."""
        self._log(self._logger.warning, f"{event} {key}", event, values)

    def error(self, event: str, *, key: str, **values: Any) -> None:
        """Events with different keys are not repetitions."""
        self._log(self._logger.error, f"{event} {key}", event, values)

    def _log(self, write: Callable[..., None], key: str, event: str, values: dict[str, Any]) -> None:
        now = time.monotonic()
        last, suppressed_count = self._last.get(key, (-self._seconds, 0))
        if now - last < self._seconds:
            self._last[key] = (last, suppressed_count + 1)
            return
        self._last[key] = (now, 0)
        write(event, suppressed=suppressed_count, **values)


def add_log_fields(scope: Any, **fields: str) -> None:
    """Adds fields to the access log line of the request."""
    scope.setdefault(LOG_FIELDS, {}).update(fields)


@lru_cache(1000)
def network(address: str) -> str:
    """Returns the /24 or /48 of an address: the log keeps no full address."""
    return network_of(address, ipv4=24, ipv6=48) if parse_ip(address) else ""


class AccessLog:
    """One line per request; cache hits appear in the metrics only.

    Above `LINES_PER_SECOND` only server errors and refusals of `/api/auth` are logged.
    """

    def __init__(
        self,
        count: Count = lambda _route, _method, _status, _seconds: None,
        address: Callable[[Scope], str] = lambda _scope: "",
    ) -> None:
        """`count` is called for every request, logged or not. `address`: of the client."""
        self.count = count
        self._address = address
        self._logger = structlog.get_logger("gateway.access")
        self._second = 0
        self._lines = 0
        self.dropped_lines = 0

    def request(
        self, scope: Scope, request_id: str, route: str, method: str, status: int, seconds: float, cache: str
    ) -> None:
        self.count(route, method, status, seconds)
        second = int(time.monotonic())
        if second != self._second:
            self._second, self._lines = second, 0
        self._lines += 1
        is_kept = status >= (400 if scope["path"].startswith("/api/auth") else 500)
        if self._lines > LINES_PER_SECOND and not is_kept:
            self.dropped_lines += 1
            return
        fields: dict[str, str] = scope.get(LOG_FIELDS, {})
        level = logging.WARNING if status >= 500 and fields else logging.INFO  # readiness alone has no error code
        line = {"id": request_id, "route": route, "method": method, "status": status, "ms": round(seconds * 1000, 2)}
        self._logger.log(level, "request", **line, cache=cache, client=network(self._address(scope)), **fields)
