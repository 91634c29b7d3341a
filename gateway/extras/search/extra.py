"""Search of characters and clans: what is registered of it."""

from gateway.extras.clans.handlers import ClanBoards
from gateway.extras.search.handlers import feature
from gateway.extras.world.handlers import World
from gateway.registration.extra import Extra, Parts
from gateway.registration.feature import Feature
from gateway.world_snapshot.snapshot_store import Snapshots


def _open(parts: Parts) -> Feature:
    return feature(parts.get(Snapshots), parts.get(ClanBoards), parts.get(World))


EXTRA = Extra(
    name="search",
    summary="search of characters and clans from every page",
    needs=("character_pages", "clans", "history", "world"),
    is_default=True,
    open=_open,
)
