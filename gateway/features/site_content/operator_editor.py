"""Edits of the operator's content folder: checked together, written by rename, one save at a time.

A save is stored in the site schema first and then written, both under a lock of the folder. A process that ends between
the two leaves a stored version, which the repeated request writes.
"""

import asyncio
import errno
import fcntl
import os
import re
import time
from collections.abc import AsyncGenerator, Generator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Final, Literal

import msgspec
from msgspec import Struct

from gateway.config.sections import ContentSettings
from gateway.features.site_content import content_store, downloads, media, server_info, site_texts
from gateway.features.site_content.content_files import ContentError, ContentFile
from gateway.features.site_content.content_store import ContentStore
from gateway.features.site_content.folder_files import (
    MAX_FILE_BYTES,
    NEWS,
    PICTURES,
    EditError,
    digest,
    picture_files,
    read_limited,
    text_files,
)
from gateway.features.site_content.markdown_files import SLUG, NewsHead, read_head
from gateway.features.site_content.operator_uploads import PictureUploads, is_picture
from gateway.http.checked_file import CheckedFile, OutsideOfFolder
from gateway.texts import Text, languages, text

LOCK_SECONDS: Final = 10.0
_LANGUAGE: Final = rf"(?:\.(?:{'|'.join(languages())}))?"
_TEXT: Final = re.compile(
    rf"site{_LANGUAGE}\.toml|(?:server-info|media|downloads){_LANGUAGE}\.json"
    rf"|(?:pages|news)/{SLUG.pattern}{_LANGUAGE}\.md"
)
_SHAPES: Final = {
    site_texts.FILE: site_texts.SiteTexts,
    server_info.FILE: server_info.ServerInfo,
    media.FILE: list[media.MediaItem],
    downloads.FILE: downloads.Downloads,
}

Obstacle = Literal["", "sample", "switched_off", "not_writable"]


class StaleEdit(Exception):  # noqa: N818 - of an edit
    """A file has changed since the edit began."""


class FolderLocked(Exception):  # noqa: N818 - by another save
    """Another save holds the lock of the folder."""


class Edit(Struct, frozen=True):
    """`original_hash`: of the file that the operator opened; empty: there was none. `data` None: delete the file."""

    path: str
    original_hash: str
    data: bytes | None


class FileEntry(Struct, frozen=True, kw_only=True):
    """A file of the folder. `head`: of news that can be read."""

    path: str
    size: int
    hash: str
    changed_at: float
    head: NewsHead | None


