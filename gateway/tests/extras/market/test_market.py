"""The market as visitors see it: names as sellers show them, a stopped game, prices by day, and the news of a star."""

import time
from collections.abc import AsyncGenerator
from typing import Any

import httpx
import pytest

from fixtures import catalogue
from fixtures.installed import World
from gateway.app import Application
from gateway.config import settings
from gateway.extras.market.extra import MARKET_AGE
from gateway.extras.watch import star_news
from gateway.features.privacy.repository import PrivacyStore
from gateway.features.server_status.status import StatusMonitor
from gateway.registration.feature import jobs_of
from gateway.tests.conftest import ClientFactory
from gateway.tests.support.account_app import APP_ENV, bearer, game, site, token_of, without_jobs
from gateway.tests.support.in_process_builder import in_process_builder
from gateway.tests.support.polling import wait_for_answer
from gateway.world_snapshot.snapshot_store import Snapshots

SEED = 3838
SWORD, BOW, OBJECT, DAY = 1, 13, 900_000_001, 86_400
SELLER = """
SELECT character_id, name, account_name FROM {views}.characters
JOIN {views}.accounts ON accounts.login = account_name
WHERE characters.access_level = 0 AND characters.deletion_at IS NULL AND accounts.access_level = 0
AND login NOT IN (SELECT login FROM {views}.account_bans) AND login <> 'demo' ORDER BY pvp_kills DESC LIMIT 1
"""


class MarketSite:
    """A running site with one shop: its owner sells a sword and buys nothing."""

    def __init__(self, world: World, application: Application, http: httpx.AsyncClient) -> None:
        self.world, self.application, self.http = world, application, http
        self.seller = 0
        self.name = self.login = ""

    async def read(self) -> None:
        job = next(job for job in jobs_of(self.application.features) if job.name == "read_market")
        await job.work(int(time.time()))

    async def get(self, path: str = "/api/market", **query: Any) -> dict[str, Any]:
        """An address of its own gets a new answer: answers are kept for some seconds."""
        response = await self.http.get(path, params=query)
        assert response.status_code == 200, response.text
        return response.json()

    async def set_privacy(self, level: str) -> None:
        await site(self.world, f"REPLACE INTO privacy VALUES ('{self.login}', '{level}', UNIX_TIMESTAMP())")
        await self.application.parts.get(PrivacyStore).refresh()
        await self.application.parts.get(Snapshots).renew()


@pytest.fixture(scope="module")
async def market(
    own_world: World, client: ClientFactory, tmp_path_factory: pytest.TempPathFactory
) -> AsyncGenerator[MarketSite]:
    names = catalogue.write(tmp_path_factory.mktemp("market") / "items.catalogue")
    env = {**own_world.environment, **APP_ENV, "GATEWAY_ITEMS_CATALOGUE": str(names)}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(star_news, "CACHE_SECONDS", 0)
        async with without_jobs(own_world):
            with in_process_builder():
                application = Application(settings.load(None, env))
            async with client(application.asgi) as http:
                running = MarketSite(own_world, application, http)
                await wait_for_answer(http, "/api/rankings/pvp")
                [row] = await site(own_world, SELLER.format(views=own_world.schemas.views))
                running.seller, running.name, running.login = int(row[0]), row[1], row[2]
                await game(
                    own_world,
                    f"UPDATE characters SET online = 2, x = 82698, y = 148638, z = -3473 WHERE charId = {row[0]}",
                    "INSERT INTO items (object_id, owner_id, item_id, count, enchant_level, loc) VALUES "
                    f"({OBJECT}, {row[0]}, {SWORD}, 1, 3, 'INVENTORY')",
                    "DELETE FROM character_offline_trade",
                    "DELETE FROM character_offline_trade_items",
                    f"INSERT INTO character_offline_trade VALUES ({row[0]}, {int(time.time()) * 1000}, 1, 'x')",
                    f"INSERT INTO character_offline_trade_items VALUES ({row[0]}, {OBJECT}, 1, 5000, 3)",
                )
                await running.read()
                yield running


