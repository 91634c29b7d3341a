"""PvP kills of clans at war, from the history: those of the members that a clan had when the war was declared.

The game does not record victims, so kills of others than the enemy count too.
"""

from collections.abc import Mapping, Sequence
from datetime import tzinfo
from typing import Final

from msgspec.structs import replace

from gateway.database.database import Database
from gateway.database.installation import site_days
from gateway.extras.history.clan_repository import members_since
from gateway.extras.world.schemas import ClanWar
from gateway.world_snapshot.snapshot import Snapshot

MAX_MEMBERS: Final = 4000
"""Read for one answer; older wars than these members belong to have no kills."""


async def with_kills(wars: Sequence[ClanWar], site: Database, snapshot: Snapshot, zone: tzinfo) -> list[ClanWar]:
    """Completes the wars whose declaration was seen, the newest first. Raises DatabaseError."""
    dated_wars = [(war, since) for war in wars if (since := war.since)]
    recorded = await site_days(site, zone)
    days = {(war.clan.clan_id, war.enemy.clan_id): recorded.day_of(since.timestamp()) for war, since in dated_wars}
    newest = sorted(days, key=lambda pair: -days[pair])
    members = _members(snapshot, {clan_id for pair in newest for clan_id in pair})
    clans_of_day: dict[int, set[int]] = {}
    count = 0
    for pair in newest:
        count += sum(len(members.get(clan_id, ())) for clan_id in pair)
        if count > MAX_MEMBERS:
            break
        clans_of_day.setdefault(days[pair], set()).update(pair)
    kills: dict[tuple[int, int], int] = {}
    for day, clan_ids in clans_of_day.items():
        clan_of = {character_id: clan_id for clan_id in clan_ids for character_id in members.get(clan_id, ())}
        for row in await members_since(site, list(clan_of), day - 1):
            if row.joined_day is None or row.joined_day < day:
                side = clan_of[row.character_id], day
                kills[side] = kills.get(side, 0) + max(0, row.pvp_kills - row.pvp_before)
    return [_with_counts(war, days, kills) for war in wars]


def _with_counts(war: ClanWar, days: Mapping[tuple[int, int], int], kills: Mapping[tuple[int, int], int]) -> ClanWar:
    pair = war.clan.clan_id, war.enemy.clan_id
    if (day := days.get(pair)) is None:
        return war
    return replace(war, kills=kills.get((pair[0], day)), enemy_kills=kills.get((pair[1], day)))


def _members(snapshot: Snapshot, clan_ids: set[int]) -> dict[int, list[int]]:
    rows = snapshot.member_rows(clan_ids)
    ids = snapshot.columns["character_ids"][rows].tolist()
    members: dict[int, list[int]] = {}
    for clan_id, character_id in zip(snapshot.clan_ids_of(rows).tolist(), ids, strict=True):
        members.setdefault(clan_id, []).append(character_id)
    return members
