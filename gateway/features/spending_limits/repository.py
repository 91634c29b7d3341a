"""Limits of accounts in the site schema, and the checks of a donation and of a spin.

A check is exact in the transaction that holds the wallet's lock and then records what it has allowed.
"""

import math
import time
from collections.abc import Callable
from datetime import UTC, tzinfo
from fractions import Fraction
from typing import Final, Literal

from msgspec import Struct

from gateway.concurrency.durations import DAY
from gateway.config.currencies import DEFAULT_CURRENCY
from gateway.config.payments import OPEN_SECONDS
from gateway.config.prices import CurrencyRates
from gateway.config.settings import Settings
from gateway.database.database import Database, Session
from gateway.database.installation import site_days
from gateway.database.queries import query
from gateway.database.times import to_datetime
from gateway.features import ledger
from gateway.features.spending_limits.rules import LimitSet, PlayerLimits
from gateway.http.errors import Problem
from gateway.texts import Text, price, text

SpinLimit = Literal["excluded", "spin_limit"]


class StoredLimits(Struct, frozen=True):
    donation_day: int | None
    donation_month: int | None
    spin_day: int | None
    next_donation_day: int | None
    next_donation_month: int | None
    next_spin_day: int | None
    next_at: int | None
    excluded_until: int | None


class DonatedAmounts(Struct, frozen=True, kw_only=True):
    """Units of the site's currency, others by their rates. `paid_day`: payments alone, `donated_day` with what can
    still be paid. `has_unrated`: there is money in a currency without a rate, which no sum has. `member_since`: the
    account's first second on this site, 0 if it is not known."""

    donated_day: int = 0
    donated_month: int = 0
    paid_day: int = 0
    has_unrated: bool = False
    member_since: int = 0


class CurrencySums(Struct, frozen=True):
    """Minor units."""

    currency: str
    donated_day: int
    donated_month: int
    paid_day: int


class AccountStart(Struct, frozen=True):
    at: int | None


_SITE_RATES: Final = CurrencyRates(DEFAULT_CURRENCY)


class DonationCaps(Struct, frozen=True, kw_only=True):
    """Caps of the site on what an account pays in a day of `zone`, in units of its currency; 0: none. An account is new
    for `new_account_days`."""

    daily: int = 0
    new_account_daily: int = 0
    new_account_days: int = 0
    zone: tzinfo = UTC
    rates: CurrencyRates = _SITE_RATES

    def at(self, now: int, member_since: int) -> int | None:
        """Returns the cap that holds for an account; None: no cap."""
        is_new = now - member_since < self.new_account_days * DAY
        return min(filter(None, (self.daily, self.new_account_daily if is_new else 0)), default=None)


class SpunCoins(Struct, frozen=True):
    coins: int


STORED_LIMITS = query("spending_limits.stored_limits", StoredLimits)
STORE_LIMITS = query("spending_limits.store", None)
DONATION_SUMS = query("spending_limits.donation_sums", CurrencySums)
MEMBER_SINCE = query("spending_limits.member_since", AccountStart)
SPUN_COINS = query("spending_limits.spin_sum", SpunCoins)


class LimitReached(Problem):
    """`until`: end of the player's break."""

    status = 409
    error = "limit_reached"

    def __init__(self, detail: Text, until: int = 0) -> None:
        super().__init__(detail)
        self.until = to_datetime(until or None)


async def read(site: Database | Session, login: str, now: int) -> PlayerLimits:
    row = await site.one(STORED_LIMITS, account=login)
    if row is None:
        return PlayerLimits()
    pending = LimitSet(row.next_donation_day, row.next_donation_month, row.next_spin_day) if row.next_at else None
    limits = LimitSet(row.donation_day, row.donation_month, row.spin_day)
    return PlayerLimits(limits, pending, pending_at=row.next_at or 0, excluded_until=row.excluded_until or 0).at(now)


