"""`gateway serve`: checks the settings, opens the one socket, and keeps worker processes behind it."""

import argparse
import asyncio
import contextlib
import os
import socket
import sys
import tempfile
from pathlib import Path

from gateway.config import game_table, payments
from gateway.config import settings as configuration
from gateway.config.dsn import DsnError, parse_dsn
from gateway.config.settings import Settings
from gateway.features.items import catalogue
from gateway.observability import metrics
from gateway.observability.logging import configure
from gateway.process.supervisor import Generations

WORKERS = "GATEWAY_SERVER_WORKERS"
ROLES = ("game", "auth", "site")  # without their logins nothing is served


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What is asked for often enough; everything else is said in the settings."""
    parser.description = (__doc__ or "").strip()
    parser.add_argument("--workers", type=int, metavar="N", help="worker processes (else server.workers)")


def run(args: argparse.Namespace) -> int:
    """Serves until it is told to stop. Returns 1 when it refuses to begin, or when its workers failed.

    Raises SettingsError.
    """
    if args.workers is not None:
        os.environ[WORKERS] = str(args.workers)  # each generation reads it, too
    settings = configuration.from_environment()
    check(settings)
    configure(settings.log)
    try:
        with _listener(settings.server.host, settings.server.port) as listener, contextlib.ExitStack() as cleanup:
            if settings.server.metrics_port:
                _measure(settings, cleanup)
            return asyncio.run(Generations(listener, _greeting(listener)).run())
    except OSError as refused:
        sys.stderr.write(f"gateway: {refused}\n")
        return 1


def check(settings: Settings) -> None:
    """Names what was left out, or cannot be read, before anything is opened. Raises SettingsError."""
    for role in ROLES:
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
    reasons = payments.missing(settings.payments, settings.server.public_url)
    if reasons := [*reasons, *game_table.missing(settings.game_table_delivery)]:
        raise configuration.SettingsError("; ".join(reasons))
    catalogue.load(settings.items.catalogue)


def _measure(settings: Settings, cleanup: contextlib.ExitStack) -> None:
    host, port = settings.server.metrics_host, _port(settings.server.metrics_host, settings.server.metrics_port)
    folder = Path(cleanup.enter_context(tempfile.TemporaryDirectory(prefix="gateway-metrics-")))
    os.environ[metrics.FOLDER] = str(folder)
    metrics.serve(host, port, folder)


def _greeting(listener: socket.socket) -> str:
    host, port, *_ = listener.getsockname()
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}\n"


def _listener(host: str, port: int) -> socket.socket:
    """The socket that all workers accept from, at a free port for 0; nobody is let in before one of them listens.

    Raises OSError that names an address which cannot be had.
    """
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # its connections take that over
    try:
        listener.bind((host, port))
    except OSError as wrong:
        listener.close()
        raise OSError(f"cannot listen on {host}:{port}: {wrong.strerror}") from None
    return listener


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
