"""Public characters and clans through the whole service."""

import io
from collections.abc import AsyncGenerator
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from PIL import Image

from fixtures.admin import execute
from fixtures.installed import World
from gateway.tests.conftest import ClientFactory
from gateway.tests.support.account_app import bearer, open_app, site, token_of
from gateway.tests.support.polling import wait_for_answer
from gateway.tests.support.wait_until import until

SEED = 84


@pytest.fixture(scope="module")
async def http(own_world: World, client: ClientFactory) -> AsyncGenerator[httpx.AsyncClient]:
    async with open_app(own_world, client) as http:
        await wait_for_answer(http, "/api/rankings/pvp")
        await wait_for_answer(http, "/api/world/pulse")
        yield http


async def test_page_has_the_history_once_it_is_recorded(http: httpx.AsyncClient) -> None:
    name = quote((await http.get("/api/rankings/pvp")).json()["data"][0]["char_name"])

    async def is_tracked() -> bool:
        return (await http.get(f"/api/characters/{name}")).json()["progress"] is not None

    await until(is_tracked)
    page = (await http.get(f"/api/characters/{name}")).json()
    history = (await http.get(f"/api/characters/{name}/history?weeks=2")).json()
    assert history["tracked_since"] == page["progress"]["tracked_since"] == history["data"][-1]["day"]
    assert history["data"][-1] | {"pvp_kills": page["pvp_kills"], "level": page["level"]} == history["data"][-1]
    assert [span["days"] for span in page["progress"]["gains"]] == [1, 7, 30, 84]
    assert {row["until"] for row in page["progress"]["milestones"]} <= {None}
    assert (await http.get(f"/api/characters/{name}/history?weeks=61")).status_code == 400


async def test_former_name_that_operators_hide_is_not_shown(http: httpx.AsyncClient, own_world: World) -> None:
    [row] = (await http.get("/api/rankings/pk?page_size=1")).json()["data"]

    async def names() -> list[str | None]:
        progress = (await http.get(f"/api/characters/~{row['char_id']}")).json()["progress"]
        return [change["name"] for change in progress["names"]] if progress else []

    async def shows(name: str | None) -> bool:
        return await names() == [name]

    await until(lambda: shows(row["char_name"]))
    former = f"UPDATE character_changes SET value = 'Insult' WHERE kind = 'name' AND character_id = {row['char_id']}"
    await site(own_world, former)
    await until(lambda: shows("Insult"))
    await site(own_world, "INSERT INTO hidden_texts VALUES ('name', 'Insult', 'ann', 1)")
    await until(lambda: shows(None))


async def test_pages_agree_with_the_rankings(http: httpx.AsyncClient) -> None:
    board = (await http.get("/api/rankings/pvp?page_size=100")).json()["data"]
    for row in board[:10]:
        page = (await http.get(f"/api/characters/{quote(row['char_name'])}")).json()
        assert page == (await http.get(f"/api/characters/~{row['char_id']}")).json()
        assert {name: page[name] for name in page if name in row} == {name: row[name] for name in page if name in row}
        assert (page["pvp_kills"], page["ranks"]["pvp"]["rank"]) == (row["score"], row["rank"])
        if clan := row["clan_name"]:
            members = (await http.get(f"/api/clans/{quote(clan)}")).json()["members"]
            assert row["char_name"] in {member["char_name"] for member in members}
    clans = (await http.get("/api/clans?sort=members")).json()["data"]
    assert [row["members"] for row in clans] == sorted((row["members"] for row in clans), reverse=True)


async def test_link_preview_of_a_page_is_drawn_at_its_first_request(http: httpx.AsyncClient) -> None:
    name = quote((await http.get("/api/rankings/pvp")).json()["data"][0]["char_name"])
    page = (await http.get(f"/c/{name}")).text
    address = f"/share/character/{name}.en.jpg"
    assert page.count(f'{address}"') == 2
    spanish = f"/share/character/{name}.es.jpg"
    assert (await http.get(f"/es/c/{name}")).text.count(f'{spanish}"') == 2
    first = await http.get(address)
    assert (first.headers["content-type"], first.content[:2]) == ("image/jpeg", b"\xff\xd8")
    assert "content-encoding" not in first.headers
    without_language = await http.get(f"/share/character/{name}.jpg")
    assert without_language.content == first.content != (await http.get(spanish)).content
    assert (await http.get(address, headers={"If-None-Match": first.headers["etag"]})).status_code == 304
    assert "og:image" not in (await http.get("/c/nobody")).text
    codes = [(await http.get(f"/share/character/{file_name}")).status_code for file_name in ("nobody.jpg", name)]
    assert codes == [404, 404]


