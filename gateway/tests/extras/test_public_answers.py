"""No public answer names a character against the level of its player, or one of staff or of a banned account: every
public route of the API is asked."""

import re
import time
from collections.abc import AsyncGenerator
from datetime import datetime
from zoneinfo import ZoneInfo

import httpx
import msgspec
import pytest

from fixtures.installed import World
from gateway.extras.guide.handlers import GuideItem, GuideMonster
from gateway.extras.world.addresses import boss_path, boss_report_path
from gateway.extras.world.reports import SiegeReport
from gateway.http.named_pages import NAMED_KINDS
from gateway.http.rendering.structured_data import STATUS, StatusAnswer
from gateway.pictures.share_picture_store import RankingsAnswer
from gateway.tests.conftest import ClientFactory
from gateway.tests.support.account_app import game, open_app, site
from gateway.tests.support.polling import wait_for_answer
from gateway.tests.support.wait_until import until
from gateway.world_snapshot.visibility import Privacy

SEED = 85
ZONE = ZoneInfo("America/Argentina/Buenos_Aires")
BOSS, CASTLE, HOUR = 25325, 3, 3600
BOARDS = {
    "/api/rankings/pvp",
    "/api/rankings/pk",
    "/api/search",
    "/api/clans/{name}",
    "/api/competitions",
    "/api/competitions/{competition_id}",
}
"""Routes that name a character of the level `rankings`."""
ELSEWHERE = {
    "/api/characters/{name}",
    "/api/clans/{name}/history",
    "/api/compare/{left}/{right}",
    "/api/market",
    "/api/market/items/{item}",
    "/api/world/bosses/{boss}",
    "/api/world/bosses/{boss}/{moment}",
    "/api/world/castles",
    "/api/world/castles/{castle}",
    "/api/world/events",
    "/api/world/olympiad",
    "/api/world/wars",
    "/feeds/watch/{file}",
    "/feeds/world.atom",
}
"""Routes that name a public character alone."""
FEED = "secret"
QUERIES = {
    "/api/market": "?side=buy",
    "/api/search": "?q={name}",
    "/api/donations/calculate": "?amount=10",
    "/api/status/chain": "?day=2026-01-01",
}
HERO = """
SELECT characters.character_id, characters.name, clans.clan_id, clans.name FROM {views}.characters
JOIN {views}.clans ON clans.clan_id = characters.clan_id JOIN {views}.accounts ON accounts.login = account_name
WHERE characters.access_level = 0 AND characters.deletion_at IS NULL AND accounts.access_level = 0
AND login NOT IN (SELECT login FROM {views}.account_bans) ORDER BY pvp_kills DESC LIMIT 1
"""
Member = tuple[int, str, int, str]
NAMES = "SELECT char_name FROM characters WHERE char_name NOT IN (SELECT clan_name FROM clan_data UNION SELECT 'null')"


@pytest.fixture(scope="module")
async def hero(own_world: World) -> Member:
    """The clan member with the most kills: id, name, and those of the clan."""
    [row] = await site(own_world, HERO.format(views=own_world.schemas.views))
    return row


