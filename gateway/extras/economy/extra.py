"""The count of the game's items: what is registered of it."""

from gateway.config.settings import Settings
from gateway.database.database import Databases
from gateway.extra import Extra, Parts
from gateway.extras.economy.counts import EconomyCounts
from gateway.extras.economy.report import feature
from gateway.extras.economy.repository import EconomyStore
from gateway.feature import Feature
from gateway.features.items.catalogue import Catalogue
from gateway.world_snapshot.snapshot_store import Snapshots


def _open(parts: Parts) -> Feature:
    settings, databases = parts.get(Settings), parts.get(Databases)
    snapshots = parts.get(Snapshots)
    store = EconomyStore(databases.site)
    return feature(
        settings.economy,
        store,
        parts.add(EconomyCounts(store)),
        databases.game,
        settings.server.zone,
        parts.get(Catalogue),
        lambda: snapshots.current,
    )


EXTRA = Extra(
    name="economy",
    summary="a nightly count of the game's items, alarms about it, and a public report",
    needs=("history",),
    open=_open,
)
