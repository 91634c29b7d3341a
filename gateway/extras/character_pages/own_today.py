"""GET /api/player/today: the caller's main character today, and what has ended since the last visit."""

import time
from collections.abc import Sequence
from datetime import UTC, datetime, tzinfo
from typing import Annotated, Final, Literal

from litestar.handlers import HTTPRouteHandler
from litestar.params import Parameter
from msgspec import Struct

from gateway.concurrency.durations import DAY
from gateway.config.payments import OPEN_SECONDS
from gateway.database.database import Database
from gateway.extras import world_events
from gateway.extras.character_pages.own_ranks import OwnRank, own_rank
from gateway.extras.history.archive import HistoryArchive
from gateway.extras.world.addresses import siege_report_path
from gateway.extras.world.answers import siege_day
from gateway.extras.world.facts import castle_name
from gateway.extras.world.store import WorldStore
from gateway.extras.world_events import WorldEvent
from gateway.features.accounts import Caller
from gateway.features.characters import CharacterBrief, CharacterRepository
from gateway.features.player.progression import DayValues, OwnDays
from gateway.features.privacy.public_snapshot import PublicSnapshots
from gateway.features.wallet.history import DELIVERIES, DONATIONS, STUCK_SECONDS, StoredDelivery, StoredDonation
from gateway.game.classes import class_name
from gateway.game.experience import percent
from gateway.http.errors import UNAVAILABLE, AccountFrozen, ValidationFailed
from gateway.http.routes import get
from gateway.world_snapshot.snapshot import Snapshot
from gateway.world_snapshot.visibility import PUBLIC

_LONGEST_DAYS: Final = 30
_MAX_EVENTS: Final = 100
Since = Annotated[
    int | None, Parameter(ge=0, lt=1 << 53, description="Time of the last visit in epoch seconds; 30 days at most.")
]


class TodayGains(Struct, frozen=True):
    """Since yesterday's close, up to the last full hour. `exp_percent`: of the level, null where a level changed."""

    pvp_kills: int
    pk_kills: int
    levels: int
    exp_percent: float | None


class Ended(Struct, frozen=True, kw_only=True):
    """`coins`: of a payment or a delivery. `name`: of the character that got them, or of the castle. `path`: of the
    siege's report."""

    kind: Literal["payment", "refund", "delivery", "siege"]
    at: datetime
    coins: int | None = None
    name: str | None = None
    path: str | None = None


class OwnToday(Struct, frozen=True, kw_only=True):
    """The highest character. `is_public`: it has a public page. `rank`: by PvP kills; null if it is not ranked (yet).

    `gains` is null before the second recorded day. `ended`: the newest first; empty without `since`.
    """

    char_id: int
    char_name: str
    level: int
    exp_percent: float
    class_name: str
    is_public: bool
    rank: OwnRank | None
    gains: TodayGains | None
    ended: list[Ended]


class OwnTodayAnswer(Struct, frozen=True):
    """`main` is null for an account without characters."""

    main: OwnToday | None


def gains_of(days: Sequence[DayValues]) -> TodayGains | None:
    """`days`: yesterday and today. A lower count than before counts as no gain."""
    if len(days) < 2:
        return None
    before, today = days[-2:]
    levels = today.level - before.level
    return TodayGains(
        pvp_kills=max(0, today.pvp_kills - before.pvp_kills),
        pk_kills=max(0, today.pk_kills - before.pk_kills),
        levels=max(0, levels),
        exp_percent=None if levels else max(0.0, round(today.exp_percent - before.exp_percent, 2)),
    )