@pytest.fixture(scope="module")
async def http(own_world: World, hero: Member, client: ClientFactory) -> AsyncGenerator[httpx.AsyncClient]:
    """The hero has killed a boss, is a lord and a first, buys swords, holds Zariche, and leads a competition. An
    account has its star and a private feed."""
    number, _, clan, _ = hero
    at = int(time.time()) - HOUR
    killers = f'{{"killers": [{number}], "party": [[{number}, 88, 80, {clan}]]}}'
    events = (
        ("boss_killed", BOSS, 0, killers),
        ("boss_points", BOSS + 3, 0, killers),
        ("clan_joined", clan, number, "{}"),
        ("cursed_weapon", 8190, number, "{}"),
        ("hero", number, 0, '{"cycle": 1}'),
        ("world_first", number, 40, '{"milestone": "level_40", "scopes": ["world"]}'),
    )
    await game(
        own_world,
        f"REPLACE INTO heroes (charId, class_id, count, played) VALUES ({number}, 88, 1, 1)",
        f"REPLACE INTO cursed_weapons (itemId, playerId, nbKills, endTime) VALUES (8190, {number}, 3, {at}000)",
        f"REPLACE INTO raidboss_spawnlist (boss_id, loc_x, loc_y, loc_z, respawn_time) VALUES ({BOSS}, 1, 1, 1, 0)",
        f"REPLACE INTO character_offline_trade VALUES ({number}, {at}000, 3, 'shop')",
        f"INSERT INTO character_offline_trade_items VALUES ({number}, 1, 9, 5, 0)",
        f"UPDATE characters SET online = 2 WHERE charId = {number}",
        f"UPDATE clan_data SET hasCastle = {CASTLE}, leader_id = {number} WHERE clan_id = {clan}",
    )
    rows = (
        f"({place}, '{kind}', {subject}, {object_id}, {at}, {at}, 60, '{details}')"
        for place, (kind, subject, object_id, details) in enumerate(events, 1)
    )
    columns = "id, kind, subject_id, object_id, at, public_at, accuracy_seconds, details"
    board = f'{{"at": 1, "is_final": true, "rows": [[{number}, 1, 9]]}}'
    await site(
        own_world,
        f"INSERT INTO world_events ({columns}) VALUES {', '.join(rows)}",
        "INSERT INTO competitions VALUES (1, 'Cup', 'pvp', 100, 101, 1, 80, '', 1, 5, 'characters', NULL)",
        f"INSERT INTO history_state VALUES ('competition:1', 1, '{board}')",
        f"INSERT INTO watch_stars VALUES ('demo', 'character', {number}, UNIX_TIMESTAMP())",
        f"INSERT INTO watch_accounts (login, feed_hash, feed_at) VALUES ('demo', SHA2('{FEED}', 256), 1)",
    )
    async with open_app(own_world, client, GATEWAY_RANKINGS_REFRESH_SECONDS="5") as http:
        await wait_for_answer(http, "/api/rankings/pvp")
        await wait_for_answer(http, "/api/world/bosses")
        await wait_for_answer(http, "/api/market/items/1")
        yield http


async def routes_naming(http: httpx.AsyncClient, world: World, hero: Member) -> set[str]:
    """Returns the public routes with the name of a character in their answer."""
    names = {str(row[0]) for row in await game(world, NAMES)} | {hero[1]}
    texts = public_texts(http, world, hero)
    return {route async for route, text in texts if names & set(re.findall(r"\w+", text))}


async def public_texts(http: httpx.AsyncClient, world: World, hero: Member) -> AsyncGenerator[tuple[str, str]]:
    """Yields the public routes and their answers, but for pictures."""
    _, name, _, clan = hero
    [(at,)] = await site(world, "SELECT at FROM world_events WHERE id = 1")
    _, boss, moment = boss_report_path(BOSS, at).strip("/").split("/")
    values = {"left": name, "right": name, "boss": boss, "moment": moment, "castle": "giran", "day": "2026-01-01"}
    values |= {
        "competition_id": "1",
        "item_id": "57",
        "monster_id": "1",
        "version": "1",
        "week": "2026-W01",
        "site": "x",
        "secret": "x",
        "key": "x",
        "item": "1",
        "document": "terms",
    }
    for route, methods in (await http.get("/api/openapi.json")).json()["paths"].items():
        if "get" not in methods or methods["get"].get("security"):
            continue
        file = f"{FEED}.atom" if route.startswith("/feeds/") else f"{name}.en.jpg"
        names_of_route = {"name": clan if "/clans/" in route else name, "picture": "x", "file": file}
        response = await http.get((route + QUERIES.get(route, "")).format_map(values | names_of_route))
        assert response.status_code < 500 or route == "/health/ready", (route, response.text)
        if response.headers["Content-Type"] != "image/jpeg":
            yield route, response.text


async def names_in(http: httpx.AsyncClient, world: World, hero: Member, routes: set[str]) -> bool:
    return await routes_naming(http, world, hero) == routes


