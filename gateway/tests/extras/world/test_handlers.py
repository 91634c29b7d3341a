"""GET /api/world/…: from the game's tables to the answers, with names by privacy."""

import json
import re
import time
from collections.abc import AsyncGenerator
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import httpx
import msgspec
import pytest
from msgspec.structs import replace

from fixtures.admin import execute
from fixtures.databases import open_databases
from fixtures.installed import World
from gateway.config.site_days import day_of, start_of
from gateway.extras.notifications.calendar import CalendarEntry
from gateway.extras.notifications.repository import STORE_ENTRIES
from gateway.extras.world.store import WorldStore
from gateway.extras.world.tracker import WorldTracker
from gateway.tests.conftest import ClientFactory
from gateway.tests.support.account_app import open_app, site, without_jobs
from gateway.tests.support.commands import run_command
from gateway.tests.support.polling import wait_for_answer
from gateway.tests.support.wait_until import until
from gateway.world_snapshot.game_reader import GameReader

SEED = 22
ZONE = ZoneInfo("America/Argentina/Buenos_Aires")
BOSS = 25325
HOUR = 3600
TABLES = ("bosses", "castles", "halls", "olympiad", "signs", "wars", "pulse", "events")


@pytest.fixture(scope="module")
async def http(own_world: World, client: ClientFactory) -> AsyncGenerator[httpx.AsyncClient]:
    """A service whose last two readings lie a minute apart: a boss died between them, and a siege began."""
    now = int(time.time())
    site, views = own_world.schemas.site, own_world.schemas.views
    characters = await execute(
        own_world.admin_dsn,
        f"DELETE FROM {site}.world_readings",
        f"DELETE FROM {site}.world_events",
        f"DELETE FROM {site}.calendar_entries",
        f"SELECT character_id FROM {views}.characters WHERE access_level = 0 AND deletion_at IS NULL LIMIT 1",
    )
    killer = int(characters[0][0])
    clans = await execute(own_world.game_admin_dsn, "SELECT clan_id FROM clan_data ORDER BY clan_id LIMIT 2")
    owner, attacker = (int(row[0]) for row in clans)
    start = [
        "DELETE FROM character_raid_points",
        "DELETE FROM siege_clans",
        "UPDATE clan_data SET hasCastle = 0",
        f"UPDATE clan_data SET hasCastle = 3 WHERE clan_id = {owner}",
        f"UPDATE castle SET siegeDate = {now + 9 * HOUR}000",
        f"UPDATE castle SET siegeDate = {now - 60}000 WHERE id = 3",
        f"INSERT INTO clan_wars (clan1, clan2) VALUES ('{attacker}', '{owner}')",
        f"INSERT INTO siege_clans (castle_id, clan_id, type, castle_owner) VALUES (3, {attacker}, 1, 0)",
        "UPDATE raidboss_spawnlist SET respawn_time = 0",
        f"REPLACE INTO olympiad_data (current_cycle, olympiad_end) VALUES (2, {now - 60}000)",
        f"REPLACE INTO raidboss_spawnlist (boss_id, loc_x, loc_y, loc_z, respawn_time) VALUES ({BOSS}, 1, 1, 1, 0)",
    ]
    members = await execute(
        own_world.admin_dsn,
        f"SELECT character_id FROM {views}.characters WHERE clan_id = {owner} AND access_level = 0 LIMIT 2",
    )
    await execute(own_world.admin_dsn, *war_rows(site, owner, attacker, [int(row[0]) for row in members]))
    async with open_databases(own_world.settings) as databases, without_jobs(own_world):
        reader = GameReader(own_world.settings)
        snapshot = await reader.take(b"key")
        reader.close()
        tracker = WorldTracker(
            WorldStore(databases.site), databases.game, UTC, lambda: snapshot, lambda: own_world.family
        )
        await execute(own_world.game_admin_dsn, *start)
        await tracker.read(now - 61)
        await execute(
            own_world.game_admin_dsn,
            f"INSERT INTO character_raid_points VALUES ({killer}, {BOSS}, 40)",
            f"UPDATE raidboss_spawnlist SET respawn_time = {now + 20 * HOUR}000 WHERE boss_id = {BOSS}",
        )
        await tracker.read(now - 1)
        async with open_app(own_world, client) as http:
            await wait_for_answer(http, "/api/world/bosses")
            yield http


