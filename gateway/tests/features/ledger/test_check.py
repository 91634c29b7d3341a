"""Each corruption of a consistent ledger breaks the expected rules; `gateway ledger check` and `show` report it."""

import re
import time
from collections.abc import AsyncGenerator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace
from structlog.testing import capture_logs

from fixtures import site_schema
from fixtures.installed import World
from fixtures.payment_snapshots import AMOUNT, COINS, make_snapshot
from fixtures.site_schema import DATA_KEYS, NOW, begin_donation, credit, posted, spend
from gateway.config.sections import DatabaseSettings
from gateway.config.settings import Settings
from gateway.database.database import Database, DatabaseError
from gateway.features.deliveries import resolve
from gateway.features.ledger import Entry, Transfer, check, debt, house, post, statement, wallet
from gateway.features.ledger.adjust import adjust
from gateway.features.ledger.daily_check import DailyLedgerCheck
from gateway.features.operators.operator_log import Operation, running
from gateway.features.payments.provider_payment import ProviderPayment
from gateway.features.payments.reconcile import MerchantAccount, reconcile
from gateway.features.roulette import seeds
from gateway.features.roulette.verification import all_rules
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.commands import run_command
from gateway.tests.support.databases import Server, ask
from gateway.tests.support.delivery_data import credit_coins, send_coins
from gateway.tests.support.roulette_data import clock_at, fund, must_spin, rules_with
from gateway.tests.support.wallet_invariants import assert_consistent

pytestmark = pytest.mark.database

ALL_RULES = all_rules(DATA_KEYS)
APPROVED = make_snapshot("approved")
PARTIAL = make_snapshot("approved", "partially_refunded", refunded=150_000)
# Payment, its donation and account, and its states at the provider in order.
PAYMENTS: tuple[tuple[int, str, str, tuple[ProviderPayment, ...]], ...] = (
    (1, "d1", "ann", (APPROVED,)),
    (2, "d1", "ann", (APPROVED, make_snapshot("refunded", refunded=AMOUNT))),
    (3, "d2", "ann", (APPROVED, make_snapshot("in_mediation"))),
    (4, "d3", "bob", (make_snapshot("rejected", approved=False),)),
    (5, "d3", "bob", (APPROVED, PARTIAL)),
    (6, "d4", "bob", (APPROVED, *(make_snapshot("charged_back", detail) for detail in ("settled", "reimbursed")))),
    (7, "d5", "bob", (replace(APPROVED, amount=AMOUNT - 1),)),
    (8, "d6", "cat", (APPROVED, replace(APPROVED, currency="USD"))),
    (9, "d7", "cat", (make_snapshot("in_mediation", approved=False),)),
)
_BLOCK = re.compile(r"^-- (.+): (.+); (.+)\n((?:[^-\n].*\n)+)", re.MULTILINE)
CORRUPTIONS: dict[str, tuple[set[str], str, str]] = {
    name: (set(rules.split(", ")), subject, statements)
    for name, rules, subject, statements in _BLOCK.findall(Path(__file__).with_name("corruptions.sql").read_text())
}
"""Name → rules that it breaks, start of the subject of one violation, SQL statements."""


@pytest.fixture(scope="module")
async def dsn(mariadb: Server) -> str:
    """A consistent ledger with payments of every kind, a debt, two deliveries (one cancelled) and four spins."""
    dsn = await site_schema.create(mariadb, "ledger_check")
    async with site_schema.connect(dsn) as site:
        await site.write(ask("ALTER TABLE wallets DROP CONSTRAINT wallets_balance"))
        await site.write(ask("ALTER TABLE roulette_seeds DROP CONSTRAINT roulette_seeds_hash"))
        await _add_payments(site)
        owed = (Entry(debt("dan"), 4), Entry(house("debts"), -4))
        for transfer in (credit("dan:in", "dan", 9), spend("dan:out", "dan", 5), Transfer("o", "clawback", "o", owed)):
            assert await posted(site, post, transfer) == "done"
        await credit_coins(site, "gus", 50)
        _, cancelled = [await send_coins(site, "gus", 20) for _ in range(2)]
        await resolve.release(site, cancelled.id, int(time.time()))
        with running(Operation("ann", "ledger adjust -3", "a test")):
            assert await adjust(site, "gus", -3, "test")
        await _add_spins(site)
        await assert_consistent(site)
    return dsn


async def _add_payments(site: Database) -> None:
    for donation, account in sorted({(donation, account) for _, donation, account, _ in PAYMENTS}):
        await begin_donation(site, donation, account)
    for payment, donation, _, states in PAYMENTS:
        for moment, state in enumerate(states, start=1):
            state = replace(state, payment_id=payment, reference=donation, updated_ms=moment)
            await reconcile(site, MerchantAccount(collector_id=1, live_mode=True), state, moment)


async def _add_spins(site: Database) -> None:
    chance = Random(1)

    def token_hex(length: int) -> str:
        return chance.randbytes(length).hex()

    # With random seeds, another client seed would give the same slot in one of eight runs.
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(seeds.secrets, "token_hex", token_hex)
        await fund(site, "spinner", 1000)
        for _ in range(3):
            await must_spin(site, rules_with(), "spinner")
        await seeds.rotate(site, rules_with(), "spinner", "mine", clock_at(NOW))
        await must_spin(site, rules_with(), "spinner")


