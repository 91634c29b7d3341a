"""Static files: paths, cache headers, compression, security headers and templates."""

import gzip
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from gateway.config.settings import SettingsError
from gateway.http.checked_file import CheckedFile
from gateway.http.page_texts import PageTexts
from gateway.http.rate_limit import AddressLimit, Clients
from gateway.http.responses import PreparedResponse, RequestIds
from gateway.http.router import Router
from gateway.http.security_headers import content_headers, data_headers, page_headers
from gateway.http.static_files import (
    IMMUTABLE,
    LINK_PATHS,
    MAX_BYTES_IN_MEMORY,
    NO_STORE,
    PLAYER_PATHS,
    SiteFiles,
    StaticFiles,
)
from gateway.observability.logging import AccessLog

SCRIPT = b"console.log('fishi');" * 100
NO_LIMIT = AddressLimit(Clients((), loopback=False), 1, 1)  # exempts the address of these tests
STYLE_HASH = "sha256-6hWWMOcF+mJesSJGYhmK2lkIIEw9Xc5XKGLPVzh8yxs="  # of `a{color:red}`
HSTS = "max-age=31536000"


@pytest.fixture(scope="module")
def build_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder of a built page, next to a file that must not be served."""
    tmp_path = tmp_path_factory.mktemp("page")
    (tmp_path / "secret.txt").write_text("secret")
    dist = tmp_path / "dist"
    (dist / "assets").mkdir(parents=True)
    (dist / "share").mkdir()
    for name in ("index", "rankings", "player"):
        (dist / f"{name}.html").write_text(f"<title>{name}</title><link rel=canonical href={{{{origin}}}}/{name}>")
    content = '<script type="application/json" id="content">{{content:info}}</script>'
    body = f'<link rel=canonical href={{{{origin}}}}/pk></head><body><div id="root"></div><p>shell</p>{content}</body>'
    (dist / "rankings@pk.html").write_text(f"<title>pk</title>{body}")
    share = '<meta og:image {{origin}}/share/rankings.jpg{{share_version}}></head><body><div id="root"></div>'
    (dist / "rankings.html").write_text(
        f"<title>rankings</title><link rel=canonical href={{{{origin}}}}/rankings>{share}{content}</body>"
    )
    for name in ("index", "rankings", "player"):
        (dist / "es").mkdir(exist_ok=True)
        (dist / "es" / f"{name}.html").write_text(
            f'<title>es {name}</title><link rel=canonical href="{{{{origin}}}}{{{{es:/{name}}}}}">'
            '<a href="{{origin}}{{en:/rankings?tab=pk}}"></a><a href="{{es:/}}"></a><a href="{{default:/}}"></a>'
        )
    (dist / "es" / "rankings@pk.html").write_text(f"<title>es pk</title>{body}")
    (dist / "es" / "site.webmanifest").write_text('{"start_url":"{{es:/}}"}')
    (dist / "offline.html").write_text("<title>offline</title>")
    (dist / "plain.html").write_text('<title>plain</title><style data-href="/a.css">a{color:red}</style>')
    (dist / "render").mkdir()
    (dist / "render" / "render.js").write_text("secret")
    (dist / "assets" / "main-ABC.js").write_bytes(SCRIPT)
    (dist / "assets" / "main-ABC.js.gz").write_bytes(gzip.compress(SCRIPT, 9))
    (dist / "assets" / "main-ABC.js.map").write_text("{}")
    (dist / "share" / "home.jpg").write_bytes(b"\xff\xd8" + bytes(5000))
    (dist / "service-worker.js").write_text("worker")
    (dist / "robots.txt").write_text("Sitemap: {{origin}}/sitemap.xml\n")
    return dist


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("files")
    (folder / "patch.zip").write_bytes(b"PK small")
    (folder / "client.zip").write_bytes(bytes(range(256)) * (MAX_BYTES_IN_MEMORY // 256 + 7))
    return folder


def client(build_folder: Path, files: Path, public_url: str = "", language: str = "en") -> httpx.AsyncClient:
    async def framework(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"application/json")]})
        await send({"type": "http.response.body", "body": b'"frame', "more_body": True})
        await send({"type": "http.response.body", "body": b'work"'})

    static = StaticFiles(build_folder, public_url, page_headers(HSTS), language)
    checked_files = {path.name: CheckedFile.check(files, path) for path in files.iterdir()}
    static.prepare(
        SiteFiles(version="c1", changed_on="2026-11-01", pictures={"logo.svg": b"<svg/>"}, files=checked_files),
        content_headers(HSTS),
    )()
    headers = data_headers(HSTS)
    app: Any = Router(framework, static, limit=NO_LIMIT, headers=headers, ids=RequestIds(), log=AccessLog())
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://play.example")


@pytest.fixture(scope="module")
def http(build_folder: Path, files: Path) -> httpx.AsyncClient:
    return client(build_folder, files)


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("/", "index"),
        ("/rankings?tab=pk", "pk"),
        ("/rankings?tab=pk&page=2", "rankings"),
        ("/rankings?tab=none", "rankings"),
        ("/plain", "plain"),
        *((path, "player") for path in ("/player", *PLAYER_PATHS)),
        *((path, "index") for path in LINK_PATHS),
        ("/es", "es index"),
        ("/es/rankings", "es rankings"),
        ("/es/rankings?tab=pk", "es pk"),
        ("/es/rankings?tab=pk&page=2", "es rankings"),
        *((f"/es{path}", "es player") for path in ("/player", *PLAYER_PATHS)),
        *((f"/es{path}", "es index") for path in LINK_PATHS),
    ],
)
async def test_page_path_serves_its_html_file(http: httpx.AsyncClient, path: str, title: str) -> None:
    response = await http.get(path)
    revalidation = await http.get(path, headers={"If-None-Match": response.headers["etag"]})
    assert (response.status_code, revalidation.status_code, revalidation.content) == (200, 304, b"")
    assert f"<title>{title}</title>" in response.text
    assert response.headers["content-type"] == "text/html; charset=utf-8"


@pytest.mark.parametrize(
    ("path", "cache_control"),
    [
        ("/", "no-cache, no-transform"),
        ("/service-worker.js", "no-cache"),
        ("/assets/main-ABC.js", "public, max-age=31536000, immutable"),
        ("/share/home.jpg", "public, max-age=86400"),
        ("/robots.txt", "no-store"),
    ],
)
async def test_static_responses_have_security_and_cache_headers(
    http: httpx.AsyncClient, path: str, cache_control: str
) -> None:
    headers = (await http.get(path)).headers
    assert headers["cache-control"] == cache_control
    expected = dict(page_headers(""))
    assert {name: value for name, value in headers.raw if name in expected} == expected
    assert headers["x-request-id"]
    assert ("content-encoding" in headers) == (path == "/assets/main-ABC.js")


async def test_page_with_styles_allows_them_alone(http: httpx.AsyncClient) -> None:
    policy = (await http.get("/plain")).headers["content-security-policy"]
    assert f"; style-src 'self' '{STYLE_HASH}'; img-src" in policy
    assert "script-src 'self';" in policy


async def test_asset_is_immutable_and_compressed(http: httpx.AsyncClient, build_folder: Path) -> None:
    for accept, encoding in (("gzip", "gzip"), ("br", "br"), ("identity", None)):
        response = await http.get("/assets/main-ABC.js", headers={"Accept-Encoding": accept})
        assert response.content == SCRIPT
        assert response.headers.get("content-encoding") == encoding
        assert response.headers["content-type"].startswith("text/javascript")
    async with http.stream("GET", "/assets/main-ABC.js", headers={"Accept-Encoding": "gzip"}) as response:
        raw = b"".join([chunk async for chunk in response.aiter_raw()])
    assert raw == (build_folder / "assets" / "main-ABC.js.gz").read_bytes()


async def test_origin_placeholder_is_the_valid_host_header(http: httpx.AsyncClient) -> None:
    assert "http://play.example/rankings" in (await http.get("/rankings")).text
    assert (await http.get("/robots.txt")).text == "Sitemap: http://play.example/sitemap.xml\n"
    for hostile in ('"><script>', "a" * 300, "evil.example/path", "a b"):
        response = await http.get("/rankings", headers={"Host": hostile})
        assert "href=/rankings>" in response.text
    for number in range(100):
        await http.get("/", headers={"Host": f"{number}.example"})


async def test_origin_placeholder_is_the_configured_public_url(build_folder: Path, files: Path) -> None:
    async with client(build_folder, files, "https://fishi.example") as http:
        response = await http.get("/rankings", headers={"Host": "other.example"})
        robots = await http.get("/robots.txt")
    assert "https://fishi.example/rankings" in response.text
    assert robots.headers["cache-control"] == "public, max-age=86400", "equal for every host"
    assert response.headers["strict-transport-security"] == HSTS


def stored_page(static: StaticFiles, path: str, query: bytes = b"", host: bytes = b"play.example") -> PreparedResponse:
    scope = {"path": path, "query_string": query, "scheme": "http", "headers": [(b"host", host)]}
    response = static.find(scope)
    assert isinstance(response, PreparedResponse)
    return response


UNKNOWN_PAGES = """/nowhere /nowhere/?tab=pk /rankings// /API/server/status /player/other /index.html
    /rankings.html /../secret //evil //evil.example/"""
