"""GET /api/economy/report: Adena and items at the end of the last calendar month and of the one before.

It names no owner. Before the first month with a count is over, it has the last count.
"""

import asyncio
import time
from collections.abc import Callable, Iterable, Mapping
from datetime import date, tzinfo
from typing import Final

from msgspec import Struct

from gateway.concurrency.durations import MINUTE
from gateway.config.site_days import date_of, first_of_month
from gateway.database.database import Database
from gateway.extras.economy.alarms import MIN_PUBLIC_HOLDERS, Band
from gateway.extras.economy.counter import ItemCounter
from gateway.extras.economy.counts import BAND_ENDS, EconomyCounts, amount_of
from gateway.extras.economy.repository import CountedDay, EconomyStore, StoredItem
from gateway.extras.economy.settings import EconomySettings
from gateway.features.items.catalogue import Catalogue, item_name
from gateway.game.items import ADENA, Grade
from gateway.http.errors import UNAVAILABLE, NotFound
from gateway.http.response_cache import public
from gateway.http.routes import get
from gateway.jobs import Job
from gateway.registration.feature import Feature
from gateway.world_snapshot.snapshot import Snapshot

_ITEMS: Final = 10


class PublicAdenaBand(Struct, frozen=True, kw_only=True):
    """`to_level` null: and above. `amount` null: too few characters hold it."""

    from_level: int
    to_level: int | None
    holders: int
    amount: int | None
    month_before: int | None


class PublicItemAmount(Struct, frozen=True, kw_only=True):
    id: int
    name: str
    grade: Grade
    amount: int
    month_before: int | None


class PublicEconomyReport(Struct, frozen=True, kw_only=True):
    """`day`: of the month's last count. `month`: its first day; null: no month with a count is over.

    `month_before`: day of the last count in the month before; null without one. `gini`: of the Adena of all holders.
    `top_share`: the part of it that the richest `top_percent` percent have; null with few holders.
    `common`: items with the largest amounts. `rare`: items of grades A and S with the smallest amounts.
    """

    day: date
    month: date | None
    month_before: date | None
    adena: int
    adena_before: int | None
    gini: float | None
    top_percent: int | None
    top_share: float | None
    bands: list[PublicAdenaBand]
    common: list[PublicItemAmount]
    rare: list[PublicItemAmount]


class PublicEconomy:
    def __init__(self, counts: EconomyCounts, catalogue: Catalogue) -> None:
        self._counts, self._catalogue = counts, catalogue

    async def report(self) -> PublicEconomyReport:
        """Raises NotFound before the first count."""
        store = self._counts.store
        newest = await store.last_day()
        if newest is None:
            raise NotFound
        of_month = await self._last_count_of_month_before(newest.day)
        last = of_month or newest
        previous_count = await self._last_count_of_month_before(last.day)
        previous_day = previous_count.day if previous_count else 0
        items, previous_items, bands, previous_bands = await asyncio.gather(
            *(self._counts.items(last.day), self._counts.items(previous_day)),
            *(store.bands_of(last.day), store.bands_of(previous_day)),
        )
        amounts = {row.band: row.amount for row in previous_bands}
        item_rows = sorted((row for row in items.values() if row.item_id != ADENA), key=lambda row: -row.amount)
        rare = [row for row in reversed(item_rows) if row.amount > 0 and self._catalogue.get(row.item_id).grade in "as"]
        return PublicEconomyReport(
            day=date_of(last.day),
            month=date_of(first_of_month(last.day)) if of_month else None,
            month_before=date_of(previous_day) if previous_count else None,
            adena=amount_of(items, ADENA),
            adena_before=amount_of(previous_items, ADENA) if previous_count else None,
            gini=last.gini,
            top_percent=last.top_percent,
            top_share=last.top_share,
            bands=[_band(row, amounts.get(row.band)) for row in bands if row.band],
            common=self._amounts(item_rows[:_ITEMS], previous_items),
            rare=self._amounts(rare[:_ITEMS], previous_items),
        )

    async def _last_count_of_month_before(self, day: int) -> CountedDay | None:
        """Returns the last count of the calendar month before the one of `day`."""
        end = first_of_month(day) - 1
        count = await self._counts.store.last_day(end)
        return count if count and count.day >= first_of_month(end) else None

    def _amounts(self, rows: Iterable[StoredItem], previous_items: Mapping[int, StoredItem]) -> list[PublicItemAmount]:
        return [
            PublicItemAmount(
                id=row.item_id,
                name=item_name(self._catalogue, row.item_id),
                grade=self._catalogue.get(row.item_id).grade,
                amount=row.amount,
                month_before=amount_of(previous_items, row.item_id) if previous_items else None,
            )
            for row in rows
        ]


def _band(row: Band, previous_amount: int | None) -> PublicAdenaBand:
    is_shown = row.holders >= MIN_PUBLIC_HOLDERS
    return PublicAdenaBand(
        from_level=row.band,
        to_level=BAND_ENDS.get(row.band),
        holders=row.holders,
        amount=row.amount if is_shown else None,
        month_before=previous_amount if is_shown else None,
    )


def feature(
    settings: EconomySettings,
    store: EconomyStore,
    counts: EconomyCounts,
    game: Database,
    zone: tzinfo,
    catalogue: Catalogue,
    snapshot: Callable[[], Snapshot | None],
) -> Feature:
    economy = PublicEconomy(counts, catalogue)
    counter = ItemCounter(store, game, zone, settings, catalogue, snapshot)

    @get("/api/economy/report", NotFound, *UNAVAILABLE, opt=public(max_age=300, stale=3600))
    async def get_economy_report() -> PublicEconomyReport:
        """Adena by level and items by amount of the last month and the one before; 404 if none is published."""
        if not (settings.enabled and settings.public_report):
            raise NotFound
        return await economy.report()

    jobs = [Job("count_items", MINUTE, lambda _tick: counter.work(time.time()))] if settings.enabled else []
    return Feature(
        name="economy",
        routes=[get_economy_report],
        page_parts=["economy_report"] if settings.enabled and settings.public_report else [],
        jobs=jobs,
        close=[counter.close, store.close],
    )
