"""`gateway account LOGIN`: one account on one screen: ban, characters, coins, donations with what happened to each and
the next command, deliveries, spins, logins, and what operators did. It only reads.
"""

import argparse
import time
from collections.abc import Iterable, Iterator
from typing import Final

import msgspec
from msgspec import Struct

from gateway.config import settings as configuration
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
from gateway.features.operators import log_command, operator_log, site_controls
from gateway.features.operators.account_lookup import require_account
from gateway.features.operators.command_line import Answer, escaped, execute, login, moment
from gateway.features.operators.operator_log import LogEntry
from gateway.features.operators.site_connection import site_connection
from gateway.features.operators.site_controls import Control
from gateway.features.payments import donation_list
from gateway.features.payments.donation_list import DonationReport
from gateway.features.player.security_log import ENTRIES, SecurityLogRow
from gateway.features.roulette import repository as roulette
from gateway.features.roulette.schemas import RouletteSpin, RouletteStats
from gateway.features.wallet.balances import LedgerBalances, ledger_balances
from gateway.http.errors import Problem

COUNT: Final = 20
"""Rows of each list."""


class CharacterSummary(Struct, frozen=True):
    id: int
    name: str
    level: int
    online: int
    last_access: int | None


class GameAccount(Struct, frozen=True):
    """`problem`: why the game's tables cannot be read; `member` None: the game has no such account any more;
    `banned_until`: epoch seconds, 0 without a timed ban."""

    problem: str = ""
    access_level: int = 0
    access_label: str = ""
    banned_until: int = 0
    member: Member | None = None
    characters: list[CharacterSummary] = []


class AccountOverview(Struct, frozen=True):
    login: str
    game: GameAccount
    block: Control | None
    balances: LedgerBalances
    entries: list[StatementLine]
    donations: list[DonationReport]
    deliveries: list[ListedDelivery]
    roulette: RouletteStats
    spins: list[RouletteSpin]
    security_log: list[SecurityLogRow]
    operator_log: list[LogEntry]


CHARACTERS = query("characters.overview", CharacterSummary)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = __doc__
    parser.add_argument("login", type=login, metavar="LOGIN")
    parser.add_argument("--json", action="store_true", help="the same as JSON")


def run(args: argparse.Namespace) -> int:
    """Returns 0; 1 for an unknown account; 2 if the site schema cannot be read."""

    async def answer(site: Database) -> Answer:
        await require_account(site, args.login)
        overview = await collect(configuration.from_environment(), site, args.login)
        if args.json:
            return 0, [msgspec.json.format(msgspec.json.encode(overview), indent=2).decode()]
        return 0, list(format_lines(overview, int(time.time())))

    return execute("account", answer)


def format_lines(overview: AccountOverview, now: int) -> Iterator[str]:
    """Yields lines of text without line ends."""
    yield f"account {escaped(overview.login)}"
    yield from (f"  {line}" for line in _summary(overview))
    sections: dict[str, Iterable[str]] = {
        "characters": map(_character, overview.game.characters),
        "donations": donation_list.format_lines(overview.donations),
        "deliveries": deliveries.format_lines(overview.deliveries, now),
        "wallet": statement.format_lines("wallet", overview.entries),
        "spins": (f"{row.timestamp:%FT%TZ}  cost {row.cost:,}, won {row.prize_won:,}" for row in overview.spins),
        "security log": map(_event, overview.security_log),
        "operators": log_command.format_lines(overview.operator_log),
    }
    for title, lines in sections.items():
        yield f"{title}:"
        yield from [f"  {line}" for line in lines] or ["  none"]


def _summary(overview: AccountOverview) -> Iterator[str]:
    balances, wheel, block = overview.balances, overview.roulette, overview.block
    yield _profile(overview.game)
    if block:
        until = f" until {moment(block.until)}" if block.until else ""
        yield f"blocked on the site{until} by {escaped(f'{block.operator}: {block.reason}')}"
    held = f"held {balances.held:,}, debt {balances.debt:,}"
    yield f"coins: wallet {balances.wallet:,}, sent {balances.in_transit:,}, {held}"
    yield f"roulette: {wheel.total_spins:,} spins, spent {wheel.total_spent:,}, won {wheel.total_won:,}"


def _profile(game: GameAccount) -> str:
    if game.problem:
        return f"the game's tables cannot be read: {escaped(game.problem)}"
    if game.member is None:
        return "the game has no such account any more"
    ban = f", banned until {moment(game.banned_until)}" if game.banned_until else ""
    member = game.member
    played = f"last played {member.last_active or '-'} from {escaped(member.last_ip or '-')}"
    level = f"access level {game.access_level} ({game.access_label}){ban}"
    return f"{level}, e-mail {escaped(member.email or '-')}, made {member.created_at or '-'}, {played}"


def _character(row: CharacterSummary) -> str:
    seen = "online" if row.online else f"last seen {moment(row.last_access)}"
    return f"{row.id:>10}  {escaped(row.name):<16}  level {row.level:<3}  {seen}"


def _event(row: SecurityLogRow) -> str:
    return f"{moment(row.at)}  {row.action:<16}  {escaped(row.ip_address):<15}  {'ok' if row.success else 'refused'}"


async def collect(settings: Settings, site: Database, account: str) -> AccountOverview:
    """Raises DatabaseError if the site schema cannot be read."""
    controls = await site_controls.read(site)
    donations = await donation_list.read(site, account, "", 0, COUNT)
    sent = await deliveries.read(site, deliveries.STATUSES, account, COUNT, int(time.time()))
    entries = await statement.last_entries(site, ledger.wallet(account), COUNT)
    subjects = [
        f"account:{account}",
        *(f"payment:{payment.id}" for report in donations for payment in report.payments),
        *(f"delivery:{delivery.id}" for delivery in sent),
        *(entry.key for entry in entries if entry.kind == "adjust"),
    ]
    return AccountOverview(
        login=account,
        game=await _game_account(settings, site, account),
        block=next((block for block in controls if (block.kind, block.name) == ("block", account)), None),
        balances=await ledger_balances(site, account),
        entries=entries,
        donations=donations,
        deliveries=sent,
        roulette=await roulette.stats(site, account),
        spins=(await roulette.history(site, account, COUNT)).spins,
        security_log=await site.read(ENTRIES, login=account, limit=COUNT),
        operator_log=await operator_log.entries(site, subjects, COUNT),
    )


async def _game_account(settings: Settings, site: Database, account: str) -> GameAccount:
    try:
        async with site_connection(settings, role="auth") as auth, site_connection(settings, role="game") as game:
            accounts = AccountRepository(auth, site, settings.database.family)
            found = await accounts.find(account)
            if found is None:
                return GameAccount()
            characters = await game.read(CHARACTERS, login=found.login)
            member, level = await accounts.member(account), found.access_level
            return GameAccount("", level, accounts.access_label(level), found.banned_until, member, characters)
    except (DatabaseError, Problem) as error:
        return GameAccount(problem=with_hint(error))
