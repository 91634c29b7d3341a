"""Files on this machine: who may read the configuration, and whether the page is built."""

from __future__ import annotations

import os
import re
import stat
import time
from pathlib import Path
from typing import Final

from gateway import package_data
from gateway.config import settings as configuration
from gateway.config.settings import Settings
from gateway.doctor.context import Patient
from gateway.doctor.findings import Finding, advice, bad, ok

CONFIG_TOPIC: Final = "files"
PAGE_TOPIC: Final = "page"
_ASSET: Final = re.compile(r'(?:src|href)="/(assets/[^"?#]+)"')
_BUILD: Final = "run `npm run build` (or install the wheel, which brings the page), and start again"
_DAY: Final = 86_400


async def look(patient: Patient) -> list[Finding]:
    if patient.config is None:
        return [ok(CONFIG_TOPIC, "no configuration file: the settings come from the environment")]
    return config(patient.config, patient.settings, os.geteuid())


def config(path: Path, settings: Settings, user: int) -> list[Finding]:
    """Judges mode and owner of the file; `user`: the number of who asks."""
    try:
        found = path.stat()
    except OSError as wrong:
        return [bad(CONFIG_TOPIC, f"{path}: {wrong.strerror}", "name the file that `gateway install --apply` wrote")]
    mode, mend = stat.S_IMODE(found.st_mode), f"chmod 600 {path}"
    told = f"{path} (mode {mode:04o})"
    if mode & 0o002:
        return [bad(CONFIG_TOPIC, f"{told} can be changed by everybody on this machine", mend)]
    if not secrets_in(settings):
        return [ok(CONFIG_TOPIC, f"{told} holds no password")]
    if mode & 0o004:
        return [bad(CONFIG_TOPIC, f"{told} holds passwords, and everybody on this machine can read it", mend)]
    if mode & 0o070:
        return [
            advice(CONFIG_TOPIC, f"{told} holds passwords, and its group can read it", f"{mend}, if no one needs to")
        ]
    if user not in {0, found.st_uid}:
        told = f"{told} belongs to user {found.st_uid}, and the doctor runs as user {user}"
        return [advice(CONFIG_TOPIC, told, "let the service's own user own it (chown), and nobody else")]
    return [ok(CONFIG_TOPIC, f"{told} is for its owner only")]


def secrets_in(settings: Settings) -> bool:
    """Whether some value is one that `gateway config` would not show."""
    for key in configuration.KEYS.values():
        value = getattr(getattr(settings, key.section), key.name)
        if configuration.masked(value, key) != value:
            return True
    return False


async def look_at_page(_patient: Patient) -> list[Finding]:
    return page(package_data.ui(), package_data.ui().parent / "src", time.time())


def page(built: Path, sources: Path, now: float) -> list[Finding]:
    """Judges the built page; `sources`: what it was made of, where this is a checkout. `now` in epoch seconds."""
    index = built / "index.html"
    if not index.is_file():
        return [bad(PAGE_TOPIC, f"the page is not built: there is no {index}", _BUILD)]
    named = set(_ASSET.findall(index.read_text(encoding="utf-8", errors="replace")))
    if not named:
        return [bad(PAGE_TOPIC, f"{index} names no script and no style", _BUILD)]
    if gone := sorted(name for name in named if not (built / name).is_file()):
        return [bad(PAGE_TOPIC, f"the page is half built: {', '.join(gone)} is missing", _BUILD)]
    made = index.stat().st_mtime
    changed = max((path.stat().st_mtime for path in sources.rglob("*") if path.is_file()), default=0.0)
    if changed > made:
        return [advice(PAGE_TOPIC, "the page is older than its sources: it was not built since they changed", _BUILD)]
    days = max(0, int(now - made)) // _DAY
    age = f"{days} days ago" if days > 1 else "in the last two days"
    return [ok(PAGE_TOPIC, f"the page is built, {age}, with all {len(named)} files that it begins with")]
