"""Downloads: the two packages, their sums, and the zips that stand in for them."""

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
from gateway.features.site_content.downloads import CONTENT, HASHED_BYTES, ITEMS, Download, hashed
from gateway.tests.conftest import ClientFactory, WorldFactory

FILES = package_data.content() / "files"
KEYS = ["os", "processor", "memory", "graphics", "storage", "network"]


def _item(url: str, **other: str) -> Download:
    return Download("a", "A", "patch", "1 MB", url, "v1.0.0", True, **other)


def test_the_two_fixed_items() -> None:
    assert [(item.name, item.type, item.file_size, item.version, item.active) for item in ITEMS] == [
        ("Full Client", "full_client", "2.6 GB", "v1.0.0", True),
        ("Patch Only", "patch", "120 MB", "v1.0.0", True),
    ]


def test_requirements_say_what_the_specification_gives() -> None:
    minimum, recommended = CONTENT.system_requirements.minimum, CONTENT.system_requirements.recommended
    assert (minimum.os, minimum.memory, minimum.storage) == ("Windows 7 64-bit", "4 GB RAM", "8 GB space")
    assert (recommended.os, recommended.memory, recommended.storage) == (
        "Windows 10 64-bit",
        "8 GB RAM",
        "SSD recommended",
    )


def test_the_sum_is_that_of_the_file() -> None:
    for item in ITEMS:
        data = (FILES / item.download_url.removeprefix("/files/")).read_bytes()
        assert item.sha256 == hashlib.sha256(data).hexdigest()


def test_the_zips_are_what_their_maker_makes() -> None:
    built = archives.build()
    assert {path.name: path.read_bytes() for path in FILES.glob("*.zip")} == built
    for data in built.values():
        assert len(data) < 2048
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            assert archive.testzip() is None
            assert b"stands in for the real" in archive.read("README.txt")


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match=r"gone\.zip: No such file.*`a` in downloads\.json"):
        hashed(_item("/files/gone.zip"), tmp_path)


def test_a_sum_that_is_given_stays_and_an_address_elsewhere_has_none(tmp_path: Path) -> None:
    assert hashed(_item("/files/gone.zip", sha256="beef"), tmp_path).sha256 == "beef"
    assert hashed(_item("https://files.example/a.zip"), tmp_path).sha256 is msgspec.UNSET


def test_a_large_file_is_not_hashed(tmp_path: Path) -> None:
    with (tmp_path / "large.zip").open("wb") as large:
        large.truncate(HASHED_BYTES + 1)
    assert hashed(_item("/files/large.zip"), tmp_path).sha256 is msgspec.UNSET


@pytest.fixture(scope="module")
async def http(world: WorldFactory, client: ClientFactory) -> AsyncGenerator[httpx.AsyncClient]:
    async with client(create_app(world().settings)) as http:
        yield http


async def test_all_downloads(http: httpx.AsyncClient) -> None:
    answer = (await http.get("/api/downloads")).json()
    assert answer["data"] == msgspec.to_builtins(ITEMS)
    assert answer["total"] == 2
    assert {name: list(keys) for name, keys in answer["system_requirements"].items()} == {
        "minimum": KEYS,
        "recommended": KEYS,
    }


@pytest.mark.parametrize("kind", ["full_client", "patch"])
async def test_one_kind(http: httpx.AsyncClient, kind: str) -> None:
    answer = (await http.get("/api/downloads", params={"type": kind})).json()
    assert [item["type"] for item in answer["data"]] == [kind]
    assert "system_requirements" in answer


async def test_an_unknown_kind_is_refused(http: httpx.AsyncClient) -> None:
    answer = await http.get("/api/downloads", params={"type": "torrent"})
    assert answer.status_code == 400
    assert (answer.json()["error"], list(answer.json()["fields"])) == ("validation_failed", ["type"])
