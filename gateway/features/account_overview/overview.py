"""Collects what the site and the game know of one account."""

import time
from contextlib import AsyncExitStack
from typing import Final

from msgspec import Struct

from gateway.config.settings import Settings
from gateway.database.database import Database, DatabaseError
from gateway.database.error_hints import with_hint
from gateway.database.queries import query
from gateway.features import ledger
from gateway.features.accounts import AccountRepository
from gateway.features.accounts.repository import Member
from gateway.features.deliveries import command as deliveries
from gateway.features.deliveries.command import ListedDelivery
from gateway.features.ledger import statement
from gateway.features.ledger.statement import StatementLine
from gateway.features.operators import operator_log
from gateway.features.operators.operator_log import LogEntry
from gateway.features.operators.site_connection import site_connection
from gateway.features.operators.site_controls import LISTED as CONTROLS
from gateway.features.operators.site_controls import ListedControl
from gateway.features.payments import donation_list
from gateway.features.payments.donation_list import DonationReport
from gateway.features.player.security_log import ENTRIES, SecurityLogRow
from gateway.features.roulette import repository as roulette
from gateway.features.roulette.schemas import RouletteSpin, RouletteStats
from gateway.features.wallet.balances import LedgerBalances, ledger_balances
from gateway.http.errors import Problem

COUNT: Final = 20
"""Rows of each list."""


class SiteLogins(Struct, frozen=True):
    first_login_at: int | None
    last_login_at: int | None


class CharacterSummary(Struct, frozen=True):
    id: int
    name: str
    level: int
    online: int
    last_access: int | None


class GameAccount(Struct, frozen=True):
    """`problem` is set, and the rest empty, if the game's tables cannot be read. `exists`: the game has the account;
    `banned_until`: epoch seconds, 0 without a timed ban."""

    problem: str = ""
    exists: bool = False
    access_level: int = 0
    access_label: str = ""
    banned_until: int = 0
    member: Member | None = None
    characters: list[CharacterSummary] = []


class AccountOverview(Struct, frozen=True):
    login: str
    game: GameAccount
    logins: SiteLogins | None
    block: ListedControl | None
    balances: LedgerBalances
    entries: list[StatementLine]
    donations: list[DonationReport]
    deliveries: list[ListedDelivery]
    roulette: RouletteStats
    spins: list[RouletteSpin]
    security_log: list[SecurityLogRow]
    operator_log: list[LogEntry]


CHARACTERS = query("characters.overview", CharacterSummary)
LOGINS = query("accounts.site_logins", SiteLogins)


async def collect(settings: Settings, site: Database, login: str) -> AccountOverview:
    """Raises DatabaseError if the site schema cannot be read."""
    now = int(time.time())
    blocks = await site.read(CONTROLS, kind="block", now=now)
    donations = await donation_list.read(site, login, "", 0, COUNT)
    sent = await deliveries.read(site, deliveries.STATUSES, login, COUNT, now)
    entries = await statement.last_entries(site, ledger.wallet(login), COUNT)
    subjects = [
        operator_log.account_subject(login),
        *(f"payment:{payment.id}" for report in donations for payment in report.payments),
        *(f"delivery:{delivery.id}" for delivery in sent),
        *(entry.key for entry in entries if entry.kind == "adjust"),
    ]
    return AccountOverview(
        login=login,
        game=await _game_account(settings, site, login),
        logins=await site.one(LOGINS, login=login),
        block=next((block for block in blocks if block.name == login), None),
        balances=await ledger_balances(site, login),
        entries=entries,
        donations=donations,
        deliveries=sent,
        roulette=await roulette.stats(site, login),
        spins=(await roulette.history(site, login, COUNT)).spins,
        security_log=await site.read(ENTRIES, login=login, limit=COUNT),
        operator_log=await operator_log.entries(site, subjects, COUNT),
    )


async def _game_account(settings: Settings, site: Database, login: str) -> GameAccount:
    try:
        async with AsyncExitStack() as stack:
            auth = await stack.enter_async_context(site_connection(settings, role="auth"))
            game = await stack.enter_async_context(site_connection(settings, role="game"))
            accounts = AccountRepository(auth, site, settings.database.family)
            found = await accounts.find(login)
            if found is None:
                return GameAccount()
            characters = await game.read(CHARACTERS, login=found.login)
            return GameAccount(
                exists=True,
                access_level=found.access_level,
                banned_until=found.banned_until,
                member=await accounts.member(login),
                access_label=accounts.access_label(found.access_level),
                characters=characters,
            )
    except (DatabaseError, Problem) as error:
        return GameAccount(problem=with_hint(error))
