"""Respawn delays of grand bosses, as the packs ship them and as operators change them."""

from datetime import UTC, datetime, timedelta

import pytest

from gateway.config.settings import SettingsError, load
from gateway.extras.world.boss_answers import delays_of, window_of
from gateway.extras.world.boss_deaths import BossRecord
from gateway.extras.world.facts import BOSSES, GRAND_DELAYS, boss_of
from gateway.extras.world.game_tables import with_delays
from gateway.extras.world.reading import BossRow
from gateway.extras.world.settings import WorldSettings
from gateway.install.spawn_names import BOSS_NAMES

HOUR = 3600
MIDNIGHT = datetime(2030, 1, 15, tzinfo=UTC)


@pytest.mark.parametrize(
    ("family", "boss_id", "hours"),
    [
        ("mobius", 29019, (180, 204)),
        ("acis", 29019, (192, 336)),
        ("lucera", 29020, (120, 128)),
        ("lucera", 29065, (24, 48)),
        ("lucera", 29019, (264, 265)),
        ("lucera", 29001, None),
        ("rusacis", 29001, (19, 53)),
        ("acis", 29001, (19, 53)),
        ("acis", 29065, (12, 60)),
        ("mobius_ct0", 25512, (12, 60)),
        ("frozen", 29062, (288, 432)),
        ("orion", 29062, (48, 72)),
    ],
)
def test_delay_of_a_grand_boss_is_that_of_the_family(family: str, boss_id: int, hours: tuple[int, int] | None) -> None:
    assert GRAND_DELAYS.get((family, boss_id)) == (hours and (hours[0] * HOUR, hours[1] * HOUR))


def test_delays_belong_to_grand_bosses_and_are_in_order() -> None:
    own_delays = {key for key in GRAND_DELAYS if key[1]} - {("rusacis", 25328)}
    assert {BOSSES[boss_id].kind for _, boss_id in own_delays} == {"grand"}
    assert all(0 < first < last for first, last in GRAND_DELAYS.values())
    assert all(boss_of(boss_id) == boss_id for _, boss_id in GRAND_DELAYS)


@pytest.mark.parametrize(
    ("family", "boss_id", "hours"),
    [("rusacis", 25325, (12, 60)), ("rusacis", 25328, (2, 4)), ("rusacis", 29099, (12, 60)), ("acis", 25325, None)],
)
def test_delays_of_a_raid_boss_without_delays_in_its_row_are_those_of_the_family(
    family: str, boss_id: int, hours: tuple[int, int] | None
) -> None:
    row = BossRow(boss_id, 1, None, None, None, 0, 0)
    assert delays_of(row, family) == (hours and (hours[0] * HOUR, hours[1] * HOUR))


def test_grand_boss_without_delays_takes_none_of_the_raid_bosses() -> None:
    assert delays_of(BossRow(25512, 1, None, None, None, 0, 0), "rusacis") is None


def test_variants_belong_to_bosses_with_a_name_and_are_no_variants_themselves() -> None:
    bosses = {boss_of(npc_id) for npc_id in BOSSES} - {0}
    assert bosses <= BOSSES.keys()
    assert all(boss_of(boss_id) == boss_id for boss_id in bosses)
    assert [boss_of(npc_id) for npc_id in (29019, 29066, 29067, 29068)] == [29019] * 4
    assert [boss_of(npc_id) for npc_id in (29045, 29046, 29047)] == [29045] * 3


def test_every_name_of_spawn_data_is_a_boss_with_a_name() -> None:
    assert set(BOSS_NAMES.values()) <= BOSSES.keys()


def test_delays_of_the_operator_replace_those_of_row_and_pack() -> None:
    delays = load(None, {"GATEWAY_WORLD_RESPAWN_HOURS": "29001:5:8, 29019:168:240"}).of(WorldSettings).respawn_delays
    bosses = [BossRow(29001, 1, None, None, None, 1, 0), BossRow(29066, 1, None, 1, 2, 1, 0)]
    unset_row = BossRow(29006, 1, None, None, None, 1, 0)
    queen, antharas, core = with_delays([*bosses, unset_row], delays)
    assert [delays_of(row, "mobius") for row in (queen, antharas)] == [(5 * HOUR, 8 * HOUR), (168 * HOUR, 240 * HOUR)]
    assert core is unset_row


@pytest.mark.parametrize("hours", ["29001", "29001:8:5", "queen:5:8", "29001:5:8:9", "29001:5-8"])
def test_hours_of_respawns_that_cannot_be_read_are_refused(hours: str) -> None:
    with pytest.raises(SettingsError, match="such as 29001:5:8"):
        load(None, {"GATEWAY_WORLD_RESPAWN_HOURS": hours})


@pytest.mark.parametrize(("hours", "is_shown"), [(179, False), (180, True), (204, True), (205, False)])
def test_window_is_hidden_where_the_respawn_shows_other_delays(hours: int, is_shown: bool) -> None:
    died_at = int(MIDNIGHT.timestamp())
    record = BossRecord(BossRow(29019, 1, died_at + hours * HOUR, None, None, 1, 0), died_at, 60, died_at, [])
    window = (died_at - 60 + 180 * HOUR, died_at + 204 * HOUR)
    assert window_of(record, "mobius") == (window if is_shown else None)


@pytest.mark.parametrize(
    ("boss_id", "hour"),
    [(29001, 22), (29006, 18), (29014, 20), (29019, 16), (29020, 17), (29022, 19), (29028, 21)],
)
@pytest.mark.parametrize("died_after", [timedelta(), timedelta(hours=23, minutes=59, seconds=59)])
@pytest.mark.parametrize("offset", [timedelta(), timedelta(minutes=59, seconds=59)])
def test_window_of_orion_holds_its_hour_of_the_next_day(
    boss_id: int, hour: int, died_after: timedelta, offset: timedelta
) -> None:
    died_at = int((MIDNIGHT + died_after).timestamp())
    respawn_at = int((MIDNIGHT + timedelta(days=1, hours=hour) + offset).timestamp())
    record = BossRecord(BossRow(boss_id, 1, respawn_at, None, None, 1, 0), died_at, 1, died_at, [])
    assert window_of(record, "orion") == (died_at - 1 + hour * HOUR, died_at + (hour + 25) * HOUR)
