"""Hosts that the content names for the first time: rows of the operators' log, and a signal for owners."""

from typing import Final

import msgspec

from gateway.database.database import Database, Session
from gateway.database.queries import query
from gateway.durations import DAY
from gateway.features.operators import operator_log


class _Count(msgspec.Struct, frozen=True):
    count: int


HOSTS_SINCE: Final = query("operators.hosts_since", _Count)


async def record(session: Session, hosts: list[str]) -> None:
    """Logs the new hosts in the transaction of the save."""
    for host in hosts:
        await operator_log.record(session, f"host:{host}", after={"host": host})


async def hosts_since_yesterday(site: Database, now: int) -> int:
    """Counts the new hosts of the last 24 hours."""
    row = await site.one(HOSTS_SINCE, since=now - DAY)
    return row.count if row else 0
