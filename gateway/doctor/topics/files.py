"""Files on this machine: permissions of the configuration file, and the built page."""

import os
import re
import stat
from pathlib import Path
from typing import Final

from gateway import package_data
from gateway.config import settings as configuration
from gateway.config.other_sites import shared_with_others
from gateway.config.settings import Settings
from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding, advice, bad, ok
from gateway.texts import text

_ASSET: Final = re.compile(r'(?:src|href)="/(assets/[^"?#]+)"')
_BUILD: Final = text("doctor.page.build")


async def check_config(context: DoctorContext) -> list[Finding]:
    old_keys = [
        advice(message, text("doctor.files.old_key_do"))
        for message in configuration.old_keys(context.config, os.environ)
    ]
    if context.config is None:
        return [ok(text("doctor.files.no_file")), *old_keys]
    shared = [
        bad(text("doctor.files.shared", problem=problem), text("doctor.files.shared_do"))
        for problem in shared_with_others(context.config, context.settings)
    ]
    return [evaluate_config(context.config, context.settings, os.geteuid()), *old_keys, *shared]


def evaluate_config(path: Path, settings: Settings, user_id: int) -> Finding:
    try:
        status = path.stat()
    except OSError as error:
        message = text("doctor.files.unreadable", path=str(path), error=str(error.strerror))
        return bad(message, text("doctor.files.unreadable_do"))
    mode = stat.S_IMODE(status.st_mode)
    file, chmod = f"{path} (mode {mode:04o})", text("doctor.files.chmod", path=str(path))
    if mode & 0o002:
        return bad(text("doctor.files.writable", file=file), chmod)
    if not has_secrets(settings):
        return ok(text("doctor.files.no_password", file=file))
    if mode & 0o004:
        return bad(text("doctor.files.public", file=file), chmod)
    if mode & 0o070:
        return advice(text("doctor.files.group", file=file), text("doctor.files.group_do", path=str(path)))
    if user_id not in {0, status.st_uid}:
        message = text("doctor.files.owner", file=file, owner=str(status.st_uid), user=str(user_id))
        return advice(message, text("doctor.files.owner_do", path=str(path)))
    return ok(text("doctor.files.private", file=file))


def has_secrets(settings: Settings) -> bool:
    """Returns whether `gateway config` masks some value."""
    for key in configuration.KEYS.values():
        value = key.value(settings)
        if configuration.mask(value, key) != value:
            return True
    return False


async def check_page(_context: DoctorContext) -> list[Finding]:
    return [evaluate_page(package_data.ui(), package_data.expected_page_version())]


def evaluate_page(folder: Path, expected_version: str) -> Finding:
    """`expected_version`: that of the page that belongs to this service."""
    index = folder / "index.html"
    if not index.is_file():
        return bad(text("doctor.page.absent", file=str(index)), _BUILD)
    assets = set(_ASSET.findall(index.read_text(encoding="utf-8", errors="replace")))
    if not assets:
        return bad(text("doctor.page.empty", file=str(index)), _BUILD)
    if missing := sorted(name for name in assets if not (folder / name).is_file()):
        return bad(text("doctor.page.incomplete", files=", ".join(missing)), _BUILD)
    version = package_data.built_page_version(folder) or "unknown"
    if version != expected_version:
        return advice(text("doctor.page.version", version=version, expected=expected_version), _BUILD)
    return ok(text("doctor.page.complete", files=len(assets), version=version))
