"""Payments in the administration: their pages, and the cases that need a person: mismatched payments and disputes."""

from collections.abc import Sequence

from msgspec import Struct

from gateway.administration.needs import MAX_NEEDS, Need
from gateway.administration.operator_pages import OperatorPages
from gateway.config.settings import Settings
from gateway.database.database import Database, Databases
from gateway.database.queries import query
from gateway.features import payments
from gateway.features.payments import donation_list, operator_changes, operator_files, operator_money
from gateway.features.payments.explanation import ListedDonation, ListedPayment, explain, explain_mismatch
from gateway.registration.extra import Parts


class _Disputed(Struct, frozen=True):
    id: str
    account: str
    amount: int
    currency: str
    total_coins: int
    created_at: int


DISPUTED_DONATIONS = query("admin.disputed_donations", _Disputed)


def pages(parts: Parts) -> OperatorPages:
    settings, site = parts.get(Settings), parts.get(Databases).site
    providers, zone = parts.get(payments.ProviderClients).clients, settings.server.zone

    def open_search(joined_site: Database) -> payments.PaymentSearch | None:
        """Returns a search for an operator's change, which does not count in the metrics."""
        if not providers:
            return None
        return payments.open_search(joined_site, payments.open_processor(joined_site, providers, settings), settings)

    return OperatorPages(
        routes=[
            *operator_money.routes(site, zone),
            *operator_files.routes(site, zone),
            *operator_changes.routes(site, open_search),
        ],
        needs=[lambda _now: read_needs(site)],
    )


async def read_needs(site: Database) -> Sequence[Need]:
    reports = await donation_list.read(site, "", "mismatched", 0, MAX_NEEDS)
    payments_without_donation = await site.read(donation_list.UNMATCHED_PAYMENTS, limit=MAX_NEEDS)
    disputes = await site.read(DISPUTED_DONATIONS, limit=MAX_NEEDS)
    return [
        *(_mismatched_donation(report.donation, report.payments) for report in reports if report.donation),
        *(_unmatched_payment(row) for row in payments_without_donation),
        *(_dispute(row) for row in disputes),
    ]


def _mismatched_donation(donation: ListedDonation, donation_payments: Sequence[ListedPayment]) -> Need:
    return Need(
        kind="payment_mismatched",
        subject=f"donation:{donation.id}",
        account=donation.account,
        since=donation.created_at,
        amount=donation.amount,
        currency=donation.currency,
        explanation=explain(donation, donation_payments),
    )


def _unmatched_payment(payment: ListedPayment) -> Need:
    return Need(
        kind="payment_mismatched",
        subject=f"payment:{payment.ref}",
        amount=payment.amount,
        currency=payment.currency,
        explanation=explain_mismatch(payment),
    )


def _dispute(row: _Disputed) -> Need:
    return Need(
        kind="dispute",
        subject=f"donation:{row.id}",
        account=row.account,
        since=row.created_at,
        coins=row.total_coins,
        amount=row.amount,
        currency=row.currency,
    )
