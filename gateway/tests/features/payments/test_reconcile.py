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
from gateway.features.ledger.check import broken_rules
from gateway.features.payments.provider_payment import ProviderPayment
from gateway.features.payments.reconcile import MerchantAccount, mismatch, reconcile
from gateway.features.roulette.verification import ALL_RULES
from gateway.tests.conftest import WorldFactory
from gateway.tests.features.payments.test_coin_rules import COINS, KINDS
from gateway.tests.support.account_app import site
from gateway.tests.support.payment_app import Shop, environment, shop, site_door

TERMS = MerchantAccount(collector_id=1, live_mode=True)
SEQUENCES = 60


@pytest.fixture(scope="module")
def its_world(world: WorldFactory) -> World:
    return world("mobius", characters=120, seed=62)


@pytest.fixture
async def door(its_world: World) -> AsyncGenerator[Database]:
    async with site_door(its_world) as opened:
        yield opened
        assert await broken_rules(opened, ALL_RULES) == []


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


async def test_reconcile_in_any_order_and_number_ends_alike(its_world: World, door: Database) -> None:
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
        await asyncio.gather(*(reconcile(door, TERMS, each, 1) for each in sent))

    for first in range(0, SEQUENCES, 20):
        await asyncio.gather(*(deliver(number) for number in range(first, first + 20)))
    for owner, coins in wanted.items():
        held = await balances(its_world, owner)
        assert held.get("wallet", 0) + held.get("hold", 0) - held.get("debt", 0) == coins


async def test_two_payments_of_one_donation_are_both_credited(its_world: World, door: Database) -> None:
    donation = await donate(its_world, "twice")
    paid = replace(KINDS[5][0], reference=donation)
    for payment in (1, 2):
        assert await reconcile(door, TERMS, replace(paid, payment_id=payment), 1) == "moved"
    assert (await balances(its_world, "twice"))["wallet"] == 2 * COINS
    assert (
        await reconcile(door, TERMS, replace(KINDS[9][0], payment_id=1, reference=donation, updated_ms=2), 2) == "moved"
    )
    rows = await site(its_world, f"SELECT status, coins_credited FROM donations WHERE id = '{donation}'")
    assert [tuple(row) for row in rows] == [("completed", COINS)]


async def test_outdated_state_changes_nothing(its_world: World, door: Database) -> None:
    donation = await donate(its_world, "outdated")
    paid = replace(KINDS[5][0], payment_id=3, reference=donation, updated_ms=9)
    assert await reconcile(door, TERMS, paid, 1) == "moved"
    assert await reconcile(door, TERMS, paid, 1) == "unchanged"
    assert (
        await reconcile(door, TERMS, replace(KINDS[9][0], payment_id=3, reference=donation, updated_ms=8), 1)
        == "outdated"
    )
    assert (await balances(its_world, "outdated"))["wallet"] == COINS


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
async def test_mismatched_payment_moves_nothing(
    its_world: World, door: Database, change: dict[str, object], named: str
) -> None:
    owner = f"misfit{named}{len(str(change))}"
    donation = await donate(its_world, owner)
    number = 5000 + len(str(change)) + len(named) * 100
    wrong: ProviderPayment = replace(replace(KINDS[5][0], payment_id=number, reference=donation), **change)
    assert await reconcile(door, TERMS, wrong, 1) == "mismatched"
    assert await balances(its_world, owner) == {}
    rows = await site(its_world, f"SELECT mismatch, donation_id FROM payments WHERE id = {number}")
    assert [tuple(row) for row in rows] == [(named, None if named == "reference" else donation)]
    right = replace(KINDS[5][0], payment_id=number, reference=donation, updated_ms=2)
    assert await reconcile(door, TERMS, right, 1) == "moved"  # once somebody has put it right


async def test_payment_stays_with_its_donation(its_world: World, door: Database) -> None:
    first, second = await donate(its_world, "first"), await donate(its_world, "second")
    paid = replace(KINDS[5][0], payment_id=4, reference=first)
    assert await reconcile(door, TERMS, paid, 1) == "moved"
    assert await reconcile(door, TERMS, replace(paid, reference=second, updated_ms=2), 1) == "mismatched"
    assert await balances(its_world, "second") == {}
    assert (await balances(its_world, "first"))["wallet"] == COINS


