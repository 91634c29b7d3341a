"""What the game server calls: deliveries are claimed once and confirmed once, and it can do nothing else."""

from __future__ import annotations

import asyncio

import pytest

from fixtures.admin import Rows
from fixtures.installed import World
from gateway.database.database import DatabaseError
from gateway.tests.conftest import WorldFactory
from gateway.tests.support import account_app, wallet_data
from gateway.tests.support.databases import Server
from gateway.tests.support.game_server_client import SIGNALLED, GameSide, gameside, let_in

pytestmark = pytest.mark.database

DENIED = {1044, 1142, 1143, 1370}


@pytest.fixture(scope="module")
async def here(world: WorldFactory, mariadb: Server) -> World:
    made = world("acis", characters=60, seed=51)
    await let_in(mariadb, made.schemas.site)
    return made


async def rows(here: World, columns: str, where: str = "TRUE") -> Rows:
    return await account_app.site(here, f"SELECT {columns} FROM deliveries WHERE {where} ORDER BY id")


async def ids(here: World, where: str = "TRUE") -> list[int]:
    return [int(row[0]) for row in await rows(here, "id", where)]


async def test_claim_returns_only_its_deliveries(mariadb: Server, here: World) -> None:
    await wallet_data.empty(here)
    for character, amount, status in ((1, 5, "pending"), (2, 6, "pending"), (1, 7, "claimed"), (1, 8, "pending")):
        await wallet_data.send(here, amount, character, status)
    first, _, _, last = await ids(here)
    async with gameside(mariadb, here) as game:
        assert await game.claim(1) == [(first, 1, wallet_data.COIN, 5), (last, 1, wallet_data.COIN, 8)]
        assert await game.claim(1) == []
        assert await game.claim(77) == []
    claimed = await rows(here, "id, claimed_at IS NOT NULL", "status = 'claimed' AND claim IS NOT NULL")
    assert [tuple(row) for row in claimed] == [(first, 1), (last, 1)]
    assert [tuple(row) for row in await rows(here, "status", "character_id = 2")] == [("pending",)]


async def test_claim_returns_at_most_fifty(mariadb: Server, here: World) -> None:
    await wallet_data.empty(here)
    for _ in range(53):
        await wallet_data.send(here, 1)
    async with gameside(mariadb, here) as game:
        first, second, third = await game.claim(1), await game.claim(1), await game.claim(1)
    assert (len(first), len(second), third) == (50, 3, [])
    assert sorted(row[0] for row in first + second) == await ids(here)


@pytest.mark.parametrize("own", [False, True], ids=["by itself", "in the game's transaction"])
async def test_concurrent_claims_share_no_delivery(mariadb: Server, here: World, own: bool) -> None:
    await wallet_data.empty(here)
    for number in range(12):
        await wallet_data.send(here, number + 1)
    async with gameside(mariadb, here) as one, gameside(mariadb, here) as other:

        async def take(game: GameSide) -> list[int]:
            if own:
                await game.connection.begin()
            found = await game.claim(1)
            if own:
                await game.connection.commit()
            return [row[0] for row in found]

        taken = [id_ for both in await asyncio.gather(*(take(game) for game in (one, other))) for id_ in both]
    assert sorted(taken) == await ids(here)


async def test_claim_is_part_of_the_callers_transaction(mariadb: Server, here: World) -> None:
    """A crash of the game before its commit leaves them as they were; so does a confirmation."""
    await wallet_data.empty(here)
    await wallet_data.send(here, 5)
    async with gameside(mariadb, here) as game, gameside(mariadb, here) as other:
        await game.connection.begin()
        ((delivery, *_),) = await game.claim(1)
        await game.confirm(delivery, "r")
        waiting = asyncio.create_task(other.claim(1))
        await game.connection.rollback()
        assert [row[0] for row in await waiting] == [delivery]


async def test_empty_claim_does_not_block_sending(mariadb: Server, here: World) -> None:
    """However long the game's transaction goes on; what is sent meanwhile comes with a later one."""
    await wallet_data.empty(here)
    async with gameside(mariadb, here) as game:
        await game.connection.begin()
        assert await game.claim(1) == []
        await wallet_data.send(here, 5)
        await game.connection.commit()
        assert len(await game.claim(1)) == 1


async def test_confirm_is_idempotent(mariadb: Server, here: World) -> None:
    await wallet_data.empty(here)
    await wallet_data.send(here, 5)
    async with gameside(mariadb, here) as game, gameside(mariadb, here) as other:
        ((delivery, *_),) = await game.claim(1)
        await asyncio.gather(game.confirm(delivery, "item 268"), other.confirm(delivery, "item 268"))
        first = await rows(here, "status, receipt, delivered_at")
        await game.confirm(delivery, "another")
        await game.confirm(delivery)
        assert await rows(here, "status, receipt, delivered_at") == first
        assert tuple(first[0][:2]) == ("delivered", "item 268")
        assert await game.claim(1) == []
    assert [tuple(row) for row in await rows(here, "confirmed")] == [(4,)]


async def test_confirm_of_an_invalid_delivery_raises_with_a_message(mariadb: Server, here: World) -> None:
    await wallet_data.empty(here)
    await wallet_data.send(here, 5, status="cancelled")
    await wallet_data.send(here, 5)
    cancelled, pending = await ids(here)
    before = await rows(here, "*")
    async with gameside(mariadb, here) as game:
        for delivery, words in (
            (cancelled, f"delivery {cancelled} was cancelled: its coins went back to the player"),
            (pending, f"delivery {pending} has not been claimed"),
            (2**40, f"delivery {2**40} is unknown"),
            (None, "delivery NULL is unknown"),
        ):
            with pytest.raises(DatabaseError) as refusal:
                await game.confirm(delivery, "r")
            assert refusal.value.code == SIGNALLED
            assert words in str(refusal.value)
    assert await rows(here, "*") == before


async def test_game_user_has_no_other_rights(mariadb: Server, here: World) -> None:
    site, views = here.schemas.site, here.schemas.views
    tables = [str(row[0]) for row in await account_app.site(here, "SHOW TABLES")]
    assert "deliveries" in tables
    statements = [f"SELECT * FROM {site}.{table} LIMIT 1" for table in tables]
    statements += [f"DELETE FROM {site}.{table} LIMIT 1" for table in tables]
    statements += [f"UPDATE {site}.deliveries SET status = 'pending'", f"CALL {site}.prune_security_log()"]
    statements += [f"SELECT * FROM {views}.accounts LIMIT 1", f"SELECT * FROM {here.schema}.items LIMIT 1"]
    async with gameside(mariadb, here) as game:
        for statement in statements:
            with pytest.raises(DatabaseError) as refusal:
                await game.connection.execute(statement)
            assert refusal.value.code in DENIED, f"{statement}: {refusal.value}"
