"""Every rule of the ledger detects the row that violates it; `gateway ledger check` and `show` report it."""

import re
import subprocess
import sys
import time
from collections.abc import AsyncGenerator, Mapping
from contextlib import suppress
from random import Random

import pytest
from msgspec.structs import replace
from structlog.testing import capture_logs

from fixtures import site_schema
from fixtures.installed import World
from fixtures.payment_snapshots import AMOUNT, COINS, make_snapshot
from fixtures.site_schema import credit, posted, spend
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
from gateway.features.roulette.verification import ALL_RULES
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.databases import Server, ask
from gateway.tests.support.delivery_data import give, sent
from gateway.tests.support.roulette_data import at, rich, spun, terms

pytestmark = pytest.mark.database

DONATION = (
    "INSERT INTO donations (id, account, character_id, character_name, amount, currency, base_coins, bonus_coins, "
    f"total_coins, created_at) VALUES ('{{id}}', '{{account}}', 1, 'A', {AMOUNT}, 'ARS', {COINS}, 0, {COINS}, 1)"
)
PARTIAL = make_snapshot("approved", "partially_refunded", refunded=150_000)
# Payment → donation, account, and its states at the provider in order.
PAYMENTS: dict[int, tuple[str, str, tuple[ProviderPayment, ...]]] = {
    1: ("d1", "ann", (make_snapshot("approved"),)),
    2: ("d1", "ann", (make_snapshot("approved"), make_snapshot("refunded", refunded=AMOUNT))),
    3: ("d2", "ann", (make_snapshot("approved"), make_snapshot("in_mediation"))),
    4: ("d3", "bob", (make_snapshot("rejected", approved=False),)),
    5: ("d3", "bob", (make_snapshot("approved"), PARTIAL)),
    6: (
        "d4",
        "bob",
        (
            make_snapshot("approved"),
            make_snapshot("charged_back", "settled"),
            make_snapshot("charged_back", "reimbursed"),
        ),
    ),
    7: ("d5", "bob", (replace(make_snapshot("approved"), amount=AMOUNT - 1),)),
    8: ("d6", "cat", (make_snapshot("approved"), replace(make_snapshot("approved"), currency="USD"))),
    9: ("d7", "cat", (make_snapshot("in_mediation", approved=False),)),
}
ENTRY = "INSERT INTO ledger_entries (transfer_id, line, account, amount) VALUES"
TRANSFERS = "INSERT INTO ledger_transfers (idempotency_key, kind, reference, created_at) VALUES"
OF_PAYMENT_1 = "(SELECT id FROM ledger_transfers WHERE idempotency_key = 'mp:1:credit')"
SPIN = "seed_id = 1 AND nonce = 1"

