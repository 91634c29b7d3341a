"""Database clients, snapshot and character repository of a world, without the service."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Final

from msgspec import Struct

from fixtures.installed import World
from gateway.config.settings import load
from gateway.database.database import Databases
from gateway.features.characters import CharacterRepository
from gateway.game.families import FAMILIES
from gateway.tests.support.account_app import game
from gateway.tests.support.in_process_builder import in_process_builder
from gateway.world_snapshot.snapshot_store import Snapshots

ID: Final = {family: "charId" if family.startswith("mobius") else "obj_Id" for family in FAMILIES}
"""Column of the character id by family."""


class _Leader:
    is_leader = True


class PlayerState(Struct, frozen=True):
    databases: Databases
    snapshots: Snapshots
    characters: CharacterRepository


@asynccontextmanager
async def open_player_state(
    world: World, *, snapshot: bool = True, timeout_ms: int = 20_000
) -> AsyncGenerator[PlayerState]:
    """Takes one snapshot of the world. `timeout_ms`: time to wait for a connection or for other scans."""
    timeouts = {
        "GATEWAY_DATABASE_POOL_ACQUIRE_TIMEOUT_MS": str(timeout_ms),
        "GATEWAY_DATABASE_STATEMENT_TIMEOUT_MS": "20000",
    }
    settings = load(None, {**world.environment, **timeouts})
    databases = Databases.open(settings)
    with in_process_builder():
        snapshots = Snapshots(settings, redis=None, leader=_Leader())
    try:
        if snapshot:
            await snapshots.renew()
            assert snapshots.accounts
        yield PlayerState(databases, snapshots, CharacterRepository(databases.game, snapshots, 30))
    finally:
        await snapshots.close()
        await databases.close()


async def id_of(world: World, name: str) -> int:
    rows = await game(world, f"SELECT {ID[world.family]} FROM characters WHERE char_name = '{name}'")
    return int(rows[0][0])
