"""Who hands coins over: the users that install makes or lets in, what they may do, and what the doctor says of it."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from gateway.config import settings
from gateway.config.dsn import parse_dsn, with_login
from gateway.config.sections import GameTableDeliverySettings
from gateway.database import privileges
from gateway.database.database import Connection, DatabaseError, connect
from gateway.install.config_file import read_config, write_config
from gateway.install.names import InstallError, parse_game_user
from gateway.tests.conftest import ServiceFactory
from gateway.tests.support import wallet_data
from gateway.tests.support.databases import Server, admin
from gateway.tests.support.game_tables import Place, refused
from gateway.tests.support.wait_until import until

pytestmark = pytest.mark.database

PASSWORD = "game-4-Game"


@pytest.fixture(scope="module")
def place(mariadb: Server) -> Place:
    made = Place(mariadb, "mobius")
    made.install()
    return made


@asynccontextmanager
async def user(server: Server, name: str) -> AsyncGenerator[str]:
    """A user that the operator has made; his host."""
    async with admin(server) as root:
        host = "localhost" if parse_dsn(server.dsn()).unix_socket else "%"
        await root.execute(f"CREATE USER '{name}'@'{host}' IDENTIFIED BY '{PASSWORD}'")
        try:
            yield host
        finally:
            await root.execute(f"DROP USER '{name}'@'{host}'")


async def test_table_user_is_kept_until_removed(place: Place, mariadb: Server) -> None:
    assert place.install().handover_dsn == ""
    first = place.install(handover=True).handover_dsn
    assert first
    assert place.install().handover_dsn == first
    game = place.schemas.game
    connection = await connect(parse_dsn(first))
    for statement in ("SELECT receiver FROM custom_mail", "INSERT INTO custom_mail VALUES (NOW(), 1, '', '', '')"):
        assert not await refused(connection, statement)
    for statement in (
        "UPDATE custom_mail SET items = ''",
        "DELETE FROM custom_mail",
        "REPLACE INTO characters (charId) VALUES (1)",
        "SELECT char_name FROM characters",
        "SELECT password FROM accounts",
        "INSERT INTO items (object_id) VALUES (1)",
        "CREATE TABLE more (id INT)",
        "CREATE TEMPORARY TABLE more (id INT)",
        "DROP TABLE custom_mail",
        "LOCK TABLES custom_mail WRITE",
        f"SELECT * FROM {place.schemas.site}.deliveries",
        f"SELECT * FROM {place.schemas.views}.characters",
        f"CALL {place.schemas.site}.claim_deliveries(1)",
    ):
        assert await refused(connection, statement), statement
    connection.close()
    assert place.install(handover=False).handover_dsn == ""
    with pytest.raises(DatabaseError):
        await connect(parse_dsn(first))
    async with admin(mariadb, game) as root:
        await root.execute("DELETE FROM custom_mail")


def test_login_is_written_beside_existing_settings(place: Place, tmp_path: Path) -> None:
    path = tmp_path / "gateway.toml"
    path.write_text("[game_table_delivery]\nenabled = true\n")
    config = place.install(handover=True)
    write_config(path, config)
    assert read_config(path) == config
    assert settings.load(path, {}).game_table_delivery == GameTableDeliverySettings(
        enabled=True, dsn=config.handover_dsn
    )
    write_config(path, place.install(handover=False))
    assert settings.load(path, {}).game_table_delivery == GameTableDeliverySettings(enabled=True)


# A right too many → how the self-test names it.
TOO_MANY = {
    "UPDATE ON {game}.custom_mail": "handover: UPDATE on custom_mail",
    "DELETE ON {game}.custom_mail": "handover: DELETE on custom_mail",
    "SELECT ON {game}.characters": "handover: SELECT on characters",
    "INSERT ON {game}.items": "handover: INSERT on items",
    "SELECT ON {site}.deliveries": "handover: {site}.deliveries",
    "SELECT ON {game}.*": "handover: SELECT on all of {game}",
    "PROCESS ON *.*": "handover: PROCESS on everything",
}


async def test_excess_privilege_of_the_table_user_is_reported(place: Place, mariadb: Server) -> None:
    place.install(handover=True)
    wanted = place.world().settings
    dsn = parse_dsn(wanted.game_table_delivery.dsn)
    places = {"game": place.schemas.game, "site": place.schemas.site}
    assert (await privileges.at_start(wanted)).well
    async with admin(mariadb) as root:
        found = await root.execute(f"SELECT host FROM mysql.user WHERE user = '{dsn.user}'")
        account = f"'{dsn.user}'@'{found.rows[0][0]}'"
        for right, told in TOO_MANY.items():
            await root.execute(f"GRANT {right.format_map(places)} TO {account}")
            try:
                report = await privileges.examine(wanted, (privileges.HANDOVER,))
            finally:
                await root.execute(f"REVOKE {right.format_map(places)} FROM {account}")
            assert told.format_map(places) in report.allowed
            with pytest.raises(privileges.Overprivileged):
                privileges.enforce(report, wanted)
    assert (await privileges.examine(wanted)).well


async def test_doctor_reports_delivery_problems(place: Place, mariadb: Server) -> None:
    place.install(handover=False)
    (nobody,) = (await place.told())["advice"]
    assert "nothing delivers them" in nobody
    assert "--handover" in nobody
    assert "--game-user" in nobody
    assert (await place.told(GATEWAY_DELIVERIES_ENABLED="false"))["advice"] == []
    on = {"GATEWAY_GAME_TABLE_DELIVERY_ENABLED": "true"}
    (missing,) = (await place.told(**on))["bad"]
    assert missing.startswith("game_table_delivery.dsn is not set; `gateway install --handover --apply`")
    place.install(handover=True)
    (off,) = (await place.told())["advice"]
    assert "enabled is false" in off
    well = await place.told(**on)
    assert well["bad"] == []
    assert "game_table_delivery: `custom_mail` can be read and added to" in well["ok"]
    (mail,) = well["advice"]
    assert "CustomMailManagerEnabled = True" in mail
    (none,) = (await place.told(**on, GATEWAY_DATABASE_FAMILY="acis"))["bad"]
    assert "has no table for items to deliver" in none
    dsn = parse_dsn(place.world().environment["GATEWAY_GAME_TABLE_DELIVERY_DSN"])
    async with admin(mariadb, place.schemas.game) as root:
        (row,) = (await root.execute(f"SELECT host FROM mysql.user WHERE user = '{dsn.user}'")).rows
        await root.execute(f"REVOKE INSERT ON custom_mail FROM '{dsn.user}'@'{row[0]}'")
        bad = (await place.told(**on))["bad"]
        assert "handover: missing right: INSERT on custom_mail" in bad
        assert any(text.startswith("game_table_delivery: ") and "denied" in text for text in bad)
        await root.execute("RENAME TABLE custom_mail TO away")
        try:
            bad = (await place.told(**on))["bad"]
            assert any("no table `custom_mail`" in text for text in bad)
        finally:
            await root.execute("RENAME TABLE away TO custom_mail")


async def test_game_user_keeps_its_other_privileges(place: Place, mariadb: Server) -> None:
    name, site = f"{place.schemas.game}game", place.schemas.site
    call = f"CALL {site}.claim_deliveries(1)"
    with pytest.raises(InstallError, match=f"no user {name}@localhost on this server. Install makes none"):
        place.install(game_user=f"{name}@localhost")
    async with user(mariadb, name) as host:
        async with admin(mariadb) as root:
            await root.execute(f"GRANT SELECT ON {place.schemas.game}.characters TO '{name}'@'{host}'")
            before = await _grants(root, name, host)
        with pytest.raises(InstallError, match=f"there is {name}@{host}"):
            place.install(game_user=f"{name}@10.0.0.1")
        place.install(game_user=f"{name}@{host}")
        dsn = with_login(parse_dsn(mariadb.dsn()), name, PASSWORD, "")
        connection = await connect(dsn)
        assert not await refused(connection, call)
        place.install()  # again, without naming him
        assert not await refused(connection, call)
        assert await refused(connection, f"SELECT * FROM {site}.deliveries")
        assert f"deliveries: {name}@{host} may claim and confirm them" in (await place.told())["ok"]
        async with user(mariadb, f"{name}2") as other_host:
            place.install(game_user=f"{name}2@{other_host}")
            assert await refused(connection, call)
            other = await connect(with_login(dsn, f"{name}2", PASSWORD, ""))
            assert not await refused(other, call)
            place.install(game_user="")
            assert await refused(other, call)
            other.close()
        connection.close()
        async with admin(mariadb) as root:
            assert await _grants(root, name, host) == before
            place.install(game_user=f"{name}@{host}")
    place.install()  # he is gone, and forgotten
    assert not any("may claim" in text for text in (await place.told())["ok"])


async def _grants(root: Connection, name: str, host: str) -> list[str]:
    return sorted(str(row[0]) for row in (await root.execute(f"SHOW GRANTS FOR '{name}'@'{host}'")).rows)


@pytest.mark.parametrize("text", ["l2j", "@localhost", "l2j@", "l'2@localhost", "l2j@a b", "l2j@x'y", "l`2@%"])
def test_invalid_game_user_is_refused(text: str) -> None:
    with pytest.raises(InstallError, match="expected NAME@HOST"):
        parse_game_user(text)


async def test_game_user_must_not_be_a_user_of_the_gateway(place: Place) -> None:
    prefix = place.schemas.views.removesuffix("_views")
    with pytest.raises(InstallError, match="the gateway's own"):
        place.install(game_user=f"{prefix}_site@localhost")


async def test_running_service_delivers_and_confirms(place: Place, mariadb: Server, service: ServiceFactory) -> None:
    place.install(handover=True)
    here = place.world(GATEWAY_GAME_TABLE_DELIVERY_ENABLED="true", GATEWAY_GAME_TABLE_DELIVERY_POLL_SECONDS="2")
    await wallet_data.empty(here)
    await wallet_data.send(here, 500, 11)
    async with admin(mariadb, place.schemas.game) as root:
        await root.execute("DELETE FROM custom_mail")

        async def there() -> bool:
            return bool((await root.execute("SELECT receiver FROM custom_mail WHERE items = '4037 500'")).rows)

        async def delivered() -> bool:
            rows = await root.execute(f"SELECT status FROM {place.schemas.site}.deliveries")
            return rows.rows == (("delivered",),) or rows.rows == [("delivered",)]

        with service(here, ready=False):
            await until(there)
            assert not await delivered()
            await root.execute("DELETE FROM custom_mail")
            await until(delivered)
