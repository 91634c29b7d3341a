"""The heads of closed days as an Atom feed: a kept copy proves a later change of the chain."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Final

from gateway.http.atom import Feed, FeedEntry, write_feed
from gateway.texts import read

LENGTH: Final = 50
PATH: Final = "/feeds/status.atom"


def status_feed(
    days: Sequence[tuple[date, str]], name: str, public_url: str, language: str, query: str = "", paths: str = ""
) -> bytes:
    """`days`: with their heads, oldest first. A day is published when it has ended.

    `query`: of the feed's own address. `paths`: the beginning of the page's paths in the language.
    """
    host = public_url.partition("//")[2] or "localhost"
    page, tag = f"{public_url}{paths}/status", f"tag:{host},2026:population"
    entries = (
        FeedEntry(
            id=f"{tag}/{day}",
            title=str(day),
            updated_at=f"{day + timedelta(days=1)}T00:00:00Z",
            link=page,
            content=f"{day} {head}",
        )
        for day, head in reversed(days)
    )
    return write_feed(
        Feed(
            id=tag + query,
            title=read(language, "notifications.counts", site=name),
            author=name,
            address=public_url + PATH + query,
            alternate=page,
            entries=entries,
            language=language,
        )
    )
