"""The guide's file: missing, older than the datapack or the game's settings, or without items that players hold."""

import asyncio
from collections import Counter
from datetime import datetime
from pathlib import Path
from typing import Final

from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding, advice, bad, ok
from gateway.extras.guide.datapack.server_rates import newest_file
from gateway.extras.guide.guide_file import GuideFileError
from gateway.extras.guide.open_guide import OpenFile, Sources
from gateway.extras.guide.settings import GuideSettings
from gateway.texts import text

_SHOWN: Final = 8


async def check(context: DoctorContext) -> list[Finding]:
    path = context.settings.of(GuideSettings).file
    remedy = text("doctor.guide.import")
    if not path:
        return [advice(text("doctor.guide.none"), remedy)]
    try:
        file = OpenFile(Path(path))
    except GuideFileError as error:
        return [bad(text("doctor.guide.unreadable", error=str(error)), remedy)]
    day = datetime.fromtimestamp(file.about.read_at, context.settings.server.zone).date().isoformat()
    findings = [ok(text("doctor.guide.fine", items=len(file.items), monsters=len(file.monsters), day=day))]
    findings += await asyncio.to_thread(age_findings, file.sources)
    if context.answers("game") and "items" not in context.report.broken_views:
        ids = Counter(item.item_id for item in (await context.samples.items()).rows)
        entries = set(file.items.ids())
        missing = Counter({item_id: count for item_id, count in ids.items() if item_id not in entries})
        if missing:
            item_list = ", ".join(f"#{item_id}" for item_id, _ in missing.most_common(_SHOWN))
            findings.append(advice(text("doctor.guide.items", count=len(missing), items=item_list), remedy))
    return findings


def age_findings(sources: Sources) -> list[Finding]:
    """Returns none where the folders are not on this machine: the import ran on another one."""
    folder, game_config = Path(sources.folder), Path(sources.game_config)
    try:
        if not (folder.is_dir() and game_config.is_dir()):
            return []
        is_old = newest_file(sources.family, folder, game_config) > sources.newest
    except OSError as error:
        return [advice(text("doctor.guide.unknown_age", error=str(error)), text("doctor.guide.import"))]
    return [advice(text("doctor.guide.old", folder=sources.folder), text("doctor.guide.import"))] if is_old else []
