"""The search: what is registered of it."""

from gateway.config.settings import Settings
from gateway.extras.clans.handlers import ClanBoards
from gateway.extras.search.handlers import feature
from gateway.extras.search.index import SearchIndex
from gateway.extras.world.handlers import World
from gateway.registration.extra import Extra, Parts
from gateway.registration.feature import Feature
from gateway.registration.search import SearchSources
from gateway.world_snapshot.snapshot_store import Snapshots


def _open(parts: Parts) -> Feature:
    index = SearchIndex(parts.get(SearchSources), parts.get(Settings).server.language)
    return feature(parts.get(Snapshots), parts.get(ClanBoards), parts.get(World), index)


EXTRA = Extra(
    name="search",
    summary="search of characters, clans, bosses, castles, pages and more from every page",
    needs=("character_pages", "clans", "history", "world"),
    is_default=True,
    open=_open,
)
