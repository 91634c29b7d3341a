"""Payment of prizes: each once, also by concurrent and by killed processes; places without a prize."""

import asyncio
import sys

import pytest

from fixtures import site_schema
from gateway.config.dsn import parse_dsn
from gateway.database.database import Database
from gateway.extras.competitions import payout, repository
from gateway.extras.competitions.payout import PlaceOutcome
from gateway.extras.competitions.rules import PLACES_MAX, Competition
from gateway.features.ledger import read_balances
from gateway.tests.support.databases import ask
from gateway.tests.support.delivery_data import add_debt
from gateway.tests.support.killed_processes import finish_after_kills
from gateway.tests.support.wallet_invariants import CONCURRENT

pytestmark = pytest.mark.database

COINS = 7
WINNERS = 5
LAST = "(SELECT MAX(id) FROM competitions)"
PAID_COUNT = ask(f"SELECT COUNT(*) FROM competition_prizes WHERE outcome = 'paid' AND competition_id = {LAST}")
LOG_COUNT = ask(f"SELECT COUNT(*) FROM operator_log WHERE subject LIKE CONCAT('prize:', {LAST}, ':%%')")


async def open_competition(site: Database, places: int) -> int:
    async with site.transaction() as session:
        competition = Competition(0, "A title", "pvp", 1, 2, 1, 80, "", None)
        return await repository.open_competition(session, competition, [COINS] * places, 1)


def paid_place(place: int) -> PlaceOutcome:
    """Five accounts win all places."""
    return PlaceOutcome(
        place=place,
        coins=COINS,
        outcome="paid",
        character_id=place,
        account=f"winner{place % WINNERS}",
        name=f"Hero{place}",
    )


async def test_concurrent_settlements_pay_once_and_repay_the_debt_first(site: Database) -> None:
    competition = await open_competition(site, 2)
    debtor = PlaceOutcome(place=1, coins=COINS, outcome="paid", character_id=1, account="debtor", name="Hero1")
    newcomer = PlaceOutcome(place=2, coins=COINS, outcome="young", character_id=2, account="newcomer", name="Hero2")
    await add_debt(site, "debtor", 5)
    results = await asyncio.gather(
        *(payout.settle(site, competition, debtor, 1) for _ in range(CONCURRENT)),
        *(payout.settle(site, competition, newcomer, 1) for _ in range(3)),
    )
    assert sum(results) == 2
    accounts = ["wallet:debtor", "debt:debtor", "wallet:newcomer"]
    assert await read_balances(site, accounts) == dict(zip(accounts, (COINS - 5, 0, 0), strict=True))
    assert not await payout.settle(site, competition, paid_place(2), 2), "a settled place is never changed"


async def test_processes_that_are_killed_in_the_middle_pay_each_place_once(dsn: str, site: Database) -> None:
    competition = await open_competition(site, PLACES_MAX)
    await finish_after_kills(__name__, dsn, str(competition))
    wallets = [f"wallet:winner{number}" for number in range(WINNERS)]
    assert await read_balances(site, wallets) == dict.fromkeys(wallets, PLACES_MAX // WINNERS * COINS)
    assert [(await site.read(count))[0].value for count in (PAID_COUNT, LOG_COUNT)] == [PLACES_MAX, PLACES_MAX]


async def _pay(dsn: str, competition: int) -> None:
    operation = payout.operator_log.Operation(operator="ann", command="competition pay", reason="")
    async with site_schema.connect(str(parse_dsn(dsn))) as site:
        with payout.operator_log.running(operation):
            for place in range(1, PLACES_MAX + 1):
                if await payout.settle(site, competition, paid_place(place), 1):
                    print("settled", flush=True)


if __name__ == "__main__":
    asyncio.run(_pay(sys.argv[1], int(sys.argv[2])))
