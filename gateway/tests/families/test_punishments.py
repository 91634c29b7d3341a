"""Bans of L2J Mobius CT_0, which are in two tables of their own."""

import time

import pytest

from fixtures import installed
from fixtures.admin import execute
from fixtures.installed import Schemas, World, in_schema
from gateway.tests.conftest import ClientFactory
from gateway.tests.support.account_app import assert_error, bearer, game, log_in, open_app, token_of
from gateway.tests.support.databases import Server

pytestmark = pytest.mark.database

HOUR = 3_600_000
NOW = int(time.time()) * 1000
PUNISH = "INSERT INTO punishments (`key`, affect, type, expiration, reason, punishedBy) VALUES"
# Row of `punishments` as the game writes it → whether the account is banned.
PUNISHMENTS = {
    "('demo2', 'ACCOUNT', 'BAN', 0": True,
    "('DEMO2', 'ACCOUNT', 'BAN', -1": True,
    f"('demo2', 'ACCOUNT', 'BAN', {NOW + HOUR}": True,
    f"('demo2', 'ACCOUNT', 'BAN', {NOW - HOUR}": False,
    "('demo2', 'ACCOUNT', 'CHAT_BAN', 0": False,
    "('demo2', 'CHARACTER', 'BAN', 0": False,
    "('demo2x', 'ACCOUNT', 'BAN', 0": False,
}


@pytest.fixture(scope="module")
def game_world(mariadb: Server) -> World:
    schemas = Schemas("punished", "punished_views", "punished_site")
    installed.fill(mariadb, schemas, "mobius_ct0", 30, 7)
    return installed.install(mariadb, schemas, "mobius_ct0", 30, 7)


async def test_an_account_is_banned_by_its_punishments_and_by_nothing_like_them(
    game_world: World, client: ClientFactory
) -> None:
    async with open_app(game_world, client) as http:
        for values, banned in PUNISHMENTS.items():
            await game(game_world, "DELETE FROM punishments", f"{PUNISH} {values}, '', '')")
            answer = await log_in(http, "demo2")
            if banned:
                assert_error(answer, 403, "account_banned")
            else:
                assert answer.status_code == 200, (values, answer.text)


async def test_of_several_bans_the_last_to_end_counts_and_either_table_is_enough(
    game_world: World, client: ClientFactory
) -> None:
    rows = [("punishments", NOW - HOUR), ("punishments", NOW + HOUR), ("account_data", NOW - HOUR)]
    await game(game_world, "DELETE FROM punishments", "DELETE FROM account_data")
    async with open_app(game_world, client) as http:
        token = await token_of(http, "demo2")
        for table, until in rows:
            if table == "account_data":
                await game(game_world, f"INSERT INTO account_data VALUES ('demo2', 'ban_temp', '{until}')")
            else:
                await game(game_world, f"{PUNISH} ('demo2', 'ACCOUNT', 'BAN', {until}, '', '')")
        assert_error(await log_in(http, "demo2"), 403, "account_banned")
        await game(game_world, "DELETE FROM punishments")
        assert (await log_in(http, "demo2")).status_code == 200
        await game(game_world, f"UPDATE account_data SET value = '{NOW + HOUR}'")
        assert_error(await log_in(http, "demo2"), 403, "account_banned")
        assert (await http.get("/api/auth/profile", headers=bearer(token))).status_code in {401, 403}
        await game(game_world, "DELETE FROM account_data")


@pytest.mark.parametrize("value", ["{0}", "999999999999", "17", "{0}9", "16{0}", "-1", "0", "", "18"])
async def test_an_account_is_banned_by_the_comparison_of_texts_that_the_game_makes(
    game_world: World, value: str
) -> None:
    """The login server of both Mobius families lets in where the time, as text, is greater than the value."""
    for end in (NOW - HOUR, NOW + HOUR):
        text = value.format(end)
        await game(
            game_world, "DELETE FROM account_data", f"INSERT INTO account_data VALUES ('demo2', 'ban_temp', '{text}')"
        )
        statement = "SELECT until > UNIX_TIMESTAMP() FROM account_bans WHERE login = 'demo2'"
        banned = {bool(row[0]) for row in await view(game_world, statement)} == {True}
        ((lets_in,),) = await execute(game_world.admin_dsn, f"SELECT '{NOW}' > '{text}'")
        assert banned == (not lets_in), text
    await game(game_world, "DELETE FROM account_data")


async def test_the_view_of_bans_is_found_by_key_but_for_the_table_without_an_index(game_world: World) -> None:
    async def steps() -> dict[object, object]:
        """Table → how it is read; MySQL has a column more before that."""
        rows = await view(game_world, "EXPLAIN FORMAT=TRADITIONAL SELECT * FROM account_bans WHERE login = 'demo2'")
        return {row[2]: row[3 if len(row) == 10 else 4] for row in rows if not str(row[2]).startswith("<")}

    await game(game_world, *(f"INSERT INTO account_data VALUES ('demo{n}', 'ban_temp', '{NOW}')" for n in range(2, 40)))
    assert await steps() == {"account_data": "const", "punishments": "ALL"}
    await game(game_world, "CREATE INDEX of_key ON punishments (`key`)")
    assert "ALL" not in (await steps()).values()
    await game(game_world, "DROP INDEX of_key ON punishments", "DELETE FROM account_data")


async def view(game_world: World, sql: str) -> list[tuple[object, ...]]:
    return [tuple(row) for row in await execute(in_schema(game_world.admin_dsn, game_world.schemas.views), sql)]
