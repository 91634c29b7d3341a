"""`gateway account LOGIN`: one account on one screen: ban, characters, coins, donations with what happened to each and
the next command, deliveries, spins, logins, and what operators did. It only reads.
"""

import argparse
import time
from collections.abc import Iterator
from datetime import datetime

from msgspec import Struct
from msgspec.structs import asdict

from gateway.config import settings as configuration
from gateway.database.database import Database, DatabaseError
from gateway.database.error_hints import with_hint
from gateway.database.queries import query
from gateway.features.accounts import AccountRepository
from gateway.features.accounts.reused_names import KNOWN
from gateway.features.characters import moment as as_datetime
from gateway.features.deliveries import command as deliveries
from gateway.features.deliveries.command import ListedDelivery
from gateway.features.ledger import statement
from gateway.features.ledger.statement import Statement
from gateway.features.operators import log_command, operator_log, site_controls
from gateway.features.operators.command_line import add_output, execute, login, require_account, site_connection
from gateway.features.operators.controls_command import format_state
from gateway.features.operators.operator_log import LogEntry
from gateway.features.operators.report import Answer, escaped, moment, pairs, sections, table
from gateway.features.operators.site_controls import Control
from gateway.features.payments import donation_list
from gateway.features.payments.donation_list import DonationReport
from gateway.features.player.security_log import ENTRIES, SecurityLogRow
from gateway.features.roulette import repository as roulette
from gateway.features.roulette.schemas import RouletteStats
from gateway.features.wallet.balances import LedgerBalances, ledger_balances
from gateway.http.errors import Problem


class CharacterSummary(Struct, frozen=True):
    id: int
    name: str
    level: int
    online: int
    last_access: int | None


class GameAccount(Struct, frozen=True):
    """`problem`: why nothing else is known. `email` may come from the site."""

    problem: str | None = None
    access_level: int | None = None
    access_label: str | None = None
    banned_until: datetime | None = None
    email: str | None = None
    created_at: datetime | None = None
    last_ip: str | None = None
    last_active: datetime | None = None


class AccountOverview(Struct, frozen=True):
    """`frozen_at`: the account has the name of an earlier one. `statements`: of the wallet, the frozen coins and the
    debt, also with the cost and the prize of each spin.
    """

    login: str
    game: GameAccount
    block: Control | None
    frozen_at: int | None
    characters: list[CharacterSummary]
    donations: list[DonationReport]
    deliveries: list[ListedDelivery]
    balances: LedgerBalances
    statements: list[Statement]
    roulette: RouletteStats
    security_log: list[SecurityLogRow]
    operator_log: list[LogEntry]


CHARACTERS = query("characters.overview", CharacterSummary)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = __doc__
    parser.add_argument("login", type=login, metavar="LOGIN")
    add_output(parser, 20)


def run(args: argparse.Namespace) -> int:
    """Returns 0; 1 for an unknown account; 2 if the site schema cannot be read."""

    async def answer(site: Database) -> Answer:
        await require_account(site, args.login)
        overview = await collect(site, args.login, args.count)
        return Answer(format_lines(overview, int(time.time())), overview)

    return execute(args, answer)


def format_lines(overview: AccountOverview, now: int) -> Iterator[str]:
    balances, block, frozen_at = overview.balances, overview.block, overview.frozen_at
    frozen = frozen_at and f"since {moment(frozen_at)}: another account had the name; next: gateway accounts adopt"
    coins = f"wallet {balances.wallet:,}, sent {balances.in_transit:,}, held {balances.held:,}, debt {balances.debt:,}"
    characters = [
        (str(row.id), row.name, row.level, "online" if row.online else moment(row.last_access))
        for row in overview.characters
    ]
    log = [(moment(row.at), row.action, row.ip_address, row.success) for row in overview.security_log]
    yield f"account {escaped(overview.login)}"
    yield from sections(
        {
            "profile": pairs(
                asdict(overview.game) | {"blocked on the site": block and format_state(block), "frozen": frozen}
            ),
            "characters": table("id, name, level, last seen", characters),
            "donations": donation_list.format_lines(overview.donations),
            "deliveries": deliveries.format_lines(overview.deliveries, now),
            "coins": [coins, *(line for row in overview.statements for line in statement.format_lines(row))],
            "roulette": pairs(asdict(overview.roulette)),
            "security log": table("time, action, address, success", log),
            "operators": log_command.format_lines(overview.operator_log),
        }
    )


async def collect(site: Database, account: str, count: int) -> AccountOverview:
    """`count`: rows of each list. Raises DatabaseError if the site schema cannot be read."""
    controls = await site_controls.read(site)
    donations = await donation_list.read(site, account, "", 0, count)
    sent = await deliveries.read(site, deliveries.STATUSES, account, count, int(time.time()))
    statements = await statement.of_player(site, account, count)
    subjects = [
        f"account:{account}",
        *(f"payment:{payment.id}" for report in donations for payment in report.payments),
        *(f"delivery:{delivery.id}" for delivery in sent),
        *(entry.key for row in statements for entry in row.entries if entry.kind == "adjust"),
    ]
    game, characters = await _game_account(site, account)
    known = await site.one(KNOWN, login=account)
    return AccountOverview(
        login=account,
        game=game,
        block=next((block for block in controls if (block.kind, block.name) == ("block", account)), None),
        frozen_at=known.frozen_at if known else None,
        characters=characters,
        donations=donations,
        deliveries=sent,
        balances=await ledger_balances(site, account),
        statements=statements,
        roulette=await roulette.stats(site, account),
        security_log=await site.read(ENTRIES, login=account, limit=count),
        operator_log=await operator_log.entries(site, subjects, count),
    )


async def _game_account(site: Database, account: str) -> tuple[GameAccount, list[CharacterSummary]]:
    settings = configuration.from_environment()
    try:
        async with site_connection(settings, role="auth") as auth, site_connection(settings, role="game") as game:
            accounts = AccountRepository(auth, site, settings.database.family)
            row = await accounts.find(account)
            if row is None:
                return GameAccount("the game has no such account any more"), []
            member = asdict(await accounts.member(account))
            label, until = accounts.access_label(row.access_level), as_datetime(row.banned_until or None)
            characters = await game.read(CHARACTERS, login=row.login)
            return GameAccount(None, row.access_level, label, until, **member), characters
    except (DatabaseError, Problem) as error:
        return GameAccount(f"the game's tables cannot be read: {with_hint(error)}"), []