@pytest.mark.parametrize(("level", "seller"), [("public", True), ("rankings", False), ("hidden", False)])
async def test_seller_is_named_as_the_player_has_chosen(market: MarketSite, level: str, seller: bool) -> None:
    await market.set_privacy(level)
    [offer] = (await market.get(max_price=6000 + ["public", "rankings", "hidden"].index(level)))["data"]
    public_seller = {"char_name": market.name, "char_id": market.seller, "privacy": "public"}
    hidden_seller = {"char_name": "Hidden hero", "char_id": None, "privacy": "hidden"}
    assert offer.pop("seller") == (public_seller if seller else hidden_seller)
    assert market.name not in str(offer)
    assert (offer["item_id"], offer["enchant"], offer["price"], offer["town"]) == (SWORD, 3, 5000, "Giran Castle Town")


async def test_search_by_name_enchant_price_town_and_side(market: MarketSite) -> None:
    async def total(**query: Any) -> int:
        return (await market.get(**query))["total"]

    name = (await market.get())["data"][0]["item_name"]
    assert [await total(q=text) for text in (name.upper(), name[1:4], f"{SWORD}", "no such item")] == [1, 1, 1, 0]
    assert [await total(min_enchant=enchant) for enchant in (3, 4)] == [1, 0]
    assert [await total(max_price=price) for price in (4999, 5000)] == [0, 1]
    assert [await total(town=town) for town in ("Giran Castle Town", "Heine")] == [1, 0]
    assert [await total(side=side) for side in ("sell", "buy")] == [1, 0]
    assert (await market.get(page=2))["data"] == []
    assert (await market.get())["towns"] == [{"name": "Giran Castle Town", "shops": 1}]
    for query in ("min_enchant=-1", "page=0", "side=give", "max_price=x"):
        assert (await market.http.get(f"/api/market?{query}")).status_code == 400


async def test_item_has_its_offers_and_days(market: MarketSite) -> None:
    item = await market.get(f"/api/market/items/{SWORD}")
    assert [offer["price"] for offer in item["offers"]] == [5000]
    [day] = item["days"]
    assert (day["enchant"], day["lowest"], day["median"], day["offers"]) == (3, 5000, 5000, 1)
    assert (await market.get(f"/api/market/items/{BOW}"))["offers"] == []
    for number in ("57", "0", "999999999", "x", "1x", "99999999999"):
        assert (await market.http.get(f"/api/market/items/{number}")).status_code == 404


async def test_stopped_game_has_no_offers_and_says_so(market: MarketSite, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(StatusMonitor, "online_from", float("inf"))
    page = await market.get(q=" ", max_price=7000)
    assert (page["data"], page["towns"], page["is_open"], page["is_recorded"]) == ([], [], False, True)
    await market.read()
    monkeypatch.undo()
    assert (await market.get(q=" ", max_price=7001))["total"] == 1


async def test_old_reading_shows_nothing_and_raises_its_signal(market: MarketSite) -> None:
    reader = {signal.name: read for feature in market.application.features for signal, read in feature.signals.items()}[
        MARKET_AGE.name
    ]
    now = int(time.time())
    assert MARKET_AGE.level(await reader(now) or 0) == "ok"
    await site(market.world, f"UPDATE market_readings SET finished_at = {now - 3 * 3600}")
    assert MARKET_AGE.level(await reader(now) or 0) == "advice"
    assert (await market.get(max_price=8000))["data"] == []
    await market.read()
    assert (await market.get(max_price=8001))["total"] == 1


async def test_star_tells_of_a_price_below_that_of_the_week(market: MarketSite) -> None:
    http = market.http
    http.headers.update(bearer(await token_of(http, "demo")))

    async def prices() -> list[tuple[int, int]]:
        days = (await http.get("/api/player/watch/news")).json()["days"]
        entries = [entry for day in days for entry in day["entries"] if entry["kind"] == "item_price"]
        return [(entry["subject"]["id"], entry["values"]["price"]) for entry in entries]

    form = {"stars": [{"kind": "item", "key": str(SWORD)}]}
    assert (await http.put("/api/player/watch/stars", json=form)).status_code == 200
    assert await prices() == []
    today = int(time.time()) // DAY
    for price, expected in ((5000, []), (5001, [(SWORD, 5000)])):
        await site(
            market.world,
            f"REPLACE INTO market_days VALUES ({SWORD}, 3, {today - 2}, {price}, 9000, 1, 1)",
        )
        assert await prices() == expected


async def test_offers_belong_to_the_account_that_made_them(market: MarketSite) -> None:
    rows = await site(market.world, "SELECT login, character_id FROM market_offers")
    assert list(map(tuple, rows)) == [(market.login, market.seller)]
