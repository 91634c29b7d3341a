"""Files below a folder: opened without following links, and only while they are the ones that were checked."""

import errno
import os
import stat
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

_FOLDER: Final = os.O_RDONLY | os.O_DIRECTORY
_READ: Final = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK


class OutsideOfFolder(Exception):  # noqa: N818 - a link leads there
    """A link leads out of the folder."""


class CheckedFile(NamedTuple):
    """A regular file as it was when it was checked. `parts`: its path below the folder, free of links then."""

    folder: Path
    parts: tuple[str, ...]
    device: int
    inode: int
    size: int
    modified_ns: int

    @classmethod
    def check(cls, folder: Path, path: Path) -> "CheckedFile":
        """Raises OutsideOfFolder, OSError."""
        root = folder.resolve()
        try:
            parts = path.resolve().relative_to(root).parts
        except ValueError:
            raise OutsideOfFolder(str(path)) from None
        except RuntimeError:  # a circle of links, before Python 3.13
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path)) from None
        descriptor = _open_below(root, parts)
        try:
            device, inode, size, modified_ns = _identity(descriptor)
            return cls(root, parts, device=device, inode=inode, size=size, modified_ns=modified_ns)
        finally:
            os.close(descriptor)

    @contextmanager
    def opened(self) -> Generator[int]:
        """Yields a descriptor of the file for `os.pread`. Raises OSError; ESTALE for another or changed file."""
        descriptor = self.open()
        try:
            yield descriptor
        finally:
            os.close(descriptor)

    def open(self) -> int:
        """Returns a descriptor, which the caller closes. Raises as `opened`."""
        descriptor = _open_below(self.folder, self.parts)
        if _identity(descriptor) != (self.device, self.inode, self.size, self.modified_ns):
            os.close(descriptor)
            raise OSError(errno.ESTALE, os.strerror(errno.ESTALE), str(self.folder.joinpath(*self.parts)))
        return descriptor

    def read(self) -> bytes:
        """Raises as `opened`, also for a file that has become shorter meanwhile."""
        with self.opened() as descriptor:
            body = b""
            while len(body) < self.size:
                if not (chunk := os.pread(descriptor, self.size - len(body), len(body))):
                    raise OSError(errno.ESTALE, os.strerror(errno.ESTALE), str(self.folder.joinpath(*self.parts)))
                body += chunk
            return body


def _open_below(root: Path, parts: tuple[str, ...]) -> int:
    """Opens each part of the path without following a link. Raises OSError."""
    if not parts:
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(root))
    parent = os.open(root, _FOLDER)
    try:
        for part in parts[:-1]:
            folder = os.open(part, _FOLDER | os.O_NOFOLLOW, dir_fd=parent)
            os.close(parent)
            parent = folder
        descriptor = os.open(parts[-1], _READ, dir_fd=parent)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(root.joinpath(*parts))) from None
    finally:
        os.close(parent)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, "is not a regular file", str(root.joinpath(*parts)))
    return descriptor


def _identity(descriptor: int) -> tuple[int, int, int, int]:
    status = os.fstat(descriptor)
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns
