"""GET /api/admin/accounts/{login}: one account with all that an operator needs to answer its player.

Emails and addresses are masked. `POST …/personal` shows them, and writes a row of the operators' log.
"""

import asyncio
from typing import Final

import msgspec
from litestar.handlers import HTTPRouteHandler
from msgspec import Struct

from gateway.administration.access_log import record_access
from gateway.administration.players.masks import mask_address, mask_email
from gateway.administration.players.notes import AccountNote, notes_of
from gateway.administration.players.payments import PlayerDonation, donations_of
from gateway.administration.players.sources import Login, PlayerSources
from gateway.administration.players.spins import PlayerSpin, spins_of
from gateway.administration.players.states import StateCount, states_of
from gateway.administration.routes import get, post
from gateway.administration.sessions import Operator
from gateway.database.database import Database, DatabaseUnavailable
from gateway.database.queries import query
from gateway.features.account_overview.reader import (
    NO_GAME_ACCOUNT,
    AccountOverview,
    CharacterSummary,
    GameAccount,
    collect,
    game_account,
)
from gateway.features.characters.repository import OwnedCharacter
from gateway.features.deliveries.command import ListedDelivery
from gateway.features.ledger.statement import Statement
from gateway.features.operators.command_line import ON_SITE
from gateway.features.operators.operator_log import LogEntry
from gateway.features.operators.site_controls import Control
from gateway.features.player.security_log import SecurityLogRow
from gateway.features.roulette.schemas import RouletteStats
from gateway.features.wallet.holds import hold_rules
from gateway.game.classes import class_name
from gateway.game.items import ADENA
from gateway.http.errors import NotFound, Problem

_ROWS: Final = 50
_SPINS: Final = 20
UNREADABLE: Final = "unreadable"


class AccountProfile(Struct, frozen=True, kw_only=True):
    """Times in epoch seconds. `game`: whether the game has the account, or cannot be read.

    `email`, `confirmed_email` and `last_address` are masked. `last_active`: in the game; `last_login_at`: on the site.
    """

    game: str
    access_level: int | None
    access_label: str | None
    banned_until: int | None
    email: str | None
    confirmed_email: str | None
    confirmed_at: int | None
    registered_at: int | None
    last_address: str | None
    last_active: int | None
    first_login_at: int | None
    last_login_at: int | None
    factors: list[str]


class PlayerCharacter(Struct, frozen=True, kw_only=True):
    """`coins` and `adena`: in bag and warehouse; null if the game's items cannot be read."""

    id: int
    name: str
    level: int
    class_name: str
    clan_name: str | None
    online: bool
    last_access: int | None
    coins: int | None
    adena: int | None


class PlayerWallet(Struct, frozen=True, kw_only=True):
    """`statements`: entries of wallet, frozen coins and debt, newest first."""

    wallet: int
    in_transit: int
    held: int
    debt: int
    statements: list[Statement]


class PlayerSession(Struct, frozen=True):
    created_at: int
    seen_at: int
    device: str
    network: str


class PlayerAccount(Struct, frozen=True, kw_only=True):
    """`characters`: null if the game cannot be read. Lists begin with the newest."""

    login: str
    coin_name: str
    states: list[StateCount]
    block: Control | None
    frozen_at: int | None
    profile: AccountProfile
    characters: list[PlayerCharacter] | None
    wallet: PlayerWallet
    donations: list[PlayerDonation]
    deliveries: list[ListedDelivery]
    roulette: RouletteStats
    spins: list[PlayerSpin]
    sessions: list[PlayerSession]
    security_log: list[SecurityLogRow]
    notes: list[AccountNote]
    operator_log: list[LogEntry]


class PersonalData(Struct, frozen=True):
    """Values of an account that are masked elsewhere. `addresses`: those of the security log, in its order."""

    email: str | None
    confirmed_email: str | None
    last_address: str | None
    addresses: list[str]


class _ConfirmedEmail(Struct, frozen=True):
    email: str
    confirmed_at: int


class _SiteLogins(Struct, frozen=True):
    first_login_at: int | None
    last_login_at: int | None


CONFIRMED_EMAIL = query("admin_players.confirmed_email", _ConfirmedEmail)
SITE_LOGINS = query("admin_players.first_seen", _SiteLogins)


