"""The command: its options, what it prints and its exit code."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import structlog

from gateway.config import settings as configuration
from gateway.config.dsn import DsnError
from gateway.config.settings import CONFIG, SettingsError
from gateway.database.database import DatabaseError
from gateway.database.error_hints import advised
from gateway.doctor.findings import as_json, as_text, coloured
from gateway.doctor.runner import TOPICS, examine
from gateway.install.install import LOGIN_ADMIN_DSN
from gateway.install.migrate import ADMIN_DSN


def add_arguments(parser: argparse.ArgumentParser) -> None:
    option = parser.add_argument
    option("--config", type=Path, default=None, help=f"the configuration file (else ${CONFIG})")
    option("--json", action="store_true", help="a list of {topic, level, text, do}; level is ok, advice or bad")
    option("--only", metavar="TOPIC,…", default="", help=f"some of {', '.join(TOPICS)}")
    option(
        "--admin-dsn",
        default=os.environ.get(ADMIN_DSN, ""),
        help=f"an administrator's login, to look deeper: engines, indexes, plans (or {ADMIN_DSN}); never stored",
    )
    option(
        "--login-admin-dsn",
        default=os.environ.get(LOGIN_ADMIN_DSN, ""),
        help=f"the same where the accounts have a server of their own (or {LOGIN_ADMIN_DSN})",
    )


def run(args: argparse.Namespace) -> int:
    """0: all is well, advice or not; 1: something is not, and is named; 2: the configuration cannot be read."""
    path = args.config or (Path(os.environ[CONFIG]) if os.environ.get(CONFIG) else None)
    only = {topic.strip() for topic in args.only.split(",") if topic.strip()}
    try:
        if unknown := only - TOPICS.keys():
            raise SettingsError(
                f"--only: there is no topic {', '.join(sorted(unknown))}; known are {', '.join(TOPICS)}"
            )
        wanted = configuration.load(path, os.environ)
        login, login_apart = args.admin_dsn, args.login_admin_dsn
        with _quiet():
            findings = asyncio.run(
                examine(wanted, config=path, admin_dsn=login, login_admin_dsn=login_apart, only=only)
            )
    except (SettingsError, DsnError, DatabaseError) as error:
        sys.stderr.write(f"gateway doctor: {advised(error)}\n")
        return 2
    sys.stdout.write(as_json(findings) if args.json else as_text(findings, colour=coloured(sys.stdout.isatty())))
    return 0 if all(finding.well for finding in findings) else 1


@contextmanager
def _quiet() -> Generator[None]:
    """What the doors log of failures, the findings tell: no line comes between them, or into the JSON."""
    driver = logging.getLogger("asyncmy")
    level = driver.level
    driver.setLevel(logging.ERROR)
    try:
        with structlog.testing.capture_logs():
            yield
    finally:
        driver.setLevel(level)
