"""A spin: what it costs and pays, whom it is refused, and that a key is spun once; alone and with many at once."""

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from msgspec.structs import replace

from fixtures import site_schema
from fixtures.site_schema import NOW, posted
from gateway.database.database import Database
from gateway.features.ledger import Entry, Transfer, debt, house, lock_balances, post, wallet
from gateway.features.roulette import repository, seeds
from gateway.features.roulette.eligibility import day_start
from gateway.features.roulette.fairness import draw, hashed
from gateway.features.roulette.spin import KEY_SECONDS
from gateway.features.roulette.wheel import SLOTS, parse
from gateway.tests.support.databases import Server, ask
from gateway.tests.support.roulette_data import (
    AT_ONCE,
    COST,
    NOTHING,
    at,
    outcome,
    rich,
    sound,
    spun,
    terms,
    together,
)

pytestmark = pytest.mark.database

BUENOS_AIRES = ZoneInfo("America/Argentina/Buenos_Aires")
ROWS = ask(
    "SELECT (SELECT COUNT(*) FROM roulette_spins) + 1000 * (SELECT COUNT(*) FROM ledger_transfers) "
    "+ 1000000 * (SELECT COUNT(*) FROM wallets) + 1000000000 * (SELECT COUNT(*) FROM roulette_seeds)"
)


@pytest.fixture(scope="module")
async def dsn(mariadb: Server) -> str:
    return await site_schema.create(mariadb, "roulette_spin")


@pytest.fixture(scope="module")
async def site(dsn: str) -> AsyncGenerator[Database]:
    async with site_schema.connect(dsn) as database:
        yield database


@pytest.fixture(scope="module")
async def other(dsn: str) -> AsyncGenerator[Database]:
    """What another process has: connections of its own."""
    async with site_schema.connect(dsn) as database:
        yield database


async def balance(site: Database, login: str) -> int:
    async with site.transaction() as session:
        return (await lock_balances(session, [wallet(login)]))[wallet(login)]


async def rows(site: Database) -> object:
    found = await site.one(ROWS)
    assert found
    return found.value


async def test_spin_costs_and_pays_the_drawn_prize(site: Database) -> None:
    await rich(site, "ann", 100)
    shown = await seeds.shown(site, "ann", at(NOW))
    found = await spun(site, terms(), "ann")
    drawn = draw(shown.active.server_seed, shown.active.client_seed, 0, terms().wheel.weights)
    slot = terms().wheel.slots[drawn.position]
    assert (found.position, found.prize_tier, found.prize) == (slot.position, slot.tier, slot.prize)
    assert (found.cost, found.balance, found.nonce) == (COST, 100 - COST + slot.prize, 0)
    assert await balance(site, "ann") == found.balance
    lines = await site.read(
        ask("SELECT CONCAT_WS(' ', kind, reference, account, amount) FROM ledger_transfers JOIN ledger_entries "
            "ON transfer_id = id WHERE idempotency_key LIKE 'spin:%%' ORDER BY id, line")
    )  # fmt: skip
    assert [line.value for line in lines] == [
        f"spin {found.name} wallet:ann -10",
        f"spin {found.name} house:wheel 10",
        f"prize {found.name} wallet:ann {slot.prize}",
        f"prize {found.name} house:wheel -{slot.prize}",
    ]
    await sound(site)


async def test_refused_spin_changes_nothing(site: Database) -> None:
    owes = Transfer("owes", "clawback", "d", (Entry(debt("owing"), 5), Entry(house("debts"), -5)))
    await rich(site, "owing", 100)
    assert await posted(site, post, owes) == "done"
    await rich(site, "poor", COST - 1)
    await rich(site, "tired", 100)
    await spun(site, terms(), "tired")
    before = await rows(site)
    assert await outcome(site, terms(enabled=False), "tired") == "disabled"
    assert await outcome(site, terms(), "owing") == "debt"
    assert await outcome(site, terms(), "poor") == "insufficient_coins"
    assert await outcome(site, terms(), "never-seen") == "insufficient_coins"
    assert await outcome(site, terms(daily=1), "tired") == "daily_limit"
    assert await outcome(site, terms(cooldown=30), "tired") == "cooldown"
    assert await rows(site) == before
    assert await outcome(site, terms(daily=2, cooldown=30), "tired", clock=at(NOW + 29)) == "cooldown"
    await spun(site, terms(daily=2, cooldown=30), "tired", clock=at(NOW + 30))


