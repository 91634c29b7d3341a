"""The operator's news as the service answers them outside the page: Atom feed (RFC 4287) and entries of the sitemap."""

from collections.abc import Callable, Sequence

from msgspec import Struct

from gateway.http.atom import Feed, FeedEntry, write_feed

FEED_PATH = "/feeds/news.atom"
FEED_LENGTH = 20
SLUG = "/news/:slug"
"""Stands for the path of an article in the built page."""


class Article(Struct, frozen=True, kw_only=True):
    slug: str
    title: str
    date: str
    summary: str
    html: str


def article_path(slug: str) -> str:
    return SLUG.replace(":slug", slug)


def feed(
    articles: Sequence[Article], address: Callable[[str], str], *, name: str, tagline: str, language: str
) -> bytes:
    """Returns a template with `{{origin}}`; `address` returns the address of a path in the feed's language."""
    entries = (
        FeedEntry(
            id=link,
            title=article.title,
            updated_at=f"{article.date}T00:00:00Z",
            link=link,
            content=article.html,
            content_type="html",
        )
        for article in articles[:FEED_LENGTH]
        for link in ["{{origin}}" + address(article_path(article.slug))]
    )
    feed_address = "{{origin}}" + address(FEED_PATH)
    home = "{{origin}}" + address("/")
    return write_feed(
        Feed(
            id=feed_address,
            title=name,
            author=name,
            address=feed_address,
            alternate=home,
            entries=entries,
            subtitle=tagline,
            language=language,
            base="{{origin}}/",
        )
    )


def sitemap_entry(address: str, day: str = "") -> bytes:
    """Returns a template with `{{origin}}`. `day`: of the last change; empty where it is not known."""
    last_change = f"<lastmod>{day}</lastmod>" if day else ""
    return f"  <url><loc>{{{{origin}}}}{address}</loc>{last_change}</url>\n".encode()
