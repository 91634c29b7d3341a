"""What is said of many payments at once, shuffled and doubled: each is worth what its newest word is worth."""

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
from gateway.features.roulette.verification import ALL_RULES
from gateway.tests.support import payment_workload
from gateway.tests.support.databases import Server, ask
from gateway.tests.support.ledger_workload import Journal

pytestmark = pytest.mark.faults

SEQUENCES = 800
PAYMENTS, TIMES, AT_ONCE = 200, 20, 32


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
    some = payment_workload.approved(PAYMENTS)
    await payment_workload.begin_all(site, some)
    verdicts = await payment_workload.flood(site, some, TIMES, AT_ONCE)
    assert verdicts == {"moved": PAYMENTS, "unchanged": PAYMENTS * (TIMES - 1)}
    credits = ask("SELECT COUNT(*) FROM ledger_transfers WHERE reference IN %(ids)s", "ids")
    found = await site.one(credits, ids=[payment.donation_id for payment in some])
    assert found
    assert found.value == PAYMENTS
    assert await check.broken_rules(site, ALL_RULES) == []


async def naive(site: Database, terms: MerchantAccount, snapshot: ProviderPayment, now: int) -> str:
    """The control: every word is written down as it comes, and an approval credits a donation that is not completed."""

    async def work(session: Session) -> str:
        donation = await session.one(LOOK, id=snapshot.reference)
        assert donation
        coins, credited = target(snapshot, COINS).wallet_coins, 0
        if snapshot.status == "approved" and donation.value != "completed":
            entries = (Entry(wallet("naive"), coins), Entry(house("donations"), -coins))
            credited = await post(session, Transfer(f"mp:{uuid.uuid4()}:credit", "credit", donation_id, entries), now)
        await session.write(WRITE, id=donation_id, coins=coins, status="completed" if coins else "refunded", now=now)
        return "moved" if credited else "unchanged"

    donation_id = snapshot.reference
    return await run(site, work)


LOOK = ask("SELECT status FROM donations WHERE id = %(id)s", "id")
WRITE = ask(
    "UPDATE donations SET status = %(status)s, coins_credited = %(coins)s, credited_at = %(now)s WHERE id = %(id)s",
    *("id", "status", "coins", "now"),
)


async def test_check_detects_a_credit_for_every_approval(mariadb: Server) -> None:
    async with site_schema.connect(await site_schema.create(mariadb, "payments_naive")) as site:
        await payment_workload.run_workload(site, Journal().record, "naive", naive, payments=60)
        broken = {finding.rule for finding in await check.broken_rules(site, ALL_RULES)}
    assert "the coins of each donation are the sum of its entries" in broken
