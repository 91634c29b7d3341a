"""The families' delivery tables in schemas of a test's own, and an installation that delivers through one."""

import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from itertools import count
from typing import Any, Final

from fixtures import world as worlds
from fixtures.admin import Rows, execute
from fixtures.installed import Schemas, World, run_in_thread
from gateway import doctor
from gateway.config import settings
from gateway.config.dsn import parse_dsn
from gateway.database.database import Connection, Database, DatabaseError, Limits
from gateway.features.deliveries.game_table import OutboxWorker, SaveTracker
from gateway.game.families import FAMILIES, Family
from gateway.install import install
from gateway.install.config_file import InstalledConfig
from gateway.tests.support import account_app, wallet_data
from gateway.tests.support.databases import Server, admin
from gateway.tests.support.installation import environment

_ROW: Final = "owner_id INT NOT NULL, item_id SMALLINT UNSIGNED NOT NULL, count INT UNSIGNED NOT NULL DEFAULT 1"
_ROW_WITH_STATUS: Final = (
    f"{_ROW}, enchant_level SMALLINT UNSIGNED NOT NULL DEFAULT 0, payment_status TINYINT UNSIGNED NOT NULL DEFAULT 0, "
    "description VARCHAR(255) NULL, KEY (owner_id)"
)
# Kind → (table, its columns, what the game does when the receiver logs in).
KINDS: Final[dict[str, tuple[str, str, str]]] = {
    "mobius": (
        "custom_mail",
        "date TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP, receiver INT UNSIGNED NOT NULL DEFAULT 0, "
        "subject TINYTEXT NOT NULL, message TEXT NOT NULL, items TEXT NOT NULL",
        "DELETE FROM custom_mail WHERE receiver = {receiver}",
    ),
    "lucera": (
        "items_delayed",
        "payment_id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, attribute SMALLINT NOT NULL DEFAULT -1, "
        f"attribute_level SMALLINT NOT NULL DEFAULT -1, flags INT NOT NULL DEFAULT 0, {_ROW_WITH_STATUS}",
        "UPDATE items_delayed SET payment_status = 1 WHERE owner_id = {receiver}",
    ),
    "rusacis, counted": (
        "items_delayed",
        f"payment_id INT NOT NULL PRIMARY KEY, {_ROW}, payment_status TINYINT NOT NULL",
        "UPDATE items_delayed SET payment_status = 1 WHERE owner_id = {receiver}",
    ),
    "rusacis, without a number": (
        "items_delayed",
        _ROW_WITH_STATUS,
        "DELETE FROM items_delayed WHERE owner_id = {receiver}",
    ),
    "orion": (
        "items_donate",
        f"id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, {_ROW}, enchant_level INT UNSIGNED NOT NULL DEFAULT 0",
        "DELETE FROM items_donate WHERE owner_id = {receiver}",
    ),
}
ENGINES: Final = {"mobius": "MyISAM"}
DENIED_CODES: Final = {1044, 1142, 1143, 1227, 1370}
_numbers = count(1)


class Clock:
    """The system's time, or the fixed time `at`; `offset_seconds`: seconds added to it."""

    def __init__(self, at: float | None = None) -> None:
        self.at = at
        self.offset_seconds = 0.0

    def __call__(self) -> float:
        return (time.time() if self.at is None else self.at) + self.offset_seconds


