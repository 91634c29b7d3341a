"""POST /api/player/deliveries: sends coins from the wallet to a character.

One transaction inserts the delivery and posts the transfer that pays for it. The idempotency key is unique for an
account: a repeated request returns the existing delivery in its current state.
"""

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Annotated, Final

from litestar.params import HeaderParameter, JSONBody
from msgspec import Meta, Struct
from msgspec.structs import asdict

from gateway.config.settings import Settings
from gateway.database.database import Database, Databases, DuplicateKey, Session
from gateway.database.queries import query
from gateway.database.times import to_datetime
from gateway.features import ledger
from gateway.features.accounts import AccountsFeature, Caller
from gateway.features.characters import CharacterRepository
from gateway.features.deliveries import rules
from gateway.features.deliveries.game_table import SaveTracker, open_worker
from gateway.features.deliveries.game_table.save_tracker import WATCH_SECONDS
from gateway.features.deliveries.metrics import DeliveryMetrics
from gateway.features.deliveries.waiting import oldest_wait
from gateway.features.operators.site_controls import FeatureDisabled, SiteControls
from gateway.features.payments import is_contested
from gateway.features.wallet.history import STUCK_SECONDS, Delivery, StoredDelivery, delivery_row
from gateway.features.wallet.holds import NO_HOLD, HoldRules, held_credits, hold_rules, sendable, sendable_from
from gateway.http import idempotency
from gateway.http.errors import (
    UNAVAILABLE,
    AccountFrozen,
    NotFound,
    Problem,
    RecentRecovery,
    StepUpRequired,
    ValidationFailed,
)
from gateway.http.rate_limit_shared import Limiter
from gateway.http.routes import post
from gateway.jobs import Job
from gateway.observability.signals import DELIVERIES_WAITING
from gateway.registration.feature import Feature, Gauge
from gateway.texts import text

LARGEST: Final = 2**31 - 1
"""Largest stack of items in the game."""

# Required; `send_coins` checks it, because the error of the framework would not name the header.
Key = Annotated[
    str, HeaderParameter(name=idempotency.HEADER, required=True, schema_extra={"pattern": idempotency.KEY.pattern})
]


class InsufficientCoins(Problem):
    status = 409
    error = "insufficient_coins"


class InDebt(Problem):
    status = 409
    error = "in_debt"


class CoinsOnHold(Problem):
    status = 409
    error = "coins_on_hold"

    def __init__(self, until: int) -> None:
        super().__init__()
        self.until = to_datetime(until)


class DeliveryForm(Struct, forbid_unknown_fields=True):
    character_id: int
    amount: Annotated[int, Meta(ge=1, le=LARGEST)]


class DeliveryOrder(Struct, frozen=True, kw_only=True):
    """`key`: unique across accounts; `account`: a login in lower case; `item_id`: the item that is a coin."""

    key: str
    account: str
    character_id: int
    character_name: str
    item_id: int
    amount: int


class DeliveryId(Struct, frozen=True):
    id: int


BEGIN = query("deliveries.begin", None)
LOCK_KEY = query("deliveries.lock_key", DeliveryId)
BY_KEY = query("deliveries.by_key", StoredDelivery)


async def _receiver(controls: SiteControls, characters: CharacterRepository, login: str, character_id: int) -> str:
    """Returns the character's name. Raises FeatureDisabled or NotFound."""
    controls.require("deliveries")
    return (await characters.one_brief(login, character_id)).name


async def send(site: Database, order: DeliveryOrder, now: int, holds: HoldRules = NO_HOLD) -> StoredDelivery:
    """Returns the new delivery, or the existing one under the same key. `now`: epoch seconds.

    Raises KeyReused, InDebt, InsufficientCoins or CoinsOnHold, which change nothing, and DatabaseUnavailable: after a
    broken connection the outcome is unknown, and the same key may be sent again.
    """
    return await ledger.run(site, lambda session: _send(session, order, now, holds))


