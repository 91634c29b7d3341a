"""The doctor and the self-test before a live replica: one line for each state it can be in, and what to do."""

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
from gateway.config.dsn import parse_dsn
from gateway.config.settings import Settings
from gateway.database import privileges
from gateway.database import replica as monitor
from gateway.doctor.topics import connections
from gateway.tests.support.wait_until import until

MIGHTY = "mighty"


class Setting:
    def __init__(self, primary: MariaDB, copy: Copy, world: World) -> None:
        self.primary, self.copy, self.world = primary, copy, world

    def settings(self, dsn: str = "", most: int = 2) -> Settings:
        """With the game reader's own login on the replica, where nothing else is said."""
        reader = parse_dsn(self.world.environment["GATEWAY_DATABASE_GAME_DSN"])
        extra = {
            "GATEWAY_DATABASE_REPLICA_DSN": dsn or self.copy.dsn(reader.schema, reader.user, reader.password),
            "GATEWAY_DATABASE_REPLICA_MAX_LAG_SECONDS": str(most),
        }
        return settings.load(None, {**self.world.environment, **extra})

    async def on_replica(self, *statements: str) -> None:
        await execute(self.copy.dsn(), *statements)


@pytest.fixture(scope="module")
def setting(tmp_path_factory: pytest.TempPathFactory) -> Generator[Setting]:
    with replica.running(tmp_path_factory.mktemp("examined")) as (primary, copy):
        installed.fill(primary, Schemas(), "acis", 50, 12)
        made = Setting(primary, copy, installed.install(primary, Schemas(), "acis", 50, 12))
        installed.run_in_thread(lambda: until(lambda: arrived(made)))
        yield made


async def arrived(setting: Setting) -> bool:
    """True if the replica has all transactions of the primary."""
    (there,) = await execute(setting.primary.dsn(), "SELECT @@global.gtid_binlog_pos")
    (here,) = await execute(setting.copy.dsn(), "SELECT @@global.gtid_slave_pos")
    return here == there


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(monitor, "CHECK_SECONDS", 0.1)
    monkeypatch.setattr(monitor, "HEARTBEAT_MS", 1)
    monkeypatch.setattr(monitor, "SETTLE_SECONDS", 3.0)


async def told(wanted: Settings, topic: str = "connections") -> list[doctor.Finding]:
    """What the doctor says of the replica."""
    found = await doctor.examine(wanted, only={topic})
    return [finding for finding in found if finding.text.startswith("replica: ") or ": replica: " in finding.text]


@asynccontextmanager
async def stopped(setting: Setting) -> AsyncGenerator[None]:
    await setting.on_replica("STOP SLAVE")
    try:
        yield
    finally:
        await setting.on_replica("START SLAVE")


async def test_one_that_is_fit(setting: Setting) -> None:
    (line,) = await told(setting.settings())
    assert line.level == "ok"
    assert line.text.startswith("replica: the database answers (")
    (line,) = await told(setting.settings(), "rights")
    assert line.text.startswith(f"replica: {len(privileges.MAY['game'])} needed statements are allowed")
    assert (await privileges.at_start(setting.settings())).well


async def test_doctor_with_stopped_replication_names_lag_and_next_step(setting: Setting) -> None:
    async def is_late() -> bool:
        return (await told(setting.settings(most=1)))[0].level == "advice"

    async with stopped(setting):
        await until(is_late)
        (line,) = await told(setting.settings(most=1))
        assert "s behind, and 1 s are allowed" in line.text
        assert "SHOW REPLICA STATUS" in line.do
    await until(lambda: arrived(setting))
    assert (await told(setting.settings()))[0].level == "ok"


async def test_one_that_takes_writes(setting: Setting) -> None:
    await setting.on_replica("SET GLOBAL read_only = OFF")
    try:
        well, wrong = await told(setting.settings())
        assert (well.level, wrong.level) == ("ok", "advice")
        assert "accepts writes" in wrong.text
        assert "read_only = ON" in wrong.do
        (rights,) = await told(setting.settings(), "rights")
        assert rights.level == "ok"
    finally:
        await setting.on_replica("SET GLOBAL read_only = ON")


async def test_a_wrong_password_or_schema(setting: Setting) -> None:
    reader = parse_dsn(setting.world.environment["GATEWAY_DATABASE_GAME_DSN"])
    (line,) = await told(setting.settings(setting.copy.dsn(reader.schema, reader.user, "wrong")))
    assert "Access denied" in line.text
    assert line.do.startswith("use the user of game_dsn")
    assert "wrong" not in line.text
    (line,) = await told(setting.settings(setting.copy.dsn("elsewhere", reader.user, reader.password)))
    assert line.do.startswith("replicate the schema of the views")
    (line,) = await told(setting.settings(setting.copy.dsn("elsewhere")))
    assert line.do.startswith("name the schema of the views")
    assert await told(setting.settings(setting.copy.dsn("elsewhere")), "rights") == []


async def test_a_site_schema_that_is_not_there(setting: Setting) -> None:
    site = setting.world.schemas.site
    await setting.on_replica("STOP SLAVE", f"RENAME TABLE {site}.heartbeat TO {site}.heartbeat_away")
    try:
        (line,) = await told(setting.settings())
        assert "its heartbeat cannot be read" in line.text
        assert "replicate the site schema" in line.do
    finally:
        await setting.on_replica(f"RENAME TABLE {site}.heartbeat_away TO {site}.heartbeat", "START SLAVE")
    await until(lambda: arrived(setting))


@pytest.mark.parametrize("read_only", ["ON", "OFF"])
async def test_a_user_who_may_too_much_there(setting: Setting, read_only: str) -> None:
    views = setting.world.schemas.views
    user = f"{MIGHTY}@localhost"
    await setting.on_replica(
        "SET sql_log_bin = 0",
        f"CREATE USER {user} IDENTIFIED BY 'word'",
        f"GRANT SELECT ON {views}.* TO {user}",
        f"GRANT UPDATE ON {views}.characters TO {user}",
        f"SET GLOBAL read_only = {read_only}",
    )
    wanted = setting.settings(setting.copy.dsn(views, MIGHTY, "word"))
    try:
        with pytest.raises(privileges.Overprivileged) as refusal:
            await privileges.at_start(wanted)
        rights = {"UPDATE on characters", f"SELECT on all of {views}", "SELECT on accounts"}
        assert {f"replica: {right}" for right in rights} <= set(refusal.value.report.allowed)
        lines = await told(wanted, "rights")
        assert {line.level for line in lines} == {"bad"}
        assert all("gateway/docs/scaling.md" in line.do for line in lines)
    finally:
        await setting.on_replica(f"DROP USER {user}", "SET GLOBAL read_only = ON")


async def test_an_administrators_login_there(setting: Setting) -> None:
    report = await privileges.examine(setting.settings(setting.copy.dsn(setting.world.schemas.views)), ("replica",))
    assert any(line.startswith("replica: ") and line.endswith(" on everything") for line in report.allowed)


async def test_what_is_done_about_a_wrong_password_is_said_of_each_database(setting: Setting) -> None:
    dsn = setting.primary.dsn(setting.world.schemas.views, "gateway_read", "wrong")
    wanted = settings.load(None, {**setting.world.environment, "GATEWAY_DATABASE_GAME_DSN": dsn})
    report = await privileges.examine(wanted, ("game",))
    assert connections.remedy("game", report.away["game"]).startswith("the database knows no such user and password")
