"""The check of the database users' rights: excess rights are refused, missing ones are named."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest

from fixtures.installed import World
from gateway.config import settings
from gateway.config.settings import Settings
from gateway.database import privileges
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.databases import Server, admin
from gateway.tests.support.doctor_schemas import changed_schema, examine, problems

pytestmark = pytest.mark.database

UNREACHABLE = "mysql://nobody@127.0.0.1:1/nothing"


def with_keys(world: World, **keys: str) -> Settings:
    env = {f"GATEWAY_DATABASE_{key.upper()}": value for key, value in keys.items()}
    return settings.load(None, {**world.environment, **env})


def as_admin(server: Server, world: World) -> Settings:
    """Settings with an administrator's login for every role."""
    views, site = server.dsn(world.schemas.views), server.dsn(world.schemas.site)
    return with_keys(world, game_dsn=views, auth_dsn=views, site_dsn=site)


async def account_of(server: Server, world: World, role: str) -> str:
    name = f"{world.schemas.views.removesuffix('_views')}_{role}"
    async with admin(server) as root:
        host = (await root.execute(f"SELECT host FROM mysql.user WHERE user = '{name}'")).rows[0][0]
    return f"'{name}'@'{host}'"


@asynccontextmanager
async def extra_right(server: Server, world: World, role: str, right: str) -> AsyncGenerator[None]:
    """Gives a runtime user one more right; `{views}`, `{site}` and `{game}` are this world's schemas."""
    right = right.format(views=world.schemas.views, site=world.schemas.site, game=world.schema)
    account = await account_of(server, world, role)
    async with changed_schema(server, "", f"GRANT {right} TO {account}", f"REVOKE {right} FROM {account}"):
        yield


@pytest.mark.parametrize("family", ["mobius", "acis", "lucera"])
async def test_privileges_after_install_are_ok(world: WorldFactory, family: str) -> None:
    installation = world(family, seed=71)
    report = await privileges.check_at_start(installation.settings)
    assert report.is_ok, report
    assert await privileges.watch(installation.settings, report) is None


@pytest.mark.parametrize(
    ("role", "right", "line"),
    [
        ("read", "UPDATE ON {views}.characters", "game: UPDATE on characters"),
        ("read", "SELECT ON {views}.accounts", "game: SELECT on accounts"),
        ("read", "SELECT ON {game}.gameservers", "game: {game}.gameservers"),
        ("read", "SELECT ON {game}.*", "game: SELECT on all of {game}"),
        ("read", "PROCESS ON *.*", "game: PROCESS on everything"),
        ("auth", "SELECT ON {views}.characters", "auth: SELECT on characters"),
        ("auth", "UPDATE (access_level) ON {views}.accounts", "auth: UPDATE (access_level) on accounts"),
        ("site", "UPDATE ON {site}.security_log", "site: UPDATE on security_log"),
        ("site", "DELETE ON {site}.security_log", "site: DELETE on security_log"),
        ("site", "DELETE ON {site}.installation", "site: DELETE on installation"),
        ("site", "UPDATE (item_id) ON {site}.deliveries", "site: UPDATE (item_id) on deliveries"),
        ("site", "UPDATE (total_coins) ON {site}.donations", "site: UPDATE (total_coins) on donations"),
        ("site", "EXECUTE ON PROCEDURE {site}.claim_deliveries", "site: EXECUTE on claim_deliveries"),
        ("auth", "EXECUTE ON PROCEDURE {site}.claim_deliveries", "auth: EXECUTE on {site}.claim_deliveries"),
    ],
)
async def test_privileges_excess_right_refuses_the_start(
    mariadb: Server, world: WorldFactory, role: str, right: str, line: str
) -> None:
    installation = world("mobius", seed=71)
    line = line.format(game=installation.schema, site=installation.schemas.site)
    async with extra_right(mariadb, installation, role, right):
        with pytest.raises(privileges.Overprivileged) as refusal:
            await privileges.check_at_start(installation.settings)
        assert line in str(refusal.value)
        assert "gateway install --apply" in str(refusal.value)
        trial = with_keys(installation, allow_overprivileged="true")
        assert (await privileges.check_at_start(trial)).excess_rights == refusal.value.report.excess_rights
        bad = problems(await examine(installation, "rights"))
        assert line.replace(": ", ": excess right: ", 1) in [finding.text for finding in bad]
    assert (await privileges.check_at_start(installation.settings)).is_ok


async def test_privileges_role_that_is_not_the_default_refuses_the_start(mariadb: Server, world: WorldFactory) -> None:
    installation = world("mobius", seed=71)
    role = changed_schema(mariadb, "", "CREATE ROLE keeper", "DROP ROLE keeper")
    async with role, extra_right(mariadb, installation, "read", "keeper"):
        with pytest.raises(privileges.Overprivileged, match="game: the role keeper"):
            await privileges.check_at_start(installation.settings)


async def test_privileges_retired_right_is_named_and_tolerated(mariadb: Server, world: WorldFactory) -> None:
    installation = world("mobius", seed=71)
    async with extra_right(mariadb, installation, "site", "UPDATE ON {site}.donations"):
        report = await privileges.check_at_start(installation.settings)
    assert report.is_ok
    assert "site: UPDATE on donations" in report.retired_rights


async def test_privileges_administrators_login_is_refused_and_changes_no_row(
    mariadb: Server, world: WorldFactory
) -> None:
    installation = world("acis", seed=71)
    previous_checksums = await checksums(mariadb, installation)
    report = await privileges.examine(as_admin(mariadb, installation))
    for role in privileges.ROLES:
        assert any(line.startswith(f"{role}: ") and line.endswith(" on everything") for line in report.excess_rights)
    assert {"game: SELECT on accounts", "auth: SELECT on characters", "site: UPDATE on security_log"} <= set(
        report.excess_rights
    )
    assert await checksums(mariadb, installation) == previous_checksums


async def checksums(server: Server, world: World) -> list[object]:
    tables = [f"{world.schema}.{table}" for table in ("characters", "items", "accounts")]
    async with admin(server) as root:
        result = await root.execute(f"CHECKSUM TABLE {', '.join(tables)}, {world.schemas.site}.security_log")
    return [row[1] for row in result.rows]


async def test_privileges_missing_right_is_named_and_the_service_starts(mariadb: Server, world: WorldFactory) -> None:
    installation = world("acis", seed=72)
    right = f"SELECT ON {installation.schemas.views}.account_bans"
    account = await account_of(mariadb, installation, "auth")
    async with changed_schema(mariadb, "", f"REVOKE {right} FROM {account}", f"GRANT {right} TO {account}"):
        report = await privileges.check_at_start(installation.settings)
        assert report.missing_rights == ("auth: SELECT on account_bans",)
        findings = await examine(installation)
    bad = [finding.text for finding in findings if finding.level == "bad"]
    assert bad == ["auth: missing right: SELECT on account_bans"]


async def test_privileges_server_that_was_down_is_checked_later(
    mariadb: Server, world: WorldFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(privileges, "RETRY_SECONDS", 0.1)
    installation = world("mobius", seed=71)
    report = await privileges.check_at_start(with_keys(installation, game_dsn=UNREACHABLE))
    assert list(report.unreachable_roles) == ["game"]
    await asyncio.wait_for(privileges.watch(installation.settings, report), 60)
    async with extra_right(mariadb, installation, "read", "UPDATE ON {views}.characters"):
        with pytest.raises(privileges.Overprivileged):
            await privileges.watch(installation.settings, report)
