"""One donation for each idempotency key, across requests and processes.

The donation's id derives from account and key, so the primary key excludes a second row. The request that inserted the
row opens the checkout at the provider; concurrent ones wait for it, and take over only after it must have ended. A
refused checkout leaves the key free for another attempt.
"""

import asyncio
import time
import uuid
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import asdict

from gateway.config.currencies import minor_factor
from gateway.database.database import Database
from gateway.database.queries import query
from gateway.features.payments.orders import DonationOrder
from gateway.features.payments.price_lists import Price
from gateway.features.payments.pricing import calculate
from gateway.http.errors import PaymentProviderFailed
from gateway.http.idempotency import KeyReused, uuid_of
from gateway.texts import text

POLL_SECONDS: Final = 0.1
"""Between two looks at a checkout that another request opens."""
SLACK_SECONDS: Final = 5
"""Time of opening a checkout beyond the provider's time limit."""


class StartedDonation(Struct, frozen=True):
    """`init_point` is None until the checkout is open. `amount` in minor units; `percentage`: the bonus of the package
    from a price list."""

    id: str
    account: str
    character_id: int
    character_name: str
    amount: int
    currency: str
    base_coins: int
    bonus_coins: int
    total_coins: int
    status: str
    created_at: int
    init_point: str | None
    provider: str
    percentage: int | None

    def order(self, price: tuple[tuple[int, int], ...], now: int) -> DonationOrder:
        """`price`: the steps of the slider; the order has none if they have changed since the donation began."""
        coins = calculate(self.amount // minor_factor(self.currency), price).total_coins
        is_same = self.percentage is None and coins == self.total_coins
        values = asdict(self) | {"price": price if is_same else (), "created_at": now}
        if self.percentage is None:
            del values["percentage"]
        return msgspec.convert(values, DonationOrder)


STARTED_DONATION = query("donations.started_donation", StartedDonation)
CLAIM_CHECKOUT = query("donations.claim_checkout", None)


def donation_id(installation: str, login: str, key: str | None) -> str:
    """Returns the same id for the same key of an account of an installation; a random one without a key."""
    if key is None:
        return str(uuid.uuid4())
    return uuid_of(f"donation:{installation}:{login}:{key}")


async def find_existing(
    site: Database, donation: str, login: str, character_id: int, price: Price, provider: str
) -> StartedDonation | None:
    """Raises KeyReused if the id belongs to a different donation, or to an erased account that had the same login."""
    row = await site.one(STARTED_DONATION, id=donation)
    expected = login, character_id, price.amount, price.currency, provider
    if row and (row.account, row.character_id, row.amount, row.currency, row.provider) != expected:
        raise KeyReused(text("details.donation_key"))
    return row


async def checkout(site: Database, started_donation: StartedDonation, provider_seconds: float) -> str | None:
    """Returns the checkout's address once it is open; None if the caller has to open it.

    Raises PaymentProviderFailed if the request that was opening it failed.
    """
    row: StartedDonation | None = started_donation
    while row and row.init_point is None:
        if row.status == "failed" and row is not started_donation:
            raise PaymentProviderFailed
        if await _claims_checkout(site, row, provider_seconds):
            return None
        await asyncio.sleep(POLL_SECONDS)
        row = await site.one(STARTED_DONATION, id=started_donation.id)
    if row is None:
        raise AssertionError(f"donation {started_donation.id} disappeared")
    return row.init_point


async def _claims_checkout(site: Database, row: StartedDonation, provider_seconds: float) -> bool:
    """Claims a checkout that failed before, or whose request must have ended; one request alone succeeds."""
    now = int(time.time())
    ended_before = now - int(provider_seconds) - SLACK_SECONDS
    if row.status != "failed" and row.created_at > ended_before:
        return False
    return await site.write(CLAIM_CHECKOUT, id=row.id, now=now, before=ended_before) > 0
