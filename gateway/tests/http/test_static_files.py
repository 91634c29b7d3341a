"""The page and its files: known paths only, each with the right life and the right to do little."""

import gzip
from pathlib import Path
from typing import Any

import httpx
import pytest

from gateway.http.responses import RequestIds
from gateway.http.router import Front
from gateway.http.security_headers import data_headers, page_headers
from gateway.http.static_files import IN_MEMORY, Pages
from gateway.observability.logging import AccessLog

SCRIPT = b"console.log('fishi');" * 100


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """A built page, and beside it what must never be served."""
    (tmp_path / "secret.txt").write_text("secret")
    dist = tmp_path / "dist"
    (dist / "assets").mkdir(parents=True)
    (dist / "share").mkdir()
    for name in ("index", "rankings", "player"):
        (dist / f"{name}.html").write_text(f"<title>{name}</title><link rel=canonical href={{{{origin}}}}/{name}>")
    (dist / "plain.html").write_text("<title>plain</title>")
    (dist / "assets" / "main-ABC.js").write_bytes(SCRIPT)
    (dist / "assets" / "main-ABC.js.gz").write_bytes(gzip.compress(SCRIPT, 9))
    (dist / "assets" / "main-ABC.js.map").write_text("{}")
    (dist / "share" / "home.jpg").write_bytes(b"\xff\xd8" + bytes(5000))
    (dist / "robots.txt").write_text("Sitemap: {{origin}}/sitemap.xml\n")
    return dist


@pytest.fixture
def files(tmp_path: Path) -> Path:
    folder = tmp_path / "files"
    folder.mkdir()
    (folder / "patch.zip").write_bytes(b"PK small")
    (folder / "client.zip").write_bytes(bytes(range(256)) * (IN_MEMORY // 256 + 7))
    return folder


def front(built: Path, files: Path, public_url: str = "") -> httpx.AsyncClient:
    async def framework(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"application/json")]})
        await send({"type": "http.response.body", "body": b'"framework"'})

    pages = Pages(built, files, public_url, page_headers(public_url))
    app: Any = Front(framework, pages, headers=data_headers(public_url), ids=RequestIds(), log=AccessLog())
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://play.example")


async def test_each_page_has_its_own_file(built: Path, files: Path) -> None:
    async with front(built, files) as http:
        for path, title in (("/", "index"), ("/rankings", "rankings"), ("/player", "player"), ("/plain", "plain")):
            answer = await http.get(f"{path}?tab=pk")
            assert answer.status_code == 200
            assert f"<title>{title}</title>" in answer.text
            assert answer.headers["content-type"] == "text/html; charset=utf-8"
            assert answer.headers["cache-control"] == "no-cache"


async def test_all_player_paths_show_the_player_page(built: Path, files: Path) -> None:
    async with front(built, files) as http:
        for path in ("/player/profile", "/player/characters", "/player/donations"):
            assert "<title>player</title>" in (await http.get(path)).text


async def test_a_page_that_did_not_change_is_304(built: Path, files: Path) -> None:
    async with front(built, files) as http:
        etag = (await http.get("/")).headers["etag"]
        answer = await http.get("/", headers={"If-None-Match": etag})
    assert (answer.status_code, answer.content) == (304, b"")


async def test_hashed_assets_live_for_ever_and_come_packed(built: Path, files: Path) -> None:
    async with front(built, files) as http:
        for accept, encoding in (("gzip", "gzip"), ("br", "br"), ("identity", None)):
            answer = await http.get("/assets/main-ABC.js", headers={"Accept-Encoding": accept})
            assert answer.content == SCRIPT
            assert answer.headers.get("content-encoding") == encoding
            assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
            assert answer.headers["content-type"].startswith("text/javascript")
        async with http.stream("GET", "/assets/main-ABC.js", headers={"Accept-Encoding": "gzip"}) as answer:
            raw = b"".join([piece async for piece in answer.aiter_raw()])
        assert raw == (built / "assets" / "main-ABC.js.gz").read_bytes()


async def test_pictures_are_not_packed_again(built: Path, files: Path) -> None:
    async with front(built, files) as http:
        answer = await http.get("/share/home.jpg")
    assert "content-encoding" not in answer.headers
    assert answer.headers["content-type"] == "image/jpeg"


