"""Tests of spins: cost and prize, refusals, each key once; alone and with many at once."""

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator
from datetime import datetime
from zoneinfo import ZoneInfo

import msgspec
import pytest

from fixtures import site_schema
from fixtures.site_schema import NOW, begin_donation, post_transfer
from gateway.config.site_days import SiteDays
from gateway.database.database import Database
from gateway.features.ledger import Entry, Transfer, debt, house, post, read_balances, wallet
from gateway.features.roulette import repository, seeds
from gateway.features.roulette.fairness import draw, hash_of
from gateway.features.roulette.spin import KEY_SECONDS
from gateway.features.roulette.wheel import SLOTS, parse
from gateway.tests.support.databases import ask
from gateway.tests.support.roulette_data import (
    CONCURRENT,
    COST,
    ZERO_WHEEL,
    clock_at,
    fund,
    must_spin,
    rules_with,
    server_seed,
    spin_concurrently,
    try_spin,
)

pytestmark = pytest.mark.database

RULES = rules_with()
CLOCK = clock_at(NOW)
BUENOS_AIRES = ZoneInfo("America/Argentina/Buenos_Aires")
COUNTS = ask(
    "SELECT CONCAT_WS(' ', (SELECT COUNT(*) FROM roulette_spins), (SELECT COUNT(*) FROM ledger_transfers), "
    "(SELECT COUNT(*) FROM wallets), (SELECT COUNT(*) FROM roulette_seeds))"
)


@pytest.fixture(scope="module")
async def sites(dsn: str, site: Database) -> AsyncGenerator[list[Database]]:
    """Two clients, as two processes have."""
    async with site_schema.connect(dsn) as second_client:
        yield [site, second_client]


async def balance(site: Database, login: str) -> int:
    return (await read_balances(site, [wallet(login)]))[wallet(login)]


async def row_counts(site: Database) -> object:
    row = await site.one(COUNTS)
    return row and row.value


async def test_spin_costs_and_pays_the_drawn_prize(site: Database) -> None:
    await fund(site, "ann", 100)
    pair = (await seeds.pairs_of(site, RULES, "ann", CLOCK)).active
    result = await must_spin(site, RULES, "ann")
    slot = RULES.wheel.slots[draw(server_seed("ann", pair), pair.client_seed, 0, RULES.wheel.weights).position]
    assert (result.position, result.prize_tier, result.prize) == (slot.position, slot.tier, slot.prize)
    assert (result.cost, result.balance, result.nonce) == (COST, 100 - COST + slot.prize, 0)
    assert await balance(site, "ann") == result.balance
    lines = await site.read(
        ask("SELECT CONCAT_WS(' ', kind, reference, account, amount) FROM ledger_transfers JOIN ledger_entries "
            "ON transfer_id = id WHERE idempotency_key LIKE 'spin:%%' ORDER BY id, line")
    )  # fmt: skip
    assert [line.value for line in lines] == [
        f"spin {result.name} wallet:ann -10",
        f"spin {result.name} house:wheel 10",
        f"prize {result.name} wallet:ann {slot.prize}",
        f"prize {result.name} house:wheel -{slot.prize}",
    ]


async def test_refused_spin_changes_nothing(site: Database) -> None:
    debt_transfer = Transfer("owed", "clawback", "d", (Entry(debt("owing"), 5), Entry(house("debts"), -5)))
    assert await post_transfer(site, post, debt_transfer) == "done"
    for login, coins in (("owing", 100), ("poor", COST - 1), ("tired", 100)):
        await fund(site, login, coins)
    await must_spin(site, RULES, "tired")
    previous_counts = await row_counts(site)
    for login, rules, reason in (
        ("tired", rules_with(enabled=False), "disabled"),
        ("owing", RULES, "debt"),
        ("poor", RULES, "insufficient_coins"),
        ("never-seen", RULES, "insufficient_coins"),
        ("tired", rules_with(daily=1), "daily_limit"),
        ("tired", rules_with(cooldown=30), "cooldown"),
    ):
        assert await try_spin(site, rules, login) == reason
    assert await row_counts(site) == previous_counts
    assert await try_spin(site, rules_with(daily=2, cooldown=30), "tired", at=NOW + 29) == "cooldown"
    await must_spin(site, rules_with(daily=2, cooldown=30), "tired", at=NOW + 30)


