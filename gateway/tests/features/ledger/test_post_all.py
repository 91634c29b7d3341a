"""Transfers of one cause: written together or not at all, and moved in their order."""

import asyncio
from collections.abc import AsyncGenerator
from itertools import count

import pytest

from fixtures import site_schema
from fixtures.site_schema import NOW, credit, posted, spend
from gateway.database.database import Database
from gateway.features.ledger import Insufficient, Transfer, check, lock_balances, post, post_all, run, wallet
from gateway.features.roulette.verification import ALL_RULES
from gateway.tests.support.databases import Server, ask

pytestmark = pytest.mark.database

LINES = ask(
    "SELECT CONCAT_WS(' ', idempotency_key, line, account, amount) FROM ledger_entries "
    "JOIN ledger_transfers ON id = transfer_id WHERE idempotency_key LIKE '%%together%%' ORDER BY id, line"
)
_numbers = count(1)


@pytest.fixture
async def site(mariadb: Server) -> AsyncGenerator[Database]:
    async with site_schema.connect(await site_schema.create(mariadb, f"ledger_together_{next(_numbers)}")) as database:
        yield database
        assert await check.broken_rules(database, ALL_RULES) == []


async def held(site: Database, login: str) -> int:
    async with site.transaction() as session:
        return (await lock_balances(session, [wallet(login)]))[wallet(login)]


def pair(login: str, costs: int, wins: int, name: str = "together") -> list[Transfer]:
    return [spend(f"{name}:cost", login, costs), credit(f"{name}:prize", login, wins)]


async def together(site: Database, transfers: list[Transfer]) -> bool:
    return await run(site, lambda session: post_all(session, transfers, NOW))


async def test_post_all_writes_the_entries_of_each_transfer(site: Database) -> None:
    assert await posted(site, post, credit("rich", "ann", 100)) == "done"
    assert await together(site, pair("ann", 10, 3))
    assert await held(site, "ann") == 93
    assert [str(row.value).split()[::2] for row in await site.read(LINES)] == [
        ["together:cost", "wallet:ann"],
        ["together:cost", "house:wheel"],
        ["together:prize", "wallet:ann"],
        ["together:prize", "house:donations"],
    ]


@pytest.mark.parametrize("more", [(), (spend("more:together", "ann", 2),)], ids=["two", "three"])
async def test_post_all_repeated_changes_nothing(site: Database, more: tuple[Transfer, ...]) -> None:
    assert await posted(site, post, credit("rich", "ann", 100)) == "done"
    transfers = [*pair("ann", 10, 3), *more]
    assert await together(site, transfers)
    left = await held(site, "ann")
    assert not await together(site, transfers)
    assert await held(site, "ann") == left


async def test_post_all_of_separately_posted_transfers_raises(site: Database) -> None:
    first, second = pair("ann", 10, 30)
    assert await posted(site, post, second) == "done"
    with pytest.raises(AssertionError, match="together:prize was posted apart from together:cost"):
        await together(site, [first, second])
    assert await held(site, "ann") == 30


@pytest.mark.parametrize(("has", "wins", "left"), [(9, 50, None), (10, 50, 50), (10, 10, 10), (12, 3, 5)])
async def test_post_all_later_credit_does_not_pay_an_earlier_debit(
    site: Database, has: int, wins: int, left: int | None
) -> None:
    assert await posted(site, post, credit("rich", "ann", has)) == "done"
    if left is None:
        with pytest.raises(Insufficient):
            await together(site, pair("ann", 10, wins))
        assert await held(site, "ann") == has
        assert await site.read(LINES) == []
    else:
        assert await together(site, pair("ann", 10, wins))
        assert await held(site, "ann") == left


async def test_post_all_first_credit_pays_the_second_transfer(site: Database) -> None:
    cost, prize = pair("newcomer", 10, 30)
    assert await together(site, [prize, cost])
    assert await held(site, "newcomer") == 20


async def test_concurrent_post_all_keeps_entries_apart(site: Database) -> None:
    for login in ("ann", "bob", "carol"):
        assert await posted(site, post, credit(f"rich:{login}", login, 1000)) == "done"
    spins = [pair(("ann", "bob", "carol")[number % 3], 10, 7, f"together:{number}") for number in range(60)]
    assert all(await asyncio.gather(*(together(site, spin) for spin in spins)))
    assert [await held(site, login) for login in ("ann", "bob", "carol")] == [940] * 3
    assert len(await site.read(LINES)) == 240
