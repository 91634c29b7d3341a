"""States of accounts: what waits for a person, and what keeps the player out."""

import time
from collections.abc import Iterable
from typing import Final, Literal, get_args

from msgspec import Struct

from gateway.database.database import Database
from gateway.database.queries import query
from gateway.features.wallet.history import STUCK_SECONDS

PlayerState = Literal["delivery_stuck", "payment_mismatched", "disputed", "frozen", "blocked"]
_WEIGHT: Final[tuple[PlayerState, ...]] = get_args(PlayerState)


class StateCount(Struct, frozen=True):
    state: PlayerState
    count: int


class _StateRow(Struct, frozen=True):
    state: PlayerState
    account: str
    count: int


STATES = query("admin_players.states", _StateRow)


async def states_of(site: Database, logins: Iterable[str]) -> dict[str, list[StateCount]]:
    """Returns the states of each account, the gravest first."""
    accounts = sorted(set(logins))
    now = int(time.time())
    rows = await site.read(STATES, logins=accounts, stuck_before=now - STUCK_SECONDS, now=now) if accounts else []
    rows = sorted(rows, key=lambda row: _WEIGHT.index(row.state))
    return {login: [StateCount(row.state, row.count) for row in rows if row.account == login] for login in accounts}
