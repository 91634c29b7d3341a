"""The game server's procedures: a delivery is claimed once and confirmed once."""

import asyncio

import pytest

from fixtures.admin import Rows
from fixtures.installed import World
from gateway.database.database import DatabaseError
from gateway.features import ledger
from gateway.features.deliveries.game_table.outbox_worker import PENDING_DELIVERIES
from gateway.features.deliveries.rules import payment_transfer
from gateway.features.ledger.check import LEDGER_RULES
from gateway.features.ledger.provenance import PROVENANCE_RULES
from gateway.tests.support import account_app, wallet_data
from gateway.tests.support.databases import Server, ask, clear_money, open_site
from gateway.tests.support.delivery_data import credit_coins
from gateway.tests.support.game_server_client import SIGNAL_CODE, GameServerClient, open_game_client

pytestmark = pytest.mark.database


@pytest.fixture
async def empty_world(acis_world: World) -> World:
    await clear_money(acis_world)
    return acis_world


async def select(world: World, columns: str, condition: str = "TRUE") -> Rows:
    return await account_app.site(world, f"SELECT {columns} FROM deliveries WHERE {condition} ORDER BY id")


async def ids(world: World) -> list[int]:
    return [int(row[0]) for row in await select(world, "id")]


async def test_claim_returns_only_its_deliveries(mariadb: Server, empty_world: World) -> None:
    for character, amount, status in ((1, 5, "pending"), (2, 6, "pending"), (1, 7, "claimed"), (1, 8, "pending")):
        await wallet_data.insert_delivery(empty_world, amount, character, status)
    first, _, _, last = await ids(empty_world)
    async with open_game_client(mariadb, empty_world) as game:
        assert await game.claim(1) == [(first, 1, wallet_data.COIN, 5), (last, 1, wallet_data.COIN, 8)]
        assert await game.claim(1) == await game.claim(77) == []
    claimed_rows = await select(empty_world, "id, claimed_at IS NOT NULL", "status = 'claimed' AND claim IS NOT NULL")
    assert [tuple(row) for row in claimed_rows] == [(first, 1), (last, 1)]
    assert [tuple(row) for row in await select(empty_world, "status", "character_id = 2")] == [("pending",)]


async def test_claim_returns_at_most_fifty(mariadb: Server, empty_world: World) -> None:
    for _ in range(53):
        await wallet_data.insert_delivery(empty_world, 1)
    async with open_game_client(mariadb, empty_world) as game:
        batches = [await game.claim(1) for _ in range(3)]
    assert [len(batch) for batch in batches] == [50, 3, 0]
    assert sorted(row[0] for batch in batches for row in batch) == await ids(empty_world)


@pytest.mark.parametrize(
    ("item", "paid_coins", "rule"),
    [
        (6577, 1000, "wrong_items"),
        (wallet_data.COIN, 0, "deliveries_paid"),
        (wallet_data.COIN, 999, "wrong_deliveries"),
    ],
)
async def test_delivery_that_the_site_user_invents_is_never_handed_out(
    mariadb: Server, empty_world: World, item: int, paid_coins: int, rule: str
) -> None:
    async with open_site(empty_world) as site:
        await site.write(
            ask(
                "INSERT INTO deliveries (idempotency_key, account, character_id, character_name, item_id, amount, "
                f"created_at) VALUES ('forged', 'demo', 1, 'Somebody', {item}, 1000, 1)"
            )
        )
        ((forged_id,),) = await select(empty_world, "id")
        if paid_coins:
            await credit_coins(site, "demo", paid_coins)
            await ledger.run(
                site, lambda session: ledger.post(session, payment_transfer(forged_id, "demo", paid_coins), 1)
            )
        rules = {rule.name: rule for rule in (*LEDGER_RULES, *PROVENANCE_RULES)}
        (violation,) = await rules[rule].violations(site, 9)
        assert violation.subject.startswith(f"delivery {forged_id}")
        await wallet_data.insert_delivery(empty_world, 5)
        valid = (await ids(empty_world))[-1]
        assert [row.id for row in await site.read(PENDING_DELIVERIES, after=0, limit=50)] == [valid]
        with pytest.raises(DatabaseError, match="denied"):
            await site.write(ask(f"UPDATE deliveries SET item_id = 6577 WHERE id = {valid}"))
    async with open_game_client(mariadb, empty_world) as game:
        assert await game.claim(1) == [(valid, 1, wallet_data.COIN, 5)]


