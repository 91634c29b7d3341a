"""Structured logs: one event a line on stderr, JSON in production, coloured in a terminal."""

import logging
import sys
import time
from collections.abc import Callable, MutableMapping
from typing import Any

import msgspec
import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from gateway.config.sections import LogSettings

QUIET_SECONDS = 60.0
LINES_A_SECOND = 100

Count = Callable[[str, str, int, float], None]
"""route, method, status, seconds"""

_LEVELS = {"debug": logging.DEBUG, "info": logging.INFO, "warning": logging.WARNING, "error": logging.ERROR}


def configure(wanted: LogSettings) -> None:
    """Sets up structlog, and the standard library's loggers in the same form."""
    level = _LEVELS[wanted.level]
    console = wanted.format == "console" or (wanted.format == "auto" and sys.stderr.isatty())
    shared: list[Processor] = [
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _stack_of_errors,
    ]
    render: Processor = structlog.dev.ConsoleRenderer() if console else json_line
    structlog.configure(
        processors=[*shared, render],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.WriteLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, render],
            foreign_pre_chain=shared,
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    # Libraries speak when something is wrong; their daily business is ours to log.
    root.setLevel(max(level, logging.WARNING))


def json_line(_logger: WrappedLogger, _method: str, event: EventDict) -> str:
    """Control characters are escaped by JSON, so no input can forge a line."""
    return msgspec.json.encode(event, enc_hook=repr).decode()


def _stack_of_errors(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
    """An expected failure is one line; only what nobody foresaw brings its stack."""
    return structlog.processors.format_exc_info(logger, method, event)


class RateLimitedLogger:
    """Says the same thing at most once a minute, with the number of times it was swallowed."""

    def __init__(self, logger: Any, seconds: float = QUIET_SECONDS) -> None:
        self._logger = logger
        self._seconds = seconds
        self._said: MutableMapping[str, tuple[float, int]] = {}

    def warning(self, event: str, **values: Any) -> None:
        now = time.monotonic()
        last, swallowed = self._said.get(event, (-self._seconds, 0))
        if now - last < self._seconds:
            self._said[event] = (last, swallowed + 1)
            return
        self._said[event] = (now, 0)
        self._logger.warning(event, swallowed=swallowed, **values)


class AccessLog:
    """One line a request. Cache hits are counted in the metrics instead; above `LINES_A_SECOND` so is the rest."""

    def __init__(self, count: Count = lambda _route, _method, _status, _seconds: None) -> None:
        """`count` is told of every request, written or not."""
        self.count = count
        self._logger = structlog.get_logger("gateway.access")
        self._second = 0
        self._lines = 0
        self.unwritten = 0

    def request(self, request_id: str, route: str, method: str, status: int, seconds: float, cache: str) -> None:
        self.count(route, method, status, seconds)
        second = int(time.monotonic())
        if second != self._second:
            self._second, self._lines = second, 0
        self._lines += 1
        if self._lines > LINES_A_SECOND and status < 500:
            self.unwritten += 1
            return
        ms = round(seconds * 1000, 2)
        self._logger.info("request", id=request_id, route=route, method=method, status=status, ms=ms, cache=cache)
