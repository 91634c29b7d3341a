"""Checks before a restore: the backup belongs here, and no process of the service lives."""

import asyncio
import time
from typing import Final

from msgspec import Struct

from gateway.config.access import data_key_parts
from gateway.config.settings import Settings
from gateway.database.database import Session
from gateway.database.queries import query
from gateway.features.operators.report import escape
from gateway.install.backup_files import Manifest
from gateway.install.identity import Installation
from gateway.install.migrate import migration_files
from gateway.install.names import InstallError

_SESSION_END_SECONDS: Final = 2


class SchemaSessions(Struct, frozen=True):
    user: str
    host: str
    sessions: int


class LeaderLock(Struct, frozen=True):
    is_led: int


SESSIONS_IN = query("backup.sessions_in", SchemaSessions)
IS_LED = query("backup.is_led", LeaderLock)


def check_release(manifest: Manifest) -> None:
    """Raises InstallError for a backup of a newer release."""
    if manifest.migration > (newest := migration_files()[-1].number):
        raise InstallError(
            f"the backup is of release {manifest.release}, with migration {manifest.migration:03}; this release has "
            f"{newest:03}: restore it with a newer one"
        )


def check_identity(settings: Settings, manifest: Manifest, installation: Installation) -> None:
    """Raises InstallError for a backup of another installation, or if keys of its secrets are missing here."""
    mark = installation.record.get("server") or installation.mark
    if mark and mark != manifest.installation:
        raise InstallError(
            f"this is a backup of another installation (of `{manifest.game_schema}`, its mark is "
            f"{manifest.installation or 'missing'}, here {mark}); nothing was changed. --force restores it here"
        )
    key_names = {data_key_parts(text)[0] for text in settings.security.data_keys}
    if missing_keys := sorted({*manifest.data_keys} - key_names):
        raise InstallError(
            f"secrets of the backup need the keys {escape(', '.join(missing_keys))}, which are not in "
            "security.data_keys; nothing was changed. `gateway keys import FILE` puts them there; --force goes without"
        )


async def check_stopped(session: Session, site: str) -> None:
    """Raises InstallError while a process of the service lives: each has a session in the site schema.

    A session ends a moment after its client: it is looked for until that has passed.
    """
    end = time.monotonic() + _SESSION_END_SECONDS
    while True:
        rows = await session.read(SESSIONS_IN, schema=site)
        lock = await session.one(IS_LED, schema=site)
        if not rows and not (lock and lock.is_led):
            return
        if time.monotonic() > end:
            break
        await asyncio.sleep(0.1)
    sessions = ", ".join(f"{row.sessions:,} of {row.user}@{row.host}" for row in rows) or "the lock of the jobs"
    raise InstallError(
        f"the service is running, or somebody works in `{site}` ({sessions}); nothing was changed. Stop each instance, "
        "and close other clients there"
    )