class DeliveryTable:
    """A delivery table in a schema of its own; `world` has the players and the site schema."""

    def __init__(self, server: Server, world: World, kind: str) -> None:
        self.server, self.world, self.schema = server, world, f"delivery_table{next(_numbers)}"
        self.name, self._columns, self._collect = KINDS[kind]
        self.family = FAMILIES[kind.partition(",")[0]]
        self._engine = ENGINES.get(kind, "InnoDB")

    async def create(self) -> None:
        async with admin(self.server) as root:
            await root.execute(f"DROP SCHEMA IF EXISTS {self.schema}")
            await root.execute(f"CREATE SCHEMA {self.schema}")
        await self.execute(f"CREATE TABLE {self.name} ({self._columns}) ENGINE = {self._engine}")

    async def execute(self, *statements: str) -> Rows:
        return await execute(self.server.dsn(self.schema), *statements)

    async def rows(self, columns: str = "*") -> list[tuple[Any, ...]]:
        return [tuple(row) for row in await self.execute(f"SELECT {columns} FROM {self.name}")]

    async def collect(self, receiver: int) -> None:
        """The receiver logs in, and the game delivers the rows."""
        await self.execute(self._collect.format(receiver=receiver))

    async def send(self, *receivers: int, amount: int = 500) -> None:
        """Adds a pending delivery for each receiver."""
        for receiver in receivers:
            await wallet_data.insert_delivery(self.world, amount, receiver)

    async def deliveries(self, columns: str) -> list[tuple[Any, ...]]:
        rows = await account_app.site(self.world, f"SELECT {columns} FROM deliveries ORDER BY id")
        return [tuple(row) for row in rows]

    def tracker(self, site: Database, game: Database, clock: Clock | None = None) -> SaveTracker:
        """`game` reads the views of the world, whatever the family of the table is."""

        async def family() -> Family:
            return self.family

        return SaveTracker(site, game, family, now=clock or Clock())

    @asynccontextmanager
    async def worker(
        self, clock: Clock | None = None, *, game_dsn: str = "", site_dsn: str = ""
    ) -> AsyncGenerator[OutboxWorker]:
        site_dsn = site_dsn or self.world.settings.database.site_dsn
        site = Database("site", parse_dsn(site_dsn), Limits(connections=2, queue=9))
        game = Database("handover", parse_dsn(game_dsn or self.server.dsn(self.schema)), Limits(connections=1))
        views = Database("game", parse_dsn(self.world.settings.database.game_dsn), Limits(connections=1))
        tracker = self.tracker(site, views, clock)
        worker = OutboxWorker(
            site, game, tracker, sender=lambda: "Fishi", coins=lambda: "Fishi Coins", now=clock or Clock()
        )
        try:
            yield worker
        finally:
            await worker.close()
            await views.close()
            await site.close()


class DeliveryInstallation:
    """A small game and its installation, which a test may repeat with other options."""

    def __init__(self, server: Server, family: str) -> None:
        name = f"over{next(_numbers)}"
        self.server, self.family = server, family
        self.schemas = Schemas(name, f"{name}_views", f"{name}_site")
        self.config: InstalledConfig | None = None
        run_in_thread(lambda: worlds.fill(server.dsn(name), family, 30, 1))

    def install(self, **options: Any) -> InstalledConfig:
        names = self.schemas
        schemas = {"game_schema": names.game, "views_schema": names.views, "site_schema": names.site}
        self.config = install.apply(self.server.dsn(), **schemas, previous=self.config, **options)
        return self.config

    def world(self, **more: str) -> World:
        assert self.config
        variables = environment(self.config) | more
        return World(self.family, 30, 1, self.server.dsn(), self.schemas, variables)

    async def findings(self, **more: str) -> dict[str, list[str]]:
        """Returns the doctor's findings about deliveries by level, and all bad ones."""
        topics = {"game_table_delivery", "deliveries", "game_table_delivery.dsn is not"}
        findings = await doctor.examine(settings.load(None, self.world(**more).environment))
        relevant = [finding for finding in findings if finding.text.split(":")[0] in topics or finding.level == "bad"]
        return {
            level: [finding.text for finding in relevant if finding.level == level] for level in ("ok", "advice", "bad")
        }


async def is_denied(connection: Connection, statement: str) -> bool:
    """Returns whether the server denies the statement. Raises DatabaseError for another failure."""
    try:
        await connection.execute(statement)
    except DatabaseError as error:
        if error.code not in DENIED_CODES:
            raise
        return True
    return False
