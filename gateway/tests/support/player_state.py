"""Reads of an account's characters without the service: database clients of a world, and a snapshot of it."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Final

from msgspec import Struct

from fixtures.admin import Rows, execute
from fixtures.installed import World
from gateway.config.settings import load
from gateway.database.database import Databases
from gateway.features.characters import CharacterRepository
from gateway.features.rankings import Snapshots
from gateway.game.families import FAMILIES

ID: Final = {family: "charId" if family.startswith("mobius") else "obj_Id" for family in FAMILIES}
"""The family's own column for a character's id."""


class _Leader:
    is_leader = True


class PlayerState(Struct, frozen=True):
    databases: Databases
    snapshots: Snapshots
    characters: CharacterRepository


@asynccontextmanager
async def reading(world: World, *, snapshot: bool = True, patience: int = 20_000) -> AsyncGenerator[PlayerState]:
    """Takes one snapshot of the world as it is now.

    `patience`: milliseconds to wait for a connection or a turn; the machine of a test may be busy.
    """
    waits = {"GATEWAY_DATABASE_ACQUIRE_MS": str(patience), "GATEWAY_DATABASE_STATEMENT_MS": "20000"}
    settings = load(None, {**world.environment, **waits})
    databases = Databases.open(settings)
    snapshots = Snapshots(settings, redis=None, leader=_Leader())
    try:
        if snapshot:
            await snapshots.renew()
            assert snapshots.accounts
        yield PlayerState(databases, snapshots, CharacterRepository(databases.game, snapshots))
    finally:
        await snapshots.close()
        await databases.close()


async def game(world: World, *statements: str) -> Rows:
    """Statements as the game's own server would issue them; the rows of the last one."""
    return await execute(world.game_admin_dsn, *statements)


async def id_of(world: World, name: str) -> int:
    rows = await game(world, f"SELECT {ID[world.family]} FROM characters WHERE char_name = '{name}'")
    return int(rows[0][0])
