"""Coins that an extra gives beside those of a donation."""

from collections.abc import Awaitable, Callable

from msgspec import Struct

from gateway.database.database import Session


class BonusRequest(Struct, frozen=True, kw_only=True):
    """A donation that begins. `coins`: those that it buys; `now`: epoch seconds."""

    donation_id: str
    account: str
    coins: int
    now: int


class DonationBonus(Struct, frozen=True):
    promise: Callable[[Session, BonusRequest], Awaitable[int]]
    """Stores what the donation gets, in the transaction that begins it, under the lock of the account's wallet. Returns
    the coins; for a donation that begins anew, those that it was promised. Called while the extra is on."""
    settle: Callable[[Session, str, int], Awaitable[None]]
    """Posts the coins that the present state of a donation asks for, or takes them back, in the transaction that
    compares a payment with it, which holds the lock of its row. Called also while the extra is off."""
