"""Folders in which the databases on this machine keep their tables."""

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

from msgspec import Struct

from gateway.database.database import Database
from gateway.database.errors import DatabaseError
from gateway.database.queries import query

_LOCAL_HOSTS: Final = frozenset({"localhost", "127.0.0.1", "::1"})


class DataFolder(Struct, frozen=True):
    path: str


DATA_FOLDER: Final = query("health.data_folder", DataFolder)


async def data_folders(databases: Iterable[Database]) -> set[Path]:
    """Leaves out databases that do not answer, and those of other machines."""
    folders = set[Path]()
    for database in databases:
        if database.dsn.unix_socket or database.dsn.host in _LOCAL_HOSTS:
            with suppress(DatabaseError):
                row = await database.one(DATA_FOLDER)
                folders |= {Path(row.path)} if row else set()
    return folders
