"""The page Insight against a real site schema: figures by role, filters, files, and the operator log."""

import asyncio
import csv
import io
import time
from collections.abc import AsyncGenerator
from datetime import UTC
from typing import Any

import httpx
import pytest

from fixtures.installed import World
from gateway.administration import permissions
from gateway.administration.permissions import Permission
from gateway.config import settings
from gateway.config.site_days import day_of
from gateway.database.database import Databases
from gateway.extras.history import storage
from gateway.extras.insight.reader import InsightReader
from gateway.tests.administration.operator_app import ADMIN_ENV, operator_headers
from gateway.tests.conftest import ClientFactory, WorldFactory
from gateway.tests.support import player_pages
from gateway.tests.support.account_app import game, open_app, site, without_jobs
from gateway.tests.support.databases import open_site
from gateway.tests.support.player_pages import add_donation, add_payment
from gateway.world_snapshot.account_index import AccountHash

DAY = 86_400


@pytest.fixture(scope="module")
def server(world: WorldFactory) -> World:
    """A world of its own, of which no application has recorded the history."""
    return world("mobius", characters=60, seed=116)


class History:
    """Writes characters of accounts as the recorder does; the last closed day is yesterday."""

    def __init__(self, server: World, zone: Any, account_hash: AccountHash) -> None:
        self._server, self._account_hash = server, account_hash
        self.today = day_of(time.time(), zone)
        self.until = self.today - 1

    async def close(self) -> None:
        await site(
            self._server,
            f"INSERT IGNORE INTO history_days VALUES ({self.until}, 1, 0, 1)",
            f"UPDATE history_days SET is_complete = 1 WHERE day = {self.until}",
        )

    async def play(self, character: int, login: str, days: dict[int, int]) -> None:
        """`days`: days ago, counted from the last closed day → minutes at its close."""
        values = f"{int(self._account_hash([login])[0])}, 40, 0, 1, 0, 0, 0, 0"
        first, last = self.until - 90, self.until - min(days)
        columns = "account, level, class_id, exp, pvp_kills, pk_kills, playtime, noble, character_id, first_day"
        await site(
            self._server,
            f"INSERT INTO character_histories ({columns}, first_seen_at) VALUES ({values}, {character}, {first}, 1)",
            f"INSERT INTO character_now ({columns}, changed_day, name, clan_id)"
            f" VALUES ({values}, {character}, {first}, {last}, 'X', 0)",
            *(
                f"INSERT INTO character_days VALUES ({character}, {self.until - ago}, 40, 0, 1, 0, 0, {minutes})"
                for ago, minutes in days.items()
            ),
        )


async def fill(server: World, characters: list[tuple[int, str]]) -> History:
    """Accounts: `stays` and `paid` registered 8 days ago, `left` 40 days ago and regular until 20 days ago."""
    world_settings = settings.load(None, server.environment)
    async with open_site(server) as database:
        account_hash = AccountHash(await storage.account_key(database))
    history = History(server, world_settings.server.zone, account_hash)
    await history.close()
    now = int(time.time())
    (stays, stays_login), (left, left_login) = characters
    await history.play(stays, stays_login, {6: 60, 0: 200})
    await history.play(left, left_login, {34: 600, 27: 1200, 20: 1800})
    for login, ago, source, campaign in (
        (stays_login, 8, "gtop100.com", "autumn"),
        ("paid", 8, "", ""),
        (left_login, 40, "gtop100.com", ""),
    ):
        await site(
            server,
            f"INSERT INTO profiles (login, created_at) VALUES ('{login}', {now - ago * DAY})",
            f"INSERT INTO account_sources VALUES ('{login}', '{source}', '{campaign}')",
        )
    for number, login, amount, refunded, net in ((1, "paid", 5000, 1000, 4600), (2, left_login, 700, 700, 600)):
        donation = await add_donation(server, login, amount=amount, created_at=1, credited_at=1, paid_at=now - DAY)
        await add_payment(server, number, donation, amount=amount, refunded=refunded, net=net)
    return history


def cohort(row: dict[str, Any]) -> tuple[int, list[tuple[int, int, bool]], int | None]:
    figures = [(figure["accounts"], figure["played"], figure["complete"]) for figure in row["retention"]]
    return row["accounts"], figures, row["buyers"]


@pytest.fixture
async def http(server: World, client: ClientFactory) -> AsyncGenerator[httpx.AsyncClient]:
    async with without_jobs(server), open_app(server, client, **ADMIN_ENV) as http:
        yield http


