"""The age of the newest verified backup."""

import time

from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding, advice, at_level
from gateway.features.operators import backup_record
from gateway.observability.signals import BACKUP_OLD
from gateway.texts import text


async def check(context: DoctorContext) -> list[Finding]:
    if not context.answers("site"):
        return []
    age = backup_record.age_hours(await backup_record.read_last(context.db.site), time.time())
    if age is None:
        return [advice(text("doctor.backups.none"), text("doctor.backups.none_do"))]
    return [
        at_level(BACKUP_OLD.level(age), text("doctor.backups.age", hours=round(age)), text("doctor.backups.old_do"))
    ]