async def test_contested_account_cannot_spin(site: Database) -> None:
    await rich(site, "contested", 100)
    await site.write(
        ask("INSERT INTO donations (id, account, character_id, character_name, amount, currency, base_coins, "
            "bonus_coins, total_coins, status, created_at) VALUES ('d-c', 'contested', 1, 'A', 500, 'ARS', 5, 0, 5, "
            "'refunded', 1)")
    )  # fmt: skip
    payment = (
        "INSERT INTO payments (id, donation_id, status, detail, outcome, amount, refunded, updated_ms, first_seen_at, "
        "seen_at) VALUES (77, 'd-c', 'charged_back', 'in_process', 'refunded', 500, 0, 1, 1, 1)"
    )
    await site.write(ask(payment))
    assert await outcome(site, terms(), "contested") == "debt"
    await site.write(ask("UPDATE payments SET detail = 'reimbursed' WHERE id = 77"))
    await spun(site, terms(), "contested")
    for table in ("payments", "donations"):  # whose coins were never in the books
        await site.write(ask(f"DELETE FROM {table}"))


@pytest.mark.parametrize("spread", [1, 2], ids=["one door", "two doors"])
async def test_concurrent_spins_spend_only_the_coins_there_are(site: Database, other: Database, spread: int) -> None:
    login = await rich(site, f"seven{spread}", 7 * COST + 9)
    made, refused = await together([site, other][:spread], terms(wheel=NOTHING), login)
    assert len(made) == 7
    assert refused == {"insufficient_coins": AT_ONCE - 7}
    assert await balance(site, login) == 9
    assert sorted(each.nonce for each in made) == list(range(7)), "each nonce once, without a gap"
    assert sorted(each.balance for each in made) == [9 + COST * n for n in range(7)]


async def test_concurrent_spins_draw_as_sequential_ones(site: Database, other: Database) -> None:
    """The same draws, done in the head."""
    coins, login = 7 * COST, await rich(site, "lucky", 7 * COST)
    pair, wheel = (await seeds.shown(site, "lucky", at(NOW))).active, terms().wheel
    expected: list[int] = []
    while coins >= COST and len(expected) < AT_ONCE:
        slot = wheel.slots[draw(pair.server_seed, pair.client_seed, len(expected), wheel.weights).position]
        coins += slot.prize - COST
        expected.append(slot.position)
    made, refused = await together([site, other], terms(), login)
    assert [each.position for each in sorted(made, key=lambda each: each.nonce)] == expected
    assert refused.total() == AT_ONCE - len(expected)
    assert await balance(site, login) == coins


async def test_concurrent_spins_respect_daily_limit_and_cooldown(site: Database, other: Database) -> None:
    login = await rich(site, "daily", 1000)
    made, refused = await together([site, other], terms(daily=10, wheel=NOTHING), login)
    assert (len(made), refused) == (10, {"daily_limit": AT_ONCE - 10})
    login = await rich(site, "cooled", 1000)
    made, refused = await together([site, other], terms(daily=10, cooldown=30, wheel=NOTHING), login)
    assert (len(made), refused) == (1, {"cooldown": AT_ONCE - 1})


