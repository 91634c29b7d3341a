"""The economy page of the administration: the last count, usual amounts, alarms and their acknowledgement."""

import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import httpx
import msgspec
import numpy as np

from fixtures.installed import World
from gateway.config.site_days import date_of, first_of_month
from gateway.extras.economy.alarms import Alarm, Band
from gateway.extras.economy.counts import EconomyCounts
from gateway.extras.economy.operator import ItemSort
from gateway.extras.economy.report import PublicEconomy
from gateway.extras.economy.repository import CountedDay, EconomyStore
from gateway.extras.economy.totals import ItemRow, count, table_of
from gateway.features.items.catalogue import Catalogue, CatalogueItem
from gateway.game.items import ADENA
from gateway.tests.administration.operator_app import new_key, operator_headers
from gateway.tests.support.account_app import game, site
from gateway.tests.support.databases import open_site
from gateway.tests.support.player_pages import read
from gateway.tests.support.polling import wait_for_answer

NIGHTS = 30
LAST_DAY = int(time.time()) // 86_400 + 1000
"""After the days that the application itself counts."""
NOBODY = 1_999_999_999
NOTHING = np.empty(0, np.int64)


@asynccontextmanager
async def open_store(server: World) -> AsyncGenerator[EconomyStore]:
    async with open_site(server) as database:
        store = EconomyStore(database)
        yield store
        await store.close()


async def fill(server: World, owner: int) -> None:
    """Thirty nights with a little more Adena each, and an alarm of each kind in the last one."""
    async with open_store(server) as store:
        for night in range(NIGHTS):
            day = LAST_DAY - NIGHTS + 1 + night
            rows = [ItemRow(1, owner, ADENA, 10_000 + night, 0), ItemRow(2, NOBODY, 1, 1, 16)]
            alarms = [
                Alarm(kind="supply", item_id=ADENA, owner_id=0, value=10_029, limit=9_000),
                Alarm(kind="stack", item_id=1, owner_id=NOBODY, value=3, limit=1),
                Alarm(kind="wealth", item_id=ADENA, owner_id=owner, value=10_029, limit=500),
            ]
            bands = [Band(0, 0, 0, 0, 0), Band(1, 1, 10_000 + night, 10_000 + night, owner)]
            is_last = day == LAST_DAY
            counted_day = CountedDay(day, 1_800_000_000, 50_000, 400, 1_250, 2)
            await store.finish(
                counted_day, count(table_of(rows), NOTHING, NOTHING), bands, alarms if is_last else [], day - 1
            )


