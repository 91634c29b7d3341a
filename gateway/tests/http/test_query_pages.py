"""Views with a query: which are rendered, and what search engines may list of them."""

from typing import Any

import pytest

from gateway.http.on_demand import OnDemandPages
from gateway.http.query_pages import PAGES, QueryPages, view_parameters
from gateway.http.static_files import StaticFiles

HEAD = (
    '<link rel="canonical" href="{{origin}}{{en:PATH}}">'
    '<link rel="alternate" hreflang="es" href="{{origin}}{{es:PATH}}">'
    '<meta property="og:url" content="{{origin}}{{en:PATH}}">'
    '<link rel="alternate" type="application/atom+xml" href="/feeds/news.atom">'
    '<script>{"url":"{{origin}}/"},{"url":"{{origin}}{{en:PATH}}"}</script>'
)
VIEWS = ("/rankings", "/rankings?tab=pk", "/guide", "/market")
BODY = '<div id="root"></div><script type="application/json" id="content">{{content:}}</script>'


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> StaticFiles:
    folder = tmp_path_factory.mktemp("built")
    (folder / "es").mkdir()
    for place in ("", "es/"):
        for name, path in (("index", "/"), *((view.replace("?tab=", "@")[1:], view) for view in VIEWS)):
            (folder / f"{place}{name}.html").write_text(HEAD.replace("PATH", path) + BODY)
    files = StaticFiles(folder, "https://fishi.example", [])
    files.add_views(files.languages.views(VIEWS))
    return files


class Pages:
    def __init__(self, files: StaticFiles) -> None:
        self.views: list[str] = []
        self._files = files
        self.version, self.mark = "1", ""
        self.pages = QueryPages(files, lambda _: self.version, self._render, OnDemandPages())

    async def _render(self, view: str, language: str, _content: str) -> bytes:
        self.views.append(view)
        return f'<div id="root">{self.mark}{language} {len(self.views)}</div>'.encode()

    async def get(self, address: str) -> tuple[str, bool] | None:
        """Returns the page, and whether search engines may list it; None if it is not rendered."""
        path, _, query = address.partition("?")
        scope: dict[str, Any] = {"path": path, "query_string": query.encode(), "headers": [], "scheme": "https"}
        response = await self.pages.find(scope)
        if response is None:
            return None
        headers = dict(response.representation(b"").headers)
        return response.representation(b"").body["body"].decode(), b"x-robots-tag" not in headers


@pytest.fixture
def pages(files: StaticFiles) -> Pages:
    return Pages(files)


async def test_view_is_rendered_once_under_one_address_until_the_data_change(pages: Pages) -> None:
    first = await pages.get("/rankings?tab=pk&page=2")
    assert first == await pages.get("/rankings?page=2&tab=pk")
    assert pages.views == ["/rankings?tab=pk&page=2"]
    pages.version = "2"
    assert first != await pages.get("/rankings?tab=pk&page=2")
    assert len(pages.views) == 2


async def test_page_of_a_board_has_an_address_of_its_own_for_search_engines(pages: Pages) -> None:
    page = await pages.get("/rankings?page=2&tab=pk")
    assert page is not None
    assert page[1]
    site, address = "https://fishi.example", "https://fishi.example/rankings?tab=pk"
    assert f'<link rel="canonical" href="{address}&amp;page=2">' in page[0]
    assert f'hreflang="es" href="{site}/es/rankings?tab=pk&amp;page=2">' in page[0]
    assert f'og:url" content="{address}&amp;page=2">' in page[0]
    assert f'"url":"{site}/"}},{{"url":"{address}&page=2"' in page[0]
    assert 'href="/feeds/news.atom">' in page[0]
    assert '<div id="root">en 1</div>' in page[0]


async def test_page_past_the_last_one_is_not_listed(pages: Pages) -> None:
    pages.mark = '<meta name="robots" content="noindex"/>'
    for _ in range(2):
        page = await pages.get("/rankings?page=9999")
        assert page is not None
        assert not page[1]


@pytest.mark.parametrize("query", ["at=2026-11-20", "race=3&page=2", "search_name=K%C3%A6l", "tab=pk&movement=week"])
async def test_past_days_and_filters_are_rendered_but_not_listed(pages: Pages, query: str) -> None:
    page = await pages.get(f"/es/rankings?{query}")
    assert page is not None
    assert not page[1]
    assert 'rel="canonical" href="https://fishi.example/rankings' in page[0]
    assert "page=2" not in page[0]
    assert '<div id="root">es 1</div>' in page[0]


@pytest.mark.parametrize(
    ("query", "is_listed"), [("level=20&page=2", True), ("category=weapon", True), ("q=draco", False)]
)
async def test_lists_of_the_guide_are_listed_but_no_searches(pages: Pages, query: str, is_listed: bool) -> None:
    page = await pages.get(f"/guide?{query}")
    assert page is not None
    assert page[1] is is_listed
    assert '<div id="root">en 1</div>' in page[0]
    assert await pages.get(f"/guide?{query}&race=3") is None


@pytest.mark.parametrize(
    ("query", "is_listed"),
    [("side=buy&page=2", True), ("q=sword", False), ("q=&town=Heine&min_enchant=&max_price=90000000000", False)],
)
async def test_offers_are_listed_but_no_searches(pages: Pages, query: str, is_listed: bool) -> None:
    page = await pages.get(f"/market?{query}")
    assert page is not None
    assert page[1] is is_listed
    assert "=&" not in pages.views[0]


@pytest.mark.parametrize(
    "address",
    [
        "/rankings",
        "/rankings?tab=pk",
        "/rankings?page=&race",
        "/?page=2",
        "/rankings?page=2&utm_source=x",
        "/rankings?tab=none&page=2",
    ],
)
async def test_other_addresses_are_left_to_the_built_pages(pages: Pages, address: str) -> None:
    assert await pages.get(address) is None
    assert pages.views == []


@pytest.mark.parametrize(
    "query",
    [b"page=0", b"page=x", b"page=2&page=3", b"at=today", b"search_name=%00", b"search_name=%ff", b"\xff"],
)
def test_query_of_another_form_is_no_view(query: bytes) -> None:
    forms = PAGES["/rankings"].parameters
    assert view_parameters(forms, query) is None
    assert view_parameters(forms, b"page=2&search_name=" + 300 * b"a") is None
