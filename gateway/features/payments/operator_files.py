"""Files of the page Money: payments as CSV, and the evidence of a disputed donation.

Each request for one is a row of the operator log.
"""

from collections.abc import AsyncGenerator
from datetime import datetime
from typing import Annotated, Final
from zoneinfo import ZoneInfo

from litestar.handlers import HTTPRouteHandler
from litestar.params import PathParameter
from litestar.response import Stream
from msgspec import Struct

from gateway.administration.access_log import csv_response, record_access
from gateway.administration.fields import Needs
from gateway.administration.players.masks import mask_address
from gateway.administration.routes import get, post
from gateway.administration.sessions import Operator
from gateway.concurrency.durations import DAY
from gateway.database.database import Database
from gateway.database.queries import query
from gateway.database.times import to_datetime
from gateway.features.payments import donation_export
from gateway.features.payments.operator_money import Day, period_of
from gateway.http.errors import NotFound, ValidationFailed

_SIGN_INS_BEFORE: Final = 90 * DAY
_MOST: Final = 100


class EvidencePayment(Struct, frozen=True):
    """Amounts in minor units of `currency`, null: that of the donation. `payer`: the buyer's number at the
    provider. There are no card numbers."""

    id: str
    status: str
    detail: str
    amount: int
    refunded: int
    currency: str | None
    method: str | None
    payer: str | None
    approved_at: datetime | None
    received_at: datetime


class EvidenceWebhook(Struct, frozen=True):
    """A signed notice of the provider."""

    payment: str
    received_at: datetime
    times: int


class EvidenceSignIns(Struct, frozen=True):
    """Sign-ins from one address; it is masked for an operator who may not see addresses."""

    address: Annotated[str, Needs("players.reveal", mask_address)]
    times: int
    first_at: datetime
    last_at: datetime


class EvidenceDelivery(Struct, frozen=True):
    """`receipt`: the answer of the game's side."""

    id: int
    character_name: str
    coins: int
    status: str
    receipt: str | None
    created_at: datetime
    delivered_at: datetime | None


class Evidence(Struct, frozen=True, kw_only=True):
    """Facts of a donation for the answer to a dispute. Deliveries and spins: those since the donation."""

    donation: str
    account: str
    character_name: str
    amount: int
    currency: str
    coins: int
    created_at: datetime
    paid_at: datetime | None
    credited_at: datetime | None
    payments: list[EvidencePayment]
    webhooks: list[EvidenceWebhook]
    sign_ins: list[EvidenceSignIns]
    deliveries: list[EvidenceDelivery]
    spins: int
    spin_cost: int


class StoredDonationFacts(Struct, frozen=True):
    id: str
    account: str
    character_name: str
    amount: int
    currency: str
    total_coins: int
    coins_credited: int
    refunded_amount: int
    status: str
    disputed: int
    created_at: int
    paid_at: int | None
    credited_at: int | None


class _Spins(Struct, frozen=True):
    spins: int
    cost: int


DONATION = query("admin_money.donation", StoredDonationFacts)
PAYMENTS = query("admin_money.evidence_payments", EvidencePayment)
WEBHOOKS = query("admin_money.evidence_webhooks", EvidenceWebhook)
SIGN_INS = query("admin_money.evidence_sign_ins", EvidenceSignIns)
DELIVERIES = query("admin_money.evidence_deliveries", EvidenceDelivery)
SPINS = query("admin_money.evidence_spins", _Spins)


async def read_evidence(site: Database, donation: str) -> Evidence:
    """Raises NotFound."""
    row = await site.one(DONATION, id=donation)
    if row is None:
        raise NotFound
    account, since = row.account, row.created_at
    spins = await site.one(SPINS, account=account, since=since)
    return Evidence(
        donation=row.id,
        account=account,
        character_name=row.character_name,
        amount=row.amount,
        currency=row.currency,
        coins=row.total_coins,
        created_at=to_datetime(row.created_at),
        paid_at=to_datetime(row.paid_at),
        credited_at=to_datetime(row.credited_at),
        payments=await site.read(PAYMENTS, donation=donation),
        webhooks=await site.read(WEBHOOKS, donation=donation),
        sign_ins=await site.read(SIGN_INS, account=account, since=since - _SIGN_INS_BEFORE, limit=_MOST),
        deliveries=await site.read(DELIVERIES, account=account, since=since, limit=_MOST),
        spins=spins.spins if spins else 0,
        spin_cost=spins.cost if spins else 0,
    )


def routes(site: Database, zone: ZoneInfo) -> list[HTTPRouteHandler]:
    @get("/api/admin/payments.csv", ValidationFailed, permission="money.export")
    async def export_payments(operator: Operator, since: Day = None, until: Day = None) -> Stream:
        """Payments of a period as comma-separated values, times in UTC."""
        period = period_of(since, until, zone)
        await record_access(site, operator, f"payments:{period.first}:{period.last}")

        async def lines() -> AsyncGenerator[str]:
            yield donation_export.format_header()
            async for page in donation_export.read(site, period.since, period.until):
                yield donation_export.format_rows(page)

        return csv_response(f"payments-{period.first}-{period.last}", lines())

    @post("/api/admin/donations/{donation:str}/evidence", NotFound, permission="money.evidence")
    async def read_donation_evidence(
        operator: Operator, donation: Annotated[str, PathParameter(max_length=36)]
    ) -> Evidence:
        """Facts of a donation for the answer to a dispute, with addresses of sign-ins."""
        evidence = await read_evidence(site, donation)
        await record_access(site, operator, f"donation:{donation}")
        return evidence

    return [export_payments, read_donation_evidence]