@pytest.mark.parametrize(("limit", "allowed"), [(0, 5), (25, 2), (20, 2), (19, 1), (9, 1)])
async def test_spins_beyond_the_limit_need_a_new_proof(site: Database, limit: int, allowed: int) -> None:
    login, rules = await fund(site, f"proof-{limit}", 1000), rules_with(step_up_above=limit, cost=COST)
    await must_spin(site, rules, login, at=NOW)  # before the proof
    for proved_at in (NOW, NOW + 100):
        outcomes = [await try_spin(site, rules, login, at=proved_at + n, proved_at=proved_at) for n in range(1, 6)]
        assert [outcome == "step_up_required" for outcome in outcomes] == [n >= allowed for n in range(5)]
    assert (await repository.cooldown(site, rules, login, NOW + 110)).can_spin, "asked for by the spin alone"


async def test_account_with_a_contested_payment_cannot_spin(site: Database) -> None:
    await fund(site, "contested", 100)
    await begin_donation(site, "d-c", "contested")
    await site.write(
        ask("INSERT INTO payments (id, donation_id, status, detail, outcome, amount, refunded, updated_ms, "
            "first_seen_at, seen_at) VALUES (77, 'd-c', 'charged_back', 'in_process', 'refunded', 500, 0, 1, 1, 1)")
    )  # fmt: skip
    assert await try_spin(site, RULES, "contested") == "debt"
    await site.write(ask("UPDATE payments SET detail = 'reimbursed' WHERE id = 77"))
    await must_spin(site, RULES, "contested")
    for table in ("payments", "donations"):  # their coins are not in the ledger
        await site.write(ask(f"DELETE FROM {table}"))


@pytest.mark.parametrize("clients", [1, 2])
async def test_concurrent_spins_spend_only_the_coins_there_are(sites: list[Database], clients: int) -> None:
    login = await fund(sites[0], f"seven{clients}", 7 * COST + 9)
    spins, refusals = await spin_concurrently(sites[:clients], rules_with(wheel=ZERO_WHEEL), login)
    assert (len(spins), refusals) == (7, {"insufficient_coins": CONCURRENT - 7})
    assert await balance(sites[0], login) == 9
    assert sorted(spin.nonce for spin in spins) == list(range(7)), "each nonce once, without a gap"
    assert sorted(spin.balance for spin in spins) == [9 + COST * n for n in range(7)]


async def test_concurrent_spins_draw_as_sequential_ones(sites: list[Database]) -> None:
    coins, login = 7 * COST, await fund(sites[0], "lucky", 7 * COST)
    pair, wheel = (await seeds.pairs_of(sites[0], RULES, "lucky", CLOCK)).active, RULES.wheel
    expected: list[int] = []
    while coins >= COST and len(expected) < CONCURRENT:
        slot = wheel.slots[draw(server_seed(login, pair), pair.client_seed, len(expected), wheel.weights).position]
        coins += slot.prize - COST
        expected.append(slot.position)
    spins, refusals = await spin_concurrently(sites, RULES, login)
    assert [spin.position for spin in sorted(spins, key=lambda spin: spin.nonce)] == expected
    assert refusals.total() == CONCURRENT - len(expected)
    assert await balance(sites[0], login) == coins


@pytest.mark.parametrize(("cooldown", "allowed", "reason"), [(0, 10, "daily_limit"), (30, 1, "cooldown")])
async def test_concurrent_spins_respect_daily_limit_and_cooldown(
    sites: list[Database], cooldown: int, allowed: int, reason: str
) -> None:
    login = await fund(sites[0], f"daily{cooldown}", 1000)
    rules = rules_with(daily=10, cooldown=cooldown, wheel=ZERO_WHEEL)
    spins, refusals = await spin_concurrently(sites, rules, login)
    assert (len(spins), refusals) == (allowed, {reason: CONCURRENT - allowed})


