"""GET /api/admin/money: donations by state, mismatches, disputes, settlement, and the share of the first buyers.

A period is a range of days of the site's time zone. Cases that wait for a person are listed whatever their period.
"""

import asyncio
import time
from collections import Counter, defaultdict
from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import Annotated, Final, Literal
from zoneinfo import ZoneInfo

from litestar.handlers import HTTPRouteHandler
from litestar.params import QueryParameter
from msgspec import Struct

from gateway.administration.routes import get
from gateway.administration.sessions import Operator
from gateway.database.database import Database
from gateway.database.queries import query
from gateway.database.times import to_datetime
from gateway.features.payments.coin_rules import Outcome
from gateway.features.payments.donation_list import PAYMENTS, STATUSES
from gateway.features.payments.explanation import Explanation, ListedDonation, ListedPayment, explain, explain_mismatch
from gateway.http.errors import ValidationFailed
from gateway.http.paging import keyset_page
from gateway.texts import text

MAX_DAYS: Final = 3 * 366
_DAYS: Final = 90
_PAGE: Final = 50
_BUYERS: Final = 10
_LAST: Final = 2**62
_EPOCH: Final = date(1970, 1, 1)

MoneyState = Literal["completed", "pending", "failed", "refunded", "mismatched", "disputed"]
Day = Annotated[date | None, QueryParameter()]


class Period(Struct, frozen=True, kw_only=True):
    """`first` and `last` included. `since`, `until`: epoch seconds. `shift`: seconds of the zone's distance to UTC."""

    first: date
    last: date
    since: int
    until: int
    shift: int


class StateFigure(Struct, frozen=True):
    """`amount`: minor units of `currency`."""

    state: MoneyState
    currency: str
    donations: int
    amount: int


class MismatchedPayment(Struct, frozen=True, kw_only=True):
    """`asked`: minor units of the donation, in `asked_currency`. `currency`: of the payment; empty if unknown."""

    payment: str
    donation: str | None
    account: str | None
    amount: int
    currency: str
    asked: int | None
    asked_currency: str | None
    since: datetime
    explanation: Explanation


class Dispute(Struct, frozen=True):
    """`held`: frozen coins. Undecided: "mediation" and "chargeback"."""

    payment: str
    donation: str
    account: str
    amount: int
    currency: str
    coins: int
    held: int
    changed_at: datetime
    state: Literal["mediation", "chargeback", "won", "lost"]


class SettlementRow(Struct, frozen=True, kw_only=True):
    """`start`: the day, or the first of the month. Minor units of `currency`, as the provider reported them; `net` is
    before refunds.

    `released`: the part of `net` that is paid out. `unreported`: payments without a reported net amount. `fee`, `net`
    and `released` are in minor units of `settled_in`.
    """

    start: date
    provider: str
    currency: str
    settled_in: str
    payments: int
    gross: int
    refunds: int
    chargebacks: int
    fee: int
    net: int
    released: int
    unreported: int


class BuyerShares(Struct, frozen=True):
    """Minor units that all buyers of a currency paid, and the first 1, 5 and 20 % of them."""

    currency: str
    buyers: int
    amount: int
    first_1: int
    first_5: int
    first_20: int


class Buyer(Struct, frozen=True):
    """`paid`: minor units of `currency`."""

    account: str
    currency: str
    donations: int
    paid: int


class Money(Struct, frozen=True, kw_only=True):
    first: date
    last: date
    states: list[StateFigure]
    mismatches: list[MismatchedPayment]
    disputes: list[Dispute]
    settlement: list[SettlementRow]
    shares: list[BuyerShares]
    buyers: list[Buyer]


class ListedDonationRow(Struct, frozen=True, kw_only=True):
    """`amount`: minor units of `currency`."""

    id: str
    at: datetime
    account: str
    character_name: str
    amount: int
    currency: str
    coins: int
    status: Outcome
    disputed: bool
    payments: list[str]
    explanation: Explanation


class DonationRows(Struct, frozen=True):
    """`next`: the value of `before` for older rows; null on the last page."""

    data: list[ListedDonationRow]
    next: str | None


class _Mismatched(ListedPayment, frozen=True):
    since: datetime
    account: str | None
    asked: int | None
    asked_currency: str | None


class SettlementDay(Struct, frozen=True):
    """`day`: days since 1970."""

    day: int
    provider: str
    currency: str
    settled_in: str
    payments: int
    gross: int
    refunds: int
    chargebacks: int
    fee: int
    net: int
    released: int
    unreported: int


_SUMMED: Final = SettlementDay.__struct_fields__[4:]

STATES = query("admin_money.states", StateFigure)
DONATIONS = query("admin_money.donations", ListedDonation)
MISMATCHES = query("admin_money.mismatched_payments", _Mismatched)
DISPUTES = query("admin_money.disputes", Dispute)
SETTLEMENT = query("admin_money.settlement", SettlementDay)
SHARES = query("admin_money.shares", BuyerShares)
BUYERS = query("admin_money.buyers", Buyer)


