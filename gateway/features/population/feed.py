"""The heads of closed days as an Atom feed (RFC 4287): who keeps a copy can tell a later change of the chain."""

from collections.abc import Sequence
from datetime import date, timedelta
from html import escape
from typing import Final

from gateway.http.articles import FEED_TYPE

LENGTH: Final = 50
_PATH: Final = "/feeds/status.atom"


def status_feed(days: Sequence[tuple[date, str]], name: str, public_url: str) -> bytes:
    """`days`: with their heads, oldest first. A day is published when it has ended."""
    host = public_url.partition("//")[2].rstrip("/") or "localhost"
    title = escape(f"{name}: player counts")
    closed = [(day, day + timedelta(days=1), head) for day, head in reversed(days)]
    updated = closed[0][1] if closed else date(1970, 1, 1)
    entries = (
        f"<entry><id>tag:{host},2026:population/{day}</id><title>{day}</title><updated>{end}T00:00:00Z</updated>"
        f'<link rel="alternate" type="text/html" href="{public_url}/status"/>'
        f'<content type="text">{day} {head}</content></entry>'
        for day, end, head in closed
    )
    head = (
        '<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">\n'
        f"<id>tag:{host},2026:population</id><title>{title}</title><updated>{updated}T00:00:00Z</updated>"
        f"<author><name>{escape(name)}</name></author>"
        f'<link rel="self" type="{FEED_TYPE}" href="{public_url}{_PATH}"/>\n'
    )
    return "\n".join([head, *entries, "</feed>\n"]).encode()
