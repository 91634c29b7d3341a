"""GET /api/player/referrals: the player's link, its terms, and the accounts that registered through it."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final, Literal

import numpy as np
from msgspec import Struct

from gateway.config.settings import Settings
from gateway.database.database import Database
from gateway.database.times import to_datetime
from gateway.extras.referrals import repository
from gateway.extras.referrals.progress import ReferralProgress, progress_of
from gateway.extras.referrals.repository import OwnReferral, ReferralReason, ReferralState
from gateway.extras.referrals.settings import ReferralSettings
from gateway.extras.referrals.settlement import OPEN_DAYS, SETTLE_SECONDS, ReferralSettlement
from gateway.features.accounts import Caller
from gateway.features.operators.site_controls import FeatureDisabled
from gateway.http.errors import AccountFrozen, GameUnavailable, SiteUnavailable
from gateway.http.routes import get
from gateway.jobs import Job
from gateway.registration.feature import Feature
from gateway.world_snapshot.snapshot import Snapshot
from gateway.world_snapshot.visibility import ShownCharacter

_ROWS: Final = 100
ShownReason = Literal["same_person", "expired", "account", "referrer"]
"""Reason for the referrer: of the new account no more than that it gets no rewards."""


class PlayerReferral(Struct, frozen=True, kw_only=True):
    """`character`: the best one, as the public sees it; null without one. `level` and `minutes`: its progress since the
    registration; both 0 for a referral that is settled. `reason`: why it is refused."""

    character: ShownCharacter | None
    state: ReferralState
    reason: ShownReason | None
    level: int
    minutes: int
    registered_at: datetime
    settled_at: datetime | None


class PlayerReferrals(Struct, frozen=True, kw_only=True):
    """`code`: for the link `/?ref=<code>`. The referrer gets `referrer_coins` and the new player `account_coins` once a
    character of the new account has reached `level` and played `play_hours`. `hold_hours`: before the coins can be sent
    into the game. `open_days`: until a referral expires. `data`: the newest first."""

    code: str
    level: int
    play_hours: int
    referrer_coins: int
    account_coins: int
    paid_per_month: int
    hold_hours: int
    open_days: int
    data: list[PlayerReferral]


def feature(
    settings: Settings, site: Database, snapshot: Callable[[], Snapshot], settlement: ReferralSettlement
) -> Feature:
    terms = settings.of(ReferralSettings)

    @get("/api/player/referrals", AccountFrozen, FeatureDisabled, GameUnavailable, SiteUnavailable)
    async def get_referrals(caller: Caller) -> PlayerReferrals:
        """The player's link, and the accounts that registered through it."""
        if not terms.enabled:
            raise FeatureDisabled
        code = await repository.code_of(site, caller.login)
        rows = await site.read(repository.OF_REFERRER, referrer=caller.login, limit=_ROWS)
        return PlayerReferrals(
            code=code,
            level=terms.level,
            play_hours=terms.play_hours,
            referrer_coins=terms.referrer_coins,
            account_coins=terms.account_coins,
            paid_per_month=terms.paid_per_month,
            hold_hours=settings.rewards.hold_hours,
            open_days=OPEN_DAYS,
            data=_player_referrals(rows, snapshot()) if rows else [],
        )

    jobs = [Job("settle_referrals", SETTLE_SECONDS, lambda _tick: settlement.work())] if terms.enabled else []
    page_parts = ["referrals"] if terms.enabled else []
    return Feature(name="referrals", routes=[get_referrals], page_parts=page_parts, jobs=jobs)


def _player_referrals(rows: Sequence[OwnReferral], snapshot: Snapshot) -> list[PlayerReferral]:
    progresses = progress_of(snapshot, [row.account for row in rows], [row.registered_at for row in rows])
    return [_player_referral(row, progress, snapshot) for row, progress in zip(rows, progresses, strict=True)]


def _shown_reason(reason: ReferralReason | None) -> ShownReason | None:
    match reason:
        case None | "expired":
            return reason
        case "email" | "network":
            return "same_person"
        case "account_gone" | "account_banned" | "account_staff" | "account_blocked":
            return "account"
        case _:
            return "referrer"


def _player_referral(row: OwnReferral, progress: ReferralProgress | None, snapshot: Snapshot) -> PlayerReferral:
    best = snapshot.shown_characters(np.array([progress.row]), "elsewhere")[0] if progress else None
    return PlayerReferral(
        character=best,
        state=row.state,
        reason=_shown_reason(row.reason),
        level=progress.level if progress and row.state == "waiting" else 0,
        minutes=progress.seconds // 60 if progress and row.state == "waiting" else 0,
        registered_at=to_datetime(row.registered_at),
        settled_at=to_datetime(row.settled_at),
    )
