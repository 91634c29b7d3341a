"""The doctor and the privilege checks before a live replica: the finding and its remedy in each state."""

from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager

import pytest

from fixtures import installed, replica
from fixtures.admin import execute
from fixtures.installed import Schemas, World
from fixtures.replica import Copy
from fixtures.servers import MariaDB
from gateway import doctor
from gateway.config import settings
from gateway.config.dsn import Dsn, parse_dsn
from gateway.config.settings import Settings
from gateway.database import privileges
from gateway.database import replica as monitor
from gateway.doctor.topics import connections
from gateway.tests.support.wait_until import until


class ReplicatedWorld:
    def __init__(self, primary: MariaDB, copy: Copy, world: World) -> None:
        self.primary, self.copy, self.world = primary, copy, world

    @property
    def reader(self) -> Dsn:
        return parse_dsn(self.world.environment["GATEWAY_DATABASE_GAME_DSN"])

    def settings(self, dsn: str = "", max_lag_seconds: int = 2) -> Settings:
        """Without `dsn` the replica is read with the game reader's own login."""
        extra = {
            "GATEWAY_DATABASE_REPLICA_DSN": dsn
            or self.copy.dsn(self.reader.schema, self.reader.user, self.reader.password),
            "GATEWAY_DATABASE_REPLICA_MAX_LAG_SECONDS": str(max_lag_seconds),
        }
        return settings.load(None, {**self.world.environment, **extra})

    async def is_complete(self) -> bool:
        """True if the replica has all transactions of the primary."""
        on_primary = await execute(self.primary.dsn(), "SELECT @@global.gtid_binlog_pos")
        return await execute(self.copy.dsn(), "SELECT @@global.gtid_slave_pos") == on_primary

    @asynccontextmanager
    async def run_on_replica(self, *statements: str, restore: tuple[str, ...]) -> AsyncGenerator[None]:
        """Runs statements on the replica, and others at the end; then waits until it is complete again."""
        await execute(self.copy.dsn(), *statements)
        try:
            yield
        finally:
            await execute(self.copy.dsn(), *restore)
        await until(self.is_complete)


@pytest.fixture(scope="module")
def replicated_world(tmp_path_factory: pytest.TempPathFactory) -> Generator[ReplicatedWorld]:
    with replica.running(tmp_path_factory.mktemp("examined")) as (primary, copy):
        installed.fill(primary, Schemas(), "acis", 50, 12)
        world = ReplicatedWorld(primary, copy, installed.install(primary, Schemas(), "acis", 50, 12))
        installed.run_in_thread(lambda: until(world.is_complete))
        yield world


@pytest.fixture(autouse=True)
def short_intervals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(monitor, "CHECK_SECONDS", 0.1)
    monkeypatch.setattr(monitor, "HEARTBEAT_MS", 1)
    monkeypatch.setattr(monitor, "SETTLE_SECONDS", 1.5)


async def examine(settings: Settings, topic: str = "connections") -> list[doctor.Finding]:
    """Returns the findings on the replica."""
    findings = await doctor.examine(settings, only={topic})
    return [finding for finding in findings if finding.text.startswith("replica: ")]


async def test_replica_in_order_is_ok(replicated_world: ReplicatedWorld) -> None:
    (finding,) = await examine(replicated_world.settings())
    assert finding.level == "ok"
    assert finding.text.startswith("replica: the database answers (")
    (rights,) = await examine(replicated_world.settings(), "rights")
    assert rights.text.startswith(f"replica: {len(privileges.REQUIRED['game'])} needed statements are allowed")
    assert (await privileges.check_at_start(replicated_world.settings())).is_ok


async def test_replication_stopped_names_lag_and_next_step(replicated_world: ReplicatedWorld) -> None:
    late = replicated_world.settings(max_lag_seconds=1)

    async def is_late() -> bool:
        return (await examine(late))[0].level == "advice"

    async with replicated_world.run_on_replica("STOP SLAVE", restore=("START SLAVE",)):
        await until(is_late)
        (finding,) = await examine(late)
        assert "s behind, and 1 s are allowed" in finding.text
        assert "SHOW REPLICA STATUS" in finding.do
    assert (await examine(replicated_world.settings()))[0].level == "ok"


