"""Reports of boss kills and sieges, from the stored events, with names by the present privacy."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, tzinfo
from typing import Any, Final, Literal, cast

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from gateway.extras.history.tracked import week_of
from gateway.extras.world.addresses import boss_report_path
from gateway.extras.world.answers import siege_day
from gateway.extras.world.boss_answers import Window
from gateway.extras.world.event_ids import party_in
from gateway.extras.world.facts import BossKind, boss_facts, castle_name
from gateway.extras.world.names import WorldNames, moment, moment_of
from gateway.extras.world.schemas import NamedClan, WorldCharacter
from gateway.extras.world.siege_kills import QUARTER_SECONDS, ClanKills
from gateway.extras.world.sieges import PROVISIONAL_SECONDS
from gateway.extras.world_events import PartyMember, WorldEvent
from gateway.game.classes import class_name

INTERVALS: Final = 8
_CLANS: Final = 10
_DELAY_SECONDS: Final = 900
"""Kills of a running siege are shown so much later, so that players are not hunted with them."""


class HuntingClan(Struct, frozen=True):
    """`kills`: those in which it had the most players of the party."""

    clan: NamedClan
    kills: int


class BossReport(Struct, frozen=True, kw_only=True):
    """`earlier`: moments of up to eight kills before, the newest first. `interval_seconds`: since the last of them.

    Class, level and clan of the `party` are those at the kill; it is empty where raid points named no killer. The boss
    respawned between `window_from` and `window_to`; null where the delays are not known or not shown. `clans`: of all
    `kills` that are tracked, the newest 500. `week`: the one whose review has it.
    """

    boss: int
    name: str
    level: int
    kind: BossKind
    zone: str
    path: str
    died_at: datetime
    accuracy_seconds: int
    party: list[WorldCharacter]
    interval_seconds: int | None
    window_from: datetime | None
    window_to: datetime | None
    earlier: list[datetime]
    clans: list[HuntingClan]
    kills: int
    week: str


class SiegeClan(Struct, frozen=True, kw_only=True):
    """`side` at the start. Counts are null where the server counts no kills in a siege, and while it runs.

    `killers`: members with a kill; `best`: the one with most kills, `best_kills`.
    """

    clan: NamedClan
    side: Literal["owner", "defender", "attacker", "waiting"]
    members: int | None
    kills: int | None
    killers: int | None
    best: WorldCharacter | None
    best_kills: int | None


class SiegeQuarter(Struct, frozen=True):
    """PvP kills of a quarter of an hour, by the sides of the start."""

    at: datetime
    attackers: int
    defenders: int


class OwnerChange(Struct, frozen=True):
    """The castle changed hands within `accuracy_seconds` before `at`."""

    at: datetime
    accuracy_seconds: int
    clan: NamedClan | None


class SiegeReport(Struct, frozen=True, kw_only=True):
    """`is_provisional`: the game saves its characters up to 15 minutes late. `ended_at` null: the siege is running.

    `held_since`: the change before that made `owner_before` the owner. `quarters` is null where the server counts no
    kills in a siege; they count from `counted_from` on. `day`: that of the report's address.
    """

    castle_id: int
    castle: str
    day: str
    started_at: datetime
    ended_at: datetime | None
    accuracy_seconds: int | None
    is_provisional: bool
    owner_before: NamedClan | None
    owner_after: NamedClan | None
    held_since: datetime | None
    clans: list[SiegeClan]
    owners: list[OwnerChange]
    quarters: list[SiegeQuarter] | None
    counted_from: datetime | None
    next_siege_at: datetime | None
    week: str


def hunting_clans(events: Sequence[WorldEvent], names: WorldNames) -> list[HuntingClan]:
    """Returns the clans with most of these kills."""
    parties = [party_in(event) for event in events]
    characters = names.characters({member.character_id for party in parties for member in party})
    kills = Counter(clan for party in parties if (clan := main_clan(party, characters)))
    clan_counts = ((names.clan(clan_id), count) for clan_id, count in kills.most_common())
    return [HuntingClan(clan, count) for clan, count in clan_counts if clan][:_CLANS]


def boss_report(
    event: WorldEvent, earlier_kills: Sequence[WorldEvent], names: WorldNames, delays: Window | None, zone: tzinfo = UTC
) -> BossReport:
    """`earlier_kills`: the kills before, the newest first. `delays`: of the respawn; None if they are not shown."""
    facts, party = boss_facts(event.subject_id), party_in(event)
    characters = names.characters(member.character_id for member in party)
    previous_at = earlier_kills[0].at if earlier_kills else None
    first, latest = window_before(event, previous_at, delays)
    return BossReport(
        boss=event.subject_id,
        name=facts.name,
        level=facts.level,
        kind=facts.kind,
        zone=facts.zone,
        path=boss_report_path(event.subject_id, event.at),
        died_at=moment_of(event.at),
        accuracy_seconds=event.accuracy_seconds,
        party=_killers(party, characters, names),
        interval_seconds=event.at - previous_at if previous_at else None,
        window_from=moment(first),
        window_to=moment(latest),
        earlier=[moment_of(kill.at) for kill in earlier_kills[:INTERVALS]],
        clans=hunting_clans([event, *earlier_kills], names),
        kills=1 + len(earlier_kills),
        week=_week(event.at, zone),
    )


def _week(at: int, zone: tzinfo) -> str:
    return week_of(moment_of(at).astimezone(zone).date())


def main_clan(party: Sequence[PartyMember], characters: Mapping[int, WorldCharacter]) -> int:
    """Returns the clan with most players, of those who show theirs; 0 for none."""
    members = [member for member in party if _shows_clan(characters.get(member.character_id))]
    clans = Counter(member.clan_id for member in members if member.clan_id)
    return clans.most_common(1)[0][0] if clans else 0


def _shows_clan(character: WorldCharacter | None) -> bool:
    return character is not None and character.privacy != "hidden"


def _killers(
    party: Sequence[PartyMember], characters: Mapping[int, WorldCharacter], names: WorldNames
) -> list[WorldCharacter]:
    members = sorted(party, key=lambda member: (-member.level, member.character_id))
    killers = [(member, characters[member.character_id]) for member in members if member.character_id in characters]
    return [
        replace(
            character,
            class_name=class_name(member.class_id),
            level=member.level,
            clan=names.clan(member.clan_id) if _shows_clan(character) else None,
        )
        for member, character in killers
    ]


def window_before(event: WorldEvent, previous_at: int | None, delays: Window | None) -> tuple[int | None, int | None]:
    """Returns the window of the respawn between the kill before and this one.

    A kill before the window means that the server has other delays, or that a kill was not seen."""
    if previous_at is None or delays is None or event.at < previous_at + delays[0] - event.accuracy_seconds:
        return None, None
    return previous_at + delays[0], previous_at + delays[1]


def siege_report(
    event: WorldEvent,
    names: WorldNames,
    now: float,
    *,
    held_since: int | None,
    next_siege_at: int | None,
    zone: tzinfo = UTC,
) -> SiegeReport:
    """`event`: the end of the siege, or its state while it is running. `held_since`, `next_siege_at`: epoch seconds."""
    details, has_ended = event.details, event.kind == "siege_ended"
    owners = cast("list[tuple[int, int, int]]", details.get("owners", []))
    return SiegeReport(
        castle_id=event.subject_id,
        castle=castle_name(event.subject_id),
        day=siege_day(details["started_at"], zone),
        started_at=moment_of(details["started_at"]),
        ended_at=moment_of(event.at) if has_ended else None,
        accuracy_seconds=event.accuracy_seconds if has_ended else None,
        is_provisional=not has_ended or now < event.at + PROVISIONAL_SECONDS,
        owner_before=names.clan(details["owner_before"]),
        owner_after=names.clan(details["owner_after"]) if has_ended else None,
        held_since=moment(held_since),
        clans=_siege_clans(details, names, has_ended=has_ended),
        owners=[OwnerChange(moment_of(at), accuracy, names.clan(clan)) for at, accuracy, clan in owners],
        quarters=_quarters(details, None if has_ended else now - _DELAY_SECONDS),
        counted_from=moment(details.get("counted_from")),
        next_siege_at=moment(next_siege_at) if has_ended else None,
        week=_week(details["started_at"], zone),
    )


def _siege_clans(details: Mapping[str, Any], names: WorldNames, *, has_ended: bool) -> list[SiegeClan]:
    counts = msgspec.convert(details.get("clans", []) if has_ended else [], list[ClanKills])
    by_clan = {row.clan_id: row for row in counts}
    characters = names.characters({row.best for row in counts if row.best})
    clans: list[SiegeClan] = []
    for clan_id, side in cast("list[tuple[int, Any]]", details["sides"]):
        if clan := names.clan(clan_id):
            row = by_clan.get(clan_id)
            best = characters.get(row.best) if row else None
            clans.append(
                SiegeClan(
                    clan=clan,
                    side=side,
                    members=row.members if row else None,
                    kills=row.kills if row else None,
                    killers=row.killers if row else None,
                    best=best,
                    best_kills=row.best_kills if row and best else None,
                )
            )
    return sorted(clans, key=lambda clan: -(clan.kills or 0))


def _quarters(details: Mapping[str, Any], until: float | None) -> list[SiegeQuarter] | None:
    """`until`: quarters that end later are not shown."""
    if "quarters" not in details:
        return None
    starts = range(details["started_at"], 1 << 40, QUARTER_SECONDS)
    return [
        SiegeQuarter(moment_of(at), attackers, defenders)
        for at, (attackers, defenders) in zip(starts, details["quarters"], strict=False)
        if until is None or at + QUARTER_SECONDS <= until
    ]
