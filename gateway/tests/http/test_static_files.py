"""Static files: paths, cache headers, compression, security headers and templates."""

import gzip
from pathlib import Path
from typing import Any

import httpx
import pytest

from gateway.http.rate_limit import AddressLimit, Clients
from gateway.http.responses import RequestIds
from gateway.http.router import Router
from gateway.http.security_headers import data_headers, page_headers
from gateway.http.static_files import MAX_BYTES_IN_MEMORY, StaticFiles
from gateway.observability.logging import AccessLog

SCRIPT = b"console.log('fishi');" * 100
NO_LIMIT = AddressLimit(Clients((), loopback=False), 1, 1)  # exempts the address of these tests
HSTS = "max-age=31536000"


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """Folder of a built page, next to a file that must not be served."""
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
    (folder / "client.zip").write_bytes(bytes(range(256)) * (MAX_BYTES_IN_MEMORY // 256 + 7))
    return folder


def client(built: Path, files: Path, public_url: str = "") -> httpx.AsyncClient:
    async def framework(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"application/json")]})
        await send({"type": "http.response.body", "body": b'"framework"'})

    static = StaticFiles(built, files, public_url, page_headers(HSTS))
    headers = data_headers(HSTS)
    app: Any = Router(framework, static, limit=NO_LIMIT, headers=headers, ids=RequestIds(), log=AccessLog())
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://play.example")


async def test_page_path_serves_its_html_file(built: Path, files: Path) -> None:
    async with client(built, files) as http:
        for path, title in (("/", "index"), ("/rankings", "rankings"), ("/player", "player"), ("/plain", "plain")):
            response = await http.get(f"{path}?tab=pk")
            assert response.status_code == 200
            assert f"<title>{title}</title>" in response.text
            assert response.headers["content-type"] == "text/html; charset=utf-8"
            assert response.headers["cache-control"] == "no-cache"


async def test_player_paths_serve_the_player_page(built: Path, files: Path) -> None:
    async with client(built, files) as http:
        for path in ("/player/profile", "/player/characters", "/player/donations"):
            assert "<title>player</title>" in (await http.get(path)).text


async def test_page_with_a_matching_etag_is_304(built: Path, files: Path) -> None:
    async with client(built, files) as http:
        etag = (await http.get("/")).headers["etag"]
        response = await http.get("/", headers={"If-None-Match": etag})
    assert (response.status_code, response.content) == (304, b"")


async def test_asset_is_immutable_and_compressed(built: Path, files: Path) -> None:
    async with client(built, files) as http:
        for accept, encoding in (("gzip", "gzip"), ("br", "br"), ("identity", None)):
            response = await http.get("/assets/main-ABC.js", headers={"Accept-Encoding": accept})
            assert response.content == SCRIPT
            assert response.headers.get("content-encoding") == encoding
            assert response.headers["cache-control"] == "public, max-age=31536000, immutable"
            assert response.headers["content-type"].startswith("text/javascript")
        async with http.stream("GET", "/assets/main-ABC.js", headers={"Accept-Encoding": "gzip"}) as response:
            raw = b"".join([chunk async for chunk in response.aiter_raw()])
        assert raw == (built / "assets" / "main-ABC.js.gz").read_bytes()


async def test_image_is_not_compressed(built: Path, files: Path) -> None:
    async with client(built, files) as http:
        response = await http.get("/share/home.jpg")
    assert "content-encoding" not in response.headers
    assert response.headers["content-type"] == "image/jpeg"


async def test_origin_placeholder_is_the_valid_host_header(built: Path, files: Path) -> None:
    async with client(built, files) as http:
        assert "http://play.example/rankings" in (await http.get("/rankings")).text
        assert (await http.get("/robots.txt")).text == "Sitemap: http://play.example/sitemap.xml\n"
        for hostile in ('"><script>', "a" * 300, "evil.example/path", "a b"):
            response = await http.get("/rankings", headers={"Host": hostile})
            assert "href=/rankings>" in response.text
        for number in range(100):
            await http.get("/", headers={"Host": f"{number}.example"})