@pytest.fixture
async def site(dsn: str) -> AsyncGenerator[Database]:
    async with site_schema.connect(dsn) as database:
        yield database


class Rollback(Exception):  # noqa: N818 - ends a transaction
    pass


async def broken_after(site: Database, statements: str) -> dict[str, check.BrokenRule]:
    """Returns the rules that the statements break, by name; rolls the statements back."""
    broken = dict[str, check.BrokenRule]()
    with suppress(Rollback):
        async with site.transaction() as session:
            for text in statements.split(";"):
                if text.strip():
                    await session.write(ask(text))
            for rule in ALL_RULES:
                if rows := await check.broken_rules(session, [rule]):
                    broken[rule.name] = rows[0]
            await session.write(ask("SET foreign_key_checks = 1"))
            raise Rollback
    return broken


@pytest.mark.parametrize("corruption", CORRUPTIONS)
async def test_check_names_the_broken_rules_and_the_row(site: Database, corruption: str) -> None:
    rules, subject, statements = CORRUPTIONS[corruption]
    broken = await broken_after(site, statements)
    assert broken.keys() == rules
    violations = [violation for rule in broken.values() for violation in rule.violations]
    assert any(violation.subject.startswith(subject) for violation in violations), violations
    assert all(violation.expected != violation.found for violation in violations)


def test_each_rule_is_broken_by_a_corruption() -> None:
    assert set[str]().union(*(rules for rules, _, _ in CORRUPTIONS.values())) == {rule.name for rule in ALL_RULES}


async def test_check_with_many_violations_lists_the_first(site: Database) -> None:
    rows = ", ".join(f"('wallet:w{n:02}', 'wallet', 'w{n:02}', 1, 1)" for n in range(check.MAX_VIOLATIONS + 5))
    broken = await broken_after(site, f"INSERT INTO wallets VALUES {rows}")
    assert (len(broken["wrong_balances"].violations), broken["wrong_balances"].more) == (check.MAX_VIOLATIONS, True)


async def test_correct_row_of_a_house_account_breaks_no_rule(site: Database) -> None:
    row = "INSERT INTO wallets SELECT account, 'house', 'game', SUM(amount), 1 FROM ledger_entries"
    assert await broken_after(site, f"{row} WHERE account = 'house:game' GROUP BY account") == {}


async def test_daily_check_logs_and_counts_broken_rules(site: Database, dsn: str) -> None:
    daily = DailyLedgerCheck(Settings(database=DatabaseSettings(site_dsn=dsn)), ALL_RULES)
    assert dict(daily.samples()) == {}
    assert await daily.work(0) == 0
    await site.write(ask("UPDATE payments SET held = held - 1 WHERE id = 3"))
    try:
        with capture_logs() as lines:
            assert await daily.work(86400) == 2
    finally:
        await site.write(ask("UPDATE payments SET held = held + 1 WHERE id = 3"))
    assert {(line["event"], line["log_level"]) for line in lines} == {("ledger_inconsistent", "error")}
    assert f"payment mp:3: {COINS - 1} instead of {COINS}" in [line["first"] for line in lines]
    samples = dict(daily.samples())
    assert (samples["fishi_ledger_broken_rules"], samples["fishi_ledger_violations"]) == (2, 2)
    daily.forget()
    assert dict(daily.samples()) == {}


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
        for transfer in (credit("seed:1", "lea", 30), spend("seed:2", "lea", 11)):
            assert await posted(site, post, transfer) == "done"
    return own_world


async def test_command_check_exits_with_1_for_a_broken_rule(own_world: World, site: Database, dsn: str) -> None:
    counts = "2 transfers, 4 entries, 1 wallets, 0 donations"
    consistent = await run_command(own_world, "ledger", "check")
    assert consistent == (0, f"ok   all {len(ALL_RULES)} rules hold: {counts}\n", "")
    await site.write(ask("UPDATE wallets SET balance = balance + 1 WHERE account = 'wallet:dan'"))
    try:
        inconsistent = await run_command(own_world, "ledger", "check", GATEWAY_DATABASE_SITE_DSN=dsn)
    finally:
        await site.write(ask("UPDATE wallets SET balance = balance - 1 WHERE account = 'wallet:dan'"))
    assert (inconsistent.code, inconsistent.err) == (1, "")
    head, row, summary = inconsistent.out.splitlines()
    assert head == "BAD  broken rule: each balance is the sum of the account's entries"
    assert row == "       wallet:dan: 5 instead of 4"
    assert summary.startswith(f"1 of {len(ALL_RULES)} rules are broken: ")


async def test_command_show_lists_the_accounts_of_a_login(own_world: World) -> None:
    lines = (await run_command(own_world, "ledger", "show", "LEA", "--count", "1")).out.splitlines()
    assert lines[0] == "wallet:lea: 19 coins, 2 entries; the last 1, newest first"
    assert "-11" in lines[2]
    assert lines[3:] == ["hold:lea: no entry", "debt:lea: no entry"]
    of_house = await run_command(own_world, "ledger", "show", "house:wheel")
    assert of_house.out.splitlines()[0] == "house:wheel: 11 coins, 1 entries; the last 1, newest first"


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
            await posted(site, post, credit("never", "ann", 1))
        assert error.value.code == 1792
