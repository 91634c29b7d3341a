"""Items of a character compared with the game's own tables in each family."""

from collections import Counter
from pathlib import Path
from typing import Any

import httpx
import pytest

from fixtures import catalogue as demo_catalogue
from fixtures.admin import Rows
from fixtures.databases import open_databases
from fixtures.installed import World
from fixtures.servers import MariaDB
from gateway.features.inventory import handlers
from gateway.features.inventory.handlers import Inventories, build_inventory
from gateway.features.inventory.item_scan import OwnedItem
from gateway.features.items.catalogue import Catalogue, load
from gateway.game.items import CATEGORIES, GRADES
from gateway.tests.conftest import ClientFactory, WorldFactory
from gateway.tests.support.account_app import bearer, game, open_app, token_of
from gateway.tests.support.databases import admin
from gateway.tests.support.player_state import id_of

FAMILIES = ("mobius", "acis", "lucera")
NAMES = ("Aurelion", "Elowen", "Ashlin")

# Columns of the game's own tables: item, amount, enchant, place, slot, both effects of the augmentation.
_GAME_QUERY = {
    "mobius": "SELECT items.item_id, count, enchant_level, loc, loc_data, attributes & 65535, attributes >> 16 "
    "FROM items LEFT JOIN augmentations ON augmentations.item_id = object_id WHERE owner_id = {}",
    "acis": "SELECT item_id, count, enchant_level, loc, loc_data, attributes & 65535, attributes >> 16 "
    "FROM items LEFT JOIN augmentations ON item_oid = object_id WHERE owner_id = {}",
    "lucera": "SELECT item_type, amount, enchant, location, slot, stat1, stat2 "
    "FROM items LEFT JOIN items_variation ON items_variation.item_id = items.item_id WHERE owner_id = {}",
}
# Family slot → slot of the API, where they differ.
_SLOTS = {
    "mobius": {14: 7},
    "acis": {14: 15, 15: 16, 16: 17},
    "lucera": {1: 2, 2: 1, 4: 5, 5: 4, 14: 15, 15: 16, 16: 17},
}


@pytest.fixture(scope="session")
def catalogue_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return demo_catalogue.write(tmp_path_factory.mktemp("catalogue") / "items.catalogue")


async def stored_items(world: World, owner: int) -> Rows:
    return await game(world, _GAME_QUERY[world.family].format(owner))


def count_items(items: list[dict[str, Any]]) -> Counter[tuple[Any, ...]]:
    keys = ("item_id", "amount", "enchant", "slot_id", "augmented")
    return Counter(tuple(item[key] for key in keys) for item in items)


def expected(rows: Rows, place: str, slots: dict[int, int]) -> Counter[tuple[Any, ...]]:
    def slot(row: tuple[Any, ...]) -> int | None:
        return slots.get(row[4], row[4]) if place == "PAPERDOLL" else None

    return Counter((int(row[0]), int(row[1]), int(row[2]), slot(row), bool(row[5])) for row in rows if row[3] == place)


async def items_of(http: httpx.AsyncClient, character: int) -> dict[str, Any]:
    response = await http.get(f"/api/player/characters/{character}/items", timeout=60)
    assert response.status_code == 200, response.text
    assert response.headers["Cache-Control"] == "no-store"
    return response.json()


@pytest.mark.usefixtures("short_scan_pause")
@pytest.mark.parametrize("family", FAMILIES)
async def test_items_of_the_demo_account_match_the_game_tables(
    world: WorldFactory, client: ClientFactory, catalogue_file: Path, family: str
) -> None:
    game_world, names = world(family), load(str(catalogue_file))
    async with open_app(game_world, client, GATEWAY_ITEMS_CATALOGUE=str(catalogue_file)) as http:
        http.headers.update(bearer(await token_of(http, "demo")))
        for name in NAMES:
            owner = await id_of(game_world, name)
            rows, body = await stored_items(game_world, owner), await items_of(http, owner)
            for key, place in (("inventory", "INVENTORY"), ("equipped", "PAPERDOLL"), ("warehouse", "WAREHOUSE")):
                assert count_items(body[f"{key}_items"]) == expected(rows, place, _SLOTS[family]), (name, place)
            assert body["total_items"] == len(body["inventory_items"]) + len(body["equipped_items"])
            for item in body["inventory_items"] + body["equipped_items"] + body["warehouse_items"]:
                entry = names.get(item["item_id"])
                assert (item["name"], item["type"], item["icon"]) == (entry.name, entry.type, entry.icon)
                assert (item["category"], item["grade"]) == (entry.category, entry.grade)
            slots = [item["slot_id"] for item in body["equipped_items"]]
            assert slots == sorted(slots)
        # the first demo character has every slot equipped
        first = await items_of(http, await id_of(game_world, NAMES[0]))
        assert {"Head", "Gloves", "Feet", "Neck", "Left ear", "Right finger"} <= {
            item["slot_name"] for item in first["equipped_items"]
        }


