"""File responses: whole files, byte ranges and conditional requests."""

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.http.file_responses import CHUNK_BYTES, NOT_SATISFIABLE, FileResponse, parse_range, send_file
from gateway.http.responses import Send

BODY = bytes(range(256)) * (CHUNK_BYTES // 128)  # two chunks


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> FileResponse:
    path = tmp_path_factory.mktemp("files") / "client.zip"
    path.write_bytes(BODY)
    return FileResponse(path, [(b"content-type", b"application/zip")])


@pytest.fixture(scope="module")
def http(file: FileResponse) -> httpx.AsyncClient:
    async def app(scope: dict[str, object], _receive: object, send: Send) -> None:
        await send_file(scope, send, file, "id")

    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://files.test")  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize(
    ("header", "first", "last"),
    [
        ("bytes=0-0", 0, 0),
        ("bytes=10-19", 10, 19),
        ("bytes=300000-", 300_000, len(BODY) - 1),
        ("bytes=-5", len(BODY) - 5, len(BODY) - 1),
        (f"bytes=-{len(BODY) * 2}", 0, len(BODY) - 1),
        (f"bytes=7-{len(BODY) * 2}", 7, len(BODY) - 1),
    ],
)
async def test_single_range_returns_its_bytes(http: httpx.AsyncClient, header: str, first: int, last: int) -> None:
    response = await http.get("/", headers={"Range": header})
    head = await http.head("/", headers={"Range": header})
    assert (response.status_code, head.status_code, head.content) == (206, 206, b"")
    assert head.headers == response.headers
    assert response.content == BODY[first : last + 1]
    assert response.headers["content-range"] == f"bytes {first}-{last}/{len(BODY)}"
    assert response.headers["content-length"] == str(last - first + 1)


@pytest.mark.parametrize("header", ["", "bytes=0-1,5-6", "bytes=-", "bytes=9-3", "lines=1-2", "bytes=a-b", "nothing"])
async def test_malformed_or_multiple_range_returns_the_whole_file(http: httpx.AsyncClient, header: str) -> None:
    response = await http.get("/", headers={"Range": header})
    assert (response.status_code, response.content) == (200, BODY)
    assert (response.headers["accept-ranges"], response.headers["content-length"]) == ("bytes", str(len(BODY)))


@pytest.mark.parametrize("header", [f"bytes={len(BODY)}-", "bytes=-0", "bytes=999999999999999999-"])
async def test_range_outside_the_file_is_416(http: httpx.AsyncClient, header: str) -> None:
    response = await http.get("/", headers={"Range": header})
    assert (response.status_code, response.content) == (416, b"")
    assert response.headers["content-range"] == f"bytes */{len(BODY)}"


async def test_if_range_resumes_only_the_same_file(http: httpx.AsyncClient, file: FileResponse) -> None:
    matching = await http.get("/", headers={"Range": "bytes=100-", "If-Range": file.etag})
    different = await http.get("/", headers={"Range": "bytes=100-", "If-Range": '"another"'})
    assert (matching.status_code, matching.content) == (206, BODY[100:])
    assert (different.status_code, different.content) == (200, BODY)


async def test_server_with_the_pathsend_extension_sends_the_file_itself(file: FileResponse) -> None:
    messages: list[dict[str, object]] = []

    async def send(message: dict[str, object]) -> None:
        messages.append(message)

    scope: dict[str, object] = {"method": "GET", "headers": [], "extensions": {"http.response.pathsend": {}}}
    assert await send_file(scope, send, file, "id") == 200
    assert messages[1] == {"type": "http.response.pathsend", "path": str(file.path)}


async def test_matching_etag_is_304(http: httpx.AsyncClient, file: FileResponse) -> None:
    for condition in (file.etag, f'"other", {file.etag}', "*"):
        response = await http.get("/", headers={"If-None-Match": condition})
        assert (response.status_code, response.content) == (304, b""), condition


@given(st.text(max_size=40) | st.from_regex(r"bytes=\d{0,20}-\d{0,20}", fullmatch=True), st.integers(0, 1 << 40))
def test_parsed_range_lies_within_the_file(header: str, size: int) -> None:
    byte_range = parse_range(header, size)
    if byte_range and byte_range != NOT_SATISFIABLE:
        assert 0 <= byte_range[0] <= byte_range[1] < size
