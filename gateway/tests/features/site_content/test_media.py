"""The gallery: what the content holds, and its filter."""

from collections.abc import AsyncGenerator

import httpx
import msgspec
import pytest

from gateway.app import create_app
from gateway.features.site_content.media import ITEMS
from gateway.tests.conftest import ClientFactory, WorldFactory

FIELDS = ["id", "type", "title", "url", "thumbnail_url", "featured"]


def test_there_are_six_screenshots_and_three_videos() -> None:
    kinds = [item.type for item in ITEMS]
    assert (kinds.count("image"), kinds.count("video")) == (6, 3)
    assert len({item.id for item in ITEMS}) == 9


def test_each_kind_has_one_featured_item_and_it_leads() -> None:
    for kind in ("image", "video"):
        assert [item.featured for item in ITEMS if item.type == kind].index(True) == 0


def test_nothing_is_fetched_from_elsewhere_before_a_video_is_played() -> None:
    for item in ITEMS:
        assert item.thumbnail_url.startswith("/media/")
        here = "/media/" if item.type == "image" else "https://www.youtube-nocookie.com/embed/"
        assert item.url.startswith(here)


@pytest.fixture(scope="module")
async def http(world: WorldFactory, client: ClientFactory) -> AsyncGenerator[httpx.AsyncClient]:
    async with client(create_app(world().settings)) as http:
        yield http


async def test_all_media(http: httpx.AsyncClient) -> None:
    answer = (await http.get("/api/server/media")).json()
    assert answer["data"] == msgspec.to_builtins(ITEMS)
    assert answer["total"] == 9
    assert all(list(item) == FIELDS for item in answer["data"])


@pytest.mark.parametrize(("kind", "total"), [("video", 3), ("image", 6)])
async def test_one_kind(http: httpx.AsyncClient, kind: str, total: int) -> None:
    answer = (await http.get("/api/server/media", params={"type": kind})).json()
    assert answer["total"] == len(answer["data"]) == total
    assert {item["type"] for item in answer["data"]} == {kind}


async def test_an_unknown_kind_is_refused(http: httpx.AsyncClient) -> None:
    answer = await http.get("/api/server/media", params={"type": "song"})
    assert answer.status_code == 400
    assert (answer.json()["error"], list(answer.json()["fields"])) == ("validation_failed", ["type"])