async def test_origin_placeholder_is_the_configured_public_url(built: Path, files: Path) -> None:
    async with client(built, files, "https://fishi.example") as http:
        response = await http.get("/rankings", headers={"Host": "other.example"})
    assert "https://fishi.example/rankings" in response.text
    assert response.headers["strict-transport-security"] == HSTS


@pytest.mark.parametrize(
    "path",
    [
        "/nowhere",
        "/nowhere/?tab=pk",
        "/rankings//",
        "/.git/HEAD",
        "/API/server/status",
        "/player/other",
        "/index.html",
        "/rankings.html",
        "/../secret",
        "/%2e%2e/secret",
        "//evil",
    ],
)
async def test_unknown_page_redirects_to_home(built: Path, files: Path, path: str) -> None:
    async with client(built, files) as http:
        response = await http.get(f"http://play.example{path}")
    assert (response.status_code, response.headers["location"]) == (302, "/")


@pytest.mark.parametrize(
    ("path", "location"),
    [
        ("/rankings/?tab=pk&q=%2F", "/rankings?tab=pk&q=%2F"),
        ("/player/donations/", "/player/donations"),
        ("/api/rankings/pvp/?page=2", "/api/rankings/pvp?page=2"),
        ("/api/%0d%0aSet-Cookie:x/", "/api/%0D%0ASet-Cookie%3Ax"),
    ],
)
async def test_slash_at_the_end_redirects_and_keeps_path_and_query(
    built: Path, files: Path, path: str, location: str
) -> None:
    async with client(built, files) as http:
        response = await http.get(httpx.URL("http://play.example").copy_with(raw_path=path.encode()))
    assert (response.status_code, response.headers["location"]) == (308, location)


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
        "/api/server//status/",
        "/favicon.ico",
    ],
)
async def test_unknown_file_is_404(built: Path, files: Path, path: str) -> None:
    async with client(built, files) as http:
        response = await http.get(httpx.URL("http://play.example").copy_with(raw_path=path.encode()))
    assert response.status_code == 404
    assert response.json()["error"] == "not_found"
    assert "secret" not in response.text


async def test_operator_files_are_served_whole(built: Path, files: Path) -> None:
    async with client(built, files) as http:
        for name in ("patch.zip", "client.zip"):
            response = await http.get(f"/files/{name}")
            assert response.content == (files / name).read_bytes()
            assert response.headers["content-type"] == "application/zip"
            head = await http.head(f"/files/{name}")
            assert head.content == b""
            assert head.headers["content-length"] == response.headers["content-length"] == str(len(response.content))


async def test_large_file_uses_the_pathsend_extension(built: Path, files: Path) -> None:
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    static = StaticFiles(built, files, "", [])
    no_framework: Any = None
    app = Router(no_framework, static, limit=NO_LIMIT, headers=[], ids=RequestIds(), log=AccessLog())
    scope: dict[str, Any] = {
        "type": "http",
        "method": "GET",
        "path": "/files/client.zip",
        "headers": [],
        "scheme": "http",
        "client": None,
    }
    await app({**scope, "extensions": {"http.response.pathsend": {}}}, None, send)
    assert sent[1] == {"type": "http.response.pathsend", "path": str(files / "client.zip")}


async def test_static_responses_have_security_headers(built: Path, files: Path) -> None:
    async with client(built, files) as http:
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


async def test_post_to_a_page_is_405(built: Path, files: Path) -> None:
    async with client(built, files) as http:
        response = await http.post("/rankings")
    assert (response.status_code, response.headers["allow"]) == (405, "GET, HEAD")
    assert response.json()["error"] == "method_not_allowed"


async def test_missing_build_is_reported_and_logged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with client(tmp_path / "absent", tmp_path / "absent") as http:
        response = await http.get("/")
    assert "has not been built" in response.text
    assert response.headers["cache-control"] == "no-store"
    captured = capsys.readouterr()
    assert "page_not_built" in captured.out + captured.err
