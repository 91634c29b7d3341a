"""Downloads: content, checksums, filter and the placeholder archives."""

import hashlib
import io
import zipfile
from collections.abc import AsyncGenerator
from pathlib import Path

import httpx
import msgspec
import pytest

from fixtures import archives
from gateway import package_data
from gateway.app import create_app
from gateway.features.site_content.content_files import ContentError
from gateway.features.site_content.downloads import CONTENT, ITEMS, MAX_HASHED_BYTES, Download, with_sha256
from gateway.tests.conftest import ClientFactory, WorldFactory

FILES = package_data.content() / "files"
KEYS = ["os", "processor", "memory", "graphics", "storage", "network"]


def _item(url: str, **other: str) -> Download:
    return Download("a", "A", "patch", "1 MB", url, "v1.0.0", True, **other)


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
    built = archives.build()
    assert {path.name: path.read_bytes() for path in FILES.glob("*.zip")} == built
    for data in built.values():
        assert len(data) < 2048
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            assert archive.testzip() is None
            assert b"This archive replaces the real" in archive.read("README.txt")


def test_missing_file_is_named_with_its_item(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match=r"gone\.zip: No such file.*`a` in downloads\.json"):
        with_sha256(_item("/files/gone.zip"), tmp_path)


def test_given_sha256_stays_and_external_url_has_none(tmp_path: Path) -> None:
    assert with_sha256(_item("/files/gone.zip", sha256="beef"), tmp_path).sha256 == "beef"
    assert with_sha256(_item("https://files.example/a.zip"), tmp_path).sha256 is msgspec.UNSET


def test_large_file_is_not_hashed(tmp_path: Path) -> None:
    with (tmp_path / "large.zip").open("wb") as large:
        large.truncate(MAX_HASHED_BYTES + 1)
    assert with_sha256(_item("/files/large.zip"), tmp_path).sha256 is msgspec.UNSET


@pytest.fixture(scope="module")
async def http(world: WorldFactory, client: ClientFactory) -> AsyncGenerator[httpx.AsyncClient]:
    async with client(create_app(world().settings)) as http:
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
