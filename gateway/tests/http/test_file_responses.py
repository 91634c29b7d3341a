"""File responses: whole files, byte ranges, conditional requests, and files that another took the place of."""

import os
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.http.checked_file import CheckedFile, OutsideOfFolder
from gateway.http.file_responses import CHUNK_BYTES, NOT_SATISFIABLE, FileResponse, parse_range, send_file
from gateway.http.responses import Send

BODY = bytes(range(256)) * (CHUNK_BYTES // 128)  # two chunks


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> FileResponse:
    path = tmp_path_factory.mktemp("files") / "client.zip"
    path.write_bytes(BODY)
    return FileResponse(CheckedFile.check(path.parent, path), [(b"content-type", b"application/zip")])


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


async def test_server_with_the_pathsend_extension_is_given_no_path(file: FileResponse) -> None:
    messages: list[dict[str, object]] = []

    async def send(message: dict[str, object]) -> None:
        messages.append(message)

    scope: dict[str, object] = {"method": "GET", "headers": [], "extensions": {"http.response.pathsend": {}}}
    assert await send_file(scope, send, file, "id") == 200
    assert b"".join(message.get("body", b"") for message in messages) == BODY  # pyright: ignore[reportArgumentType, reportCallIssue]


def _link(path: Path, secret: Path) -> None:
    path.unlink()
    path.symlink_to(secret)


def _link_folder(path: Path, secret: Path) -> None:
    path.parent.rename(path.parent.with_name("away"))
    path.parent.symlink_to(secret.parent)
    (secret.parent / path.name).write_bytes(secret.read_bytes())


def _move_over(path: Path, secret: Path) -> None:
    secret.replace(path)


def _rewrite(path: Path, _secret: Path) -> None:
    path.write_bytes(b"another")


def _delete(path: Path, _secret: Path) -> None:
    path.unlink()


def _pipe(path: Path, _secret: Path) -> None:
    path.unlink()
    os.mkfifo(path)


@pytest.mark.parametrize("change", [_link, _link_folder, _move_over, _rewrite, _pipe, _delete])
async def test_file_in_the_place_of_the_checked_one_is_not_sent(
    tmp_path: Path, change: Callable[[Path, Path], None]
) -> None:
    path, secret = tmp_path / "content" / "files" / "tool.zip", tmp_path / "secrets" / "gateway.toml"
    for file in (path, secret):
        file.parent.mkdir(parents=True)
        file.write_bytes(b"password")
    os.utime(secret, ns=(path.stat().st_atime_ns, path.stat().st_mtime_ns))
    response = FileResponse(CheckedFile.check(tmp_path / "content", path), [])
    change(path, secret)

    async def send(_: object) -> None:
        raise AssertionError

    with pytest.raises(OSError):  # noqa: PT011 - each change has its own
        await send_file({"method": "GET", "headers": []}, send, response, "id")


async def test_file_that_is_replaced_while_it_is_sent_is_sent_to_its_end(tmp_path: Path) -> None:
    path, chunks = tmp_path / "client.zip", list[bytes]()
    path.write_bytes(BODY)
    response = FileResponse(CheckedFile.check(tmp_path, path), [])

    async def send(message: dict[str, bytes]) -> None:
        if not chunks:
            _link(path, Path("/etc/hostname"))
        chunks.append(message.get("body", b""))

    assert await send_file({"method": "GET", "headers": []}, send, response, "id") == 200
    assert b"".join(chunks) == BODY


def test_link_is_checked_as_the_file_that_it_leads_to(tmp_path: Path) -> None:
    folder = tmp_path / "content"
    folder.mkdir()
    (folder / "client-2.zip").write_bytes(b"2")
    (folder / "client.zip").symlink_to("client-2.zip")
    (folder / "circle").symlink_to("circle")
    (folder / "out").symlink_to(tmp_path)
    assert CheckedFile.check(folder, folder / "client.zip").read() == b"2"
    with pytest.raises(OutsideOfFolder):
        CheckedFile.check(folder, folder / "out")
    for path in (folder, folder / "circle"):
        with pytest.raises(OSError):  # noqa: PT011 - of a folder, of a circle
            CheckedFile.check(folder, path)


async def test_matching_etag_is_304(http: httpx.AsyncClient, file: FileResponse) -> None:
    for condition in (file.etag, f'"other", {file.etag}', "*"):
        response = await http.get("/", headers={"If-None-Match": condition})
        assert (response.status_code, response.content) == (304, b""), condition


@given(st.text(max_size=40) | st.from_regex(r"bytes=\d{0,20}-\d{0,20}", fullmatch=True), st.integers(0, 1 << 40))
def test_parsed_range_lies_within_the_file(header: str, size: int) -> None:
    byte_range = parse_range(header, size)
    if byte_range and byte_range != NOT_SATISFIABLE:
        assert 0 <= byte_range[0] <= byte_range[1] < size