# Name → statements that corrupt the ledger, names of the broken rules, and the start of one violation's subject.
CORRUPTIONS: dict[str, tuple[str, set[str], str]] = {
    "entry changed": (
        f"UPDATE ledger_entries SET amount = amount + 1 WHERE line = 0 AND transfer_id = {OF_PAYMENT_1}",
        {"all_entries", "unbalanced", "wrong_balances", "wrong_donations", "wrong_payments"},
        "wallet:ann",
    ),
    "two transfers that balance only together": (
        f"UPDATE ledger_entries SET amount = amount - 1 WHERE line = 1 AND transfer_id = {OF_PAYMENT_1};"
        "UPDATE ledger_entries SET amount = amount + 1 WHERE account = 'house:game' LIMIT 1",
        {"unbalanced"},
        "transfer ",
    ),
    "transfer without entries": (f"{TRANSFERS} ('bare', 'x', 'y', 1)", {"without_entries"}, "transfer "),
    "entry without its transfer": (
        f"SET foreign_key_checks = 0; {ENTRY} (99999, 3, 'house:a', 1), (99999, 4, 'house:b', -1)",
        {"without_transfer"},
        "entry 99999/",
    ),
    "account of an unknown kind": (
        "UPDATE ledger_entries SET account = 'purse:x' WHERE account = 'house:game' LIMIT 1",
        {"unknown_accounts", "wrong_balances"},
        "purse:x",
    ),
    "balance changed": (
        "UPDATE wallets SET balance = balance + 1 WHERE account = 'wallet:ann'",
        {"wrong_balances"},
        "wallet:ann",
    ),
    "wallet deleted": (
        "DELETE FROM wallets WHERE account = 'hold:ann'",
        {"wrong_balances", "wrong_frozen"},
        "hold:ann",
    ),
    "wrong row of a house account": (
        "INSERT INTO wallets VALUES ('house:wheel', 'house', 'wheel', 3, 1)",
        {"wrong_balances"},
        "house:wheel",
    ),
    "wallet below zero": (
        "UPDATE wallets SET balance = -7 WHERE account = 'wallet:ann'",
        {"below_zero", "wrong_balances"},
        "wallet:ann",
    ),
    "debt without its opposite side": (
        "UPDATE ledger_entries SET account = 'house:donations' WHERE account = 'house:debts'",
        {"uneven_debts"},
        "transfer ",
    ),
    "donation completed and never credited": (
        "UPDATE donations SET status = 'completed', credited_at = 1 WHERE id = 'd7'",
        {"completed_and_not_credited"},
        "donation d7",
    ),
    "donation credited and pending": (
        "UPDATE donations SET status = 'pending' WHERE id = 'd1'",
        {"credited_and_not_completed"},
        "donation d1, pending",
    ),
    "payment credited twice": (
        f"{TRANSFERS} ('mp:1:credit:2', 'credit', 'd1', 1);"
        f"{ENTRY} (LAST_INSERT_ID(), 0, 'house:a', 1), (LAST_INSERT_ID(), 1, 'house:b', -1)",
        {"credited_twice", "wrong_moves"},
        "payment mp:1",
    ),
    "credit of no donation": (
        "UPDATE ledger_transfers SET reference = 'd9' WHERE idempotency_key = 'mp:6:credit'",
        {"credited_to_no_donation", "completed_and_not_credited", "wrong_donations"},
        "transfer ",
    ),
    "coins of a donation changed": (
        "UPDATE donations SET coins_credited = coins_credited + 1 WHERE id = 'd1'",
        {"wrong_donations", "wrong_sums"},
        "donation d1",
    ),
    "credit not recorded": (
        "UPDATE payments SET credited = 0 WHERE id = 2",
        {"credited_payments"},
        "payment 2",
    ),
    "payment completed and never credited": (
        "UPDATE payments SET outcome = 'completed' WHERE id = 4",
        {"credited_payments"},
        "payment 4",
    ),
    "more coins than its transfers brought": (
        "UPDATE payments SET coins = coins + 1 WHERE id = 1",
        {"wrong_payments", "wrong_sums", "wrong_targets"},
        "payment mp:1",
    ),
    "coins of a mismatched payment changed": (
        "UPDATE payments SET coins = coins - 1 WHERE id = 8",
        {"wrong_payments", "wrong_sums"},
        "payment mp:8",
    ),
    "frozen coins of a payment changed": (
        "UPDATE payments SET held = held - 1 WHERE id = 3",
        {"wrong_holds", "wrong_frozen"},
        "hold:ann",
    ),
    "frozen coins of no payment": (
        "UPDATE wallets SET balance = balance + 4 WHERE account = 'hold:ann'",
        {"wrong_balances", "wrong_frozen"},
        "hold:ann",
    ),
    "transfer not counted": ("UPDATE payments SET moves = moves - 1 WHERE id = 6", {"wrong_moves"}, "payment mp:6"),
    "payment without a row": (
        "UPDATE payments SET id = 66 WHERE id = 6",
        {"credited_payments", "wrong_payments", "wrong_moves"},
        "payment mp:6",
    ),
    "mismatched payment with a transfer": (
        "UPDATE ledger_transfers SET idempotency_key = 'mp:7:2:clawback' WHERE idempotency_key = 'mp:2:2:clawback'",
        {"mismatched_and_moved", "wrong_payments", "wrong_moves"},
        "payment 7, amount",
    ),
    "payment of another donation": (
        "UPDATE payments SET donation_id = 'd2' WHERE id = 1",
        {"wrong_sums"},
        "donation d2",
    ),
    "refund not applied": (
        f"UPDATE payments SET refunded = {AMOUNT // 2} WHERE id = 1",
        {"wrong_targets"},
        "payment 1, approved",
    ),
    "chargeback not applied": (
        "UPDATE payments SET detail = 'settled' WHERE id = 6",
        {"wrong_targets"},
        "payment 6, charged_back",
    ),
    "delivery never paid": (
        "UPDATE ledger_transfers SET kind = 'x' WHERE reference = 'delivery:1'",
        {"deliveries_paid", "wrong_deliveries"},
        "delivery 1",
    ),
    "delivery paid from another wallet": (
        "UPDATE deliveries SET account = 'flo' WHERE id = 1",
        {"wrong_deliveries"},
        "delivery 1, pending",
    ),
    "amount of a delivery changed": (
        "UPDATE deliveries SET amount = amount + 1 WHERE id = 1",
        {"wrong_deliveries"},
        "delivery 1, pending",
    ),
    "delivery cancelled and not refunded": (
        "UPDATE deliveries SET status = 'cancelled' WHERE id = 1",
        {"deliveries_refunded", "wrong_deliveries"},
        "delivery 1, cancelled",
    ),
    "delivery refunded and pending": (
        "UPDATE deliveries SET status = 'pending' WHERE id = 2",
        {"deliveries_refunded", "wrong_deliveries"},
        "delivery 2, pending",
    ),
    "delivery deleted": ("DELETE FROM deliveries WHERE id = 1", {"without_delivery"}, "transfer "),
    "reference of a delivery malformed": (
        "UPDATE ledger_transfers SET reference = 'delivery:x1' WHERE reference = 'delivery:1'",
        {"without_delivery", "deliveries_paid", "wrong_deliveries"},
        "transfer ",
    ),
    "adjustment without a log entry": (
        f"{TRANSFERS} ('adjust:x', 'adjust', 'adjust:x', 1);"
        f"{ENTRY} (LAST_INSERT_ID(), 0, 'wallet:gus', 5), (LAST_INSERT_ID(), 1, 'house:adjustments', -5);"
        "UPDATE wallets SET balance = balance + 5 WHERE account = 'wallet:gus'",
        {"adjusted_without_log"},
        "transfer ",
    ),
    "adjustments used by another kind": (
        f"{TRANSFERS} ('gift:x', 'gift', 'gift:x', 1);"
        f"{ENTRY} (LAST_INSERT_ID(), 0, 'wallet:gus', 5), (LAST_INSERT_ID(), 1, 'house:adjustments', -5);"
        "UPDATE wallets SET balance = balance + 5 WHERE account = 'wallet:gus'",
        {"wrong_adjustments"},
        "transfer ",
    ),
    "prize changed": (
        f"UPDATE roulette_spins SET prize = prize + 1000, balance = balance + 1000 WHERE {SPIN}",
        {"wrong_spins", "draws"},
        "prize of spin 1-1",
    ),
    "cost not paid": (f"UPDATE roulette_spins SET cost = cost + 1 WHERE {SPIN}", {"wrong_spins"}, "spin 1-1"),
    "slot not the drawn one": (
        f"UPDATE roulette_spins SET position = MOD(position + 1, 12) WHERE {SPIN}",
        {"draws"},
        "slot of spin 1-1",
    ),
    "client seed changed": (
        f"UPDATE roulette_spins SET client_seed = CONCAT('x', client_seed) WHERE {SPIN}",
        {"draws"},
        "slot of spin 1-1",
    ),
    "wheel missing": ("UPDATE roulette_wheels SET version = 77", {"draws"}, "spin 1-0, wheel missing"),
    "nonce set back": (
        "UPDATE roulette_seeds SET nonce = nonce - 1 WHERE id = 1",
        {"wrong_nonces"},
        "pair 1 of spinner",
    ),
    "hash of another seed": (
        "UPDATE roulette_seeds SET server_seed_hash = REVERSE(server_seed_hash) WHERE id = 2",
        {"wrong_hashes"},
        "pair 2 of spinner",
    ),
    "spin of another account": (
        f"UPDATE roulette_spins SET account = 'thief' WHERE {SPIN}",
        {"wrong_spins", "wrong_nonces"},
        "spin 1-1",
    ),
    "transfer of the wheel without a spin": (
        "UPDATE ledger_transfers SET reference = '1-9' WHERE idempotency_key = 'spin:1:1:cost'",
        {"wrong_spins", "moved_by_no_spin"},
        "transfer ",
    ),
}