async def test_insight_shows_figures_by_role_and_logs_its_files(
    server: World, http: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = await game(server, "SELECT charId, account_name, char_name FROM characters ORDER BY level DESC LIMIT 40")
    accounts = {str(account).lower(): (int(character), str(name)) for character, account, name in rows}
    stays, left = list(accounts)[:2]
    await fill(server, [(accounts[stays][0], stays), (accounts[left][0], left)])
    headers = await operator_headers(server, "finance", "iris")

    async def read(path: str) -> dict[str, Any]:
        return await player_pages.read(http, f"insight{path}", headers)

    insight = await read("")
    sources = {(row["source"], row["campaign"]): cohort(row) for row in insight["sources"]}
    assert sources["gtop100.com", "autumn"] == (1, [(1, 1, True), (1, 1, True), (0, 0, False)], 0)
    assert sources["", ""] == (1, [(1, 0, True), (1, 0, True), (0, 0, False)], 1)
    assert sources["gtop100.com", ""] == (1, [(1, 1, True)] * 2 + [(1, 0, True)], 0), "all of its payment came back"
    (revenue,) = next(row for row in insight["sources"] if not row["source"])["revenue"]
    assert [revenue[name] for name in ("gross", "returned", "net", "buyers")] == [5000, 1000, 4600, 1]
    assert sum(week["accounts"] for week in insight["weeks"]) == 3
    assert len(insight["weeks"]) == 13
    for query, count in (("?source=gtop100.com", 2), ("?source=gtop100.com&campaign=-", 1), ("?source=-", 1)):
        assert sum(week["accounts"] for week in (await read(query))["weeks"]) == count, query
    assert sum(band["accounts"] for band in insight["bands"]) == 2
    lists = [(band, await read(f"/band?band={band['band']}")) for band in insight["bands"]]
    assert [(band["accounts"], rows["total"]) for band, rows in lists] == [(rows["total"],) * 2 for _, rows in lists]
    assert {row["account"] for _, rows in lists for row in rows["data"]} == {stays, left}
    assert (await http.get("/api/admin/insight/band?band=none", headers=headers)).status_code == 400
    assert (len(insight["punch_card"]), {len(hours) for hours in insight["punch_card"]}) == (7, {24})

    absent = await read("/absent?days=20")
    (row,) = absent["data"]
    assert (absent["total"], row["account"], row["character_name"]) == (1, left, accounts[left][1])
    assert (row["days_absent"], row["index"]) == (20, 4.44), "600 minutes in each of three weeks"
    assert row["last_bought"] is not None
    assert (await read("/absent?days=21"))["total"] == 0
    assert (await http.get("/api/admin/insight/absent?days=2", headers=headers)).status_code == 400

    async def lines(path: str) -> list[dict[str, str]]:
        response = await http.get(f"/api/admin/insight/{path}", headers=headers)
        assert response.headers["content-type"].startswith("text/csv"), response.text
        return list(csv.DictReader(io.StringIO(response.text)))

    assert [line["account"] for line in await lines("absent.csv?days=20")] == [left]
    cohorts = {(line["source"], line["campaign"]): line for line in await lines("cohorts.csv")}
    assert cohorts["", ""]["mercadopago_gross_ARS"] == "50.00"
    assert (cohorts["gtop100.com", "autumn"]["d7_accounts"], cohorts["gtop100.com", "autumn"]["d7_played"]) == (
        "1",
        "1",
    )
    log_rows = await site(
        server, "SELECT subject FROM operator_log WHERE command = 'insight.export' AND outcome = 'done'"
    )
    assert {subject for (subject,) in log_rows} == {"insight:absent:20", "insight:cohorts"}

    monkeypatch.setitem(permissions.PERMISSIONS, "money.read", Permission(("owner",)))
    insight = await read("")
    assert {row["buyers"] for row in (*insight["sources"], *insight["weeks"])} == {None}
    assert {str(row["revenue"]) for row in (*insight["sources"], *insight["weeks"])} == {"None"}
    assert (await read("/absent?days=20"))["data"][0]["last_bought"] is None
    assert not any("gross" in name for line in await lines("cohorts.csv") for name in line)


async def test_insight_without_a_closed_day_has_no_finished_figure(server: World) -> None:
    databases = Databases.open(settings.load(None, server.environment))
    try:
        await site(server, "UPDATE history_days SET is_complete = 0")
        reader = InsightReader(databases.site, databases.game, settings.load(None, server.environment).server.zone, 120)
        data = await reader.data()
        assert (data.until, await reader.absent(3, 10, with_money=True)) == (0, (0, []))
        assert await reader.data() is data, "read once in ten minutes"
        slow_reader = InsightReader(databases.site, databases.game, UTC, 120)
        request = asyncio.create_task(slow_reader.data())
        for _ in range(2):  # the request begins the reading, which notes its time
            await asyncio.sleep(0)
        request.cancel()
        began = time.time()
        assert (await slow_reader.data()).read_at <= began, "the reading outlives the request that a proxy ended"
    finally:
        await site(server, "UPDATE history_days SET is_complete = 1")
        await databases.close()