UNKNOWN_FILES = """/assets/main-OLD.js /assets/main-ABC.js.gz /assets/main-ABC.js.map /assets/../../secret.txt
    /render/render.js
    /.git/HEAD /%2e%2e/secret /.well-known/nothing
    /assets/%2e%2e/%2e%2e/secret.txt /files/..%2fsecret.txt /files/nothing /pictures/nothing
    /favicon.ico /api/server//status/ /api//"""


def test_filled_pages_serve_the_markup_to_their_own_query_alone(build_folder: Path, files: Path) -> None:
    static = StaticFiles(build_folder, "", [])
    static.add_views(["/rankings", "/rankings?tab=pk", "/nothing"])

    def body(query: bytes, host: bytes = b"play.example") -> bytes:
        return stored_page(static, "/rankings", query, host).body

    shell = body(b"tab=pk")
    for markup in (b'<div id="root">{{origin}}1</div>', b'<div id="root">2</div>'):
        static.fill({"/rankings?tab=pk": markup})
        content = b'<script type="application/json" id="content">{"address":""}</script></body>'
        assert body(b"tab=pk").endswith(b"http://play.example/pk></head><body>" + markup + content)
        assert body(b"tab=pk", b"other.example").count(b"other.example") == 1
    assert b"<title>rankings" in body(b"")
    assert b"<title>rankings" in body(b"tab=pk&page=2")
    static.fill({}, "other content")
    assert body(b"tab=pk") != shell
    static.fill({})
    assert body(b"tab=pk") == shell


