"""Adjustments: idempotent by their key, refused below zero, in the books and in the operators' log."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from fixtures import site_schema
from fixtures.installed import World
from fixtures.servers import MariaDB
from gateway.database.database import Database, DatabaseUnavailable
from gateway.features.ledger import Insufficient, check, read_balances
from gateway.features.ledger.adjust import AdjustmentKeyReused, adjust
from gateway.features.operators.operator_log import Operation, running
from gateway.features.roulette.verification import ALL_RULES
from gateway.tests.conftest import WorldFactory
from gateway.tests.support import crash_tests
from gateway.tests.support.account_app import site as statements
from gateway.tests.support.commands import run_command
from gateway.tests.support.databases import Server, ask
from gateway.tests.support.delivery_data import in_wallet, owe, site_door, sound
from gateway.tests.support.ledger_workload import CrashResult, Journal, Record

OPERATION = Operation("ann", "ledger adjust", "a test")
WHO = ("--reason", "event prize", "--by", "ann")
CONCURRENT = 64


@pytest.fixture(scope="module")
async def dsn(mariadb: Server) -> str:
    return await site_schema.create(mariadb, "ledger_adjust")


@pytest.fixture
async def books(dsn: str) -> AsyncGenerator[Database]:
    async with site_schema.connect(dsn) as site:
        yield site
        assert await check.broken_rules(site, ALL_RULES) == []


async def outcome(site: Database, login: str, amount: int, key: str) -> str:
    try:
        with running(OPERATION):
            return "done" if await adjust(site, login, amount, key) else "repeated"
    except Insufficient:
        return "insufficient"
    except AdjustmentKeyReused:
        return "reused"


async def at_once(site: Database, calls: list[tuple[str, int, str]]) -> Counter[str]:
    return Counter(await asyncio.gather(*(outcome(site, *call) for call in calls)))


async def logged(site: Database, key: str) -> int:
    return (await site.read(ask(f"SELECT COUNT(*) FROM operator_log WHERE subject = 'adjust:{key}'")))[0].value


async def test_concurrent_adjustments_with_one_key_are_posted_once(books: Database) -> None:
    assert await at_once(books, [("eve", 5, "same")] * CONCURRENT) == {"done": 1, "repeated": CONCURRENT - 1}
    assert await at_once(books, [("eve", 6, "same"), ("eve", -5, "same"), ("bob", 5, "same")]) == {"reused": 3}
    assert await read_balances(books, ["wallet:eve"]) == {"wallet:eve": 5}
    assert await logged(books, "same") == 1


async def test_concurrent_adjustments_never_overdraw(books: Database) -> None:
    assert await outcome(books, "max", 79, "in") == "done"
    calls = [("max", -10, f"out{number}") for number in range(CONCURRENT)]
    assert await at_once(books, calls) == {"done": 7, "insufficient": CONCURRENT - 7}
    assert set(await at_once(books, calls)) == {"repeated", "insufficient"}
    assert await read_balances(books, ["wallet:max"]) == {"wallet:max": 9}


async def test_adjustment_pays_the_debt_first(books: Database) -> None:
    await owe(books, "ian", 7)
    assert await outcome(books, "ian", 5, "half") == "done"
    assert await outcome(books, "ian", 5, "rest") == "done"
    assert await outcome(books, "ian", 5, "rest") == "repeated"
    assert await read_balances(books, ["wallet:ian", "debt:ian"]) == {"wallet:ian": 3, "debt:ian": 0}


@pytest.mark.faults
async def test_database_killed_loses_no_acknowledged_adjustment(tmp_path: Path) -> None:
    """Each acknowledged adjustment is there once after the crash; repeating an unanswered one posts it once."""

    def call_of(key: str) -> tuple[str, int, str]:
        chance = random.Random(key)
        return f"mix{chance.randrange(6)}", chance.choice((-7, 5, 9)), key

    async def run(site: Database, record: Record, name: str) -> None:
        async def work(worker: int) -> None:
            for number in range(10_000):
                key = f"{name}-{worker}-{number}"
                record("asked", key)
                try:
                    record(await outcome(site, *call_of(key)), key)
                except DatabaseUnavailable:
                    return

        await asyncio.gather(*(work(worker) for worker in range(16)))

    async def verify(site: Database, journal: Journal) -> CrashResult:
        unanswered = journal.unanswered
        assert await check.broken_rules(site, ALL_RULES) == []
        for key, first in list(journal.answered.items()):
            assert first != "done" or await outcome(site, *call_of(key)) == "repeated"
        for key in unanswered:
            journal.record(await outcome(site, *call_of(key)), key)
        assert await check.broken_rules(site, ALL_RULES) == []
        return CrashResult(len(journal.answered) - len(unanswered), len(unanswered))

    total = CrashResult()
    with MariaDB(tmp_path, options=crash_tests.DURABLE) as server:
        dsn = await site_schema.create(server, "adjust_kills")
        for number in range(3):
            workload = crash_tests.Workload(run, verify)
            total += await crash_tests.kill_server(server, dsn, f"kill{number}", workload)
    assert total.answered > 3
    assert total.unanswered > 0, "no kill hit an adjustment"


@pytest.fixture(scope="module")
def own_world(world: WorldFactory) -> World:
    return world("mobius", characters=60, seed=82)


async def test_adjust_command_gives_takes_and_refuses(own_world: World) -> None:
    given = await run_command(own_world, "ledger", "adjust", "Demo", "+500", "--key", "prize-1", *WHO)
    assert given == (0, "demo +500: adjusted; the wallet has 500 coins, the debt is 0\n", "")
    again = await run_command(own_world, "ledger", "adjust", "demo", "+500", "--key", "prize-1", *WHO)
    assert (again.code, "adjusted before; nothing was changed" in again.out) == (0, True)
    for words, message in {
        ("demo", "-501", "--key", "prize-2"): "'demo' has 500 coins; nothing was changed",
        ("demo", "-500", "--key", "prize-1"): "another adjustment has the key 'prize-1'",
        ("nosuchlogin", "+1", "--key", "prize-3"): "there is no account 'nosuchlogin'",
    }.items():
        refused = await run_command(own_world, "ledger", "adjust", *words, *WHO)
        assert (refused.code, message in refused.err) == (1, True), refused
    for words in (("demo", "500", "--key", "a"), ("demo", "+0", "--key", "a"), ("demo", "+5", "--key", "a b")):
        assert (await run_command(own_world, "ledger", "adjust", *words, *WHO)).code == 2
    assert (await run_command(own_world, "ledger", "adjust", "demo", "+5", "--key", "a")).code == 2
    taken = await run_command(own_world, "ledger", "adjust", "demo", "-500", "--key", "prize-4", *WHO)
    assert taken.code == 0
    assert await in_wallet(own_world, "demo") == 0
    rows = await statements(own_world, "SELECT operator, command, subject, reason FROM operator_log ORDER BY id")
    assert [tuple(row) for row in rows] == [
        ("ann", "ledger adjust +500", "adjust:prize-1", "event prize"),
        ("ann", "ledger adjust -500", "adjust:prize-4", "event prize"),
    ]
    shown = await run_command(own_world, "ledger", "show", "demo")
    lines = shown.out.splitlines()
    adjusted = next(number for number, line in enumerate(lines) if line.endswith("adjust:prize-4"))
    assert lines[adjusted + 1].strip() == "ann: event prize"
    assert "wallet:stranger" not in shown.out
    async with site_door(own_world) as site:
        await sound(site)


async def test_show_tells_an_unknown_account_from_an_empty_one(own_world: World) -> None:
    unknown = await run_command(own_world, "ledger", "show", "nosuchlogin")
    assert (unknown.code, unknown.out) == (1, "")
    assert "there is no account 'nosuchlogin', neither in the game nor on the site" in unknown.err
    assert (await run_command(own_world, "ledger", "show", "house:nothing")).code == 0
    [(login,)] = await statements(
        own_world, f"SELECT LOWER(login) FROM {own_world.schemas.views}.accounts WHERE login <> 'demo' LIMIT 1"
    )
    empty = await run_command(own_world, "ledger", "show", str(login))
    assert (empty.code, empty.out.count("no entry")) == (0, 3)
