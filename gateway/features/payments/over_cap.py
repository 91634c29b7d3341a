"""Payments above the cap of their account."""

from msgspec import Struct

from gateway.database.database import Database
from gateway.database.queries import query
from gateway.durations import DAY


class OverCapPayments(Struct, frozen=True):
    payments: int


OVER_CAP_SINCE = query("payments.over_cap_since", OverCapPayments)


async def count_of_last_day(site: Database, now: int) -> int:
    row = await site.one(OVER_CAP_SINCE, since=now - DAY)
    return row.payments if row else 0
