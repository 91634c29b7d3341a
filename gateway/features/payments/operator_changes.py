"""POST /api/admin/reconcile: runs `gateway reconcile` for one donation, for one payment, or for all that are due."""

import time
from collections import Counter
from collections.abc import Callable
from typing import Annotated, TypeAlias

from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody
from msgspec import Meta, Struct
from msgspec.structs import replace

from gateway.administration.changes import Change, ChangeForm, ChangeResult
from gateway.administration.routes import post
from gateway.concurrency.durations import DAY
from gateway.database.database import Database
from gateway.database.queries import query
from gateway.features.operators import operator_log
from gateway.features.payments import PaymentSearch
from gateway.features.payments.command import count_texts
from gateway.features.payments.operator_files import DONATION, StoredDonationFacts
from gateway.features.payments.provider_payment import PaymentRef
from gateway.features.payments.search import DONATION as DONATION_REF
from gateway.features.payments.search import PENDING_SECONDS, POLL_AFTER_SECONDS, RECHECKED_SECONDS
from gateway.http.errors import Conflict, NotFound, ValidationFailed
from gateway.texts import Text, text

OpenSearch: TypeAlias = Callable[[Database], PaymentSearch | None]
"""Returns a search with its processor on this database; None if payments are off."""


class ReconcileForm(ChangeForm, forbid_unknown_fields=True, kw_only=True):
    """One donation, or one payment as commands name it; both empty: everything that is due."""

    donation: Annotated[str, Meta(max_length=36)] = ""
    payment: Annotated[str, Meta(max_length=80)] = ""


class DuePayments(Struct, frozen=True):
    """Payments with unprocessed webhooks, pending donations that are due, and finished ones that were not checked for a
    day."""

    webhook_payments: int
    pending_donations: int
    finished_donations: int


DUE = query("admin_money.due", DuePayments)


async def read_due(site: Database, now: int) -> DuePayments:
    row = await site.one(
        DUE,
        now=now,
        pending_before=now - POLL_AFTER_SECONDS,
        pending_since=now - PENDING_SECONDS,
        checked_before=now - DAY,
        checked_since=now - RECHECKED_SECONDS,
    )
    return row or DuePayments(0, 0, 0)


async def reconcile_donation(site: Database, search: PaymentSearch, donation: str) -> list[Text]:
    """Reconciles all payments of a donation, and logs what changed. Raises NotFound."""
    previous_row, ref = await site.one(DONATION, id=donation), await site.one(DONATION_REF, id=donation)
    if previous_row is None or ref is None:
        raise NotFound
    # As if it had just begun, so that a donation without a payment does not fail.
    counts = await search.search(replace(ref, created_at=int(time.time())))
    row = await site.one(DONATION, id=donation) or previous_row
    if _values(row) != _values(previous_row):
        async with site.transaction() as session:
            await operator_log.record(session, f"donation:{donation}", before=_values(previous_row), after=_values(row))
    return count_texts(counts)


def _values(row: StoredDonationFacts) -> dict[str, object]:
    return {name: getattr(row, name) for name in ("status", "disputed", "coins_credited", "refunded_amount")}


def routes(site: Database, open_search: OpenSearch) -> list[HTTPRouteHandler]:
    @post("/api/admin/reconcile", Conflict, NotFound, ValidationFailed, permission="money.reconcile")
    async def reconcile_payments(change: Change, data: JSONBody[ReconcileForm]) -> ChangeResult:
        """Ask the provider, and post the difference to the ledger. The dry run for all that is due counts only."""
        search = open_search(site)
        if search is None:
            raise Conflict(text("reasons.payments_off"))
        payment = PaymentRef.parse(data.payment) if data.payment else None
        if data.payment and payment is None:
            raise ValidationFailed(fields={"payment": text("reasons.no_payment")})

        async def work(joined_site: Database) -> list[Text]:
            single = open_search(joined_site)
            if single is None:
                raise Conflict(text("reasons.payments_off"))
            if data.donation:
                return await reconcile_donation(joined_site, single, data.donation)
            if payment:
                return count_texts(Counter([await single.processor.process(payment) or "deferred"]))
            due = await read_due(joined_site, int(time.time()))
            async with joined_site.transaction() as session:
                await operator_log.record(session, "payments", after=due_values(due))
            return [
                text("reasons.due_webhooks", count=due.webhook_payments),
                text("reasons.due_pending", count=due.pending_donations),
                text("reasons.due_finished", count=due.finished_donations),
            ]

        subject = f"donation:{data.donation}" if data.donation else f"payment:{payment}" if payment else "payments"
        result = await change.apply(data, subject, work, command="reconcile")
        if data.donation or payment or change.dry_run:
            return result
        with operator_log.running(change.operator.operation("reconcile", data.reason.strip())):
            counts = await search.processor.process_backlog()
            counts += await search.poll_pending() + await search.poll_completed()
        return replace(result, message=change.read(count_texts(counts)))

    return [reconcile_payments]


def due_values(due: DuePayments) -> dict[str, object]:
    return {
        "payments with webhooks": due.webhook_payments,
        "pending donations": due.pending_donations,
        "finished donations": due.finished_donations,
    }
