"""Pages of extras that are off: a 404 like that of an absent name, and no line in the sitemap."""

import json
from datetime import date
from pathlib import Path
from typing import Any, Final

import pytest

from gateway.features.site_content import page_files
from gateway.features.site_content.content_store import load as load_content
from gateway.http.named_pages import NamedPages
from gateway.http.page_texts import PageTexts
from gateway.http.responses import PreparedResponse, StoredResponse
from gateway.http.static_files import SiteFiles, StaticFiles
from gateway.registration.extra import installed_extras
from gateway.tests.support.paths import GATEWAY

PAGE: Final = GATEWAY.parent / "ui/src"
EXTRAS: Final = {
    "/world": "world",
    "/world?tab=wars": "world",
    "/rankings?tab=gains": "history",
    "/c/:name": "character_pages",
}
ON: Final = ["character_pages", "history", "world"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("built")
    for language in (folder, folder / "es"):
        language.mkdir(exist_ok=True)
        for name in ("index", "rankings", "rankings@gains", "world", "world@wars", "character", "no-page"):
            content = '<script type="application/json" id="content">{{content:}}</script>'
            (language / f"{name}.html").write_text(f'<p>{name} {{{{title}}}}</p><div id="root"></div>{content}')
    (folder / "render").mkdir()
    (folder / "render/extras.json").write_text(json.dumps(EXTRAS))
    addresses = ["/", "/rankings", "/rankings?tab=gains", "/world", "/world?tab=wars", "/es/world"]
    lines = [
        f"<url><loc>{{{{origin}}}}{address}</loc><lastmod>{{{{content_day}}}}</lastmod></url>" for address in addresses
    ]
    (folder / "sitemap.xml").write_text("\n".join(["<urlset>", *lines, "</urlset>"]))
    return folder


def _files(folder: Path, extras: list[str]) -> StaticFiles:
    files = StaticFiles(folder, "https://play.example", [], extras=extras)
    texts = PageTexts({"title": "", "tagline": "", "name": "Fishi"})
    files.prepare(SiteFiles(version="c1", texts={"en": texts, "es": texts}), [])()
    return files


async def _find(files: StaticFiles, path: str, query: bytes = b"") -> StoredResponse | None:
    async def read(_path: str) -> tuple[int, bytes]:
        return 503, b""

    scope: dict[str, Any] = {"path": path, "query_string": query, "headers": [], "scheme": "https"}
    response = files.find(scope)
    assert response is None or isinstance(response, PreparedResponse)
    return response or await NamedPages(files, read, lambda _: "1", None).find(scope)


async def _status(files: StaticFiles, path: str, query: bytes = b"") -> int | None:
    response = await _find(files, path, query)
    return response and response.status


async def _text(files: StaticFiles, path: str, query: bytes = b"") -> str:
    response = await _find(files, path, query)
    assert response
    return response.representation(b"").body["body"].decode()


@pytest.mark.parametrize("path", ["/world", "/es/world", "/world/", "/c/Kael", "/es/c/Kael", "/c/Kael/more"])
async def test_page_of_an_extra_that_is_off_is_that_of_an_absent_name(folder: Path, path: str) -> None:
    files = _files(folder, [])
    assert await _status(files, path) == 404
    assert "<p>no-page" in await _text(files, path)
    assert await _status(files, "/rankings") == 200


async def test_pages_of_extras_that_are_on_are_served(folder: Path) -> None:
    files = _files(folder, ON)
    assert [await _status(files, path) for path in ("/world", "/es/world", "/c/Kael")] == [200, 200, 200]
    assert "<p>world@wars" in await _text(files, "/world", b"tab=wars")
    assert (files.absent_addresses, files.absent_sections) == (frozenset(), set())


async def test_page_that_is_not_built_is_an_unknown_address(folder: Path) -> None:
    files = _files(folder, [*ON, "clans"])
    assert await _status(files, "/clan/Anybody") is None
    assert files.redirect("/clan/Anybody") == (302, "/")


async def test_tab_of_an_extra_that_is_off_is_its_page(folder: Path) -> None:
    assert "<p>rankings@gains" in await _text(_files(folder, ["history"]), "/rankings", b"tab=gains")
    assert "<p>rankings <" in (await _text(_files(folder, ["world"]), "/rankings", b"tab=gains")).replace("</p>", "<")


async def test_prefix_of_the_default_language_leads_to_the_404(folder: Path) -> None:
    assert _files(folder, []).redirect("/en/world") == (308, "/world")


async def test_sitemap_names_pages_of_extras_that_are_on(folder: Path) -> None:
    for extras, expected in ([], ["/", "/rankings"]), (["history"], ["/", "/rankings", "/rankings?tab=gains"]):
        text = await _text(_files(folder, extras), "/sitemap.xml")
        assert [line.partition("<loc>")[2].partition("<")[0] for line in text.splitlines() if "<loc>" in line] == [
            f"https://play.example{address}" for address in expected
        ]


@pytest.mark.whole
def test_pages_name_extras_of_the_folder() -> None:
    pages = json.loads((PAGE / "shared/pages.json").read_bytes())
    panels: list[dict[str, str]] = []
    for file in PAGE.glob("extras/*/extra.json"):
        extra = json.loads(file.read_bytes())
        pages += extra.get("pages", [])
        panels += [panel for place in extra.get("panels", {}).values() for panel in place]
    tabs = [tab for page in pages for tab in page.get("tabs", [])]
    named = {item["extra"] for item in (*pages, *tabs, *panels) if "extra" in item}
    assert {"history", "world", "votes"} < named <= installed_extras().keys()


def test_other_extras_make_another_version_of_the_content() -> None:
    content = load_content(PAGE.parent / "content", date(2026, 11, 1))
    versions = {page_files.version_of(content, page_files.PageExtras(on)) for on in ([], ["world"], ON)}
    assert len(versions) == 3
