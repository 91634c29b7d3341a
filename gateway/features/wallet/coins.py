"""GET /api/player/coins and /balances.

    available          the wallet; 0 while in debt
    pending_delivery = wallet + in_transit + held
    total            = in_game + pending_delivery

What cannot be counted in the game just now is null and left out of the sums; the ledger's figures stand without it.
"""

from litestar import get
from litestar.handlers import HTTPRouteHandler
from msgspec import Struct

from gateway.config.settings import Settings
from gateway.database.database import Database, DatabaseUnavailable
from gateway.features.accounts import Caller
from gateway.features.characters import CharacterRepository
from gateway.features.inventory import Inventories
from gateway.features.rankings.snapshot_store import Snapshots
from gateway.features.wallet.balances import books
from gateway.game.items import ADENA
from gateway.http.errors import GameUnavailable, NotAuthenticated, SiteUnavailable, documented, unavailable

PLAYER = documented(NotAuthenticated, GameUnavailable, SiteUnavailable)


class Coins(Struct, frozen=True):
    """`in_transit`: in deliveries not yet confirmed. `held`: frozen while a payment is disputed. `can_send`: whether
    coins can be sent to characters at all."""

    coin_name: str
    coin_item_id: int
    total: int
    available: int
    in_transit: int
    held: int
    in_game: int | None
    pending_delivery: int
    debt: int
    can_send: bool


class CoinBalance(Struct, frozen=True):
    """`total_amount`: what lies with the characters and is in transit to them, the wallet, and what is held."""

    total_amount: int
    pending_delivery: int


class AdenaBalance(Struct, frozen=True):
    total_amount: int | None


class CharacterBalance(Struct, frozen=True):
    """`lucky_coins`: what lies with the character and what is in transit to it."""

    character_id: int
    character_name: str
    lucky_coins: int | None
    adena: int | None


class Balances(Struct, frozen=True):
    lucky_coins: CoinBalance
    adena: AdenaBalance
    total_characters: int
    character_balances: list[CharacterBalance]


class Purse(Struct, frozen=True):
    """What lies with one character, inventory and warehouse together; null where it cannot be counted just now."""

    character_id: int
    name: str
    coins: int | None
    adena: int | None


async def purses(
    login: str, characters: CharacterRepository, inventories: Inventories, coin: int
) -> list[Purse] | None:
    """Returns one per character of the account; None if the characters cannot be read."""
    try:
        owned = await characters.briefs(login)
    except (DatabaseUnavailable, GameUnavailable):
        return None
    try:
        money = await inventories.money([row.id for row in owned]) if owned else {}
    except DatabaseUnavailable:
        return [Purse(row.id, row.name, None, None) for row in owned]
    return [
        Purse(row.id, row.name, held.get(coin, 0), held.get(ADENA, 0))
        for row in owned
        for held in [money.get(row.id, {})]
    ]


def added(amounts: list[int | None]) -> int | None:
    """Their sum; None as soon as one is not known."""
    known = [amount for amount in amounts if amount is not None]
    return sum(known) if len(known) == len(amounts) else None


def _balance(purse: Purse, in_transit: int) -> CharacterBalance:
    coins = None if purse.coins is None else purse.coins + in_transit
    return CharacterBalance(purse.character_id, purse.name, coins, purse.adena)


def _count(snapshots: Snapshots, login: str) -> int:
    """How many characters the account had when the world was last read. Raises GameUnavailable before that."""
    if snapshots.accounts is None:
        raise unavailable("game")
    return len(snapshots.accounts.get(login))


def routes(
    settings: Settings, site: Database, snapshots: Snapshots, characters: CharacterRepository, inventories: Inventories
) -> list[HTTPRouteHandler]:
    @get(
        "/api/player/coins",
        operation_id="getCoins",
        tags=["player"],
        summary="Where the account's coins are",
        responses=PLAYER,
    )
    async def coins(caller: Caller) -> Coins:
        known = await books(site, caller.login)
        found = await purses(caller.login, characters, inventories, settings.coins.item_id)
        in_game = None if found is None else added([purse.coins for purse in found])
        return Coins(
            coin_name=settings.coins.name,
            coin_item_id=settings.coins.item_id,
            total=(in_game or 0) + known.pending_delivery,
            available=known.available,
            in_transit=known.in_transit,
            held=known.held,
            in_game=in_game,
            pending_delivery=known.pending_delivery,
            debt=known.debt,
            can_send=settings.deliveries.enabled,
        )

    @get(
        "/api/player/balances",
        operation_id="getBalances",
        tags=["player"],
        summary="Coins and Adena, by character",
        responses=PLAYER,
    )
    async def balances(caller: Caller) -> Balances:
        known = await books(site, caller.login)
        found = await purses(caller.login, characters, inventories, settings.coins.item_id)
        if found is None:
            return Balances(
                CoinBalance(known.pending_delivery, known.pending_delivery),
                AdenaBalance(None),
                _count(snapshots, caller.login),
                [],
            )
        rows = [_balance(purse, known.transit.get(purse.character_id, 0)) for purse in found]
        with_characters = added([row.lucky_coins for row in rows])
        total = known.pending_delivery if with_characters is None else with_characters + known.wallet + known.held
        adena = added([row.adena for row in rows])
        return Balances(CoinBalance(total, known.pending_delivery), AdenaBalance(adena), len(rows), rows)

    return [coins, balances]