class PlayerReader:
    def __init__(self, sources: PlayerSources) -> None:
        self._sources = sources
        self._site = sources.site

    async def read(self, login: str) -> PlayerAccount:
        """Raises NotFound, and DatabaseUnavailable if the site schema cannot be read."""
        overview, owned_characters = await self.overview(login, _ROWS)
        sources = self._sources
        site = self._site
        balances = overview.balances
        donations, spins, notes, states, live = await asyncio.gather(
            donations_of(site, login, _ROWS),
            spins_of(site, sources.keys, login, _SPINS),
            notes_of(site, login),
            states_of(site, [login]),
            sources.sessions.live(login),
        )
        return PlayerAccount(
            login=login,
            coin_name=sources.coin_name(),
            states=states[login],
            block=overview.block,
            frozen_at=overview.frozen_at,
            profile=await self._profile(login, overview.game),
            characters=None if owned_characters is None else await self.characters(owned_characters),
            wallet=PlayerWallet(
                wallet=balances.wallet,
                in_transit=balances.in_transit,
                held=balances.held,
                debt=balances.debt,
                statements=overview.statements,
            ),
            donations=donations,
            deliveries=overview.deliveries,
            roulette=overview.roulette,
            spins=spins,
            sessions=[
                PlayerSession(created_at=row.created_at, seen_at=row.seen_at, device=row.device, network=row.network)
                for row in live
            ],
            security_log=[_mask_entry(row) for row in overview.security_log],
            notes=notes,
            operator_log=overview.operator_log,
        )

    async def require(self, login: str) -> None:
        """Raises NotFound for an account that neither the site nor the game knows."""
        if await self._site.one(ON_SITE, login=login) is None and await self._sources.accounts.find(login) is None:
            raise NotFound

    async def overview(self, login: str, count: int) -> tuple[AccountOverview, list[OwnedCharacter] | None]:
        """Returns all of the account, and its characters; None if the game cannot be read. Raises NotFound."""
        game, owned_characters = await self._game(login)
        if game == NO_GAME_ACCOUNT and await self._site.one(ON_SITE, login=login) is None:
            raise NotFound
        rows = owned_characters or ()
        summaries = [
            CharacterSummary(row.id, row.name, level=row.level, online=row.online, last_access=row.last_access)
            for row in rows
        ]
        rules = hold_rules(self._sources.settings)
        return await collect(self._site, rules, login, count, game, summaries), owned_characters

    async def personal(self, login: str) -> PersonalData:
        overview, _ = await self.overview(login, _ROWS)
        confirmed_email = await self._site.one(CONFIRMED_EMAIL, login=login)
        addresses = [row.ip_address for row in overview.security_log]
        return PersonalData(
            email=overview.game.email,
            confirmed_email=confirmed_email.email if confirmed_email else None,
            last_address=overview.game.last_ip,
            addresses=addresses,
        )

    async def characters(self, rows: list[OwnedCharacter]) -> list[PlayerCharacter]:
        try:
            money = await self._sources.inventories.money([row.id for row in rows]) if rows else {}
        except DatabaseUnavailable:
            money = {}
        coin = self._sources.settings.coins.item_id
        return [_character(row, money.get(row.id), coin) for row in rows]

    async def _game(self, login: str) -> tuple[GameAccount, list[OwnedCharacter] | None]:
        sources = self._sources
        try:
            row = await sources.accounts.find(login)
            if row is None:
                return NO_GAME_ACCOUNT, []
            game = await game_account(sources.accounts, row)
        except (DatabaseUnavailable, Problem):
            return GameAccount(problem=UNREADABLE), None
        try:
            return game, await sources.characters.all_owned(login)
        except (DatabaseUnavailable, Problem):
            return game, None

    async def _profile(self, login: str, game: GameAccount) -> AccountProfile:
        confirmed_email = await self._site.one(CONFIRMED_EMAIL, login=login)
        logins = await self._site.one(SITE_LOGINS, login=login)
        return AccountProfile(
            game="unreadable" if game.problem == UNREADABLE else "missing" if game.problem else "known",
            access_level=game.access_level,
            access_label=game.access_label,
            banned_until=game.banned_until and int(game.banned_until.timestamp()),
            email=mask_email(game.email),
            confirmed_email=mask_email(confirmed_email.email) if confirmed_email else None,
            confirmed_at=confirmed_email.confirmed_at if confirmed_email else None,
            registered_at=game.created_at and int(game.created_at.timestamp()),
            last_address=mask_address(game.last_ip),
            last_active=game.last_active and int(game.last_active.timestamp()),
            first_login_at=logins.first_login_at if logins else None,
            last_login_at=logins.last_login_at if logins else None,
            factors=[*await self._sources.factors.kinds(login)],
        )


def _character(row: OwnedCharacter, money: dict[int, int] | None, coin: int) -> PlayerCharacter:
    return PlayerCharacter(
        id=row.id,
        name=row.name,
        level=row.level,
        class_name=class_name(row.class_id),
        clan_name=row.clan_name,
        online=bool(row.online),
        last_access=row.last_access,
        coins=None if money is None else money.get(coin, 0),
        adena=None if money is None else money.get(ADENA, 0),
    )


def _mask_entry(row: SecurityLogRow) -> SecurityLogRow:
    return msgspec.structs.replace(row, ip_address=mask_address(row.ip_address) or "")


def routes(reader: PlayerReader, site: Database) -> list[HTTPRouteHandler]:
    @get("/api/admin/accounts/{login:str}", NotFound, permission="players.read")
    async def get_player_account(operator: Operator, login: Login) -> PlayerAccount:
        """One account with its money, characters, sessions and log."""
        return await reader.read(login.lower())

    @post("/api/admin/accounts/{login:str}/personal", NotFound, permission="players.reveal")
    async def show_personal_data(operator: Operator, login: Login) -> PersonalData:
        """Emails and addresses in full; writes a row of the operators' log."""
        data = await reader.personal(login.lower())
        await record_access(site, operator, f"account:{login.lower()}", "show personal data")
        return data

    return [get_player_account, show_personal_data]
