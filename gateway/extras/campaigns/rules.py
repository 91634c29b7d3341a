"""Rules of recharge campaigns: their terms, their state, and the coins that a donation is promised. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Final, Literal

import msgspec
from msgspec import Struct

from gateway.concurrency.durations import DAY
from gateway.texts import Text, text

Steps = tuple[tuple[int, int], ...]
"""Least coins of a donation, and the bonus in percent of them; ascending."""
CampaignState = Literal["upcoming", "running", "over", "ended"]

NAME_MAX: Final = 60
PERCENT_MAX: Final = 200
STEPS_MAX: Final = 8
COINS_MAX: Final = 1_000_000_000
DAYS_MAX: Final = 92


class RechargeCampaign(Struct, frozen=True, dict=True):
    """`steps`: JSON of `Steps`. Caps: bonus coins that it promises at most; None: no limit. `first_only`: 1: only for
    accounts without a credited donation, once. `ended_at`: by an operator."""

    id: int
    name: str
    steps: str
    starts_at: int
    ends_at: int
    account_cap: int | None
    total_cap: int | None
    first_only: int
    ended_at: int | None = None
    created_at: int = 0

    @cached_property
    def percents(self) -> Steps:
        return msgspec.json.decode(self.steps, type=Steps)


class PromisedCoins(Struct, frozen=True):
    """Coins that a campaign has promised in all, and to one account."""

    campaign_id: int
    coins: int = 0
    account_coins: int = 0


class Bonus(Struct, frozen=True):
    """`percent`: of the step that the donation reaches. `is_limited`: a cap leaves fewer coins than that."""

    campaign: RechargeCampaign
    coins: int
    percent: int
    is_limited: bool


def encode_steps(steps: Steps) -> str:
    return msgspec.json.encode(steps).decode()


def state_of(campaign: RechargeCampaign, now: float) -> CampaignState:
    if campaign.ended_at is not None:
        return "ended"
    if now >= campaign.ends_at:
        return "over"
    return "running" if now >= campaign.starts_at else "upcoming"


def room_in(campaign: RechargeCampaign, promised: PromisedCoins) -> int:
    """Returns how many coins the campaign may still promise to the account."""
    account_room = COINS_MAX if campaign.account_cap is None else campaign.account_cap - promised.account_coins
    total_room = COINS_MAX if campaign.total_cap is None else campaign.total_cap - promised.coins
    return max(0, min(account_room, total_room))


def best_bonus(
    campaigns: Iterable[RechargeCampaign],
    promised: Mapping[int, PromisedCoins],
    coins: int,
    *,
    has_donated: bool,
) -> Bonus | None:
    """Returns the bonus of the one campaign that gives the most; of equal ones, that which ends first.

    `coins`: of the donation. `promised`: by campaign, without this donation.
    """
    bonuses = [_bonus(row, promised.get(row.id, PromisedCoins(row.id)), coins, has_donated) for row in campaigns]
    order = sorted(bonuses, key=lambda bonus: (-bonus.coins, bonus.campaign.ends_at, bonus.campaign.id))
    return order[0] if order and order[0].coins else None


def _bonus(campaign: RechargeCampaign, promised: PromisedCoins, coins: int, has_donated: bool) -> Bonus:
    percent = max((percent for least, percent in campaign.percents if coins >= least), default=0)
    whole = coins * percent // 100
    is_late = campaign.first_only and (has_donated or promised.account_coins)
    left = 0 if is_late else min(whole, room_in(campaign, promised))
    return Bonus(campaign, coins=left, percent=percent, is_limited=left < whole)


def refusal(campaign: RechargeCampaign, now: int) -> tuple[str, Text] | None:
    """Returns the field and the reason for which the campaign cannot be made; None if it can."""
    if not (0 < len(campaign.name) <= NAME_MAX and campaign.name.isprintable()):
        return "name", text("reasons.line_long", limit=NAME_MAX) if campaign.name else text("reasons.name_missing")
    if campaign.ends_at <= max(now, campaign.starts_at):
        return "ends_at", text("reasons.campaign_end")
    if campaign.ends_at - campaign.starts_at > DAYS_MAX * DAY:
        return "ends_at", text("reasons.campaign_days", days=DAYS_MAX)
    if not _are_ascending(campaign.percents):
        return "steps", text("reasons.campaign_steps", steps=STEPS_MAX, percent=PERCENT_MAX)
    for field, value in (("account_cap", campaign.account_cap), ("total_cap", campaign.total_cap)):
        if value is not None and not 1 <= value <= COINS_MAX:
            code, limit = ("value_max", COINS_MAX) if value > COINS_MAX else ("value_min", 1)
            return field, text(f"reasons.{code}", limit=limit)
    return None


def _are_ascending(steps: Sequence[tuple[int, int]]) -> bool:
    if not 1 <= len(steps) <= STEPS_MAX:
        return False
    rows = zip(((0, 0), *steps), steps, strict=False)
    in_order = all(before[0] < step[0] and before[1] < step[1] for before, step in rows)
    return in_order and steps[-1][0] <= COINS_MAX and steps[-1][1] <= PERCENT_MAX
