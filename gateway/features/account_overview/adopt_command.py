"""`gateway accounts adopt LOGIN`: gives the coins and the history of an earlier account to the one of that name now."""

import argparse

from msgspec import Struct
from msgspec.structs import asdict

from gateway.config import settings as configuration
from gateway.database.database import Database
from gateway.database.queries import query
from gateway.features.accounts.repository import ACTIVITY
from gateway.features.accounts.reused_names import KNOWN
from gateway.features.operators import operator_log
from gateway.features.operators.command_line import (
    CommandRefused,
    add_operation_arguments,
    execute,
    login,
    operation,
    shared_arguments,
    site_connection,
)
from gateway.features.operators.report import Answer, moment, pairs
from gateway.features.wallet.balances import ledger_balances


class Holdings(Struct, frozen=True):
    """Numbers of rows."""

    donations: int
    deliveries: int
    spins: int
    security_log: int


ADOPT = query("account_owners.adopt", None)
HOLDINGS = query("account_owners.holdings", Holdings)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "Decides about accounts whose name another account had before (`gateway account` shows them)."
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    adopt = actions.add_parser(
        "adopt", parents=[shared_arguments()], help="give coins and history to the present account"
    )
    adopt.add_argument("login", type=login, metavar="LOGIN")
    add_operation_arguments(adopt, reason=True)


def run(args: argparse.Namespace) -> int:
    """Returns 0; 1 if the account is not frozen or the game lacks it; 2 if a database cannot be used."""

    async def answer(site: Database) -> Answer:
        known = await site.one(KNOWN, login=args.login)
        if known is None or known.frozen_at is None:
            raise CommandRefused(f"{args.login!r} is not frozen")
        async with site_connection(configuration.from_environment(), role="auth") as auth:
            account = await auth.one(ACTIVITY, login=args.login)
        if account is None:
            raise CommandRefused(f"the game has no account {args.login!r}")
        holdings, coins = await site.one(HOLDINGS, login=args.login), await ledger_balances(site, args.login)
        async with site.transaction() as session:
            if await session.write(ADOPT, login=args.login, born_at=account.created_at):
                await operator_log.record(session, f"account:{args.login}")
        balances = {"wallet": coins.wallet, "in transit": coins.in_transit, "held": coins.held, "debt": coins.debt}
        title = f"{args.login} was frozen since {moment(known.frozen_at)} and has now:"
        return Answer([title, *pairs(balances | (asdict(holdings) if holdings else {}))])

    return execute(args, answer, change=operation(args, "accounts adopt"))
