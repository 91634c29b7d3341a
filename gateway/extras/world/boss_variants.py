"""Variants and parts of bosses: rows, gains and stored records of one boss become one. Pure.

The game keeps a row for each variant, of which it uses one: the boss is dead if one of them is.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from gateway.extras.world.facts import boss_of
from gateway.extras.world.raid_points import Gains
from gateway.extras.world.reading import BossRow


def merge_rows(rows: Iterable[BossRow], now: float) -> list[BossRow]:
    """Returns one row for each boss: that of the dead variant with the latest respawn, else that of the boss itself."""
    merged_rows: dict[int, BossRow] = {}
    ranks: dict[int, tuple[int, bool]] = {}
    for row in rows:
        boss_id = boss_of(row.boss_id)
        rank = (row.respawn_at or 0) if row.is_dead(now) else 0, row.boss_id == boss_id
        if boss_id and (boss_id not in ranks or rank > ranks[boss_id]):
            merged_rows[boss_id], ranks[boss_id] = replace(row, boss_id=boss_id), rank
    return list(merged_rows.values())


def merge_gains(gains: Gains) -> Gains:
    merged_gains: Gains = {}
    for npc_id, characters in gains.items():
        if boss_id := boss_of(npc_id):
            merged_gains.setdefault(boss_id, set()).update(characters)
    return merged_gains
