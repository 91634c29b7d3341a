"""GET /api/player/coins and /balances.

    available          the wallet; 0 while in debt
    sendable           what of it may be sent to characters now (see `holds`)
    pending_delivery = wallet + in_transit + held
    total            = in_game + pending_delivery

If the game cannot be read, its figures are null and left out of the sums; those of the ledger are still exact.
"""

import time
from collections.abc import Callable
from datetime import datetime

from msgspec import Struct

from gateway.config.settings import Settings
from gateway.database.database import Database, DatabaseUnavailable
from gateway.database.times import to_datetime
from gateway.features.accounts import Caller
from gateway.features.characters import CharacterRepository
from gateway.features.inventory import Inventories
from gateway.features.operators.site_controls import SiteControls
from gateway.features.wallet import history, holds
from gateway.features.wallet.balances import ledger_balances
from gateway.features.wallet.history import PLAYER
from gateway.game.items import ADENA
from gateway.http.errors import GameUnavailable, unavailable
from gateway.http.routes import get
from gateway.registration.feature import Feature
from gateway.world_snapshot.snapshot_store import Snapshots


class Coins(Struct, frozen=True, kw_only=True):
    """`in_transit`: in deliveries not yet confirmed. `held`: frozen while a payment is disputed. `can_send`: sending
    coins to characters is enabled. `sendable_from`: when all available coins can be sent; null if they can be now."""

    coin_name: str
    coin_item_id: int
    total: int
    available: int
    sendable: int
    sendable_from: datetime | None
    in_transit: int
    held: int
    in_game: int | None
    pending_delivery: int
    debt: int
    can_send: bool


class CoinBalance(Struct, frozen=True):
    """`total_amount`: coins of the characters, in transit to them, in the wallet, and held. `available`: that can be
    spent."""

    total_amount: int
    pending_delivery: int
    available: int


class AdenaBalance(Struct, frozen=True):
    total_amount: int | None


class CharacterBalance(Struct, frozen=True):
    """`lucky_coins`: coins of the character and in transit to it."""

    character_id: int
    character_name: str
    lucky_coins: int | None
    adena: int | None


class Balances(Struct, frozen=True):
    lucky_coins: CoinBalance
    adena: AdenaBalance
    total_characters: int
    character_balances: list[CharacterBalance]


class CharacterHoldings(Struct, frozen=True):
    """Coins and Adena in a character's inventory and warehouse together; None if the game cannot be read."""

    character_id: int
    name: str
    coins: int | None
    adena: int | None


async def holdings(
    login: str, characters: CharacterRepository, inventories: Inventories, coin: int
) -> list[CharacterHoldings] | None:
    """Returns a row for each character of the account; None if the characters cannot be read."""
    try:
        briefs = await characters.briefs(login)
    except (DatabaseUnavailable, GameUnavailable):
        return None
    try:
        money = await inventories.money([row.id for row in briefs]) if briefs else {}
    except DatabaseUnavailable:
        return [CharacterHoldings(row.id, row.name, coins=None, adena=None) for row in briefs]
    return [
        CharacterHoldings(row.id, row.name, coins=amounts.get(coin, 0), adena=amounts.get(ADENA, 0))
        for row in briefs
        for amounts in [money.get(row.id, {})]
    ]


def sum_known(amounts: list[int | None]) -> int | None:
    """Returns None if an amount is unknown."""
    known_amounts = [amount for amount in amounts if amount is not None]
    return sum(known_amounts) if len(known_amounts) == len(amounts) else None


def _balance(character: CharacterHoldings, in_transit: int) -> CharacterBalance:
    coins = None if character.coins is None else character.coins + in_transit
    return CharacterBalance(character.character_id, character.name, lucky_coins=coins, adena=character.adena)


def _count(snapshots: Snapshots, login: str) -> int:
    """Returns the number of characters in the last snapshot. Raises GameUnavailable before the first one."""
    if snapshots.accounts is None:
        raise unavailable("game", "no_snapshot")
    return len(snapshots.accounts.get(login))


def feature(
    settings: Settings,
    site: Database,
    snapshots: Snapshots,
    characters: CharacterRepository,
    inventories: Inventories,
    controls: SiteControls,
    coin_name: Callable[[], str],
) -> Feature:
    rules = holds.hold_rules(settings)

    @get("/api/player/coins", *PLAYER)
    async def get_coins(caller: Caller) -> Coins:
        """Coins of the account by place."""
        ledger = await ledger_balances(site, caller.login)
        character_holdings = await holdings(caller.login, characters, inventories, settings.coins.item_id)
        now = int(time.time())
        credits = await holds.held_credits(site, rules, caller.login, now)
        available = ledger.available
        sendable_from = holds.sendable_from(available, available, credits, now)
        in_game = None if character_holdings is None else sum_known([row.coins for row in character_holdings])
        return Coins(
            coin_name=coin_name(),
            coin_item_id=settings.coins.item_id,
            total=(in_game or 0) + ledger.pending_delivery,
            available=available,
            sendable=holds.sendable(available, credits, now),
            sendable_from=to_datetime(sendable_from) if sendable_from > now else None,
            in_transit=ledger.in_transit,
            held=ledger.held,
            in_game=in_game,
            pending_delivery=ledger.pending_delivery,
            debt=ledger.debt,
            can_send=controls.is_on("deliveries"),
        )

    @get("/api/player/balances", *PLAYER)
    async def get_balances(caller: Caller) -> Balances:
        """Coins and Adena, by character."""
        ledger = await ledger_balances(site, caller.login)
        character_holdings = await holdings(caller.login, characters, inventories, settings.coins.item_id)
        if character_holdings is None:
            return Balances(
                CoinBalance(ledger.pending_delivery, ledger.pending_delivery, ledger.available),
                AdenaBalance(None),
                _count(snapshots, caller.login),
                [],
            )
        rows = [_balance(row, ledger.transit.get(row.character_id, 0)) for row in character_holdings]
        with_characters = sum_known([row.lucky_coins for row in rows])
        total = ledger.pending_delivery if with_characters is None else with_characters + ledger.wallet + ledger.held
        adena = sum_known([row.adena for row in rows])
        coins = CoinBalance(total, ledger.pending_delivery, ledger.available)
        return Balances(coins, AdenaBalance(adena), len(rows), rows)

    return Feature(name="wallet", routes=[get_coins, get_balances, *history.routes(site)])