@pytest.mark.parametrize("in_transaction", [False, True])
async def test_concurrent_claims_share_no_delivery(mariadb: Server, empty_world: World, in_transaction: bool) -> None:
    for number in range(12):
        await wallet_data.insert_delivery(empty_world, number + 1)

    async def claim(game: GameServerClient) -> list[int]:
        if in_transaction:
            await game.connection.begin()
        rows = await game.claim(1)
        if in_transaction:
            await game.connection.commit()
        return [row[0] for row in rows]

    async with (
        open_game_client(mariadb, empty_world) as first_game,
        open_game_client(mariadb, empty_world) as second_game,
    ):
        claims = await asyncio.gather(claim(first_game), claim(second_game))
    assert sorted(claims[0] + claims[1]) == await ids(empty_world)


async def test_claim_and_confirm_are_part_of_the_callers_transaction(mariadb: Server, empty_world: World) -> None:
    await wallet_data.insert_delivery(empty_world, 5)
    async with open_game_client(mariadb, empty_world) as game, open_game_client(mariadb, empty_world) as second_game:
        await game.connection.begin()
        ((delivery, *_),) = await game.claim(1)
        await game.confirm(delivery, "r")
        second_claim = asyncio.create_task(second_game.claim(1))
        await game.connection.rollback()
        assert [row[0] for row in await second_claim] == [delivery]


async def test_empty_claim_does_not_block_sending(mariadb: Server, empty_world: World) -> None:
    async with open_game_client(mariadb, empty_world) as game:
        await game.connection.begin()
        assert await game.claim(1) == []
        await wallet_data.insert_delivery(empty_world, 5)
        await game.connection.commit()
        assert len(await game.claim(1)) == 1


async def test_confirm_is_idempotent(mariadb: Server, empty_world: World) -> None:
    await wallet_data.insert_delivery(empty_world, 5)
    columns = "status, receipt, delivered_at"
    async with open_game_client(mariadb, empty_world) as game, open_game_client(mariadb, empty_world) as second_game:
        ((delivery, *_),) = await game.claim(1)
        await asyncio.gather(game.confirm(delivery, "item 268"), second_game.confirm(delivery, "item 268"))
        first = await select(empty_world, columns)
        await game.confirm(delivery, "another")
        await game.confirm(delivery)
        assert await select(empty_world, columns) == first
        assert tuple(first[0][:2]) == ("delivered", "item 268")
        assert await game.claim(1) == []
    assert [tuple(row) for row in await select(empty_world, "confirmed")] == [(4,)]


async def test_confirm_of_an_invalid_delivery_raises_with_a_message(mariadb: Server, empty_world: World) -> None:
    for status in ("cancelled", "pending"):
        await wallet_data.insert_delivery(empty_world, 5, status=status)
    cancelled_id, pending_id = await ids(empty_world)
    old_rows = await select(empty_world, "*")
    async with open_game_client(mariadb, empty_world) as game:
        for delivery, message in (
            (cancelled_id, f"delivery {cancelled_id} was cancelled: its coins went back to the player"),
            (pending_id, f"delivery {pending_id} has not been claimed"),
            (2**40, f"delivery {2**40} is unknown"),
            (None, "delivery NULL is unknown"),
        ):
            with pytest.raises(DatabaseError, match=message) as error:
                await game.confirm(delivery, "r")
            assert error.value.code == SIGNAL_CODE
    assert await select(empty_world, "*") == old_rows
