"""`gateway ledger check`: are all rules of the ledger kept? `gateway ledger show ACCOUNT`: its last entries.

Both only read, with the login of the service.
"""

import argparse
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Final

from gateway.config.settings import SettingsError
from gateway.database.database import Database
from gateway.features.ledger import account_names, check, statement
from gateway.features.operators.account_lookup import require_account
from gateway.features.operators.command_line import Answer, escaped, execute, number_up_to, shared_arguments

_DEFAULT_COUNT: Final = 20
_MAX_COUNT: Final = 1000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    shared = shared_arguments()
    words = parser.add_subparsers(dest="word", required=True, metavar="check|show")
    words.add_parser("check", parents=[shared], help="exit code 0: all rules are kept; 1: the broken ones are listed")
    entries = words.add_parser("show", parents=[shared], help="an account's last entries with the balance after each")
    entries.add_argument("account", help="wallet:LOGIN, hold:LOGIN, debt:LOGIN or house:NAME; LOGIN: its three")
    entries.add_argument(
        "--count",
        type=number_up_to(_MAX_COUNT),
        default=_DEFAULT_COUNT,
        help=f"entries of each account ({_DEFAULT_COUNT})",
    )


def run(args: argparse.Namespace) -> int:
    """`args.rules`: the rules to check. Returns 2 if the ledger cannot be read; standard error has the reason."""

    async def answer(site: Database) -> Answer:
        return await (_show(args.account, args.count) if args.word == "show" else _check(args.rules))(site)

    return execute("ledger", answer)


def _check(rules: Sequence[check.Rule]) -> Callable[[Database], Awaitable[Answer]]:
    async def answer(site: Database) -> Answer:
        broken = await check.broken_rules(site, rules)
        size = await check.size(site)
        counts = ", ".join(f"{getattr(size, name):,} {name}" for name in size.__struct_fields__)
        if not broken:
            return 0, [f"ok   all {len(rules)} rules hold: {counts}"]
        lines = [line for rule in broken for line in _lines(rule)]
        return 1, [*lines, f"{len(broken)} of {len(rules)} rules are broken: {counts}"]

    return answer


def _lines(broken: check.BrokenRule) -> Iterator[str]:
    yield f"BAD  broken rule: {broken.rule}"
    for violation in broken.violations:
        yield f"       {escaped(violation.subject)}: {violation.found:,} instead of {violation.expected:,}"
    if broken.more:
        yield f"       and more than these {len(broken.violations)}"


def _show(account: str, count: int) -> Callable[[Database], Awaitable[Answer]]:
    """Raises SettingsError for an invalid account."""
    try:
        kinds = (account_names.wallet, account_names.hold, account_names.debt)
        accounts = [account] if ":" in account else [kind(account.lower()) for kind in kinds]
        owners = {owner for kind, owner in map(account_names.parts, accounts) if kind != account_names.HOUSE}
    except ValueError as error:
        raise SettingsError(str(error)) from None

    async def answer(site: Database) -> Answer:
        for owner in owners:
            await require_account(site, owner)
        texts = [statement.format_lines(name, await statement.last_entries(site, name, count)) for name in accounts]
        return 0, [line for lines in texts for line in lines]

    return answer
