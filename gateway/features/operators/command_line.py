"""Shared parts of the commands that use the service's own logins: connection, errors, output, arguments."""

import argparse
import asyncio
import getpass
import os
import sys
from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from datetime import UTC, datetime
from typing import Final

from gateway.config import settings as configuration
from gateway.config.dsn import DsnError
from gateway.config.settings import SettingsError
from gateway.database.database import Database, DatabaseError
from gateway.database.error_hints import with_hint
from gateway.features.operators.operator_log import OPERATOR_MAX, REASON_MAX, Operation, running
from gateway.features.operators.site_connection import site_connection

Answer = tuple[int, list[str]]
"""Exit code and lines of output."""
_MAX_NUMBER: Final = 2**63 - 1


class CommandRefused(Exception):  # noqa: N818 - the command was understood, and refused
    """Exit code 1; the text says why nothing was changed."""


def execute(name: str, work: Callable[[Database], Awaitable[Answer]], *, change: Operation | None = None) -> int:
    """Calls `work` with a connection to the site schema of the settings, and prints its lines.

    `change`: the operation to log; None: `work` only reads. Returns the exit code of `work`; 1 if it is refused, 2 if
    the site schema cannot be read, with the reason on standard error.
    """

    async def run() -> Answer:
        async with site_connection(configuration.from_environment(), read_only=change is None) as site:
            return await work(site)

    try:
        with running(change) if change else nullcontext():
            code, lines = asyncio.run(run())
    except (CommandRefused, SettingsError, DsnError, DatabaseError) as error:
        sys.stderr.write(f"gateway {name}: {escaped(with_hint(error))}\n")
        return 1 if isinstance(error, CommandRefused) else 2
    sys.stdout.writelines(f"{line}\n" for line in lines)
    return code


def shared_arguments() -> argparse.ArgumentParser:
    """Returns the parent of a subcommand's parser: `--config` may also follow the subcommand."""
    parser = argparse.ArgumentParser(add_help=False)
    # No default here: it would override a --config given before the subcommand.
    parser.add_argument("--config", metavar="FILE", default=argparse.SUPPRESS, help=argparse.SUPPRESS)
    return parser


def add_operation_arguments(parser: argparse.ArgumentParser, *, reason: bool = False) -> None:
    """Adds `--by` and `--reason`. `reason`: it is required."""
    parser.add_argument("--reason", type=text_up_to(REASON_MAX), required=reason, help="why, for the log")
    parser.add_argument("--by", type=text_up_to(OPERATOR_MAX), default=_os_user(), help="who (the user of the system)")


def operation(args: argparse.Namespace, command: str) -> Operation:
    return Operation(args.by, command, args.reason or "")


def _os_user() -> str:
    try:
        return (os.environ.get("SUDO_USER") or getpass.getuser())[:OPERATOR_MAX]
    except (KeyError, OSError):  # a container's user without a name
        return f"uid {os.getuid()}"


def add_count(parser: argparse.ArgumentParser, default: int = 50, most: int = 1000) -> None:
    parser.add_argument("--count", type=number_up_to(most), default=default, help=f"how many at most ({default})")


def text_up_to(length: int) -> Callable[[str], str]:
    """Returns an argument type: one line of text, without spaces at its ends."""

    def parse(text: str) -> str:
        text = text.strip()
        if not (0 < len(text) <= length and text.isprintable()):
            raise argparse.ArgumentTypeError(f"expected 1 to {length} characters")
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
        parsed = datetime.fromisoformat(f"{text}T00:00Z" if len(text) == len("2026-11-20") else text)
    except ValueError:
        parsed = None
    if parsed is None or parsed.tzinfo is None:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a time with a zone such as 2026-11-20T18:00-03:00")
    return int(parsed.timestamp())


def escaped(text: str) -> str:
    """Text from the database made safe for a terminal: printable ASCII, everything else as `\\x1b`."""
    return "".join(
        mark if " " <= mark <= "~" and mark != "\\" else mark.encode("unicode_escape").decode() for mark in text
    )


def moment(seconds: int | None) -> str:
    """Epoch seconds as `2026-11-20T15:04:05Z`, in UTC; a number outside of the calendar is returned as it is."""
    if seconds is None:
        return "-"
    try:
        return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    except (ValueError, OverflowError, OSError):
        return str(seconds)
