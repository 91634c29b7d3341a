"""What the topics work with: settings, databases, samples and administrators' sessions."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from gateway import package_data
from gateway.config.dsn import Dsn
from gateway.config.settings import Settings
from gateway.database import privileges
from gateway.database.database import Database, Databases, Session, connect
from gateway.database.privileges import Report
from gateway.doctor.game_tables import GameTables, SchemaTables, Side, load_tables
from gateway.doctor.sampling import TableSamples
from gateway.game.families import FAMILIES, Family
from gateway.install.game_user import RECORDED

CONNECT_TIMEOUT_MS = 5000
"""Longer than the service waits: a busy database is slow and not down."""


@dataclass(slots=True)
class DoctorContext:
    """`report`: what the users may do. `admins`: side → administrator's session, where a login was given."""

    settings: Settings
    config: Path | None
    db: Databases
    report: Report
    samples: TableSamples
    accounts_apart: bool
    """The accounts are on a server of their own."""
    admins: dict[Side, Session] = field(default_factory=dict[Side, Session])
    _tables: GameTables | None = None

    def answers(self, role: str) -> bool:
        return role not in self.report.away

    def databases(self) -> list[tuple[str, Database]]:
        """Returns role and client of each database that answers."""
        roles = {"game": self.db.game, "auth": self.db.auth, "site": self.db.site}
        return [(role, database) for role, database in roles.items() if self.answers(role)]

    async def recorded(self, name: str) -> str:
        """Returns what install recorded under this name; empty if nothing or if the site database is down."""
        if not self.answers("site"):
            return ""
        row = await self.db.site.one(RECORDED, name=name)
        return row.value if row else ""

    async def family_key(self) -> str:
        return self.settings.database.family or await self.recorded("family")

    async def family(self) -> Family | None:
        return FAMILIES.get(await self.family_key())

    def views_file(self, family_key: str) -> Path:
        """The file that install makes the views from: the operator's own, or that of the family."""
        own = self.settings.game.views
        if own:
            return (self.config.parent if self.config else Path()) / own
        return package_data.sql() / "views" / f"{family_key}.sql"

    async def game_tables(self) -> GameTables:
        """Returns the tables of each side that an administrator's login was given for; read once."""
        if self._tables is None:
            sides: dict[Side, SchemaTables] = {}
            for side, admin in self.admins.items():
                views = self.db.game if side == "game" else self.db.auth
                if tables := await load_tables(admin, views.dsn.schema, side):
                    sides[side] = tables
            self._tables = GameTables(sides, self.accounts_apart)
        return self._tables


@asynccontextmanager
async def open_context(
    settings: Settings, config: Path | None, admin: Dsn | None, login_admin: Dsn | None
) -> AsyncGenerator[DoctorContext]:
    """Raises DsnError for an unreadable DSN, DatabaseUnavailable for an administrator's login that fails."""
    acquire_ms = max(settings.database.acquire_ms, CONNECT_TIMEOUT_MS)
    replace = msgspec.structs.replace
    slow_settings = replace(settings, database=replace(settings.database, acquire_ms=acquire_ms))
    db = Databases.open(slow_settings)
    async with AsyncExitStack() as stack:
        stack.push_async_callback(db.close)
        report = await privileges.examine(slow_settings)
        accounts_apart = db.game.dsn.server != db.auth.dsn.server
        context = DoctorContext(settings, config, db, report, TableSamples(db.game), accounts_apart)
        if admin:
            context.admins["game"] = await _open_session(stack, admin)
        if admin and not accounts_apart:
            context.admins["login"] = context.admins["game"]
        elif login_admin and accounts_apart:
            context.admins["login"] = await _open_session(stack, login_admin)
        yield context


async def _open_session(stack: AsyncExitStack, dsn: Dsn) -> Session:
    connection = await connect(msgspec.structs.replace(dsn, schema=""), "admin")
    stack.callback(connection.close)
    return Session("admin", connection, rows=100_000, on_query=None)
