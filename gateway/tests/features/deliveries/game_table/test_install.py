"""The database users that deliver coins: their rights, the doctor's findings, and a service that uses one."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from gateway.config import settings
from gateway.config.dsn import parse_dsn, with_login
from gateway.config.money import GameTableDeliverySettings
from gateway.database import privileges
from gateway.database.database import Connection, DatabaseError, connect
from gateway.features.items.catalogue import CatalogueItem, save
from gateway.install.config_file import read_config, write_config
from gateway.install.names import InstallError, parse_game_user
from gateway.tests.conftest import ServiceFactory
from gateway.tests.support import wallet_data
from gateway.tests.support.account_app import site
from gateway.tests.support.databases import Server, admin
from gateway.tests.support.game_tables import DeliveryInstallation, is_denied
from gateway.tests.support.wait_until import until

pytestmark = pytest.mark.database

PASSWORD = "game-4-Game"
ENABLED = {"GATEWAY_GAME_TABLE_DELIVERY_ENABLED": "true"}


@pytest.fixture(scope="module")
def installation(mariadb: Server) -> DeliveryInstallation:
    delivery_installation = DeliveryInstallation(mariadb, "mobius")
    delivery_installation.install()
    return delivery_installation


@asynccontextmanager
async def database_user(server: Server, name: str) -> AsyncGenerator[str]:
    """Creates a user without rights; yields its host."""
    async with admin(server) as root:
        host = "localhost" if parse_dsn(server.dsn()).unix_socket else "%"
        await root.execute(f"CREATE USER '{name}'@'{host}' IDENTIFIED BY '{PASSWORD}'")
        try:
            yield host
        finally:
            await root.execute(f"DROP USER '{name}'@'{host}'")


async def account_of_table_user(root: Connection, dsn: str) -> str:
    user = parse_dsn(dsn).user
    ((host,),) = (await root.execute(f"SELECT host FROM mysql.user WHERE user = '{user}'")).rows
    return f"'{user}'@'{host}'"


async def test_table_user_is_kept_until_removed(installation: DeliveryInstallation, mariadb: Server) -> None:
    assert installation.install().handover_dsn == ""
    first = installation.install(handover=True).handover_dsn
    assert first
    assert installation.install().handover_dsn == first
    connection = await connect(parse_dsn(first))
    for statement in ("SELECT receiver FROM custom_mail", "INSERT INTO custom_mail VALUES (NOW(), 1, '', '', '')"):
        assert not await is_denied(connection, statement)
    assert await is_denied(connection, "DELETE FROM custom_mail")
    connection.close()
    assert installation.install(handover=False).handover_dsn == ""
    with pytest.raises(DatabaseError):
        await connect(parse_dsn(first))
    async with admin(mariadb, installation.schemas.game) as root:
        await root.execute("DELETE FROM custom_mail")


def test_login_is_written_beside_existing_settings(installation: DeliveryInstallation, tmp_path: Path) -> None:
    path = tmp_path / "gateway.toml"
    path.write_text("[game_table_delivery]\nenabled = true\n")
    config = installation.install(handover=True)
    write_config(path, config)
    assert read_config(path) == config
    expected = GameTableDeliverySettings(enabled=True, dsn=config.handover_dsn)
    assert settings.load(path, {}).game_table_delivery == expected
    write_config(path, installation.install(handover=False))
    assert settings.load(path, {}).game_table_delivery == GameTableDeliverySettings(enabled=True)


EXCESS_RIGHTS = {
    "UPDATE ON {game}.custom_mail": "handover: UPDATE on custom_mail",
    "DELETE ON {game}.custom_mail": "handover: DELETE on custom_mail",
    "SELECT ON {game}.characters": "handover: SELECT on characters",
    "INSERT ON {game}.items": "handover: INSERT on items",
    "SELECT ON {site}.deliveries": "handover: {site}.deliveries",
    "SELECT ON {game}.*": "handover: SELECT on all of {game}",
    "PROCESS ON *.*": "handover: PROCESS on everything",
}
"""Right → its name in the report."""


async def test_excess_privilege_of_the_table_user_is_reported(
    installation: DeliveryInstallation, mariadb: Server
) -> None:
    dsn = installation.install(handover=True).handover_dsn
    service_settings = installation.world().settings
    schemas = {"game": installation.schemas.game, "site": installation.schemas.site}
    assert (await privileges.check_at_start(service_settings)).is_ok
    async with admin(mariadb) as root:
        account = await account_of_table_user(root, dsn)
        for right, name in EXCESS_RIGHTS.items():
            await root.execute(f"GRANT {right.format_map(schemas)} TO {account}")
            try:
                report = await privileges.examine(service_settings, (privileges.HANDOVER,))
            finally:
                await root.execute(f"REVOKE {right.format_map(schemas)} FROM {account}")
            assert name.format_map(schemas) in report.excess_rights
            with pytest.raises(privileges.Overprivileged):
                privileges.enforce(report, service_settings)
    assert (await privileges.examine(service_settings)).is_ok


async def test_doctor_reports_delivery_problems(installation: DeliveryInstallation, mariadb: Server) -> None:
    installation.install(handover=False)
    (advice,) = (await installation.findings())["advice"]
    for text in ("nothing delivers them", "--handover", "--game-user"):
        assert text in advice
    assert (await installation.findings(GATEWAY_DELIVERIES_ENABLED="false"))["advice"] == []
    (problem,) = (await installation.findings(**ENABLED))["bad"]
    assert problem.startswith("game_table_delivery.dsn is not set; `gateway install --handover --apply`")
    dsn = installation.install(handover=True).handover_dsn
    (advice,) = (await installation.findings())["advice"]
    assert "enabled is false" in advice
    findings = await installation.findings(**ENABLED)
    assert findings["bad"] == []
    assert "game_table_delivery: `custom_mail` can be read and added to" in findings["ok"]
    (advice,) = findings["advice"]
    assert "CustomMailManagerEnabled = True" in advice
    (problem,) = (await installation.findings(**ENABLED, GATEWAY_DATABASE_FAMILY="acis"))["bad"]
    assert "has no table for items to deliver" in problem
    async with admin(mariadb, installation.schemas.game) as root:
        await root.execute(f"REVOKE INSERT ON custom_mail FROM {await account_of_table_user(root, dsn)}")
        problems = (await installation.findings(**ENABLED))["bad"]
        assert "handover: missing right: INSERT on custom_mail" in problems
        assert any(text.startswith("game_table_delivery: ") and "denied" in text for text in problems)
        await root.execute("RENAME TABLE custom_mail TO away")
        try:
            problems = (await installation.findings(**ENABLED))["bad"]
            assert any("no table `custom_mail`" in text for text in problems)
        finally:
            await root.execute("RENAME TABLE away TO custom_mail")


async def test_game_user_keeps_its_other_privileges(installation: DeliveryInstallation, mariadb: Server) -> None:
    name, site = f"{installation.schemas.game}game", installation.schemas.site
    call = f"CALL {site}.claim_deliveries(1)"
    with pytest.raises(InstallError, match=f"no user {name}@localhost on this server. Install makes none"):
        installation.install(game_user=f"{name}@localhost")
    async with admin(mariadb) as root, database_user(mariadb, name) as host:
        await root.execute(f"GRANT SELECT ON {installation.schemas.game}.characters TO '{name}'@'{host}'")
        old_grants = await grants(root, name, host)
        with pytest.raises(InstallError, match=f"there is {name}@{host}"):
            installation.install(game_user=f"{name}@10.0.0.1")
        installation.install(game_user=f"{name}@{host}")
        dsn = with_login(parse_dsn(mariadb.dsn()), name, PASSWORD, "")
        connection = await connect(dsn)
        assert not await is_denied(connection, call)
        installation.install()  # without naming the user
        assert not await is_denied(connection, call)
        assert await is_denied(connection, f"SELECT * FROM {site}.deliveries")
        assert f"deliveries: {name}@{host} may claim and confirm them" in (await installation.findings())["ok"]
        async with database_user(mariadb, f"{name}2") as other_host:
            installation.install(game_user=f"{name}2@{other_host}")
            assert await is_denied(connection, call)
            second_connection = await connect(with_login(dsn, f"{name}2", PASSWORD, ""))
            assert not await is_denied(second_connection, call)
            installation.install(game_user="")
            assert await is_denied(second_connection, call)
            second_connection.close()
        connection.close()
        assert await grants(root, name, host) == old_grants
        installation.install(game_user=f"{name}@{host}")
    installation.install()  # the user was dropped
    assert not any("may claim" in text for text in (await installation.findings())["ok"])


async def grants(root: Connection, name: str, host: str) -> list[str]:
    return sorted(str(row[0]) for row in (await root.execute(f"SHOW GRANTS FOR '{name}'@'{host}'")).rows)


@pytest.mark.parametrize("text", ["l2j", "@localhost", "l2j@", "l'2@localhost", "l2j@a b", "l2j@x'y", "l`2@%"])
def test_invalid_game_user_is_refused(text: str) -> None:
    with pytest.raises(InstallError, match="expected NAME@HOST"):
        parse_game_user(text)


async def test_game_user_must_not_be_a_user_of_the_gateway(installation: DeliveryInstallation) -> None:
    prefix = installation.schemas.views.removesuffix("_views")
    with pytest.raises(InstallError, match="the gateway's own"):
        installation.install(game_user=f"{prefix}_site@localhost")


async def test_running_service_writes_the_row_and_waits_for_the_save(
    installation: DeliveryInstallation, mariadb: Server, service: ServiceFactory
) -> None:
    installation.install(handover=True)
    world = installation.world(**ENABLED)
    async with admin(mariadb, installation.schemas.game) as root:
        ((receiver,),) = (await root.execute("SELECT MIN(charId) FROM characters")).rows
        await wallet_data.insert_delivery(world, 500, receiver)

        async def is_written() -> bool:
            return bool((await root.execute("SELECT receiver FROM custom_mail WHERE items = '4037 500'")).rows)

        async def is_given() -> bool:
            columns = "status, gone_at IS NOT NULL, unconfirmed_at IS NOT NULL"
            rows = (await root.execute(f"SELECT {columns} FROM {installation.schemas.site}.deliveries")).rows
            return [tuple(row) for row in rows] == [("claimed", 1, 0)]

        with service(world, ready=False):
            await until(is_written)
            assert not await is_given()
            await root.execute("DELETE FROM custom_mail")
            await until(is_given)


async def test_doctor_names_unconfirmed_deliveries_and_a_coin_that_the_catalogue_lacks(
    installation: DeliveryInstallation, tmp_path: Path
) -> None:
    installation.install(handover=True)
    names = tmp_path / "items.csv"
    save([CatalogueItem(57, "Adena", "Misc", "misc", "other", "", None, True)], names)
    world = installation.world(**ENABLED)
    await wallet_data.insert_delivery(world, 5, 11, "claimed")
    await site(world, "UPDATE deliveries SET gone_at = 1, row_seen_at = 1, unconfirmed_at = 2 WHERE character_id = 11")
    try:
        problems = (await installation.findings(**ENABLED, GATEWAY_ITEMS_CATALOGUE=str(names)))["bad"]
    finally:
        await site(world, "DELETE FROM deliveries WHERE character_id = 11")
    assert "deliveries: 1 may have been lost by a stop of the game server (unconfirmed)" in problems
    assert any("item 4037 (coins.item_id) is not in the imported catalogue" in text for text in problems)
    healthy = (await installation.findings(**ENABLED))["bad"]
    assert not any("catalogue" in text or "unconfirmed" in text for text in healthy)
