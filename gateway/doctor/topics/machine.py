"""Space and memory of this machine, with the limits of the alerts."""

from typing import Final

from gateway.database.data_folders import data_folders
from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding, advice, bad, ok
from gateway.features.site_content.content_store import content_folder
from gateway.observability.machine import disk_share, memory_share
from gateway.observability.signals import DISK, MEMORY, Signal
from gateway.world_snapshot.table_files import TableFiles

_NAME: Final = "the fullest file system of the service and its databases"
_DISK: Final = "free space, or enlarge the file system: a full one stops the database"
_MEMORY: Final = "raise MemoryMax of the unit, or move something to another machine"


async def check(context: DoctorContext) -> list[Finding]:
    folders = [content_folder(context.settings), TableFiles.open().folder]
    data = await data_folders(database for _, database in context.databases())
    return [
        *evaluate(
            DISK, disk_share([*folders, *data]), "the fullest file system of the service and its databases", _DISK
        ),
        *evaluate(MEMORY, memory_share(), "memory of this machine, or of the limit of this process,", _MEMORY),
    ]


def evaluate(signal: Signal, share: float | None, name: str, remedy: str) -> list[Finding]:
    if share is None:
        return []
    level, text = signal.level(share), f"{name} is {share:.0f} % used"
    return [ok(text) if level == "ok" else (bad if level == "bad" else advice)(text, remedy)]
