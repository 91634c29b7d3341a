"""`gateway ledger check`: are all rules of the ledger kept? `gateway ledger show ACCOUNT`: its last entries.

Both only read, with the login of the service.
"""

import argparse
import asyncio
import sys
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Final

from gateway.config import settings
from gateway.config.dsn import DsnError
from gateway.config.settings import SettingsError
from gateway.database.database import Database, DatabaseError
from gateway.database.error_hints import with_hint
from gateway.features.ledger import account_names, check, statement
from gateway.features.ledger.site_connection import site_connection

_DEFAULT_COUNT: Final = 20
_MAX_COUNT: Final = 1000

Answer = tuple[int, list[str]]
"""Exit code and lines of output."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    shared = argparse.ArgumentParser(add_help=False)
    # No default here: it would override a --config given before the subcommand.
    shared.add_argument("--config", metavar="FILE", default=argparse.SUPPRESS, help=argparse.SUPPRESS)
    words = parser.add_subparsers(dest="word", required=True, metavar="check|show")
    words.add_parser("check", parents=[shared], help="exit code 0: all rules are kept; 1: the broken ones are listed")
    entries = words.add_parser("show", parents=[shared], help="an account's last entries with the balance after each")
    entries.add_argument("account", help="wallet:LOGIN, hold:LOGIN, debt:LOGIN or house:NAME; LOGIN: its three")
    entries.add_argument(
        "--count", type=_count, default=_DEFAULT_COUNT, help=f"entries of each account ({_DEFAULT_COUNT})"
    )


def run(args: argparse.Namespace) -> int:
    """`args.rules`: the rules to check. Returns 2 if the ledger cannot be read; standard error has the reason."""
    try:
        answer = _show(args.account, args.count) if args.word == "show" else _check(args.rules)
        code, lines = asyncio.run(on_site(answer))
    except (SettingsError, DsnError, ValueError, DatabaseError) as error:
        sys.stderr.write(f"gateway ledger: {statement.escaped(with_hint(error))}\n")
        return 2
    sys.stdout.writelines(f"{line}\n" for line in lines)
    return code


async def on_site(answer: Callable[[Database], Awaitable[Answer]], *, read_only: bool = True) -> Answer:
    """Calls `answer` with a connection to the site schema of the settings. Raises SettingsError and DsnError."""
    async with site_connection(settings.from_environment(), read_only=read_only) as site:
        return await answer(site)


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
        yield f"       {statement.escaped(violation.subject)}: {violation.found:,} instead of {violation.expected:,}"
    if broken.more:
        yield f"       and more than these {len(broken.violations)}"


def _show(account: str, count: int) -> Callable[[Database], Awaitable[Answer]]:
    """Raises ValueError for an invalid account."""
    kinds = (account_names.wallet, account_names.hold, account_names.debt)
    accounts = [account] if ":" in account else [kind(account.lower()) for kind in kinds]
    for name in accounts:
        account_names.parts(name)

    async def answer(site: Database) -> Answer:
        texts = [statement.format_lines(name, await statement.last_entries(site, name, count)) for name in accounts]
        return 0, [line for lines in texts for line in lines]

    return answer


def _count(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= _MAX_COUNT:
        raise argparse.ArgumentTypeError(f"expected 1 to {_MAX_COUNT}")
    return int(text)