async def test_the_address_a_visitor_came_by_is_put_in(built: Path, files: Path) -> None:
    async with front(built, files) as http:
        assert "http://play.example/rankings" in (await http.get("/rankings")).text
        assert (await http.get("/robots.txt")).text == "Sitemap: http://play.example/sitemap.xml\n"
        for hostile in ('"><script>', "a" * 300, "evil.example/path", "a b"):
            answer = await http.get("/rankings", headers={"Host": hostile})
            assert "href=/rankings>" in answer.text
        for number in range(100):
            await http.get("/", headers={"Host": f"{number}.example"})


async def test_a_public_url_wins_over_the_host(built: Path, files: Path) -> None:
    async with front(built, files, "https://fishi.example") as http:
        answer = await http.get("/rankings", headers={"Host": "other.example"})
    assert "https://fishi.example/rankings" in answer.text
    assert "strict-transport-security" in answer.headers


@pytest.mark.parametrize(
    "path",
    [
        "/nowhere",
        "/rankings/",
        "/player/other",
        "/index.html",
        "/rankings.html",
        "/../secret",
        "/%2e%2e/secret",
        "//evil",
    ],
)
async def test_every_other_path_leads_home(built: Path, files: Path, path: str) -> None:
    async with front(built, files) as http:
        answer = await http.get(f"http://play.example{path}")
    assert (answer.status_code, answer.headers["location"]) == (302, "/")


@pytest.mark.parametrize(
    "path",
    [
        "/assets/main-OLD.js",
        "/assets/main-ABC.js.gz",
        "/assets/main-ABC.js.map",
        "/assets/../../secret.txt",
        "/assets/%2e%2e/%2e%2e/secret.txt",
        "/files/..%2fsecret.txt",
        "/files/nothing",
        "/favicon.ico",
    ],
)
async def test_a_file_that_is_not_known_is_404(built: Path, files: Path, path: str) -> None:
    async with front(built, files) as http:
        answer = await http.get(httpx.URL("http://play.example").copy_with(raw_path=path.encode()))
    assert answer.status_code == 404
    assert answer.json()["error"] == "not_found"
    assert "secret" not in answer.text


async def test_downloads_come_from_memory_or_from_the_disk(built: Path, files: Path) -> None:
    async with front(built, files) as http:
        for name in ("patch.zip", "client.zip"):
            answer = await http.get(f"/files/{name}")
            assert answer.content == (files / name).read_bytes()
            assert answer.headers["content-type"] == "application/zip"
            head = await http.head(f"/files/{name}")
            assert head.content == b""
            assert head.headers["content-length"] == answer.headers["content-length"] == str(len(answer.content))


async def test_a_server_that_sends_files_itself_is_let_do_so(built: Path, files: Path) -> None:
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    pages = Pages(built, files, "", [])
    nothing: Any = None
    app = Front(nothing, pages, headers=[], ids=RequestIds(), log=AccessLog())
    scope: dict[str, Any] = {
        "type": "http",
        "method": "GET",
        "path": "/files/client.zip",
        "headers": [],
        "scheme": "http",
    }
    await app({**scope, "extensions": {"http.response.pathsend": {}}}, None, send)
    assert sent[1] == {"type": "http.response.pathsend", "path": str(files / "client.zip")}


async def test_pages_may_load_nothing_from_elsewhere(built: Path, files: Path) -> None:
    async with front(built, files) as http:
        for path in ("/", "/assets/main-ABC.js", "/share/home.jpg", "/files/client.zip", "/robots.txt"):
            headers = (await http.get(path)).headers
            policy = headers["content-security-policy"]
            for rule in ("default-src 'self'", "script-src 'self'", "object-src 'none'", "base-uri 'none'"):
                assert rule in policy
            assert "frame-src https://www.youtube-nocookie.com" in policy
            assert headers["referrer-policy"] == "strict-origin-when-cross-origin"
            assert headers["x-content-type-options"] == "nosniff"
            assert "camera=()" in headers["permissions-policy"]
            assert headers["x-request-id"]


async def test_other_methods_are_refused(built: Path, files: Path) -> None:
    async with front(built, files) as http:
        answer = await http.post("/rankings")
    assert (answer.status_code, answer.headers["allow"]) == (405, "GET, HEAD")
    assert answer.json()["error"] == "method_not_allowed"


async def test_a_page_that_was_not_built_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with front(tmp_path / "absent", tmp_path / "absent") as http:
        answer = await http.get("/")
    assert "has not been built" in answer.text
    assert answer.headers["cache-control"] == "no-store"
    captured = capsys.readouterr()
    assert "page_not_built" in captured.out + captured.err