def ended_of(
    donations: Sequence[StoredDonation],
    deliveries: Sequence[StoredDelivery],
    sieges: Sequence[WorldEvent],
    since: int,
    zone: tzinfo,
) -> list[Ended]:
    """Returns what has ended after a time in epoch seconds, the newest first."""

    def moment(at: int) -> datetime:
        return datetime.fromtimestamp(at, UTC)

    rows = [
        *(
            Ended(kind="payment", at=moment(row.credited_at), coins=row.total_coins)
            for row in donations
            if row.credited_at and row.credited_at > since and row.status == "completed"
        ),
        *(
            Ended(kind="refund", at=moment(row.refunded_at))
            for row in donations
            if row.refunded_at and row.refunded_at > since
        ),
        *(
            Ended(kind="delivery", at=moment(row.delivered_at), coins=row.amount, name=row.character_name)
            for row in deliveries
            if row.status == "delivered" and row.delivered_at and row.delivered_at > since
        ),
        *(
            Ended(
                kind="siege",
                at=moment(event.at),
                name=castle_name(event.subject_id),
                path=siege_report_path(event.subject_id, siege_day(event.details["started_at"], zone)),
            )
            for event in sieges
        ),
    ]
    return sorted(rows, key=lambda row: row.at, reverse=True)


class OwnTodayReader:
    def __init__(
        self,
        site: Database,
        characters: CharacterRepository,
        snapshots: PublicSnapshots,
        archive: HistoryArchive,
        own_days: OwnDays,
        world: WorldStore,
        zone: tzinfo,
    ) -> None:
        self._site = site
        self._characters = characters
        self._snapshots = snapshots
        self._archive = archive
        self._own_days = own_days
        self._world = world
        self._zone = zone

    async def read(self, login: str, since: int | None) -> OwnToday | None:
        briefs = await self._characters.briefs(login)
        if not briefs:
            return None
        main = max(briefs, key=lambda brief: (brief.level, brief.exp))
        snapshot = self._snapshots.current()
        pvp_rank, _ = snapshot.ranks_of({main.id}).get(main.id, (None, None))
        days = await self._own_days.read(login, [main], 1)
        clan_ids = _clans_of(snapshot, briefs)
        return OwnToday(
            char_id=main.id,
            char_name=main.name,
            level=main.level,
            exp_percent=percent(main.level, main.exp),
            class_name=class_name(main.class_id),
            is_public=pvp_rank is not None and int(snapshot.columns["privacy"][pvp_rank - 1]) == PUBLIC,
            rank=None if pvp_rank is None else own_rank(snapshot, self._archive, "pvp", pvp_rank, main.name),
            gains=gains_of(days.get(main.id, ())),
            ended=[] if since is None else await self._ended(login, clan_ids, since),
        )

    async def _ended(self, login: str, clan_ids: set[int], since: int) -> list[Ended]:
        now = int(time.time())
        since = max(since, now - _LONGEST_DAYS * DAY)
        donations = await self._site.read(
            DONATIONS,
            account=login,
            since=now - _LONGEST_DAYS * DAY,
            now=now,
            open_seconds=OPEN_SECONDS,
            limit=_MAX_EVENTS,
        )
        deliveries = await self._site.read(
            DELIVERIES, account=login, stuck_before=now - STUCK_SECONDS, limit=_MAX_EVENTS
        )
        sieges = await world_events.of_period(self._site, now, ["siege_ended"], since + 1, now + 1, _MAX_EVENTS)
        own_sieges = [
            event
            for event in sieges
            if event.season == self._world.season.number
            and clan_ids & {clan_id for clan_id, _ in event.details["sides"]}
        ]
        return ended_of(donations, deliveries, own_sieges, since, self._zone)


def _clans_of(snapshot: Snapshot, briefs: Sequence[CharacterBrief]) -> set[int]:
    ranks = snapshot.ranks_of({brief.id for brief in briefs})
    return {int(snapshot.columns["clans"][pvp_rank - 1]) for pvp_rank, _ in ranks.values()} - {0}


def routes(reader: OwnTodayReader) -> list[HTTPRouteHandler]:
    @get("/api/player/today", AccountFrozen, ValidationFailed, *UNAVAILABLE)
    async def get_own_today(caller: Caller, since: Since = None) -> OwnTodayAnswer:
        """The main character today, and what has ended since the last visit."""
        return OwnTodayAnswer(await reader.read(caller.login, since))

    return [get_own_today]
