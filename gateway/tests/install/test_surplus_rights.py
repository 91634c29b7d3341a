"""Surplus rights: what SHOW GRANTS lists beyond the contract is revoked, retired rights stay for one more release."""

import tomllib

import pytest

from fixtures import installed
from fixtures.admin import execute
from fixtures.installed import World
from gateway.config.dsn import parse_dsn
from gateway.database import privileges
from gateway.database.user_rights import RETIRED_RIGHTS, Right
from gateway.install.grants import revoke_surplus
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.databases import Server
from gateway.tests.support.doctor_schemas import changed_schema, examine
from gateway.tests.support.paths import ROOT

SEED = 3074
"""Of a world of this module alone: it is installed again, with other passwords."""
USER = "'gateway_auth'@'%'"
REQUIRED_GRANTS = [
    f"GRANT SELECT ON `views`.accounts TO {USER}",
    f"GRANT UPDATE (password) ON `views`.accounts TO {USER}",
    f"GRANT EXECUTE ON PROCEDURE `site`.prune TO {USER}",
]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("GRANT USAGE ON *.* TO `u`@`%` IDENTIFIED BY PASSWORD '*AB' WITH MAX_USER_CONNECTIONS 40", None),
        ("GRANT SELECT, UPDATE (password) ON `views`.`accounts` TO `u`@`%`", None),
        ("GRANT SELECT, UPDATE (`password`) ON `VIEWS`.`accounts` TO `u`@`%`", None),
        ('GRANT EXECUTE ON PROCEDURE "site"."prune" TO "u"@"%"', None),
        ("GRANT UPDATE (email, password) ON `views`.`accounts` TO `u`@`%`", "UPDATE (email) ON `views`.`accounts`"),
        ("GRANT SELECT, INSERT (a, b) ON `views`.`bans` TO `u`@`%`", "INSERT (a, b), SELECT ON `views`.`bans`"),
        ("GRANT EXECUTE ON PROCEDURE `site`.`claim` TO `u`@`%`", "EXECUTE ON PROCEDURE `site`.`claim`"),
        ("GRANT SHOW VIEW, LOCK TABLES ON `site`.* TO `u`@`%`", "LOCK TABLES, SHOW VIEW ON `site`.*"),
        ("GRANT ALL PRIVILEGES ON *.* TO `u`@`%` WITH GRANT OPTION", "ALL PRIVILEGES, GRANT OPTION ON *.*"),
        ("GRANT `dba`@`%` TO `u`@`%`", "`dba`@`%`"),
    ],
)  # fmt: skip
def test_surplus_rights_are_those_outside_the_contract(line: str, expected: str | None) -> None:
    assert revoke_surplus(USER, [line], REQUIRED_GRANTS) == ([f"REVOKE {expected} FROM {USER}"] if expected else [])


@pytest.mark.database
async def test_install_revokes_surplus_rights(mariadb: Server, world: WorldFactory) -> None:
    game = world("acis", seed=SEED)
    account = account_of(mariadb, game, "auth")
    previous_grants = await grants(mariadb, account)
    for right in ("PROCESS ON *.*", f"SELECT ON {game.schema}.*", f"DELETE ON {game.schemas.views}.accounts"):
        await execute(mariadb.dsn(), f"GRANT {right} TO {account}")
    assert await grants(mariadb, account) != previous_grants
    reinstall(mariadb, game)
    assert await grants(mariadb, account) == previous_grants


@pytest.mark.database
async def test_retired_rights_stay_for_one_release(
    mariadb: Server, world: WorldFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = world("acis", seed=SEED)
    account = account_of(mariadb, game, "auth")
    retired_rights = {"account_bans": (Right("UPDATE", ("until",)),)}
    monkeypatch.setitem(RETIRED_RIGHTS, "1.0.0", {"auth": retired_rights})
    monkeypatch.setitem(privileges.FORBIDDEN, "auth", privileges.probes("auth")[1])
    previous_grants = await grants(mariadb, account)
    await execute(mariadb.dsn(), f"GRANT UPDATE (until) ON {game.schemas.views}.account_bans TO {account}")
    game = reinstall(mariadb, game)
    report = await privileges.check_at_start(game.settings)
    assert (report.is_ok, report.retired_rights) == (True, ("auth: UPDATE (until) on account_bans",))
    findings = await examine(game, "rights")
    assert "auth: UPDATE (until) on account_bans: stays for" in "".join(finding.text for finding in findings)
    monkeypatch.delitem(RETIRED_RIGHTS, "1.0.0")
    reinstall(mariadb, game)
    assert await grants(mariadb, account) == previous_grants


@pytest.mark.database
async def test_rights_on_views_of_a_newer_release_are_tolerated_if_its_migrations_have_run(
    mariadb: Server, world: WorldFactory
) -> None:
    game = reinstall(mariadb, world("acis", seed=SEED))
    views, site, reader = game.schemas.views, game.schemas.site, account_of(mariadb, game, "read")
    table = f"{site}.schema_migrations"
    async with (
        changed_schema(mariadb, views, "CREATE VIEW more AS SELECT 1 AS one", "DROP VIEW more"),
        changed_schema(mariadb, views, f"GRANT SELECT ON more TO {reader}", f"REVOKE SELECT ON more FROM {reader}"),
    ):
        assert (await privileges.examine(game.settings)).excess_rights == ("game: SELECT on more",)
        async with changed_schema(
            mariadb, "", f"INSERT INTO {table} VALUES (900, 'more', '', 1)", f"DELETE FROM {table} WHERE number = 900"
        ):
            report = await privileges.check_at_start(game.settings)
            assert (report.is_ok, report.newer_rights) == (True, ("game: SELECT on more",))
            assert "of a newer release" in "".join(finding.text for finding in await examine(game, "rights"))
            for right in (f"SELECT ON {game.schema}.items", f"UPDATE ON {views}.items", f"SELECT ON {site}.wallets"):
                async with changed_schema(mariadb, "", f"GRANT {right} TO {reader}", f"REVOKE {right} FROM {reader}"):
                    with pytest.raises(privileges.Overprivileged):
                        await privileges.check_at_start(game.settings)


def test_retired_rights_of_earlier_releases_are_deleted() -> None:
    release = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert set(RETIRED_RIGHTS) <= {release}


def reinstall(server: Server, game: World) -> World:
    return installed.install(server, game.schemas, game.family, game.characters, game.seed)  # pyright: ignore[reportArgumentType]


def account_of(server: Server, game: World, role: str) -> str:
    host = "localhost" if parse_dsn(server.dsn()).unix_socket else "127.0.0.1"
    return f"'{game.schemas.views.removesuffix('_views')}_{role}'@'{host}'"


async def grants(server: Server, account: str) -> str:
    return "\n".join(sorted(str(row[0]) for row in (await execute(server.dsn(), f"SHOW GRANTS FOR {account}"))[1:]))
