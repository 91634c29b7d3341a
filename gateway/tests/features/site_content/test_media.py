"""Gallery: content and filter."""

from collections.abc import AsyncGenerator

import httpx
import msgspec
import pytest

from gateway import package_data
from gateway.features.site_content import content_store
from gateway.features.site_content.media import MediaItem
from gateway.tests.conftest import ClientFactory, WorldFactory
from gateway.tests.support.in_process_builder import create_test_app

ITEMS = content_store.load(package_data.content()).texts.media
FIELDS = ["id", "type", "title", "url", "thumbnail_url", "featured", "credit"]


def test_gallery_has_six_images_and_three_videos() -> None:
    kinds = [item.type for item in ITEMS]
    assert (kinds.count("image"), kinds.count("video")) == (6, 3)
    assert len({item.id for item in ITEMS}) == 9


def test_first_item_of_each_type_is_featured() -> None:
    for kind in ("image", "video"):
        assert [item.featured for item in ITEMS if item.type == kind].index(True) == 0


def test_only_videos_have_external_urls() -> None:
    for item in ITEMS:
        assert item.thumbnail_url.startswith("/media/")
        prefix = "/media/" if item.type == "image" else "https://www.youtube-nocookie.com/embed/"
        assert item.url.startswith(prefix)


def test_credit_is_optional() -> None:
    item = {name: value for name, value in msgspec.to_builtins(ITEMS[0]).items() if name != "credit"}
    assert msgspec.to_builtins(msgspec.convert(item, MediaItem)) == item


@pytest.fixture(scope="module")
async def http(world: WorldFactory, client: ClientFactory) -> AsyncGenerator[httpx.AsyncClient]:
    async with client(create_test_app(world().settings)) as http:
        yield http


async def test_media_without_filter_returns_all(http: httpx.AsyncClient) -> None:
    response = (await http.get("/api/server/media")).json()
    assert response["data"] == msgspec.to_builtins(ITEMS)
    assert response["total"] == 9
    assert [list(item) for item in response["data"]] == [[*FIELDS, "date"]] * 3 + [FIELDS] * 6


@pytest.mark.parametrize(("kind", "total"), [("video", 3), ("image", 6)])
async def test_media_filter_returns_one_type(http: httpx.AsyncClient, kind: str, total: int) -> None:
    response = (await http.get("/api/server/media", params={"type": kind})).json()
    assert response["total"] == len(response["data"]) == total
    assert {item["type"] for item in response["data"]} == {kind}


async def test_media_unknown_type_is_400(http: httpx.AsyncClient) -> None:
    response = await http.get("/api/server/media", params={"type": "song"})
    assert response.status_code == 400
    assert (response.json()["error"], list(response.json()["fields"])) == ("validation_failed", ["type"])