async def test_daily_limit_restarts_at_midnight_of_the_site(site: Database) -> None:
    login, rules = await fund(site, "owl", 1000), rules_with(daily=2, wheel=ZERO_WHEEL)
    midnight = datetime(2026, 11, 21, tzinfo=BUENOS_AIRES).timestamp()
    assert midnight == datetime(2026, 11, 21, 3, tzinfo=ZoneInfo("UTC")).timestamp()
    for moment in (midnight - 3600, midnight - 1):
        await must_spin(site, rules, login, at=moment)
    assert await try_spin(site, rules, login, at=midnight - 0.1) == "daily_limit"
    assert (await repository.cooldown(site, rules, login, int(midnight - 1))).daily_spins_left == 0
    for moment in (midnight, midnight + 86399):
        await must_spin(site, rules, login, at=moment)
    assert await try_spin(site, rules, login, at=midnight + 86399) == "daily_limit"
    await must_spin(site, rules, login, at=midnight + 86400)


async def test_concurrent_spins_around_midnight_respect_both_days(sites: list[Database]) -> None:
    """The clock of one process is ahead of the other's: neither day gets more spins than allowed."""
    login, rules = await fund(sites[0], "eve", 1000), rules_with(daily=3, wheel=ZERO_WHEEL)
    midnight = int(datetime(2026, 11, 22, tzinfo=BUENOS_AIRES).timestamp())
    await spin_concurrently(sites[:1], rules, login, (None,) * 2, midnight - 9)
    results = await asyncio.gather(
        spin_concurrently(sites[:1], rules, login, at=midnight - 1),
        spin_concurrently(sites[1:], rules, login, at=midnight),
    )
    times = await sites[0].read(ask("SELECT created_at FROM roulette_spins WHERE account = 'eve'"))
    by_day = Counter(time.value >= midnight for time in times)
    assert by_day[True] == 3
    assert by_day[False] in {2, 3}, "the process whose clock is behind may find that the next day has begun"
    assert sum(len(spins) for spins, _ in results) == len(times) - 2


@pytest.mark.parametrize(
    ("zone", "local"),
    [
        ("America/Argentina/Buenos_Aires", "2026-11-21 00:00"),
        ("Europe/Madrid", "2026-10-25 00:00"),  # a day of 25 hours
        ("America/Santiago", "2026-09-06 00:00"),  # a day that begins at 1: there is no midnight
    ],
)
def test_day_start_in_a_repeated_hour_is_the_first(zone: str, local: str) -> None:
    site_zone = ZoneInfo(zone)
    begin = int(datetime.fromisoformat(local).replace(tzinfo=site_zone).timestamp())
    days = SiteDays(site_zone)
    starts = [days.day_start(begin + 60 * minute) for minute in range(-120, 26 * 60)]
    assert starts == sorted(starts)
    assert begin in starts
    assert all(days.day_start(start) == start for start in set(starts))
    assert len(set(starts)) == 3


async def test_repeated_key_returns_the_same_spin(sites: list[Database]) -> None:
    site, login, key = sites[0], await fund(sites[0], "keyed", 1000), "one-key"
    spins, refusals = await spin_concurrently(sites, RULES, login, [key] * CONCURRENT)
    assert (len(spins), len(set(spins)), refusals) == (CONCURRENT, 1, {})
    first = spins[0]
    assert await balance(site, login) == 1000 - COST + first.prize
    refusing = rules_with(enabled=False, daily=1)
    assert await must_spin(site, refusing, login, key, NOW + 5) == first, "rules that refuse now do not matter"
    await seeds.rotate(site, RULES, login, "mine", clock_at(NOW + 6))
    assert await must_spin(site, RULES, login, key, NOW + KEY_SECONDS - 1) == first
    assert await must_spin(site, RULES, login, "ONE-KEY", NOW + 7) != first, "case makes another key"
    assert await must_spin(site, RULES, login, key, NOW + KEY_SECONDS) != first, "forgotten after a day"
    await fund(site, "stranger", 100)
    assert (await must_spin(site, RULES, "stranger", key)).seed_id != first.seed_id, "a key belongs to an account"


