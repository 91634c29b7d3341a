"""The age of the newest verified backup."""

import time

from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding, advice, ok
from gateway.features.operators import backup_record
from gateway.observability.signals import BACKUP_OLD


async def check(context: DoctorContext) -> list[Finding]:
    if not context.answers("site"):
        return []
    age = backup_record.age_hours(await backup_record.read_last(context.db.site), time.time())
    if age is None:
        text = "backups: `gateway backup` has made none yet"
        return [
            advice(
                text,
                "run it every day, as gateway/docs/operators/backup.md has it; other tools do not say that they failed",
            )
        ]
    text = f"backups: the newest verified one is {age:,.0f} hours old"
    if BACKUP_OLD.level(age) == "ok":
        return [ok(text)]
    return [advice(text, "run `gateway backup DIR` by hand: it says why there is none")]
