"""The doctor's findings on bosses: respawn windows, names, killers, and rows that the game does not write."""

import time

import pytest

from fixtures.admin import execute
from gateway.extras.world.doctor import row_findings, spawn_name_findings, unnamed_findings, windows_finding
from gateway.extras.world.reading import BossRow
from gateway.game.families import by_key
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.doctor_schemas import examine


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