def test_the_drawn_share_picture_gets_a_new_address_on_its_own_pages(build_folder: Path) -> None:
    static = StaticFiles(build_folder, "https://fishi.example", [])
    static.add_views(["/rankings"])

    def body(path: str, query: bytes = b"") -> bytes:
        return stored_page(static, path, query).body

    home = body("/")
    addresses: set[bytes] = set()
    for picture in (b"", b"one", b"two"):
        if picture:
            static.use_share_picture(picture)
            assert body("/share/rankings.jpg") == picture
        view = body("/rankings")
        assert view == body("/rankings", b"page=2")
        addresses.add(view.partition(b"og:image ")[2])
        static.fill({"/rankings": b"<p>{{share_version}}</p>"})
        assert b"{{share_version}}" not in body("/rankings").replace(b"<p>{{share_version}}</p>", b"")
        static.fill({})
    assert len(addresses) == 3
    assert body("/") == home


def test_content_is_taken_up_with_its_pages_and_older_markup_is_dropped(build_folder: Path) -> None:
    static = StaticFiles(build_folder, "https://play.example", [])

    def use(version: str, text: str) -> None:
        parts = {"info": msgspec.Raw(msgspec.json.encode(text)), "media": msgspec.Raw(b"[]")}
        address = f"/assets/content-{version}.en.json"
        texts = PageTexts({"name": text}, address, parts)
        static.prepare(SiteFiles(version=version, assets={address: version.encode()}, texts={"en": texts}), [])()

    use("a1", "</script>")
    static.add_views(["/rankings?tab=pk"])
    shell = stored_page(static, "/rankings", b"tab=pk").body
    assert b'{"address":"/assets/content-a1.en.json","info":"\\u003c/script\\u003e"}</script>' in shell
    static.fill({"/rankings?tab=pk": b"<p>markup</p>"}, "a1")
    assert b"<p>markup</p>" in stored_page(static, "/rankings", b"tab=pk").body
    use("b2", "new")
    static.fill({"/rankings?tab=pk": b"<p>markup</p>"}, "a1")
    assert b"<p>markup</p>" not in stored_page(static, "/rankings", b"tab=pk").body
    for address, cache in (("b2", IMMUTABLE), ("a1", NO_STORE), ("c3", NO_STORE)):
        response = stored_page(static, f"/assets/content-{address}.en.json")
        assert (response.body, dict(response.plain.headers)[b"cache-control"]) == (b"b2", cache)
    assert static.find({"path": "/assets/content-b2.xx.json", "query_string": b"", "headers": []}) is None