async def test_day_start_is_midnight_of_the_site(site: Database) -> None:
    login, wanted = await rich(site, "owl", 1000), terms(daily=2, wheel=NOTHING)
    midnight = datetime(2026, 11, 21, tzinfo=BUENOS_AIRES).timestamp()
    assert midnight == datetime(2026, 11, 21, 3, tzinfo=ZoneInfo("UTC")).timestamp()
    for moment in (midnight - 3600, midnight - 1):
        await spun(site, wanted, login, clock=at(moment))
    assert await outcome(site, wanted, login, clock=at(midnight - 0.1)) == "daily_limit"
    assert (await repository.cooldown(site, wanted, login, int(midnight - 1))).daily_spins_left == 0
    for moment in (midnight, midnight + 86399):
        await spun(site, wanted, login, clock=at(moment))
    assert await outcome(site, wanted, login, clock=at(midnight + 86399)) == "daily_limit"
    await spun(site, wanted, login, clock=at(midnight + 86400))


async def test_concurrent_spins_around_midnight_respect_both_days(site: Database, other: Database) -> None:
    """Two processes of which one's clock is a little ahead: each day gets its spins, and none gets more."""
    login, wanted = await rich(site, "eve", 1000), terms(daily=3, wheel=NOTHING)
    midnight = int(datetime(2026, 11, 22, tzinfo=BUENOS_AIRES).timestamp())
    await together([site], wanted, login, (None,) * 2, clock=at(midnight - 9))
    late, early = await asyncio.gather(
        together([site], wanted, login, clock=at(midnight - 1)), together([other], wanted, login, clock=at(midnight))
    )
    stamps = await site.read(ask("SELECT created_at FROM roulette_spins WHERE account = 'eve'"))
    by_day = Counter(stamp.value >= midnight for stamp in stamps)
    assert by_day[True] == 3
    assert by_day[False] in {2, 3}, "whose clock is behind may find that the next day has begun"
    assert len(late[0]) + len(early[0]) == len(stamps) - 2


@pytest.mark.parametrize(
    ("zone", "local"),
    [
        ("America/Argentina/Buenos_Aires", "2026-11-21 00:00"),
        ("Europe/Madrid", "2026-10-25 00:00"),  # that day has 25 hours
        ("America/Santiago", "2026-09-06 00:00"),  # that day begins at 1: there is no midnight
    ],
)
def test_day_start_in_a_repeated_hour_is_the_first(zone: str, local: str) -> None:
    here = ZoneInfo(zone)
    begin = int(datetime.fromisoformat(local).replace(tzinfo=here).timestamp())
    starts = [day_start(begin + 60 * minute, here) for minute in range(-120, 26 * 60)]
    assert starts == sorted(starts)
    assert set(starts) == {begin, *(start for start in starts if start < begin), *(s for s in starts if s > begin)}
    assert all(day_start(start, here) == start for start in set(starts))
    assert len(set(starts)) == 3


async def test_repeated_key_returns_the_same_spin(site: Database, other: Database) -> None:
    login = await rich(site, "keyed", 1000)
    made, refused = await together([site, other], terms(), login, ["one-key"] * AT_ONCE)
    assert (len(made), len(set(made)), refused) == (AT_ONCE, 1, {})
    assert await balance(site, login) == 1000 - COST + made[0].prize
    assert await spun(site, terms(enabled=False, daily=1), login, "one-key", at(NOW + 5)) == made[0], (
        "whatever holds now"
    )
    await seeds.rotate(site, login, None, at(NOW + 6))
    assert await spun(site, terms(), login, "one-key", at(NOW + KEY_SECONDS - 1)) == made[0]
    assert await spun(site, terms(), login, "ONE-KEY", at(NOW + 7)) != made[0], "case makes another key"
    later = await spun(site, terms(), login, "one-key", at(NOW + KEY_SECONDS))
    assert later != made[0], "a day later it is forgotten"
    await rich(site, "stranger", 100)
    assert (await spun(site, terms(), "stranger", "one-key")).seed_id != made[0].seed_id, "a key is an account's own"
    await sound(site)


async def test_refused_key_can_be_used_again(site: Database) -> None:
    await rich(site, "patient", 1000)
    wanted = terms(cooldown=30)
    await spun(site, wanted, "patient", "first")
    assert await outcome(site, wanted, "patient", "second", at(NOW + 1)) == "cooldown"
    await spun(site, wanted, "patient", "second", at(NOW + 30))