def test_mismatch_without_a_donation() -> None:
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


async def operations(its_world: World, subject: str) -> list[str]:
    rows = await site(its_world, f"SELECT command FROM operator_log WHERE subject = 'payment:{subject}' ORDER BY id")
    return [str(row[0]) for row in rows]


async def gateway_reconcile(its_world: World, there: Shop, *words: str) -> tuple[int, str]:
    return await command(its_world, there, "reconcile", *words)


async def test_command_reconcile_finds_a_payment_without_a_webhook(
    its_world: World, there: Shop, door: Database
) -> None:
    await there.fault("drop_notices")
    begun = await there.begin()
    payment = await there.choose(begun)
    for posted in (True, False):
        code, said = await gateway_reconcile(its_world, there, "--donation", begun["donation_id"])
        assert (code, "coins posted" in said) == (0, posted), said
    assert await operations(its_world, payment) == ["reconcile"]
    assert (await there.donation(begun))["status"] == "completed"


async def test_poll_pending_finds_a_donation_of_ten_minutes(its_world: World, there: Shop, door: Database) -> None:
    await there.fault("drop_notices")
    begun = await there.begin()
    payment = await there.choose(begun)
    await site(its_world, f"UPDATE donations SET created_at = created_at - 601 WHERE id = '{begun['donation_id']}'")
    await gateway_reconcile(its_world, there)
    assert (await there.donation(begun))["status"] == "completed"
    await there.turn(payment, status="refunded")
    await site(its_world, f"UPDATE donations SET checked_at = checked_at - 86401 WHERE id = '{begun['donation_id']}'")
    await gateway_reconcile(its_world, there)
    assert (await there.donation(begun))["status"] == "refunded"


async def test_unknown_payment_is_given_up(its_world: World, there: Shop) -> None:
    code, said = await gateway_reconcile(its_world, there, "--payment", "999")
    assert (code, "not finished" in said) == (1, True), said
    code, said = await gateway_reconcile(its_world, there, "--payment", "x")
    assert (code, "not a payment id" in said) == (2, True), said


async def test_command_refund_of_a_duplicate_payment_claws_back(its_world: World, there: Shop, door: Database) -> None:
    await there.fault("none")
    begun = await there.begin()
    first, second = await there.choose(begun), await there.choose(begun)
    await there.settled(begun, lambda row: row["coins_received"] == 100)
    await there.fault("drop_notices")
    code, said = await command(its_world, there, "refund", second)
    assert (code, "5,000.00 of 5,000.00 pesos refunded, status" in said, "coins posted" in said) == (0, True, True), (
        said
    )
    row = await there.donation(begun)
    assert (row["status"], row["coins_received"], row["refunded_amount"]) == ("completed", 50, 5000)
    code, said = await command(its_world, there, "refund", first, "--amount", "1500")
    assert (code, "1,500.00 of 5,000.00 pesos refunded, status" in said) == (0, True), said
    assert (await there.donation(begun))["coins_received"] == 35
    await site(its_world, f"UPDATE refunds SET answered_at = NULL WHERE payment_id = {first}")  # as if it was lost
    code, said = await command(its_world, there, "refund", first, "--amount", "1500")
    assert (code, "1,500.00 of 5,000.00 pesos were refunded by an earlier request" in said) == (0, True)
    row = await there.donation(begun)
    assert (row["coins_received"], row["refunded_amount"]) == (35, 6500)
    code, said = await command(its_world, there, "refund", first, "--amount", "1500")
    assert (code, "1,500.00 of 5,000.00 pesos refunded, status" in said) == (0, True), said
    assert (await there.donation(begun))["coins_received"] == 20
    code, said = await command(its_world, there, "refund", second)
    assert (code, "nothing was refunded" in said) == (1, True), said
    # Each request is logged before the provider is asked, and each change of coins with it.
    assert await operations(its_world, second) == ["refund", "refund"]
    assert await operations(its_world, first) == ["refund"] * 4