def test_accent_sheet_of_other_content_is_the_present_one_or_empty(build_folder: Path) -> None:
    static = StaticFiles(build_folder, "https://play.example", [])

    def answer(address: str) -> tuple[bytes, bytes]:
        response = stored_page(static, address)
        return response.body, dict(response.plain.headers)[b"cache-control"]

    address = "/assets/accent-a1.css"
    texts = {"en": PageTexts({"accent": address})}
    static.prepare(SiteFiles(version="1", assets={address: b":root:root{}"}, texts=texts), [])()
    assert answer(address) == (b":root:root{}", IMMUTABLE)
    assert answer("/assets/accent-b2.css") == (b":root:root{}", NO_STORE)
    static.prepare(SiteFiles(version="2", texts={"en": PageTexts()}), [])()
    assert answer(address) == (b"", NO_STORE)


@pytest.mark.parametrize(
    ("path", "status", "location"),
    [
        *((path, 302, "/") for path in UNKNOWN_PAGES.split()),
        *((path, 404, None) for path in UNKNOWN_FILES.split()),
        ("/rankings/?tab=pk&q=%2F", 308, "/rankings?tab=pk&q=%2F"),
        ("/player/donations/", 308, "/player/donations"),
        ("/api/rankings/pvp/?page=2", 308, "/api/rankings/pvp?page=2"),
        ("/api/%0d%0aSet-Cookie:x/", 308, "/api/%0D%0ASet-Cookie%3Ax"),
    ],
)
async def test_other_paths_are_redirected_or_404(
    http: httpx.AsyncClient, path: str, status: int, location: str | None
) -> None:
    response = await http.get(httpx.URL("http://play.example").copy_with(raw_path=path.encode()))
    assert (response.status_code, response.headers.get("location")) == (status, location)
    assert status != 404 or response.json()["error"] == "not_found"
    assert "secret" not in response.text


@pytest.mark.parametrize(
    ("path", "media_type"),
    [
        ("/files/patch.zip", "application/zip"),
        ("/files/client.zip", "application/zip"),
        ("/pictures/logo.svg", "image/svg+xml"),
    ],
)
async def test_operator_file_is_served_whole_and_runs_no_script(
    http: httpx.AsyncClient, files: Path, path: str, media_type: str
) -> None:
    response, head = await http.get(path), await http.head(path)
    file = files / Path(path).name
    assert response.content == (file.read_bytes() if file.is_file() else b"<svg/>")
    assert (head.content, head.headers["content-length"]) == (b"", str(len(response.content)))
    assert response.headers["content-type"] == media_type
    assert response.headers["content-security-policy"] == "default-src 'none'; style-src 'unsafe-inline'; sandbox"
    assert response.headers["x-content-type-options"] == "nosniff"


