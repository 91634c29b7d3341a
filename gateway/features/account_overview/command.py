"""`gateway account LOGIN`: one account on one screen: ban, characters, coins, donations with what happened to each and
the next command, deliveries, spins, logins, and what operators did. It only reads.
"""

import argparse
import time
from collections.abc import Iterator

from msgspec.structs import asdict

from gateway.config import settings as configuration
from gateway.database.database import Database, DatabaseError
from gateway.database.error_hints import with_hint
from gateway.database.queries import query
from gateway.features.account_overview.reader import (
    NO_GAME_ACCOUNT,
    AccountOverview,
    CharacterSummary,
    GameAccount,
    collect,
    game_account,
)
from gateway.features.accounts import AccountRepository
from gateway.features.deliveries import command as deliveries
from gateway.features.ledger import statement
from gateway.features.operators import log_command
from gateway.features.operators.command_line import add_output, execute, login, require_account, site_connection
from gateway.features.operators.controls_command import format_state
from gateway.features.operators.report import Answer, escape, moment, pairs, sections, table
from gateway.features.payments import donation_list
from gateway.features.server_status.game_runs import is_running_or_unknown, last_run
from gateway.features.wallet.holds import hold_rules
from gateway.http.errors import Problem

CHARACTERS = query("characters.overview", CharacterSummary)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = __doc__
    parser.add_argument("login", type=login, metavar="LOGIN")
    add_output(parser, 20)


def run(args: argparse.Namespace) -> int:
    """Returns 0; 1 for an unknown account; 2 if the site schema cannot be read."""

    async def answer(site: Database) -> Answer:
        await require_account(site, args.login)
        rules = hold_rules(configuration.from_environment())
        overview = await collect(site, rules, args.login, args.count, *await _game_account(site, args.login))
        return Answer(format_lines(overview, int(time.time())), overview)

    return execute(args, answer)


def format_lines(overview: AccountOverview, now: int) -> Iterator[str]:
    balances = overview.balances
    block = overview.block
    frozen_at = overview.frozen_at
    frozen = frozen_at and f"since {moment(frozen_at)}: another account had the name; next: gateway accounts adopt"
    coins = f"wallet {balances.wallet:,}, sent {balances.in_transit:,}, held {balances.held:,}, debt {balances.debt:,}"
    until = overview.sendable_from
    sendable = f"{overview.sendable:,} of them can be sent now" + (f", all from {moment(until)} on" if until else "")
    characters = [
        (str(row.id), row.name, row.level, "online" if row.online else moment(row.last_access))
        for row in overview.characters
    ]
    log = [(moment(row.at), row.action, row.ip_address, row.success, row.attempts) for row in overview.security_log]
    yield f"account {escape(overview.login)}"
    yield from sections(
        {
            "profile": pairs(
                asdict(overview.game) | {"blocked on the site": block and format_state(block), "frozen": frozen}
            ),
            "characters": table("id, name, level, last seen", characters),
            "donations": donation_list.format_lines(overview.donations),
            "deliveries": deliveries.format_lines(overview.deliveries, now),
            "coins": [coins, sendable, *(line for row in overview.statements for line in statement.format_lines(row))],
            "roulette": pairs(asdict(overview.roulette)),
            "security log": table("time, action, address, success, attempts", log),
            "operators": log_command.format_lines(overview.operator_log),
        }
    )


async def _game_account(site: Database, account: str) -> tuple[GameAccount, list[CharacterSummary]]:
    settings = configuration.from_environment()
    try:
        async with site_connection(settings, role="auth") as auth, site_connection(settings, role="game") as game:
            accounts = AccountRepository(auth, site, settings.database.family)
            row = await accounts.find(account)
            if row is None:
                return NO_GAME_ACCOUNT, []
            counts_online = is_running_or_unknown(await last_run(site))
            characters = await game.read(CHARACTERS, login=row.login, counts_online=int(counts_online))
            return await game_account(accounts, row), characters
    except (DatabaseError, Problem) as error:
        return GameAccount(problem=f"the game's tables cannot be read: {with_hint(error)}"), []
