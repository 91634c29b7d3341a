"""Writes Atom feeds (RFC 4287)."""

from collections.abc import Iterable
from html import escape
from typing import Final

from msgspec import Struct

FEED_TYPE: Final = "application/atom+xml"
_NO_CHARACTERS: Final = {*map(chr, range(32)), "\ufffe", "\uffff"} - {"\n", "\t"}


class FeedEntry(Struct, frozen=True, kw_only=True):
    """`updated_at`: RFC 3339. `content_type`: text or html."""

    id: str
    title: str
    updated_at: str
    link: str
    content: str
    content_type: str = "text"


class Feed(Struct, frozen=True, kw_only=True):
    """`address`: of the feed itself; empty for a secret one, which a copy must not give away. Without entries it was
    updated in 1970."""

    id: str
    title: str
    author: str
    address: str
    alternate: str
    entries: Iterable[FeedEntry]
    subtitle: str = ""
    language: str = "en"
    base: str = ""
    """Of relative links in HTML content."""


def write_feed(feed: Feed) -> bytes:
    entries = list(feed.entries)
    base = f' xml:base="{feed.base}"' if feed.base else ""
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="{feed.language}"{base}>',
        f"<id>{feed.id}</id>",
        f"<title>{xml_text(feed.title)}</title>",
        *([f"<subtitle>{xml_text(feed.subtitle)}</subtitle>"] if feed.subtitle else ()),
        f"<updated>{entries[0].updated_at if entries else '1970-01-01T00:00:00Z'}</updated>",
        f"<author><name>{xml_text(feed.author)}</name></author>",
        *([f'<link rel="self" type="{FEED_TYPE}" href="{feed.address}"/>'] if feed.address else ()),
        f'<link rel="alternate" type="text/html" href="{feed.alternate}"/>',
        *map(_entry, entries),
        "</feed>\n",
    ]
    return "\n".join(lines).encode()


def _entry(entry: FeedEntry) -> str:
    return (
        f"<entry><id>{entry.id}</id><title>{xml_text(entry.title)}</title>"
        f"<published>{entry.updated_at}</published><updated>{entry.updated_at}</updated>"
        f'<link rel="alternate" type="text/html" href="{entry.link}"/>'
        f'<content type="{entry.content_type}">{xml_text(entry.content)}</content></entry>'
    )


def xml_text(text: str) -> str:
    """Escapes text. A brace is written as a reference, so that no text is taken for a placeholder."""
    return escape("".join(sign for sign in text if sign not in _NO_CHARACTERS)).replace("{", "&#123;")