async def test_economy_shows_the_count_and_an_operator_acknowledges_an_alarm(
    server: World, http: httpx.AsyncClient
) -> None:
    await wait_for_answer(http, "/api/rankings/pvp")
    rows = await game(server, "SELECT charId, char_name, account_name, level FROM characters ORDER BY charId LIMIT 1")
    owner, name, account, level = rows[0]
    await fill(server, int(owner))
    headers = await operator_headers(server, "support", "eva")

    report = await read(http, "economy", headers)
    assert (report["count"]["objects"], report["count"]["database_share"]) == (2, 0.008)
    assert (report["count"]["duration_seconds"], report["count"]["longest_range_ms"]) == (50, 1.25)
    holder = {"id": int(owner), "name": name, "account": account, "level": int(level)}
    nobody = {"id": NOBODY, "name": None, "account": None, "level": None}
    alarms = {alarm["kind"]: alarm for alarm in report["alarms"]}
    owners = {kind: alarm["owner"] for kind, alarm in alarms.items()}
    assert owners == {"supply": None, "stack": nobody, "wealth": holder}
    assert alarms["wealth"]["item"]["name"] == "Adena"
    nights = report["adena"]
    assert [night["amount"] for night in nights] == [10_000 + night for night in range(NIGHTS)]
    assert [night["low"] is None for night in nights] == [True] * 14 + [False] * 16
    assert nights[-1]["low"] < nights[-1]["amount"] < nights[-1]["high"]
    low, first = report["bands"]
    assert (low["from_level"], low["to_level"], low["owner"]) == (0, 0, None)
    assert (first["from_level"], first["to_level"], first["owner"]) == (1, 19, holder)
    assert (first["amount"], first["month_before"]) == (10_029, 10_001)
    assert [(row["item"]["id"], row["amount"]) for row in report["stacks"]] == [(ADENA, 10_029), (1, 1)]

    async def ids(text: str, sort: ItemSort) -> list[int]:
        items = await read(http, f"economy/items?text={text}&sort={sort}", headers)
        assert items["total"] == len(items["data"])
        return [row["item"]["id"] for row in items["data"]]

    assert await ids("", "amount") == [ADENA, 1]
    assert await ids("", "enchant") == [1, ADENA]
    assert await ids("aDe", "amount") == [ADENA]
    assert await ids("1", "amount") == [1], "an id, not a part of one"
    (adena, _) = (await read(http, "economy/items", headers))["data"]
    assert (adena["amount"], adena["night_before"], adena["month_before"]) == (10_029, 10_028, 10_001)

    needs = [need for need in (await read(http, "overview", headers))["needs"] if need["kind"] == "economy_alarm"]
    wealth = {"kind": "wealth", "item": "Adena", "value": 10_029, "limit": 500}
    assert wealth in [need["alarm"] for need in needs]
    path = f"/api/admin/economy/alarms/{alarms['wealth']['id']}/acknowledgement"

    async def acknowledge(query: str = "") -> httpx.Response:
        return await http.post(path + query, json={"reason": "a known trader"}, headers=headers | new_key())

    assert (await acknowledge("?dry_run=true")).json()["changes"][0]["after"]["state"] == "acknowledged"
    assert (
        len([alarm for alarm in (await read(http, "economy", headers))["alarms"] if not alarm["acknowledged_at"]]) == 3
    )
    assert (await acknowledge()).status_code == 200
    last = (await read(http, "economy", headers))["alarms"][-1]
    assert (last["kind"], last["acknowledged_by"], last["reason"]) == ("wealth", "eva", "a known trader")
    assert (await acknowledge()).status_code == 404
    needs = [need for need in (await read(http, "overview", headers))["needs"] if need["kind"] == "economy_alarm"]
    assert path.split("/")[-2] not in {need["subject"].removeprefix("alarm:") for need in needs}


async def test_public_report_is_of_a_calendar_month_and_names_no_owner(server: World, http: httpx.AsyncClient) -> None:
    assert (await http.get("/api/economy/report")).status_code == 404, "the operator publishes none"
    async with open_store(server) as store:
        month = first_of_month(LAST_DAY + 400)
        ends = (first_of_month(month - 1) - 1, month - 3, month + 9)
        for number, day in enumerate(ends):
            rows, bands = [ItemRow(1, 7, ADENA, 500 + number, 0), ItemRow(2, 7, 1, 1, 16)], [Band(1, 1, 500, 500, 7)]
            counted_day = CountedDay(day, 1_800_000_000, 50, 4, 12, 2)
            await store.finish(counted_day, count(table_of(rows), NOTHING, NOTHING), bands, [], 0)
        sword = CatalogueItem(1, "Sword", "Weapon", "weapon", "s", "", None, stackable=False)
        economy = PublicEconomy(EconomyCounts(store), Catalogue({1: sword}))
        report = await economy.report()
        await site(server, f"DELETE FROM economy_days WHERE day = {ends[1]}")
        running = await economy.report()
        for table in ("items", "bands", "days"):
            await site(server, f"DELETE FROM economy_{table} WHERE day > {LAST_DAY}")
    days = [date_of(day) for day in (ends[1], first_of_month(month - 1), ends[0])]
    assert [report.day, report.month, report.month_before] == days
    assert (report.adena, report.adena_before) == (501, 500)
    assert (running.day, running.month, running.month_before) == (date_of(ends[2]), None, None)
    assert [(row.name, row.amount, row.month_before) for row in report.rare] == [("Sword", 1, 1)]
    assert [row.id for row in report.common] == [1]
    (band,) = report.bands
    assert (band.from_level, band.to_level, band.holders) == (1, 19, 1)
    assert (band.amount, band.month_before) == (None, None), "the Adena of one holder"
    assert "owner" not in msgspec.json.encode(report).decode()
