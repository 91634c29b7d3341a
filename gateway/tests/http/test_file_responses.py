"""Large files: whole, in part, and the part that goes on where a broken download ended."""

from pathlib import Path

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.http.file_responses import PIECE, Download, part, send_download
from gateway.http.responses import Send

BODY = bytes(range(256)) * (PIECE // 128)  # two pieces


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Download:
    path = tmp_path_factory.mktemp("files") / "client.zip"
    path.write_bytes(BODY)
    return Download(path, [(b"content-type", b"application/zip")])


@pytest.fixture(scope="module")
def http(file: Download) -> httpx.AsyncClient:
    async def app(scope: dict[str, object], _receive: object, send: Send) -> None:
        await send_download(scope, send, file, "id")

    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://files.test")  # pyright: ignore[reportArgumentType]


async def test_whole(http: httpx.AsyncClient) -> None:
    answer = await http.get("/")
    assert (answer.status_code, answer.content) == (200, BODY)
    assert answer.headers["accept-ranges"] == "bytes"
    assert answer.headers["content-length"] == str(len(BODY))


@pytest.mark.parametrize(
    ("asked", "first", "last"),
    [
        ("bytes=0-0", 0, 0),
        ("bytes=10-19", 10, 19),
        ("bytes=300000-", 300_000, len(BODY) - 1),
        ("bytes=-5", len(BODY) - 5, len(BODY) - 1),
        (f"bytes=-{len(BODY) * 2}", 0, len(BODY) - 1),
        (f"bytes=7-{len(BODY) * 2}", 7, len(BODY) - 1),
    ],
)
async def test_a_part(http: httpx.AsyncClient, asked: str, first: int, last: int) -> None:
    answer = await http.get("/", headers={"Range": asked})
    assert answer.status_code == 206
    assert answer.content == BODY[first : last + 1]
    assert answer.headers["content-range"] == f"bytes {first}-{last}/{len(BODY)}"
    assert answer.headers["content-length"] == str(last - first + 1)


@pytest.mark.parametrize("asked", ["bytes=0-1,5-6", "bytes=-", "bytes=9-3", "lines=1-2", "bytes=a-b", "nothing"])
async def test_what_is_no_single_range_is_the_whole(http: httpx.AsyncClient, asked: str) -> None:
    answer = await http.get("/", headers={"Range": asked})
    assert (answer.status_code, len(answer.content)) == (200, len(BODY))


@pytest.mark.parametrize("asked", [f"bytes={len(BODY)}-", "bytes=-0", "bytes=999999999999999999-"])
async def test_a_part_that_is_not_there(http: httpx.AsyncClient, asked: str) -> None:
    answer = await http.get("/", headers={"Range": asked})
    assert (answer.status_code, answer.content) == (416, b"")
    assert answer.headers["content-range"] == f"bytes */{len(BODY)}"


async def test_a_download_goes_on_only_with_the_same_file(http: httpx.AsyncClient, file: Download) -> None:
    same = await http.get("/", headers={"Range": "bytes=100-", "If-Range": file.etag})
    other = await http.get("/", headers={"Range": "bytes=100-", "If-Range": '"another"'})
    assert (same.status_code, same.content) == (206, BODY[100:])
    assert (other.status_code, other.content) == (200, BODY)


async def test_what_did_not_change_is_not_sent_again(http: httpx.AsyncClient, file: Download) -> None:
    answer = await http.get("/", headers={"If-None-Match": file.etag})
    assert (answer.status_code, answer.content) == (304, b"")


async def test_head_has_the_length_and_no_body(http: httpx.AsyncClient) -> None:
    answer = await http.head("/", headers={"Range": "bytes=0-9"})
    assert (answer.status_code, answer.content, answer.headers["content-length"]) == (206, b"", "10")


@given(st.text(max_size=40) | st.from_regex(r"bytes=\d{0,20}-\d{0,20}", fullmatch=True), st.integers(0, 1 << 40))
def test_a_part_always_lies_within_the_file(asked: str, size: int) -> None:
    found = part(asked, size)
    if found and found != (0, -1):
        assert 0 <= found[0] <= found[1] < size


async def test_an_empty_file_has_no_part(tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    assert part("bytes=0-", Download(tmp_path / "empty", []).size) == (0, -1)
