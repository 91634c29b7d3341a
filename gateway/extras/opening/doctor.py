"""The opening day: its hour as players read it, one that is over, and the folder of the countdown page."""

import os
import time
from pathlib import Path

from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding, advice, bad, ok
from gateway.extras.opening.day import date_text
from gateway.extras.opening.repository import Opening, newest, phase_of
from gateway.extras.opening.settings import OpeningSettings
from gateway.texts import SOURCE, text


async def check(context: DoctorContext) -> list[Finding]:
    if not context.answers("site"):
        return []
    opening, now = await newest(context.db.site), time.time()
    findings = [_day(context, opening, now)]
    folder = context.settings.of(OpeningSettings).folder
    if phase_of(opening, now) in {"waiting", "expected"}:
        findings.append(_folder(folder))
    return findings


def _day(context: DoctorContext, opening: Opening | None, now: float) -> Finding:
    phase = phase_of(opening, now)
    if opening is None or phase == "none":
        return ok(text("doctor.opening.none"))
    date = date_text(opening.opens_at, context.settings.server.zone, SOURCE)
    zone = context.settings.server.time_zone
    if phase == "expected":
        return bad(text("doctor.opening.overdue", date=date), text("doctor.opening.overdue_do"))
    return ok(text(f"doctor.opening.{phase}", date=date, zone=zone))


def _folder(folder: str) -> Finding:
    if not folder:
        return advice(text("doctor.opening.no_folder"), text("doctor.opening.no_folder_do"))
    path = Path(folder)
    if not (path.is_dir() and os.access(path, os.W_OK | os.X_OK)):
        return bad(text("doctor.opening.folder_refused", folder=folder), text("doctor.opening.folder_refused_do"))
    return ok(text("doctor.opening.folder", folder=folder))
