"""GET and PUT /api/player/limits."""

import time
from datetime import date, datetime
from typing import Annotated, Final

from litestar.params import JSONBody
from msgspec import Meta, Struct

from gateway.concurrency.durations import DAY
from gateway.config.settings import Settings
from gateway.database.database import Database
from gateway.database.times import to_datetime
from gateway.features.accounts import Caller
from gateway.features.spending_limits import repository
from gateway.features.spending_limits.rules import LimitSet
from gateway.http.errors import AccountFrozen, SiteUnavailable, ValidationFailed
from gateway.http.routes import get, put
from gateway.registration.feature import Feature
from gateway.texts import text

LONGEST_BREAK_SECONDS: Final = 5 * 366 * DAY
Amount = Annotated[int, Meta(ge=0, le=10**9)] | None


class LimitsForm(Struct, forbid_unknown_fields=True):
    """Units of the site's currency, and coins; null: no limit, or no break. A break that is under way is never
    shortened."""

    donation_day: Amount
    donation_month: Amount
    spin_day: Amount
    excluded_until: Annotated[datetime, Meta(tz=True)] | None


class LimitAmounts(Struct, frozen=True):
    """Units of the site's currency and coins of spins in the site's day and month."""

    donation_day: int
    donation_month: int
    spin_day: int


class PendingLimits(Struct, frozen=True):
    """Looser limits that the player has requested; null: no limit."""

    starts_at: datetime
    donation_day: int | None
    donation_month: int | None
    spin_day: int | None


class CurrencyRate(Struct, frozen=True):
    """`units`: of the site's currency that a unit of this one counts as; the operator has fixed it on `day`."""

    currency: str
    units: str
    day: date


class SpendingLimits(Struct, frozen=True, kw_only=True):
    """Limits that the player has set, in whole units of `currency` and in coins; null: none. `rates`: of other
    currencies."""

    currency: str
    rates: list[CurrencyRate]
    donation_day: int | None
    donation_month: int | None
    spin_day: int | None
    excluded_until: datetime | None
    pending: PendingLimits | None
    used: LimitAmounts


def feature(settings: Settings, site: Database) -> Feature:
    zone = settings.server.zone
    rates = [
        CurrencyRate(rate.currency, units=f"{rate.value:f}", day=rate.day) for rate in settings.prices.rate_of.values()
    ]

    async def current(login: str) -> SpendingLimits:
        now = int(time.time())
        account = await repository.read(site, login, now)
        amounts = await repository.donated_amounts(site, login, zone, now, settings.rates)
        spun_coins = await repository.spun_coins(site, login, zone, now)
        limits, pending = account.limits, account.pending
        return SpendingLimits(
            currency=settings.currency,
            rates=rates,
            donation_day=limits.donation_day,
            donation_month=limits.donation_month,
            spin_day=limits.spin_day,
            excluded_until=to_datetime(account.excluded_until or None),
            pending=PendingLimits(
                to_datetime(account.pending_at),
                donation_day=pending.donation_day,
                donation_month=pending.donation_month,
                spin_day=pending.spin_day,
            )
            if pending
            else None,
            used=LimitAmounts(amounts.donated_day, amounts.donated_month, spun_coins),
        )

    @get("/api/player/limits", AccountFrozen, SiteUnavailable)
    async def get_limits(caller: Caller) -> SpendingLimits:
        """Limits that the player has set, and what counts towards them."""
        return await current(caller.login)

    @put("/api/player/limits", ValidationFailed, AccountFrozen, SiteUnavailable)
    async def set_limits(caller: Caller, data: JSONBody[LimitsForm]) -> SpendingLimits:
        """Set limits: a tighter one holds at once, a looser one after 24 hours."""
        excluded_until = int(data.excluded_until.timestamp()) if data.excluded_until else 0
        if excluded_until > time.time() + LONGEST_BREAK_SECONDS:
            raise ValidationFailed(fields={"excluded_until": text("fields.five_years")})
        requested_limits = LimitSet(data.donation_day, data.donation_month, data.spin_day)
        await repository.change(site, caller.login, requested_limits, excluded_until)
        return await current(caller.login)

    return Feature(name="spending_limits", routes=[get_limits, set_limits])