async def test_signature_and_card_of_a_page_are_for_other_sites(http: httpx.AsyncClient) -> None:
    name = quote((await http.get("/api/rankings/pvp")).json()["data"][0]["char_name"])
    for folder, size in (("signature", (468, 60)), ("card", (1200, 630))):
        response = await http.get(f"/share/{folder}/{name}.en.png")
        assert response.headers["content-type"] == "image/png"
        assert response.headers["cross-origin-resource-policy"] == "cross-origin"
        assert response.headers["cache-control"].startswith("public, max-age=2,")
        with Image.open(io.BytesIO(response.content)) as picture:
            assert (picture.format, picture.size) == ("PNG", size)
        in_spanish, without_language = [await http.get(f"/share/{folder}/{name}{end}.png") for end in (".es", "")]
        assert without_language.content == response.content != in_spanish.content
        codes = [
            (await http.get(f"/share/{folder}/{file}")).status_code for file in ("nobody.en.png", f"{name}.en.jpg")
        ]
        assert codes == [404, 404]


async def test_link_preview_of_a_comparison_names_both(http: httpx.AsyncClient) -> None:
    names = [quote(row["char_name"]) for row in (await http.get("/api/rankings/pvp?page_size=2")).json()["data"]]
    address = f"/share/compare/{'.'.join(names)}.en.jpg"
    assert address in (await http.get(f"/compare/{'/'.join(names)}")).text
    pictures = [await http.get(address), await http.get(f"/share/compare/{'.'.join(reversed(names))}.en.jpg")]
    assert pictures[0].content != pictures[1].content
    assert {picture.headers["content-type"] for picture in pictures} == {"image/jpeg"}
    assert (await http.get(f"/share/compare/{names[0]}.nobody.en.jpg")).status_code == 404


async def test_unknown_and_hidden_characters_have_the_same_answer(http: httpx.AsyncClient) -> None:
    """The change reaches the page of the character without a new snapshot."""
    headers = bearer(await token_of(http, "demo"))
    characters = (await http.get("/api/player/characters", headers=headers)).json()["data"]
    board = (await http.get("/api/rankings/pvp?page_size=100")).json()
    name = next(row["char_name"] for row in board["data"] if row["char_id"] in {row["id"] for row in characters})
    public_page = (await http.get(f"/api/characters/{name}")).json()
    assert (await http.get(f"/share/signature/{name}.en.png")).status_code == 200
    await http.put("/api/player/privacy", headers=headers, json={"level": "rankings"})

    async def is_gone() -> bool:
        return (await http.get(f"/api/characters/{name}")).status_code == 404

    await until(is_gone)
    signature = await http.get(f"/share/signature/{name}.en.png")
    assert (signature.status_code, signature.headers["content-type"]) == (404, "application/json")
    assert (await http.get("/api/rankings/pvp?page_size=100")).json() == board
    await _expect_page_for_its_owner_alone(http, name, public_page)
    own_ids = {row["id"] for row in characters}
    public_rows = [row for row in board["data"] if row["privacy"] == "public" and row["char_id"] not in own_ids]
    public_name = quote(public_rows[0]["char_name"])
    assert (await http.get(f"/api/player/pages/{public_name}", headers=headers)).status_code == 404
    comparison = (await http.get(f"/api/compare/{public_name}/{public_name}")).json()
    assert comparison["left"] == comparison["right"] == (await http.get(f"/api/characters/{public_name}")).json()
    paths = (
        *(f"characters/{name}", f"characters/{name}/history", f"compare/{public_name}/{name}"),
        *("characters/x", "characters/x/history", f"compare/x/{public_name}", "clans/x"),
    )
    answers = [(await http.get(f"/api/{path}")).json() for path in paths]
    assert {(answer["message"], answer["error"]) for answer in answers} == {
        ("No public page under this name.", "not_found")
    }
    await http.put("/api/player/privacy", headers=headers, json={"level": "hidden"})
    for kind in ("pvp", "pk"):
        ranks = (await http.get(f"/api/rankings/{kind}/me", headers=headers)).json()["data"]
        assert {rank["row"]["char_name"] for rank in ranks} <= {row["name"] for row in characters}
        assert [rank["row"]["rank"] for rank in ranks] == sorted(rank["row"]["rank"] for rank in ranks)
        assert all(rank["next"]["rank"] == rank["row"]["rank"] - 1 for rank in ranks if rank["next"])
    today = (await http.get("/api/player/today?since=0", headers=headers)).json()["main"]
    highest = max(characters, key=lambda row: (row["level"], row["exp_percent"]))
    assert (today["char_name"], today["is_public"]) == (highest["name"], False)
    ranks = (await http.get("/api/rankings/pvp/me", headers=headers)).json()["data"]
    assert today["rank"] in [*ranks, None]
    assert [row["at"] for row in today["ended"]] == sorted((row["at"] for row in today["ended"]), reverse=True)
    assert (await http.get("/api/player/today")).status_code == 401
    assert (await http.get("/api/rankings/levels/me", headers=headers)).status_code in (400, 404)
    await http.put("/api/player/privacy", headers=headers, json={"level": "public"})
    await until(lambda: _is_public(http, name))


