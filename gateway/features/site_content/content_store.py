"""The content folder as one checked object, replaced while the service runs when a file in it changes."""

import asyncio
from collections.abc import Callable, Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Final

import msgspec
import structlog
from msgspec import UNSET, Struct

from gateway import package_data
from gateway.config.settings import Settings
from gateway.features.site_content import downloads, media, server_info
from gateway.features.site_content.content_files import ContentError, ContentFile
from gateway.features.site_content.downloads import Downloads
from gateway.features.site_content.media import MediaItem
from gateway.features.site_content.server_info import ServerInfo

POLL_SECONDS: Final = 2.0
TEXTS: Final = (server_info.FILE, media.FILE, downloads.FILE)
PICTURES: Final = "pictures"
FILES: Final = "files"
PICTURE_TYPES: Final = frozenset({".png", ".jpg", ".webp", ".avif", ".svg", ".ico", ".woff2"})
MAX_PICTURE_BYTES: Final = 2 << 20
MAX_PICTURES_BYTES: Final = 32 << 20
"""All pictures are held in the memory of each process."""

Fingerprint = list[tuple[str, int, int]]

log = structlog.stdlib.get_logger("gateway.content")


class SiteContent(Struct, frozen=True):
    """`pictures` and `files` by their path below those folders. `version` is a hash of everything."""

    version: str
    info: ServerInfo
    media: list[MediaItem]
    downloads: Downloads
    pictures: dict[str, bytes]
    files: dict[str, Path]


def content_folder(settings: Settings) -> Path:
    """Returns the operator's folder; without one the packaged folder with the specification's content."""
    return Path(settings.content.folder) if settings.content.folder else package_data.content()


def load(folder: Path) -> SiteContent:
    """Raises ContentError, which names the file, the line and the reason."""
    if not folder.is_dir():
        raise ContentError(f"{folder}: no such folder; `gateway content init` makes one")
    try:
        version = blake2b(msgspec.json.encode(_fingerprint(folder)), digest_size=8)
        texts = {name: ContentFile(_inside(folder, folder / name)) for name in TEXTS}
        for text in texts.values():
            version.update(text.data)
        pictures, files = _pictures(folder), _files_below(folder, FILES)
        return SiteContent(
            version=version.hexdigest(),
            info=texts[server_info.FILE].parse(ServerInfo),
            media=_media(texts[media.FILE], pictures),
            downloads=_downloads(texts[downloads.FILE], files),
            pictures=pictures,
            files=files,
        )
    except OSError as error:
        raise ContentError(f"{error.filename or folder}: {error.strerror}") from None


class ContentStore:
    """The content that this process shows. Content that is refused later leaves the previous one in place."""

    def __init__(self, folder: Path) -> None:
        """Raises ContentError."""
        self.folder = folder
        self.current = load(folder)
        self._seen: Fingerprint = []

    async def run(self, publish: Callable[[SiteContent], None]) -> None:
        """Calls `publish` in a thread with content that has changed. Never returns."""
        while True:
            await self.refresh(publish)
            await asyncio.sleep(POLL_SECONDS)

    async def refresh(self, publish: Callable[[SiteContent], None]) -> None:
        seen = await asyncio.to_thread(_fingerprint, self.folder)
        if seen == self._seen:
            return
        try:
            content = await asyncio.to_thread(load, self.folder)
            if content.version != self.current.version:
                await asyncio.to_thread(publish, content)
                self.current = content
                log.info("content_loaded", version=content.version)
        except ContentError as error:
            log.error("content_refused", reason=str(error))
        self._seen = seen


def _media(text: ContentFile, pictures: dict[str, bytes]) -> list[MediaItem]:
    items = text.parse(list[MediaItem])
    for number, item in enumerate(items):
        for key, link in (("url", item.url), ("thumbnail_url", item.thumbnail_url)):
            if link.startswith(f"/{PICTURES}/") and link.removeprefix(f"/{PICTURES}/") not in pictures:
                raise text.error(f"[{number}].{key}", f"no such picture: {link}")
    return items


def _downloads(text: ContentFile, files: dict[str, Path]) -> Downloads:
    """Adds the checksums of our own files; an item that is not active needs no file."""
    content = text.parse(Downloads)
    items = list(content.items)
    for number, item in enumerate(items):
        if not item.active or item.sha256 is not UNSET or not item.download_url.startswith(f"/{FILES}/"):
            continue
        path = files.get(item.download_url.removeprefix(f"/{FILES}/"))
        if path is None:
            raise text.error(f".items[{number}].download_url", f"no such file: {item.download_url}")
        items[number] = msgspec.structs.replace(item, sha256=downloads.sha256_of(path))
    return msgspec.structs.replace(content, items=items)


def _pictures(folder: Path) -> dict[str, bytes]:
    pictures: dict[str, bytes] = {}
    total = 0
    for name, path in _files_below(folder, PICTURES).items():
        if path.suffix not in PICTURE_TYPES:
            raise ContentError(f"{path}: not one of {', '.join(sorted(PICTURE_TYPES))}")
        if (size := path.stat().st_size) > MAX_PICTURE_BYTES:
            raise ContentError(f"{path}: larger than {MAX_PICTURE_BYTES:,} bytes")
        total += size
        if total > MAX_PICTURES_BYTES:
            raise ContentError(f"{path}: the pictures together are larger than {MAX_PICTURES_BYTES:,} bytes")
        pictures[name] = path.read_bytes()
    return pictures


def _files_below(folder: Path, part: str) -> dict[str, Path]:
    return {path.relative_to(folder / part).as_posix(): _inside(folder, path) for path in _walk(folder / part)}


def _walk(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        hidden = any(name.startswith(".") for name in path.relative_to(folder).parts)
        if not hidden and (path.is_file() or path.is_symlink()):
            yield path


def _inside(folder: Path, path: Path) -> Path:
    """Refuses a symbolic link that would publish a file from elsewhere on the machine."""
    if not path.resolve().is_relative_to(folder.resolve()):
        raise ContentError(f"{path}: a link to a file outside of the content folder")
    return path


def _fingerprint(folder: Path) -> Fingerprint:
    """Returns name, time of modification and size of each file; a file that vanishes meanwhile is left out."""
    seen: Fingerprint = []
    for path in [*(folder / name for name in TEXTS), *_walk(folder / PICTURES), *_walk(folder / FILES)]:
        try:
            status = path.stat()
        except OSError:
            continue
        seen.append((path.relative_to(folder).as_posix(), status.st_mtime_ns, status.st_size))
    return seen
