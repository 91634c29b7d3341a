"""`gateway serve`: checks settings and database privileges, then runs the worker processes."""

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
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Thread

import structlog

from gateway import package_data
from gateway.config import settings as configuration
from gateway.config.dsn import DsnError
from gateway.config.other_sites import shared_with_others
from gateway.config.settings import Settings
from gateway.config.site_days import zone_notice
from gateway.database import privileges
from gateway.database.database import DatabaseError, Databases, dsn_of
from gateway.database.installation import nouns_without_tables, site_days, unknown_breaking_migration
from gateway.database.server_version import UnsupportedServer
from gateway.features.items import catalogue
from gateway.features.roulette.wheel import configured_wheel
from gateway.features.site_content import content_store
from gateway.features.site_content.content_files import ContentError
from gateway.http.languages import SiteLanguages
from gateway.observability import metrics
from gateway.observability.logging import configure
from gateway.registration.extra import enabled_extras, nouns_of, require_administration

WORKERS = "GATEWAY_SERVER_WORKERS"
ROLES = ("game", "auth", "site")  # required; other logins are optional
EXIT_OVERPRIVILEGED = 77

log = structlog.stdlib.get_logger("gateway.process")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (__doc__ or "").strip()
    parser.add_argument("--workers", type=int, metavar="N", help="worker processes (default: server.workers)")
    parser.add_argument("--check", action="store_true", help="make the checks of a start alone, and serve nothing")


def run(args: argparse.Namespace) -> int:
    """Serves until a signal stops it. Raises SettingsError.

    Returns 1 if it cannot listen or a worker keeps failing, 77 if a database grants excess privileges.
    """
    if args.workers is not None:
        os.environ[WORKERS] = str(args.workers)
    settings = configuration.from_environment()
    if args.check:
        if code := verify(settings):
            return code
        sys.stdout.write("gateway serve would start with these settings\n")
        return 0
    gc.disable()  # a tenth less time for the imports, which take most of the start
    try:
        _check_settings(settings)
        report = _check_databases_while_importing(settings)
        host, port = settings.server.host, available_port(settings.server.host, settings.server.port)
        privilege_watch = _PrivilegeWatch(settings, report)
        with contextlib.ExitStack() as cleanup:
            if settings.server.metrics_port:
                _serve_metrics(settings, cleanup)
            sys.stdout.write(f"http://[{host}]:{port}\n" if ":" in host else f"http://{host}:{port}\n")
            sys.stdout.flush()
            from gateway.process import worker_group  # imported already

            gc.freeze()
            gc.enable()
            code = worker_group.run(settings, port)
    except OSError as error:
        sys.stderr.write(f"gateway: {error}\n")
        return 1
    except privileges.Overprivileged as error:
        sys.stderr.write(f"gateway: {error}\n")
        return EXIT_OVERPRIVILEGED
    return EXIT_OVERPRIVILEGED if privilege_watch.failed else code


def _check_databases_while_importing(settings: Settings) -> privileges.PrivilegeReport:
    """As `check_databases`, which mostly waits, while this thread imports the application."""
    with ThreadPoolExecutor(1) as executor:
        report = executor.submit(asyncio.run, check_databases(settings))
        importlib.import_module("gateway.process.worker_group")
        return report.result()


def verify(settings: Settings) -> int:
    """Makes the checks of a start without listening: a service that runs has the port. Raises SettingsError.

    Returns 77 if a database grants excess privileges.
    """
    try:
        _check_settings(settings)
        asyncio.run(check_databases(settings))
    except privileges.Overprivileged as error:
        sys.stderr.write(f"gateway: {error}\n")
        return EXIT_OVERPRIVILEGED
    return 0


def _check_settings(settings: Settings) -> None:
    errors = check(settings)
    configure(settings.log)
    for error in errors:
        log.error("content_refused", reason=str(error))
    path = configuration.config_path(os.environ)
    for problem in configuration.old_keys(path, os.environ):
        log.warning("old_setting", reason=str(problem))
    for name in configuration.unknown_settings(path, os.environ):
        log.warning("setting_of_newer_release", setting=name)
    for problem in shared_with_others(path, settings) if path else ():
        log.warning("shared_with_another_site", reason=str(problem))