def war_rows(site: str, owner: int, attacker: int, members: list[int]) -> list[str]:
    """A war declared ten days ago. The second member joined the clan later; no member of the other clan is tracked."""
    today = day_of(time.time(), ZONE)
    declared_day, values = today - 10, "80, 88, 0, {0}, 0, 0"
    return [
        f"INSERT INTO {site}.world_events (id, kind, subject_id, object_id, at, public_at, accuracy_seconds, details) "
        f"VALUES (1, 'war_declared', {attacker}, {owner}, {int(start_of(declared_day, ZONE))}, 0, 86400, '{{}}')",
        *(f"DELETE FROM {site}.{table}" for table in ("character_histories", "character_now", "character_days")),
        *(
            f"INSERT INTO {site}.character_histories VALUES ({member}, {today - 30}, 1, 1, {values.format(5)}, 0)"
            for member in members
        ),
        *(
            f"INSERT INTO {site}.character_now VALUES ({member}, {today - 30}, {today}, NULL, 1, 'x', {owner}, "
            f"{values.format(25)}, 0)"
            for member in members
        ),
        f"INSERT INTO {site}.character_days VALUES ({members[0]}, {declared_day - 1}, {values.format(10)})",
        f"INSERT INTO {site}.character_changes VALUES ({members[1]}, {declared_day}, 'clan', '{owner}')",
    ]


async def read(http: httpx.AsyncClient, path: str) -> dict[str, Any]:
    response = await http.get(f"/api/world/{path}")
    assert response.status_code == 200, response.text
    return response.json()


@pytest.mark.parametrize("path", TABLES)
async def test_every_answer_is_public_and_cached(http: httpx.AsyncClient, path: str) -> None:
    response = await http.get(f"/api/world/{path}")
    assert response.status_code == 200, response.text
    assert response.headers["Cache-Control"].startswith("public, max-age=15")
    assert (
        await http.get(f"/api/world/{path}", headers={"If-None-Match": response.headers["ETag"]})
    ).status_code == 304
    assert (await http.get(f"/api/world/{path}?unknown=1")).status_code == 400


async def test_dead_boss_has_its_window_killers_and_report(http: httpx.AsyncClient) -> None:
    bosses = await read(http, "bosses")
    boss = next(row for row in bosses["data"] if row["id"] == BOSS)
    assert (boss["name"], boss["level"], boss["state"]) == ("Flame of Splendor Barakiel", 70, "dead")
    assert (boss["accuracy_seconds"], len(boss["killers"]), bosses["times"]) == (60, 1, "window")
    died_at = datetime.fromisoformat(boss["died_at"]).timestamp()
    assert datetime.fromisoformat(boss["window_from"]).timestamp() == died_at - 60 + 12 * HOUR
    assert datetime.fromisoformat(boss["window_to"]).timestamp() == died_at + 36 * HOUR
    [killer] = boss["killers"]
    assert (killer["level"] > 0, killer["clan"] is None or killer["clan"]["name"] != "") == (True, True)
    pulse = await read(http, "pulse")
    assert (pulse["next_window"]["boss_id"], pulse["next_siege"]["castles"]) == (BOSS, 8)
    assert {"bosses", "castles", "wars"} <= set(pulse["blocks"])
    assert ((await read(http, "olympiad"))["ends_at"] is None, pulse["olympiad_ends_at"]) == (False, None), "it is over"

    report = await read(http, f"bosses/{BOSS}/{int(died_at)}")
    assert [killer["char_name"] for killer in report["party"]] == [killer["char_name"] for killer in boss["killers"]]
    assert (report["earlier"], report["interval_seconds"], report["kills"]) == ([], None, 1)
    assert await read(http, report["path"].removeprefix("/")) == report
    assert (await http.get(f"/api/world/bosses/{BOSS}/1")).status_code == 404

    page = await read(http, f"bosses/{BOSS}")
    assert (page["boss"], page["path"], page["kills"]) == (boss, "/boss/flame-of-splendor-barakiel", 1)
    assert await read(http, "bosses/flame-of-splendor-barakiel") == page
    assert [(row["path"], row["players"]) for row in page["history"]] == [(report["path"], 1)]
    assert [row["character"] for row in page["hunters"]] == boss["killers"]
    assert (page["min_delay_seconds"], page["max_delay_seconds"]) == (12 * HOUR, 36 * HOUR)
    assert (await http.get("/api/world/bosses/nobody")).status_code == 404
    sitemap = (await http.get("/sitemap.xml")).text
    for address in (page["path"], "/es/castle/giran"):
        assert f"{address}</loc>" in sitemap


