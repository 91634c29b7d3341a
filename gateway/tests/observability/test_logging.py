"""Logs: each event is one line, for any input; levels, formats and limits."""

import json
import logging
from typing import Any

import pytest
import structlog

from gateway.config.sections import LogSettings
from gateway.observability import logging as log
from gateway.observability.logging import AccessLog, RateLimitedLogger


class RecordingLogger:
    def __init__(self) -> None:
        self.lines: list[tuple[str, dict[str, object]]] = []

    def warning(self, event: str, **values: object) -> None:
        self.lines.append((event, values))

    def log(self, _level: int, event: str, **values: object) -> None:
        self.lines.append((event, values))


def logged_events(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().err.splitlines()]


def test_json_line_of_any_input_stays_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    log.configure(LogSettings(format="json"))
    structlog.get_logger("test").info("request", path='/\n{"event":"forged"}\r\x1b[2J', raw=b"\xff", other=object())
    try:
        raise RuntimeError("broken")
    except RuntimeError:
        structlog.get_logger("test").exception("failed")
    request, failure = logged_events(capsys)
    assert (request["event"], request["path"][:2]) == ("request", "/\n")
    assert {"level", "timestamp"} <= request.keys()
    assert "RuntimeError: broken" in failure["exception"]


def test_configure_drops_events_below_the_level_and_of_libraries_below_warning(
    capsys: pytest.CaptureFixture[str],
) -> None:
    events_by_config = {
        LogSettings(format="json"): ["quiet", "loud"],
        LogSettings(format="json", level="warning"): ["loud"],
    }
    for config, events in events_by_config.items():
        log.configure(config)
        structlog.get_logger("test").info("quiet")
        structlog.get_logger("test").warning("loud")
        logging.getLogger("asyncio").warning("slow %s", "callback")
        logging.getLogger("asyncio").info("not worth a line")
        assert [event["event"] for event in logged_events(capsys)] == [*events, "slow callback"]


def test_configure_auto_uses_console_only_in_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    log.configure(LogSettings(format="console"))
    structlog.get_logger("test").info("hello", name="x")
    assert not capsys.readouterr().err.startswith("{")
    log.configure(LogSettings(format="auto"))
    structlog.reset_defaults()
    log.configure(LogSettings(format="auto"))
    structlog.get_logger("test").info("hello", name="x")
    assert json.loads(capsys.readouterr().err)["name"] == "x"


def test_rate_limited_logger_suppresses_repetitions() -> None:
    logger = RecordingLogger()
    rate_limited = RateLimitedLogger(logger)
    for _ in range(5):
        rate_limited.warning("redis_unavailable", reason="TimeoutError")
        rate_limited.warning("load_failed")
    assert [event for event, _ in logger.lines] == ["redis_unavailable", "load_failed"]
    for reason in ("unsigned", "unsigned", "expired"):
        rate_limited.warning("webhook_rejected", key=reason, reason=reason)
    assert [values["reason"] for event, values in logger.lines if event == "webhook_rejected"] == [
        "unsigned",
        "expired",
    ]
    limited = RateLimitedLogger(logger, seconds=0.0)
    limited.warning("redis_unavailable")
    limited.warning("redis_unavailable")
    assert len(logger.lines) == 6


def test_access_log_drops_and_counts_lines_above_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    logger, access = RecordingLogger(), AccessLog()
    monkeypatch.setattr(access, "_logger", logger)
    monkeypatch.setattr(log.time, "monotonic", lambda: 5.0)
    access.request({"path": "/"}, "id-1", "/api/rankings/pvp", "GET", 200, 0.0123, "miss")
    event, values = logger.lines[0]
    assert event == "request"
    assert values == {
        "id": "id-1", "route": "/api/rankings/pvp", "method": "GET", "status": 200, "ms": 12.3, "cache": "miss",
        "client": "",
    }  # fmt: skip
    for _ in range(1000):
        access.request({"path": "/"}, "id", "/", "GET", 200, 0.0, "miss")
    assert len(logger.lines) == log.LINES_PER_SECOND
    assert access.dropped_lines == 1001 - log.LINES_PER_SECOND
    for route, status in (("/", 500), ("/api/auth/login", 401)):
        access.request({"path": route}, "id", route, "POST", status, 0.0, "none")
        assert logger.lines[-1][1]["status"] == status


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("203.0.113.77", "203.0.113.0/24"),
        ("2001:db8:1:2::3", "2001:db8:1::/48"),
        ("::ffff:203.0.113.77", "203.0.113.0/24"),
        ("", ""),
    ],
)
def test_network_has_24_or_48_bits(address: str, expected: str) -> None:
    assert log.network(address) == expected
