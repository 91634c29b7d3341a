"""Gallery: videos and screenshots, in the operator's order."""

import datetime as dt
from collections.abc import Callable
from typing import Annotated, Final, Literal

from litestar.handlers import HTTPRouteHandler
from litestar.params import QueryParameter
from msgspec import UNSET, Struct, UnsetType

from gateway.concurrency.durations import DAY
from gateway.features.site_content.content_files import PictureLink, Record
from gateway.http.errors import ValidationFailed
from gateway.http.response_cache import public
from gateway.http.routes import get

MediaType = Literal["video", "image"]


class MediaItem(Record, kw_only=True):
    """`credit` names the author and the licence, or says that the item is a sample.

    `date` is the day of publication; search engines list a film that has one.
    """

    id: str
    type: MediaType
    title: str
    url: PictureLink
    thumbnail_url: PictureLink
    featured: bool
    credit: str | UnsetType = UNSET
    date: dt.date | UnsetType = UNSET


class MediaPage(Struct, frozen=True):
    data: list[MediaItem]
    total: int


FILE: Final = "media.json"


def routes(items: Callable[[], list[MediaItem]]) -> list[HTTPRouteHandler]:
    @get("/api/server/media", ValidationFailed, opt=public(max_age=5, stale=DAY, version="content"))
    async def get_media(type: Annotated[MediaType | None, QueryParameter()] = None) -> MediaPage:
        """Videos and screenshots."""
        matching_items = [item for item in items() if type is None or item.type == type]
        return MediaPage(matching_items, len(matching_items))

    return [get_media]
