"""What the doctor's topics look at: settings, the doors of the service's own logins, and what one topic found that
another needs.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from gateway.config.dsn import Dsn
from gateway.config.settings import Settings
from gateway.database import privileges
from gateway.database.database import Connection, Databases, Session, connect
from gateway.database.privileges import Report
from gateway.doctor.samples import Large
from gateway.game.families import FAMILIES, Family
from gateway.install.game_user import RECORDED

REACHABLE_MS = 5000
"""Longer than the service waits: a database on a busy machine is slow, and not away."""


@dataclass(slots=True)
class Patient:
    """`admin` and `login_admin`: an administrator's session where the game and where the accounts are, or None."""

    settings: Settings
    config: Path | None
    db: Databases
    report: Report
    large: Large
    admin: Session | None = None
    login_admin: Session | None = None
    admin_dsns: tuple[Dsn, ...] = ()
    """The same logins, each on the schema of the views there."""
    left_out: list[str] = field(default_factory=list[str])
    """What only an administrator's login could see."""

    def answers(self, *roles: str) -> bool:
        return not any(role in self.report.away for role in roles)

    async def recorded(self, name: str) -> str:
        """What install wrote down under this name; empty where it did not, or nobody can tell."""
        if not self.answers("site"):
            return ""
        found = await self.db.site.one(RECORDED, name=name)
        return found.value if found else ""

    async def family(self) -> Family | None:
        key = self.settings.database.family or await self.recorded("family")
        return FAMILIES.get(key)


@asynccontextmanager
async def admitted(
    settings: Settings, config: Path | None, admin: Dsn | None, login_admin: Dsn | None
) -> AsyncGenerator[Patient]:
    """The patient with every door ready. Raises DsnError for a DSN that cannot be read, DatabaseUnavailable for an
    administrator's login that does not work.
    """
    unhurried = _unhurried(settings)
    db = Databases.open(unhurried)
    async with AsyncExitStack() as stack:
        stack.push_async_callback(db.close)
        patient = Patient(settings, config, db, await privileges.examine(unhurried), Large(db.game))
        apart = db.game.dsn.server != db.auth.dsn.server
        if admin:
            patient.admin = await _session(stack, admin)
            patient.admin_dsns = (msgspec.structs.replace(admin, schema=db.game.dsn.schema),)
            patient.login_admin = None if apart else patient.admin
        if login_admin and apart:
            patient.login_admin = await _session(stack, login_admin)
            patient.admin_dsns += (msgspec.structs.replace(login_admin, schema=db.auth.dsn.schema),)
        yield patient


def _unhurried(settings: Settings) -> Settings:
    """With as much time for a connection as somebody has who wants to know what is wrong; a visitor has less."""
    change = msgspec.structs.replace
    reachable = max(settings.database.acquire_ms, REACHABLE_MS)
    return change(settings, database=change(settings.database, acquire_ms=reachable))


async def _session(stack: AsyncExitStack, dsn: Dsn) -> Session:
    connection: Connection = await connect(msgspec.structs.replace(dsn, schema=""), "admin")
    stack.callback(connection.close)
    return Session("admin", connection, rows=100_000, on_query=None)
