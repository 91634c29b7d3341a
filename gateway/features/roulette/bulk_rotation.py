"""Ends the seed pairs of many accounts, each in a transaction of its own under the lock of its wallet."""

from collections.abc import Awaitable, Callable
from typing import Final

from msgspec import Struct

from gateway.database.database import Database, Session
from gateway.database.queries import query
from gateway.features import ledger
from gateway.features.operators import operator_log
from gateway.features.roulette import seeds
from gateway.features.roulette.eligibility import SpinRules
from gateway.features.roulette.seeds import Clock, SeedPairs

_BATCH: Final = 500
_ANY_WHEEL: Final = 0


class SeedOwner(Struct, frozen=True):
    account: str


PLAYERS = query("roulette.players", SeedOwner)
Change = Callable[[Session, str, SeedPairs, int], Awaitable[bool]]
"""Returns True if it changed the pairs of the account."""


async def replace_all(site: Database, rules: SpinRules, clock: Clock) -> int:
    """Reveals both seeds of each account; returns the number of accounts.

    After a restore the owner may know the active and the next seed: both may have been revealed since the backup.
    """

    async def replace_both(session: Session, login: str, _pairs: SeedPairs, now: int) -> bool:
        await seeds.end_both(session, rules, login, now)
        await seeds.create(session, rules, login, now)
        return True

    return await _change_each(site, rules, _ANY_WHEEL, replace_both, clock)


async def close_wheel(site: Database, rules: SpinRules, version: int, clock: Clock) -> int:
    """Ends the pairs that are bound to a wheel. A next pair on it is replaced by one on the latest wheel; after an
    active pair the next one becomes active, without a client seed.

    Returns the number of accounts.
    """

    async def end_pairs(session: Session, login: str, pairs: SeedPairs, now: int) -> bool:
        is_active, is_next = pairs.active.wheel_version == version, pairs.next.wheel_version == version
        if is_next:
            await seeds.replace_next(session, rules, login, pairs.next, now)
        if is_active:
            await seeds.advance(session, rules, login, await seeds.ensure(session, rules, login, now), "", now)
        return is_active or is_next  # neither: rotated meanwhile

    return await _change_each(site, rules, version, end_pairs, clock)


async def _change_each(site: Database, rules: SpinRules, version: int, change: Change, clock: Clock) -> int:
    count, last_account = 0, ""
    while owners := await site.read(PLAYERS, after=last_account, wheel_version=version, limit=_BATCH):
        for owner in owners:
            count += await _change_one(site, rules, owner.account, change, clock)
        last_account = owners[-1].account
    return count


async def _change_one(site: Database, rules: SpinRules, login: str, change: Change, clock: Clock) -> bool:
    async def work(session: Session) -> bool:
        await ledger.lock_balances(session, [ledger.wallet(login)])  # excludes concurrent spins
        now = int(clock())
        is_changed = await change(session, login, await seeds.ensure(session, rules, login, now), now)
        if is_changed:
            await operator_log.record(session, f"account:{login}")
        return is_changed

    return await ledger.run(site, work)
