"""Payment of prizes: once each, whatever runs at the same time and whatever ends in the middle; and who takes none."""

import asyncio
import signal
import sys
from collections.abc import AsyncGenerator
from contextlib import suppress

import pytest

from fixtures import site_schema
from fixtures.processes import end_with_parent
from gateway.config.dsn import parse_dsn
from gateway.database.database import Database
from gateway.features.competitions import payout, repository
from gateway.features.competitions.payout import PlaceOutcome
from gateway.features.competitions.rules import PLACES_MAX, Competition
from gateway.features.ledger import read_balances
from gateway.tests.support.databases import Server, ask
from gateway.tests.support.delivery_data import add_debt
from gateway.tests.support.wallet_invariants import CONCURRENT, assert_consistent

pytestmark = pytest.mark.database

PROCESSES = 3
COINS = 7
WINNERS = 5
LAST = "(SELECT MAX(id) FROM competitions)"
PAID = ask(f"SELECT COUNT(*) FROM competition_prizes WHERE outcome = 'paid' AND competition_id = {LAST}")
LOGGED = ask(f"SELECT COUNT(*) FROM operator_log WHERE subject LIKE CONCAT('prize:', {LAST}, ':%%')")


@pytest.fixture(scope="module")
async def dsn(mariadb: Server) -> str:
    return await site_schema.create(mariadb, "competition_payout")


@pytest.fixture
async def site(dsn: str) -> AsyncGenerator[Database]:
    async with site_schema.connect(dsn) as database:
        yield database
        await assert_consistent(database)


async def opened(site: Database, places: int) -> int:
    async with site.transaction() as session:
        competition = Competition(0, "A title", "pvp", 1, 2, 1, 80, "", None)
        return await repository.open_competition(session, competition, [COINS] * places, 1)


def paid_place(place: int) -> PlaceOutcome:
    """Five accounts win all places."""
    return PlaceOutcome(place, COINS, "paid", place, f"winner{place % WINNERS}", f"Hero{place}")


async def test_concurrent_settlements_pay_once_and_repay_the_debt_first(site: Database) -> None:
    competition = await opened(site, 2)
    debtor = PlaceOutcome(1, COINS, "paid", 1, "debtor", "Hero1")
    newcomer = PlaceOutcome(2, COINS, "young", 2, "newcomer", "Hero2")
    await add_debt(site, "debtor", 5)
    settled = await asyncio.gather(
        *(payout.settle(site, competition, debtor, 1) for _ in range(CONCURRENT)),
        *(payout.settle(site, competition, newcomer, 1) for _ in range(3)),
    )
    assert sum(settled) == 2
    accounts = ["wallet:debtor", "debt:debtor", "wallet:newcomer"]
    assert await read_balances(site, accounts) == dict(zip(accounts, (COINS - 5, 0, 0), strict=True))
    assert not await payout.settle(site, competition, paid_place(2), 2), "a settled place is never changed"


async def test_processes_that_are_killed_in_the_middle_pay_each_place_once(dsn: str, site: Database) -> None:
    competition = await opened(site, PLACES_MAX)
    running = [await start(dsn, competition) for _ in range(PROCESSES)]
    try:
        for process in running:
            assert process.stdout
            await process.stdout.readline()  # it has paid a place, or the others have paid all
            with suppress(ProcessLookupError):
                process.kill()
    finally:
        for process in running:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    [row] = await site.read(PAID)
    assert 0 < row.value <= PLACES_MAX
    last = await start(dsn, competition)
    assert last.stdout
    await last.stdout.read()
    await last.wait()
    wallets = [f"wallet:winner{number}" for number in range(WINNERS)]
    assert await read_balances(site, wallets) == dict.fromkeys(wallets, PLACES_MAX // WINNERS * COINS)
    assert [(await site.read(count))[0].value for count in (PAID, LOGGED)] == [PLACES_MAX, PLACES_MAX]


async def start(dsn: str, competition: int) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", __name__, dsn, str(competition)),
        stdout=asyncio.subprocess.PIPE,
        preexec_fn=end_with_parent(signal.SIGKILL),
    )


async def _pay(dsn: str, competition: int) -> None:
    operation = payout.operator_log.Operation("ann", "competition pay", "")
    async with site_schema.connect(str(parse_dsn(dsn))) as site:
        with payout.operator_log.running(operation):
            for place in range(1, PLACES_MAX + 1):
                if await payout.settle(site, competition, paid_place(place), 1):
                    print("settled", flush=True)


if __name__ == "__main__":
    asyncio.run(_pay(sys.argv[1], int(sys.argv[2])))
