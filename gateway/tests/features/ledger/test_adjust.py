"""Tests of adjustments: each key once, never below zero, recorded in the ledger and in the operators' log."""

import asyncio
from collections import Counter

from fixtures import site_schema
from fixtures.installed import World
from gateway.database.database import Database
from gateway.features.ledger import Insufficient, read_balances
from gateway.features.ledger.adjust import AdjustmentKeyReused, adjust
from gateway.features.operators.operator_log import Operation, running
from gateway.tests.support import account_app
from gateway.tests.support.commands import run_command
from gateway.tests.support.databases import ask
from gateway.tests.support.delivery_data import add_debt
from gateway.tests.support.wallet_invariants import CONCURRENT, assert_consistent

SEED = 82
OPERATION = Operation(operator="ann", command="ledger adjust", reason="a test")
SIGNED = ("--reason", "event prize", "--by", "ann")


async def adjust_outcome(site: Database, login: str, amount: int, key: str) -> str:
    try:
        with running(OPERATION):
            return "done" if await adjust(site, login, amount, key) else "repeated"
    except Insufficient:
        return "insufficient"
    except AdjustmentKeyReused:
        return "reused"


async def adjust_concurrently(site: Database, calls: list[tuple[str, int, str]]) -> Counter[str]:
    return Counter(await asyncio.gather(*(adjust_outcome(site, *call) for call in calls)))


async def test_concurrent_adjustments_with_one_key_are_posted_once(site: Database) -> None:
    call, other_calls = ("eve", 5, "same"), [("eve", 6, "same"), ("eve", -5, "same"), ("bob", 5, "same")]
    assert await adjust_concurrently(site, [call] * CONCURRENT) == {"done": 1, "repeated": CONCURRENT - 1}
    assert await adjust_concurrently(site, other_calls) == {"reused": 3}
    assert await read_balances(site, ["wallet:eve"]) == {"wallet:eve": 5}
    log_rows = await site.read(ask("SELECT COUNT(*) FROM operator_log WHERE subject = 'adjust:same'"))
    assert log_rows[0].value == 1


async def test_concurrent_adjustments_never_overdraw(site: Database) -> None:
    assert await adjust_outcome(site, "max", 79, "in") == "done"
    calls = [("max", -10, f"out{number}") for number in range(CONCURRENT)]
    assert await adjust_concurrently(site, calls) == {"done": 7, "insufficient": CONCURRENT - 7}
    assert set(await adjust_concurrently(site, calls)) == {"repeated", "insufficient"}
    assert await read_balances(site, ["wallet:max"]) == {"wallet:max": 9}


async def test_adjustment_pays_the_debt_first(site: Database) -> None:
    await add_debt(site, "ian", 7)
    outcomes = [await adjust_outcome(site, "ian", 5, key) for key in ("half", "rest", "rest")]
    assert outcomes == ["done", "done", "repeated"]
    assert await read_balances(site, ["wallet:ian", "debt:ian"]) == {"wallet:ian": 3, "debt:ian": 0}


async def test_adjust_command_gives_takes_and_refuses(own_world: World) -> None:
    gift = ("demo", "+500", "--key", "prize-1")
    for words, code, text in (
        (("Demo", *gift[1:]), 0, "demo +500: adjusted; the wallet has 500 coins, the debt is 0\n"),
        (gift, 0, "adjusted before; nothing was changed"),
        (("demo", "-501", "--key", "prize-2"), 1, "'demo' has 500 coins; nothing was changed"),
        (("demo", "-500", "--key", "prize-1"), 1, "another adjustment has the key 'prize-1'"),
        (("nosuchlogin", "+1", "--key", "prize-3"), 1, "there is no account 'nosuchlogin'"),
        (("demo", "500", "--key", "a"), 2, "expected a sign"),
        (("demo", "+0", "--key", "a"), 2, "expected a sign"),
        (("demo", "+5", "--key", "a b"), 2, "expected 1 to 48"),
        (("demo", "-500", "--key", "prize-4"), 0, "the wallet has 0 coins"),
    ):
        result = await run_command(own_world, "ledger", "adjust", *words, *SIGNED)
        assert (result.code, text in (result.err if code else result.out)) == (code, True), result
    assert (await run_command(own_world, "ledger", "adjust", "demo", "+5", "--key", "a")).code == 2, "no reason"
    log = "SELECT operator, command, subject, reason FROM operator_log ORDER BY id"
    assert [tuple(row) for row in await account_app.site(own_world, log)] == [
        ("ann", "ledger adjust +500", "adjust:prize-1", "event prize"),
        ("ann", "ledger adjust -500", "adjust:prize-4", "event prize"),
    ]
    statement = await run_command(own_world, "ledger", "show", "demo")
    lines = statement.out.splitlines()
    line_number = next(number for number, line in enumerate(lines) if line.endswith("adjust:prize-4"))
    assert lines[line_number + 1].strip() == "ann: event prize"
    assert "wallet:stranger" not in statement.out
    async with site_schema.connect(own_world.environment["GATEWAY_DATABASE_SITE_DSN"]) as site:
        await assert_consistent(site)


async def test_show_tells_an_unknown_account_from_an_empty_one(own_world: World) -> None:
    unknown = await run_command(own_world, "ledger", "show", "nosuchlogin")
    assert (unknown.code, unknown.out) == (1, "")
    assert "there is no account 'nosuchlogin', neither in the game nor on the site" in unknown.err
    assert (await run_command(own_world, "ledger", "show", "house:nothing")).code == 0
    query = f"SELECT LOWER(login) FROM {own_world.schemas.views}.accounts WHERE login <> 'demo' LIMIT 1"
    [(login,)] = await account_app.site(own_world, query)
    empty = await run_command(own_world, "ledger", "show", str(login))
    assert (empty.code, empty.out.count("no entry")) == (0, 3)
