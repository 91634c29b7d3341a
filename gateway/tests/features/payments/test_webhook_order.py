"""States of many payments at once, shuffled and repeated: each payment ends in its newest state."""

from __future__ import annotations

import uuid
from collections.abc import AsyncGenerator

import pytest

from fixtures import site_schema
from fixtures.payment_snapshots import COINS
from gateway.database.database import Database, Session
from gateway.features.ledger import Entry, Transfer, check, house, post, run, wallet
from gateway.features.payments.coin_rules import target
from gateway.features.payments.provider_payment import ProviderPayment
from gateway.features.payments.reconcile import MerchantAccount
from gateway.features.roulette.verification import all_rules
from gateway.tests.support import payment_workload
from gateway.tests.support.databases import Server, ask, assert_ledger_consistent
from gateway.tests.support.ledger_workload import Journal

pytestmark = pytest.mark.faults

SEQUENCES = 800
PAYMENTS, TIMES, CONCURRENCY = 200, 20, 32
CREDITS = ask("SELECT COUNT(*) FROM ledger_transfers WHERE reference IN %(ids)s", "ids")
DONATION_STATUS = ask("SELECT status FROM donations WHERE id = %(id)s", "id")
UPDATE_DONATION = ask(
    "UPDATE donations SET status = %(status)s, coins_credited = %(coins)s, credited_at = %(now)s WHERE id = %(id)s",
    *("id", "status", "coins", "now"),
)


@pytest.fixture(scope="module")
async def site(mariadb: Server) -> AsyncGenerator[Database]:
    async with site_schema.connect(await site_schema.create(mariadb, "payments_mix")) as opened:
        yield opened


async def test_random_sequences_end_in_the_newest_state(site: Database) -> None:
    journal = Journal()
    await payment_workload.run_workload(site, journal.record, "whole", payments=SEQUENCES)
    assert (await payment_workload.verify(site, journal)).unanswered == 0
    assert set(journal.answered.values()) == {"moved", "unchanged", "outdated"}


async def test_repeated_states_of_each_payment_credit_once(site: Database) -> None:
    payments = payment_workload.approved(PAYMENTS)
    await payment_workload.begin_all(site, payments)
    verdicts = await payment_workload.reconcile_repeatedly(site, payments, TIMES, CONCURRENCY)
    assert verdicts == {"moved": PAYMENTS, "unchanged": PAYMENTS * (TIMES - 1)}
    credits = await site.one(CREDITS, ids=[payment.donation_id for payment in payments])
    assert credits
    assert credits.value == PAYMENTS
    await assert_ledger_consistent(site)


async def credit_every_approval(site: Database, _: MerchantAccount, payment: ProviderPayment, now: int) -> str:
    """A naive reconciliation: it records every state as it comes, and credits unless the donation is completed."""
    donation_id, coins = payment.reference, target(payment, COINS).wallet_coins

    async def work(session: Session) -> str:
        donation = await session.one(DONATION_STATUS, id=donation_id)
        assert donation
        is_credited = False
        if payment.status == "approved" and donation.value != "completed":
            entries = (Entry(wallet("naive"), coins), Entry(house("donations"), -coins))
            transfer = Transfer(f"mp:{uuid.uuid4()}:credit", "credit", donation_id, entries)
            is_credited = await post(session, transfer, now)
        status = "completed" if coins else "refunded"
        await session.write(UPDATE_DONATION, id=donation_id, coins=coins, status=status, now=now)
        return "moved" if is_credited else "unchanged"

    return await run(site, work)


async def test_ledger_check_detects_a_credit_for_every_approval(mariadb: Server) -> None:
    async with site_schema.connect(await site_schema.create(mariadb, "payments_naive")) as site:
        await payment_workload.run_workload(site, Journal().record, "naive", credit_every_approval, payments=60)
        broken = {finding.rule for finding in await check.broken_rules(site, all_rules())}
    assert "the coins of each donation are the sum of its entries" in broken
