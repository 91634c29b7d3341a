"""Bosses, castles and clan halls as the search finds them."""

from collections.abc import Iterator

from gateway.extras.world.addresses import boss_path, castle_path
from gateway.extras.world.facts import boss_facts, castle_name, hall_facts
from gateway.extras.world.handlers import World
from gateway.extras.world.state import WorldState
from gateway.registration.search import SearchRow, SearchSource
from gateway.texts import read
from gateway.texts.places import place_name


def search_source(world: World) -> SearchSource:
    """Returns no rows before the first reading."""

    async def rows(language: str) -> list[SearchRow]:
        state = world.state
        if state is None:
            return []
        blocks = world.blocks(state.reading)
        bosses = _bosses(state, language) if "bosses" in blocks else ()
        castles = _castles(state, language) if "castles" in blocks else ()
        halls = _halls(state) if "halls" in blocks else ()
        return [*bosses, *castles, *halls]

    return SearchSource(version=world.page_paths, rows=rows)


def _bosses(state: WorldState, language: str) -> list[SearchRow]:
    """Grand bosses come first."""
    facts = [(boss_id, boss_facts(boss_id)) for boss_id in state.bosses.records]
    facts.sort(key=lambda boss: (boss[1].kind, -boss[1].level, boss[0]))
    return [
        SearchRow(
            kind="boss",
            key=str(boss_id),
            name=boss.name,
            note=_place(boss.level, place_name(language, boss.zone), language),
            address=boss_path(boss_id),
        )
        for boss_id, boss in facts
    ]


def _place(level: int, zone: str, language: str) -> str:
    return read(language, "reports.bossPlace", level=level, zone=zone) if zone else ""


def _castles(state: WorldState, language: str) -> Iterator[SearchRow]:
    for row in state.reading.castles:
        yield SearchRow(
            kind="castle",
            key=str(row.castle_id),
            name=read(language, "world.castleOf", name=castle_name(row.castle_id)),
            note="",
            address=castle_path(row.castle_id),
        )


def _halls(state: WorldState) -> Iterator[SearchRow]:
    reading = state.reading
    for hall_id in sorted({row.hall_id for row in (*reading.halls, *reading.hall_sieges)}):
        hall = hall_facts(hall_id)
        yield SearchRow(kind="hall", key=str(hall_id), name=hall.name, note=hall.town, address="/world?tab=halls")
