"""Each corruption of a consistent ledger breaks the expected rules; `gateway ledger check` and `show` report it."""

import time
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from fixtures import site_schema
from fixtures.installed import World
from fixtures.site_schema import DATA_KEYS, NOW, credit, post_transfer, spend
from gateway.database.database import Database, DatabaseError
from gateway.features.deliveries import resolve
from gateway.features.ledger import Entry, Transfer, check, debt, house, post, statement, wallet
from gateway.features.ledger.adjust import adjust
from gateway.features.ledger.provenance import PROVENANCE_RULES
from gateway.features.operators.operator_log import Operation, running
from gateway.features.roulette import seeds
from gateway.features.roulette.verification import all_rules
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.account_app import site as run_in_site
from gateway.tests.support.commands import run_command
from gateway.tests.support.corruptions import add_payments, assert_named, broken_after, read_corruptions
from gateway.tests.support.databases import Server, ask
from gateway.tests.support.delivery_data import credit_coins, send_coins
from gateway.tests.support.roulette_data import clock_at, fund, must_spin, rules_with
from gateway.tests.support.wallet_invariants import assert_consistent

pytestmark = pytest.mark.database

ALL_RULES = all_rules(DATA_KEYS)
CORRUPTIONS = read_corruptions(Path(__file__).with_name("corruptions.sql"))


@pytest.fixture(scope="module")
async def dsn(mariadb: Server) -> str:
    """A consistent ledger with payments of every kind, a debt, two deliveries (one cancelled) and four spins."""
    dsn = await site_schema.create(mariadb)
    async with site_schema.connect(dsn) as site:
        await site.write(ask("ALTER TABLE wallets DROP CONSTRAINT wallets_balance"))
        await site.write(ask("ALTER TABLE roulette_seeds DROP CONSTRAINT roulette_seeds_hash"))
        await add_payments(site)
        debt_entries = (Entry(debt("dan"), 4), Entry(house("debts"), -4))
        for transfer in (
            credit("dan:in", "dan", 9),
            spend("dan:out", "dan", 5),
            Transfer("o", "clawback", "o", debt_entries),
        ):
            assert await post_transfer(site, post, transfer) == "done"
        await credit_coins(site, "gus", 50)
        _, cancelled_delivery = [await send_coins(site, "gus", 20) for _ in range(2)]
        await resolve.release(site, cancelled_delivery.id, int(time.time()))
        with running(Operation(operator="ann", command="ledger adjust -3", reason="a test")):
            assert await adjust(site, "gus", -3, "test")
        await _add_spins(site)
        await assert_consistent(site)
    return dsn


async def _add_spins(site: Database) -> None:
    random = Random(1)

    def token_hex(length: int) -> str:
        return random.randbytes(length).hex()

    # With random seeds, another client seed would give the same slot in one of eight runs.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(seeds.secrets, "token_hex", token_hex)
        await fund(site, "spinner", 1000)
        for _ in range(3):
            await must_spin(site, rules_with(), "spinner")
        await seeds.rotate(site, rules_with(), "spinner", "mine", clock_at(NOW))
        await must_spin(site, rules_with(), "spinner")


@pytest.mark.parametrize("corruption", CORRUPTIONS)
async def test_check_names_the_broken_rules_and_the_row(site: Database, corruption: str) -> None:
    rules, subject, statements = CORRUPTIONS[corruption]
    assert_named(await broken_after(site, statements, ALL_RULES), rules, subject)


def test_each_rule_is_broken_by_a_corruption() -> None:
    assert set[str]().union(*(rules for rules, _, _ in CORRUPTIONS.values())) == {rule.name for rule in ALL_RULES}


async def test_check_with_many_violations_lists_the_first(site: Database) -> None:
    rows = ", ".join(f"('wallet:w{n:02}', 'wallet', 'w{n:02}', 1, 1)" for n in range(check.MAX_VIOLATIONS + 5))
    broken_rules = await broken_after(site, f"INSERT INTO wallets VALUES {rows}", ALL_RULES)
    assert (len(broken_rules["wrong_balances"].violations), broken_rules["wrong_balances"].more) == (
        check.MAX_VIOLATIONS,
        True,
    )


async def test_correct_row_of_a_house_account_breaks_no_rule(site: Database) -> None:
    row = "INSERT INTO wallets SELECT account, 'house', 'game', SUM(amount), 1 FROM ledger_entries"
    assert await broken_after(site, f"{row} WHERE account = 'house:game' GROUP BY account", ALL_RULES) == {}


