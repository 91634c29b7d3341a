"""Shops of the game in the families that store open ones: what is read, how much at once, and what is left out."""

from collections.abc import AsyncGenerator
from datetime import UTC
from typing import Any

import pytest
from msgspec.structs import replace

from fixtures import site_schema
from fixtures.installed import World
from gateway.config.site_days import SiteDays
from gateway.database.database import Database, Databases
from gateway.extras.market import reader as reader_module
from gateway.extras.market.reader import MarketReader
from gateway.extras.market.shops import ShopItemRow, ShopRow, offers_of, open_shops
from gateway.extras.market.store import MarketReading, MarketStore, prune
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.account_app import game
from gateway.tests.support.databases import Server
from gateway.tests.support.history_data import DAY, Hero, snapshot_of

pytestmark = pytest.mark.database

FAMILIES = ("mobius", "mobius_ct0", "rusacis")
ID = {"mobius": "charId", "mobius_ct0": "charId", "rusacis": "obj_Id"}
NOW = 20_000 * DAY + 40_000
GIRAN = (82_698, 148_638, -3_473)
SHOP = ShopRow(7, "sell", 1, "ann", 1, *GIRAN)
ITEM = ShopItemRow(7, 500, 3, 100, 0, 7, 57, 2, 4)


class Shops:
    """The shops of a world, and the reader of a site of its own."""

    def __init__(self, world: World, site: Database, databases: Databases) -> None:
        self.world, self.site = world, site
        self.store = MarketStore(site)
        self.is_running = True
        self.stats = replace(snapshot_of(b"k", 1.0, [Hero(1)]).stats, total_characters=300, traders=3)
        self.reader = MarketReader(self.store, databases.game, UTC, lambda: self.stats, lambda: self.is_running)

    async def rows(self, statement: str) -> list[tuple[Any, ...]]:
        return [tuple(row) for row in await game(self.world, statement)]

    async def read(self, now: int = NOW) -> MarketReading:
        """Reads until a reading is complete."""
        for _ in range(1000):
            if reading := await self.reader.read(now):
                return reading
        raise AssertionError("no reading is complete")

    async def open(self, **args: Any) -> list[tuple[str, int, int, int, int]]:
        """Returns kind, item, enchant, price and amount of the open offers."""
        options: dict[str, Any] = {
            "is_buying": False,
            "town": "",
            "enchant": 0,
            "price": 2**53,
            "start": 0,
            "limit": 500,
        }
        rows = await self.store.search(args.pop("items", None), **{**options, **args})
        return [(row.kind, row.item_id, row.enchant, row.price, row.amount) for row in rows]


@pytest.fixture
async def shops(request: pytest.FixtureRequest, mariadb: Server, world: WorldFactory) -> AsyncGenerator[Shops]:
    own_world = world(request.param, characters=1200, seed=38)
    databases = Databases.open(own_world.settings)
    try:
        async with site_schema.connect(await site_schema.create(mariadb)) as site:
            yield Shops(own_world, site, databases)
    finally:
        await databases.close()


each_family = pytest.mark.parametrize("shops", FAMILIES, indirect=True)
on_mobius = pytest.mark.parametrize("shops", ["mobius"], indirect=True)


@each_family
async def test_reading_has_what_traders_sell_and_buy(shops: Shops) -> None:
    character_id = ID[shops.world.family]
    sold = await shops.rows(
        "SELECT IF(shop.type = 8, 'package', 'sell'), thing.item_id, thing.enchant_level, offer.price, offer.count "
        "FROM character_offline_trade shop JOIN character_offline_trade_items offer ON offer.charId = shop.charId "
        f"JOIN characters owner ON owner.{character_id} = shop.charId AND owner.online = 2 "
        "JOIN items thing ON thing.object_id = offer.item WHERE shop.type IN (1, 8)"
    )
    purchases = await shops.rows(
        "SELECT 'buy', offer.item, 0, offer.price, offer.count FROM character_offline_trade shop "
        "JOIN character_offline_trade_items offer ON offer.charId = shop.charId WHERE shop.type = 3"
    )
    reading = await shops.read()
    assert sold
    assert purchases
    assert {kind for kind, *_ in sold} == {"sell", "package"}
    assert sorted(await shops.open()) == sorted(sold)
    assert sorted(await shops.open(is_buying=True)) == sorted(purchases)
    assert (reading.shops, reading.open_shops, reading.offers) == (
        *[(await shops.rows("SELECT COUNT(*) FROM character_offline_trade"))[0][0]] * 2,
        len(sold) + len(purchases),
    )
    assert await shops.store.reading() == reading


