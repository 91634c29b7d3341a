"""Every query of the service, in every family: its plan uses an index of large tables, its columns fit its Struct.

A reader cannot EXPLAIN through the views, so an administrator does.
"""

import importlib
import pkgutil
import re
from typing import Any

import msgspec
import pytest

import gateway
from fixtures.installed import World
from gateway.database import queries
from gateway.database.database import Connection, DatabaseError
from gateway.features.wallet import holds
from gateway.game.families import FAMILIES as FAMILY
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.databases import Server, admin

pytestmark = pytest.mark.database

FAMILIES = tuple(FAMILY)
NOT_OF_THE_SERVICE = {"backup", "connection", "doctor", "game_tables", "guide", "install", "items", "privileges"}
LARGE = {
    "characters",
    "items",
    "accounts",
    "account_data",
    "character_subclasses",
    "base",
    "active",
    "character_samples",
}
RANGES = ("rankings.clans", "world.clans", "world.raid_points")
# Query → why it has no plan.
NO_PLAN = {
    "security_log.prune": "calls a procedure, which deletes by an index",
    "history.erase": "calls a procedure, which deletes by the primary keys",
    "history.thin": "calls a procedure, which deletes by ranges of the primary key",
    "world.long_respawns": "reads a table of one pack, with an administrator's login",
    "erasure.erase": "calls a procedure, for one account at an operator's request",
}
# For the families whose accounts have an e-mail address.
OF_EMAIL = {
    "accounts.email",
    "admin_players.with_game_email",
    "accounts.create_with_email",
    "accounts.change_email",
}
# Asked only where the family's `items` has an index on its owner.
BY_OWNER = {"inventory.of_owner", "inventory.money"}
NO_OWNER_INDEX = {"acis", "rusacis"}
# Query → table that it reads whole: `punishments` of mobius_ct0 has no index on the punished.
SMALL_SCANS = {("its bans", "punishments"), ("its bans", "<derived2>")}
# Query → why it may read the whole of a large table.
KNOWN_SCANS = {
    "stats.accounts": "counts the accounts, once in a while for everybody",
    "characters.overview": "an operator's command for one account",
    "admin_players.with_game_email": "an operator's search, one at a time; the pause grows with its cost",
    "accounts.banned": "in short ranges by login, by the leader; the pause grows with their cost",
    "accounts.banned_for_a_time": "as accounts.banned",
    "accounts.of_levels": "as accounts.banned, where the settings name access levels that are no players'",
    "accounts.count_not_players": "as accounts.banned, where the settings name accounts that are no players",
    "characters.of_accounts": "for accounts that are not in the snapshot; one batch scan at a time",
    "inventory.of_owners": "one scan for all waiting requests; the pause grows with their cost",
}


def declared_queries(family: str = "") -> dict[str, queries.Query[Any]]:
    """Every query that a module of the service declares, or those that it asks of the family."""
    for module in pkgutil.walk_packages(gateway.__path__, "gateway."):
        if not module.name.startswith(("gateway.tests", "gateway.__main__", "gateway.deploy")):
            importlib.import_module(module.name)
    unchecked_names = NO_PLAN.keys() | (OF_EMAIL if family and not FAMILY[family].has_email else set[str]())
    unchecked_names |= BY_OWNER if family in NO_OWNER_INDEX else set()
    composed_queries = {holds.CREDITS.name: holds.credit_statement(())}
    registered_queries = queries.registry | composed_queries
    checked_queries = {name: query for name, query in registered_queries.items() if name not in unchecked_names}
    return {name: query for name, query in checked_queries.items() if name.split(".")[0] not in NOT_OF_THE_SERVICE}


def sample(query: queries.Query[Any], middle: int) -> dict[str, object]:
    """Arguments as the service gives them; `middle` is the id of a character in the middle of the table."""

    def value(name: str) -> object:
        if re.search(rf"\bIN\s+%\({name}\)s", query.sql, re.IGNORECASE):
            return ("demo", "demo2") if name in {"logins", "accounts", "names"} else (middle, middle + 1)
        if name in {"login", "account", "name", "action", "ip_address", "email"}:
            return "demo"
        if f"JSON_TABLE(%({name})s" in query.sql:
            return "[]"
        return 50 if name in {"count", "limit"} else middle if name in {"after", "id", "character_id"} else 1

    return {name: value(name) for name in query.args}


async def explain(connection: Connection, query: queries.Query[Any], middle: int) -> list[dict[str, Any]]:
    result = await connection.execute(f"EXPLAIN FORMAT=TRADITIONAL {query.sql}", sample(query, middle))
    return [dict(zip(result.columns, row, strict=True)) for row in result.rows]


async def middle_of(server: Server, world: World) -> int:
    async with admin(server, world.schemas.views) as root:
        count = (await root.execute("SELECT COUNT(*) FROM characters")).rows[0][0]
        result = await root.execute(f"SELECT character_id FROM characters ORDER BY character_id LIMIT {count // 2}, 1")
    return int(result.rows[0][0])


async def plan_of(connection: Connection, query: queries.Query[Any], middle: int) -> list[dict[str, Any]] | None:
    """Returns None if the query names a table of another schema."""
    try:
        return await explain(connection, query, middle)
    except DatabaseError as error:
        if error.code != 1146:
            raise
        return None


