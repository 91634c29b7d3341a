"""Downloads: the game client and its patch."""

import hashlib
from collections.abc import Callable
from typing import Annotated, Final, Literal

from litestar import get
from litestar.handlers import HTTPRouteHandler
from litestar.params import QueryParameter
from msgspec import UNSET, Struct, UnsetType

from gateway.concurrency.durations import DAY
from gateway.features.site_content.content_files import Link, LongText, Record
from gateway.http.checked_file import CheckedFile
from gateway.http.errors import ValidationFailed, response_specs
from gateway.http.response_cache import public

DownloadType = Literal["full_client", "patch"]

MAX_HASHED_BYTES = 16 << 20
"""Larger files are not hashed: reading a game client would delay the start by seconds."""


class Download(Record, kw_only=True):
    id: str
    name: str
    type: DownloadType
    file_size: str
    download_url: Link
    version: str
    active: bool
    sha256: str | UnsetType = UNSET


class Requirements(Record, kw_only=True):
    os: str
    processor: str
    memory: str
    graphics: str
    storage: str
    network: str


class SystemRequirements(Record):
    minimum: Requirements
    recommended: Requirements


class Step(Record):
    title: str
    text: LongText


class Help(Record):
    text: LongText
    chat_url: Link
    forum_url: Link


class InstallationGuide(Record):
    steps: list[Step]
    help: Help


class Downloads(Record):
    """The content file. The API omits the guide, which only the page uses."""

    items: list[Download]
    system_requirements: SystemRequirements
    installation_guide: InstallationGuide


class DownloadPage(Struct, frozen=True):
    data: list[Download]
    total: int
    system_requirements: SystemRequirements


def sha256_of(file: CheckedFile) -> str | UnsetType:
    """Returns the checksum of a file that is not large. Raises OSError."""
    return UNSET if file.size > MAX_HASHED_BYTES else hashlib.sha256(file.read()).hexdigest()


FILE: Final = "downloads.json"


def routes(content: Callable[[], Downloads]) -> list[HTTPRouteHandler]:
    @get(
        "/api/downloads",
        opt=public(max_age=5, stale=DAY, version="content"),
        responses=response_specs(ValidationFailed),
        operation_id="getDownloads",
        summary="Client, patch and what they need to run",
        tags=["downloads"],
    )
    async def downloads(type: Annotated[DownloadType | None, QueryParameter()] = None) -> DownloadPage:
        items = [item for item in content().items if item.active and (type is None or item.type == type)]
        return DownloadPage(items, len(items), content().system_requirements)

    return [downloads]
