"""`gateway ledger check` applies all rules of the ledger; `show ACCOUNT` prints an account's last entries;
`adjust LOGIN +N` gives coins to an account or takes them. All use the login of the service.
"""

import argparse
import re
import time
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from gateway.concurrency.durations import DAY
from gateway.config.settings import SettingsError, from_environment
from gateway.database.database import Database
from gateway.features.ledger import Insufficient, account_names, anchors, check, read_balances, statement
from gateway.features.ledger.adjust import KEY, AdjustmentKeyReused, adjust
from gateway.features.ledger.provenance import PROVENANCE_RULES
from gateway.features.operators.command_line import (
    CommandRefused,
    add_operation_arguments,
    add_output,
    execute,
    login,
    operation,
    require_account,
)
from gateway.features.operators.report import Answer, escape

_UNPROVEN: Final = (
    "note no rule finds a cause of coins whose every row was written by hand: compare payments with the provider",
    "     (gateway reconcile --since), adjustments with your operators, and keep ledger.anchor_file elsewhere",
)
"""What the check cannot prove from the site schema; see gateway/docs/operators/database-rights.md."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    words = parser.add_subparsers(dest="word", required=True, metavar="check|show|adjust")
    words.add_parser("check", help="exit code 0: all rules are kept; 1: the broken ones are listed")
    show_parser = words.add_parser("show", help="an account's last entries with the balance after each")
    show_parser.add_argument("account", help="wallet:LOGIN, hold:LOGIN, debt:LOGIN or house:NAME; LOGIN: its three")
    add_output(show_parser, 20)
    adjust_parser = words.add_parser("adjust", help="give coins to an account, or take them")
    adjust_parser.add_argument("login", type=login, metavar="LOGIN")
    adjust_parser.add_argument("amount", type=_signed, metavar="±N", help="+50 gives coins, -50 takes them")
    adjust_parser.add_argument("--key", type=_key, required=True, help="your own name of this adjustment; posted once")
    add_operation_arguments(adjust_parser, reason=True)


def run(args: argparse.Namespace) -> int:
    """`args.rules()`: the rules to check. Returns 1 for a broken rule or a refusal, 2 if the ledger cannot be read."""

    async def answer(site: Database) -> Answer:
        match args.word:
            case "show":
                return await _show(site, args.account, args.count)
            case "adjust":
                return await _adjust(site, args)
            case _:
                return await _check(site, args.rules())

    change = operation(args, f"ledger adjust {args.amount:+}") if args.word == "adjust" else None
    return execute(args, answer, change=change)


async def _check(site: Database, rules: Sequence[check.Rule]) -> Answer:
    rules = (*rules, *PROVENANCE_RULES, anchors.rule(from_environment().ledger.anchor_file))
    broken_rules = await check.broken_rules(site, rules)
    size, minted = await check.size(site), await check.minted(site, int(time.time()) - DAY)
    counts = ", ".join(f"{getattr(size, name):,} {name}" for name in size.__struct_fields__)
    sums = [f"     new coins of 24 hours, {row.kind}: {row.coins:,} in {row.transfers:,} transfers" for row in minted]
    if not broken_rules:
        return Answer([f"ok   all {len(rules)} rules hold: {counts}", *sums, *_UNPROVEN])
    lines = [line for rule in broken_rules for line in _lines(rule)]
    return Answer(
        [*lines, f"{len(broken_rules)} of {len(rules)} rules are broken: {counts}", *sums, *_UNPROVEN], code=1
    )


def _lines(rule: check.BrokenRule) -> Iterator[str]:
    yield f"BAD  broken rule: {rule.rule}"
    for violation in rule.violations:
        yield f"       {escape(violation.subject)}: {violation.found:,} instead of {violation.expected:,}"
    if rule.more:
        yield f"       and more than these {len(rule.violations)}"


async def _show(site: Database, account: str, count: int) -> Answer:
    """Raises SettingsError for an invalid account."""
    try:
        kind, owner = account_names.parts(account if ":" in account else account_names.wallet(account.lower()))
    except ValueError as error:
        raise SettingsError(str(error)) from None
    if kind != account_names.HOUSE:
        await require_account(site, owner)
    if ":" in account:
        statements = [await statement.read(site, account, count)]
    else:
        statements = await statement.of_player(site, owner, count)
    return Answer(chain.from_iterable(map(statement.format_lines, statements)), statements)


async def _adjust(site: Database, args: argparse.Namespace) -> Answer:
    await require_account(site, args.login)
    try:
        is_new = await adjust(site, args.login, args.amount, args.key)
    except Insufficient:
        balances = await read_balances(site, [account_names.wallet(args.login)])
        raise CommandRefused(f"{args.login!r} has {sum(balances.values()):,} coins; nothing was changed") from None
    except AdjustmentKeyReused:
        raise CommandRefused(f"another adjustment has the key {args.key!r}; nothing was changed") from None
    balances = await read_balances(site, [kind(args.login) for kind in (account_names.wallet, account_names.debt)])
    wallet, debt = balances.values()
    outcome = "adjusted" if is_new else "adjusted before; nothing was changed"
    return Answer([f"{args.login} {args.amount:+,}: {outcome}; the wallet has {wallet:,} coins, the debt is {debt:,}"])


def _signed(text: str) -> int:
    if not re.fullmatch(r"[+-][0-9]{1,15}", text) or not int(text):
        raise argparse.ArgumentTypeError("expected a sign and a number of coins, as +50 or -50")
    return int(text)


def _key(text: str) -> str:
    if not KEY.fullmatch(text):
        raise argparse.ArgumentTypeError("expected 1 to 48 letters, digits, and . _ -")
    return text
