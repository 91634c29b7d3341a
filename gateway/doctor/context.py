"""Shared input of the topics: settings, databases, samples and administrators' sessions."""

from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from gateway import package_data
from gateway.config.dsn import Dsn
from gateway.config.settings import Settings
from gateway.database import privileges
from gateway.database.database import Database, DatabaseError, Databases, Session, connect
from gateway.database.installation import RECORDED_VALUE
from gateway.database.privileges import PrivilegeReport
from gateway.database.queries import query
from gateway.doctor.game_tables import GameTables, Side
from gateway.doctor.sampling import TableSamples
from gateway.game.families import FAMILIES, Family

CONNECT_TIMEOUT_MS = 5000
"""Longer than the service waits: a busy database is slow and not down."""


class ServerVersion(msgspec.Struct, frozen=True):
    """Version, limits, clock and time zone of a server. `max_user_connections`: 0 without a limit of the user."""

    version: str
    now_ms: int
    zone: str
    system_zone: str
    session_zone: str
    read_only: int
    max_connections: int
    max_user_connections: int


SERVER = query("doctor.server", ServerVersion)


@dataclass(slots=True)
class DoctorContext:
    """`report`: what the users may do. `admins`: side → administrator's session, where a login was given."""

    settings: Settings
    config: Path | None
    db: Databases
    report: PrivilegeReport
    samples: TableSamples
    admins: dict[Side, Session] = field(default_factory=dict[Side, Session])
    tables: GameTables = field(default_factory=GameTables)
    family_key: str = ""

    @property
    def family(self) -> Family | None:
        return FAMILIES.get(self.family_key)

    def answers(self, role: str) -> bool:
        return role not in self.report.unreachable_roles

    def databases(self) -> list[tuple[str, Database]]:
        """Returns role and client of each database that answers."""
        roles = {"game": self.db.game, "auth": self.db.auth, "site": self.db.site}
        return [(role, database) for role, database in roles.items() if self.answers(role)]

    async def installation_value(self, name: str) -> str:
        """Returns what install recorded under this name; empty if nothing or if the site database is down."""
        row = await self.db.site.one(RECORDED_VALUE, name=name) if self.answers("site") else None
        return row.value if row else ""


@asynccontextmanager
async def open_context(
    settings: Settings, config: Path | None, admin: Dsn | None, login_admin: Dsn | None
) -> AsyncGenerator[DoctorContext]:
    """Raises DsnError for an unreadable DSN, DatabaseError for an administrator's login that fails."""
    pool_acquire_timeout_ms = max(settings.database.pool_acquire_timeout_ms, CONNECT_TIMEOUT_MS)
    replace = msgspec.structs.replace
    slow_settings = replace(
        settings, database=replace(settings.database, pool_acquire_timeout_ms=pool_acquire_timeout_ms)
    )
    db = Databases.open(slow_settings)
    async with AsyncExitStack() as stack:
        stack.push_async_callback(db.close)
        context = DoctorContext(settings, config, db, await privileges.examine(slow_settings), TableSamples(db.game))
        with suppress(DatabaseError):  # the topic `schema` reports it
            context.family_key = settings.database.family or await context.installation_value("family")
        is_separate = db.game.dsn.server != db.auth.dsn.server
        if admin:
            context.admins["game"] = await _open_session(stack, admin)
        if login_admin and is_separate:
            context.admins["login"] = await _open_session(stack, login_admin)
        elif admin and not is_separate:
            context.admins["login"] = context.admins["game"]
        for side, session in context.admins.items():
            await context.tables.load(side, session, (db.game if side == "game" else db.auth).dsn.schema)
        context.tables.fit_views(_views_file(context), is_separate=is_separate)
        yield context


def _views_file(context: DoctorContext) -> Path:
    """Returns the file that install makes the views from: the operator's own, or that of the family."""
    if custom_file := context.settings.game.views:
        return Path(custom_file)
    return package_data.sql() / "views" / f"{context.family_key}.sql"


async def _open_session(stack: AsyncExitStack, dsn: Dsn) -> Session:
    connection = await connect(msgspec.structs.replace(dsn, schema=""), "admin")
    stack.callback(connection.close)
    return Session("admin", connection, max_rows=100_000, on_query=None)
