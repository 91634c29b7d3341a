"""Pages of single subjects: their responses are the same plain and compressed."""

import gzip
import json
import re
from collections.abc import Mapping
from typing import Any

import msgspec
import pytest
import structlog

from gateway.http import on_demand
from gateway.http.named_pages import NamedPages, boss_report_values
from gateway.http.on_demand import OnDemandPages
from gateway.http.rate_limit import Clients
from gateway.http.responses import StoredResponse, encoding_of
from gateway.http.static_files import StaticFiles
from gateway.observability.logging import RateLimitedLogger
from gateway.tests.support.paths import GATEWAY

SHEETS = f'<style data-href="/a.css">{"a{color:red}" * 2000}</style>\n<style data-href="/b.css">b{{top:0}}</style>'
MARKUP = '<div id="root"><bdi>名 {{origin}} <style></bdi></div>'
CHARACTER = {"char_name": "</style>{{origin}}", "level": 80, "class_name": "A&B", "pvp_kills": 3}
SCOPE = {"scheme": "https", "query_string": b""}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> StaticFiles:
    folder = tmp_path_factory.mktemp("built")
    head = '<title>{{title}} {{level}}</title><link rel=canonical href="{{origin}}/c/:name">'
    body = '<div id="root"></div><script type="application/json" id="content">{{content:}}</script>'
    page = f"<head>{head}{SHEETS}{{{{rel-stylesheet:accent}}}}</head><body>{body}</body>"
    for name in ("index", "character", "clan", "no-page"):
        (folder / f"{name}.html").write_text(page)
    return StaticFiles(folder, "", [])


async def read_character(_path: str) -> tuple[int, bytes]:
    return 200, msgspec.json.encode({**CHARACTER, "ranks": {"pvp": {"rank": 7}}})


@pytest.fixture(scope="module")
def pages(files: StaticFiles) -> NamedPages:
    """Pages of all characters, with the same markup."""

    async def render(view: str, language: str, answers: Mapping[str, bytes], content: str) -> bytes:
        return MARKUP.encode()

    return NamedPages(files, read_character, lambda _: "1", render)


@pytest.mark.parametrize("language", ["en", "es", "pt"])
def test_description_of_a_boss_report_has_its_values_also_for_an_unknown_boss(language: str) -> None:
    texts = json.loads((GATEWAY / "texts" / f"{language}.json").read_bytes())["pages"]
    description = texts["descriptions"]["/bosses/:boss/:moment"]
    values = boss_report_values({"name": "Boss #99999", "died_at": "2030-03-17T12:00:00Z"}, language)
    assert set(re.findall(r"{(\w+)}", description)) <= {"name", *values}


async def response_of(pages: NamedPages, name: str, host: bytes = b"fishi.example") -> StoredResponse:
    scope: dict[str, Any] = {**SCOPE, "path": f"/c/{name}", "headers": [(b"host", host)]}
    response = await pages.find(scope)
    assert response
    return response


def plain(response: StoredResponse) -> bytes:
    return response.representation(b"").body["body"]


@pytest.mark.parametrize("name", ["Kael", "<style>"])
async def test_rendered_page_has_its_values_sheets_and_markup(pages: NamedPages, name: str) -> None:
    text = plain(await response_of(pages, name)).decode()
    path = "https://fishi.example/c/" + {"Kael": "Kael", "<style>": "%3Cstyle%3E"}[name]
    title = "<title>&lt;/style&gt;{{origin}} 80</title>"
    assert text.startswith(f'<head>{title}<link rel=canonical href="{path}">{SHEETS}</head><body>{MARKUP}<script')


async def test_compressed_page_is_the_plain_one(pages: NamedPages) -> None:
    response = await response_of(pages, "Kael")
    encoding = encoding_of(b"gzip, deflate, br, zstd", response.encodings)
    assert encoding == b"gzip"
    assert gzip.decompress(response.representation(encoding).body["body"]) == plain(response)
    assert encoding_of(b"br", response.encodings) == b""


async def test_name_that_is_too_long_has_no_page(pages: NamedPages) -> None:
    assert [(await response_of(pages, "a" * length)).status for length in (64, 65)] == [200, 404]