async def test_prize_equal_to_the_cost_writes_two_transfers(site: Database) -> None:
    even = parse(tuple(f"TINY_WIN:{COST}:1" for _ in range(SLOTS)))
    await rich(site, "even", COST)
    found = [await spun(site, terms(wheel=even), "even", key) for key in ("a", "b", "a")]
    assert [each.balance for each in found] == [COST] * 3
    assert found[0] == found[2] != found[1]
    await sound(site)


async def test_seed_hash_is_published_before_and_seed_revealed_after(site: Database) -> None:
    await rich(site, "curious", 1000)
    first = await seeds.shown(site, "curious", at(NOW))
    assert first == await seeds.shown(site, "curious", at(NOW))
    found = await spun(site, terms(), "curious")
    row = (await repository.history(site, "curious", 10)).spins[0]
    assert (row.server_seed_hash, row.server_seed) == (first.active.server_seed_hash, repository.msgspec.UNSET)
    revealed, after = await seeds.rotate(site, "curious", "my-own", at(NOW))
    assert revealed.server_seed == first.active.server_seed
    assert (after.active.server_seed_hash, after.active.client_seed) == (first.next.server_seed_hash, "my-own")
    assert after.next.server_seed_hash not in {first.active.server_seed_hash, first.next.server_seed_hash}
    assert all(hashed(pair.server_seed) == pair.server_seed_hash for pair in (revealed, after.active, after.next))
    row = (await repository.history(site, "curious", 10)).spins[0]
    assert row.server_seed == revealed.server_seed
    wheel = next(each for each in (await repository.history(site, "curious", 1)).wheels)
    weights = [slot.weight for slot in wheel.slots]
    assert row.server_seed
    assert draw(row.server_seed, row.client_seed, row.nonce, weights).position == found.position == row.position
    assert (await spun(site, terms(), "curious")).nonce == 0, "the nonce counts the spins of a pair"
    assert (await seeds.rotate(site, "curious", None, at(NOW)))[1].active.client_seed == "my-own"


async def test_concurrent_spins_and_rotations_keep_nonces_complete(site: Database, other: Database) -> None:
    """Whoever rotates waits for the spin, and no spin is drawn from a seed that has been told."""
    login = await rich(site, "restless", 100_000)
    spinning = asyncio.create_task(together([site, other], terms(), login))
    turned = await asyncio.gather(*(seeds.rotate([site, other][n % 2], login, f"mine-{n}", at(NOW)) for n in range(16)))
    made, refused = await spinning
    assert (len(made), refused) == (AT_ONCE, {})
    assert len({pair.server_seed for pair, _ in turned}) == 16
    assert sum(pair.nonce for pair, _ in turned) + (await seeds.shown(site, login, at(NOW))).active.nonce == AT_ONCE
    await sound(site)


async def test_concurrent_first_requests_create_one_seed_pair(site: Database, other: Database) -> None:
    login = await rich(site, "newcomer", 1000)
    shown = await asyncio.gather(*(seeds.shown([site, other][n % 2], login, at(NOW)) for n in range(16)),
                                 *(spun(site, terms(), login) for _ in range(4)))  # fmt: skip
    assert len({each.next.server_seed for each in shown[:16] if isinstance(each, seeds.SeedPairs)}) == 1
    await sound(site)


async def test_spin_keeps_its_wheel_version(site: Database) -> None:
    await rich(site, "loyal", 1000)
    other_wheel = parse(tuple(f"SMALL_WIN:{n}:{n + 1}" for n in range(SLOTS)))
    before, other, again = [await spun(site, terms(wheel=w), "loyal") for w in (NOTHING, other_wheel, NOTHING)]
    assert before.wheel_version == again.wheel_version != other.wheel_version
    told = await repository.history(site, "loyal", 10)
    assert [table.wheel_version for table in told.wheels] == sorted({before.wheel_version, other.wheel_version})
    made = await asyncio.gather(
        *(repository.version(site, replace(NOTHING, slots=other_wheel.slots), NOW) for _ in "ab")
    )
    assert set(made) == {other.wheel_version}
    await sound(site)