def period_of(since: date | None, until: date | None, zone: ZoneInfo) -> Period:
    """Returns the days from `since` to `until`; the last 90 days without them. Raises ValidationFailed."""
    today = datetime.now(zone).date()
    last = until or max(today, since or today)
    first = since or date.fromordinal(max(1, last.toordinal() - _DAYS + 1))
    if not (date(2000, 1, 1) <= first <= last <= date(2200, 1, 1)) or (last - first).days >= MAX_DAYS:
        raise ValidationFailed(fields={"since": text("reasons.period", limit=MAX_DAYS)})
    begin = datetime(first.year, first.month, first.day, tzinfo=zone)
    end = datetime(last.year, last.month, last.day, tzinfo=zone) + timedelta(days=1)
    offset = datetime.now(zone).utcoffset() or timedelta()
    return Period(
        first=first,
        last=last,
        since=int(begin.timestamp()),
        until=int(end.timestamp()),
        shift=int(offset.total_seconds()),
    )


def by_period(days: Iterable[SettlementDay], by: Literal["day", "month"]) -> list[SettlementRow]:
    """Returns the sums of each day or month by provider and currencies, the newest first."""
    sums: defaultdict[tuple[date, str, str, str], Counter[str]] = defaultdict(Counter)
    for row in days:
        start = _EPOCH + timedelta(days=row.day)
        key = start.replace(day=1) if by == "month" else start, row.provider, row.currency, row.settled_in
        sums[key].update({name: getattr(row, name) for name in _SUMMED})
    periods = sorted(sums.items(), key=lambda item: (-item[0][0].toordinal(), *item[0][1:]))
    return [
        SettlementRow(
            start=start,
            provider=provider,
            currency=currency,
            settled_in=settled_in,
            **values,
        )
        for (start, provider, currency, settled_in), values in periods
    ]


async def read_money(site: Database, period: Period, by: Literal["day", "month"]) -> Money:
    """Raises DatabaseUnavailable."""
    bounds = {"since": period.since, "until": period.until}
    states, mismatches, disputes, days, shares, buyers = await asyncio.gather(
        site.read(STATES, **bounds),
        site.read(MISMATCHES, limit=_PAGE),
        site.read(DISPUTES, limit=_PAGE),
        site.read(SETTLEMENT, **bounds, shift=period.shift, now=int(time.time())),
        site.read(SHARES, **bounds),
        site.read(BUYERS, **bounds, limit=_BUYERS),
    )
    return Money(
        first=period.first,
        last=period.last,
        states=states,
        mismatches=[_mismatch(row) for row in mismatches],
        disputes=disputes,
        settlement=by_period(days, by),
        shares=shares,
        buyers=buyers,
    )


async def read_donations(site: Database, period: Period, state: MoneyState | Literal[""], cursor: str) -> DonationRows:
    """`cursor`: `next` of the previous page; empty for the first one. Raises ValidationFailed for another text."""
    seconds, _, last_id = (cursor or f"{_LAST}.").partition(".")
    if not (seconds.isascii() and seconds.isdecimal() and len(seconds) < 20):
        raise ValidationFailed(fields={"before": text("reasons.page_before")})
    rows = await site.read(
        DONATIONS,
        statuses=(state,) if state in STATUSES else STATUSES,
        disputed=int(state == "disputed"),
        mismatched=int(state == "mismatched"),
        since=period.since,
        until=period.until,
        before_at=int(seconds),
        before_id=last_id,
        limit=_PAGE + 1,
    )
    page, next_page = keyset_page(rows, _PAGE, lambda row: f"{row.created_at}.{row.id}")
    payments = await site.read(PAYMENTS, ids=[row.id for row in page]) if page else []
    return DonationRows(
        [_row(row, [payment for payment in payments if payment.donation_id == row.id]) for row in page], next_page
    )


def _row(row: ListedDonation, payments: list[ListedPayment]) -> ListedDonationRow:
    return ListedDonationRow(
        id=row.id,
        at=to_datetime(row.created_at),
        account=row.account,
        character_name=row.character_name,
        amount=row.amount,
        currency=row.currency,
        coins=row.total_coins,
        status=row.status,
        disputed=row.disputed != 0,
        payments=[str(payment.ref) for payment in payments],
        explanation=explain(row, payments),
    )


def _mismatch(row: _Mismatched) -> MismatchedPayment:
    return MismatchedPayment(
        payment=str(row.ref),
        donation=row.donation_id or None,
        account=row.account,
        amount=row.amount,
        currency=row.currency,
        asked=row.asked,
        asked_currency=row.asked_currency,
        since=row.since,
        explanation=explain_mismatch(row),
    )


def routes(site: Database, zone: ZoneInfo) -> list[HTTPRouteHandler]:
    @get("/api/admin/money", ValidationFailed, permission="money.read")
    async def get_money(
        operator: Operator,
        since: Day = None,
        until: Day = None,
        by: Annotated[Literal["day", "month"], QueryParameter()] = "month",
    ) -> Money:
        """Money of a period, mismatched payments and disputes."""
        return await read_money(site, period_of(since, until, zone), by)

    @get("/api/admin/donations", ValidationFailed, permission="money.read")
    async def list_donations(
        operator: Operator,
        since: Day = None,
        until: Day = None,
        status: Annotated[MoneyState | Literal[""], QueryParameter()] = "",
        before: Annotated[str, QueryParameter(max_length=64)] = "",
    ) -> DonationRows:
        """Donations that began in a period, newest first."""
        return await read_donations(site, period_of(since, until, zone), status, before)

    return [get_money, list_donations]
