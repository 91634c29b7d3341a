"""PvP kills of clans at war, from the history: those of the members that a clan had when the war was declared.

The game does not record victims, so kills of others than the enemy count too.
"""

from collections.abc import Mapping, Sequence
from datetime import tzinfo
from typing import Final

import numpy as np
from msgspec.structs import replace

from gateway.database.database import Database
from gateway.features.history.clan_repository import members_since
from gateway.features.history.tracked import day_of
from gateway.features.rankings.snapshot import Snapshot
from gateway.features.world.schemas import ClanWar

MAX_MEMBERS: Final = 4000
"""Read for one answer; older wars than these members belong to have no kills."""


async def with_kills(wars: Sequence[ClanWar], site: Database, snapshot: Snapshot, zone: tzinfo) -> list[ClanWar]:
    """Completes the wars whose declaration was seen, the newest first. Raises DatabaseError."""
    declared = [(war, since) for war in wars if (since := war.since)]
    days = {(war.clan.clan_id, war.enemy.clan_id): day_of(since.timestamp(), zone) for war, since in declared}
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
        clan_of = {one: clan_id for clan_id in clan_ids for one in members.get(clan_id, ())}
        for row in await members_since(site, list(clan_of), day - 1):
            if row.joined_day is None or row.joined_day < day:
                side = clan_of[row.character_id], day
                kills[side] = kills.get(side, 0) + max(0, row.pvp_kills - row.pvp_before)
    return [_counted(war, days, kills) for war in wars]


def _counted(war: ClanWar, days: Mapping[tuple[int, int], int], kills: Mapping[tuple[int, int], int]) -> ClanWar:
    pair = war.clan.clan_id, war.enemy.clan_id
    if (day := days.get(pair)) is None:
        return war
    return replace(war, kills=kills.get((pair[0], day)), enemy_kills=kills.get((pair[1], day)))


def _members(snapshot: Snapshot, clan_ids: set[int]) -> dict[int, list[int]]:
    columns = snapshot.columns
    numbers = np.flatnonzero(np.isin(columns["clan_ids"], list(clan_ids))) + 1
    rows = np.flatnonzero(np.isin(columns["clans"], numbers))
    members: dict[int, list[int]] = {}
    clans = columns["clan_ids"][columns["clans"][rows] - 1].tolist()
    for clan_id, character_id in zip(clans, columns["character_ids"][rows].tolist(), strict=True):
        members.setdefault(clan_id, []).append(character_id)
    return members
