"""Shared parts of the commands that use the service's own logins: connection, errors, arguments."""

import argparse
import asyncio
import getpass
import os
import signal
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager, nullcontext
from datetime import datetime
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from gateway.config import settings as configuration
from gateway.config.dsn import DsnError
from gateway.config.settings import Settings, SettingsError
from gateway.database.database import Database, DatabaseError, Session, dsn_of, limits_for
from gateway.database.error_hints import with_hint
from gateway.database.queries import query
from gateway.database.times import to_seconds
from gateway.features.operators.operator_log import OPERATOR_MAX, REASON_MAX, Operation, running
from gateway.features.operators.report import Answer, escape
from gateway.game.logins import site_login

DRY_RUN: Final = "dry run: nothing was changed"
_MAX_NUMBER: Final = 2**63 - 1
_STATEMENT_MS: Final = 600_000
"""A check reads years of entries, outside of the pool that serves players. The game's own limits stay."""
_CONNECT_SECONDS: Final = 10


class FoundLogin(Struct, frozen=True):
    login: str


IN_GAME = query("operators.account", FoundLogin)
ON_SITE = query("operators.site_traces", FoundLogin)


class CommandRefused(Exception):  # noqa: N818 - the command was understood, and refused
    """Exit code 1; the text says why nothing was changed."""


class _RolledBack(Exception):  # noqa: N818 - ends the transaction of a dry run
    pass


class DoneBefore(Exception):  # noqa: N818 - a repeated command is no error
    """Exit code 0; the text says what is so already."""


def execute(
    args: argparse.Namespace, work: Callable[[Database], Awaitable[Answer]], *, change: Operation | None = None
) -> int:
    """Calls `work` with a connection to the site schema of the settings, and prints its answer.

    `change`: the operation to log; None: `work` only reads. Returns the code of the answer; 0 if `work` was done
    before; 1 if it refuses, 2 if the site schema cannot be read, with the reason on standard error; 141 if the reader
    closes the pipe.
    """

    async def run() -> Answer:
        async with site_connection(configuration.from_environment(), read_only=change is None) as site:
            return await work(site)

    try:
        with running(change) if change else nullcontext():
            answer = asyncio.run(run())
    except DoneBefore as error:
        answer = Answer([unchanged(str(error))])
    except (CommandRefused, SettingsError, DsnError, DatabaseError) as error:
        hint = configuration.missing_file_hint(os.environ)
        sys.stderr.write(f"gateway {args.command}: {escape(with_hint(error))}{hint}\n")
        return 1 if isinstance(error, CommandRefused) else 2
    as_json = getattr(args, "json", False)
    lines = [msgspec.json.format(msgspec.json.encode(answer.data), indent=2).decode()] if as_json else answer.lines
    try:
        sys.stdout.writelines(f"{line}\n" for line in lines)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the interpreter flushes the rest when it exits
        return 128 + signal.SIGPIPE
    return answer.code


def unchanged(text: str) -> str:
    """Returns the line of a command that finds done what it was asked for. `text`: what is so already."""
    return escape(f"{text.removesuffix('.')}; nothing was changed")


@asynccontextmanager
async def site_connection(
    settings: Settings, *, role: str = "site", read_only: bool = True
) -> AsyncGenerator[Database]:
    """Opens one connection with the service's own login and limits of its own, for a command or a long check.

    `role`: "site", "game", or "auth" for the accounts. Raises DsnError.
    """
    limits = limits_for(settings, role, _STATEMENT_MS if role == "site" else None)
    limits = replace(limits, read_only=read_only, connections=1, connect_seconds=_CONNECT_SECONDS)
    database = Database(role, dsn_of(settings, role), limits)
    try:
        yield database
    finally:
        await database.close()


@asynccontextmanager
async def change_transaction(site: Database, *, is_dry_run: bool) -> AsyncGenerator[Session]:
    """A transaction, which a dry run rolls back at its end."""
    try:
        async with site.transaction() as session:
            yield session
            if is_dry_run:
                raise _RolledBack
    except _RolledBack:
        pass


async def require_account(site: Database, login: str) -> None:
    """Raises CommandRefused for an unknown account, and DatabaseError if the accounts cannot be read.

    An account that the game has deleted is known by its rows in the site schema.
    """
    if await site.one(ON_SITE, login=login):
        return
    async with site_connection(configuration.from_environment(), role="auth") as accounts:
        rows = await accounts.read(IN_GAME, login=login)
    if login not in {site_login(row.login) for row in rows}:
        raise CommandRefused(f"there is no account {login!r}, neither in the game nor on the site")


def add_operation_arguments(parser: argparse.ArgumentParser, *, reason: bool = False) -> None:
    """Adds `--by` and `--reason`. `reason`: it is required."""
    parser.add_argument("--reason", type=text_up_to(REASON_MAX), required=reason, help="why, for the log")
    parser.add_argument("--by", type=text_up_to(OPERATOR_MAX), default=os_user(), help="who (the user of the system)")


def operation(args: argparse.Namespace, command: str) -> Operation:
    return Operation(operator=args.by, command=command, reason=args.reason or "")


def os_user() -> str:
    """Returns the user of the system who runs the command."""
    try:
        return (os.environ.get("SUDO_USER") or getpass.getuser())[:OPERATOR_MAX]
    except (KeyError, OSError):  # a container's user without a name
        return f"uid {os.getuid()}"


def add_output(parser: argparse.ArgumentParser, count: int = 0) -> None:
    """Adds `--json`, and with a default count `--count`."""
    parser.add_argument("--json", action="store_true", help="the same as JSON")
    if count:
        parser.add_argument("--count", type=number_up_to(1000), default=count, help=f"how many at most ({count})")


def text_up_to(length: int) -> Callable[[str], str]:
    """Returns an argument type: one line of text, without spaces at its ends."""

    def parse(text: str) -> str:
        text = text.strip()
        if not (0 < len(text) <= length and text.isprintable()):
            raise argparse.ArgumentTypeError(f"expected 1 to {length} characters on one line")
        return text

    return parse


def number_up_to(most: int = _MAX_NUMBER) -> Callable[[str], int]:
    """Returns an argument type: a whole number from 1."""

    def parse(text: str) -> int:
        if not (text.isascii() and text.isdecimal() and len(text) < 20 and 1 <= int(text) <= most):
            raise argparse.ArgumentTypeError(f"expected 1 to {most}")
        return int(text)

    return parse


def login(text: str) -> str:
    """Argument type: a login as the site stores it."""
    return text.strip().lower()


def point_in_time(text: str) -> int:
    """Argument type: ISO 8601 with a zone, or a day in UTC. Returns epoch seconds."""
    try:
        moment = datetime.fromisoformat(f"{text}T00:00Z" if len(text) == len("2026-11-20") else text)
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a time with a zone such as 2026-11-20T18:00-03:00")
    return to_seconds(moment)
