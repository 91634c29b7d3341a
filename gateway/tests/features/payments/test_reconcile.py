"""Settling against a real ledger: any order, any number of times, from anywhere; and what was not told is asked for."""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import sys
import time
import uuid
from collections.abc import AsyncGenerator, Generator

import pytest
from msgspec.structs import replace

from fixtures.installed import World
from fixtures.processes import free_port
from fixtures.provider import Provider
from fixtures.service import Service
from gateway.database.database import Database
from gateway.features.ledger.check import findings
from gateway.features.payments.provider_payment import Snapshot
from gateway.features.payments.reconcile import Terms, mismatch, settle
from gateway.tests.conftest import WorldFactory
from gateway.tests.features.payments.test_coin_rules import COINS, KINDS
from gateway.tests.support.account_app import site
from gateway.tests.support.payment_app import Shop, environment, shop, site_door

TERMS = Terms(collector_id=1, live_mode=True)
SEQUENCES = 60


@pytest.fixture(scope="module")
def its_world(world: WorldFactory) -> World:
    return world("mobius", characters=120, seed=62)


@pytest.fixture
async def door(its_world: World) -> AsyncGenerator[Database]:
    async with site_door(its_world) as opened:
        yield opened
        assert await findings(opened) == []


async def donate(its_world: World, owner: str, coins: int = COINS) -> str:
    donation = str(uuid.uuid4())
    await site(
        its_world,
        "INSERT INTO donations (id, account, character_id, character_name, amount, currency, base_coins, bonus_coins, "
        f"total_coins, created_at) VALUES ('{donation}', '{owner}', 1, 'Aurelion', 500000, 'ARS', {coins}, 0, {coins}, "
        f"{int(time.time())})",
    )
    return donation


async def balances(its_world: World, owner: str) -> dict[str, int]:
    rows = await site(its_world, f"SELECT kind, balance FROM wallets WHERE owner = '{owner}'")
    return {str(kind): int(balance) for kind, balance in rows}


async def test_any_order_and_any_number_of_times(its_world: World, door: Database) -> None:
    """Some sequences at once, each delivered shuffled and doubled over many connections."""
    choice, wanted = random.Random(11), dict[str, int]()

    async def deliver(number: int) -> None:
        owner = f"player{number}"
        donation = await donate(its_world, owner)
        kinds = choice.choices(KINDS, k=choice.randint(1, 5))
        said = [
            replace(kind[0], payment_id=1000 + number, reference=donation, updated_ms=at)
            for at, kind in enumerate(kinds, start=1)
        ]
        wanted[owner] = kinds[-1][1]
        sent = said * 3
        choice.shuffle(sent)
        await asyncio.gather(*(settle(door, TERMS, each, 1) for each in sent))

    for first in range(0, SEQUENCES, 20):
        await asyncio.gather(*(deliver(number) for number in range(first, first + 20)))
    for owner, coins in wanted.items():
        held = await balances(its_world, owner)
        assert held.get("wallet", 0) + held.get("hold", 0) - held.get("debt", 0) == coins


async def test_two_payments_on_one_donation_are_both_real(its_world: World, door: Database) -> None:
    donation = await donate(its_world, "twice")
    paid = replace(KINDS[5][0], reference=donation)
    for payment in (1, 2):
        assert await settle(door, TERMS, replace(paid, payment_id=payment), 1) == "moved"
    assert (await balances(its_world, "twice"))["wallet"] == 2 * COINS
    assert await settle(door, TERMS, replace(KINDS[9][0], payment_id=1, reference=donation, updated_ms=2), 2) == "moved"
    rows = await site(its_world, f"SELECT status, coins_credited FROM donations WHERE id = '{donation}'")
    assert [tuple(row) for row in rows] == [("completed", COINS)]


async def test_an_older_word_changes_nothing(its_world: World, door: Database) -> None:
    donation = await donate(its_world, "older")
    paid = replace(KINDS[5][0], payment_id=3, reference=donation, updated_ms=9)
    assert await settle(door, TERMS, paid, 1) == "moved"
    assert await settle(door, TERMS, paid, 1) == "unchanged"
    assert await settle(door, TERMS, replace(KINDS[9][0], payment_id=3, reference=donation, updated_ms=8), 1) == "older"
    assert (await balances(its_world, "older"))["wallet"] == COINS


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"reference": "another"}, "reference"),
        ({"reference": ""}, "reference"),
        ({"currency": "USD"}, "currency"),
        ({"amount": 499_999}, "amount"),
        ({"collector_id": 2}, "collector"),
        ({"live_mode": False}, "live_mode"),
    ],
)
async def test_what_does_not_fit_moves_nothing(
    its_world: World, door: Database, change: dict[str, object], named: str
) -> None:
    owner = f"misfit{named}{len(str(change))}"
    donation = await donate(its_world, owner)
    number = 5000 + len(str(change)) + len(named) * 100
    wrong: Snapshot = replace(replace(KINDS[5][0], payment_id=number, reference=donation), **change)
    assert await settle(door, TERMS, wrong, 1) == "parked"
    assert await balances(its_world, owner) == {}
    assert [tuple(row) for row in await site(its_world, f"SELECT mismatch FROM payments WHERE id = {number}")] == [
        (named,)
    ]
    right = replace(KINDS[5][0], payment_id=number, reference=donation, updated_ms=2)
    assert await settle(door, TERMS, right, 1) == "moved"  # once somebody has put it right


