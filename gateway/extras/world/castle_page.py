"""The page of a castle: its owner and next siege, its past sieges, and how long each clan has held it. Pure."""

from collections.abc import Sequence
from datetime import datetime, tzinfo
from typing import Final, cast

from msgspec import Struct

from gateway.extras.world.addresses import siege_report_path
from gateway.extras.world.answers import siege_day
from gateway.extras.world.names import WorldNames, moment, moment_of
from gateway.extras.world.schemas import NamedClan, Unavailable, WorldCastle
from gateway.extras.world_events import WorldEvent

LISTED_SIEGES: Final = 60


class PastSiege(Struct, frozen=True, kw_only=True):
    """`path`: of the report. `ended_at` and `owner_after` are null while the siege is running. `attackers`: clans at
    the start; `owner_changes`: how often the castle changed hands.
    """

    day: str
    path: str
    started_at: datetime
    ended_at: datetime | None
    owner_before: NamedClan | None
    owner_after: NamedClan | None
    attackers: int
    owner_changes: int


class CastleReign(Struct, frozen=True, kw_only=True):
    """A time without another owner; `clan` null: none. `held_from` is null where the begin was not seen, `held_until`
    for the present owner.
    """

    clan: NamedClan | None
    held_from: datetime | None
    held_until: datetime | None


class CastleHolder(Struct, frozen=True):
    """`seconds`: of all reigns with a recorded begin."""

    clan: NamedClan
    reigns: int
    seconds: int


class CastlePage(Struct, frozen=True, kw_only=True):
    """Sieges and reigns of the season, the newest first: at most 60 sieges, and the reigns of 500 changes of owners.
    `holders`: the clans of these reigns, by their time.
    """

    castle: WorldCastle
    path: str
    sieges: list[PastSiege]
    reigns: list[CastleReign]
    holders: list[CastleHolder]
    taken_at: datetime
    unavailable: Unavailable | None


def past_sieges(events: Sequence[WorldEvent], names: WorldNames, zone: tzinfo) -> list[PastSiege]:
    """`events`: ends of sieges, the newest first; a running siege has the kind `siege_started`."""
    return [_past_siege(event, names, zone) for event in events[:LISTED_SIEGES]]


def _past_siege(event: WorldEvent, names: WorldNames, zone: tzinfo) -> PastSiege:
    details, has_ended = event.details, event.kind == "siege_ended"
    day = siege_day(details["started_at"], zone)
    sides = cast("list[tuple[int, str]]", details["sides"])
    return PastSiege(
        day=day,
        path=siege_report_path(event.subject_id, day),
        started_at=moment_of(details["started_at"]),
        ended_at=moment_of(event.at) if has_ended else None,
        owner_before=names.clan(details["owner_before"]),
        owner_after=names.clan(details["owner_after"]) if has_ended else None,
        attackers=sum(side == "attacker" for _, side in sides),
        owner_changes=len(details.get("owners", ())),
    )


def reigns(changes: Sequence[WorldEvent], owner: NamedClan | None, names: WorldNames) -> list[CastleReign]:
    """`changes`: of the owner, the newest first. `owner`: the present one, where no change was seen."""
    if not changes:
        return [CastleReign(clan=owner, held_from=None, held_until=None)]
    begins = [*(change.at for change in changes), None]
    ends = [None, *begins[:-1]]
    clan_ids = [*(change.object_id for change in changes), changes[-1].details.get("before", 0)]
    return [
        CastleReign(clan=names.clan(clan_id), held_from=moment(begin), held_until=moment(end))
        for clan_id, begin, end in zip(clan_ids, begins, ends, strict=True)
    ]


def holders(castle_reigns: Sequence[CastleReign], now: datetime) -> list[CastleHolder]:
    by_clan: dict[int, CastleHolder] = {}
    for reign in castle_reigns:
        if reign.clan and reign.held_from:
            clan_id, seconds = reign.clan.clan_id, int(((reign.held_until or now) - reign.held_from).total_seconds())
            before = by_clan.get(clan_id, CastleHolder(reign.clan, 0, 0))
            by_clan[clan_id] = CastleHolder(reign.clan, before.reigns + 1, before.seconds + max(0, seconds))
    return sorted(by_clan.values(), key=lambda holder: -holder.seconds)