@pytest.fixture(scope="module")
async def dsn(mariadb: Server) -> str:
    """A consistent ledger with payments of every kind, a debt, two deliveries (one cancelled) and four spins."""
    made = await site_schema.create(mariadb, "ledger_check")
    async with site_schema.connect(made) as site:
        await site.write(ask("ALTER TABLE wallets DROP CONSTRAINT wallets_balance"))
        await _add_payments(site)
        owed = (Entry(debt("dan"), 4), Entry(house("debts"), -4))
        for transfer in (credit("dan:in", "dan", 9), spend("dan:out", "dan", 5), Transfer("o", "clawback", "o", owed)):
            assert await posted(site, post, transfer) == "done"
        await give(site, "gus", 50)
        _, cancelled = [await sent(site, "gus", 20) for _ in range(2)]
        await resolve.release(site, cancelled.id, int(time.time()))
        with running(Operation("ann", "ledger adjust -3", "a test")):
            assert await adjust(site, "gus", -3, "test")
        await _add_spins(site)
        assert await check.broken_rules(site, ALL_RULES) == []
    return made


async def _add_payments(site: Database) -> None:
    for donation, account in sorted({(donation, account) for donation, account, _ in PAYMENTS.values()}):
        await site.write(ask(DONATION.format(id=donation, account=account)))
    for payment, (donation, _, states) in PAYMENTS.items():
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
        await rich(site, "spinner", 1000)
        for _ in range(3):
            await spun(site, terms(), "spinner")
        await seeds.rotate(site, "spinner", "mine", at(1))
        await spun(site, terms(), "spinner")


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
                await session.write(ask(text))
            for rule in ALL_RULES:
                if found := await check.broken_rules(session, [rule]):
                    broken[rule.name] = found[0]
            await session.write(ask("SET foreign_key_checks = 1"))
            raise Rollback
    return broken