@pytest.mark.parametrize("times", ["exact", "state", "off"])
async def test_bosses_are_shown_as_the_operator_chooses(
    http: httpx.AsyncClient, own_world: World, client: ClientFactory, times: str
) -> None:
    """`http` shows windows, which is the default."""
    died_at = next(row["died_at"] for row in (await read(http, "bosses"))["data"] if row["id"] == BOSS)
    report = f"bosses/{BOSS}/{datetime.fromisoformat(died_at).timestamp():.0f}"
    week = datetime.now(ZONE).strftime("%G-W%V")
    async with open_app(own_world, client, GATEWAY_WORLD_BOSS_TIMES=times) as service:
        await wait_for_answer(service, "/api/world/bosses")
        boss = next((row for row in (await read(service, "bosses"))["data"] if row["id"] == BOSS), None)
        pulse, review = await read(service, "pulse"), (await service.get(f"/api/weeks/{week}")).json()
        assert (await service.get("/api/weeks/newest")).json()["path"] == f"/weeks/{week}"
        has_windows = times == "exact"
        assert bool(pulse["next_window"]) == has_windows
        assert ("UID:raid" in (await service.get("/calendar.ics?kind=grand,raid")).text) == has_windows
        is_shown = times != "off"
        assert ("bosses" in pulse["blocks"], bool(boss)) == (is_shown, is_shown)
        assert ("Barakiel" in (await service.get("/feeds/world.atom")).text) == is_shown
        assert any(event["kind"] == "boss_killed" for event in (await read(service, "events"))["data"]) == is_shown
        assert ((review["boss_kills"] is None) != is_shown, bool(review["bosses"])) == (True, is_shown)
        assert (await service.get(f"/api/world/{report}")).status_code == (200 if is_shown else 404)
        page = await service.get(f"/api/world/bosses/{BOSS}")
        assert page.status_code == (200 if is_shown else 404)
        assert not is_shown or bool(page.json()["min_delay_seconds"]) == has_windows
        assert ("/boss/" in (await service.get("/sitemap.xml")).text) == is_shown
        assert (await service.get(f"/share/boss/{BOSS}.jpg")).status_code == (200 if is_shown else 404)
        share = f"/share/boss/{BOSS}.{report.rsplit('/')[-1]}.jpg"
        assert (await service.get(share)).status_code == (200 if is_shown else 404)
        if boss:
            assert (boss["state"], bool(boss["window_from"])) == ("dead", has_windows)
            assert boss["window_from"] == boss["window_to"]


