"""Optional tables, columns and indexes of a running game are renamed one by one: the rest of the world goes on.

All families: what their views files read. The game's patches and operators' clean-ups do this. A column that a required
view reads as well breaks that view too: then the snapshot stays the last one.
"""

import re
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager, closing
from typing import get_args

import pytest

from fixtures.admin import Rows, execute
from fixtures.databases import open_databases
from fixtures.installed import World
from gateway import package_data
from gateway.config.dsn import parse_dsn
from gateway.database.database import Connection, Database, connect
from gateway.database.errors import DatabaseError
from gateway.extras.world import game_tables, tracker
from gateway.extras.world.answers import BLOCK_FIELDS
from gateway.extras.world.reading import WorldReading
from gateway.extras.world.schemas import Block
from gateway.extras.world.state import WorldState, step
from gateway.game.families import FAMILIES as FAMILY
from gateway.game.view_contract import CONTRACT
from gateway.install.view_files import SchemaTables, View, fit_views
from gateway.tests.conftest import ClientFactory, WorldFactory
from gateway.tests.support.account_app import bearer, log_in, open_app, token_of
from gateway.tests.support.polling import wait_for_answer
from gateway.tests.support.wait_until import until
from gateway.world_snapshot import excluded_logins
from gateway.world_snapshot.excluded_logins import LoginSets
from gateway.world_snapshot.game_reader import GameReader

