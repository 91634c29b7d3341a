"""`gateway ledger check`: does everything hold that must? `gateway ledger show ACCOUNT`: its last entries.

Both only read, with the login of the service.
"""

import argparse
import asyncio
import sys
from collections.abc import Awaitable, Callable, Iterator
from typing import Final

import msgspec

from gateway.config import settings
from gateway.config.dsn import DsnError, parse_dsn
from gateway.config.settings import SettingsError
from gateway.database.database import Database, DatabaseError, limits_for
from gateway.database.error_hints import advised
from gateway.features.ledger import account_names, check, statement

STATEMENT_MS: Final = 600_000
"""The books of years are read through; nobody waits for an answer but the operator."""
CONNECT_SECONDS: Final = 10
_USUAL, _MOST = 20, 1000

Answer = tuple[int, list[str]]
"""The exit code, and what to say."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    shared = argparse.ArgumentParser(add_help=False)
    # Without a default of its own, which would hide what was given before the word.
    shared.add_argument("--config", metavar="FILE", default=argparse.SUPPRESS, help=argparse.SUPPRESS)
    words = parser.add_subparsers(dest="word", required=True, metavar="check|show")
    words.add_parser(
        "check", parents=[shared], help="0: everything holds that must; 1: something does not, and is named"
    )
    entries = words.add_parser(
        "show", parents=[shared], help="an account's last entries, each with the balance after it"
    )
    entries.add_argument("account", help="wallet:LOGIN, hold:LOGIN, debt:LOGIN or house:NAME; LOGIN alone: its three")
    entries.add_argument("--count", type=_count, default=_USUAL, help=f"entries of each account ({_USUAL})")


def run(args: argparse.Namespace) -> int:
    """2: it could not be found out, and standard error says why."""
    try:
        answer = _show(args.account, args.count) if args.word == "show" else _check
        code, lines = asyncio.run(with_site(answer))
    except (SettingsError, DsnError, ValueError, DatabaseError) as error:
        sys.stderr.write(f"gateway ledger: {statement.escaped(advised(error))}\n")
        return 2
    sys.stdout.writelines(f"{line}\n" for line in lines)
    return code


async def with_site(answer: Callable[[Database], Awaitable[Answer]], *, read_only: bool = True) -> Answer:
    """The answer over a connection to the site schema as the settings have it. Raises what `run` reports."""
    chosen = settings.from_environment()
    try:
        dsn = parse_dsn(chosen.database.site_dsn)
    except DsnError as error:
        raise DsnError(f"database.site_dsn: {error}") from None
    limits = limits_for(chosen, "site", STATEMENT_MS)
    limits = msgspec.structs.replace(limits, read_only=read_only, connections=1, connect_seconds=CONNECT_SECONDS)
    site = Database("site", dsn, limits)
    try:
        return await answer(site)
    finally:
        await site.close()


async def _check(site: Database) -> Answer:
    found = await check.findings(site)
    size = await check.size(site)
    counts = ", ".join(f"{getattr(size, name):,} {name}" for name in size.__struct_fields__)
    if not found:
        return 0, [f"ok   all {len(check.RULES)} rules hold: {counts}"]
    lines = [line for finding in found for line in _broken(finding)]
    return 1, [*lines, f"{len(found)} of {len(check.RULES)} rules are broken: {counts}"]


def _broken(finding: check.Finding) -> Iterator[str]:
    yield f"BAD  {finding.rule}; it does not:"
    for breach in finding.breaches:
        yield f"       {statement.escaped(breach.subject)}: {breach.found:,} instead of {breach.expected:,}"
    if finding.more:
        yield f"       and more than these {len(finding.breaches)}"


def _show(account: str, count: int) -> Callable[[Database], Awaitable[Answer]]:
    """Raises ValueError for what is no account."""
    accounts = (
        [account]
        if ":" in account
        else [name(account.lower()) for name in (account_names.wallet, account_names.hold, account_names.debt)]
    )
    for each in accounts:
        account_names.parts(each)

    async def answer(site: Database) -> Answer:
        told = [statement.told(each, await statement.last_entries(site, each, count)) for each in accounts]
        return 0, [line for lines in told for line in lines]

    return answer


def _count(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= _MOST:
        raise argparse.ArgumentTypeError(f"expected 1 to {_MOST}")
    return int(text)
