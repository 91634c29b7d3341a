"""What operators should see of each other's work: coins that wait, coins of one's own, new hosts, and no backup."""

from collections.abc import Mapping
from typing import Final

from gateway.concurrency.durations import DAY
from gateway.database.database import Database
from gateway.database.queries import query
from gateway.features.operators import backup_record
from gateway.observability import signals
from gateway.observability.signals import Signal
from gateway.registration.feature import SignalCount, SignalReader, count_rows

COINS_WAITING: Final = query("coin_grants.count_waiting", SignalCount)
OWN_RELEASES: Final = query("coin_grants.own_releases", SignalCount)
HOSTS_SINCE: Final = query("operators.hosts_since", SignalCount)


def operator_signals(site: Database) -> Mapping[Signal, SignalReader]:
    async def backup_age(now: int) -> float | None:
        return backup_record.age_hours(await backup_record.read_last(site), now)

    return {
        signals.COINS_HELD: count_rows(site, COINS_WAITING),
        signals.COINS_SELF_RELEASED: count_rows(site, OWN_RELEASES, DAY),
        signals.CONTENT_HOSTS: count_rows(site, HOSTS_SINCE, DAY),
        signals.BACKUP_OLD: backup_age,
    }