async def test_items_of_another_account_answers_404(world: WorldFactory, client: ClientFactory) -> None:
    game_world = world("mobius")
    foreign = await id_of(game_world, "Ironbark")
    async with open_app(game_world, client) as http:
        http.headers.update(bearer(await token_of(http, "demo")))
        for character in (foreign, 2**31 - 1, 0, 10**18):
            response = await http.get(f"/api/player/characters/{character}/items")
            assert (response.status_code, response.json()["error"]) == (404, "not_found")
        del http.headers["Authorization"]
        assert (await http.get(f"/api/player/characters/{foreign}/items")).status_code == 401


@pytest.mark.parametrize("family", FAMILIES)
async def test_money_sums_bag_and_warehouse(world: WorldFactory, family: str) -> None:
    game_world = world(family)
    owners = [await id_of(game_world, name) for name in NAMES]
    async with open_databases(game_world.settings) as databases:
        inventories = Inventories(game_world.settings, databases)
        totals = await inventories.money([*owners, 999_999_999])
        assert await inventories.money([]) == {}
        await inventories.close()
    for owner in owners:
        rows = [row for row in await stored_items(game_world, owner) if row[3] in {"INVENTORY", "WAREHOUSE"}]
        assert totals[owner] == {item: sum(int(row[1]) for row in rows if row[0] == item) for item in (57, 4037)}
    assert totals[999_999_999] == {57: 0, 4037: 0}
    assert any(amounts[57] for amounts in totals.values())


@pytest.mark.parametrize("family", ["mobius", "lucera"])
async def test_money_query_does_not_join_augmentations(mariadb: MariaDB, world: WorldFactory, family: str) -> None:
    game_world = world(family)
    async with admin(mariadb, game_world.schemas.views) as root:
        for query, tables in ((handlers.MONEY, 1), (handlers.OF_OWNER, 2)):
            args = {"ids": (1, 2), "coin": 4037, "id": 1, "count": 50}
            plan = await root.execute(f"EXPLAIN {query.sql}", {name: args[name] for name in query.args})
            assert len(plan.rows) == tables, plan.rows


async def test_owner_index_recorded_by_a_later_install_is_used(
    world: WorldFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(handlers, "RECHECK_SECONDS", 0.0)
    game_world = world("mobius", seed=31)
    record = f"REPLACE INTO {game_world.schemas.site}.installation VALUES ('items_owner_index', "
    async with open_databases(game_world.settings) as databases:
        index = handlers._OwnerIndex(databases.site)  # pyright: ignore[reportPrivateUsage]
        assert await index.exists()
        await game(game_world, f"{record}'no')")
        assert not await index.exists()
        await game(game_world, f"DELETE FROM {game_world.schemas.site}.installation WHERE name = 'items_owner_index'")
        assert not await index.exists()
        await game(game_world, f"{record}'yes')")
        assert await index.exists()


# Rows that no unmodified game server writes.


def row(item: int, place: str = "INVENTORY", slot: int | None = None, amount: int = 1, enchant: int = 0) -> OwnedItem:
    return OwnedItem(1, item, amount, enchant, place, slot, None)


def test_build_inventory_sorts_by_category_grade_enchant_and_name(catalogue_file: Path) -> None:
    names = load(str(catalogue_file))
    ids = [57, 1835, 1047, 1, 2, 18, 2, 6580, 1458]
    rows = [row(item, enchant=enchant) for enchant, item in enumerate(ids)]
    items = build_inventory(rows, names, 4037).inventory_items
    order = [(CATEGORIES.index(item.category), GRADES.index(item.grade), -item.enchant, item.name) for item in items]
    assert order == sorted(order)
    assert len(items) == len(ids)


def test_build_inventory_omits_other_places() -> None:
    places = ("INVENTORY", "PET", "PET_EQUIP", "CLANWH", "LEASE", "VOID", "MAIL", "WAREHOUSE", "FREIGHT")
    inventory = build_inventory([row(place, number) for place, number in enumerate(places)], Catalogue({}), 4037)
    assert [item.item_id for item in inventory.inventory_items] == [0]
    assert sorted(item.item_id for item in inventory.warehouse_items) == [7, 8]
    assert inventory.total_items == 1


def test_build_inventory_clamps_numbers() -> None:
    (item,) = build_inventory([row(5, amount=2**63, enchant=-3)], Catalogue({}), 4037).inventory_items
    assert (item.amount, item.enchant, item.name, item.grade) == (2**53 - 1, 0, "Item #5", "other")


def test_build_inventory_unknown_slot_has_no_name(catalogue_file: Path) -> None:
    equipment = [row(1, "PAPERDOLL", 99), row(8, "PAPERDOLL", 7), row(2, "PAPERDOLL", None), row(1, "PAPERDOLL", 7)]
    inventory = build_inventory(equipment, load(str(catalogue_file)), 4037).equipped_items
    assert [(item.slot_id, item.slot_name) for item in inventory] == [
        (7, "Right hand"),
        (7, "Both hands"),
        (99, None),
        (None, "Right hand"),
    ]


def test_build_inventory_coin_has_category_money() -> None:
    (item,) = build_inventory([row(4356)], Catalogue({}), 4356).inventory_items
    assert item.category == "money"
