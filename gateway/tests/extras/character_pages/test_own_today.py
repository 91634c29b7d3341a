"""The day of the main character, and what has ended since the last visit."""

from collections.abc import Sequence
from datetime import UTC, date, datetime

import pytest
from msgspec import Struct
from msgspec.structs import replace

from gateway.extras.character_pages.own_today import TodayGains, ended_of, gains_of
from gateway.extras.world_events import WorldEvent
from gateway.features.wallet.history import StoredDelivery, StoredDonation


class DayRow(Struct, frozen=True):
    level: int
    exp_percent: float
    pvp_kills: int
    pk_kills: int
    day: date = date(2026, 3, 1)


DONATION = StoredDonation(
    id="a",
    created_at=90,
    amount_minor=50_000,
    currency="ARS",
    provider="fake",
    payment_method=None,
    status="completed",
    failure=None,
    coins_received=50,
    character_name="Ada",
    paid_at=100,
    credited_at=101,
    refunded_minor=0,
    refunded_at=None,
    total_coins=50,
    disputed=0,
    checkout_url=None,
    expires_at=None,
    total=1,
)
DELIVERY = StoredDelivery(1, 100, 7, "Ada", 20, "delivered", 110, "save", 1)
SIEGE = WorldEvent(
    kind="siege_ended", subject_id=3, at=120, accuracy_seconds=0, details={"started_at": 60, "sides": [[5, "attacker"]]}
)


@pytest.mark.parametrize(
    ("days", "gains"),
    [
        ([], None),
        ([DayRow(40, 10, 5, 1)], None),
        ([DayRow(40, 10, 5, 1), DayRow(40, 12.5, 9, 1)], TodayGains(4, 0, 0, 2.5)),
        ([DayRow(40, 90, 5, 1), DayRow(41, 3, 9, 2)], TodayGains(4, 1, 1, None)),
        ([DayRow(40, 10, 5, 1), DayRow(39, 90, 2, 0)], TodayGains(0, 0, 0, None)),
    ],
    ids=["no history", "first day", "same level", "new level", "lower values"],
)
def test_gains_of_today(days: Sequence[DayRow], gains: TodayGains | None) -> None:
    assert gains_of(days) == gains


def test_what_ended_after_the_last_visit_is_listed_newest_first() -> None:
    refund = replace(DONATION, status="refunded", refunded_at=115)
    unsaved = replace(DELIVERY, status="given")
    rows = ended_of([DONATION, refund], [DELIVERY, unsaved], [SIEGE], 100, UTC)
    assert [(row.kind, row.at.timestamp(), row.coins, row.name) for row in rows] == [
        ("siege", 120, None, "Giran"),
        ("refund", 115, None, None),
        ("delivery", 110, 20, "Ada"),
        ("payment", 101, 50, None),
    ]
    assert rows[0].path == f"/sieges/giran/{datetime.fromtimestamp(60, UTC):%Y-%m-%d}"
    assert [row.kind for row in ended_of([DONATION], [DELIVERY], [], 101, UTC)] == ["delivery"]
