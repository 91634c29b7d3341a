"""What operators do that other operators should see: coins that wait, coins of one's own, and new hosts."""

from collections.abc import Mapping
from typing import Final

from gateway import signals
from gateway.database.database import Database
from gateway.database.queries import query
from gateway.durations import DAY
from gateway.feature import SignalCount, SignalReader, count_rows
from gateway.signals import Signal

COINS_WAITING: Final = query("coin_grants.count_waiting", SignalCount)
OWN_RELEASES: Final = query("coin_grants.own_releases", SignalCount)
HOSTS_SINCE: Final = query("operators.hosts_since", SignalCount)


def operator_signals(site: Database) -> Mapping[Signal, SignalReader]:
    return {
        signals.COINS_HELD: count_rows(site, COINS_WAITING),
        signals.COINS_SELF_RELEASED: count_rows(site, OWN_RELEASES, DAY),
        signals.CONTENT_HOSTS: count_rows(site, HOSTS_SINCE, DAY),
    }