@on_mobius
async def test_closed_shops_and_sold_objects_are_left_out(shops: Shops) -> None:
    """The game deletes no row while it is stopped, so that only the owner's own flag tells an open shop."""
    await shops.read()
    before = await shops.open()
    owner, thing = (
        await shops.rows(
            "SELECT shop.charId, offer.item FROM character_offline_trade shop "
            "JOIN character_offline_trade_items offer ON offer.charId = shop.charId WHERE shop.type = 1 LIMIT 1"
        )
    )[0]
    await game(shops.world, f"UPDATE items SET owner_id = 1 WHERE object_id = {thing}")
    await shops.read(NOW + 60)
    assert len(await shops.open()) == len(before) - 1
    await game(shops.world, f"UPDATE items SET owner_id = {owner} WHERE object_id = {thing}")
    for online in (0, 1):
        await game(shops.world, f"UPDATE characters SET online = {online} WHERE charId = {owner}")
        reading = await shops.read(NOW + 120)
        assert reading.open_shops == reading.shops - 1
        assert len(await shops.open()) == len(before) - await _offers_of(shops, owner)
    await game(shops.world, f"UPDATE characters SET online = 2 WHERE charId = {owner}")
    await shops.read(NOW + 180)
    assert await shops.open() == before


async def _offers_of(shops: Shops, owner: int) -> int:
    return (await shops.rows(f"SELECT COUNT(*) FROM character_offline_trade_items WHERE charId = {owner}"))[0][0]


@on_mobius
async def test_minute_reads_a_part_of_the_rows_and_the_next_goes_on(
    shops: Shops, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No statement of a minute begins once 5 % of the characters are read, and a range has some shops alone."""
    monkeypatch.setattr(reader_module, "MIN_ROWS", 20)
    monkeypatch.setattr(reader_module, "MIN_RANGE", 2)
    counts: list[int] = []
    for _ in range(100):
        if reading := await shops.reader.read(NOW):
            break
        counts.append(len(await shops.open()) + len(await shops.open(is_buying=True)))
    else:
        raise AssertionError("no reading is complete")
    assert len(counts) > 2
    assert counts == sorted(counts)
    assert reading.read_rows <= (len(counts) + 1) * (20 + 2 * 20)
    assert reading.open_shops == reading.shops


@on_mobius
async def test_stopped_game_is_not_read_and_closes_nothing(shops: Shops) -> None:
    await shops.read()
    before = await shops.open()
    shops.is_running = False
    assert await shops.reader.read(NOW + 60) is None
    assert await shops.open() == before != []


@on_mobius
async def test_search_has_the_lowest_price_first_within_its_filters(shops: Shops) -> None:
    await shops.read()
    rows = await shops.open()
    prices = [row[3] for row in rows]
    assert prices == sorted(prices)
    wanted_prices = [row[3] for row in await shops.open(is_buying=True)]
    assert wanted_prices == sorted(wanted_prices, reverse=True)
    item, price = rows[-1][1], prices[len(prices) // 2]
    assert {row[1] for row in await shops.open(items=[item])} == {item}
    assert await shops.open(items=[]) == []
    assert max(row[3] for row in await shops.open(price=price)) == price
    assert all(row[2] >= 1 for row in await shops.open(enchant=1))
    towns = {town.town: town.shops for town in await shops.store.towns()}
    assert len(towns) > 1
    assert sum([len(await shops.open(town=town)) for town in towns]) == len(rows)


@on_mobius
async def test_days_have_the_lowest_and_the_median_price_of_all_that_was_seen(shops: Shops) -> None:
    reading = await shops.read()
    rows = [row for row in await shops.open() if row[0] == "sell"]
    groups = {(row[1], row[2]): sorted(row_[3] for row_ in rows if row_[1:3] == row[1:3]) for row in rows}
    (item, enchant), prices = max(groups.items(), key=lambda group: len(group[1]))
    middle = prices[(len(prices) - 1) // 2] + prices[len(prices) // 2]
    day = next(row for row in await shops.store.days_of([item], 0) if row.enchant == enchant)
    assert (day.day, day.lowest, day.offers) == (NOW // DAY, prices[0], len(prices))
    assert abs(day.median - middle / 2) <= 1
    assert day.lowest_at == reading.began_at
    days = SiteDays(UTC)
    await shops.store.add_days(days, NOW + DAY)
    tomorrow = [row for row in await shops.store.days_of([item], 0) if row.enchant == enchant]
    assert [row.day for row in tomorrow] == [NOW // DAY], "offers that nobody has seen on a day count on it"
    assert await prune(shops.site, NOW // DAY, NOW + 3 * DAY) > 0
    assert await shops.open() == []


def test_offer_has_no_more_than_the_owner_has_and_the_objects_own_enchant() -> None:
    [offer] = offers_of(open_shops([SHOP]), [ITEM])
    assert (offer.amount, offer.enchant, offer.item_id, offer.town) == (2, 4, 57, "Giran Castle Town")


@pytest.mark.parametrize(
    ("shop", "item"),
    [
        (replace(SHOP, kind="craft"), ITEM),
        (replace(SHOP, kind="other"), ITEM),
        (SHOP, replace(ITEM, owner_id=8)),
        (SHOP, replace(ITEM, owner_id=None, item_id=None)),
        (SHOP, replace(ITEM, price=0)),
        (SHOP, replace(ITEM, owner_amount=0)),
        (replace(SHOP, kind="buy"), replace(ITEM, amount=0)),
    ],
)
def test_what_is_no_offer_is_left_out(shop: ShopRow, item: ShopItemRow) -> None:
    assert list(offers_of(open_shops([shop]), [item])) == []


def test_shop_without_its_trader_is_closed() -> None:
    assert open_shops([replace(SHOP, is_trader=0), replace(SHOP, login=None)]) == {}
