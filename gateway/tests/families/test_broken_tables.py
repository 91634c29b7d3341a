"""Optional tables, columns and indexes of a running game are renamed one by one: the rest of the world goes on.

All families: what their views files read. The game's patches and operators' clean-ups do this.
"""

import re
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from typing import get_args

import pytest

from fixtures.admin import Rows, execute
from fixtures.databases import open_databases
from fixtures.installed import World
from gateway import package_data
from gateway.database.database import Database
from gateway.features.world import game_tables, tracker
from gateway.features.world.answers import BLOCK_FIELDS
from gateway.features.world.reading import WorldReading
from gateway.features.world.schemas import Block
from gateway.features.world.state import WorldState, step
from gateway.game.families import FAMILIES as FAMILY
from gateway.game.view_contract import CONTRACT
from gateway.install.view_files import SchemaTables, View, fit_views
from gateway.tests.conftest import ClientFactory, WorldFactory
from gateway.tests.support.account_app import open_app
from gateway.tests.support.polling import wait_for_answer
from gateway.tests.support.wait_until import until

FAMILIES = tuple(FAMILY)
NOW = 1_900_000_000
CHARACTERS, SEED = 60, 47
FIELDS_OF_VIEWS = {
    "bosses": ["bosses"],
    "castles": ["castles"],
    "olympiad_period": ["olympiad"],
    "sieges": ["registrations"],
    "raid_points": ["points"],
    "clan_halls": ["halls"],
    "hall_sieges": ["hall_sieges"],
    "hall_auctions": ["auctions"],
    "hall_registrations": ["hall_registrations"],
    "hall_bids": ["bids"],
    "clan_wars": ["wars"],
    "clan_crests": ["crests"],
    "olympiad_heroes": ["heroes"],
    "hero_diary": ["diary"],
    "olympiad": ["nobles"],
    "olympiad_last": ["last_month"],
    "olympiad_fights": ["fights"],
    "seven_signs": ["signs"],
    "cursed_weapons": ["cursed_weapons"],
}
READ_BY_ROWS = {"diary", "fights"}
"""Read for heroes and fighters alone."""


async def optional_views(world: World) -> list[View]:
    """The views of the world's family that it may lack, over tables that no other view needs."""
    columns: dict[str, set[str]] = {}
    sql = "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = DATABASE()"
    for table, column in await execute(world.game_admin_dsn, sql):
        columns.setdefault(str(table).lower(), set()).add(str(column).lower())
    tables = SchemaTables(columns)
    views = fit_views(package_data.sql() / "views" / f"{world.family}.sql", {"game": tables, "login": tables})
    needed_tables = {source for name, view in views.items() if name not in FIELDS_OF_VIEWS for source in view.tables}
    return [
        view for name, view in views.items() if CONTRACT[name].optional and view.tables - needed_tables and view.tables
    ]


def fields_reading(views: list[View], table: str) -> set[str]:
    names = [view.name for view in views if table in {name for _, name in view.tables}]
    return {field for name in names for field in FIELDS_OF_VIEWS.get(name, ())}


def tables_of(views: list[View]) -> list[str]:
    return sorted(
        {name for view in views for _, name in view.tables} - {"characters", "clan_data", "character_subclasses"}
    )


async def faults(world: World, views: list[View]) -> list[tuple[str, str, str]]:
    """Table, statement that breaks it, and statement that mends it."""
    schema_rows: Rows = await execute(
        world.game_admin_dsn,
        "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = DATABASE()",
    )
    changes: list[tuple[str, str, str]] = []
    for table in tables_of(views):
        text = " ".join(view.statement for view in views if table in {name for _, name in view.tables})
        changes.append((table, f"RENAME TABLE {table} TO {table}_x", f"RENAME TABLE {table}_x TO {table}"))
        for name, column in schema_rows:
            if name == table and re.search(rf"\b{column}\b", text):
                old, new = f"`{column}`", f"`{column}_x`"
                changes.append(
                    (
                        table,
                        f"ALTER TABLE {table} RENAME COLUMN {old} TO {new}",
                        f"ALTER TABLE {table} RENAME COLUMN {new} TO {old}",
                    )
                )
    return [*changes, *forced_indexes(views)]