async def test_a_payment_does_not_wander_to_another_donation(its_world: World, door: Database) -> None:
    first, second = await donate(its_world, "first"), await donate(its_world, "second")
    paid = replace(KINDS[5][0], payment_id=4, reference=first)
    assert await settle(door, TERMS, paid, 1) == "moved"
    assert await settle(door, TERMS, replace(paid, reference=second, updated_ms=2), 1) == "parked"
    assert await balances(its_world, "second") == {}
    assert (await balances(its_world, "first"))["wallet"] == COINS


def test_nothing_fits_no_donation() -> None:
    assert mismatch(KINDS[5][0], None, None, TERMS) == "reference"


@pytest.fixture(scope="module")
def provider() -> Generator[Provider]:
    with Provider() as running:
        yield running


@pytest.fixture(scope="module")
def gateway(its_world: World, provider: Provider, tmp_path_factory: pytest.TempPathFactory) -> Generator[Service]:
    port, log = free_port(), tmp_path_factory.mktemp("poll") / "gateway.log"
    with Service({**its_world.environment, **environment(provider, port)}, port=port, log=log) as running:
        yield running


@pytest.fixture
async def there(its_world: World, provider: Provider, gateway: Service) -> AsyncGenerator[Shop]:
    async with shop(its_world, provider, gateway) as made:
        yield made


async def command(its_world: World, there: Shop, *words: str) -> tuple[int, str]:
    env = {name: value for name, value in os.environ.items() if not name.startswith("GATEWAY_")}
    env |= {**its_world.environment, **environment(there.provider, 1)}
    done = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-m", "gateway", *words],
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


async def reconcile(its_world: World, there: Shop, *words: str) -> tuple[int, str]:
    return await command(its_world, there, "reconcile", *words)


async def test_a_lost_notice_is_asked_for(its_world: World, there: Shop, door: Database) -> None:
    await there.fault("drop_notices")
    begun = await there.begin()
    await there.choose(begun)
    code, said = await reconcile(its_world, there, "--donation", begun["donation_id"])
    assert (code, "coins moved" in said) == (0, True), said
    assert (await there.donation(begun))["status"] == "completed"


async def test_what_is_pending_for_ten_minutes_is_asked_for(its_world: World, there: Shop, door: Database) -> None:
    await there.fault("drop_notices")
    begun = await there.begin()
    payment = await there.choose(begun)
    await site(its_world, f"UPDATE donations SET created_at = created_at - 601 WHERE id = '{begun['donation_id']}'")
    await reconcile(its_world, there)
    assert (await there.donation(begun))["status"] == "completed"
    await there.turn(payment, status="refunded")
    await site(its_world, f"UPDATE donations SET checked_at = checked_at - 86401 WHERE id = '{begun['donation_id']}'")
    await reconcile(its_world, there)
    assert (await there.donation(begun))["status"] == "refunded"


async def test_a_payment_that_there_is_not(its_world: World, there: Shop) -> None:
    code, said = await reconcile(its_world, there, "--payment", "999")
    assert (code, "not done" in said) == (1, True), said
    code, said = await reconcile(its_world, there, "--payment", "x")
    assert (code, "no number" in said) == (2, True), said


async def test_what_was_paid_twice_is_given_back(its_world: World, there: Shop, door: Database) -> None:
    await there.fault("none")
    begun = await there.begin()
    first, second = await there.choose(begun), await there.choose(begun)
    await there.settled(begun, lambda row: row["coins_received"] == 100)
    await there.fault("drop_notices")
    code, said = await command(its_world, there, "refund", second)
    assert (code, "5,000.00 of 5,000.00 pesos given back" in said, "coins moved" in said) == (0, True, True), said
    row = await there.donation(begun)
    assert (row["status"], row["coins_received"], row["refunded_amount"]) == ("completed", 50, 5000)
    code, said = await command(its_world, there, "refund", first, "--amount", "1500")
    assert (code, "1,500.00 of 5,000.00 pesos given back" in said) == (0, True), said
    assert (await there.donation(begun))["coins_received"] == 35
    await site(its_world, f"UPDATE refunds SET answered_at = NULL WHERE payment_id = {first}")  # as if it was lost
    code, said = await command(its_world, there, "refund", first, "--amount", "1500")
    assert (code, "1,500.00 of 5,000.00 pesos were given back when they were asked for before" in said) == (0, True)
    row = await there.donation(begun)
    assert (row["coins_received"], row["refunded_amount"]) == (35, 6500)
    code, said = await command(its_world, there, "refund", first, "--amount", "1500")
    assert (code, "1,500.00 of 5,000.00 pesos given back" in said) == (0, True), said
    assert (await there.donation(begun))["coins_received"] == 20
    code, said = await command(its_world, there, "refund", second)
    assert (code, "nothing was given back" in said) == (1, True), said