async def test_statement_shows_the_balance_after_each_entry(site: Database) -> None:
    head, _, *rows = statement.format_lines(await statement.read(site, wallet("dan"), 3))
    assert head == "wallet:dan: 4 coins, 2 entries; the last 2, newest first"
    assert [row.split()[2:4] for row in rows] == [["-5", "4"], ["+9", "9"]]
    assert rows[0].split()[4:] == ["spin", "r", "dan:out"]
    assert rows[0].split()[0] == "2025-10-09T08:53:20Z"
    assert statement.format_lines(statement.Statement("wallet:nobody", [])) == ["wallet:nobody: no entry"]


def test_statement_escapes_text_of_the_database() -> None:
    line = statement.StatementLine(1, 2**62, "x", "\x1b[31m\u202ered\n", "back\\slash ñ", 1, 1, 1)
    lines = statement.format_lines(statement.Statement("wallet:\x07a", [line]))
    assert all(text.isascii() and text.isprintable() for text in lines)
    assert r"\x1b[31m\u202ered\n  back\\slash \xf1" in lines[-1]


@pytest.fixture(scope="module")
async def own_world(world: WorldFactory) -> World:
    own_world = world("mobius", characters=60, seed=44)
    async with site_schema.connect(own_world.environment["GATEWAY_DATABASE_SITE_DSN"]) as site:
        with running(Operation(operator="ann", command="ledger adjust", reason="a test")):
            for amount in (30, -11):
                assert await adjust(site, "lea", amount, f"lea{amount}")
    return own_world


async def test_command_check_exits_with_1_for_a_broken_rule(own_world: World) -> None:
    rules, counts = len(ALL_RULES) + len(PROVENANCE_RULES) + 1, "2 transfers, 4 entries, 2 wallets, 0 donations"
    consistent = await run_command(own_world, "ledger", "check")
    assert (consistent.code, consistent.err) == (0, "")
    lines = consistent.out.splitlines()
    assert lines[0] == f"ok   all {rules} rules hold: {counts}"
    minted = "     new coins of 24 hours, adjust: 30 in 1 transfers"
    assert lines[1] == minted
    assert lines[2].startswith("note no rule finds a cause of coins whose every row was written by hand")
    await run_in_site(own_world, "UPDATE wallets SET balance = balance + 1 WHERE account = 'wallet:lea'")
    try:
        inconsistent = await run_command(own_world, "ledger", "check")
    finally:
        await run_in_site(own_world, "UPDATE wallets SET balance = balance - 1 WHERE account = 'wallet:lea'")
    assert (inconsistent.code, inconsistent.err) == (1, "")
    assert inconsistent.out.splitlines()[:-2] == [
        "BAD  broken rule: each balance is the sum of the account's entries",
        "       wallet:lea: 20 instead of 19",
        f"1 of {rules} rules are broken: {counts}",
        minted,
    ]


async def test_command_show_lists_the_accounts_of_a_login(own_world: World) -> None:
    lines = (await run_command(own_world, "ledger", "show", "LEA", "--count", "1")).out.splitlines()
    assert lines[0] == "wallet:lea: 19 coins, 2 entries; the last 1, newest first"
    assert "-11" in lines[2]
    assert lines[3:] == ["      ann: a test", "hold:lea: no entry", "debt:lea: no entry"]
    of_house = await run_command(own_world, "ledger", "show", "house:adjustments")
    assert of_house.out.splitlines()[0] == "house:adjustments: -19 coins, 2 entries; the last 2, newest first"


@pytest.mark.parametrize(
    ("words", "dsn", "reason"),
    [
        (("show", "other:lea"), None, "other:lea"),
        (("show", "lea", "--count", "0"), None, "--count"),
        (("check",), "", "database.site_dsn"),
        (("check",), "mysql://nobody:secret-word@127.0.0.1:1/site", "cannot connect"),
        ((), None, "check|show"),
    ],
)
async def test_command_that_cannot_answer_exits_with_2(
    own_world: World, words: tuple[str, ...], dsn: str | None, reason: str
) -> None:
    env = {} if dsn is None else {"GATEWAY_DATABASE_SITE_DSN": dsn}
    result = await run_command(own_world, "ledger", *words, **env)
    assert (result.code, result.out) == (2, "")
    assert reason in result.err
    assert "secret-word" not in result.err
    assert "Traceback" not in result.err


async def test_read_only_connection_refuses_a_posting(dsn: str) -> None:
    async with site_schema.connect(dsn, replace(site_schema.LIMITS, read_only=True)) as site:
        with pytest.raises(DatabaseError) as error:
            await post_transfer(site, post, credit("never", "ann", 1))
        assert error.value.code == 1792
