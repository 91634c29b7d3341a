"""PvP kills in a siege, from the snapshots: gains of the members that its clans had at the start. Pure.

Kills outside the castle count too. The game saves a character within 15 minutes, so a quarter may lack its last kills,
and the next one has them.
"""

from collections.abc import Mapping
from itertools import pairwise
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from gateway.world_snapshot.snapshot import Snapshot

QUARTER_SECONDS: Final = 900
ATTACKER: Final = "attacker"
WAITING: Final = "waiting"


class SiegeKills(Struct, frozen=True, array_like=True):
    """`first`: character → clan and kills at `counted_from`. `gains`: character → kills since then.

    `quarters`: kills of all attackers and of all defenders from the start to the end of each quarter of an hour.
    """

    counted_from: int
    first: dict[int, tuple[int, int]]
    gains: dict[int, int] = {}
    quarters: list[tuple[int, int]] = []


class ClanKills(Struct, frozen=True, array_like=True):
    """`killers`: members with a kill. `best`: the character with most kills, 0 for none."""

    clan_id: int
    members: int
    kills: int
    killers: int
    best: int
    best_kills: int


def begin(snapshot: Snapshot, clan_ids: list[int], started_at: int) -> SiegeKills:
    rows = snapshot.member_rows(clan_ids)
    ids, kills = (snapshot.columns[name][rows].tolist() for name in ("character_ids", "pvp"))
    first = dict(zip(ids, zip(snapshot.clan_ids_of(rows).tolist(), kills, strict=True), strict=True))
    return SiegeKills(max(started_at, int(snapshot.stats.taken_at)), first)


def count(siege: SiegeKills, snapshot: Snapshot, sides: Mapping[int, str], quarter: int) -> SiegeKills:
    """`quarter`: number of the quarter, from 0, that new kills belong to. A value that fell is no kill."""
    rows = snapshot.ranked_rows(siege.first)
    ids, kills = (snapshot.columns[name][rows].tolist() for name in ("character_ids", "pvp"))
    gains = {number: total - siege.first[number][1] for number, total in zip(ids, kills, strict=True)}
    gains = {number: total for number, total in gains.items() if total > 0}
    attackers = sum(total for number, total in gains.items() if sides.get(siege.first[number][0]) == ATTACKER)
    quarters = siege.quarters[:quarter]
    quarters += [quarters[-1] if quarters else (0, 0)] * (quarter - len(quarters))
    return replace(siege, gains=gains, quarters=[*quarters, (attackers, sum(gains.values()) - attackers)])


def by_clan(siege: SiegeKills) -> list[ClanKills]:
    members: dict[int, list[int]] = {}
    for number, (clan_id, _) in siege.first.items():
        members.setdefault(clan_id, []).append(number)
    return [_clan_kills(clan_id, ids, siege.gains) for clan_id, ids in sorted(members.items())]


def _clan_kills(clan_id: int, ids: list[int], gains: Mapping[int, int]) -> ClanKills:
    kills = {number: gains[number] for number in ids if number in gains}
    best = max(kills, key=lambda number: (kills[number], -number), default=0)
    return ClanKills(
        clan_id=clan_id,
        members=len(ids),
        kills=sum(kills.values()),
        killers=len(kills),
        best=best,
        best_kills=kills.get(best, 0),
    )


def per_quarter(sums: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Returns the kills within each quarter."""
    pairs = pairwise([(0, 0), *sums])
    return [(max(0, new[0] - old[0]), max(0, new[1] - old[1])) for old, new in pairs]