async def test_replica_that_takes_writes_is_advice(replicated_world: ReplicatedWorld) -> None:
    on, off = "SET GLOBAL read_only = ON", "SET GLOBAL read_only = OFF"
    async with replicated_world.run_on_replica(off, restore=(on,)):
        answers, writable = await examine(replicated_world.settings())
        assert (answers.level, writable.level) == ("ok", "advice")
        assert "accepts writes" in writable.text
        assert "read_only = ON" in writable.do
        assert [finding.level for finding in await examine(replicated_world.settings(), "rights")] == ["ok"]


async def test_login_or_schema_wrong_names_its_remedy(replicated_world: ReplicatedWorld) -> None:
    reader, dsn = replicated_world.reader, replicated_world.copy.dsn
    remedies = {
        dsn(reader.schema, reader.user, "wrong"): "use the user of game_dsn",
        dsn("elsewhere", reader.user, reader.password): "replicate the schemas of the views and mysql",
        dsn("elsewhere"): "name the schema of the views",
    }
    for wrong_dsn, remedy in remedies.items():
        (finding,) = await examine(replicated_world.settings(wrong_dsn))
        assert finding.do.startswith(remedy)
        assert "wrong" not in finding.text
    assert await examine(replicated_world.settings(dsn("elsewhere")), "rights") == []


async def test_site_schema_missing_names_its_remedy(replicated_world: ReplicatedWorld) -> None:
    site = replicated_world.world.schemas.site
    rename, restore_name = (
        f"RENAME TABLE {site}.{source} TO {site}.{target}"
        for source, target in (("heartbeat", "h2"), ("h2", "heartbeat"))
    )
    async with replicated_world.run_on_replica("STOP SLAVE", rename, restore=(restore_name, "START SLAVE")):
        (finding,) = await examine(replicated_world.settings())
        assert "its heartbeat cannot be read" in finding.text
        assert "replicate the site schema" in finding.do


@pytest.mark.parametrize("read_only", ["ON", "OFF"])
async def test_user_with_excess_rights_stops_the_start(replicated_world: ReplicatedWorld, read_only: str) -> None:
    views, user = replicated_world.world.schemas.views, "mighty@localhost"
    excess_settings = replicated_world.settings(replicated_world.copy.dsn(views, "mighty", "word"))
    async with replicated_world.run_on_replica(
        "SET sql_log_bin = 0",
        f"CREATE USER {user} IDENTIFIED BY 'word'",
        f"GRANT SELECT ON {views}.* TO {user}",
        f"GRANT UPDATE ON {views}.characters TO {user}",
        f"SET GLOBAL read_only = {read_only}",
        restore=(f"DROP USER {user}", "SET GLOBAL read_only = ON"),
    ):
        with pytest.raises(privileges.Overprivileged) as refusal:
            await privileges.check_at_start(excess_settings)
        rights = {"UPDATE on characters", f"SELECT on all of {views}", "SELECT on accounts"}
        assert {f"replica: {right}" for right in rights} <= set(refusal.value.report.excess_rights)
        findings = await examine(excess_settings, "rights")
        assert {finding.level for finding in findings} == {"bad"}
        assert all("gateway/docs/operators/scaling.md" in finding.do for finding in findings)


async def test_administrator_s_login_has_excess_rights(replicated_world: ReplicatedWorld) -> None:
    root = replicated_world.settings(replicated_world.copy.dsn(replicated_world.world.schemas.views))
    report = await privileges.examine(root, ("replica",))
    assert any(line.startswith("replica: ") and line.endswith(" on everything") for line in report.excess_rights)


async def test_primary_s_password_wrong_names_its_remedy(replicated_world: ReplicatedWorld) -> None:
    dsn = replicated_world.primary.dsn(replicated_world.world.schemas.views, "gateway_read", "wrong")
    wrong_settings = settings.load(None, {**replicated_world.world.environment, "GATEWAY_DATABASE_GAME_DSN": dsn})
    report = await privileges.examine(wrong_settings, ("game",))
    assert str(connections.remedy("game", report.unreachable_roles["game"])).startswith(
        "the database knows no such user and password"
    )
