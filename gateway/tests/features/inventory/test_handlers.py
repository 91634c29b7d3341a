"""What a character carries, wears and has stored, against the game's own tables in each family."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import httpx
import pytest

from fixtures import catalogue as demo_catalogue
from fixtures.admin import Rows
from fixtures.installed import World
from fixtures.servers import MariaDB
from gateway.database.database import Databases
from gateway.features.inventory import handlers
from gateway.features.inventory.handlers import Inventories, presented
from gateway.features.inventory.scan_coordination import ItemRow
from gateway.features.items.catalogue import Catalogue, load
from gateway.game.items import CATEGORIES, GRADES
from gateway.tests.conftest import ClientFactory, WorldFactory
from gateway.tests.support.account_app import bearer, entrance, token_of
from gateway.tests.support.databases import admin
from gateway.tests.support.player_state import game, id_of

FAMILIES = ("mobius", "acis", "lucera")
NAMES = ("Aurelion", "Elowen", "Ashlin")

# The game's own words: item, amount, enchant, place, slot, one effect of the augmentation and the other.
_OWN = {
    "mobius": "SELECT items.item_id, count, enchant_level, loc, loc_data, attributes & 65535, attributes >> 16 "
    "FROM items LEFT JOIN augmentations ON augmentations.item_id = object_id WHERE owner_id = {}",
    "acis": "SELECT item_id, count, enchant_level, loc, loc_data, attributes & 65535, attributes >> 16 "
    "FROM items LEFT JOIN augmentations ON item_oid = object_id WHERE owner_id = {}",
    "lucera": "SELECT item_type, amount, enchant, location, slot, stat1, stat2 "
    "FROM items LEFT JOIN items_variation ON items_variation.item_id = items.item_id WHERE owner_id = {}",
}
# The family's own numbers of the slots, where they differ from ours.
_SLOTS = {
    "mobius": {14: 7},
    "acis": {14: 15, 15: 16, 16: 17},
    "lucera": {1: 2, 2: 1, 4: 5, 5: 4, 14: 15, 15: 16, 16: 17},
}


@pytest.fixture(scope="session")
def names_of_items(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return demo_catalogue.write(tmp_path_factory.mktemp("catalogue") / "items.catalogue")


async def own_words(world: World, owner: int) -> Rows:
    return await game(world, _OWN[world.family].format(owner))


def told(items: list[dict[str, Any]]) -> Counter[tuple[Any, ...]]:
    keys = ("item_id", "amount", "enchant", "slot_id", "augmented")
    return Counter(tuple(item[key] for key in keys) for item in items)


def expected(rows: Rows, place: str, slots: dict[int, int]) -> Counter[tuple[Any, ...]]:
    def slot(row: tuple[Any, ...]) -> int | None:
        return slots.get(row[4], row[4]) if place == "PAPERDOLL" else None

    return Counter((int(row[0]), int(row[1]), int(row[2]), slot(row), bool(row[5])) for row in rows if row[3] == place)


async def items_of(http: httpx.AsyncClient, character: int) -> dict[str, Any]:
    answer = await http.get(f"/api/player/characters/{character}/items", timeout=60)
    assert answer.status_code == 200, answer.text
    assert answer.headers["Cache-Control"] == "no-store"
    return answer.json()


@pytest.mark.parametrize("family", FAMILIES)
async def test_the_demo_s_characters_have_what_the_game_gave_them(
    world: WorldFactory, client: ClientFactory, names_of_items: Path, family: str
) -> None:
    here, names = world(family), load(str(names_of_items))
    env = {"GATEWAY_ITEMS_CATALOGUE": str(names_of_items), "GATEWAY_ITEMS_SCAN_SECONDS": "1"}
    async with entrance(here, client, **env) as http:
        http.headers.update(bearer(await token_of(http, "demo")))
        for name in NAMES:
            owner = await id_of(here, name)
            rows, found = await own_words(here, owner), await items_of(http, owner)
            for key, place in (("inventory", "INVENTORY"), ("equipped", "PAPERDOLL"), ("warehouse", "WAREHOUSE")):
                assert told(found[f"{key}_items"]) == expected(rows, place, _SLOTS[family]), (name, place)
            assert found["total_items"] == len(found["inventory_items"]) + len(found["equipped_items"])
            for item in found["inventory_items"] + found["equipped_items"] + found["warehouse_items"]:
                known = names.get(item["item_id"])
                assert (item["name"], item["type"], item["icon"]) == (known.name, known.type, known.icon)
                assert (item["category"], item["grade"]) == (known.category, known.grade)
            worn = [item["slot_id"] for item in found["equipped_items"]]
            assert worn == sorted(worn)
        # the first of all characters wears everything
        first = await items_of(http, await id_of(here, NAMES[0]))
        assert {"Head", "Gloves", "Feet", "Neck", "Left ear", "Right finger"} <= {
            item["slot_name"] for item in first["equipped_items"]
        }


async def test_somebody_else_s_character_is_nobody_s(world: WorldFactory, client: ClientFactory) -> None:
    here = world("mobius")
    foreign = await id_of(here, "Ironbark")
    async with entrance(here, client) as http:
        http.headers.update(bearer(await token_of(http, "demo")))
        for character in (foreign, 2**31 - 1, 0, 10**18):
            answer = await http.get(f"/api/player/characters/{character}/items")
            assert (answer.status_code, answer.json()["error"]) == (404, "not_found")
        del http.headers["Authorization"]
        assert (await http.get(f"/api/player/characters/{foreign}/items")).status_code == 401


@pytest.mark.parametrize("family", FAMILIES)
async def test_money_lies_in_the_bag_and_the_warehouse(world: WorldFactory, family: str) -> None:
    here = world(family)
    owners = [await id_of(here, name) for name in NAMES]
    databases = Databases.open(here.settings)
    inventories = Inventories(here.settings, databases, None)
    try:
        found = await inventories.money([*owners, 999_999_999])
        assert await inventories.money([]) == {}
    finally:
        await inventories.close()
        await databases.close()
    for owner in owners:
        rows = [row for row in await own_words(here, owner) if row[3] in {"INVENTORY", "WAREHOUSE"}]
        assert found[owner] == {item: sum(int(row[1]) for row in rows if row[0] == item) for item in (57, 4037)}
    assert found[999_999_999] == {57: 0, 4037: 0}
    assert any(amounts[57] for amounts in found.values())


@pytest.mark.parametrize("family", ["mobius", "lucera"])
async def test_what_is_not_asked_for_is_not_read(mariadb: MariaDB, world: WorldFactory, family: str) -> None:
    """The augmentation lies in a table of its own; who counts money does not pay for it."""
    here = world(family)
    async with admin(mariadb, here.schemas.views) as root:
        for query, tables in ((handlers.MONEY, 1), (handlers.OF_OWNER, 2)):
            args = {"ids": (1, 2), "coin": 4037, "id": 1, "count": 50}
            plan = await root.execute(f"EXPLAIN {query.sql}", {name: args[name] for name in query.args})
            assert len(plan.rows) == tables, plan.rows


async def test_an_index_that_appears_counts_from_the_next_install_on(
    world: WorldFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(handlers, "LOOK_AGAIN_SECONDS", 0.0)
    here = world("mobius", seed=31)
    databases = Databases.open(here.settings)
    index = handlers._OwnerIndex(databases.site)  # pyright: ignore[reportPrivateUsage]
    record = f"REPLACE INTO {here.schemas.site}.installation VALUES ('items_owner_index', "
    try:
        assert await index.is_there()
        await game(here, f"{record}'no')")
        assert not await index.is_there()
        await game(here, f"DELETE FROM {here.schemas.site}.installation WHERE name = 'items_owner_index'")
        assert not await index.is_there()
        await game(here, f"{record}'yes')")
        assert await index.is_there()
    finally:
        await databases.close()


# What is shown, of rows as no healthy game has them.


def row(item: int, place: str = "INVENTORY", slot: int | None = None, amount: int = 1, enchant: int = 0) -> ItemRow:
    return ItemRow(1, item, amount, enchant, place, slot, None)


def test_items_are_sorted_by_category_grade_enchant_and_name(names_of_items: Path) -> None:
    names = load(str(names_of_items))
    ids = [57, 1835, 1047, 1, 2, 18, 2, 6580, 1458]
    shown = presented([row(item, enchant=place) for place, item in enumerate(ids)], names, 4037).inventory_items
    order = [(CATEGORIES.index(item.category), GRADES.index(item.grade), -item.enchant, item.name) for item in shown]
    assert order == sorted(order)
    assert len(shown) == len(ids)


def test_places_that_are_not_the_character_s_own_are_not_listed() -> None:
    places = ("INVENTORY", "PET", "PET_EQUIP", "CLANWH", "LEASE", "VOID", "MAIL", "WAREHOUSE", "FREIGHT")
    shown = presented([row(place, where) for place, where in enumerate(places)], Catalogue({}), 4037)
    assert [item.item_id for item in shown.inventory_items] == [0]
    assert sorted(item.item_id for item in shown.warehouse_items) == [7, 8]
    assert shown.total_items == 1


def test_numbers_stay_what_a_reader_of_json_can_hold() -> None:
    (item,) = presented([row(5, amount=2**63, enchant=-3)], Catalogue({}), 4037).inventory_items
    assert (item.amount, item.enchant, item.name, item.grade) == (2**53 - 1, 0, "Item #5", "other")


def test_worn_in_a_slot_that_no_family_has(names_of_items: Path) -> None:
    worn = [row(1, "PAPERDOLL", 99), row(8, "PAPERDOLL", 7), row(2, "PAPERDOLL", None), row(1, "PAPERDOLL", 7)]
    shown = presented(worn, load(str(names_of_items)), 4037).equipped_items
    assert [(item.slot_id, item.slot_name) for item in shown] == [
        (7, "Right hand"),
        (7, "Both hands"),
        (99, None),
        (None, "Right hand"),
    ]


def test_the_site_s_coin_is_money_whatever_the_catalogue_says() -> None:
    (item,) = presented([row(4356)], Catalogue({}), 4356).inventory_items
    assert item.category == "money"