@pytest.mark.parametrize("corruption", CORRUPTIONS)
async def test_check_names_the_broken_rules_and_the_row(site: Database, corruption: str) -> None:
    statements, rules, subject = CORRUPTIONS[corruption]
    broken = await broken_after(site, statements)
    assert broken.keys() == rules
    violations = [violation for rule in broken.values() for violation in rule.violations]
    assert any(violation.subject.startswith(subject) for violation in violations), violations
    assert all(violation.expected != violation.found for violation in violations)


def test_each_rule_is_broken_by_a_corruption() -> None:
    assert set[str]().union(*(rules for _, rules, _ in CORRUPTIONS.values())) == {rule.name for rule in ALL_RULES}


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
async def world_with_entries(world: WorldFactory) -> World:
    made = world("mobius", characters=60, seed=44)
    async with site_schema.connect(made.environment["GATEWAY_DATABASE_SITE_DSN"]) as site:
        for transfer in (credit("seed:1", "lea", 30), spend("seed:2", "lea", 11)):
            assert await posted(site, post, transfer) == "done"
    return made


def gateway_ledger(environment: Mapping[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "gateway", "ledger", *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)


def test_command_check_of_a_consistent_ledger_exits_with_0(world_with_entries: World) -> None:
    done = gateway_ledger(world_with_entries.environment, "check")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"ok   all {len(ALL_RULES)} rules hold: 2 transfers, 4 entries, 1 wallets, 0 donations\n"


async def test_command_check_of_an_inconsistent_ledger_exits_with_1(site: Database, dsn: str) -> None:
    await site.write(ask("UPDATE wallets SET balance = balance + 1 WHERE account = 'wallet:dan'"))
    try:
        done = gateway_ledger({"GATEWAY_DATABASE_SITE_DSN": dsn}, "check")
    finally:
        await site.write(ask("UPDATE wallets SET balance = balance - 1 WHERE account = 'wallet:dan'"))
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.splitlines()[:2] == [
        "BAD  broken rule: each balance is the sum of the account's entries",
        "       wallet:dan: 5 instead of 4",
    ]
    assert re.match(rf"1 of {len(ALL_RULES)} rules are broken: ", done.stdout.splitlines()[2])


def test_command_show_lists_the_accounts_of_a_login(world_with_entries: World) -> None:
    of_login = gateway_ledger(world_with_entries.environment, "show", "LEA", "--count", "1")
    lines = of_login.stdout.splitlines()
    assert lines[0] == "wallet:lea: 19 coins, 2 entries; the last 1, newest first"
    assert "-11" in lines[2]
    assert lines[3:] == ["hold:lea: no entry", "debt:lea: no entry"]
    of_house = gateway_ledger(world_with_entries.environment, "show", "house:wheel")
    assert of_house.stdout.splitlines()[0] == "house:wheel: 11 coins, 1 entries; the last 1, newest first"


def test_command_that_cannot_answer_exits_with_2(world_with_entries: World) -> None:
    unreachable = "mysql://nobody:secret-word@127.0.0.1:1/site"
    for arguments, env, reason in (
        (("show", "purse:lea"), {}, "purse:lea"),
        (("show", "lea", "--count", "0"), {}, "--count"),
        (("check",), {"GATEWAY_DATABASE_SITE_DSN": ""}, "database.site_dsn"),
        (("check",), {"GATEWAY_DATABASE_SITE_DSN": unreachable}, "cannot connect"),
        ((), {}, "check|show"),
    ):
        ended = gateway_ledger({**world_with_entries.environment, **env}, *arguments)
        assert (ended.returncode, ended.stdout) == (2, ""), arguments
        assert reason in ended.stderr
        assert "secret-word" not in ended.stderr
        assert "Traceback" not in ended.stderr


async def test_read_only_connection_refuses_a_posting(dsn: str) -> None:
    async with site_schema.connect(dsn, replace(site_schema.LIMITS, read_only=True)) as site:
        with pytest.raises(DatabaseError) as refused:
            await posted(site, post, credit("never", "ann", 1))
        assert refused.value.code == 1792
