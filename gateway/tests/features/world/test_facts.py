"""Respawn delays of grand bosses, as the packs ship them."""

from datetime import UTC, datetime, timedelta

import pytest

from gateway.features.world.boss_answers import window_of
from gateway.features.world.boss_deaths import BossRecord
from gateway.features.world.facts import BOSSES, GRAND_DELAYS
from gateway.features.world.reading import BossRow

HOUR = 3600
MIDNIGHT = datetime(2030, 1, 15, tzinfo=UTC)


@pytest.mark.parametrize(
    ("family", "boss_id", "hours"),
    [
        ("mobius", 29019, (180, 204)),
        ("acis", 29019, (192, 336)),
        ("lucera", 29020, (120, 128)),
        ("lucera", 29065, (24, 48)),
        ("lucera", 29068, (264, 265)),
        ("lucera", 29001, None),
        ("rusacis", 29001, None),
    ],
)
def test_delay_of_a_grand_boss_is_that_of_the_family(family: str, boss_id: int, hours: tuple[int, int] | None) -> None:
    assert GRAND_DELAYS.get((family, boss_id)) == (hours and (hours[0] * HOUR, hours[1] * HOUR))


def test_delays_belong_to_grand_bosses_and_are_in_order() -> None:
    assert {BOSSES[boss_id].kind for _, boss_id in GRAND_DELAYS} == {"grand"}
    assert all(0 < first < last for first, last in GRAND_DELAYS.values())


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