def forced_indexes(views: list[View]) -> Iterator[tuple[str, str, str]]:
    """A primary key cannot be renamed. The new name does not begin with the old one: servers take a prefix."""
    for view in views:
        for table, index in re.findall(r"\}\.(\w+)\s+FORCE INDEX FOR ORDER BY \((\w+)\)", view.statement):
            if index != "PRIMARY":
                change = f"ALTER TABLE {table} RENAME INDEX {{}} TO {{}}"
                yield table, change.format(index, f"x_{index}"), change.format(f"x_{index}", index)


@asynccontextmanager
async def broken(world: World, *changes: tuple[str, str, str]) -> AsyncGenerator[None]:
    await execute(world.game_admin_dsn, *(change for _, change, _ in changes))
    try:
        yield
    finally:
        await execute(world.game_admin_dsn, *(mending for _, _, mending in changes))


async def read(game: Database, state: WorldState | None, now: int) -> tuple[WorldState, list[str]]:
    result = step(state, await game_tables.read(game, state, now))
    return result.state, [event.kind for event in result.events]


def rounds_of(changes: list[tuple[str, str, str]]) -> list[list[tuple[str, str, str]]]:
    """Each table and index alone; of the columns one of each table at a time."""
    by_table: dict[str, list[tuple[str, str, str]]] = {}
    rounds = [[change] for change in changes if " COLUMN " not in change[1]]
    for change in changes:
        if " COLUMN " in change[1]:
            by_table.setdefault(change[0], []).append(change)
    length = max(map(len, by_table.values()))
    return rounds + [[rows[number] for rows in by_table.values() if number < len(rows)] for number in range(length)]


@pytest.mark.parametrize("family", FAMILIES)
async def test_broken_tables_columns_and_indexes_leave_the_other_tables_readable(
    world: WorldFactory, family: str
) -> None:
    installed = world(family, CHARACTERS, SEED)
    views = await optional_views(installed)
    changes = await faults(installed, views)
    assert len(changes) > 20
    async with open_databases(installed.settings) as databases:
        state, _ = await read(databases.game, None, NOW)
        values = fields(state.reading)
        at = NOW
        for changes_at_once in rounds_of(changes):
            at += 1000  # tables that change slowly are due each time
            async with broken(installed, *changes_at_once):
                state, events = await read(databases.game, state, at)
            affected = {field for table, *_ in changes_at_once for field in fields_reading(views, table)}
            assert events == [], changes_at_once
            assert state.reading.failed.keys() <= affected, changes_at_once
            assert state.reading.failed or affected <= READ_BY_ROWS, changes_at_once
            assert fields(state.reading) == values, changes_at_once
        state, events = await read(databases.game, state, at + 400)
        state, events_after = await read(databases.game, state, at + 460)
        assert (state.reading.failed, events, events_after) == ({}, [], [])
        assert fields(state.reading) == values


def fields(reading: WorldReading) -> dict[str, object]:
    names = [name for name in WorldReading.__struct_fields__ if name not in {"taken_at", "slow_at", "points", "failed"}]
    return {name: getattr(reading, name) for name in names}


@pytest.mark.parametrize("family", FAMILIES)
async def test_pages_of_the_world_answer_while_all_optional_tables_are_missing(
    world: WorldFactory, family: str, client: ClientFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tracker, "READ_SECONDS", 1)
    installed = world(family, CHARACTERS, SEED)
    views = await optional_views(installed)
    renames = [change for change in await faults(installed, views) if change[1].startswith("RENAME TABLE")]
    async with open_app(installed, client) as http:
        await wait_for_answer(http, "/api/world/pulse")

        async def unavailable_blocks() -> list[str]:
            return (await http.get("/api/world/pulse")).json()["unavailable"]

        def is_reported(expected: Callable[[list[str]], bool]) -> Callable[[], Awaitable[bool]]:
            async def check() -> bool:
                return expected(await unavailable_blocks())

            return check

        async with broken(installed, *renames):
            await until(is_reported(lambda blocks: {"castles", "wars"} <= set(blocks)))
            for block in get_args(Block):
                response = await http.get(f"/api/world/{block}")
                assert response.status_code == 200
            castles = (await http.get("/api/world/castles")).json()
            assert castles["data"]
            assert castles["unavailable"]["since"]
            assert (await http.get("/world")).status_code == 200
            assert (await http.get("/api/world/events")).json()["data"] == []
        await until(is_reported(lambda blocks: blocks == []))
    assert set(BLOCK_FIELDS) == set(get_args(Block))
