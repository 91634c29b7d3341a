"""Corruptions of a site schema: SQL statements, and the rules that find them."""

import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from msgspec.structs import replace

from fixtures.payment_snapshots import AMOUNT, make_snapshot, mercadopago_ref
from fixtures.site_schema import begin_donation
from gateway.database.database import Database
from gateway.features.ledger import check
from gateway.features.payments.provider_payment import PaymentRef, ProviderPayment
from gateway.features.payments.reconcile import MerchantAccount, reconcile
from gateway.tests.support.databases import ask

_BLOCK = re.compile(r"^-- (.+): (.+); (.+)\n((?:[^-\n].*\n)+)", re.MULTILINE)


PAID_SNAPSHOT = make_snapshot("approved")
PARTIAL_SNAPSHOT = make_snapshot("approved", "partially_refunded", refunded=150_000)
CHARGED_BACK = tuple(make_snapshot("charged_back", detail) for detail in ("settled", "reimbursed"))
# Payment, its donation and account, and its states at the provider in order.
PAYMENTS: tuple[tuple[PaymentRef, str, str, tuple[ProviderPayment, ...]], ...] = (
    (mercadopago_ref(1), "d1", "ann", (PAID_SNAPSHOT,)),
    (mercadopago_ref(2), "d1", "ann", (PAID_SNAPSHOT, make_snapshot("refunded", refunded=AMOUNT))),
    (mercadopago_ref(3), "d2", "ann", (PAID_SNAPSHOT, make_snapshot("in_mediation"))),
    (mercadopago_ref(4), "d3", "bob", (make_snapshot("rejected", approved=False),)),
    (
        PaymentRef("stripe", "pi_5"),
        "d21",
        "bob",
        tuple(replace(state, status=state.state) for state in (PAID_SNAPSHOT, PARTIAL_SNAPSHOT)),
    ),
    (
        mercadopago_ref(6),
        "d4",
        "bob",
        (PAID_SNAPSHOT, *CHARGED_BACK),
    ),
    (mercadopago_ref(7), "d5", "bob", (replace(PAID_SNAPSHOT, amount=AMOUNT - 1),)),
    (mercadopago_ref(8), "d6", "cat", (PAID_SNAPSHOT, replace(PAID_SNAPSHOT, currency="USD"))),
    (mercadopago_ref(9), "d7", "cat", (make_snapshot("in_mediation", approved=False),)),
    (mercadopago_ref(10), "d8", "eve", (PAID_SNAPSHOT,)),
    (mercadopago_ref(11), "d22", "fay", (PAID_SNAPSHOT, CHARGED_BACK[0])),
    (
        PaymentRef("stripe", "pi_12"),
        "d23",
        "fay",
        (replace(PAID_SNAPSHOT, status="paid", detail="undecided", refunded_amount=150_000, charged_back=150_000),),
    ),
)


class Rollback(Exception):  # noqa: N818 - ends a transaction
    pass


def read_corruptions(path: Path) -> dict[str, tuple[set[str], str, str]]:
    """Returns by name: rules that the corruption breaks, start of the subject of one violation, SQL statements."""
    return {
        name: (set(rules.split(", ")), subject, statements)
        for name, rules, subject, statements in _BLOCK.findall(path.read_text())
    }


async def broken_after(site: Database, statements: str, rules: Sequence[check.Rule]) -> dict[str, check.BrokenRule]:
    """Returns the rules that the statements break, by name; rolls the statements back."""
    broken_rules = dict[str, check.BrokenRule]()
    with suppress(Rollback):
        async with site.transaction() as session:
            for text in statements.split(";"):
                if text.strip():
                    await session.write(ask(text))
            for rule in rules:
                if rows := await check.broken_rules(session, [rule]):
                    broken_rules[rule.name] = rows[0]
            await session.write(ask("SET foreign_key_checks = 1"))
            raise Rollback
    return broken_rules


def assert_named(broken_rules: dict[str, check.BrokenRule], rules: set[str], subject: str) -> None:
    """Asserts that these rules are broken, and no other, and that one violation names the subject."""
    assert broken_rules.keys() == rules
    violations = [violation for rule in broken_rules.values() for violation in rule.violations]
    assert any(violation.subject.startswith(subject) for violation in violations), violations
    assert all(violation.expected != violation.found for violation in violations)


async def add_payments(site: Database) -> None:
    donations = {(donation, account, payment.provider) for payment, donation, account, _ in PAYMENTS}
    for donation, account, provider in sorted(donations):
        await begin_donation(site, donation, account, provider)
    for payment, donation, _, states in PAYMENTS:
        for moment, state in enumerate(states, start=1):
            state = replace(state, ref=payment, donation_id=donation, updated_ms=moment)
            await reconcile(site, MerchantAccount(collector_id=1, live_mode=True), state, moment)
