"""`gateway serve`: checks the database's refusals, then runs granian's worker processes behind one port."""

import argparse
import asyncio
import contextlib
import gc
import importlib
import os
import signal
import socket
import sys
import tempfile
from pathlib import Path
from threading import Thread
from typing import Any

import structlog

from gateway import metrics, selftest, settings_handover, settings_payments
from gateway import settings as configuration
from gateway.dsn import DsnError, parse_dsn
from gateway.items import catalogue
from gateway.log import configure
from gateway.settings import Settings

WORKER = "gateway.app:from_environment"
BACKLOG = 2048
AT_ONCE = 1024  # requests in work per process; more wait in the backlog
HEADERS_WITHIN_MS = 10_000

log = structlog.stdlib.get_logger("gateway.serve")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """None of its own: what can be said is said in the settings."""
    parser.description = (__doc__ or "").strip()


def run(_args: argparse.Namespace) -> int:
    """Serves until it is told to stop. Returns 1 when it refuses to begin, or when its workers failed.

    Raises SettingsError.
    """
    settings = configuration.from_environment()
    _check(settings)
    configure(settings.log)
    try:
        port = _port(settings.server.host, settings.server.port)
        report = asyncio.run(selftest.at_start(settings))
        with contextlib.ExitStack() as cleanup:
            if settings.server.metrics_port:
                _measure(settings, cleanup)
            if report.away:
                Thread(target=_watch, args=(settings, report), name="selftest", daemon=True).start()
            return _serve(settings, port)
    except (selftest.Overprivileged, OSError) as refused:
        sys.stderr.write(f"gateway: {refused}\n")
        return 1


def _check(settings: Settings) -> None:
    """Names what was left out, or cannot be read, before anything is opened. Raises SettingsError."""
    for role in selftest.ROLES:
        key = f"database.{role}_dsn"
        dsn = getattr(settings.database, f"{role}_dsn")
        if not dsn:
            raise configuration.SettingsError(f"{key} is not set; `gateway install --apply` writes a file that sets it")
        try:
            parse_dsn(dsn)
        except DsnError as wrong:
            raise configuration.SettingsError(f"{key}: {wrong}") from None
    if not settings.accounts.token_secret:
        raise configuration.SettingsError(
            "accounts.token_secret is not set; `gateway install --apply` makes one and writes it into the file"
        )
    reasons = settings_payments.missing(settings.payments, settings.server.public_url)
    if reasons := [*reasons, *settings_handover.missing(settings.handover)]:
        raise configuration.SettingsError("; ".join(reasons))
    catalogue.load(settings.items.catalogue)


def _measure(settings: Settings, cleanup: contextlib.ExitStack) -> None:
    host, port = settings.server.metrics_host, _port(settings.server.metrics_host, settings.server.metrics_port)
    folder = Path(cleanup.enter_context(tempfile.TemporaryDirectory(prefix="gateway-metrics-")))
    os.environ[metrics.FOLDER] = str(folder)
    metrics.serve(host, port, folder)


def _watch(settings: Settings, report: selftest.Report) -> None:
    """Ends the service if a database that was away at the start turns out to let us do too much."""
    try:
        asyncio.run(selftest.watch(settings, report))
    except selftest.Overprivileged as refused:
        log.error("overprivileged", reason=str(refused))
        os.kill(os.getpid(), signal.SIGTERM)


def _serve(settings: Settings, port: int) -> int:
    from granian import Granian
    from granian.constants import HTTPModes, Interfaces, Loops
    from granian.http import HTTP1Settings
    from granian.log import LogLevels

    _prepare()
    wanted = settings.server
    server: Any = Granian(
        WORKER,
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


def _prepare() -> None:
    """Imports what the workers run before they are forked: it is read once, and they share its memory."""
    gc.disable()
    importlib.import_module(WORKER.partition(":")[0])
    gc.freeze()
    gc.enable()


def _say(host: str, port: int) -> None:
    shown = f"[{host}]" if ":" in host else host
    sys.stdout.write(f"http://{shown}:{port}\n")
    sys.stdout.flush()


def _port(host: str, port: int) -> int:
    """The port to listen on, a free one for 0. Raises OSError that names an address which cannot be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as wrong:
            raise OSError(f"cannot listen on {host}:{port}: {wrong.strerror}") from None
        return int(probe.getsockname()[1])
