"""Downloads: content, checksums, filter and the placeholder archives."""

import hashlib
import io
import zipfile
from collections.abc import AsyncGenerator

import httpx
import msgspec
import pytest

from fixtures import archives
from gateway import package_data
from gateway.features.site_content import content_store
from gateway.tests.conftest import ClientFactory, WorldFactory
from gateway.tests.support.in_process_builder import create_test_app

CONTENT = content_store.load(package_data.content()).texts.downloads
ITEMS = CONTENT.items
FILES = package_data.content() / "files"
KEYS = ["os", "processor", "memory", "graphics", "storage", "network"]


def test_items_are_those_of_the_specification() -> None:
    assert [(item.name, item.type, item.file_size, item.version, item.active) for item in ITEMS] == [
        ("Full Client", "full_client", "2.6 GB", "v1.0.0", True),
        ("Patch Only", "patch", "120 MB", "v1.0.0", True),
    ]


def test_requirements_are_those_of_the_specification() -> None:
    minimum, recommended = CONTENT.system_requirements.minimum, CONTENT.system_requirements.recommended
    assert (minimum.os, minimum.memory, minimum.storage) == ("Windows 7 64-bit", "4 GB RAM", "8 GB space")
    assert (recommended.os, recommended.memory, recommended.storage) == (
        "Windows 10 64-bit",
        "8 GB RAM",
        "SSD recommended",
    )


def test_sha256_is_that_of_the_file() -> None:
    for item in ITEMS:
        data = (FILES / item.download_url.removeprefix("/files/")).read_bytes()
        assert item.sha256 == hashlib.sha256(data).hexdigest()


def test_archives_equal_the_built_ones() -> None:
    built_archives = archives.build()
    assert {path.name: path.read_bytes() for path in FILES.glob("*.zip")} == built_archives
    for data in built_archives.values():
        assert len(data) < 2048
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            assert archive.testzip() is None
            assert b"This archive replaces the real" in archive.read("README.txt")


@pytest.fixture(scope="module")
async def http(world: WorldFactory, client: ClientFactory) -> AsyncGenerator[httpx.AsyncClient]:
    async with client(create_test_app(world().settings)) as http:
        yield http


async def test_downloads_without_filter_returns_all(http: httpx.AsyncClient) -> None:
    response = (await http.get("/api/downloads")).json()
    assert response["data"] == msgspec.to_builtins(ITEMS)
    assert response["total"] == 2
    assert {name: list(keys) for name, keys in response["system_requirements"].items()} == {
        "minimum": KEYS,
        "recommended": KEYS,
    }


@pytest.mark.parametrize("kind", ["full_client", "patch"])
async def test_downloads_filter_returns_one_type(http: httpx.AsyncClient, kind: str) -> None:
    response = (await http.get("/api/downloads", params={"type": kind})).json()
    assert [item["type"] for item in response["data"]] == [kind]
    assert "system_requirements" in response


async def test_downloads_unknown_type_is_400(http: httpx.AsyncClient) -> None:
    response = await http.get("/api/downloads", params={"type": "torrent"})
    assert response.status_code == 400
    assert (response.json()["error"], list(response.json()["fields"])) == ("validation_failed", ["type"])
