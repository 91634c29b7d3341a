"""`gateway accounts`: decisions of an operator about one account.

`adopt LOGIN` gives the coins and the history of an earlier account to the one of that name now; `reset-factors LOGIN`
helps a player who has lost every second factor; `export LOGIN` and `erase LOGIN` answer requests about personal data.
"""

import argparse
import time
from collections.abc import Awaitable, Callable

import msgspec
from msgspec import Struct
from msgspec.structs import asdict

from gateway.config import settings as configuration
from gateway.config.settings import SettingsError
from gateway.database.database import Database
from gateway.database.queries import query
from gateway.features.account_overview import decisions, erasure, personal_data
from gateway.features.accounts.repository import ACTIVITY
from gateway.features.accounts.reused_names import OWNER
from gateway.features.operators.command_line import (
    CommandRefused,
    DoneBefore,
    add_operation_arguments,
    execute,
    login,
    operation,
    require_account,
    site_connection,
)
from gateway.features.operators.report import Answer, moment, pairs
from gateway.features.roulette.eligibility import spin_rules
from gateway.features.wallet.balances import ledger_balances


class Holdings(Struct, frozen=True):
    """Numbers of rows."""

    donations: int
    deliveries: int
    spins: int
    security_log: int


HOLDINGS = query("account_owners.holdings", Holdings)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "Decides about one account; `gateway account` shows what is known of it."
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    texts = {
        "adopt": "give coins and history of an earlier account to the present one",
        "reset-factors": "remove all second factors and end all sessions",
        "export": "print what the site holds about the account, as JSON",
        "erase": "replace the login by a random name and delete what only serves the player; cannot be undone",
    }
    for action, text in texts.items():
        decision = actions.add_parser(action, help=text)
        decision.add_argument("login", type=login, metavar="LOGIN")
        add_operation_arguments(decision, reason=action != "export")
        if action == "erase":
            decision.add_argument("--confirm", type=login, required=True, metavar="LOGIN", help="the login again")


def run(args: argparse.Namespace) -> int:
    """Returns 0: done, or done before; 1 if the decision does not fit the account; 2 if a database cannot be used."""
    works = {"adopt": _adopt, "reset-factors": _reset_factors, "export": _export, "erase": _erase}
    if args.action == "erase" and args.confirm != args.login:
        raise SettingsError("--confirm is not the login")
    return execute(args, works[args.action](args.login), change=operation(args, f"accounts {args.action}"))


def _export(login: str) -> Callable[[Database], Awaitable[Answer]]:
    async def answer(site: Database) -> Answer:
        await require_account(site, login)
        data = await personal_data.export(site, login)
        return Answer([msgspec.json.format(msgspec.json.encode(data), indent=2).decode()])

    return answer


def _erase(login: str) -> Callable[[Database], Awaitable[Answer]]:
    async def answer(site: Database) -> Answer:
        await require_account(site, login)
        try:
            alias = await erasure.erase(site, spin_rules(configuration.from_environment()), login, int(time.time()))
        except erasure.ErasureRefused as error:
            raise CommandRefused(f"{login!r} cannot be erased yet: {error}") from None
        if alias is None:
            return Answer([f"the site keeps nothing of {login}; nothing was changed"])
        return Answer([f"{login} is erased; its books are those of {alias} now. The game's account is not touched"])

    return answer


def _reset_factors(login: str) -> Callable[[Database], Awaitable[Answer]]:
    async def answer(site: Database) -> Answer:
        await require_account(site, login)
        async with site.transaction() as session:
            sends_mail = configuration.from_environment().sends_mail
            session_count = await decisions.reset_factors(session, login, sends_mail=sends_mail)
            if session_count is None:
                raise DoneBefore(f"{login!r} has no second factor")
        return Answer([f"{login} has no second factor any more; {session_count:,} sessions were ended"])

    return answer


def _adopt(login: str) -> Callable[[Database], Awaitable[Answer]]:
    async def answer(site: Database) -> Answer:
        owner = await site.one(OWNER, login=login)
        if owner is None or owner.frozen_at is None:
            await require_account(site, login)
            raise DoneBefore(f"{login!r} is not frozen")
        async with site_connection(configuration.from_environment(), role="auth") as auth:
            account = await auth.one(ACTIVITY, login=login)
        if account is None:
            raise CommandRefused(f"the game has no account {login!r}")
        holdings, coins = await site.one(HOLDINGS, login=login), await ledger_balances(site, login)
        async with site.transaction() as session:
            await decisions.adopt(session, login, owner.frozen_at, account.created_at)
        balances = {"wallet": coins.wallet, "in transit": coins.in_transit, "held": coins.held, "debt": coins.debt}
        title = f"{login} was frozen since {moment(owner.frozen_at)} and has now:"
        return Answer([title, *pairs(balances | (asdict(holdings) if holdings else {}))])

    return answer
