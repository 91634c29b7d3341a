"""`gateway doctor`: what is well and what is not, with the logins of the service alone.

It asks: is every database there, do the users hold the rights they need and no more, has the site schema every
migration, is the family one that we know.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from pathlib import Path

import msgspec

from gateway import migrate, selftest
from gateway import settings as configuration
from gateway.db import DatabaseError, Databases
from gateway.dsn import DsnError
from gateway.game.families import UnknownFamily, named
from gateway.install import RECORDED
from gateway.install_script import InstallError
from gateway.settings import CONFIG, Settings, SettingsError


class Finding(msgspec.Struct, frozen=True):
    """One line of the doctor's: what was looked at, whether it is well, and what to do if not."""

    well: bool
    text: str


async def examine(settings: Settings) -> list[Finding]:
    """Everything the doctor looks at. Raises DsnError for a DSN that cannot be read."""
    report = await selftest.examine(settings)
    findings = [Finding(False, f"{role}: the database is away: {reason}") for role, reason in report.away.items()]
    findings += [Finding(True, f"{role}: the database answers") for role in selftest.ROLES if role not in report.away]
    findings += [Finding(False, f"may, and must not: {line}") for line in report.allowed]
    findings += [Finding(False, f"may not, and has to: {line}") for line in report.missing]
    if not report.allowed and not report.missing:
        findings.append(Finding(True, f"rights: {_count()} statements tried, each allowed or refused as it should be"))
    if "site" not in report.away:
        findings += await _site(settings)
    return findings


def _count() -> int:
    return sum(len(attempts) for kind in (selftest.MUST_NOT, selftest.MAY) for attempts in kind.values())


async def _site(settings: Settings) -> list[Finding]:
    databases = await Databases.open(settings)
    try:
        applied = await databases.site.read(migrate.MIGRATIONS)
        recorded = await databases.site.one(RECORDED, name="family")
    except DatabaseError as error:
        return [Finding(False, f"site: {error}; run `gateway install --apply`")]
    finally:
        await databases.close()
    return [_migrations(applied), _family(settings.database.family or (recorded.value if recorded else ""))]


def _migrations(applied: list[migrate.Applied]) -> Finding:
    try:
        todo = migrate.pending(migrate.files(), applied)
    except InstallError as error:
        return Finding(False, f"site: {error}")
    if todo:
        names = ", ".join(f"{migration.number:03}_{migration.name}" for migration in todo)
        return Finding(False, f"site: migrations are left to run ({names}); run `gateway migrate`")
    return Finding(True, f"site: all {len(applied)} migrations have run")


def _family(key: str) -> Finding:
    try:
        family = named(key)
    except UnknownFamily as error:
        return Finding(False, f"game: {error}")
    return Finding(True, f"game: the tables are those of {family.title} ({family.key})")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--config", type=Path, default=None, help=f"the configuration file (else ${CONFIG})")


def run(args: argparse.Namespace) -> int:
    """0: all is well; 1: something is not, and is named; 2: the configuration cannot be read."""
    path = args.config or (Path(os.environ[CONFIG]) if os.environ.get(CONFIG) else None)
    try:
        findings = asyncio.run(examine(configuration.load(path, os.environ)))
    except (SettingsError, DsnError) as error:
        sys.stderr.write(f"gateway doctor: {error}\n")
        return 2
    sys.stdout.writelines(f"{'ok ' if finding.well else 'BAD'}  {finding.text}\n" for finding in findings)
    return 0 if all(finding.well for finding in findings) else 1
