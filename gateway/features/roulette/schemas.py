"""Request and response bodies of /api/roulette."""

from datetime import datetime

import msgspec
from msgspec import Struct, UnsetType

from gateway.features.roulette.eligibility import Reason
from gateway.features.roulette.wheel import Tier, Wheel


class RouletteSlot(Struct, frozen=True, kw_only=True):
    """`position`: 0 to 11. `probability`: weight divided by the sum of all weights; `icon`: name of the tier's art."""

    position: int
    prize_tier: Tier
    icon: str
    prize_amount: int
    weight: int
    probability: float


class RouletteConfig(Struct, frozen=True, kw_only=True):
    """`max_daily_spins` 0: no limit."""

    enabled: bool
    spin_cost: int
    max_daily_spins: int
    cooldown_seconds: int
    wheel_version: int
    slots: list[RouletteSlot]


class SpinResult(Struct, frozen=True, kw_only=True):
    """`slot_result`: position of the winning slot; `balance`: the wallet after the spin. If `success` is false, nothing
    was spent, `reason` and `message` say why, and the other fields are null."""

    success: bool
    message: str
    slot_result: int | None = None
    prize_tier: Tier | None = None
    prize_amount: int | None = None
    spin_id: str | None = None
    balance: int | None = None
    wheel_version: int | None = None
    reason: Reason | None = None


class RouletteStats(Struct, frozen=True):
    total_spins: int
    total_spent: int
    total_won: int
    net_result: int
    biggest_win: int


class RouletteSpin(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """`server_seed` is present once revealed. `nonce` counts the spins of a seed pair from 0. `operator_verifiable`: a
    client seed was sent after the hash was published; else the spin proves nothing against the operator."""

    id: str
    prize_tier: Tier
    prize_won: int
    timestamp: datetime
    position: int
    cost: int
    nonce: int
    client_seed: str
    server_seed_hash: str
    wheel_version: int
    operator_verifiable: bool
    server_seed: str | UnsetType = msgspec.UNSET


class WheelTable(Struct, frozen=True):
    """`spin_cost` is null for a wheel from before costs were recorded that was never spun."""

    wheel_version: int
    slots: list[RouletteSlot]
    spin_cost: int | None


class RouletteHistory(Struct, frozen=True):
    """Newest first; `total` counts all spins, and is 0 on an empty page. `wheels`: those on which these spins were
    drawn."""

    spins: list[RouletteSpin]
    total: int
    wheels: list[WheelTable]


class RouletteCooldown(Struct, frozen=True, kw_only=True):
    """`reason` says why `can_spin` is false. `cooldown_remaining`: seconds, of the cooldown alone. `daily_spins_left`:
    null without a limit."""

    can_spin: bool
    reason: Reason | None
    cooldown_remaining: int
    daily_spins_used: int
    daily_spins_left: int | None


class RouletteFairness(Struct, frozen=True, kw_only=True):
    """The active pair, and the hash and wheel of the next one: a rotation changes neither.

    `client_seed`: null until the browser has sent one. `nonce`: that of the next spin. `wheel_version`: the wheel of
    all spins of the pair. `latest_wheel_version`: that of new pairs. `operator_verifiable`: as in the history."""

    server_seed_hash: str
    next_server_seed_hash: str
    client_seed: str | None
    nonce: int
    wheel_version: int
    next_wheel_version: int
    latest_wheel_version: int
    operator_verifiable: bool


class RotatedFairness(RouletteFairness, frozen=True, kw_only=True):
    """The new active pair; `server_seed`: the revealed seed of the previous one, null if its key is lost."""

    server_seed: str | None


class ClientSeedForm(Struct, forbid_unknown_fields=True):
    client_seed: str = ""


def slots_of(wheel: Wheel) -> list[RouletteSlot]:
    return [
        RouletteSlot(
            position=slot.position,
            prize_tier=slot.tier,
            icon=slot.icon,
            prize_amount=slot.prize,
            weight=slot.weight,
            probability=wheel.probability(slot),
        )
        for slot in wheel.slots
    ]
