"""Name tables and packed snapshots as files that the processes of a machine map and share.

A file is complete before it gets its name and never changes afterwards. Deleting it takes nothing from a process that
has mapped it.
"""

import mmap
import os
import stat
import tempfile
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final, Literal

from gateway.world_snapshot.serialization import PackError

_SLICE: Final = 8 << 20
Kind = Literal["names", "snapshot"]
_ABANDONED_SECONDS: Final[dict[Kind, float]] = {"names": 900.0, "snapshot": 120.0}
"""Age of a file that no builder has used since. A snapshot is deleted when the next one is loaded."""


class TableFiles:
    def __init__(self, folder: Path, kind: Kind = "names") -> None:
        self.folder = folder
        self.kind: Final = kind

    @classmethod
    def open(cls, kind: Kind = "names") -> "TableFiles":
        return cls(_runtime_folder(), kind)

    def map(self, table_id: str) -> memoryview:
        """Returns the bytes of a table's file. Raises PackError if there is none."""
        try:
            self._check_folder()
            file = os.open(self._path(table_id), os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
            try:
                return memoryview(mmap.mmap(file, 0, access=mmap.ACCESS_READ))
            finally:
                os.close(file)
        except (OSError, ValueError) as error:
            raise PackError(f"without its file of kind {self.kind}: {type(error).__name__}") from error

    @staticmethod
    def release(data: memoryview) -> None:
        """Gives the pages of a mapped file back in slices. The last reference would unmap them at once, which blocks
        the event loop for 10 ms at a hundred megabytes. A reader maps them again."""
        if isinstance(data.obj, mmap.mmap):
            for start in range(0, len(data), _SLICE):
                data.obj.madvise(mmap.MADV_DONTNEED, start, min(_SLICE, len(data) - start))

    def write(self, table_id: str, chunks: Iterable[bytes | memoryview]) -> None:
        """Writes a table's file. One that is there stays: the processes that share it are not to hold two of them, and
        a reader deletes a damaged one. Raises OSError."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._check_folder()
        file, path = tempfile.mkstemp(prefix=f"{self.kind}-", suffix=".part", dir=self.folder)
        try:
            with os.fdopen(file, "wb") as target:
                target.writelines(chunks)
            with suppress(FileExistsError):
                os.link(path, self._path(table_id))
        finally:
            with suppress(OSError):
                Path(path).unlink()

    def delete(self, table_id: str) -> None:
        with suppress(OSError, PackError):
            self._path(table_id).unlink()

    def keep(self, table_id: str) -> None:
        """Marks a file as used now, and deletes those of its kind that no process has used for a while."""
        with suppress(OSError, PackError):
            os.utime(self._path(table_id))
        oldest = time.time() - _ABANDONED_SECONDS[self.kind]
        for path in self.folder.glob(f"{self.kind}-*"):
            with suppress(OSError):
                if path.stat().st_mtime < oldest:
                    path.unlink()

    def _check_folder(self) -> None:
        """Refuses a folder that another user could write to: a shortened file would kill the processes that map it."""
        status = self.folder.lstat()
        is_ours = stat.S_ISDIR(status.st_mode) and status.st_uid == os.geteuid()
        if not is_ours or status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
            raise PermissionError(f"{self.folder} belongs to, or is writable by, another user")

    def _path(self, table_id: str) -> Path:
        if not table_id.replace("-", "").isalnum():
            raise PackError("not the id of a table")
        return self.folder / f"{self.kind}-{table_id}.table"


def _runtime_folder() -> Path:
    """Returns systemd's folder for the service, else one in the temporary folder."""
    if folders := os.environ.get("RUNTIME_DIRECTORY"):
        return Path(folders.split(":")[0])
    return Path(tempfile.gettempdir()) / f"gateway-{os.geteuid()}"
