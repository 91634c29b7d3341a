"""Limits that players set: tighter at once, looser after a day, breaks never shorter."""

from datetime import datetime
from itertools import pairwise, product
from zoneinfo import ZoneInfo

import pytest

from gateway.config.site_days import SiteDays
from gateway.features.spending_limits.rules import LOOSENING_SECONDS, LimitSet, PlayerLimits

NOW = 1_000_000
DAY_LATER = NOW + LOOSENING_SECONDS
OLD = LimitSet(5000, 20_000, 100)


def test_tighter_limits_hold_at_once_and_looser_ones_a_day_later() -> None:
    for requested_limits, limits, pending in (
        (OLD, OLD, None),
        (LimitSet(4000, 0, 100), LimitSet(4000, 0, 100), None),
        (LimitSet(6000, 20_000, 100), OLD, LimitSet(6000, 20_000, 100)),
        (LimitSet(), OLD, LimitSet()),
        (LimitSet(None, 10_000, 200), LimitSet(5000, 10_000, 100), LimitSet(None, 10_000, 200)),
    ):
        account = PlayerLimits(OLD).with_request(requested_limits, 0, NOW)
        assert (account.limits, account.pending, account.pending_at) == (limits, pending, DAY_LATER if pending else 0)
        assert account.at(DAY_LATER - 1).limits == limits
        assert account.at(DAY_LATER) == PlayerLimits(requested_limits)
    assert PlayerLimits().with_request(OLD, 0, NOW) == PlayerLimits(OLD)


def test_pending_limits_wait_again_only_if_they_change() -> None:
    account = PlayerLimits(OLD).with_request(LimitSet(), 0, NOW)
    assert account.with_request(LimitSet(), 0, NOW + 60) == account
    new_account = account.with_request(LimitSet(None, None, 200), 0, NOW + 60)
    assert (new_account.pending, new_account.pending_at) == (LimitSet(None, None, 200), DAY_LATER + 60)
    assert account.with_request(OLD, 0, NOW + 60) == PlayerLimits(OLD), "a request for the present limits cancels"


def test_no_sequence_of_requests_loosens_a_limit_within_a_day() -> None:
    amounts = (None, 0, 7, 9)
    for requests in product(amounts, repeat=4):
        account = PlayerLimits()
        for number, amount in enumerate(requests):
            account = account.with_request(LimitSet(spin_day=amount), 0, NOW + number)
            limits = [request for request in requests[: number + 1] if request is not None]
            assert account.limits.spin_day == min(limits, default=None), f"after the requests {requests[: number + 1]}"


def test_breaks_end_by_themselves_and_are_never_shortened() -> None:
    account = PlayerLimits()
    for excluded_until, expected in ((NOW + 50, 50), (NOW + 20, 50), (0, 50), (NOW + 90, 90), (NOW - 5, 90)):
        account = account.with_request(LimitSet(), excluded_until, NOW)
        assert account.excluded_until - NOW == expected, f"seconds, after a break until NOW {excluded_until - NOW:+}"
    assert account.at(NOW + 89).excluded_until == NOW + 90
    assert account.at(NOW + 90) == PlayerLimits() == PlayerLimits().with_request(LimitSet(), NOW, NOW)


@pytest.mark.parametrize("zone", ["America/Argentina/Buenos_Aires", "America/Santiago", "Pacific/Apia"])
def test_month_start_is_the_first_midnight_of_the_month(zone: str) -> None:
    site_zone = ZoneInfo(zone)
    days = SiteDays(site_zone)
    first = int(datetime(2026, 1, 15, 12, tzinfo=site_zone).timestamp())
    starts = [days.month_start(first + hour * 3600) for hour in range(24 * 200)]
    for start, next_start in pairwise(sorted(set(starts))):
        assert 28 * 86_400 - 3600 <= next_start - start <= 31 * 86_400 + 3600, "seconds of a month"
    assert {datetime.fromtimestamp(start, site_zone).day for start in starts} == {1}
