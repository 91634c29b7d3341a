"""Binds new accounts to referrers, and settles referrals: a job pays those with enough play, and refuses those
of accounts that may get nothing."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Final, cast

import structlog

from gateway.concurrency.durations import DAY, HOUR
from gateway.database.database import Database
from gateway.extras.referrals import repository
from gateway.extras.referrals.progress import ReferralProgress, progress_of
from gateway.extras.referrals.repository import ReferralReason, WaitingReferral
from gateway.extras.referrals.settings import ReferralSettings
from gateway.features.accounts import AccountRepository
from gateway.features.accounts.standing import reason_against
from gateway.http.errors import unavailable
from gateway.world_snapshot.snapshot import Snapshot

SETTLE_SECONDS: Final = 600
OPEN_DAYS: Final = 180
_PAGE: Final = 1000

log = structlog.stdlib.get_logger("gateway.referrals")


def referral_binding(
    settings: ReferralSettings, snapshot: Callable[[], Snapshot | None]
) -> Callable[[Database, str, str, str], Awaitable[None]]:
    """Returns a function that binds a new account: database, code, account, network.

    An account that has characters already is no new player's. The database is joined to the transaction of the
    registration.
    """

    async def bind(site: Database, code: str, account: str, network: str) -> None:
        current = snapshot()
        if settings.enabled and not (current and current.accounts.get(account)):
            await repository.bind(site, settings, code, account, network, int(time.time()))

    return bind


class ReferralSettlement:
    def __init__(
        self,
        settings: ReferralSettings,
        site: Database,
        accounts: AccountRepository,
        snapshot: Callable[[], Snapshot | None],
    ) -> None:
        self._settings = settings
        self._site = site
        self._accounts = accounts
        self._snapshot = snapshot

    async def work(self) -> int:
        """Returns how many referrals were settled. Raises GameUnavailable before the first snapshot."""
        snapshot, now = self._snapshot(), int(time.time())
        if snapshot is None:
            raise unavailable("game", "no_snapshot")
        settled_count = await self._site.write(repository.EXPIRE, before=now - OPEN_DAYS * DAY, at=now)
        async for page in self._pages():
            accounts, registrations = [row.account for row in page], [row.registered_at for row in page]
            progresses = await asyncio.to_thread(progress_of, snapshot, accounts, registrations)
            for row, progress in zip(page, progresses, strict=True):
                if progress and self._is_enough(progress):
                    settled_count += await self.settle(row, now)
        return settled_count

    def _is_enough(self, progress: ReferralProgress) -> bool:
        has_played = progress.seconds >= self._settings.play_hours * HOUR
        return has_played and progress.level >= self._settings.level

    async def _pages(self) -> AsyncIterator[list[WaitingReferral]]:
        last_id = 0
        while page := await self._site.read(repository.WAITING_REFERRALS, after=last_id, limit=_PAGE):
            yield page
            last_id = page[-1].id

    async def settle(self, row: WaitingReferral, now: int) -> bool:
        """Pays or refuses the referral of an account with enough play."""
        if reason := await self._refusal(row, now):
            await repository.refuse(self._site, row.id, reason, now)
        elif not await repository.pay(self._site, self._settings, row, now):
            return False
        log.info("referral_settled", referral=row.id, reason=reason or "paid")
        return True

    async def _refusal(self, row: WaitingReferral, now: int) -> ReferralReason | None:
        if sign := await repository.shared_sign(self._site, self._settings, row):
            return sign
        if reason := await reason_against(self._accounts, self._site, row.account, now):
            return cast("ReferralReason", f"account_{reason}")
        if reason := await reason_against(self._accounts, self._site, row.referrer, now):
            return cast("ReferralReason", f"referrer_{reason}")
        return None
