"""Downloads: the game client and its patch."""

import hashlib
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from litestar import get
from litestar.params import QueryParameter
from msgspec import UNSET, Struct, UnsetType

from gateway import package_data
from gateway.features.site_content import content_files
from gateway.features.site_content.content_files import ContentError, Record
from gateway.http.errors import ValidationFailed, documented
from gateway.http.response_cache import public

DownloadType = Literal["full_client", "patch"]

MAX_HASHED_BYTES = 16 << 20
"""Larger files are not hashed: reading a game client would delay the start by seconds."""


class Download(Record):
    id: str
    name: str
    type: DownloadType
    file_size: str
    download_url: str
    version: str
    active: bool
    sha256: str | UnsetType = UNSET


class Requirements(Record):
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
    text: str


class Help(Record):
    text: str
    chat_url: str
    forum_url: str


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


def with_sha256(item: Download, folder: Path) -> Download:
    """Adds the SHA-256 of the item's file in `folder`, unless that is large. Raises ContentError for a missing file."""
    if item.sha256 is not UNSET or not item.download_url.startswith("/files/"):
        return item
    path = folder / item.download_url.removeprefix("/files/")
    try:
        if path.stat().st_size > MAX_HASHED_BYTES:
            return item
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise ContentError(f"{path}: {error.strerror}; `{item.id}` in downloads.json refers to it") from None
    return msgspec.structs.replace(item, sha256=digest)


CONTENT = content_files.read("downloads.json", Downloads)
ITEMS = [with_sha256(item, package_data.content() / "files") for item in CONTENT.items if item.active]


@get(
    "/api/downloads",
    opt=public(max_age=300, stale=86400),
    responses=documented(ValidationFailed),
    operation_id="getDownloads",
    summary="Client, patch and what they need to run",
    tags=["downloads"],
)
async def downloads(type: Annotated[DownloadType | None, QueryParameter()] = None) -> DownloadPage:
    items = [item for item in ITEMS if type is None or item.type == type]
    return DownloadPage(items, len(items), CONTENT.system_requirements)


routes = [downloads]
