"""What the check of the books says of payments: whatever an administrator's hand changes is found and named."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator

import pytest
from msgspec.structs import replace
from structlog.testing import capture_logs

from fixtures.tools.soak import site_schema
from fixtures.tools.soak.payment_snapshots import AMOUNT, COINS, make_snapshot
from gateway.config.dsn import parse_dsn
from gateway.config.settings import Database as Config
from gateway.config.settings import Settings
from gateway.database.database import Connection, Database, connect
from gateway.features.ledger import check, command
from gateway.features.ledger.daily_check import Audit
from gateway.features.payments import locked
from gateway.features.payments.provider_payment import Snapshot
from gateway.features.payments.reconcile import Terms, Verdict, settle
from gateway.tests.support.databases import Server

pytestmark = pytest.mark.database

CREDITED = "each payment that succeeded was credited once, and no other"
COUNTED = "each payment says of its coins what its transfers say"
FROZEN = "each payment says of its frozen coins what its transfers say"
MOVES = "each payment counts its transfers"
PARKED = "no parked payment has moved coins"
SUMS = "each donation has the coins of its payments"
HOLDS = "what is held of a player's coins is what his payments froze"
TARGETS = "each payment has out what the provider's last word asks for"
OF_PAYMENTS = {CREDITED, COUNTED, FROZEN, MOVES, PARKED, SUMS, HOLDS, TARGETS}

Books = tuple[Connection, Database, str]
"""An administrator's hand on payments of every kind, the site's door, and where that leads."""

TERMS = Terms(collector_id=1, live_mode=True)
DONATION = (
    "INSERT INTO donations (id, account, character_id, character_name, amount, currency, base_coins, bonus_coins, "
    f"total_coins, created_at) VALUES ('{{id}}', '{{account}}', 1, 'A', {AMOUNT}, 'ARS', {COINS}, 0, {COINS}, 1)"
)
PART = make_snapshot("approved", "partially_refunded", refunded=150_000)
# Payment → its donation, whose that is, and what the provider said one after the other.
LIVES: dict[int, tuple[str, str, tuple[Snapshot, ...]]] = {
    1: ("d1", "ann", (make_snapshot("approved"),)),
    2: ("d1", "ann", (make_snapshot("approved"), make_snapshot("refunded", refunded=AMOUNT))),
    3: ("d2", "ann", (make_snapshot("approved"), make_snapshot("in_mediation"))),
    4: ("d3", "bob", (make_snapshot("rejected", approved=False),)),
    5: ("d3", "bob", (make_snapshot("approved"), PART)),
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
# What a hand does, how it is undone, the rules that are broken then, and what is named.
BROKEN: dict[str, tuple[str, str, set[str], str]] = {
    "credited, and it does not know": (
        "UPDATE payments SET credited = 0 WHERE id = 2",
        "UPDATE payments SET credited = 1 WHERE id = 2",
        {CREDITED},
        "payment 2",
    ),
    "a credit that is not in the books": (
        "UPDATE payments SET credited = 1 WHERE id = 4",
        "UPDATE payments SET credited = 0 WHERE id = 4",
        {CREDITED},
        "payment 4",
    ),
    "succeeded and never credited": (
        "UPDATE payments SET outcome = 'completed' WHERE id = 4",
        "UPDATE payments SET outcome = 'failed' WHERE id = 4",
        {CREDITED},
        "payment 4",
    ),
    "more coins than its transfers brought": (
        "UPDATE payments SET coins = coins + 1 WHERE id = 1",
        "UPDATE payments SET coins = coins - 1 WHERE id = 1",
        {COUNTED, SUMS, TARGETS},
        "payment mp:1",
    ),
    "another number in a parked one that fitted once": (
        "UPDATE payments SET coins = coins - 1 WHERE id = 8",
        "UPDATE payments SET coins = coins + 1 WHERE id = 8",
        {COUNTED, SUMS},
        "payment mp:8",
    ),
    "fewer frozen than its transfers froze": (
        "UPDATE payments SET held = held - 1 WHERE id = 3",
        "UPDATE payments SET held = held + 1 WHERE id = 3",
        {FROZEN, HOLDS},
        "hold:ann",
    ),
    "frozen coins of nobody's payment": (
        "UPDATE wallets SET balance = balance + 4 WHERE account = 'hold:ann'",
        "UPDATE wallets SET balance = balance - 4 WHERE account = 'hold:ann'",
        {"each balance is the sum of the account's entries", HOLDS},
        "hold:ann",
    ),
    "a transfer that was not counted": (
        "UPDATE payments SET moves = moves - 1 WHERE id = 6",
        "UPDATE payments SET moves = moves + 1 WHERE id = 6",
        {MOVES},
        "payment mp:6",
    ),
    "a payment that is gone": (
        "UPDATE payments SET id = 66 WHERE id = 6",
        "UPDATE payments SET id = 6 WHERE id = 66",
        {CREDITED, COUNTED, MOVES},
        "payment mp:6",
    ),
    "parked and moved": (
        "UPDATE ledger_transfers SET idempotency_key = 'mp:7:2:clawback' WHERE idempotency_key = 'mp:2:2:clawback'",
        "UPDATE ledger_transfers SET idempotency_key = 'mp:2:2:clawback' WHERE idempotency_key = 'mp:7:2:clawback'",
        {PARKED, COUNTED, MOVES},
        "payment 7, amount",
    ),
    "a payment of another donation": (
        "UPDATE payments SET donation_id = 'd2' WHERE id = 1",
        "UPDATE payments SET donation_id = 'd1' WHERE id = 1",
        {SUMS},
        "donation d2",
    ),
    "a refund that nobody took to the books": (
        f"UPDATE payments SET refunded = {AMOUNT} // 2 WHERE id = 1".replace("//", "DIV"),
        "UPDATE payments SET refunded = 0 WHERE id = 1",
        {TARGETS},
        "payment 1, approved",
    ),
    "a chargeback that nobody took to the books": (
        "UPDATE payments SET detail = 'settled' WHERE id = 6",
        "UPDATE payments SET detail = 'reimbursed' WHERE id = 6",
        {TARGETS},
        "payment 6, charged_back",
    ),
}


@pytest.fixture(scope="module")
async def books(mariadb: Server) -> AsyncGenerator[Books]:
    dsn = await site_schema.create(mariadb, "payments_check")
    root = await connect(parse_dsn(dsn))
    for donation, account in sorted({(donation, account) for donation, account, _ in LIVES.values()}):
        await root.execute(DONATION.format(id=donation, account=account))
    verdicts = dict[int, Verdict]()
    async with site_schema.connect(dsn) as site:
        for payment, (donation, _, life) in LIVES.items():
            for at, snapshot in enumerate(life, start=1):
                told = replace(snapshot, payment_id=payment, reference=donation, updated_ms=at)
                verdicts[payment] = await settle(site, TERMS, told, at)
        assert [payment for payment, verdict in verdicts.items() if verdict == "parked"] == [7, 8]
        yield root, site, dsn
    root.close()


async def test_sound_payments_are_sound(books: Books) -> None:
    assert await check.findings(books[1]) == []


@pytest.mark.parametrize("what", BROKEN)
async def test_a_broken_rule_is_named(books: Books, what: str) -> None:
    root, site, _ = books
    hand, undone, rules, named = BROKEN[what]
    await root.execute(hand)
    try:
        code, lines = await command._check(site)  # pyright: ignore[reportPrivateUsage]
    finally:
        await root.execute(undone)
    told = "\n".join(lines)
    assert code == 1
    assert set(re.findall("^BAD  (.*); it does not:$", told, re.MULTILINE)) == rules
    assert re.search(f"^       {re.escape(named)}: ", told, re.MULTILINE), told


async def test_the_daily_check_tells_what_is_broken(books: Books) -> None:
    root, _, dsn = books
    audit = Audit(Settings(database=Config(site_dsn=dsn)))
    assert dict(audit.samples()) == {}
    assert await audit.work(0) == 0
    hand, undone, _, _ = BROKEN["fewer frozen than its transfers froze"]
    await root.execute(hand)
    try:
        with capture_logs() as logged:
            assert await audit.work(86400) == 2
    finally:
        await root.execute(undone)
    told = {each["rule"]: each["first"] for each in logged if each["event"] == "books_broken"}
    assert told == {FROZEN: f"payment mp:3: {COINS - 1} instead of {COINS}", HOLDS: told[HOLDS]}
    assert all(each["log_level"] == "error" for each in logged)
    told_of = dict(audit.samples())
    assert (told_of["gateway_ledger_broken_rules"], told_of["gateway_ledger_breaches"]) == (2, 2)
    audit.forget()
    assert dict(audit.samples()) == {}


@pytest.mark.parametrize(
    ("status", "detail", "held"),
    [
        ("charged_back", "in_process", True),
        ("charged_back", "settled", False),
        ("charged_back", "reimbursed", False),
        ("in_mediation", "pending", False),
        ("approved", "accredited", False),
    ],
)
async def test_an_account_is_held_while_a_charge_is_contested(
    books: Books, status: str, detail: str, held: bool
) -> None:
    root, site, _ = books
    was = (await root.execute("SELECT status, detail FROM payments WHERE id = 1")).rows[0]
    change = "UPDATE payments SET status = '{}', detail = '{}' WHERE id = 1"
    await root.execute(change.format(status, detail))
    try:
        assert await locked(site, "ann") is held
        async with site.transaction() as session:
            assert await locked(session, "ann") is held
        assert await locked(site, "bob") is False
        assert await locked(site, "nobody") is False
    finally:
        await root.execute(change.format(*was))


def test_every_rule_has_a_hand_that_breaks_it() -> None:
    assert set[str]().union(*(rules for _, _, rules, _ in BROKEN.values())) >= OF_PAYMENTS
    assert set(check.RULES) >= OF_PAYMENTS
