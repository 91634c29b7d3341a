"""Pages of the site, and its articles, as the search finds them."""

from typing import Final

from gateway.features.site_content.content_store import ContentStore
from gateway.features.site_content.pages import SitePages
from gateway.http.articles import article_path
from gateway.registration.search import SearchRow, SearchSource
from gateway.texts import codes, read

_TITLES: Final = "pages.titles."
_OF_SITE: Final = " · "
"""Before the name of the site, in the title of a page."""


def search_source(content: ContentStore, pages: SitePages) -> SearchSource:
    async def rows(language: str) -> list[SearchRow]:
        files, site = pages.files, content.current
        local = site.translations.get(language, site.texts)
        absent = files.absent_pages()
        addresses = [code.removeprefix(_TITLES) for code in codes(_TITLES)]
        names = {"name": local.site.name, "game": local.site.game}
        page_rows = [
            SearchRow(
                kind="page",
                key=address,
                name=read(language, _TITLES + address, **names).partition(_OF_SITE)[0],
                note="",
                address=address,
            )
            for address in addresses
            if address not in absent
        ]
        articles = [
            SearchRow(kind="article", key=slug, name=item.title, note=item.summary, address=article_path(slug))
            for slug, item in local.news.items()
        ]
        return page_rows + articles

    def version() -> object:
        return content.current.version, pages.files.absent_pages()

    return SearchSource(version, rows)
