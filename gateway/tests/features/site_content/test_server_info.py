"""Server info: texts and fields of the specification, and the category filter."""

from collections.abc import AsyncGenerator
from typing import Any

import httpx
import msgspec
import pytest

from gateway import package_data
from gateway.features.site_content import content_store
from gateway.tests.conftest import ClientFactory, WorldFactory
from gateway.tests.support.in_process_builder import create_test_app

WIRE: dict[str, Any] = msgspec.to_builtins(content_store.load(package_data.content()).texts.info)
FILE = package_data.content() / "server-info.json"


SPECIFICATION = {
    "general": {"client": "Interlude", "main_class": "x15", "max_clients_per_ip": 2},
    "rates": {
        "exp": "10x",
        "sp": "15x",
        "adena": "2x",
        "drop": "1x",
        "quest": "1x",
        "spoil": "8x",
        "seal_stones": "3x",
        "safe_enchant": "+4",
        "max_enchant": "+16",
        "raid_boss_drop": "5x",
        "epic_jewelry": "2x",
    },
    "premium_rates": {"exp": "x2", "sp": "x2", "adena": "x1.5", "drop_chance": "x1.5"},
    "olympiad": {
        "battles_per_week": 15,
        "minimum_participants": 5,
        "heroes_per_class": 1,
        "period": "Every 7 days",
        "days": "Every day except Mondays",
        "hours": "9:30-11:00 PM",
        "equipment": "All +6 and full S grade without custom or boss jewelry",
    },
    "sieges": {
        "day": "Sundays",
        "time": "6:00 PM GMT-3",
        "duration": "120 minutes",
        "registration": "Up to 24 hours before",
        "clan_limit": "40 members without an ally",
        "zerg": "Prohibited",
    },
}


def test_texts_are_those_of_the_specification() -> None:
    assert {category: WIRE[category] for category in SPECIFICATION} == SPECIFICATION
    assert [boss["respawn"] for boss in WIRE["bosses"]] == [
        "7-10 days",
        "7-10 days",
        "5-8 hours",
        "2-3 hours",
        "4-6 hours",
    ]
    siege, tournament, hunt = WIRE["events"]
    assert "Sunday" in siege["time"]
    assert (tournament["time"], tournament["reward"]) == ("Fridays", "50,000 Adena")
    assert hunt["time"] == "Daily at 19:00"


def test_enchant_odds_are_those_of_the_specification() -> None:
    odds = {entry["level"]: entry["rate"] for entry in WIRE["enchant"]}
    rates = ["80%", "75%", "65%", "60%", "50%", "40%", "35%", "35%", "35%", "30%", "30%", "25%"]
    assert odds == dict(zip((f"+{level}" for level in range(5, 17)), rates, strict=True))


@pytest.mark.parametrize(
    ("category", "fields"),
    [
        ("events", ["name", "time", "reward", "status"]),
        ("bosses", ["name", "level", "location", "respawn", "status"]),
        ("castles", ["castle", "owner", "next_siege", "defenders", "challengers"]),
        ("farm_zones", ["name", "level_range", "exp", "drops", "difficulty", "autoLoot"]),
        ("enchant", ["level", "rate"]),
    ],
)
def test_records_have_the_fields_of_the_specification(category: str, fields: list[str]) -> None:
    assert all(list(record) == fields for record in WIRE[category])


def test_castles_and_farm_zones_are_complete() -> None:
    assert [castle["castle"] for castle in WIRE["castles"]] == [
        "Aden",
        "Dion",
        "Giran",
        "Gludio",
        "Goddard",
        "Innadril",
        "Oren",
        "Rune",
        "Schuttgart",
    ]
    assert "Available" in {castle["owner"] for castle in WIRE["castles"]}
    assert {zone["difficulty"] for zone in WIRE["farm_zones"]} == {"Easy", "Medium", "Hard"}


def test_texts_use_ascii_hyphens_and_quotes() -> None:
    assert not set(FILE.read_text(encoding="utf-8")) & set("–—‐‑−’")


@pytest.fixture(scope="module")
async def http(world: WorldFactory, client: ClientFactory) -> AsyncGenerator[httpx.AsyncClient]:
    async with client(create_test_app(world().settings)) as http:
        yield http


async def test_server_info_without_filter_returns_all(http: httpx.AsyncClient) -> None:
    response = await http.get("/api/server/info")
    assert response.status_code == 200
    assert response.json() == WIRE


async def test_server_info_filter_returns_one_category(http: httpx.AsyncClient) -> None:
    for category, value in WIRE.items():
        response = await http.get("/api/server/info", params={"category": category})
        assert response.json() == {category: value}


async def test_server_info_unknown_category_is_400(http: httpx.AsyncClient) -> None:
    response = await http.get("/api/server/info", params={"category": "shops"})
    assert response.status_code == 400
    assert response.json()["error"] == "validation_failed"
    assert list(response.json()["fields"]) == ["category"]
