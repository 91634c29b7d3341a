"""An account's own reads without the service around them: the doors to a world, and a snapshot of it."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Final

from fixtures.admin import Rows, execute
from fixtures.installed import World
from gateway.config.settings import load
from gateway.database.database import Databases
from gateway.features.rankings import Snapshots
from gateway.game.families import FAMILIES
from gateway.state import GatewayState

ID: Final = {family: "charId" if family.startswith("mobius") else "obj_Id" for family in FAMILIES}
"""The family's own column for a character's id."""


class _Leads:
    leads = True


@asynccontextmanager
async def reading(world: World, *, snapshot: bool = True, patience: int = 20_000) -> AsyncGenerator[GatewayState]:
    """What `owned` needs of the state; the snapshot is taken once, as the world is now.

    `patience`: milliseconds to wait for a connection or a turn, since a test's machine may have much to do.
    """
    waits = {"GATEWAY_DATABASE_ACQUIRE_MS": str(patience), "GATEWAY_DATABASE_STATEMENT_MS": "20000"}
    settings = load(None, {**world.environment, **waits})
    state = GatewayState({"settings": settings})
    state.db = await Databases.open(settings)
    state.snapshots = Snapshots(settings, redis=None, leader=_Leads())
    try:
        if snapshot:
            await state.snapshots.renew()
            assert state.snapshots.accounts
        yield state
    finally:
        await state.snapshots.close()
        await state.db.close()


async def game(world: World, *statements: str) -> Rows:
    """Statements as the game's own server would issue them; the rows of the last one."""
    return await execute(world.game_admin_dsn, *statements)


async def id_of(world: World, name: str) -> int:
    rows = await game(world, f"SELECT {ID[world.family]} FROM characters WHERE char_name = '{name}'")
    return int(rows[0][0])
