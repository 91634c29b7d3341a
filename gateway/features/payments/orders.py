"""The order of a donation, sealed into its checkout: the provider returns it with every payment.

By it the payments of this installation are told from others of the same account at the provider, and a donation that a
restored backup does not have is created again. The seal is bound to the installation and to the donation's id.
"""

import hashlib
from contextlib import suppress
from typing import Final, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import asdict

from gateway.concurrency.durations import DAY
from gateway.database.database import Database, DuplicateKey, Session
from gateway.database.installation import RECORDED_VALUE
from gateway.database.queries import query
from gateway.database.sealing import DataKeys, KeyLost, SealBroken, SealedRow
from gateway.features.payments.pricing import package_text, steps_text
from gateway.features.payments.provider_payment import MERCADOPAGO

MAX_AGE_SECONDS: Final = 180 * DAY
"""An older order waits for an operator."""
_INSTALLATION: Final = "server"
"""The name of the installation's random id among the values that `gateway install` records."""

ADD_PRICE = query("donations.add_price", None)
ADD_PACKAGE = query("donations.add_package", None)
BEGIN = query("donations.begin", None)


class DonationOrder(Struct, frozen=True, kw_only=True):
    """`amount` in minor units; `price`: the bonus steps of that time as (amount, percent), or `percentage`: the bonus
    of the package from a price list; `created_at`: epoch seconds."""

    account: str
    character_id: int
    character_name: str
    amount: int
    currency: str
    base_coins: int
    bonus_coins: int
    created_at: int
    provider: str = MERCADOPAGO
    price: tuple[tuple[int, int], ...] = ()
    percentage: int | msgspec.UnsetType = msgspec.UNSET

    @property
    def total_coins(self) -> int:
        return self.base_coins + self.bonus_coins


UnopenedOrder = Literal["absent", "foreign", "key_lost"]
"""The payment carries no order; one that was not sealed by this installation for this donation; one whose key is not
among the data keys: only the donation's `order_hash` can tell whether it is ours."""


class OrderSeals:
    """Seals orders, and opens those of this installation alone."""

    def __init__(self, site: Database, data_keys: DataKeys) -> None:
        self._site, self._keys = site, data_keys
        self._installation = ""

    async def seal(self, donation_id: str, order: DonationOrder) -> str:
        return self._keys.seal(msgspec.json.encode(order).decode(), await self._place(donation_id))

    async def open(self, donation_id: str, sealed_order: str) -> DonationOrder | UnopenedOrder:
        """Returns the order if this installation sealed it for this donation."""
        if not sealed_order:
            return "absent"
        place = await self._place(donation_id)
        try:
            return msgspec.json.decode(self._keys.open(sealed_order, place), type=DonationOrder)
        except KeyLost:
            return "key_lost"
        except (SealBroken, msgspec.DecodeError):
            return "foreign"

    async def installation(self) -> str:
        """Returns the installation's random id."""
        if not self._installation:
            row = await self._site.one(RECORDED_VALUE, name=_INSTALLATION)
            self._installation = row.value if row else ""
        return self._installation

    async def _place(self, donation_id: str) -> SealedRow:
        return SealedRow("order", await self.installation(), donation_id)


def order_hash(sealed_order: str) -> str:
    return hashlib.sha256(sealed_order.encode()).hexdigest()


async def begin(site: Database | Session, donation_id: str, order: DonationOrder) -> None:
    """Raises DuplicateKey."""
    columns = asdict(order)
    price = columns.pop("price")
    del columns["percentage"]
    steps = steps_text(price) if price else ""
    if steps:
        with suppress(DuplicateKey):  # another process was faster
            await site.write(ADD_PRICE, steps=steps, created_at=order.created_at)
    package = ""
    if isinstance(order.percentage, int):
        prices = {"amount": order.amount, "coins": order.base_coins, "percentage": order.percentage}
        package = package_text(order.currency, **prices)
        with suppress(DuplicateKey):
            await site.write(ADD_PACKAGE, steps=package, currency=order.currency, created_at=order.created_at, **prices)
    await site.write(BEGIN, id=donation_id, total_coins=order.total_coins, steps=steps, package=package, **columns)