async def change(
    site: Database, login: str, requested_limits: LimitSet, excluded_until: int, clock: Callable[[], float] = time.time
) -> None:
    """`requested_limits`: lower ones hold at once. `excluded_until`, `clock`: epoch seconds; 0: no exclusion."""

    async def work(session: Session) -> None:
        await ledger.lock_balances(session, [ledger.wallet(login)])
        now = int(clock())
        new = (await read(session, login, now)).with_request(requested_limits, excluded_until, now)
        pending = new.pending or LimitSet()
        await session.write(
            STORE_LIMITS,
            account=login,
            donation_day=new.limits.donation_day,
            donation_month=new.limits.donation_month,
            spin_day=new.limits.spin_day,
            next_donation_day=pending.donation_day,
            next_donation_month=pending.donation_month,
            next_spin_day=pending.spin_day,
            next_at=new.pending_at or None,
            excluded_until=new.excluded_until or None,
        )

    await ledger.run(site, work)


async def donated_amounts(
    site: Database | Session, login: str, zone: tzinfo, now: int, rates: CurrencyRates = _SITE_RATES
) -> DonatedAmounts:
    days = await site_days(site, zone)
    day, month = days.day_start(now), days.month_start(now)
    rows = await site.read(DONATION_SUMS, account=login, day=day, month=month, now=now, open_seconds=OPEN_SECONDS)
    profile = await site.one(MEMBER_SINCE, account=login)
    sums = {"donated_day": Fraction(0), "donated_month": Fraction(0), "paid_day": Fraction(0)}
    has_unrated = False
    for row in rows:
        for name in sums:
            amount: int = getattr(row, name)
            units = rates.units(amount, row.currency)
            has_unrated |= units is None and amount > 0
            sums[name] += units or 0
    whole_sums = {name: math.floor(total) for name, total in sums.items()}
    return DonatedAmounts(**whole_sums, has_unrated=has_unrated, member_since=(profile and profile.at) or 0)


def donation_caps(settings: Settings) -> DonationCaps:
    payments = settings.payments
    days, zone = payments.new_account_days, settings.server.zone
    return DonationCaps(
        daily=payments.daily_cap,
        new_account_daily=payments.new_account_daily_cap,
        new_account_days=days,
        zone=zone,
        rates=settings.rates,
    )


async def is_over_cap(session: Session, caps: DonationCaps, login: str, paid_at: int) -> bool:
    """Returns whether the account has paid more since the beginning of that day than it may in a day."""
    if not caps.daily and not caps.new_account_daily:
        return False
    amounts = await donated_amounts(session, login, caps.zone, paid_at, caps.rates)
    cap = caps.at(paid_at, amounts.member_since)
    return cap is not None and (amounts.has_unrated or amounts.paid_day > cap)


async def spun_coins(site: Database | Session, login: str, zone: tzinfo, now: int) -> int:
    """Returns the coins that the spins of the site's day have cost."""
    days = await site_days(site, zone)
    row = await site.one(SPUN_COINS, account=login, day=days.day_start(now))
    return row.coins if row else 0


async def check_donation(
    site: Database | Session, settings: Settings, login: str, amount: int, currency: str, *, is_counted: bool
) -> None:
    """`amount` in minor units of `currency`; `is_counted`: the donation is among those that the database adds up. Money
    in a currency without a rate leaves nothing of a limit. Raises LimitReached."""
    now, zone = int(time.time()), settings.server.zone
    rates = settings.rates
    account = await read(site, login, now)
    if account.excluded_until:
        raise LimitReached(text("details.donation_break"), account.excluded_until)
    amounts = await donated_amounts(site, login, zone, now, rates)
    units = rates.units(amount, currency)
    counted_units = math.ceil(units or 0) if is_counted else 0
    cap = donation_caps(settings).at(now, amounts.member_since)
    for most, total, code in (
        (account.limits.donation_day, amounts.donated_day, "details.above_day_limit"),
        (account.limits.donation_month, amounts.donated_month, "details.above_month_limit"),
        (cap, amounts.donated_day, "details.above_cap"),
    ):
        if most is None:
            continue
        remaining = 0 if amounts.has_unrated else max(0, most - total + counted_units)
        if units is None or units > remaining:
            left, limit = price(remaining, settings.currency), price(most, settings.currency)
            raise LimitReached(text(code, left=left, limit=limit))


async def spin_limit(site: Database | Session, login: str, cost: int, zone: tzinfo, now: int) -> SpinLimit | None:
    """Returns the limit of the player that prevents a spin."""
    account = await read(site, login, now)
    if account.excluded_until:
        return "excluded"
    most = account.limits.spin_day
    return "spin_limit" if most is not None and await spun_coins(site, login, zone, now) + cost > most else None
