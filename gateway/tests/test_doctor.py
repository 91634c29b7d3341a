"""The self-test and the doctor: rights too many are refused, too few are named, who is away is asked later."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest

from fixtures.installed import World, apart
from gateway import doctor, migrate, selftest, settings
from gateway.settings import Settings
from gateway.tests.conftest import WorldFactory
from gateway.tests.doors import Server, admin

pytestmark = pytest.mark.database

FAMILIES = ("mobius", "acis", "lucera")
NOWHERE = "mysql://nobody@127.0.0.1:1/nothing"


def with_keys(here: World, **keys: str) -> Settings:
    changed = {f"GATEWAY_DATABASE_{key.upper()}": value for key, value in keys.items()}
    return settings.load(None, {**here.environment, **changed})


@asynccontextmanager
async def granted(server: Server, here: World, role: str, right: str) -> AsyncGenerator[None]:
    """One right more for a runtime user, for a while; `{views}`, `{site}` and `{game}` are this world's schemas."""
    prefix = here.schemas.views.removesuffix("_views")
    places = {"views": here.schemas.views, "site": here.schemas.site, "game": here.schema}
    async with admin(server) as root:
        found = await root.execute(f"SELECT host FROM mysql.user WHERE user = '{prefix}_{role}'")
        user = f"'{prefix}_{role}'@'{found.rows[0][0]}'"
        await root.execute(f"GRANT {right.format_map(places)} TO {user}")
        try:
            yield
        finally:
            await root.execute(f"REVOKE {right.format_map(places)} FROM {user}")


@pytest.mark.parametrize("family", FAMILIES)
async def test_an_installation_is_well(world: WorldFactory, family: str) -> None:
    here = world(family, seed=71)
    report = await selftest.at_start(here.settings)
    assert report.well, report
    assert await selftest.watch(here.settings, report) is None


@pytest.mark.parametrize(
    ("role", "right", "told"),
    [
        ("read", "UPDATE ON {views}.characters", "game: UPDATE on characters"),
        ("read", "DELETE ON {views}.items", "game: DELETE on items"),
        ("read", "INSERT ON {views}.clans", "game: INSERT on clans"),
        ("read", "SELECT ON {views}.accounts", "game: read accounts"),
        ("read", "SELECT ON {game}.gameservers", "game: {game}.gameservers"),
        ("read", "SELECT ON {game}.*", "game: SELECT on all of {game}"),
        ("read", "PROCESS ON *.*", "game: PROCESS on everything"),
        ("auth", "SELECT ON {views}.characters", "auth: read characters"),
        ("auth", "UPDATE (access_level) ON {views}.accounts", "auth: UPDATE (access_level) on accounts"),
        ("site", "UPDATE ON {site}.security_log", "site: update security log"),
        ("site", "DELETE ON {site}.security_log", "site: delete from security log"),
        ("site", "DELETE ON {site}.installation", "site: delete from installation"),
    ],
)
async def test_a_right_too_many_is_named_and_nothing_is_served(
    mariadb: Server, world: WorldFactory, role: str, right: str, told: str
) -> None:
    here = world("mobius", seed=71)
    async with granted(mariadb, here, role, right):
        with pytest.raises(selftest.Overprivileged) as refusal:
            await selftest.at_start(here.settings)
        assert told.format(game=here.schema) in str(refusal.value)
        assert "gateway install --apply" in str(refusal.value)
        trial = with_keys(here, allow_overprivileged="true")
        assert (await selftest.at_start(trial)).allowed == refusal.value.report.allowed
    assert (await selftest.at_start(here.settings)).well


async def test_an_administrators_login_is_refused_for_every_role(mariadb: Server, world: WorldFactory) -> None:
    here = world("lucera", seed=71)
    views, site = mariadb.dsn(here.schemas.views), mariadb.dsn(here.schemas.site)
    report = await selftest.examine(with_keys(here, game_dsn=views, auth_dsn=views, site_dsn=site))
    for role in selftest.ROLES:
        assert any(line.startswith(f"{role}: ") and line.endswith(" on everything") for line in report.allowed)
    assert {"game: read accounts", "auth: read characters", "site: update security log"} <= set(report.allowed)


