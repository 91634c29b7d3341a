"""Gallery: videos and screenshots, in the operator's order."""

from typing import Annotated, Literal

from litestar import get
from litestar.params import QueryParameter
from msgspec import Struct

from gateway.features.site_content import content_files
from gateway.features.site_content.content_files import Record
from gateway.http.errors import ValidationFailed, documented
from gateway.http.response_cache import public

MediaType = Literal["video", "image"]


class MediaItem(Record):
    id: str
    type: MediaType
    title: str
    url: str
    thumbnail_url: str
    featured: bool


class MediaPage(Struct, frozen=True):
    data: list[MediaItem]
    total: int


ITEMS = content_files.read("media.json", list[MediaItem])


@get(
    "/api/server/media",
    opt=public(max_age=300, stale=86400),
    responses=documented(ValidationFailed),
    operation_id="getMedia",
    summary="Videos and screenshots",
    tags=["server"],
)
async def media(type: Annotated[MediaType | None, QueryParameter()] = None) -> MediaPage:
    items = [item for item in ITEMS if type is None or item.type == type]
    return MediaPage(items, len(items))


routes = [media]