class ContentEditor:
    def __init__(self, settings: ContentSettings, store: ContentStore) -> None:
        self.store, self._folder = store, store.folder
        self.uploads = PictureUploads(store.folder)
        self._is_own, self._is_enabled = bool(settings.folder), settings.editable

    @property
    def obstacle(self) -> Obstacle:
        """Returns why nothing can be changed."""
        if not self._is_own:
            return "sample"
        if not self._is_enabled:
            return "switched_off"
        folders = [self._folder, *(path for path in self._folder.glob("*") if path.is_dir())]
        return "" if all(os.access(path, os.W_OK | os.X_OK) for path in folders) else "not_writable"

    def files(self) -> list[FileEntry]:
        """Returns texts and pictures, without those that are links or cannot be read."""
        paths = [*text_files(self._folder), *picture_files(self._folder)]
        entries = [self._entry(path) for path in paths if not path.is_symlink()]
        return [entry for entry in entries if entry]

    def _entry(self, path: Path) -> FileEntry | None:
        with suppress(OSError, OutsideOfFolder, ContentError):
            return self._readable_entry(path)
        return None

    def _readable_entry(self, path: Path) -> FileEntry:
        file, name = CheckedFile.check(self._folder, path), path.relative_to(self._folder).as_posix()
        data = read_limited(file, path)
        head = _news_head(path, data) if name.startswith(f"{NEWS}/") else None
        return FileEntry(path=name, size=len(data), hash=digest(data), changed_at=file.modified_ns / 1e9, head=head)

    def read(self, path: str) -> bytes | None:
        """Raises EditError, also for a link."""
        require_path(path)
        return self._read(path)

    def _read(self, path: str) -> bytes | None:
        try:
            with self._parent(path) as (parent, name), os.fdopen(os.open(name, _READ, dir_fd=parent), "rb") as file:
                data = file.read(MAX_FILE_BYTES + 1)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise EditError(_reason(error)) from None
        if len(data) > MAX_FILE_BYTES:
            raise EditError(text("reasons.file_large", limit=MAX_FILE_BYTES))
        return data

    def current(self, edits: Sequence[Edit]) -> dict[str, bytes | None]:
        """Returns the files that the edits began with. Raises EditError, StaleEdit."""
        files = {edit.path: self.read(edit.path) for edit in edits}
        for edit in edits:
            if digest(files[edit.path]) != edit.original_hash:
                raise StaleEdit(edit.path)
        return files

    def preview(self, edits: Sequence[Edit]) -> dict[str, object]:
        """Returns the meaning of each edited text. Raises ContentError."""
        return content_store.check(self._folder, {edit.path: edit.data for edit in edits})

    @asynccontextmanager
    async def lock(self) -> AsyncGenerator[None]:
        """Holds the folder against other saves on this machine. Raises FolderLocked."""
        descriptor, deadline = os.open(self._folder, os.O_RDONLY | os.O_DIRECTORY), time.monotonic() + LOCK_SECONDS
        try:
            while not _is_locked(descriptor):
                if time.monotonic() > deadline:
                    raise FolderLocked
                await asyncio.sleep(0.05)
            yield
        finally:
            os.close(descriptor)

    def write(self, edits: Sequence[Edit]) -> None:
        """Writes the edits of files that are still as the edits began, so it can be repeated. Raises OSError."""
        for edit in sorted(edits, key=_write_order):
            current_data = self._read(edit.path)
            if digest(current_data) != edit.original_hash:
                continue
            if current_data is not None and is_picture(edit.path):
                self.uploads.keep_version(current_data)
            self._replace(edit.path, edit.data)

    def _replace(self, path: str, data: bytes | None) -> None:
        with suppress(FileExistsError):
            (self._folder / path).parent.mkdir()
        with self._parent(path) as (parent, name):
            if data is None:
                os.unlink(name, dir_fd=parent)
            else:
                temporary_name = f".{name}.half"
                with os.fdopen(os.open(temporary_name, _WRITE, 0o644, dir_fd=parent), "wb") as file:
                    with suppress(FileNotFoundError):
                        os.fchmod(file.fileno(), os.stat(name, dir_fd=parent).st_mode & 0o777)
                    file.write(data)
                    file.flush()
                    os.fsync(file.fileno())
                os.replace(temporary_name, name, src_dir_fd=parent, dst_dir_fd=parent)
            os.fsync(parent)

    @contextmanager
    def _parent(self, path: str) -> Generator[tuple[int, str]]:
        """Opens the folder of a file without following a link. Raises OSError."""
        part, _, name = path.rpartition("/")
        root = os.open(self._folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            parent = os.open(part or ".", os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=root)
        finally:
            os.close(root)
        try:
            yield parent, name
        finally:
            os.close(parent)


_READ: Final = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK
_WRITE: Final = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW


def is_text(path: str) -> bool:
    return _TEXT.fullmatch(path) is not None


def schema_of(path: str) -> dict[str, object] | None:
    """Returns the JSON schema of a file with fields, in whichever language; None for Markdown."""
    shape = _SHAPES.get(re.sub(rf"{_LANGUAGE}(?=\.\w+$)", "", path))
    return msgspec.json.schema(shape) if shape else None


def require_path(path: str) -> None:
    """Raises EditError for a path that is no text and no picture of the content."""
    if not is_text(path) and not is_picture(path):
        raise EditError(text("reasons.no_content_file"))


def _write_order(edit: Edit) -> tuple[bool, bool]:
    """Pictures before the texts that show them; deletions last, of pictures after those of texts."""
    is_deletion = edit.data is None
    return is_deletion, edit.path.startswith(f"{PICTURES}/") == is_deletion


def _is_locked(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _news_head(path: Path, data: bytes) -> NewsHead | None:
    with suppress(ContentError):
        return read_head(ContentFile(path, lambda _: data))
    return None


def _reason(error: OSError) -> Text:
    is_link = error.errno in {errno.ELOOP, errno.ENOTDIR}
    return text("reasons.link_itself") if is_link else text("reasons.system", error=str(error.strerror))
