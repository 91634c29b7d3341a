"""The content as the pages take it: hashed files of each language's JSON and accent colour, and texts of the heads."""

from collections.abc import Sequence
from hashlib import blake2b
from typing import Final

import msgspec
from msgspec import Struct

from gateway.features.site_content import accent, icons
from gateway.features.site_content.content_store import LocalContent, SiteContent
from gateway.features.site_content.downloads import Downloads
from gateway.features.site_content.media import MediaItem
from gateway.features.site_content.server_info import ServerInfo
from gateway.features.site_content.site_texts import SiteTexts
from gateway.http.articles import Article
from gateway.http.page_texts import PageTexts
from gateway.http.static_files import SiteFiles
from gateway.pictures.share_picture import Brand

NEWS_ON_HOME: Final = 3
NEWS_IN_INDEX: Final = 50
_WORDMARK: Final = "/wordmark.svg"
_MARK: Final = "/favicon.svg"
"""The page's own."""


class NewsItem(Struct, frozen=True):
    slug: str
    title: str
    date: str
    summary: str


class NewsTitle(Struct, frozen=True):
    slug: str
    title: str
    date: str


class PageExtras(Struct, frozen=True):
    on: Sequence[str]
    """Names of those that are on."""
    absent_pages: Sequence[str] = ()
    """Sections and tabs that belong to the others: `/world`, `/rankings?tab=clans`."""


class ContentFileBody(Struct, frozen=True, kw_only=True):
    """The hashed file; a page has the parts that it shows inlined."""

    site: SiteTexts
    info: ServerInfo
    media: list[MediaItem]
    downloads: Downloads
    pages: list[str]
    """Anchors of the footer that have a text."""
    texts: dict[str, str]
    """Their HTML."""
    news: list[NewsItem]
    news_index: list[NewsTitle]
    articles: dict[str, Article]
    """By slug; the page of an article has that one alone."""
    extras: PageExtras


def version_of(content: SiteContent, extras: PageExtras) -> str:
    """Returns the version of all that pages show of the content; with other extras the pages are others."""
    return f"{content.version}{_hash(','.join(extras.on).encode())}"


def site_files(content: SiteContent, extras: PageExtras) -> SiteFiles:
    assets: dict[str, bytes] = {}
    texts: dict[str, PageTexts] = {}
    articles: dict[str, list[Article]] = {}
    for language in content.translations:
        local = content.in_language(language)
        body = content_json(local, extras)
        address = f"/assets/content-{_hash(body)}.{language}.json"
        assets[address] = body
        accent_sheet = _add_accent(assets, local.site)
        texts[language] = PageTexts(
            _values(local.site) | {"accent": accent_sheet},
            address,
            msgspec.json.decode(body, type=dict[str, msgspec.Raw]),
            local.pages,
        )
        articles[language] = _articles(local)
    day = content.change_day.isoformat()
    return SiteFiles(
        version=version_of(content, extras),
        changed_on=day,
        pictures=content.pictures,
        files=content.files,
        assets=assets,
        icons=content.icons,
        texts=texts,
        articles=articles,
    )


def _add_accent(assets: dict[str, bytes], site: SiteTexts) -> str:
    """Returns the address of the style sheet; empty without an accent colour and a logo."""
    if not (site.accent or site.logo):
        return ""
    sheet = accent.style_sheet(site.accent, site.logo)
    address = f"/assets/accent-{_hash(sheet)}.css"
    assets[address] = sheet
    return address


def _hash(body: bytes) -> str:
    return blake2b(body, digest_size=8).hexdigest()


def content_json(local: LocalContent, extras: PageExtras) -> bytes:
    site = msgspec.structs.replace(local.site, logo=local.site.logo or _MARK)
    active_items = [item for item in local.downloads.items if item.active]
    downloads = msgspec.structs.replace(local.downloads, items=active_items)
    articles = _articles(local)
    news = [
        NewsItem(slug=item.slug, title=item.title, date=item.date, summary=item.summary)
        for item in articles[:NEWS_ON_HOME]
    ]
    body = ContentFileBody(
        site=site,
        info=local.info,
        media=local.media,
        downloads=downloads,
        pages=list(local.pages),
        texts=local.pages,
        news=news,
        news_index=[NewsTitle(item.slug, item.title, item.date) for item in articles[:NEWS_IN_INDEX]],
        articles={item.slug: item for item in articles},
        extras=extras,
    )
    return msgspec.json.encode(body)


def _articles(local: LocalContent) -> list[Article]:
    return [
        Article(slug=slug, title=item.title, date=item.day.isoformat(), summary=item.summary, html=item.html)
        for slug, item in local.news.items()
    ]


def share_brand(content: SiteContent) -> Brand | None:
    """Returns what link previews show; None for the page's own name, which the built ones show."""
    site = content.texts.site
    if site.wordmark == _WORDMARK and not site.logo:
        return None
    brand = Brand(name=site.name, game=site.game, mark=content.mark)
    return brand._replace(color=accent.bright(site.accent)) if site.accent else brand


def _values(site: SiteTexts) -> dict[str, str]:
    picture = icons.picture_of(site)
    return {
        "name": site.name,
        "game": site.game,
        "tagline": site.tagline,
        "description": site.description,
        "logo": site.logo or _MARK,
        "favicon": picture or _MARK,
        "favicon_ico": picture or "/favicon.ico",
        "touch_icon": "" if picture and not icons.is_drawn(picture) else icons.TOUCH_ICON,
        "icons": icons.manifest_icons(picture),
        "theme_color": accent.theme(site.accent),
    }
