"""Uploads of pictures: written to the content folder as they arrive, and kept until a save names their hash.

Pictures that a save replaces or deletes are kept beside them, so that a save can name their hash again.
"""

import asyncio
import os
import re
import time
import uuid
from collections.abc import AsyncIterable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO, Final

from gateway.features.site_content.folder_files import PICTURES, EditError, digest
from gateway.texts import text

UPLOADS: Final = ".uploads"
"""Folder below the content; hidden, so no part of it."""
VERSIONS: Final = ".versions"
"""Folder of the former pictures, named by their hashes."""
MAX_VERSION_BYTES: Final = 64 << 20
"""Limit of all former pictures together; the oldest ones are deleted."""
KEPT_UPLOADS: Final = 16
PARTIAL_SUFFIX: Final = ".half"
"""Suffix of an upload that is not complete."""
MAX_PARTIAL_SECONDS: Final = 3600
"""An older one was left by a process that was killed."""
_HEAD_BYTES: Final = 256
_PICTURE: Final = re.compile(rf"{PICTURES}/[A-Za-z0-9_][A-Za-z0-9_.-]{{0,79}}")
_SIGNATURES: Final = {
    ".png": re.compile(rb"\x89PNG\r\n\x1a\n"),
    ".jpg": re.compile(rb"\xff\xd8\xff"),
    ".webp": re.compile(rb"RIFF....WEBP", re.DOTALL),
    ".avif": re.compile(rb"....ftypavi[fs]", re.DOTALL),
    ".svg": re.compile(rb"\s*(?:\xef\xbb\xbf)?\s*<(?:\?xml|!--|!DOCTYPE|svg)"),
    ".ico": re.compile(rb"\x00\x00\x01\x00"),
    ".woff2": re.compile(rb"wOF2"),
}


def is_picture(path: str) -> bool:
    return _PICTURE.fullmatch(path) is not None and Path(path).suffix in _SIGNATURES


class PictureUploads:
    def __init__(self, folder: Path) -> None:
        self._folder, self._versions = folder / UPLOADS, folder / VERSIONS

    async def stage(self, name: str, chunks: AsyncIterable[bytes]) -> str:
        """Returns the hash that a save names. A body of another type, or one that fails, leaves nothing.

        Raises EditError, OSError, and what `chunks` raises.
        """
        if not is_picture(f"{PICTURES}/{name}"):
            raise EditError(text("reasons.picture_name", endings=", ".join(_SIGNATURES)))
        partial_file = self._folder / f"{uuid.uuid4().hex}{PARTIAL_SUFFIX}"
        try:
            upload = await self._write(partial_file, Path(name).suffix, chunks)
            await asyncio.to_thread(os.replace, partial_file, self._folder / upload)
        finally:
            partial_file.unlink(missing_ok=True)
        await asyncio.to_thread(self._prune)
        return upload

    async def _write(self, partial_file: Path, suffix: str, chunks: AsyncIterable[bytes]) -> str:
        """Creates the file once the beginning has the type's signature."""
        head, digest = b"", sha256()
        body = aiter(chunks)
        async for chunk in body:
            head += chunk
            if len(head) >= _HEAD_BYTES:
                break
        if not _SIGNATURES[suffix].match(head):
            raise EditError(text("reasons.picture_type", ending=suffix))
        with await asyncio.to_thread(_create, partial_file) as file:
            await asyncio.to_thread(file.write, head)
            digest.update(head)
            async for chunk in body:
                await asyncio.to_thread(file.write, chunk)
                digest.update(chunk)
        return digest.hexdigest()

    def _prune(self) -> None:
        """Deletes all but the newest uploads, and partial files of killed processes."""
        oldest = time.time() - MAX_PARTIAL_SECONDS
        times = {path: path.stat().st_mtime for path in self._folder.iterdir()}
        partial_files = [path for path in times if path.suffix == PARTIAL_SUFFIX]
        uploads = sorted(times.keys() - partial_files, key=times.__getitem__, reverse=True)
        orphans = [path for path in partial_files if times[path] < oldest]
        for path in (*uploads[KEPT_UPLOADS:], *orphans):
            path.unlink(missing_ok=True)

    def data(self, upload: str) -> bytes:
        """Returns an upload, or a former picture. Raises EditError."""
        for folder in (self._folder, self._versions):
            with suppress(OSError):
                return (folder / upload).read_bytes()
        raise EditError(text("reasons.upload_gone"))

    def keep_version(self, data: bytes) -> None:
        """Stores a picture that is replaced or deleted next. Raises OSError."""
        partial_file = self._versions / f"{uuid.uuid4().hex}{PARTIAL_SUFFIX}"
        try:
            with _create(partial_file) as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            partial_file.replace(self._versions / digest(data))
        finally:
            partial_file.unlink(missing_ok=True)
        self._prune_versions()

    def _prune_versions(self) -> None:
        remaining_bytes = MAX_VERSION_BYTES
        for path in sorted(self._versions.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True):
            remaining_bytes -= path.stat().st_size
            if remaining_bytes < 0:
                path.unlink(missing_ok=True)

    def versions(self) -> frozenset[str]:
        """Returns the hashes of the former pictures."""
        return frozenset(path.name for path in self._versions.glob("*") if path.suffix != PARTIAL_SUFFIX)


def _create(partial_file: Path) -> BinaryIO:
    partial_file.parent.mkdir(exist_ok=True)
    folder = os.open(partial_file.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        return os.fdopen(os.open(partial_file.name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644, dir_fd=folder), "wb")
    finally:
        os.close(folder)