async def test_answers_have_what_our_own_programs_read_of_them(
    own_world: World, http: httpx.AsyncClient, hero: Member
) -> None:
    """The heads of pages, the structured data of rendered ones, and the drawing of the podium."""
    _, name, _, clan = hero
    [(at,)] = await site(own_world, "SELECT at FROM world_events WHERE id = 1")
    subjects = {
        "c": name,
        "clan": clan,
        "compare": f"{name}/{name}",
        "boss": boss_path(BOSS).removeprefix("/boss/"),
        "castle": "giran",
        "bosses": boss_report_path(BOSS, at).removeprefix("/bosses/"),
        "weeks": f"{datetime.now(ZONE):%G-W%V}",
        "competition": "1",
        "market": "1",
    }
    assert {*subjects, "sieges", "items", "monsters"} == {*NAMED_KINDS}
    assert {"castle", "day"} <= {*SiegeReport.__struct_fields__}
    assert {"name", "level"} <= {*GuideMonster.__struct_fields__}
    assert "name" in GuideItem.__struct_fields__
    for kind, subject in subjects.items():
        response = await http.get(f"{NAMED_KINDS[kind].api}{subject}")
        assert response.status_code == 200, (kind, response.text)
        assert all(NAMED_KINDS[kind].values(response.json(), "en").values())
    status = (await http.get(STATUS)).content
    assert StatusAnswer(online=False, online_players=0) == msgspec.json.decode(status, type=StatusAnswer)
    board = await http.get("/api/rankings/pvp")
    places = msgspec.json.decode(board.content, type=RankingsAnswer).data
    assert [place.char_name for place in places] == [row["char_name"] for row in board.json()["data"]]


@pytest.mark.parametrize(
    ("level", "routes"), [("public", BOARDS | ELSEWHERE), ("rankings", BOARDS), ("hidden", set[str]())]
)
async def test_public_routes_name_characters_as_their_level_allows(
    own_world: World, http: httpx.AsyncClient, hero: Member, level: Privacy, routes: set[str]
) -> None:
    await set_level(own_world, level)

    async def is_taken_up() -> bool:
        board = (await http.get("/api/rankings/pvp")).json()["data"]
        return {row["privacy"] for row in board} == {level}

    await until(is_taken_up)

    await until(lambda: names_in(http, own_world, hero, routes))  # answers are cached for some seconds


async def set_level(world: World, level: Privacy) -> None:
    await site(
        world,
        f"INSERT INTO privacy SELECT DISTINCT account_name, '{level}', UNIX_TIMESTAMP() "
        f"FROM {world.schemas.views}.characters WHERE account_name <> '' "
        "ON DUPLICATE KEY UPDATE level = VALUES(level), changed_at = VALUES(changed_at)",
    )


async def test_public_routes_show_no_control_and_direction_characters(
    own_world: World, http: httpx.AsyncClient, hero: Member
) -> None:
    """Names of characters and clans and titles, in the API, the feeds and the calendar."""
    number, name, clan_id, clan = hero
    hostile = "\u202e\u200b\u2066"
    await set_level(own_world, "public")
    await game(
        own_world,
        "SET NAMES utf8mb4",
        f"UPDATE characters SET char_name = '{name}{hostile}', title = 'Ti{hostile}tle' WHERE charId = {number}",
        f"UPDATE clan_data SET clan_name = '{hostile}{clan}' WHERE clan_id = {clan_id}",
    )

    async def is_taken_up() -> bool:
        page = await http.get(f"/api/characters/~{number}")
        clans = await http.get("/api/world/castles")
        return page.status_code == 200 and page.json()["title"] == "Title" and clan in clans.text

    await until(is_taken_up)
    await until(lambda: names_in(http, own_world, hero, BOARDS | ELSEWHERE))
    await until(lambda: shows_no_hostile_letter(http, own_world, hero))


async def shows_no_hostile_letter(http: httpx.AsyncClient, world: World, hero: Member) -> bool:
    texts = [text async for _, text in public_texts(http, world, hero)]
    assert any("BEGIN:VCALENDAR" in text for text in texts)
    assert any("<feed" in text for text in texts)
    return not any(re.search(r"[\u200b\u202e\u2066]|\\u(200b|202e|2066)", text, re.IGNORECASE) for text in texts)


@pytest.mark.parametrize("column", ["characters SET accesslevel = 77", "accounts SET accessLevel = -77"])
async def test_public_routes_name_no_staff_and_no_banned_account(
    own_world: World, http: httpx.AsyncClient, hero: Member, column: str
) -> None:
    """The history, events and results of such characters stay in the tables."""
    await set_level(own_world, "public")
    await until(lambda: names_in(http, own_world, hero, BOARDS | ELSEWHERE))
    await game(own_world, f"UPDATE {column} WHERE COALESCE(accessLevel, 0) = 0")
    await until(lambda: names_in(http, own_world, hero, set()))
    await game(own_world, "UPDATE characters SET accesslevel = 0 WHERE accesslevel = 77")
