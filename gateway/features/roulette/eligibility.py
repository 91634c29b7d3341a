"""Decides whether an account may spin now. Pure: the same rules for a spin and for GET /api/roulette/cooldown."""

from datetime import tzinfo
from typing import Literal

from msgspec import Struct

from gateway.config.settings import Settings
from gateway.database.sealing import DataKeys
from gateway.features.roulette.wheel import Wheel, configured_wheel
from gateway.features.spending_limits import SpinLimit
from gateway.texts import Text, text

PairProblem = Literal["seeds_expired", "key_lost"]
Reason = Literal[
    "disabled",
    "debt",
    "excluded",
    "spin_limit",
    "seeds_expired",
    "key_lost",
    "insufficient_coins",
    "daily_limit",
    "cooldown",
    "step_up_required",
]


class SpinRules(Struct, frozen=True, kw_only=True):
    """Limits of a spin, and the wheel with its cost: the latest one, or that of a player's pair.

    `max_daily_spins` 0: no limit. `step_up_above`: coins that spins may cost between two proofs of the player; 0: no
    limit. `keys` seal the server seeds.
    """

    enabled: bool
    cost: int
    max_daily_spins: int
    cooldown_seconds: int
    zone: tzinfo
    wheel: Wheel
    step_up_above: int
    pair_max_spins: int
    pair_max_days: int
    keys: DataKeys
    coin_name: str = "coins"


class Eligibility(Struct, frozen=True, kw_only=True):
    """An account's balance and recent spins. `is_blocked`: it owes coins, or one of its payments is charged back.
    `pair_problem`: why its seeds draw no further spin. `own_limit`: the player's limit that prevents a spin."""

    balance: int
    is_blocked: bool
    spins_today: int
    last_spin_at: int | None
    pair_problem: PairProblem | None = None
    spent_since_proof: int = 0
    own_limit: SpinLimit | None = None


def spin_rules(settings: Settings) -> SpinRules:
    roulette = settings.roulette
    return SpinRules(
        enabled=roulette.enabled,
        cost=roulette.spin_cost,
        max_daily_spins=roulette.max_daily_spins,
        cooldown_seconds=roulette.cooldown_seconds,
        zone=settings.server.zone,
        wheel=configured_wheel(roulette),
        step_up_above=roulette.step_up_above,
        pair_max_spins=roulette.pair_max_spins,
        pair_max_days=roulette.pair_max_days,
        keys=DataKeys(settings.security.data_keys),
    )


def refusal(rules: SpinRules, account: Eligibility, now: int) -> Reason | None:
    """Returns why the account cannot spin: reasons that waiting does not resolve first, then the longest wait."""
    if not rules.enabled:
        return "disabled"
    if account.is_blocked:
        return "debt"
    if account.own_limit:
        return account.own_limit
    if account.pair_problem:
        return account.pair_problem
    if account.balance < rules.cost:
        return "insufficient_coins"
    if spins_left(rules, account) == 0:
        return "daily_limit"
    if cooldown_remaining(rules, account, now) > 0:
        return "cooldown"
    return "step_up_required" if needs_proof(rules, account) else None


def needs_proof(rules: SpinRules, account: Eligibility) -> bool:
    """Returns True if the player has to prove the password or a factor. The first spin after a proof needs no other:
    else no proof would allow a spin that costs more than the limit."""
    coins = account.spent_since_proof
    return 0 < rules.step_up_above < coins + rules.cost and coins > 0


def spins_left(rules: SpinRules, account: Eligibility) -> int | None:
    """Returns None without a limit."""
    return max(0, rules.max_daily_spins - account.spins_today) if rules.max_daily_spins else None


def cooldown_remaining(rules: SpinRules, account: Eligibility, now: int) -> int:
    """Returns seconds, at most the whole cooldown: by another machine's clock the last spin may be in the future."""
    if account.last_spin_at is None:
        return 0
    return min(rules.cooldown_seconds, max(0, account.last_spin_at + rules.cooldown_seconds - now))


def refusal_text(reason: Reason, rules: SpinRules, account: Eligibility, now: int) -> Text:
    """Returns the reason as a sentence for the player."""
    match reason:
        case "insufficient_coins":
            return text("spins.insufficient_coins", cost=rules.cost, coin=rules.coin_name, balance=account.balance)
        case "daily_limit":
            return text("spins.daily_limit", limit=rules.max_daily_spins)
        case "cooldown":
            minutes, seconds = divmod(cooldown_remaining(rules, account, now), 60)
            return text("spins.cooldown", minutes=minutes, seconds=seconds)
        case _:
            return text(f"spins.{reason}")
