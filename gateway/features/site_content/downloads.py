"""The game client and its patch."""

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

HASHED_BYTES = 16 << 20
"""Larger files are not hashed: reading a whole game client would hold up the start by seconds."""


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
    """The content file. The guide is the page's alone and not answered by the service."""

    items: list[Download]
    system_requirements: SystemRequirements
    installation_guide: InstallationGuide


class DownloadPage(Struct, frozen=True):
    data: list[Download]
    total: int
    system_requirements: SystemRequirements


def hashed(item: Download, folder: Path) -> Download:
    """The item with the SHA-256 of its file in `folder`, unless that is large. Raises ContentError if it is missing."""
    if item.sha256 is not UNSET or not item.download_url.startswith("/files/"):
        return item
    path = folder / item.download_url.removeprefix("/files/")
    try:
        if path.stat().st_size > HASHED_BYTES:
            return item
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as wrong:
        raise ContentError(f"{path}: {wrong.strerror}, but `{item.id}` in downloads.json offers it") from None
    return msgspec.structs.replace(item, sha256=digest)


CONTENT = content_files.read("downloads.json", Downloads)
ITEMS = [hashed(item, package_data.content() / "files") for item in CONTENT.items if item.active]


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
