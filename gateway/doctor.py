"""`gateway doctor`: what is well and what is not, with the logins of the service alone.

It asks: is every database there, do the users hold the rights they need and no more, has the site schema every
migration, is the family one that we know, can the items be found and named.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from pathlib import Path
from typing import Final, Literal

import msgspec

from gateway import migrate, resources, selftest
from gateway import settings as configuration
from gateway.db import DatabaseError, Databases
from gateway.dsn import DsnError
from gateway.game.families import FAMILIES, UnknownFamily, named
from gateway.handover import checkup
from gateway.install_game_user import GAME_USER, RECORDED
from gateway.install_script import InstallError
from gateway.inventory import OWNER_INDEX
from gateway.items import catalogue
from gateway.items.catalogue import CatalogueError
from gateway.queries import split
from gateway.settings import CONFIG, Settings, SettingsError
from gateway.settings_payments import missing

Level = Literal["ok", "advice", "bad"]
_MARKS: Final[dict[Level, str]] = {"ok": "ok ", "advice": "hint", "bad": "BAD"}


class Finding(msgspec.Struct, frozen=True):
    """One line of the doctor's: what was looked at, whether it is well, and what to do if not.

    Advice is about what works, and could work better.
    """

    level: Level
    text: str

    @property
    def well(self) -> bool:
        return self.level != "bad"


async def examine(settings: Settings) -> list[Finding]:
    """Everything the doctor looks at. Raises DsnError for a DSN that cannot be read."""
    report = await selftest.examine(settings)
    findings = [Finding("bad", f"{role}: the database is away: {reason}") for role, reason in report.away.items()]
    findings += [
        Finding("ok", f"{role}: the database answers")
        for role in selftest.roles_of(settings)
        if role not in report.away
    ]
    findings += [Finding("bad", f"may, and must not: {line}") for line in report.allowed]
    findings += [Finding("bad", f"may not, and has to: {line}") for line in report.missing]
    if not report.allowed and not report.missing:
        findings.append(
            Finding("ok", f"rights: {_count(settings)} statements tried, each allowed or refused as it should be")
        )
    if "site" not in report.away:
        findings += await _site(settings)
    findings += [Finding("bad", f"payments: {line}") for line in missing(settings.payments, settings.server.public_url)]
    return [*findings, _catalogue(settings.items.catalogue)]


def _count(settings: Settings) -> int:
    kinds = (selftest.MUST_NOT, selftest.MAY)
    return sum(len(kind.get(role, ())) for kind in kinds for role in selftest.roles_of(settings))


async def _site(settings: Settings) -> list[Finding]:
    databases = await Databases.open(settings)
    try:
        applied = await databases.site.read(migrate.MIGRATIONS)
        recorded = await databases.site.one(RECORDED, name="family")
        index = await databases.site.one(RECORDED, name=OWNER_INDEX)
        game_user = await databases.site.one(RECORDED, name=GAME_USER)
    except DatabaseError as error:
        return [Finding("bad", f"site: {error}; run `gateway install --apply`")]
    finally:
        await databases.close()
    family = settings.database.family or (recorded.value if recorded else "")
    found = [_migrations(applied), _family(family), _owner_index(index.value if index else "")]
    if family not in FAMILIES:
        return found
    told = await checkup.look(settings, FAMILIES[family], game_user.value if game_user else "")
    return [*found, *(Finding(level, text) for level, text in told)]


def _migrations(applied: list[migrate.Applied]) -> Finding:
    try:
        todo = migrate.pending(migrate.files(), applied)
    except InstallError as error:
        return Finding("bad", f"site: {error}")
    if todo:
        names = ", ".join(f"{migration.number:03}_{migration.name}" for migration in todo)
        return Finding("bad", f"site: migrations are left to run ({names}); run `gateway migrate`")
    return Finding("ok", f"site: all {len(applied)} migrations have run")


def _family(key: str) -> Finding:
    try:
        family = named(key)
    except UnknownFamily as error:
        return Finding("bad", f"game: {error}")
    return Finding("ok", f"game: the tables are those of {family.title} ({family.key})")


def _owner_index(recorded: str) -> Finding:
    if recorded == "yes":
        return Finding("ok", "game: an index leads to the items of a character")
    if recorded != "no":
        return Finding("advice", "game: install did not look yet whether `items` has an index; run it again")
    statement = next(line for line in split(_indexes()) if "ON items " in line)
    return Finding(
        "advice",
        "game: no index leads to the items of a character, so the whole of `items` is read for those who wait, twice a "
        f"minute at most, and they wait up to half a minute. At a quiet hour, in the game's schema: {statement}; then "
        "`gateway install --apply` once more",
    )


def _indexes() -> str:
    return (resources.sql() / "indexes.sql").read_text(encoding="utf-8")


def _catalogue(path: str) -> Finding:
    if not path:
        return Finding(
            "advice",
            "items: no catalogue, so items are called by their numbers; make one with `gateway items import` and name "
            "it as `catalogue` under [items]",
        )
    try:
        return Finding("ok", f"items: the catalogue names {len(catalogue.load(path)):,} items")
    except CatalogueError as error:
        return Finding("bad", f"items: {error}")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--config", type=Path, default=None, help=f"the configuration file (else ${CONFIG})")


def run(args: argparse.Namespace) -> int:
    """0: all is well, advice or not; 1: something is not, and is named; 2: the configuration cannot be read."""
    path = args.config or (Path(os.environ[CONFIG]) if os.environ.get(CONFIG) else None)
    try:
        findings = asyncio.run(examine(configuration.load(path, os.environ)))
    except (SettingsError, DsnError) as error:
        sys.stderr.write(f"gateway doctor: {error}\n")
        return 2
    sys.stdout.writelines(f"{_MARKS[finding.level]:4} {finding.text}\n" for finding in findings)
    return 0 if all(finding.well for finding in findings) else 1