async def _send(session: Session, order: DeliveryOrder, now: int, holds: HoldRules) -> StoredDelivery:
    if await session.one(LOCK_KEY, key=order.key) is None:
        with suppress(DuplicateKey):  # a concurrent request with this key has just inserted it
            await session.write(BEGIN, created_at=now, **asdict(order))
    row = await session.one(BY_KEY, key=order.key, stuck_before=now - STUCK_SECONDS)
    if row is None:
        raise AssertionError(f"{order.key} was inserted and is missing")
    if (row.character_id, row.amount) != (order.character_id, order.amount):
        raise idempotency.KeyReused
    debt = ledger.debt(order.account)
    balances = await ledger.lock_balances(session, [debt, ledger.wallet(order.account)])
    # A repeated key posts again, too: this makes the original posting durable before our commit returns.
    try:
        is_new = await ledger.post(session, rules.payment_transfer(row.id, order.account, order.amount), now)
    except ledger.Insufficient:
        raise (InDebt if balances[debt] else InsufficientCoins) from None
    if is_new and (balances[debt] or await is_contested(session, order.account)):
        raise InDebt
    if is_new:
        await _check_holds(session, order, balances[ledger.wallet(order.account)], now, holds)
    return row


async def _check_holds(session: Session, order: DeliveryOrder, balance: int, now: int, holds: HoldRules) -> None:
    """`balance`: the wallet before the delivery, locked. Raises CoinsOnHold."""
    credits = await held_credits(session, holds, order.account, now)
    if order.amount > sendable(balance, credits, now):
        raise CoinsOnHold(sendable_from(order.amount, balance, credits, now))


def feature(
    settings: Settings,
    databases: Databases,
    limiter: Limiter,
    characters: CharacterRepository,
    controls: SiteControls,
    accounts: AccountsFeature,
    metrics: DeliveryMetrics,
    *,
    site_name: Callable[[], str],
    coin_name: Callable[[], str],
    game_since: Callable[[], float | None],
) -> Feature:
    """`game_since`: begin of the game's run; None while it is stopped."""
    site = databases.site
    sessions = accounts.sessions
    holds = hold_rules(settings)
    limits = settings.limits

    @post(
        "/api/player/deliveries",
        ValidationFailed,
        AccountFrozen,
        FeatureDisabled,
        StepUpRequired,
        NotFound,
        InsufficientCoins,
        InDebt,
        CoinsOnHold,
        RecentRecovery,
        idempotency.KeyReused,
        *UNAVAILABLE,
        status_code=201,
    )
    async def send_coins(
        caller: Caller,
        data: JSONBody[DeliveryForm],
        idempotency_key: Key = "",
    ) -> Delivery:
        """Send coins to a character."""
        idempotency.check(idempotency_key)
        detail = text("details.many_deliveries")
        await limiter.require(f"deliveries:{caller.login}", limits.deliveries, limits.deliveries_seconds, detail)
        key, now = f"{caller.login}:{idempotency_key}", int(time.time())
        existing = await site.one(BY_KEY, key=key, stuck_before=now - STUCK_SECONDS)
        # A repeated key gets the original response, even if the character is gone or sending was switched off since.
        if existing:
            name = existing.character_name
        else:
            name = await _receiver(controls, characters, caller.login, data.character_id)
            await sessions.refuse_after_recovery(caller)
            await sessions.require_confirmation(caller)
        order = DeliveryOrder(
            key=key,
            account=caller.login,
            character_id=data.character_id,
            character_name=name,
            item_id=settings.coins.item_id,
            amount=data.amount,
        )
        return delivery_row(await send(site, order, now, holds))

    is_delivering = settings.game_table_delivery.active
    saves = SaveTracker(site, databases.game, accounts.repository.family, is_delivering=is_delivering)
    jobs = [Job("watch_game_saves", WATCH_SECONDS, lambda _tick: saves.watch(), saves.forget)]
    worker = open_worker(settings, site, saves, sender=site_name, coins=coin_name)
    if worker:
        seconds = settings.game_table_delivery.poll_seconds
        jobs.append(Job("deliver_to_game", seconds, lambda _tick: worker.work()))
    close = [worker.close] if worker else []
    return Feature(
        name="deliveries",
        signals={**metrics.signals(), DELIVERIES_WAITING: oldest_wait(databases, game_since)},
        routes=[send_coins],
        jobs=jobs,
        gauges=[Gauge("deliveries", metrics.count, metrics.forget)],
        close=close,
        samples=[metrics.samples],
    )
