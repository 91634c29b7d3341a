"""Files of a content folder, also as they would be after edits that are not written yet."""

import errno
import os
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Final

from gateway.features.site_content.content_files import ContentError
from gateway.http.checked_file import CheckedFile, OutsideOfFolder
from gateway.texts import Refusal, text

PAGES: Final = "pages"
NEWS: Final = "news"
PICTURES: Final = "pictures"
FILES: Final = "files"
MAX_FILE_BYTES: Final = 2 << 20
"""Limit of a text or picture; those of texts are lower."""

Fingerprint = list[tuple[str, int, int, int, int]]
"""Name, time of modification in ns, size, device and inode."""
Edits = Mapping[str, bytes | None]
"""Data by path below the folder; None: the file is deleted."""
NO_EDITS: Final[Edits] = MappingProxyType({})
NO_FILES: Final[Mapping[str, bytes]] = MappingProxyType({})


class EditError(Refusal):
    """An edit that no content folder takes."""


def digest(data: bytes | None) -> str:
    """Returns the hash of a file; empty for none."""
    return "" if data is None else sha256(data).hexdigest()


class FolderFiles:
    """The files of a folder. Raises OSError, and ContentError for a link that leads out of the folder."""

    def __init__(self, folder: Path, edits: Edits = NO_EDITS) -> None:
        self.folder = folder
        self._edits = {folder / name: data for name, data in edits.items()}
        self.data: dict[str, bytes] = {}
        """What was read, by path below the folder."""

    def top_files(self) -> list[Path]:
        return self._with_edits(_top_files(self.folder), self.folder)

    def files_below(self, part: str) -> dict[str, Path]:
        """Returns the files by their path below a part of the folder."""
        part_folder = self.folder / part
        paths = self._with_edits(_walk(part_folder), part_folder)
        names = {path.relative_to(part_folder).as_posix(): path for path in paths}
        for name in names:
            if not name.isprintable():
                raise ContentError(part_folder, text("reasons.name_hidden", name=ascii(name)))
        return names

    def checked_files(self, part: str) -> dict[str, CheckedFile]:
        """Returns the files on disk below a part of the folder, which no edit can change."""
        return {name: self._check(path) for name, path in self.files_below(part).items()}

    def exists(self, path: Path) -> bool:
        return self._edits[path] is not None if path in self._edits else path.exists()

    def size(self, path: Path) -> int:
        data = self._edits.get(path)
        return self._check(path).size if data is None else len(data)

    def read(self, path: Path) -> bytes:
        data = self._edits[path] if path in self._edits else read_limited(self._check(path), path)
        if data is None:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
        self.data[path.relative_to(self.folder).as_posix()] = data
        return data

    def _with_edits(self, paths: Iterator[Path], folder: Path) -> list[Path]:
        edited_paths = {path for path, data in self._edits.items() if data is not None and path.parent == folder}
        return sorted(edited_paths | {path for path in paths if path not in self._edits})

    def _check(self, path: Path) -> CheckedFile:
        """Refuses a symbolic link that would publish a file from elsewhere on the machine."""
        try:
            return CheckedFile.check(self.folder, path)
        except OutsideOfFolder:
            raise ContentError(path, text("reasons.link_outside")) from None


def read_limited(file: CheckedFile, path: Path) -> bytes:
    """Raises OSError, and ContentError for a file that is larger than any text or picture may be."""
    if file.size > MAX_FILE_BYTES:
        raise ContentError(path, text("reasons.file_large", limit=MAX_FILE_BYTES))
    return file.read()


def text_files(folder: Path) -> list[Path]:
    """Returns the files of all languages that hold texts of the site."""
    return [*sorted(_top_files(folder)), *_walk(folder / PAGES), *_walk(folder / NEWS)]


def picture_files(folder: Path) -> list[Path]:
    return list(_walk(folder / PICTURES))


def fingerprint(folder: Path) -> Fingerprint:
    """Returns the state of each file; one that vanishes meanwhile is left out."""
    files: Fingerprint = []
    parts = (path for part in (PICTURES, FILES) for path in _walk(folder / part))
    for path in [*text_files(folder), *parts]:
        try:
            status = path.stat()
        except OSError:
            continue
        name = path.relative_to(folder).as_posix()
        files.append((name, status.st_mtime_ns, status.st_size, status.st_dev, status.st_ino))
    return files


def _top_files(folder: Path) -> Iterator[Path]:
    return (path for pattern in ("*.toml", "*.json") for path in folder.glob(pattern))


def _walk(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        is_hidden = any(name.startswith(".") for name in path.relative_to(folder).parts)
        if not is_hidden and (path.is_file() or path.is_symlink()):
            yield path
