"""Space and memory of this machine, with the limits of the alerts."""

from gateway.database.data_folders import data_folders
from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding, at_level
from gateway.features.site_content.content_store import content_folder
from gateway.observability.machine import disk_share, memory_share
from gateway.observability.signals import DISK, MEMORY, Signal
from gateway.texts import Text, text
from gateway.world_snapshot.table_files import TableFiles


async def check(context: DoctorContext) -> list[Finding]:
    folders = [content_folder(context.settings), TableFiles.open().folder]
    data = await data_folders(database for _, database in context.databases())
    disk = text("doctor.machine.disk_do")
    memory = text("doctor.machine.memory_do")
    return [
        *evaluate(DISK, disk_share([*folders, *data]), "doctor.machine.disk", disk),
        *evaluate(MEMORY, memory_share(), "doctor.machine.memory", memory),
    ]


def evaluate(signal: Signal, share: float | None, code: str, remedy: Text) -> list[Finding]:
    """`code`: of the text with `percent`. No finding where the share is unknown."""
    if share is None:
        return []
    return [at_level(signal.level(share), text(code, percent=round(share)), remedy)]
