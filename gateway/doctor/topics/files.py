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

_ASSET: Final = re.compile(r'(?:src|href)="/(assets/[^"?#]+)"')
_BUILD: Final = "run `npm run build` (or install the wheel, which contains the page), then restart the service"


async def check_config(context: DoctorContext) -> list[Finding]:
    old_keys = [
        advice(text, "do so before the next minor release, which does not know the key")
        for text in configuration.old_keys(context.config, os.environ)
    ]
    if context.config is None:
        return [ok("no configuration file: the settings come from the environment"), *old_keys]
    shared = [
        bad(f"{text}: two sites must not share it", "give this site one of its own, and restart")
        for text in shared_with_others(context.config, context.settings)
    ]
    return [evaluate_config(context.config, context.settings, os.geteuid()), *old_keys, *shared]


def evaluate_config(path: Path, settings: Settings, user_id: int) -> Finding:
    try:
        status = path.stat()
    except OSError as error:
        return bad(f"{path}: {error.strerror}", "name the file that `gateway install --apply` wrote")
    mode = stat.S_IMODE(status.st_mode)
    file, chmod = f"{path} (mode {mode:04o})", f"chmod 600 {path}"
    if mode & 0o002:
        return bad(f"{file} can be changed by every user of this machine", chmod)
    if not has_secrets(settings):
        return ok(f"{file} contains no password")
    if mode & 0o004:
        return bad(f"{file} contains passwords, and every user of this machine can read it", chmod)
    if mode & 0o070:
        return advice(f"{file} contains passwords, and its group can read it", f"{chmod}, unless it needs to")
    if user_id not in {0, status.st_uid}:
        text = f"{file} belongs to user {status.st_uid}, and the doctor runs as user {user_id}"
        return advice(text, "make the service's own user the owner: chown USER " + str(path))
    return ok(f"{file} is readable by its owner only")


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
        return bad(f"the page is not built: {index} is missing", _BUILD)
    assets = set(_ASSET.findall(index.read_text(encoding="utf-8", errors="replace")))
    if not assets:
        return bad(f"{index} refers to no script and no stylesheet", _BUILD)
    if missing := sorted(name for name in assets if not (folder / name).is_file()):
        return bad(f"the page is incomplete: {', '.join(missing)} is missing", _BUILD)
    version = package_data.built_page_version(folder) or "unknown"
    if version != expected_version:
        return advice(
            f"the page has version {version}, and this service belongs to the page {expected_version}", _BUILD
        )
    return ok(f"the page is complete ({len(assets)} files) and belongs to this service: version {version}")
