"""Days of the history and of sieges follow the rules of the locked package of time zones."""

from datetime import UTC, date, datetime

import pytest

from gateway.config.site_days import day_of, start_of
from gateway.config.zones import time_zone
from gateway.extras.world.answers import siege_day
from gateway.tests.config.test_zones import CHANGED


@pytest.mark.parametrize(("key", "minutes"), CHANGED)
def test_days_and_sieges_of_a_zone_follow_the_rules_of_2026(key: str, minutes: int) -> None:
    zone = time_zone(key)
    midnight = int(datetime(2026, 12, 20, tzinfo=UTC).timestamp()) - minutes * 60
    day = date(2026, 12, 20).toordinal() - date(1970, 1, 1).toordinal()
    for hour in (0, 12, 23):
        moment = midnight + hour * 3600
        assert siege_day(moment, zone) == "2026-12-20"
        assert day_of(moment, zone) == day
    assert start_of(day, zone) == midnight
    assert siege_day(midnight - 1, zone) == "2026-12-19"
