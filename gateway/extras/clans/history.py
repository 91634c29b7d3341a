"""History of a clan: gains, records, castles, wars. Pure."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta, tzinfo
from itertools import pairwise
from typing import Final, Literal

from msgspec import Struct

from gateway.concurrency.durations import DAY
from gateway.config.site_days import date_of
from gateway.extras.history.clan_repository import ClanDay, MemberSince
from gateway.extras.world.facts import castle_name
from gateway.extras.world.names import WorldNames, moment, moment_of
from gateway.extras.world.reading import ClanWarRow
from gateway.extras.world.schemas import NamedClan, PublicEvent
from gateway.extras.world_events import WorldEvent

Side = Literal["both", "clan", "enemy"]
GAIN_DAYS: Final = (1, 7, 30)
WEEKS: Final = 12
_DAY: Final = timedelta(days=1)


class ClanGain(Struct, frozen=True, kw_only=True):
    """Kills and levels that the present members have gained; changes of reputation and of the number of members, null
    where the clan was not tracked yet."""

    pvp_kills: int
    pk_kills: int
    levels: int
    reputation: int | None
    members: int | None


class MemberHistory(Struct, frozen=True):
    """`pvp_gain`: of seven days. `joined` null: before tracking. `minutes`: played on each of the days, today last."""

    pvp_gain: int
    joined: date | None
    minutes: list[int]


class CastleHold(Struct, frozen=True):
    """`since` null: before tracking; `until` null: still held. `clan` null: no clan, or one that no longer exists."""

    clan: NamedClan | None
    since: datetime | None
    until: datetime | None
    accuracy_seconds: int | None


class HeldCastle(Struct, frozen=True):
    castle_id: int
    name: str
    holds: list[CastleHold]


class WarOfClan(Struct, frozen=True):
    """`since` null: before tracking."""

    enemy: NamedClan
    declared_by: Side
    since: date | None


class ClanRecord(Struct, frozen=True):
    """Highest gain of PvP kills in a day or in seven days, most members, or most days that a castle was held.

    `day`: the last one of it; null: it lasts.
    """

    kind: Literal["pvp_day", "pvp_week", "members", "castle"]
    value: int
    day: date | None
    castle: str | None = None


class ClanHistory(Struct, frozen=True, kw_only=True):
    """`gains`: by the number of days: today (1), 7 and 30. `weeks`: values at the closes of twelve weeks, oldest first.

    `members`: by character id, of those with a public page. `created` null: before tracking. `events`: the last joins,
    leaves and levels.
    """

    tracked_since: date | None
    created: date | None
    gains: dict[int, ClanGain]
    weeks: list[ClanDay]
    members: dict[int, MemberHistory]
    castles: list[HeldCastle]
    wars: list[WarOfClan]
    events: list[PublicEvent]
    balance: int
    """Joins less leaves of seven days."""
    records: list[ClanRecord]


def gain(members: Iterable[MemberSince], days: Sequence[ClanDay], baseline_day: date) -> ClanGain:
    """`baseline_day`: the gain counts from its close. A value that fell is no gain."""
    rows, baseline = list(members), values_at_close(days, baseline_day)
    return ClanGain(
        pvp_kills=sum(max(0, row.pvp_kills - row.pvp_before) for row in rows),
        pk_kills=sum(max(0, row.pk_kills - row.pk_before) for row in rows),
        levels=sum(max(0, row.level - row.level_before) for row in rows),
        reputation=days[-1].reputation - baseline.reputation if baseline else None,
        members=days[-1].members - baseline.members if baseline else None,
    )


def values_at_close(days: Sequence[ClanDay], day: date) -> ClanDay | None:
    """Returns the values at the close of a day; None before the first of them."""
    return next((row for row in reversed(days) if row.day <= day), None)


def weeks(days: Sequence[ClanDay], today: date) -> list[ClanDay]:
    closes = (values_at_close(days, today - 7 * week * _DAY) for week in range(WEEKS, -1, -1))
    return [row for row in closes if row]


def member_history(member: MemberSince, minutes: list[int]) -> MemberHistory:
    joined_day = member.joined_day
    pvp_gain = max(0, member.pvp_kills - member.pvp_before)
    return MemberHistory(pvp_gain, None if joined_day is None else date_of(joined_day), minutes)


Holds = dict[int, list[tuple[int, int | None, int | None, int | None]]]
"""Castle → clan, since, until, accuracy of the start; oldest first."""


def castle_holds(captures: Sequence[WorldEvent]) -> Holds:
    """`captures`: the castles that were taken, the newest first."""
    holds: Holds = {}
    for event in reversed(captures):
        rows = holds.setdefault(event.subject_id, [(int(event.details.get("before", 0)), None, None, None)])
        clan_id, since, _, accuracy = rows[-1]
        rows[-1] = clan_id, since, event.at, accuracy
        rows.append((event.object_id, event.at, None, event.accuracy_seconds))
    return holds


def castles(
    holds: Holds, owners: Mapping[int, int], clan_id: int, names: WorldNames, first: float
) -> Iterable[HeldCastle]:
    """Castles that the clan has held since `first`, with the clans before and after. `owners`: the present ones."""
    for castle_id in sorted(holds.keys() | {castle for castle, owner in owners.items() if owner == clan_id}):
        rows = holds.get(castle_id) or [(clan_id, None, None, None)]
        recent = [row for row in rows if row[2] is None or row[2] > first]
        if any(row[0] == clan_id for row in recent):
            castle_rows = [
                CastleHold(names.clan(owner), since=moment(since), until=moment(until), accuracy_seconds=accuracy)
                for owner, since, until, accuracy in recent
            ]
            yield HeldCastle(castle_id, castle_name(castle_id), castle_rows)


def wars(
    rows: Sequence[ClanWarRow], clan_id: int, declarations: Sequence[WorldEvent], names: WorldNames, zone: tzinfo
) -> Iterable[WarOfClan]:
    """`declarations`: among the clan and its enemies, the newest first. Mutual wars come first."""
    targets = {row.enemy_id for row in rows if row.clan_id == clan_id}
    attackers = {row.clan_id for row in rows if row.enemy_id == clan_id}
    sides: tuple[tuple[Side, set[int]], ...] = (
        ("both", targets & attackers),
        ("enemy", attackers - targets),
        ("clan", targets - attackers),
    )
    for side, enemies in sides:
        for enemy_id in sorted(enemies):
            days = (
                datetime.fromtimestamp(event.at, zone).date()
                for event in declarations
                if {event.subject_id, event.object_id} == {clan_id, enemy_id}
            )
            if enemy := names.clan(enemy_id):
                yield WarOfClan(enemy, side, next(days, None))


def records(
    days: Sequence[ClanDay],
    move_days: Collection[date],
    running: Mapping[int, ClanGain],
    holds: Holds,
    clan_id: int,
    names: WorldNames,
    now: float,
    today: date,
) -> list[ClanRecord]:
    """Kills of a closed day on which a member joined or left are no gain: the sum has changed with the members.

    `running`: gains up to now by the number of days. They count the present members alone, and are records as well.
    """
    gains = {
        current.day: current.pvp_kills - previous.pvp_kills
        for previous, current in pairwise(days)
        if current.members == previous.members and current.day not in move_days
    }
    sums = {day: sum(gains.get(day - offset * _DAY, 0) for offset in range(7)) for day in gains}
    kinds: tuple[tuple[Literal["pvp_day", "pvp_week"], dict[date, int], int], ...] = (
        ("pvp_day", gains, 1),
        ("pvp_week", sums, 7),
    )
    highest: list[ClanRecord] = []
    for kind, values, length in kinds:
        candidates = [*values.items(), *([(today, running[length].pvp_kills)] if length in running else [])]
        if candidates:
            day, value = max(candidates, key=lambda entry: entry[1])
            highest.append(ClanRecord(kind, value, day))
    if days:
        most = max(days, key=lambda row: row.members)
        highest.append(ClanRecord("members", most.members, None if most.members == days[-1].members else most.day))
    holdings = [
        (int(((until or now) - since) // DAY), until, castle_id)
        for castle_id, rows in holds.items()
        for owner, since, until, _ in rows
        if owner == clan_id and since
    ]
    if holdings:
        length, until, castle_id = max(holdings, key=lambda hold: hold[0])
        highest.append(
            ClanRecord("castle", length, moment_of(until).date() if until else None, names.of("castle", castle_id))
        )
    return [record for record in highest if record.value > 0]