async def test_the_list_changes_no_row(mariadb: Server, world: WorldFactory) -> None:
    here = world("acis", seed=71)
    before = await checksums(mariadb, here)
    views, site = mariadb.dsn(here.schemas.views), mariadb.dsn(here.schemas.site)
    await selftest.examine(with_keys(here, game_dsn=views, auth_dsn=views, site_dsn=site))
    assert await checksums(mariadb, here) == before


async def checksums(server: Server, here: World) -> list[object]:
    found: list[object] = []
    for schema, tables in ((here.schema, ("characters", "items", "accounts")), (here.schemas.site, ("security_log",))):
        async with admin(server, schema) as root:
            found += [(await root.execute(f"CHECKSUM TABLE {table}")).rows[0][1] for table in tables]
    return found


async def test_a_right_too_few_is_named_and_no_reason_to_refuse(mariadb: Server, world: WorldFactory) -> None:
    here = world("acis", seed=72)
    prefix = here.schemas.views.removesuffix("_views")
    async with admin(mariadb) as root:
        host = (await root.execute(f"SELECT host FROM mysql.user WHERE user = '{prefix}_auth'")).rows[0][0]
        user = f"'{prefix}_auth'@'{host}'"
        await root.execute(f"REVOKE SELECT ON {here.schemas.views}.account_bans FROM {user}")
    report = await selftest.at_start(here.settings)
    assert report.missing == ("auth: read account bans",)
    findings = await doctor.examine(here.settings)
    assert [finding.text for finding in findings if not finding.well] == [
        "may not, and has to: auth: read account bans"
    ]


async def test_a_server_that_is_away_is_examined_when_it_is_back(mariadb: Server, world: WorldFactory) -> None:
    here = world("mobius", seed=71)
    report = await selftest.at_start(with_keys(here, game_dsn=NOWHERE))
    assert list(report.away) == ["game"]
    await asyncio.wait_for(selftest.watch(here.settings, report), 60)
    async with granted(mariadb, here, "read", "UPDATE ON {views}.characters"):
        with pytest.raises(selftest.Overprivileged):
            await selftest.watch(here.settings, report)


async def test_the_doctor_names_what_is_well(world: WorldFactory) -> None:
    findings = await doctor.examine(world("lucera", seed=71).settings)
    assert all(finding.well for finding in findings), findings
    told = "\n".join(finding.text for finding in findings)
    for part in ("game: the database answers", "statements tried", "migrations have run", "Lucera 2", "12 views"):
        assert part in told


async def test_the_doctor_finds_migrations_left_to_run(mariadb: Server, world: WorldFactory) -> None:
    here = world("mobius", seed=73)
    async with admin(mariadb, here.schemas.site) as root:
        await root.execute("DELETE FROM schema_migrations")
    findings = await doctor.examine(here.settings, only={"schema"})
    told = [(finding.text, finding.do) for finding in findings if not finding.well]
    names = ", ".join(f"{each.number:03}_{each.name}" for each in migrate.files())
    assert told == [(f"site: migrations are left to run ({names})", "run `gateway migrate`")]


def test_the_command_says_it_with_its_status(
    world: WorldFactory, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    here = world("lucera", seed=71)
    parser = argparse.ArgumentParser()
    doctor.add_arguments(parser)
    for key, value in here.environment.items():
        monkeypatch.setenv(key, value)
    assert apart(lambda: doctor.run(parser.parse_args([]))) == 0
    told = capsys.readouterr().out
    assert "  ok   game: the database answers\n" in told
    assert "  hint items: no catalogue" in told
    assert "\x1b" not in told
    monkeypatch.setenv("GATEWAY_DATABASE_GAME_DSN", NOWHERE)
    assert apart(lambda: doctor.run(parser.parse_args([]))) == 1
    assert "  BAD  game: the database is away" in capsys.readouterr().out
    monkeypatch.setenv("GATEWAY_DATABASE_GAME_POOL", "many")
    assert apart(lambda: doctor.run(parser.parse_args([]))) == 2
    assert "GATEWAY_DATABASE_GAME_POOL" in capsys.readouterr().err