async def test_running_siege_is_shown_with_its_clans_and_a_provisional_report(http: httpx.AsyncClient) -> None:
    castles = (await read(http, "castles"))["data"]
    giran = next(row for row in castles if row["id"] == 3)
    assert (giran["name"], giran["is_siege_running"], giran["siege_at"]) == ("Giran", True, None)
    assert [clan["side"] for clan in giran["registered"]] == ["attacker"]
    assert giran["owner"]["clan_id"] != giran["registered"][0]["clan"]["clan_id"]

    events = (await read(http, "events"))["data"]
    assert {event["kind"] for event in events} == {"boss_killed", "siege_started", "war_declared"}
    start_event = next(event for event in events if event["kind"] == "siege_started")
    day = datetime.fromisoformat(start_event["at"]).astimezone(ZONE)
    report = await read(http, f"sieges/3/{day:%Y-%m-%d}")
    assert (report["is_provisional"], report["ended_at"], report["quarters"]) == (True, None, [])
    assert [clan["side"] for clan in report["clans"]] == ["owner", "attacker"]
    assert await read(http, f"sieges/giran/{day:%Y-%m-%d}") == report
    assert (await http.get("/api/world/sieges/3/today")).status_code == 404
    page = await read(http, "castles/giran")
    assert (page["castle"], page["path"], page["holders"]) == (giran, "/castle/giran", [])
    assert [(row["path"], row["ended_at"]) for row in page["sieges"]] == [(f"/sieges/giran/{day:%Y-%m-%d}", None)]
    assert [row["clan"] for row in page["reigns"]] == [giran["owner"]]
    assert await read(http, "castles/3") == page
    assert (await http.get("/api/world/castles/nowhere")).status_code == 404
    assert (await http.get("/share/castle/giran.es.jpg")).headers["Content-Type"] == "image/jpeg"
    assert (await read(http, "events?topic=castles"))["data"] == [start_event]


async def test_search_finds_bosses_and_castles(http: httpx.AsyncClient) -> None:
    expected = {
        "barakiel": ("boss", str(BOSS), "Flame of Splendor Barakiel", "/boss/flame-of-splendor-barakiel"),
        "GIRAN": ("castle", "3", "Giran Castle", "/castle/giran"),
    }

    async def are_found() -> bool:
        answers = [(await http.get("/api/search", params={"q": text})).json()["others"] for text in expected]
        rows = [{(row["kind"], row["key"], row["name"], row["address"]) for row in answer} for answer in answers]
        return all(row in answer for row, answer in zip(expected.values(), rows, strict=True))

    await until(are_found)


async def test_war_counts_kills_of_the_members_at_its_declaration(http: httpx.AsyncClient) -> None:
    [war] = (await read(http, "wars"))["data"]
    assert (war["is_mutual"], war["kills"], war["enemy_kills"]) == (False, None, 15)


async def test_clan_has_its_history_and_a_crest_until_it_is_hidden(own_world: World, http: httpx.AsyncClient) -> None:
    castles = (await read(http, "castles"))["data"]
    owner = next(row["owner"] for row in castles if row["id"] == 3)
    path = f"/api/clans/~{owner['clan_id']}"
    page = (await http.get(path)).json()
    assert [(castle["name"], castle["siege_at"]) for castle in page["castles"]] == [("Giran", None)]
    assert (page["clan"]["crest"], len(page["members"])) == (owner["crest"], page["clan"]["members"])
    history = (await http.get(f"{path}/history")).json()
    assert set(history["gains"]) == {"1", "7", "30"}
    assert [castle["holds"][0]["since"] for castle in history["castles"]] == [None]
    assert (await http.get("/api/clans/nobody/history")).status_code == 404

    clan = next(row for row in (await http.get("/api/clans")).json()["data"] if row["crest"])
    picture = await http.get(clan["crest"])
    assert (picture.status_code, picture.headers["Content-Type"], picture.content[:4]) == (200, "image/png", b"\x89PNG")
    words = ("hide", clan["clan_name"], "--what", "crest", "--by", "ann")
    assert (await run_command(own_world, *words, "--reason", "reported")).code == 0

    async def is_hidden() -> bool:
        return (await http.get(clan["crest"])).status_code == 404

    await until(is_hidden)
    assert (await http.get(f"/api/clans/~{clan['clan_id']}")).json()["clan"]["crest"] is None
    assert (await run_command(own_world, *words, "--lift")).code == 0


async def test_calendar_before_the_first_update_has_the_announced_events(http: httpx.AsyncClient) -> None:
    calendar = await http.get("/calendar.ics?castle=7")
    castles = (await read(http, "castles"))["data"]
    at = next(datetime.fromisoformat(castle["siege_at"]) for castle in castles if castle["id"] == 7)
    assert re.findall("UID:(.*)@", calendar.text) == [f"siege-7-{at.timestamp():.0f}"]


