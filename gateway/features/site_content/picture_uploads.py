"""Uploads of pictures: written to the content folder as they arrive, and kept until a save names their hash."""

import asyncio
import os
import re
import time
import uuid
from collections.abc import AsyncIterable
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO, Final

from gateway.features.site_content.folder_files import PICTURES, EditError

UPLOADS: Final = ".uploads"
"""Folder below the content; hidden, so no part of it."""
KEPT_UPLOADS: Final = 16
HALF: Final = ".half"
"""Suffix of an upload that has not ended."""
HALF_SECONDS: Final = 3600
"""After which such a file belongs to a process that was killed."""
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
        self._folder = folder / UPLOADS

    async def stage(self, name: str, chunks: AsyncIterable[bytes]) -> str:
        """Returns the hash that a save names. A body of another type, or one that fails, leaves nothing.

        Raises EditError, OSError, and what `chunks` raises.
        """
        if not is_picture(f"{PICTURES}/{name}"):
            raise EditError(f"a name has letters, digits, dots and hyphens, and ends with {', '.join(_SIGNATURES)}")
        half = self._folder / f"{uuid.uuid4().hex}{HALF}"
        try:
            upload = await self._write(half, Path(name).suffix, chunks)
            await asyncio.to_thread(os.replace, half, self._folder / upload)
        finally:
            half.unlink(missing_ok=True)
        await asyncio.to_thread(self._prune)
        return upload

    async def _write(self, half: Path, suffix: str, chunks: AsyncIterable[bytes]) -> str:
        """Creates the file once the beginning has the type's signature."""
        head, digest = b"", sha256()
        body = aiter(chunks)
        async for chunk in body:
            head += chunk
            if len(head) >= _HEAD_BYTES:
                break
        if not _SIGNATURES[suffix].match(head):
            raise EditError(f"is not a {suffix} file")
        with await asyncio.to_thread(self._create, half) as file:
            await asyncio.to_thread(file.write, head)
            digest.update(head)
            async for chunk in body:
                await asyncio.to_thread(file.write, chunk)
                digest.update(chunk)
        return digest.hexdigest()

    def _create(self, half: Path) -> BinaryIO:
        self._folder.mkdir(exist_ok=True)
        folder = os.open(self._folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        try:
            return os.fdopen(os.open(half.name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644, dir_fd=folder), "wb")
        finally:
            os.close(folder)

    def _prune(self) -> None:
        """Forgets all but the newest uploads, and what a killed process left behind."""
        times = {path: path.stat().st_mtime for path in self._folder.iterdir()}
        ended = sorted((path for path in times if path.suffix != HALF), key=times.__getitem__, reverse=True)
        orphans = [path for path in times if path.suffix == HALF and times[path] < time.time() - HALF_SECONDS]
        for path in (*ended[KEPT_UPLOADS:], *orphans):
            path.unlink(missing_ok=True)

    def data(self, upload: str) -> bytes:
        """Raises EditError."""
        try:
            return (self._folder / upload).read_bytes()
        except OSError:
            raise EditError("upload the picture again") from None
