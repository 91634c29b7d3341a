"""A replica by real replication: it is read while it is near enough, and never instead of an answer."""

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator

import pytest

from fixtures import installed, replica
from fixtures.admin import execute
from fixtures.installed import Schemas, World
from fixtures.replica import Copy
from fixtures.servers import MariaDB
from gateway.app import create_app
from gateway.config import settings
from gateway.config.dsn import parse_dsn
from gateway.database import replica as db_replica
from gateway.database.database import DatabaseError, Databases, DatabaseUnavailable, TooManyRows
from gateway.database.errors import Broken
from gateway.features.rankings.game_reader import GameReader
from gateway.features.server_status.time_series import CHARACTERS
from gateway.tests.conftest import ClientFactory
from gateway.tests.support.wait_until import until

MOST = 1  # seconds that the replica may be late


class Setting:
    """A world on the primary, that the replica has followed into being."""

    def __init__(self, primary: MariaDB, copy: Copy, world: World) -> None:
        self.primary, self.copy, self.world = primary, copy, world
        self.id = 0

    @property
    def settings(self) -> settings.Settings:
        reader = parse_dsn(self.world.environment["GATEWAY_DATABASE_GAME_DSN"])
        extra = {
            "GATEWAY_DATABASE_REPLICA_DSN": self.copy.dsn(reader.schema, reader.user, reader.password),
            "GATEWAY_DATABASE_REPLICA_MAX_LAG_SECONDS": str(MOST),
            "GATEWAY_RANKINGS_REFRESH_SECONDS": "5",
        }
        return settings.load(None, {**self.world.environment, **extra})

    async def set_level(self, level: int) -> None:
        await execute(self.world.game_admin_dsn, f"UPDATE characters SET level = {level} WHERE obj_Id = {self.id}")


@pytest.fixture(scope="module")
def setting(tmp_path_factory: pytest.TempPathFactory) -> Generator[Setting]:
    with replica.running(tmp_path_factory.mktemp("replica")) as (primary, copy):
        installed.fill(primary, Schemas(), "acis", 50, 11)
        made = Setting(primary, copy, installed.install(primary, Schemas(), "acis", 50, 11))
        rows = installed.run_in_thread(lambda: execute(made.world.game_admin_dsn, "SELECT MIN(obj_Id) FROM characters"))
        made.id = int(rows[0][0])
        yield made


@pytest.fixture
async def db(setting: Setting, monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[Databases]:
    """Its watch runs, quicker than the service's."""
    monkeypatch.setattr(db_replica, "LOOK_SECONDS", 0.1)
    monkeypatch.setattr(db_replica, "BEAT_MS", 50)
    monkeypatch.setattr(db_replica, "LOST_SECONDS", 0.2)
    opened = Databases.open(setting.settings)
    assert opened.replica
    watching = asyncio.create_task(opened.replica.run())
    try:
        await until(fit(opened))
    except TimeoutError:
        raise AssertionError(opened.replica.reason) from None
    yield opened
    watching.cancel()
    await asyncio.wait([watching])
    await opened.close()


def fit(db: Databases, wanted: bool = True) -> Callable[[], Awaitable[bool]]:
    async def asked() -> bool:
        assert db.replica
        return db.replica.fit is wanted

    return asked


async def level(db: Databases, setting: Setting) -> int:
    rows = await db.game.read(CHARACTERS, ids=(setting.id,))
    return rows[0].level


def arrived(db: Databases, setting: Setting, wanted: int) -> Callable[[], Awaitable[bool]]:
    async def asked() -> bool:
        return await level(db, setting) == wanted

    return asked


async def levels(setting: Setting, *, replica: bool) -> dict[int, int]:
    """How many characters have which, as a snapshot finds them."""
    source = GameReader(setting.settings)
    taken = await source.take(bytes(16), replica=replica)
    source.close()
    return dict(taken.stats.levels)


async def test_the_game_is_read_there_and_nothing_else(db: Databases, setting: Setting) -> None:
    asked = Counter[str]()

    def count(role: str, name: str, _seconds: float, _outcome: str) -> None:
        asked[f"{role} {name}"] += 1

    again = Databases.open(setting.settings, count)
    assert again.replica
    await again.replica.look()
    assert not again.replica.fit, "nothing has shown yet that replication still runs"

    async def used() -> bool:
        assert again.replica
        await again.replica.look()
        return again.replica.fit

    await until(used)
    assert again.replica.lag is not None
    assert again.replica.lag <= MOST
    asked.clear()
    await level(again, setting)
    await again.site.read(db_replica.LAST_BEAT)
    assert asked == {"replica samples.characters": 1, "site replica.last_beat": 1}
    await again.close()


async def test_while_it_is_late_the_primary_is_read(db: Databases, setting: Setting) -> None:
    assert db.replica
    setting.copy.say("STOP SLAVE SQL_THREAD")
    await setting.set_level(11)
    assert await level(db, setting) != 11
    assert await levels(setting, replica=True) != await levels(setting, replica=False)
    await until(fit(db, False))
    assert db.replica.lag is not None
    assert db.replica.lag > MOST
    assert f"{MOST} s are allowed" in db.replica.reason
    assert await level(db, setting) == 11
    await setting.set_level(12)
    assert await level(db, setting) == 12
    setting.copy.say("START SLAVE SQL_THREAD")
    await until(fit(db))
    assert db.replica.lag <= MOST
    await until(arrived(db, setting, 12))


async def test_when_it_dies_nobody_fails_and_it_comes_back(db: Databases, setting: Setting) -> None:
    await setting.set_level(13)
    await until(arrived(db, setting, 13))
    setting.copy.kill()
    answers = await asyncio.gather(*(level(db, setting) for _ in range(20)))
    assert answers == [13] * 20
    await until(fit(db, False))
    assert db.replica
    assert db.replica.lag is None
    assert await level(db, setting) == 13
    setting.copy.start()
    await until(fit(db))
    assert await level(db, setting) == 13


async def test_what_was_too_much_there_does_not_come_down_on_the_primary(db: Databases) -> None:
    assert db.replica
    for error in (TooManyRows("replica", "many"), DatabaseUnavailable("replica", "slow", 1969)):
        assert not db.replica.lost(error)
    assert not db.replica.lost(DatabaseUnavailable("replica", "all 6 connections are in use"))
    assert db.replica.fit
    assert db.replica.lost(DatabaseError("replica", "denied", 1142))
    assert not db.replica.fit
    await until(fit(db))
    assert db.replica.lost(Broken("replica", "gone"))


async def test_the_service_reads_there_says_how_late_it_is_and_outlives_the_primary(
    db: Databases, setting: Setting, client: ClientFactory
) -> None:
    async with client(create_app(setting.settings)) as http:

        async def ready() -> bool:
            return (await http.get("/health/ready")).status_code == 200

        async def primary_missed() -> bool:
            return {"game", "auth", "site"} <= set((await http.get("/health/ready")).json()["down"])

        async def nothing_down() -> bool:
            return (await http.get("/health/ready")).json()["down"] == []

        await until(ready)
        await until(nothing_down)
        told = (await http.get("/health/ready")).json()
        assert told["replica_lag_seconds"] <= MOST
        assert (await http.get("/api/rankings/pvp")).status_code == 200
        setting.primary.kill()
        await until(primary_missed)
        assert "replica" not in (await http.get("/health/ready")).json()["down"]
        assert await level(db, setting) == 13
        setting.primary.start()