async def _expect_page_for_its_owner_alone(http: httpx.AsyncClient, name: str, public_page: dict[str, Any]) -> None:
    """The own read has the shape and the values of the public one, is not stored, and answers no other account."""
    owner, other = [bearer(await token_of(http, login)) for login in ("demo", "demo2")]
    for address in (name, f"~{public_page['char_id']}"):
        page = await http.get(f"/api/player/pages/{address}", headers=owner)
        assert (page.status_code, page.headers["cache-control"]) == (200, "no-store")
        assert page.json().keys() == public_page.keys()
        assert {key: page.json()[key] for key in ("char_id", "char_name", "pvp_kills", "ranks")} == {
            key: public_page[key] for key in ("char_id", "char_name", "pvp_kills", "ranks")
        }
        days = await http.get(f"/api/player/pages/{address}/history?weeks=2", headers=owner)
        assert (days.status_code, days.json().keys() >= {"data", "tracked_since"}) == (200, True)
        for path in (f"/api/player/pages/{address}", f"/api/player/pages/{address}/history"):
            assert (await http.get(path, headers=other)).status_code == 404
            assert (await http.get(path)).status_code == 401
        assert (await http.get(f"/api/characters/{address}", headers=owner)).status_code == 404


async def _is_public(http: httpx.AsyncClient, name: str) -> bool:
    return (await http.get(f"/api/characters/{name}")).status_code == 200


async def test_dissolved_clan_has_its_end_instead_of_a_page(http: httpx.AsyncClient, own_world: World) -> None:
    """A clan of the past, and one that still exists under the id of such an event."""
    [clan] = (await http.get("/api/clans?page_size=1")).json()["data"]
    rows = ((4_000_000_001, "Fallen"), (clan["clan_id"], clan["clan_name"]))
    for clan_id, name in rows:
        for statement in (
            f"INSERT INTO clan_names VALUES ({clan_id}, '{name}') ON DUPLICATE KEY UPDATE name = name",
            f"INSERT INTO clan_days VALUES ({clan_id}, 1, 5, 0, 9, 90, 7, 0)",
            "INSERT INTO world_events (id, kind, subject_id, at, public_at, accuracy_seconds, details)"
            f" VALUES ({clan_id}, 'clan_dissolved', {clan_id}, 129600, 129600, 60, '{{}}')",
        ):
            await execute(own_world.settings.database.site_dsn, statement)
    end = {"clan_id": 4_000_000_001, "clan_name": "Fallen", "day": "1970-01-02", "level": 5, "members": 9}
    assert (await http.get("/api/clans/Fallen/end")).json() == end | {"pvp_kills": 7}
    assert (await http.get("/api/clans/~4000000001/end")).json()["clan_name"] == "Fallen"
    assert [(await http.get(path)).status_code for path in ("/api/clans/Fallen", "/clan/Fallen")] == [404, 404]
    assert (await http.get(f"/api/clans/~{clan['clan_id']}/end")).status_code == 404
    assert (await http.get("/api/clans/Nobody/end")).status_code == 404
    events = (await http.get("/api/world/events?topic=clans")).json()["data"]
    clan_names = {row["subject_id"]: row["subject"] for row in events if row["kind"] == "clan_dissolved"}
    assert clan_names == {4_000_000_001: "Fallen", clan["clan_id"]: clan["clan_name"]}
