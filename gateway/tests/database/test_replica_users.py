"""A replica without the users of the primary: the statements of gateway/docs/operators/scaling.md are sufficient."""

import re
from collections.abc import Generator
from pathlib import Path

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
from gateway.install.names import Names
from gateway.tests.support.paths import OPERATOR_PAGES
from gateway.tests.support.wait_until import until

PAGE = (OPERATOR_PAGES / "scaling.md").read_text(encoding="utf-8")
REPLICA_PASSWORD = "another-word"
NAMES = Names(game="game", login="game")


def documented_statements(site_password: str = "") -> list[list[str]]:
    """The statements of the page, block by block, with what stands for something filled in."""
    values = {
        "<host>": "localhost",
        "<password of replica_dsn>": REPLICA_PASSWORD,
        "<password of site_dsn>": site_password,
        "<a long random password>": "a-long-word",
    }
    text = PAGE
    for mark, value in values.items():
        text = text.replace(mark, value)
    blocks = re.findall(r"^```sql\n(SET SESSION .*?)^```", text, re.MULTILINE | re.DOTALL)
    return [[item.strip() for item in block.split(";") if item.strip()] for block in blocks]


async def grants_on(server: MariaDB, account: str, schema: str) -> list[str]:
    """The rights of a user on objects of a schema, as statements."""
    lines = [str(row[0]) for row in await execute(server.dsn(), f"SHOW GRANTS FOR {account}")]
    return [line for line in lines if f" ON `{schema}`." in line]


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Generator[tuple[MariaDB, Copy, World]]:
    ignoring = "--replicate-wild-ignore-table=mysql.%"
    with replica.running(tmp_path_factory.mktemp("strangers"), ignoring) as (primary, copy):
        installed.fill(primary, Schemas(), "acis", 50, 13)
        yield primary, copy, installed.install(primary, Schemas(), "acis", 50, 13)


def with_replica(copy: Copy, world: World) -> Settings:
    reader = parse_dsn(world.environment["GATEWAY_DATABASE_GAME_DSN"])
    dsn = copy.dsn(reader.schema, reader.user, REPLICA_PASSWORD)
    return settings.load(None, {**world.environment, "GATEWAY_DATABASE_REPLICA_DSN": dsn})


async def test_documented_statements_are_sufficient(servers: tuple[MariaDB, Copy, World]) -> None:
    primary, copy, world = servers
    owner_statements, user_statements = documented_statements(
        parse_dsn(world.environment["GATEWAY_DATABASE_SITE_DSN"]).password
    )

    async def replication_has_stopped() -> bool:
        (status,) = await execute(copy.dsn(), "SHOW SLAVE STATUS")
        return 1449 in status

    async def replica_is_current() -> bool:
        (primary_position,) = await execute(primary.dsn(), "SELECT @@global.gtid_binlog_pos")
        (replica_position,) = await execute(copy.dsn(), "SELECT @@global.gtid_slave_pos")
        return replica_position == primary_position

    await until(replication_has_stopped)  # at a right on a view; the replica lacks its owner
    replica_settings = with_replica(copy, world)
    (line,) = [item for item in await doctor.examine(replica_settings, only={"connections"}) if "replica" in item.text]
    assert "Access denied" in line.text
    assert "create the user on the replica" in line.do

    table_grants = await grants_on(primary, NAMES.account("owner"), world.schema)
    await execute(copy.dsn(), *owner_statements, *table_grants, "START SLAVE")
    await until(replica_is_current)
    view_grants = await grants_on(primary, NAMES.account("read"), world.schemas.views)
    await execute(copy.dsn(), *user_statements, *view_grants)
    assert (await privileges.examine(replica_settings)).is_ok
    result = await doctor.examine(replica_settings, only={"connections", "rights"})
    assert all(item.level == "ok" for item in result), result
    assert "replica: the database answers" in "\n".join(item.text for item in result)


def test_documented_configuration_loads(tmp_path: Path) -> None:
    for number, block in enumerate(re.findall(r"^```toml\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)):
        path = tmp_path / f"{number}.toml"
        path.write_text(block)
        assert settings.load(path, {}) != Settings()
