"""`gateway serve`: checks the database's refusals, then runs granian's worker processes behind one port."""

import argparse
import asyncio
import contextlib
import os
import signal
import socket
import sys
import tempfile
from pathlib import Path
from threading import Thread
from typing import Any

import structlog

from gateway import metrics, selftest
from gateway import settings as configuration
from gateway.log import configure
from gateway.settings import Settings

BACKLOG = 2048
AT_ONCE = 1024  # requests in work per process; more wait in the backlog
HEADERS_WITHIN_MS = 10_000

log = structlog.stdlib.get_logger("gateway.serve")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """None of its own: what can be said is said in the settings."""
    parser.description = (__doc__ or "").strip()


def run(_args: argparse.Namespace) -> int:
    """Serves until it is told to stop. Returns 1 when it refuses to begin, or when its workers failed."""
    settings = configuration.from_environment()
    configure(settings.log)
    try:
        report = asyncio.run(selftest.at_start(settings))
    except selftest.Overprivileged as refused:
        sys.stderr.write(f"gateway: {refused}\n")
        return 1
    if report.away:
        Thread(target=_watch, args=(settings, report), name="selftest", daemon=True).start()
    with contextlib.ExitStack() as cleanup:
        if settings.server.metrics_port:
            folder = Path(cleanup.enter_context(tempfile.TemporaryDirectory(prefix="gateway-metrics-")))
            os.environ[metrics.FOLDER] = str(folder)
            metrics.serve(settings.server.metrics_host, settings.server.metrics_port, folder)
        return _serve(settings)


def _watch(settings: Settings, report: selftest.Report) -> None:
    """Ends the service if a database that was away at the start turns out to let us do too much."""
    try:
        asyncio.run(selftest.watch(settings, report))
    except selftest.Overprivileged as refused:
        log.error("overprivileged", reason=str(refused))
        os.kill(os.getpid(), signal.SIGTERM)


def _serve(settings: Settings) -> int:
    from granian import Granian
    from granian.constants import HTTPModes, Interfaces, Loops
    from granian.http import HTTP1Settings
    from granian.log import LogLevels

    wanted = settings.server
    port = wanted.port or _free_port(wanted.host)
    server: Any = Granian(
        "gateway.app:from_environment",
        factory=True,
        address=wanted.host,
        port=port,
        interface=Interfaces.ASGI,
        workers=wanted.workers,
        runtime_threads=1,
        loop=Loops.uvloop,
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(header_read_timeout=HEADERS_WITHIN_MS),
        websockets=False,
        backlog=BACKLOG,
        backpressure=AT_ONCE,
        workers_kill_timeout=wanted.shutdown_seconds,
        respawn_failed_workers=True,
        log_level=LogLevels.warning,
        # Granian's own words go through our logger.
        log_dictconfig={"handlers": {}, "formatters": {}, "loggers": {}, "disable_existing_loggers": False},
    )
    server.on_startup(lambda: _say(wanted.host, port))
    try:
        server.serve()
    except SystemExit as ended:
        return int(ended.code or 0)
    return 0


def _say(host: str, port: int) -> None:
    shown = f"[{host}]" if ":" in host else host
    sys.stdout.write(f"http://{shown}:{port}\n")
    sys.stdout.flush()


def _free_port(host: str) -> int:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.bind((host, 0))
        return int(probe.getsockname()[1])