def check(settings: Settings) -> Sequence[ContentError]:
    """Raises SettingsError for a required key that is missing or cannot be parsed; opens nothing.

    Returns the content files that the service would hold back.
    """
    for role in ROLES:
        if not getattr(settings.database, f"{role}_dsn"):
            raise configuration.SettingsError(
                f"database.{role}_dsn is not set; `gateway install --apply` writes a file that sets it"
            )
        try:
            dsn_of(settings, role)
        except DsnError as error:
            raise configuration.SettingsError(str(error)) from None
    if not settings.accounts.token_secret:
        raise configuration.SettingsError(
            "accounts.token_secret is not set; `gateway install --apply` makes one and writes it into the file"
        )
    if not settings.security.data_keys:
        raise configuration.SettingsError(
            "security.data_keys is not set; `gateway install --apply` and `gateway upgrade` write the first key"
        )
    server = settings.server
    if server.public_url.startswith("https://") and not (server.trusted_proxies or server.direct):
        raise configuration.SettingsError(
            "server.trusted_proxies is not set, but server.public_url is https: the limits would take all visitors "
            "for the proxy; server.direct = true says that no proxy stands in front"
        )
    if reasons := [*settings.payment_problems(), *settings.game_table_delivery.problems()]:
        raise configuration.SettingsError("; ".join(map(str, reasons)))
    enabled_extras(settings)
    if settings.admin.enabled:
        require_administration()
    configured_wheel(settings.roulette)
    catalogue.load(settings.items.catalogue)
    SiteLanguages(package_data.ui(), server.language)
    return content_store.load_valid(content_store.content_folder(settings)).errors


async def check_databases(settings: Settings) -> privileges.PrivilegeReport:
    """Raises Overprivileged, or SettingsError for a server or a site schema that this release cannot work with."""
    try:
        report = await privileges.check_at_start(settings)
    except UnsupportedServer as error:
        raise configuration.SettingsError(str(error)) from None
    if "site" not in report.unreachable_roles:
        await _check_site_schema(settings)
    return report


async def _check_site_schema(settings: Settings) -> None:
    try:
        async with Databases.open(settings).site.session() as session:
            number = await unknown_breaking_migration(session)
            nouns = await nouns_without_tables(session, nouns_of(settings))
            days = await site_days(session, settings.server.zone)
    except DatabaseError:  # no site schema yet, or no right on it: the service starts and reports that
        return
    if number:
        raise configuration.SettingsError(
            f"the site schema has migration {number:03}, which this release does not know and cannot work with: "
            "install the release that made it, or a newer one (`gateway upgrade --check` says whether it fits)"
        )
    if nouns:
        raise configuration.SettingsError(
            f"the site schema has no tables of {', '.join(nouns)} yet: `gateway install` prints the script that makes "
            "them, `gateway install --apply` runs it"
        )
    if notice := zone_notice(days, settings.server.zone, time.time()):
        log.warning("time_zone_changes", reason=str(notice))


class _PrivilegeWatch:
    """Stops the service if a database that was away at the start grants excess privileges."""

    def __init__(self, settings: Settings, report: privileges.PrivilegeReport) -> None:
        self.failed = False
        if report.unreachable_roles:
            Thread(target=self._run, args=(settings, report), name="privileges", daemon=True).start()

    def _run(self, settings: Settings, report: privileges.PrivilegeReport) -> None:
        try:
            asyncio.run(privileges.watch(settings, report))
        except privileges.Overprivileged as error:
            self._stop("overprivileged", error)
        except UnsupportedServer as error:
            self._stop("server_unsupported", error)

    def _stop(self, event: str, error: Exception) -> None:
        log.error(event, reason=str(error))
        self.failed = True
        os.kill(os.getpid(), signal.SIGINT)


def _serve_metrics(settings: Settings, cleanup: contextlib.ExitStack) -> None:
    host, port = settings.server.metrics_host, settings.server.metrics_port
    folder = Path(cleanup.enter_context(tempfile.TemporaryDirectory(prefix="gateway-metrics-")))
    os.environ[metrics.FOLDER] = str(folder)
    metrics.serve(host, available_port(host, port), folder)


def available_port(host: str, port: int) -> int:
    """Returns the port to listen on, a free one for 0. Raises OSError that names an address that cannot be bound.

    Granian's workers share the port (SO_REUSEPORT), so a second service on it would start without an error.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise OSError(f"cannot listen on {host}:{port}: {error.strerror}") from None
        return int(probe.getsockname()[1])