FAMILIES = tuple(FAMILY)
NOW = 1_900_000_000
CHARACTERS, SEED = 60, 47
Change = tuple[str, str, str]
"""Table, statement that breaks it, and statement that mends it."""
FIELDS_OF_VIEWS = {
    "clans": ["clans"],
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
SNAPSHOT_VIEWS = {"characters", "clans"}
"""Required: without one of them there is no new snapshot."""
LAST_BANS = LoginSets(banned_for_a_time={"banned-before"})


async def views_of(world: World) -> dict[str, View]:
    """The views of the world's family as they were installed."""
    columns: dict[str, set[str]] = {}
    sql = "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = DATABASE()"
    for table, column in await execute(world.game_admin_dsn, sql):
        columns.setdefault(str(table).lower(), set()).add(str(column).lower())
    tables = SchemaTables(columns)
    return fit_views(package_data.sql() / "views" / f"{world.family}.sql", {"game": tables, "login": tables})


def optional_views(views: dict[str, View]) -> list[View]:
    return [view for name, view in views.items() if CONTRACT[name].optional and not view.is_empty]


def tables_of(views: list[View]) -> set[str]:
    return {name for view in views for _, name in view.tables}


def optional_tables(views: dict[str, View]) -> list[str]:
    """Tables that no required view reads."""
    required_views = [view for name, view in views.items() if not CONTRACT[name].optional]
    return sorted(tables_of(optional_views(views)) - tables_of(required_views))


def renaming(table: str) -> Change:
    return table, f"RENAME TABLE {table} TO {table}_x", f"RENAME TABLE {table}_x TO {table}"


async def changes_of(world: World, views: dict[str, View]) -> list[Change]:
    """Each optional table, and each column and index that an optional view names, alone."""
    optional = optional_views(views)
    changes = [renaming(table) for table in optional_tables(views)]
    rows: Rows = await execute(
        world.game_admin_dsn,
        "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = DATABASE()",
    )
    for table in sorted(tables_of(optional)):
        names = named_columns(optional, table)
        for name, column in rows:
            if name == table and column in names:
                change = f"ALTER TABLE {table} RENAME COLUMN `{{}}` TO `{{}}`"
                changes.append((table, change.format(column, f"{column}_x"), change.format(f"{column}_x", column)))
    return [*changes, *[change async for change in forced_indexes(world, views)]]


def named_columns(views: list[View], table: str) -> set[str]:
    """The words of the statements after the table's name or alias; a SELECT of the bosses is one line without names."""
    words: set[str] = set()
    for view in views:
        if table in tables_of([view]):
            aliases = re.findall(rf"\.{table} AS (\w+)", view.statement)
            for name in (table, *aliases):
                words.update(re.findall(rf"(?<![.\w]){name}\.`?(\w+)", view.statement))
            lines = [line for line in view.statement.splitlines() if f"}}.{table} UNION" in line]
            words.update(re.findall(r"(?<!AS )\b\w+", " ".join(lines)))
    return words


async def forced_indexes(world: World, views: dict[str, View]) -> AsyncGenerator[Change]:
    """A new name does not begin with the old one: servers take a prefix. A primary key is dropped, and added again."""
    for view in views.values():
        for table, index in re.findall(r"\}\.(\w+)\s+FORCE INDEX FOR ORDER BY \((\w+)\)", view.statement):
            if index == "PRIMARY":
                sql = (
                    "SELECT column_name FROM information_schema.statistics WHERE table_schema = DATABASE() "
                    f"AND table_name = '{table}' AND index_name = 'PRIMARY' ORDER BY seq_in_index"
                )
                columns = ", ".join(f"`{column}`" for (column,) in await execute(world.game_admin_dsn, sql))
                alter = f"ALTER TABLE {table}"
                yield table, f"{alter} DROP PRIMARY KEY", f"{alter} ADD PRIMARY KEY ({columns})"
            else:
                change = f"ALTER TABLE {table} RENAME INDEX {{}} TO {{}}"
                yield table, change.format(index, f"x_{index}"), change.format(f"x_{index}", index)


@asynccontextmanager
async def broken(admin: Connection, *changes: Change) -> AsyncGenerator[None]:
    for _, change, _ in changes:
        await admin.execute(change)
    try:
        yield
    finally:
        for _, _, mending in changes:
            await admin.execute(mending)


async def unreadable_views(admin: Connection, world: World) -> set[str]:
    """The views that the server itself cannot read."""
    names: set[str] = set()
    for view in CONTRACT:
        try:
            await admin.execute(f"SELECT 1 FROM {world.schemas.views}.{view} LIMIT 0")
        except DatabaseError:
            names.add(view)
    return names


async def read(game: Database, state: WorldState | None, now: int) -> tuple[WorldState, list[str]]:
    result = step(state, await game_tables.read(game, state, now))
    return result.state, [event.kind for event in result.events]


@pytest.mark.parametrize("family", FAMILIES)
async def test_broken_table_column_or_index_leaves_all_other_views_readable(world: WorldFactory, family: str) -> None:
    installed = world(family, CHARACTERS, SEED)
    changes = await changes_of(installed, await views_of(installed))
    assert len(changes) > 60
    reader = GameReader(installed.settings)
    async with open_databases(installed.settings) as databases:
        admin = await connect(parse_dsn(installed.game_admin_dsn))
        with closing(admin), closing(reader):
            snapshot = await reader.take(b"key")
            state, _ = await read(databases.game, None, NOW)
            values, at = fields(state.reading), NOW
            for change in changes:
                at += 1000  # tables that change slowly are due each time
                async with broken(admin, change):
                    state, events = await read(databases.game, state, at)
                    views = await unreadable_views(admin, installed)
                    failed = {field for view in views for field in FIELDS_OF_VIEWS.get(view, ())}
                    assert views, change
                    assert events == [], change
                    assert state.reading.failed.keys() - READ_BY_ROWS == failed - READ_BY_ROWS, change
                    assert state.reading.failed.keys() <= failed, change
                    assert fields(state.reading) == values, change
                    if " COLUMN " not in change[1]:
                        assert (await game_tables.unreadable_tables(databases.game)).keys() == failed, change
                    if views & SNAPSHOT_VIEWS:
                        with pytest.raises(DatabaseError):
                            await reader.take(b"key")
                    elif "character_bans" in views:
                        last = await reader.take(b"key")
                        assert last.stats.failed == {"character_bans": int(snapshot.stats.taken_at)}, change
                        assert last.stats.total_characters == snapshot.stats.total_characters
                    if "account_bans" in views and "accounts" not in views:
                        logins, _ = await excluded_logins.read(databases.auth, installed.settings.privacy, LAST_BANS)
                        assert logins.banned_for_a_time == LAST_BANS.banned_for_a_time, change
            assert (await reader.take(b"key")).stats.failed == {}
        state, events = await read(databases.game, state, at + 1000)
        state, events_after = await read(databases.game, state, at + 1060)
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
    changes = await changes_of(installed, await views_of(installed))
    renames = [change for change in changes if change[1].startswith("RENAME TABLE")]
    admin = await connect(parse_dsn(installed.game_admin_dsn))
    async with open_app(installed, client) as http:
        await wait_for_answer(http, "/api/world/pulse")

        async def unavailable_blocks() -> list[str]:
            return (await http.get("/api/world/pulse")).json()["unavailable"]

        def is_reported(expected: Callable[[list[str]], bool]) -> Callable[[], Awaitable[bool]]:
            async def check() -> bool:
                return expected(await unavailable_blocks())

            return check

        async with broken(admin, *renames):
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
    admin.close()
    assert set(BLOCK_FIELDS) == set(get_args(Block))


async def test_tables_of_heroes_and_bans_that_are_missing_stop_their_own_answers_alone(
    world: WorldFactory, client: ClientFactory
) -> None:
    """Nobody logs in while bans cannot be read: a banned account must not pass."""
    installed = world("mobius", CHARACTERS, SEED)
    admin = await connect(parse_dsn(installed.game_admin_dsn))
    with closing(admin):
        async with open_app(installed, client) as http:
            await wait_for_answer(http, "/api/rankings/pvp")
            headers = bearer(await token_of(http, "demo"))
            async with broken(admin, renaming("heroes")):
                response = await http.get("/api/player/characters", headers=headers)
                assert (response.status_code, len(response.json())) == (200, 3)
            async with broken(admin, renaming("account_data")):
                assert (await log_in(http, "demo")).status_code == 503
                assert (await http.get("/api/rankings/pvp")).status_code == 200
            assert (await log_in(http, "demo")).status_code == 200