async def test_refused_key_can_be_used_again(site: Database) -> None:
    rules = rules_with(cooldown=30)
    await fund(site, "patient", 1000)
    await must_spin(site, rules, "patient", "first")
    assert await try_spin(site, rules, "patient", "second", NOW + 1) == "cooldown"
    await must_spin(site, rules, "patient", "second", NOW + 30)


async def test_prize_equal_to_the_cost_writes_two_transfers(site: Database) -> None:
    rules = rules_with(wheel=parse((f"TINY_WIN:{COST}:1",) * SLOTS))
    await fund(site, "even", COST)
    first, second, repeated_spin = [await must_spin(site, rules, "even", key) for key in ("a", "b", "a")]
    assert {spin.balance for spin in (first, second, repeated_spin)} == {COST}
    assert first == repeated_spin != second


async def test_seed_hash_is_published_before_and_seed_revealed_after(site: Database) -> None:
    await fund(site, "curious", 1000)
    old_pairs = await seeds.pairs_of(site, RULES, "curious", CLOCK)
    assert old_pairs == await seeds.pairs_of(site, RULES, "curious", CLOCK)
    result = await must_spin(site, RULES, "curious")
    row = (await repository.history(site, "curious", 10)).spins[0]
    assert (row.server_seed_hash, row.server_seed) == (old_pairs.active.server_seed_hash, msgspec.UNSET)
    revealed_seed, new_pairs = await seeds.rotate(site, RULES, "curious", "my-own", CLOCK)
    assert revealed_seed is not None
    assert hash_of(revealed_seed) == old_pairs.active.server_seed_hash
    assert (new_pairs.active.server_seed_hash, new_pairs.active.client_seed) == (
        old_pairs.next.server_seed_hash,
        "my-own",
    )
    assert new_pairs.next.server_seed_hash not in {old_pairs.active.server_seed_hash, old_pairs.next.server_seed_hash}
    history = await repository.history(site, "curious", 10)
    row, weights = history.spins[0], [slot.weight for slot in history.wheels[0].slots]
    assert row.server_seed == revealed_seed
    result_of_draw = draw(revealed_seed, row.client_seed, row.nonce, weights)
    assert result_of_draw.position == result.position == row.position
    assert (await must_spin(site, RULES, "curious")).nonce == 0, "the nonce counts the spins of a pair"


async def test_concurrent_spins_and_rotations_keep_nonces_complete(sites: list[Database]) -> None:
    """A rotation waits for the spin, so that no spin is drawn from a revealed seed."""
    login = await fund(sites[0], "restless", 100_000)
    spinning = asyncio.create_task(spin_concurrently(sites, RULES, login))
    rotations = await asyncio.gather(*(seeds.rotate(sites[n % 2], RULES, login, f"mine-{n}", CLOCK) for n in range(16)))
    spins, refusals = await spinning
    assert (len(spins), refusals) == (CONCURRENT, {})
    assert len({revealed_seed for revealed_seed, _ in rotations}) == 16
    nonces = await sites[0].read(ask("SELECT nonce FROM roulette_seeds WHERE account = 'restless'"))
    assert sum(row.value for row in nonces) == CONCURRENT


async def test_concurrent_first_requests_create_one_seed_pair(sites: list[Database]) -> None:
    login = await fund(sites[0], "newcomer", 1000)
    pairs_of_requests, _ = await asyncio.gather(
        asyncio.gather(*(seeds.pairs_of(sites[n % 2], RULES, login, CLOCK) for n in range(16))),
        asyncio.gather(*(must_spin(sites[0], RULES, login) for _ in range(4))),
    )
    assert len({pairs.next.server_seed_hash for pairs in pairs_of_requests}) == 1
