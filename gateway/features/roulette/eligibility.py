"""Whether an account may spin now. Pure: the same rules for the spin itself and for what the page is told before."""

from datetime import datetime, tzinfo
from typing import Literal

from msgspec import Struct

from gateway.config.settings import Settings
from gateway.features.roulette.wheel import Wheel

Reason = Literal["disabled", "debt", "insufficient_coins", "daily_limit", "cooldown"]


class Terms(Struct, frozen=True):
    """What a spin costs and when it is allowed. `max_daily_spins` 0: as many as can be paid."""

    enabled: bool
    cost: int
    max_daily_spins: int
    cooldown_seconds: int
    zone: tzinfo
    wheel: Wheel
    coin_name: str


class Standing(Struct, frozen=True):
    """What an account has and did. `held`: it owes coins, or may come to owe them."""

    balance: int
    held: bool
    spins_today: int
    last_spin_at: int | None


def terms_of(settings: Settings) -> Terms:
    wanted = settings.roulette
    return Terms(
        enabled=wanted.enabled,
        cost=wanted.spin_cost,
        max_daily_spins=wanted.max_daily_spins,
        cooldown_seconds=wanted.cooldown_seconds,
        zone=wanted.zone,
        wheel=wanted.wheel,
        coin_name=settings.coins.name,
    )


def day_start(now: int, zone: tzinfo) -> int:
    """The second with which the site's day began that `now` belongs to."""
    here = datetime.fromtimestamp(now, zone)
    return int(here.replace(hour=0, minute=0, second=0, microsecond=0, fold=0).timestamp())


def refusal(terms: Terms, standing: Standing, now: int) -> Reason | None:
    """Why there is no spin now: first what waiting does not mend, then what lasts longest."""
    if not terms.enabled:
        return "disabled"
    if standing.held:
        return "debt"
    if standing.balance < terms.cost:
        return "insufficient_coins"
    if spins_left(terms, standing) == 0:
        return "daily_limit"
    return "cooldown" if cooldown_remaining(terms, standing, now) > 0 else None


def spins_left(terms: Terms, standing: Standing) -> int | None:
    """None where there is no limit."""
    return max(0, terms.max_daily_spins - standing.spins_today) if terms.max_daily_spins else None


def cooldown_remaining(terms: Terms, standing: Standing, now: int) -> int:
    """Seconds; a last spin that another machine's clock put into the future makes nobody wait longer than usual."""
    if standing.last_spin_at is None:
        return 0
    return min(terms.cooldown_seconds, max(0, standing.last_spin_at + terms.cooldown_seconds - now))


def message(reason: Reason, terms: Terms, standing: Standing, now: int) -> str:
    """The reason in a sentence."""
    match reason:
        case "disabled":
            return "The roulette is closed right now."
        case "debt":
            return "You cannot spin while a donation is disputed or coins of a refunded one are owed."
        case "insufficient_coins":
            return f"A spin costs {terms.cost:,} {terms.coin_name}; you have {standing.balance:,}."
        case "daily_limit":
            return f"You have used all {terms.max_daily_spins:,} spins of today."
        case "cooldown":
            minutes, seconds = divmod(cooldown_remaining(terms, standing, now), 60)
            return f"Please wait {minutes}m {seconds}s before the next spin."