async def test_head_of_a_streamed_response_has_no_body(http: httpx.AsyncClient) -> None:
    assert [(await http.request(method, "/api/any")).content for method in ("GET", "HEAD")] == [b'"framework"', b""]


async def test_post_to_a_page_is_405(http: httpx.AsyncClient) -> None:
    response = await http.post("/rankings")
    assert (response.status_code, response.headers["allow"]) == (405, "GET, HEAD")
    assert response.json()["error"] == "method_not_allowed"


async def test_missing_build_is_reported_and_logged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with client(tmp_path / "absent", tmp_path) as http:
        response = await http.get("/")
    assert "has not been built" in response.text
    assert response.headers["cache-control"] == "no-store, no-transform"
    output = capsys.readouterr()
    assert "page_not_built" in output.out + output.err


async def test_language_prefix_follows_the_default_language(build_folder: Path, files: Path) -> None:
    english, spanish = client(build_folder, files), client(build_folder, files, language="es")
    for http, links in ((english, ("/es/rankings", "/rankings?tab=pk", "/es", "/")), (spanish, None)):
        text = (await http.get("/es/rankings" if links else "/rankings")).text
        canonical, english_link, home, default = links or ("/rankings", "/en/rankings?tab=pk", "/", "/")
        assert "<title>es rankings</title>" in text
        assert f'href="http://play.example{canonical}"' in text
        assert f'<a href="http://play.example{english_link}"></a><a href="{home}"></a><a href="{default}"></a>' in text
    assert "<title>pk</title>" in (await spanish.get("/en/rankings?tab=pk")).text
    for http, home in ((english, "/es"), (spanish, "/")):
        assert "<title>offline</title>" in (await http.get("/offline")).text
        assert (await http.get("/es/site.webmanifest")).json() == {"start_url": home}


@pytest.mark.parametrize(
    ("path", "language", "status", "target"),
    [
        ("/es/unknown", "en", 302, "/es"),
        ("/es/rankings/old/page", "en", 302, "/es"),
        ("/es/", "en", 308, "/es"),
        ("/es/rankings/?tab=pk", "en", 308, "/es/rankings?tab=pk"),
        ("/en/rankings?tab=pk", "en", 308, "/rankings?tab=pk"),
        ("/en", "en", 308, "/"),
        ("/en/unknown", "en", 302, "/"),
        ("/es/rankings", "es", 308, "/rankings"),
        ("/en/unknown", "es", 302, "/en"),
        ("/fr/rankings", "en", 302, "/"),
    ],
)
async def test_unknown_path_redirects_within_its_language(
    build_folder: Path, files: Path, path: str, language: str, status: int, target: str
) -> None:
    response = await client(build_folder, files, language=language).get(path)
    assert (response.status_code, response.headers["location"]) == (status, target)


def test_default_language_without_a_page_is_refused(build_folder: Path) -> None:
    with pytest.raises(SettingsError, match=r"server\.language: the page has no language 'fr'; it has en, es"):
        StaticFiles(build_folder, "", [], "fr")


def test_rendered_views_are_filled_in_their_own_language(build_folder: Path) -> None:
    static = StaticFiles(build_folder, "", [])
    views = static.languages.views(["/", "/rankings?tab=pk"])
    assert views == {"/": "en", "/rankings?tab=pk": "en", "/es": "es", "/es/rankings?tab=pk": "es"}
    static.add_views(views)
    static.fill({"/es/rankings?tab=pk": b"<p>en castellano</p>"})
    for path, texts in (("/rankings", (b"<title>pk", b"shell")), ("/es/rankings", (b"<title>es pk", b"castellano"))):
        assert all(text in stored_page(static, path, b"tab=pk").body for text in texts)
