"""Snapshots of a few characters, at moments that a test chooses."""

from collections.abc import Iterable

from msgspec import Struct

from gateway.world_snapshot.build import Builder
from gateway.world_snapshot.columns import CharacterRow, ClanRow
from gateway.world_snapshot.snapshot import Snapshot

DAY = 86_400
FIRST_DAY = 20_000


class Hero(Struct, frozen=True):
    character_id: int
    pvp: int = 0
    pk: int = 0
    level: int = 1
    exp: int = 0
    playtime: int = 0
    class_id: int = 0
    noble: int = 0
    clan: int = 0
    login: str = "demo"
    name: str = ""


def snapshot_of(account_key: bytes, moment: float, heroes: Iterable[Hero]) -> Snapshot:
    rows = [
        CharacterRow(
            hero.character_id,
            hero.login,
            hero.name or f"Hero{hero.character_id}",
            hero.level,
            hero.class_id,
            hero.clan,
            hero.pvp,
            hero.pk,
            hero.exp,
            hero.playtime,
            8 + 4 * hero.noble + 1,
        )
        for hero in sorted(heroes, key=lambda hero: hero.character_id)
    ]
    builder = Builder(account_key)
    builder.add([_values(row) for row in rows])
    clans = [ClanRow(3, "Three", 5, 10, 0, 0, 0, ""), ClanRow(4, "Four", 6, -10, 0, 0, 0, "")]
    return builder.finish([_values(clan) for clan in clans], moment)


def _values(row: Struct) -> tuple[int | str, ...]:
    return tuple(getattr(row, field) for field in row.__struct_fields__)