async def test_feed_names_past_events_and_calendar_coming_ones(http: httpx.AsyncClient, own_world: World) -> None:
    at = int(time.time()) + 9 * HOUR
    entry = CalendarEntry("siege", 5, at, at, at + 2 * HOUR)
    async with open_databases(own_world.settings) as databases:
        for version in (entry, replace(entry, starts_at=at + HOUR, sequence=1)):
            await databases.site.write(STORE_ENTRIES, rows=msgspec.json.encode([version]).decode(), now=at)
    calendar = await http.get("/calendar.ics?castle=5,3&language=pt")
    assert (calendar.status_code, calendar.headers["Content-Type"]) == (200, "text/calendar; charset=utf-8")
    start = datetime.fromtimestamp(at + HOUR, UTC).strftime("%Y%m%dT%H%M%SZ")
    for line in (f"UID:siege-5-{at}@", "SEQUENCE:1\r\n", f"DTSTART:{start}\r\n", "SUMMARY:Siege de Aden\r\n"):
        assert line in calendar.text
    assert "UID" not in (await http.get("/calendar.ics?castle=9")).text
    assert (await http.get("/calendar.ics?castle=x")).status_code == 400
    feed = await http.get("/feeds/world.atom?topic=bosses")
    assert "Flame of Splendor Barakiel was killed by " in feed.text
    assert "/bosses/flame-of-splendor-barakiel/" in feed.text
    for answer in (calendar, feed):
        tag = {"If-None-Match": answer.headers["ETag"]}
        assert (await http.get(str(answer.url), headers=tag)).status_code == 304


async def test_reports_name_clans_that_were_dissolved_later(http: httpx.AsyncClient, own_world: World) -> None:
    clan_id, at = 4_000_000_002, int(start_of(day_of(time.time(), ZONE), ZONE))
    details = {
        "started_at": at,
        "owner_before": 0,
        "owner_after": clan_id,
        "sides": [[clan_id, "attacker"]],
        "owners": [],
    }
    party = {"killers": [1], "party": [[1, 88, 80, clan_id]]}
    columns = "id, kind, subject_id, object_id, at, public_at, accuracy_seconds, details"
    await site(
        own_world,
        f"INSERT INTO clan_names VALUES ({clan_id}, 'Fallen')",
        f"INSERT INTO world_events ({columns}) VALUES "
        f"(71, 'siege_ended', 5, 0, {at + 60}, 0, 60, '{json.dumps(details)}'), "
        f"(72, 'castle_taken', 6, 1, {at + 60}, 0, 60, '{json.dumps({'before': clan_id})}'), "
        f"(73, 'boss_killed', 29001, 0, {at}, 0, 60, '{json.dumps(party)}')",
    )
    sieges = (
        f"({number}, 'siege_ended', 9, 0, {at + 60 + number}, 0, 60, '{json.dumps(details)}')"
        for number in range(100, 170)
    )
    await site(own_world, f"INSERT INTO world_events ({columns}) VALUES {', '.join(sieges)}")  # later than the capture
    day = datetime.fromtimestamp(at, ZONE)
    report = await read(http, f"sieges/aden/{day:%Y-%m-%d}")
    assert (report["owner_after"]["name"], [row["clan"]["name"] for row in report["clans"]]) == ("Fallen", ["Fallen"])
    [aden] = [row for row in (await http.get(f"/api/weeks/{day:%G-W%V}")).json()["castles"] if row["castle_id"] == 5]
    assert aden["taken_by"]["name"] == "Fallen"
    assert (await read(http, f"bosses/29001/{at}"))["clans"] == []  # its only member is not ranked

    async def is_taken_from_it() -> bool:  # the answer is cached for some seconds
        rows = (await read(http, "castles"))["data"]
        return [row["taken_from"]["name"] for row in rows if row["taken_from"]] == ["Fallen"]

    await until(is_taken_from_it)
    innadril = await read(http, "castles/6")
    assert [(row["clan"] and row["clan"]["name"], bool(row["held_from"])) for row in innadril["reigns"]] == [
        (None, True),
        ("Fallen", False),
    ]
    page = await read(http, "castles/9")
    assert {row["owner_after"]["name"] for row in page["sieges"]} == {"Fallen"}
    assert len(page["sieges"]) == 60
