"""The doctor's findings on bosses: respawn windows, names, killers, rows that the game does not write; on sieges and
owners of castles that the content announces otherwise.
"""

import shutil
import time
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from fixtures.admin import execute
from fixtures.world.server_rules import CASTLE_OWNERS
from gateway import package_data
from gateway.concurrency.durations import HOUR
from gateway.extras.world.announced_sieges import weekly_time
from gateway.extras.world.doctor import (
    row_findings,
    siege_findings,
    spawn_name_findings,
    unnamed_findings,
    windows_finding,
)
from gateway.extras.world.facts import CASTLES
from gateway.extras.world.reading import BossRow, CastleRow
from gateway.features.site_content import content_store
from gateway.features.site_content.server_info import ServerInfo
from gateway.game.families import by_key
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.doctor_schemas import examine

ZONE = ZoneInfo("America/Argentina/Buenos_Aires")
SUNDAY = int(datetime(2026, 11, 29, 21, tzinfo=UTC).timestamp())
CASTLE_ROWS = [CastleRow(castle_id, 0, SUNDAY + castle_id % 2 * 7 * 24 * HOUR) for castle_id in CASTLES]
OWNERS = dict(CASTLE_OWNERS)


def info(language: str = "") -> ServerInfo:
    content = content_store.load(package_data.content())
    return (content.translations[language] if language else content.texts).info


def row(boss_id: int, first: int | None = None, last: int | None = None) -> BossRow:
    return BossRow(boss_id, 1, None, first, last, 0, 0)


def test_bosses_without_known_delays_are_counted() -> None:
    rows = [row(25001), row(25004, 3600, 7200)]
    assert "the respawn delays of 1 of 2 bosses are known; " in windows_finding(rows, "lucera").text
    assert windows_finding(rows, "rusacis").text.endswith("2 of 2 bosses are known")
    assert windows_finding([row(29019)], "acis").text.endswith("1 of 1 bosses are known")


def test_bosses_without_a_name_are_listed() -> None:
    assert unnamed_findings([row(29019), row(29095)]) == []
    (finding,) = unnamed_findings([row(29019), row(99_999)])
    assert finding.text.endswith("1 bosses of your own are shown by number: 99999")


def test_names_that_return_as_late_as_bosses_and_are_unknown_are_counted() -> None:
    assert spawn_name_findings(["Kernon", "witch_wimere", "dr_chaos_npc"]) == []
    (finding,) = spawn_name_findings(["queen_ant", *(f"custom_{number:02}" for number in range(12))])
    assert "12 dead NPCs in `spawn_data`" in finding.text
    assert finding.text.endswith("custom_08, custom_09 …")


@pytest.mark.parametrize(
    ("unconfirmed", "kills", "family", "remedy"),
    [
        (6, 2, "mobius", "set SaveRBStatusIntoDB = True in the game's configuration"),
        (6, 2, "orion", "set SaveRBStatusIntoDB = True in the game's configuration"),
        (6, 2, "acis", "let the game server write the row of a boss"),
        (4, 0, "mobius", None),
        (6, 7, "mobius", None),
    ],
)
def test_kills_without_rows_name_the_setting_of_the_game(
    unconfirmed: int, kills: int, family: str, remedy: str | None
) -> None:
    findings = row_findings(unconfirmed, kills, by_key(family))
    assert [finding.do.startswith(remedy) for finding in findings if remedy] == [True] * bool(remedy)
    assert len(findings) == bool(remedy)


@pytest.mark.database
async def test_world_names_of_spawn_data_are_read_by_an_administrator(world: WorldFactory) -> None:
    game = world("rusacis", 30, 76)
    late, soon = (int(time.time() + hours * 3600) * 1000 for hours in (20, 2))
    await execute(
        game.game_admin_dsn,
        "REPLACE INTO spawn_data (name, status, current_hp, current_mp, respawn_time) VALUES "
        f"('own_boss', 0, 0, 0, {late}), ('own_guard', 0, 0, 0, {soon}), ('own_alive', 1, 5, 5, {late}), "
        f"('gordon', 0, 0, 0, {late})",
    )
    try:
        names = [finding.text for finding in await examine(game, "world", with_admin=True) if "names" in finding.text]
        assert len(names) == 1
        assert names[0].endswith("the site does not show them: own_boss")
        assert not [finding for finding in await examine(game, "world") if "own_boss" in finding.text]
    finally:
        await execute(game.game_admin_dsn, "DELETE FROM spawn_data WHERE name LIKE 'own%' OR name = 'gordon'")


