"""Donations of one account with the provider's facts, as the site stores them."""

from typing import Annotated

from msgspec import Struct

from gateway.administration.fields import NeedsMoney
from gateway.database.database import Database
from gateway.database.queries import query
from gateway.features.payments.coin_rules import Outcome


class PlayerPayment(Struct, frozen=True):
    """`id`: as commands take it. Amounts in minor units of `currency`, `fee` and `net` of `settled_in`; times in epoch
    seconds.

    `mismatch`: why it does not match its donation. `fee`, `net`, `release_at`: null where the provider has not reported
    them. `webhooks`: how many came, the first at `told_at`; `waiting`: not processed yet. `seen_at`: when the provider
    was last asked.
    """

    id: str
    donation_id: str
    state: str
    status: str
    detail: str
    mismatch: str | None
    amount: Annotated[int | None, NeedsMoney]
    currency: str
    refunded: Annotated[int | None, NeedsMoney]
    coins: int
    held: int
    fee: Annotated[int | None, NeedsMoney]
    net: Annotated[int | None, NeedsMoney]
    approved_at: int | None
    release_at: int | None
    method: str | None
    first_seen_at: int
    seen_at: int
    told_at: int | None
    webhooks: int
    waiting: int
    settled_in: str


class DonationFacts(Struct, frozen=True):
    """A donation with the times of its steps in epoch seconds; amounts in minor units of `currency`. `opened`: with a
    checkout. `cancelled`: by the player."""

    id: str
    created_at: int
    character_id: int
    character_name: str
    amount: Annotated[int | None, NeedsMoney]
    currency: str
    total_coins: int
    coins_credited: int
    refunded_amount: Annotated[int | None, NeedsMoney]
    status: Outcome
    disputed: int
    opened: int
    cancelled: int
    paid_at: int | None
    credited_at: int | None
    refunded_at: int | None
    checked_at: int | None
    total: int


class PlayerDonation(Struct, frozen=True):
    donation: DonationFacts
    payments: list[PlayerPayment]


DONATIONS = query("admin_players.donations", DonationFacts)
PAYMENTS = query("admin_players.payments", PlayerPayment)


async def donations_of(site: Database, login: str, count: int) -> list[PlayerDonation]:
    """Returns the newest donations."""
    rows = await site.read(DONATIONS, account=login, limit=count)
    payments = await site.read(PAYMENTS, ids=[row.id for row in rows]) if rows else []
    return [PlayerDonation(row, [payment for payment in payments if payment.donation_id == row.id]) for row in rows]