@pytest.mark.parametrize("family", FAMILIES)
async def test_each_query_uses_an_index_and_has_the_columns_of_its_struct(
    mariadb: Server, world: WorldFactory, family: str
) -> None:
    """The site schema is the same for every family, so its queries are checked once."""
    game_world = world(family, characters=3000)
    middle, scans, wrong_columns = await middle_of(mariadb, game_world), dict[str, set[str]](), dict[str, list[str]]()
    async with admin(mariadb, game_world.schemas.views) as views, admin(mariadb, game_world.schemas.site) as site:
        for name, query in declared_queries(family).items():
            connection, plan = views, await plan_of(views, query, middle)
            if plan is None and family == FAMILIES[0]:
                connection, plan = site, await plan_of(site, query, middle)
                assert plan is not None, f"{name} names a table that is in neither schema"
            if plan is None:
                continue
            read = [row for row in plan if row["table"] in LARGE and row["select_type"] not in {"INSERT", "REPLACE"}]
            scanned_tables = {row["table"] for row in read if row["type"] in {"ALL", "index"}}
            if scanned_tables and not _stops_early(query, plan):
                scans[name] = scanned_tables
            if query.row and (columns := await misfit_columns(connection, query, query.row, middle)):
                wrong_columns[name] = columns
    assert scans.keys() <= KNOWN_SCANS.keys(), f"use an index, or add the reason to KNOWN_SCANS: {scans}"
    assert wrong_columns == {}, "\n".join(map(str, wrong_columns.items()))


async def misfit_columns(
    connection: Connection, query: queries.Query[Any], struct: type[Any], middle: int
) -> list[str]:
    """Returns the columns if they are not the struct's fields. Raises ValidationError for a row that does not fit."""
    result = await connection.execute(query.sql, sample(query, middle))
    fields = [field.encode_name for field in msgspec.structs.fields(struct)]
    for row in list(result.rows)[:50]:
        arguments = list(row) if struct.__struct_config__.array_like else dict(zip(fields, row, strict=True))
        msgspec.convert(arguments, struct)
    return [] if list(result.columns) == fields else list(result.columns)


def _stops_early(query: queries.Query[Any], plan: list[dict[str, Any]]) -> bool:
    """A walk along the primary key that a LIMIT ends is a range, not a scan."""
    uses_index = all(step["type"] != "ALL" and "filesort" not in (step["Extra"] or "") for step in plan)
    return uses_index and re.search(r"\bLIMIT\b", query.sql) is not None


@pytest.mark.whole
def test_list_of_known_scans_names_no_unused_query() -> None:
    assert KNOWN_SCANS.keys() <= declared_queries().keys()


@pytest.mark.parametrize("family", FAMILIES)
async def test_the_views_pass_their_keys_through(mariadb: Server, world: WorldFactory, family: str) -> None:
    """Reads of one character, one account and one clan's members use the key."""
    game_world = world(family, characters=3000)
    middle = await middle_of(mariadb, game_world)
    statements = {
        "one character": f"SELECT * FROM characters WHERE character_id = {middle}",
        "some characters": f"SELECT * FROM characters WHERE character_id IN ({middle}, {middle + 1}, {middle + 2})",
        "a range": f"SELECT * FROM characters WHERE character_id > {middle} ORDER BY character_id LIMIT 20",
        "members of a clan": "SELECT character_id FROM characters WHERE clan_id = 268500000",
        "subclasses": f"SELECT * FROM subclasses WHERE character_id = {middle}",
        "one account": "SELECT * FROM accounts WHERE login = 'demo'",
        "its activity": "SELECT * FROM account_activity WHERE login = 'demo'",
        "its bans": "SELECT * FROM account_bans WHERE login = 'demo'",
        "one clan": "SELECT * FROM clans WHERE clan_id = 1",
        "one item": "SELECT * FROM items WHERE object_id = 1",
    }
    if family not in NO_OWNER_INDEX:
        statements["items of a character"] = f"SELECT * FROM items WHERE owner_id = {middle}"
    async with admin(mariadb, game_world.schemas.views) as root:
        for name, sql in statements.items():
            result = await root.execute(f"EXPLAIN FORMAT=TRADITIONAL {sql}")
            for row in result.rows:
                step = dict(zip(result.columns, row, strict=True))
                small = (name, step["table"]) in SMALL_SCANS
                assert step["type"] != "ALL" or small, f"{name}: {step}"
                assert small or not str(step["table"]).startswith("<derived"), f"{name} is not merged: {step}"


@pytest.mark.parametrize("family", FAMILIES)
async def test_ranges_are_read_along_their_keys(mariadb: Server, world: WorldFactory, family: str) -> None:
    """A sorted range would read the rest of its table, which waits for that where it is MyISAM."""
    async with admin(mariadb, world(family, characters=3000).schemas.views) as root:
        for name in RANGES:
            query = declared_queries()[name]
            result = await root.execute(f"EXPLAIN FORMAT=TRADITIONAL {query.sql}", dict.fromkeys(query.args, 500))
            assert "filesort" not in str(result.rows), name