def test_sieges_and_owners_as_announced_need_no_advice() -> None:
    (finding,) = siege_findings([info(), info("es")], CASTLE_ROWS, OWNERS, ZONE, SUNDAY - 1)
    assert finding.level == "ok"


def test_sieges_at_another_time_are_listed_for_each_announcement() -> None:
    late = [CastleRow(5, 0, SUNDAY + 2 * HOUR), CastleRow(1, 0, SUNDAY), CastleRow(2, 0, SUNDAY - 2)]
    findings = siege_findings([info(), info("es")], late, OWNERS, ZONE, SUNDAY - 1)
    assert [finding.level for finding in findings] == ["advice"] * 4
    assert findings[0].text == (
        'sieges: server-info.json announces "Sundays 6:00 PM GMT-3", and the next sieges in the game are at other '
        "times: Aden 2026-11-29 20:00"
    )
    announced = [finding.text.split('"')[1] for finding in findings[1:]]
    assert announced == ["Sunday 6:00 PM GMT-3", "Domingos 18:00 GMT-3", "Domingo 18:00 GMT-3"]


def test_other_owners_are_listed_once() -> None:
    owners = {**OWNERS, 5: "RedKnights", 1: "FreeGuard"} | {9: ""}
    (finding,) = siege_findings([info(), info("pt")], CASTLE_ROWS, owners, ZONE, SUNDAY - 1)
    assert finding.text.endswith(
        "(content / game): Aden (Nightwatch / RedKnights), Gludio (Available / FreeGuard), Schuttgart (Stonebeard / -)"
    )


@pytest.mark.parametrize(
    ("text", "moment", "zone"),
    [
        ("Sundays 6:00 PM GMT-3", (6, 18 * 60), -3 * HOUR),
        ("Sábados 20h UTC", (5, 20 * 60), 0),
        ("quarta-feira, 21:30 GMT+5:30", (2, 21 * 60 + 30), 5.5 * HOUR),
        ("Mie 12 a. m.", (2, 0), None),
        ("Friday 12:15 pm", (4, 12 * 60 + 15), None),
    ],
)
def test_weekly_time_reads_texts_of_operators(text: str, moment: tuple[int, int], zone: float | None) -> None:
    time_of_week = weekly_time(text)
    assert time_of_week
    assert (time_of_week.weekdays, time_of_week.minutes) == ({moment[0]}, {moment[1]})
    offset = time_of_week.zone.utcoffset(None) if time_of_week.zone else None
    assert (offset.total_seconds() if offset is not None else None) == zone


@pytest.mark.parametrize("text", ["-", "", "Every evening", "Sundays", "18:00 GMT-3"])
def test_text_without_weekday_or_hour_announces_no_time(text: str) -> None:
    assert weekly_time(text) is None


@pytest.mark.parametrize("zone", ["GMT-99", "GMT+24:99"])
def test_impossible_zone_is_read(zone: str) -> None:
    assert weekly_time(f"Sunday 18:00 {zone}")


@pytest.mark.database
async def test_doctor_compares_the_content_folder_with_the_game(world: WorldFactory, tmp_path: Path) -> None:
    game = world("acis", 30, 7)
    folder = shutil.copytree(package_data.content(), tmp_path / "content")
    env = {"GATEWAY_CONTENT_FOLDER": str(folder)}
    messages = [finding.text for finding in await examine(game, "world", env=env)]
    assert not [text for text in messages if text.startswith("sieges: ")]  # the dates of this world have passed
    (owners,) = [text for text in messages if text.startswith("castles: ")]
    assert "Giran (CrimsonTide / -)" in owners
    assert "Aden" not in owners
    assert not [finding for finding in await examine(game, "world") if finding.text.startswith("castles: ")]
    (folder / "server-info.json").write_text("{")
    assert not [finding for finding in await examine(game, "world", env=env) if "castles: " in finding.text]
