"""Coins that operators make: a daily sum for each, and what is above it waits for another operator.

An owner may release what the same owner made after 24 hours: an installation may have one owner alone. That is a signal
for all owners.
"""

from typing import Final

from msgspec import Struct

from gateway.concurrency.durations import DAY
from gateway.database.database import Database, Session
from gateway.database.queries import query
from gateway.features.operators import operator_log
from gateway.texts import Refusal, text

_ROWS: Final = 200
_DECIDED_DAYS: Final = 30


class GrantRefused(Refusal):
    """Nothing was changed. The message is the reason."""


class GrantReleased(GrantRefused):
    """The coins were released before."""


class HeldGrant(Struct, frozen=True):
    """`subject`: `codes:<campaign>` or `account:<login>`. `post_key`: of an adjustment.

    `is_released`: None while it waits.
    """

    id: int
    operator: str
    coins: int
    campaign_id: int | None
    post_key: str | None
    created_at: int
    decided_by: str | None
    decided_at: int | None
    is_released: int | None
    subject: str
    reason: str

    def may_be_released_by(self, operator: str, role: str, now: int) -> bool:
        """Returns True for another operator than the maker, and for an owner after 24 hours."""
        return operator != self.operator or (role == "owner" and now >= self.created_at + DAY)


class _Coins(Struct, frozen=True):
    coins: int


class _Name(Struct, frozen=True):
    name: str


class _Id(Struct, frozen=True):
    id: int


LOCK_OPERATOR: Final = query("coin_grants.lock_operator", _Name)
MADE: Final = query("coin_grants.made", _Coins)
ADD: Final = query("coin_grants.add", None)
LAST_ID: Final = query("coin_grants.last_id", _Id)
HELD: Final = query("coin_grants.held", HeldGrant)
LOCK: Final = query("coin_grants.lock", HeldGrant)
OF_CAMPAIGN: Final = query("coin_grants.of_campaign", _Id)
DECIDE: Final = query("coin_grants.decide", None)


async def is_above(session: Session, operator: str, coins: int, limit: int, now: int) -> bool:
    """Returns True if the coins would pass the operator's daily sum. Holds the operator's row until the commit."""
    await session.one(LOCK_OPERATOR, name=operator)
    row = await session.one(MADE, operator=operator, since=now - DAY)
    return (row.coins if row else 0) + coins > limit


async def add_campaign(session: Session, operator: str, campaign_id: int, coins: int, limit: int, now: int) -> bool:
    """Counts the coins of a new campaign. Returns True if it waits for a release."""
    is_held = await is_above(session, operator, coins, limit, now)
    await _add(session, operator, coins, now, campaign_id=campaign_id, is_held=is_held)
    return is_held


async def add_adjustment(session: Session, operator: str, coins: int, now: int) -> None:
    """Counts the coins of an adjustment that is posted."""
    await _add(session, operator, coins, now)


async def hold_adjustment(session: Session, operator: str, account: str, coins: int, post_key: str, now: int) -> None:
    """Stores an adjustment that waits for a release, in the transaction of the operator's log."""
    await operator_log.record(session, f"account:{account}", after={"coins_waiting": coins})
    row = await session.one(LAST_ID)
    await _add(session, operator, coins, now, log_id=row.id if row else None, post_key=post_key, is_held=True)


async def _add(
    session: Session,
    operator: str,
    coins: int,
    now: int,
    *,
    campaign_id: int | None = None,
    log_id: int | None = None,
    post_key: str | None = None,
    is_held: bool = False,
) -> None:
    await session.write(
        ADD,
        operator=operator,
        coins=coins,
        campaign_id=campaign_id,
        log_id=log_id,
        post_key=post_key,
        now=now,
        is_held=int(is_held),
    )


async def held(site: Database, now: int) -> list[HeldGrant]:
    """Returns those that wait, the oldest first, then those of the last 30 days that were decided."""
    return await site.read(HELD, decided_since=now - _DECIDED_DAYS * DAY, limit=_ROWS)


async def decide(
    session: Session, grant_id: int, operator: str, role: str, now: int, *, is_released: bool
) -> HeldGrant:
    """Releases or refuses coins that wait, and logs it. `role`: of the operator who decides. Raises GrantRefused."""
    grant = await session.one(LOCK, id=grant_id)
    if grant is None:
        raise GrantRefused(text("reasons.coins_none"))
    if grant.decided_at is not None:
        error = GrantReleased if grant.is_released and is_released else GrantRefused
        raise error(text("reasons.coins_decided"))
    if is_released and not grant.may_be_released_by(operator, role, now):
        raise GrantRefused(text("reasons.coins_own"))
    await session.write(DECIDE, id=grant_id, operator=operator, now=now, is_released=int(is_released))
    old_values = {"state": "waiting", "coins": grant.coins, "made_by": grant.operator}
    new_values = old_values | {"state": "released" if is_released else "refused"}
    await operator_log.record(session, f"coins:{grant_id}", before=old_values, after=new_values)
    return grant


async def release_campaign(session: Session, campaign_id: int, operator: str, now: int) -> None:
    """Releases a campaign from the command line of the machine, which no daily sum bounds. Raises GrantRefused."""
    row = await session.one(OF_CAMPAIGN, campaign_id=campaign_id)
    await decide(session, row.id if row else 0, operator, "", now, is_released=True)
