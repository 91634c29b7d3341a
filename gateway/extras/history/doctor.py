"""The recorded days: how long they are kept, the last one, and those that were closed late."""

import time

from gateway.config.site_days import date_of
from gateway.database.installation import site_days
from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding, advice, ok
from gateway.extras.history import storage
from gateway.extras.history.settings import HistorySettings
from gateway.extras.history.tracked import HISTORY_BEHIND, days_behind
from gateway.texts import text


async def check(context: DoctorContext) -> list[Finding]:
    if not context.answers("site"):
        return []
    days = await context.db.site.read(storage.DAYS)
    kept_days = context.settings.of(HistorySettings).days
    retention = text("doctor.history.retention", days=kept_days)
    if not days:
        return [ok(text("doctor.history.none", retention=retention))]
    last, late = days[-1], sum(row.is_late for row in days)
    values = {"days": len(days), "last": str(date_of(last.day)), "late": late}
    message = text("doctor.history.days", **values, retention=retention)
    current_days = await site_days(context.db.site, context.settings.server.zone)
    if HISTORY_BEHIND.level(days_behind(last.day, time.time(), current_days)) != "ok":
        return [advice(message, text("doctor.history.do"))]
    return [ok(message)]
