"""GET /api/player/donations and /deliveries. Stored: minor units and epoch seconds; shown: units and timestamps."""

import time
from datetime import datetime, timedelta
from typing import Final, Literal

from litestar.handlers import HTTPRouteHandler
from msgspec import Struct, convert
from msgspec.structs import asdict

from gateway.config.currencies import minor_digits, minor_factor
from gateway.config.payments import OPEN_SECONDS
from gateway.database.database import Database
from gateway.database.queries import query
from gateway.features.accounts import Caller
from gateway.http.errors import UNAVAILABLE, AccountFrozen
from gateway.http.routes import get

HISTORY: Final = timedelta(days=30)
STUCK_SECONDS: Final = 600
"""Age from which an unconfirmed claim counts as stuck."""
ROWS: Final = 500
"""Maximum rows of a list; its `total` counts all."""
DeliveryStatus = Literal["pending", "claimed", "given", "delivered", "cancelled", "stuck", "unconfirmed"]
"""The stored status, or what follows from the times of a claimed delivery."""
PLAYER: Final = (AccountFrozen, *UNAVAILABLE)
"""Errors of a player's route."""


Failure = Literal["cancelled", "expired", "refused", "unopened"]
"""Why a donation failed: the player gave it up, the checkout ended, the provider refused, or it opened no checkout."""


class DonationRow(Struct, frozen=True, kw_only=True):
    """`amount`, `refunded_amount`: whole units of `currency`, rounded down; `amount_minor`, `refunded_minor`: with
    `digits` decimal places. `provider`: where it is paid. `total_coins`: ordered; `coins_received`: credited, less
    those taken back by refunds. `disputed`: the payment is disputed and its unspent coins are frozen. `failure`: only
    of a failed one. While it is pending, `checkout_url` is where it can be paid until `expires_at`."""

    id: str
    created_at: datetime
    amount: int
    amount_minor: int
    currency: str
    digits: int
    provider: str
    payment_method: str | None
    status: Literal["completed", "pending", "failed", "refunded"]
    coins_received: int
    character_name: str
    paid_at: datetime | None
    credited_at: datetime | None
    refunded_amount: int
    refunded_minor: int
    refunded_at: datetime | None
    total_coins: int
    disputed: bool
    failure: Failure | None
    checkout_url: str | None
    expires_at: datetime | None


class Donations(Struct, frozen=True):
    data: list[DonationRow]
    total: int


class Delivery(Struct, frozen=True, kw_only=True):
    """`given`: the game took it and is not known to have saved it. `unconfirmed`: the game may have stopped before it
    saved. `stuck`: claimed for ten minutes and not confirmed. An operator has to resolve these two. `saved_by`: what
    counted as the game's save; null where the game confirmed it itself.
    """

    id: int
    created_at: datetime
    character_id: int
    character_name: str
    amount: int
    status: DeliveryStatus
    delivered_at: datetime | None
    saved_by: Literal["save", "time", "operator"] | None


class Deliveries(Struct, frozen=True):
    data: list[Delivery]
    total: int


class StoredDonation(Struct, frozen=True):
    """A DonationRow with times in epoch seconds and amounts in minor units alone; `total` counts the rows before the
    limit."""

    id: str
    created_at: int
    amount_minor: int
    currency: str
    provider: str
    payment_method: str | None
    status: Literal["completed", "pending", "failed", "refunded"]
    coins_received: int
    character_name: str
    paid_at: int | None
    credited_at: int | None
    refunded_minor: int
    refunded_at: int | None
    total_coins: int
    disputed: int
    failure: Failure | None
    checkout_url: str | None
    expires_at: int | None
    total: int


class StoredDelivery(Struct, frozen=True):
    id: int
    created_at: int
    character_id: int
    character_name: str
    amount: int
    status: DeliveryStatus
    delivered_at: int | None
    saved_by: Literal["save", "time", "operator"] | None
    total: int


DONATIONS = query("wallet.donations", StoredDonation)
DELIVERIES = query("wallet.deliveries", StoredDelivery)


def donation_row(row: StoredDonation) -> DonationRow:
    factor = minor_factor(row.currency)
    amounts = {"amount": row.amount_minor // factor, "refunded_amount": row.refunded_minor // factor}
    return convert(asdict(row) | amounts | {"digits": minor_digits(row.currency)}, DonationRow, strict=False)


def delivery_row(row: StoredDelivery) -> Delivery:
    return convert(row, Delivery, strict=False, from_attributes=True)


def routes(site: Database) -> list[HTTPRouteHandler]:
    @get("/api/player/donations", *PLAYER)
    async def get_donations(caller: Caller) -> Donations:
        """Donations of the last 30 days."""
        now = int(time.time())
        since = now - int(HISTORY.total_seconds())
        rows = await site.read(
            DONATIONS, account=caller.login, since=since, now=now, open_seconds=OPEN_SECONDS, limit=ROWS
        )
        return Donations([donation_row(row) for row in rows], rows[0].total if rows else 0)

    @get("/api/player/deliveries", *PLAYER)
    async def get_deliveries(caller: Caller) -> Deliveries:
        """Coins sent to characters."""
        stuck_before = int(time.time()) - STUCK_SECONDS
        rows = await site.read(DELIVERIES, account=caller.login, stuck_before=stuck_before, limit=ROWS)
        return Deliveries([delivery_row(row) for row in rows], rows[0].total if rows else 0)

    return [get_donations, get_deliveries]
