"""Databases with a schema of the test's own."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from itertools import count
from typing import Any, TypeVar

import msgspec

from fixtures.admin import execute
from fixtures.installed import DatabaseServer as Server
from fixtures.installed import World, in_schema
from fixtures.site_schema import LIMITS
from gateway.config.dsn import parse_dsn
from gateway.database.database import Connection, Database, Limits, OnQuery, connect
from gateway.database.queries import Query
from gateway.features.ledger.check import broken_rules
from gateway.features.roulette.verification import all_rules

RowT = TypeVar("RowT", bound=msgspec.Struct)
MONEY_TABLES = (
    "ledger_entries",
    "ledger_transfers",
    "wallets",
    "payments",
    "refunds",
    "webhook_inbox",
    "donations",
    "deliveries",
    "ledger_anchors",
    "job_positions",
)
_numbers = count(1)


class Value(msgspec.Struct):
    """A row of one column."""

    value: Any


def ask(sql: str, *args: str) -> Query[Value]:
    """An undeclared query in the driver's syntax."""
    return Query("test.ask", sql, args, Value)


@asynccontextmanager
async def admin(server: Server, schema: str = "") -> AsyncGenerator[Connection]:
    connection = await connect(parse_dsn(server.dsn(schema)))
    try:
        yield connection
    finally:
        connection.close()


async def new_schema(server: Server, *statements: str) -> str:
    """Creates a schema, runs the statements in it and returns its name."""
    name = f"test{next(_numbers)}"
    async with admin(server) as root:
        await root.execute(f"CREATE SCHEMA {name}")
    async with admin(server, name) as root:
        for statement in statements:
            await root.execute(statement)
    return name


@asynccontextmanager
async def open_database(
    server: Server, schema: str, limits: Limits | None = None, role: str = "site", on_query: OnQuery | None = None
) -> AsyncGenerator[Database]:
    database = Database(role, parse_dsn(server.dsn(schema)), limits or Limits(), on_query)
    try:
        yield database
    finally:
        await database.close()


def site_of(world: World, on_query: OnQuery | None = None) -> Database:
    """Returns the site schema of a world for the service's own login; the test closes it."""
    return Database("site", parse_dsn(world.settings.database.site_dsn), LIMITS, on_query)


@asynccontextmanager
async def open_site(world: World) -> AsyncGenerator[Database]:
    """Opens the site schema of a world with the service's own login."""
    database = site_of(world)
    try:
        yield database
    finally:
        await database.close()


async def clear_money(world: World) -> None:
    """Empties the tables of coins, payments and deliveries, with the anchors of their closed days."""
    await execute(in_schema(world.admin_dsn, world.schemas.site), *(f"DELETE FROM {table}" for table in MONEY_TABLES))


async def assert_ledger_consistent(site: Database) -> None:
    findings = await broken_rules(site, all_rules())
    assert not findings, findings
