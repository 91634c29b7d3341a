"""The market: what is registered of it."""

import time
from typing import Final

from gateway.concurrency.background_tasks import poll
from gateway.concurrency.durations import MINUTE
from gateway.config.settings import Settings
from gateway.database.database import Databases
from gateway.database.errors import DatabaseError
from gateway.database.installation import site_days
from gateway.database.queries import query
from gateway.extras.market import handlers, store
from gateway.extras.market.handlers import Market
from gateway.extras.market.low_prices import LowPrices
from gateway.extras.market.reader import MarketReader
from gateway.extras.market.store import MarketStore
from gateway.features.accounts import AccountRepository
from gateway.features.items.catalogue import Catalogue
from gateway.features.privacy.public_snapshot import PublicSnapshots
from gateway.features.site_content.pages import SitePages
from gateway.jobs import Job
from gateway.observability.signals import BEHIND_DATABASES, Signal, Thresholds
from gateway.registration.extra import Extra, Parts
from gateway.registration.feature import Feature, Retention
from gateway.registration.item_prices import ItemPrices
from gateway.registration.personal_data import PersonalRow, PersonalTables
from gateway.world_snapshot.snapshot_store import Snapshots

MARKET_AGE: Final = Signal(
    name="market_age",
    severity="warning",
    unit="seconds",
    thresholds=Thresholds(handlers.STALE_READING, 300, handlers.STALE_READING, 0),
    causes=BEHIND_DATABASES,
)


def _open(parts: Parts) -> Feature:
    databases, snapshots = parts.get(Databases), parts.get(Snapshots)
    zone = parts.get(Settings).server.zone
    market_store = MarketStore(databases.site)
    market = Market(market_store, parts.get(PublicSnapshots), parts.get(Catalogue), parts.get(AccountRepository), zone)
    reader = MarketReader(
        market_store, databases.game, zone, lambda: snapshots.stats, lambda: snapshots.counts_online_now
    )
    parts.get(ItemPrices).read_low = LowPrices(market_store, zone).read
    parts.get(SitePages).files.subject_paths.append(lambda: market.paths)

    async def age(now: int) -> float | None:
        """Returns the age of the last complete reading; None while the game is stopped, when nothing is read."""
        reading = await market_store.reading()
        return now - reading.finished_at if reading and snapshots.counts_online_now else None

    return Feature(
        name="market",
        routes=handlers.routes(market),
        jobs=[Job("read_market", MINUTE, lambda _tick: reader.read(int(time.time())))],
        signals={MARKET_AGE: age},
        tasks={"market": lambda: poll("market", 5.0 * MINUTE, market.refresh_paths, DatabaseError)},
    )


def _retention(parts: Parts) -> list[Retention]:
    settings, site = parts.get(Settings), parts.get(Databases).site

    async def prune(now: int) -> int:
        days = await site_days(site, settings.server.zone)
        return await store.prune(site, days.day_of(now), now)

    return [Retention("market_offers", prune)]


EXTRA = Extra(
    name="market",
    summary="what offline shops of the game sell and buy: search, lowest and median price of each day",
    signals=(MARKET_AGE,),
    retention=_retention,
    open=_open,
    personal_data=PersonalTables(statements={"market_offers": query("market.personal_offers", PersonalRow)}),
)