async def test_etag_differs_with_the_name(pages: NamedPages) -> None:
    assert (await response_of(pages, "Kael")).etag != (await response_of(pages, "Mira")).etag


async def test_page_is_cached_for_each_origin_without_the_sheets_of_all(pages: NamedPages) -> None:
    first, second = [await response_of(pages, "Kael", host) for host in (b"fishi.example", b"other.example")]
    assert await response_of(pages, "Kael") is first
    assert (b"//fishi.example" in plain(first), b"//other.example" in plain(second)) == (True, True)
    assert first.size < len(SHEETS)


async def test_failed_rendering_is_a_shell_and_its_log_line_names_the_file(
    files: StaticFiles, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def render(*_: object) -> bytes:
        raise RuntimeError("broken")

    monkeypatch.setattr(on_demand, "log", RateLimitedLogger(structlog.get_logger()))
    pages = NamedPages(files, read_character, lambda _: "1", render, OnDemandPages((RuntimeError,)))
    assert b'<div id="root"></div>' in plain(await response_of(pages, "Kael"))
    assert "page=character.html" in re.sub(r"\x1b\[\d*m", "", capsys.readouterr().out)


@pytest.mark.parametrize("status", [200, 503])
async def test_clan_is_rendered_with_its_history_where_that_has_an_answer(files: StaticFiles, status: int) -> None:
    addresses: list[str] = []

    async def read(path: str) -> tuple[int, bytes]:
        answer = {"clan": {"clan_name": "Wolves", "level": 5, "rank": 1}}
        return status if path.endswith("/history") else 200, msgspec.json.encode(answer)

    async def render(view: str, language: str, answers: Mapping[str, bytes], content: str) -> bytes:
        addresses.extend(answers)
        return MARKUP.encode()

    await NamedPages(files, read, lambda _: "1", render).find({**SCOPE, "path": "/clan/Wolves", "headers": []})
    assert addresses == ["/api/clans/Wolves", "/api/clans/Wolves/history"][: 2 if status == 200 else 1]


async def read_nothing(_path: str) -> tuple[int, bytes]:
    return 404, b""


async def test_names_without_a_page_are_rendered_once_for_each_kind(files: StaticFiles) -> None:
    views: list[str] = []

    async def render(view: str, language: str, answers: Mapping[str, bytes], content: str) -> bytes:
        views.append(view)
        return MARKUP.encode() + msgspec.json.encode(list(answers))

    pages = NamedPages(files, read_nothing, lambda _: "1", render)
    bodies = [plain(await response_of(pages, f"Nobody{number}\u00e9")) for number in range(50)]
    assert len(views) == 1
    assert all(b'["/api/characters/Nobody%d%%C3%%A9"]' % number in body for number, body in enumerate(bodies))
    assert not any(b"no-such-name" in body for body in bodies)


async def test_page_that_shows_the_absent_name_is_a_shell(files: StaticFiles) -> None:
    async def render(view: str, language: str, answers: Mapping[str, bytes], content: str) -> bytes:
        return f'<div id="root">{view}</div>'.encode()

    pages = NamedPages(files, read_nothing, lambda _: "1", render)
    assert b'<div id="root"></div>' in plain(await response_of(pages, "Nobody"))


async def test_one_address_has_a_bounded_number_of_pages_rendered(files: StaticFiles) -> None:
    """The others are shells; another address is not limited."""
    views: list[str] = []

    async def render(view: str, language: str, answers: Mapping[str, bytes], content: str) -> bytes:
        views.append(view)
        return MARKUP.encode()

    pages = NamedPages(files, read_character, lambda _: "1", render, OnDemandPages((), Clients((), loopback=True)))

    async def visit(name: str, address: str) -> bytes:
        scope: dict[str, Any] = {**SCOPE, "path": f"/c/{name}", "headers": [], "client": (address, 1)}
        response = await pages.find(scope)
        assert response
        return plain(response)

    bodies = [await visit(f"Hero{number}", "203.0.113.9") for number in range(400)]
    assert 60 <= len(views) < 200
    assert b'<div id="root"></div>' in bodies[-1]
    assert MARKUP.encode() in await visit("Hero399", "203.0.113.10")
    assert MARKUP.encode() in await visit("Hero0", "203.0.113.9"), "a rendered page is in the cache"
