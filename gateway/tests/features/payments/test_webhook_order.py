"""States of many payments at once, shuffled and repeated: each payment ends in its newest state."""

import pytest

from gateway.database.database import Database
from gateway.tests.support import payment_workload
from gateway.tests.support.databases import ask, assert_ledger_consistent
from gateway.tests.support.ledger_workload import Journal

pytestmark = pytest.mark.faults

SEQUENCES = 200
PAYMENTS, TIMES, CONCURRENCY = 60, 10, 32
CREDITS = ask("SELECT COUNT(*) FROM ledger_transfers WHERE reference IN %(ids)s", "ids")


async def test_random_sequences_end_in_the_newest_state(site: Database) -> None:
    journal = Journal()
    await payment_workload.run_workload(site, journal.record, "whole", payments=SEQUENCES)
    assert (await payment_workload.verify(site, journal)).unanswered_count == 0
    assert set(journal.outcomes.values()) == {"moved", "unchanged", "outdated"}


async def test_repeated_states_of_each_payment_credit_once(site: Database) -> None:
    payments = payment_workload.paid_payments(PAYMENTS)
    await payment_workload.begin_all(site, payments)
    verdicts = await payment_workload.reconcile_repeatedly(site, payments, TIMES, CONCURRENCY)
    assert verdicts == {"moved": PAYMENTS, "unchanged": PAYMENTS * (TIMES - 1)}
    credits = await site.one(CREDITS, ids=[payment.donation_id for payment in payments])
    assert credits
    assert credits.value == PAYMENTS
    await assert_ledger_consistent(site)
