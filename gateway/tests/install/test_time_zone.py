"""The time zone of the site's days: who records it, a change, and what install, serve and doctor say about it."""

import re
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from fixtures.admin import execute, in_schema
from fixtures.installed import World
from gateway.config.site_days import SiteDays, decode, encode
from gateway.config.zones import time_zone
from gateway.install import first_settings
from gateway.install.config_file import update_file
from gateway.tests.conftest import ServiceFactory, WorldFactory
from gateway.tests.support.databases import Server
from gateway.tests.support.doctor_schemas import examine
from gateway.tests.support.installation import InstalledGame

pytestmark = pytest.mark.database

BUENOS_AIRES, MADRID = "America/Argentina/Buenos_Aires", "Europe/Madrid"
IN_2100 = int(datetime(2100, 7, 23, 12, tzinfo=UTC).timestamp())
RECORDED = "SELECT value FROM installation WHERE name = 'time_zone'"


@pytest.fixture(autouse=True)
def machine_in_utc(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(first_settings, "_LOCAL_TIME", Path("/usr/share/zoneinfo/UTC"))


async def recorded_days(game: InstalledGame) -> SiteDays:
    ((value,),) = await game.site(RECORDED)
    return decode(str(value))


async def test_installed_zone_changes_at_a_midnight_and_only_by_install(
    mariadb: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = InstalledGame(mariadb, tmp_path)
    assert game.install("--apply") == 0
    assert await recorded_days(game) == SiteDays(time_zone(BUENOS_AIRES))
    set_zone(game, MADRID)
    before = int(time.time())
    assert game.run("upgrade", "--check") == 0
    output = capsys.readouterr().out
    assert "days        the days of limits and of the history are those of Europe/Madrid from " in output
    assert await recorded_days(game) == SiteDays(time_zone(BUENOS_AIRES)), "a check changes nothing"
    assert game.install("--apply") == 0
    days = await recorded_days(game)
    expected = (
        SiteDays(time_zone(BUENOS_AIRES)).with_zone(time_zone(MADRID), now) for now in (before, int(time.time()))
    )
    assert days in list(expected)
    assert game.install("--apply") == 0
    assert await recorded_days(game) == days, "a second run changes nothing"
    set_zone(game, BUENOS_AIRES)
    assert game.run("upgrade") == 0
    assert await recorded_days(game) == SiteDays(time_zone(BUENOS_AIRES)), "a pending change is taken back"


def set_zone(game: InstalledGame, zone: str) -> None:
    update_file(game.file, {"server": {"time_zone": zone}})


async def test_script_of_a_change_does_nothing_if_it_is_late_or_second(
    mariadb: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = InstalledGame(mariadb, tmp_path)
    assert game.install("--apply") == 0
    set_zone(game, MADRID)
    capsys.readouterr()
    assert game.install() == 0
    (statement,) = re.findall(r"^UPDATE \S+installation\b.*?;$", capsys.readouterr().out, re.DOTALL | re.MULTILINE)
    days = SiteDays(time_zone(BUENOS_AIRES))
    (until,) = map(int, re.findall(r"UNIX_TIMESTAMP\(\) < (\d+)", statement))
    next_days = days.with_zone(time_zone(MADRID), int(time.time()))
    assert until == next_days.changes[0].extended_from - 600
    await game.site(f"SET timestamp = {until}", statement)
    assert await recorded_days(game) == days, "the day of the old zone may have ended: nothing changes"
    await game.site(f"SET timestamp = {until - 1}", statement)
    assert await recorded_days(game) == next_days
    other_days = days.with_zone(time_zone("UTC"), int(time.time()))
    await game.site(f"REPLACE INTO installation VALUES ('time_zone', '{encode(other_days)}')", statement)
    assert await recorded_days(game) == other_days, "another run was faster"


@pytest.fixture(scope="module")
def small_world(world: WorldFactory) -> World:
    return world("acis", seed=137, characters=20)


@pytest.mark.parametrize(
    ("recorded", "level", "text"),
    [
        ("", "advice", "is not recorded"),
        (BUENOS_AIRES, "ok", f"are those of {BUENOS_AIRES}"),
        (MADRID, "advice", f"are those of {MADRID} until `gateway install --apply` is run"),
        (
            encode(SiteDays(time_zone(MADRID)).with_zone(time_zone(BUENOS_AIRES), IN_2100)),
            "ok",
            "from 2100-07-24 03:00 UTC on; until then the day 2100-07-23 lasts, 29 hours in all",
        ),
    ],
)
async def test_doctor_reports_the_zone_of_the_days(small_world: World, recorded: str, level: str, text: str) -> None:
    await record(small_world, recorded)
    (finding,) = [row for row in await examine(small_world, "time") if "days of limits" in row.text]
    assert (finding.level, text in finding.text) == (level, True), finding


async def record(world: World, value: str) -> None:
    statement = f"REPLACE INTO installation (name, value) VALUES ('time_zone', '{value}')"
    await execute(
        in_schema(world.admin_dsn, world.schemas.site),
        statement if value else "DELETE FROM installation WHERE name = 'time_zone'",
    )


async def test_serve_logs_a_pending_change_once(small_world: World, service: ServiceFactory) -> None:
    await record(small_world, encode(SiteDays(time_zone(BUENOS_AIRES)).with_zone(time_zone(MADRID), int(time.time()))))
    with service(small_world, {"GATEWAY_SERVER_TIME_ZONE": MADRID, "GATEWAY_SERVER_WORKERS": "2"}) as gateway:
        assert gateway.log
        assert gateway.log.read_text(encoding="utf-8").count("time_zone_changes") == 1
    await record(small_world, MADRID)
    with service(small_world, {"GATEWAY_SERVER_TIME_ZONE": MADRID}) as gateway:
        assert gateway.log
        assert "time_zone_changes" not in gateway.log.read_text(encoding="utf-8")
