"""POST /api/player/deliveries: coins of the wallet set out for a character.

The row and the transfer that pays for it are made in one transaction. The key that the sender chose counts once for his
account: who has lost an answer asks again and gets the delivery that there is, whatever has become of it.
"""

import math
import time
from typing import Annotated, Final

from litestar import post
from litestar.handlers import HTTPRouteHandler
from litestar.params import HeaderParameter, JSONBody
from msgspec import Meta, Struct

from gateway.config.limits import Limits
from gateway.config.settings import Settings
from gateway.database.database import Database, Session
from gateway.database.queries import query
from gateway.features import ledger
from gateway.features.accounts import Caller
from gateway.features.characters import CharacterRepository
from gateway.features.deliveries import rules
from gateway.features.payments import locked
from gateway.features.wallet.history import STUCK_SECONDS, Delivery, StoredDelivery, delivery_row
from gateway.http import idempotency
from gateway.http.errors import (
    GameUnavailable,
    NotAuthenticated,
    NotFound,
    Problem,
    SiteUnavailable,
    TooManyRequests,
    ValidationFailed,
    documented,
)
from gateway.http.rate_limit_shared import Limiter

LARGEST: Final = 2**31 - 1
"""What a stack of items holds in the game."""

# It has to be there and to be a key; `send_coins` sees to both, since the framework's own refusals would not name it.
Key = Annotated[
    str, HeaderParameter(name=idempotency.HEADER, required=True, schema_extra={"pattern": idempotency.KEY.pattern})
]


class InsufficientCoins(Problem):
    status, error, message = 409, "insufficient_coins", "There are not as many coins in your wallet."


class InDebt(Problem):
    status, error = 409, "in_debt"
    message = "Coins cannot be sent while a payment of yours is taken back, or you owe coins for one that was."


class SendingDisabled(Problem):
    status, error, message = 409, "sending_disabled", "Coins cannot be sent to characters at the moment."


class DeliveryForm(Struct, forbid_unknown_fields=True):
    character_id: int
    amount: Annotated[int, Meta(ge=1, le=LARGEST)]


class Order(Struct, frozen=True):
    """What is to be sent: `key` is unique for all accounts, the login in lower case, the item what a coin is now."""

    key: str
    login: str
    character_id: int
    character_name: str
    item_id: int
    amount: int


BEGIN = query("deliveries.begin", None)
BY_KEY = query("deliveries.by_key", StoredDelivery)


async def _limit(limits: Limits, limiter: Limiter, login: str) -> None:
    wait = await limiter.take(f"deliveries:{login}", limits.deliveries, limits.deliveries_seconds)
    if wait > 0:
        raise TooManyRequests("Too many deliveries. Please try again later.", retry_after=max(1, math.ceil(wait)))


async def _receiver(settings: Settings, characters: CharacterRepository, login: str, character_id: int) -> str:
    """The character's name. Raises SendingDisabled or NotFound."""
    if not settings.deliveries.enabled:
        raise SendingDisabled
    return (await characters.one_brief(login, character_id)).name


async def send(site: Database, order: Order, now: int) -> StoredDelivery:
    """The delivery, made now or under the same key before; `now`: epoch seconds.

    Raises KeyReused, InDebt or InsufficientCoins, and DatabaseUnavailable; then nothing happened. (Where the connection
    broke nobody knows, and the same key may be sent again.)
    """
    return await ledger.run(site, lambda session: _send(session, order, now))


async def _send(session: Session, order: Order, now: int) -> StoredDelivery:
    await session.write(
        BEGIN,
        key=order.key,
        account=order.login,
        character_id=order.character_id,
        character_name=order.character_name,
        item_id=order.item_id,
        amount=order.amount,
        created_at=now,
    )
    made = await session.one(BY_KEY, key=order.key, stuck_before=now - STUCK_SECONDS)
    if made is None:
        raise AssertionError(f"{order.key} was made and is not there")
    if (made.character_id, made.amount) != (order.character_id, order.amount):
        raise idempotency.KeyReused
    debt = ledger.debt(order.login)
    held = await ledger.balances(session, [debt, ledger.wallet(order.login)])
    # On the way of a repeat too: that it was posted before is then as lasting as if it had been posted now.
    try:
        is_new = await ledger.post(session, rules.paid(made.id, order.login, order.amount), now)
    except ledger.Insufficient:
        raise (InDebt if held[debt] else InsufficientCoins) from None
    if is_new and (held[debt] or await locked(session, order.login)):
        raise InDebt
    return made


def routes(
    settings: Settings, site: Database, limiter: Limiter, characters: CharacterRepository
) -> list[HTTPRouteHandler]:
    @post(
        "/api/player/deliveries",
        responses=documented(
            ValidationFailed,
            NotAuthenticated,
            NotFound,
            InsufficientCoins,
            InDebt,
            SendingDisabled,
            idempotency.KeyReused,
            TooManyRequests,
            GameUnavailable,
            SiteUnavailable,
        ),
        operation_id="sendCoins",
        summary="Send coins to a character",
        tags=["player"],
    )
    async def send_coins(
        caller: Caller,
        data: JSONBody[DeliveryForm],
        idempotency_key: Key = "",
    ) -> Delivery:
        idempotency.check(idempotency_key)
        await _limit(settings.limits, limiter, caller.login)
        key, now = f"{caller.login}:{idempotency_key}", int(time.time())
        known = await site.one(BY_KEY, key=key, stuck_before=now - STUCK_SECONDS)
        # A repeated key gets the original response, even if the character is gone or sending was switched off since.
        name = known.character_name if known else await _receiver(settings, characters, caller.login, data.character_id)
        order = Order(key, caller.login, data.character_id, name, settings.coins.item_id, data.amount)
        return delivery_row(await send(site, order, now))

    return [send_coins]
