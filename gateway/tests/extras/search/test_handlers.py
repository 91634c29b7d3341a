"""The search finds what a scan of the game finds, in the order of the board."""

import unicodedata
from collections.abc import AsyncGenerator

import httpx
import pytest

from fixtures.admin import execute
from gateway.extras.search.index import SearchIndex
from gateway.registration.search import SearchRow, SearchSource, SearchSources
from gateway.tests.conftest import ClientFactory, WorldFactory
from gateway.tests.features.rankings.test_handlers import Row, expected_rankings, open_rankings
from gateway.tests.support.wait_until import until
from gateway.world_snapshot.visibility import shown_text


@pytest.fixture(scope="module")
async def http(world: WorldFactory, client: ClientFactory) -> AsyncGenerator[httpx.AsyncClient]:
    async with open_rankings(world(), client) as http:
        yield http


@pytest.mark.parametrize("text", ["a", "AN", "elowen", "%", "_", "\\", "Ё", "am\u00c9", "no such name"])
async def test_search_equals_a_scan_of_the_game(http: httpx.AsyncClient, world: WorldFactory, text: str) -> None:
    folded_text = unicodedata.normalize("NFC", text).casefold()

    def order(row: Row) -> tuple[bool, bool, int]:
        name = unicodedata.normalize("NFC", row["char_name"]).casefold()
        return name != folded_text, not name.startswith(folded_text), row["rank"]

    rows = await expected_rankings(world(), "pvp")
    matches = [row for row in rows if folded_text in unicodedata.normalize("NFC", row["char_name"]).casefold()]
    ids = dict(await execute(world().game_admin_dsn, "SELECT charId, char_name FROM characters"))
    answer = await http.get("/api/search", params={"q": text})
    hits, clans = answer.json()["data"], answer.json()["clans"]
    board = (await http.get("/api/clans", params={"search_name": text, "page_size": 100})).json()["data"]
    board_clans = {
        row["clan_id"]: {name: row[name] for name in row.keys() & clan.keys()} for clan in clans for row in board
    }
    assert [board_clans[clan["clan_id"]] for clan in clans] == clans
    assert len(clans) == min(4, len(board))
    assert [shown_text(ids[row.pop("char_id")]) for row in hits] == [row["char_name"] for row in hits]
    fields = ("char_name", "level", "class_id", "class_name", "race", "clan_name", "privacy")
    assert hits == [
        {field: row[field] for field in fields} | {"pvp_rank": row["rank"]} for row in sorted(matches, key=order)[:8]
    ]
    cached_answer = await http.get("/api/search", params={"q": text}, headers={"If-None-Match": answer.headers["etag"]})
    assert (cached_answer.status_code, cached_answer.headers["cache-control"][:18]) == (304, "public, max-age=15")


@pytest.mark.parametrize(
    ("query", "field"), [("", "q"), ("q=", "q"), ("q=" + "a" * 41, "q"), ("q=a&q=b", "q"), ("q=a&page=2", "page")]
)
async def test_search_refuses_other_queries(http: httpx.AsyncClient, query: str, field: str) -> None:
    answer = await http.get(f"/api/search?{query}")
    assert (answer.status_code, list(answer.json()["fields"])) == (400, [field])


async def test_search_finds_pages_and_articles_by_their_title_in_a_language(http: httpx.AsyncClient) -> None:
    async def others(text: str, language: str) -> list[tuple[str, str, str]]:
        answer = await http.get("/api/search", params={"q": text, "language": language})
        return [(row["kind"], row["name"], row["address"]) for row in answer.json()["others"]]

    async def is_found() -> bool:
        return ("page", "Zonas de farm", "/server-info?tab=zones") in await others("ZONAS DE", "es")

    await until(is_found)
    assert await others("zonas de", "en") == []
    article = next(iter(await others("sieges return", "")))
    assert (article[0], article[2]) == ("article", "/news/castle-sieges-return")


async def test_search_is_bounded_and_puts_equal_names_first() -> None:
    names = ["Core Keeper", "Hardcore", "Core", *(f"Core {number}" for number in range(20))]
    rows = [SearchRow(kind="boss", key=name, name=name, note="", address="/") for name in names]

    async def bosses(_language: str) -> list[SearchRow]:
        return rows

    async def pages(language: str) -> list[SearchRow]:
        return [SearchRow(kind="page", key="c", name=f"Núcleo {language}", note="", address="/")]

    sources = [SearchSource(lambda: len(rows), bosses), SearchSource(lambda: 0, pages)]
    index = SearchIndex(SearchSources(lambda: sources), "en")
    assert index.find("en", "core", 3) == []
    await index.refresh()
    assert [row.name for row in index.find("en", "CORE", 3)] == ["Core", "Core Keeper", "Core 0"]
    assert [row.name for row in index.find("es", "NÚCLEO", 9)] == ["Núcleo es"]
    assert [row.name for row in index.find("", "núcleo", 9)] == ["Núcleo en"]
    rows.append(SearchRow(kind="boss", key="Orfen", name="Orfen", note="", address="/"))
    await index.refresh()
    assert [row.key for row in index.find("en", "orf", 3)] == ["Orfen"]
