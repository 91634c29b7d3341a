"""The operator's news as the service answers them outside the page: Atom feed (RFC 4287) and entries of the sitemap."""

from collections.abc import Callable, Sequence
from html import escape

from msgspec import Struct

FEED_PATH = "/news.atom"
FEED_TYPE = "application/atom+xml"
FEED_LENGTH = 20
SLUG = "/news/:slug"
"""Stands for the path of an article in the built page."""


class Article(Struct, frozen=True):
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
    updated = articles[0].date if articles else "1970-01-01"
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="{language}" xml:base="{{{{origin}}}}/">',
        f"<id>{{{{origin}}}}{address(FEED_PATH)}</id>",
        f"<title>{_xml(name)}</title>",
        f"<subtitle>{_xml(tagline)}</subtitle>",
        f"<updated>{updated}T00:00:00Z</updated>",
        f"<author><name>{_xml(name)}</name></author>",
        f'<link rel="self" type="{FEED_TYPE}" href="{{{{origin}}}}{address(FEED_PATH)}"/>',
        f'<link rel="alternate" type="text/html" href="{{{{origin}}}}{address("/")}"/>',
        *(_entry(article, address(article_path(article.slug))) for article in articles[:FEED_LENGTH]),
        "</feed>\n",
    ]
    return "\n".join(lines).encode()


def _entry(article: Article, address: str) -> str:
    link = f"{{{{origin}}}}{address}"
    return (
        f"<entry><id>{link}</id><title>{_xml(article.title)}</title>"
        f"<published>{article.date}T00:00:00Z</published><updated>{article.date}T00:00:00Z</updated>"
        f'<link rel="alternate" type="text/html" href="{link}"/>'
        f'<content type="html">{_xml(article.html)}</content></entry>'
    )


def sitemap_entry(address: str, day: str) -> bytes:
    """Returns a template with `{{origin}}`."""
    return f"  <url><loc>{{{{origin}}}}{address}</loc><lastmod>{day}</lastmod></url>\n".encode()


def _xml(text: str) -> str:
    """A brace is written as a reference, so that no text is taken for a placeholder. XML has no control characters."""
    allowed = "".join(sign for sign in text if sign >= " " or sign in "\n\t")
    return escape(allowed).replace("{", "&#123;")
