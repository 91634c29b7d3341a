"""`gateway items import`: what items are called, from the datapack that the game server runs on, into one file."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from pathlib import Path

from gateway.config.settings import SettingsError
from gateway.database.database import DatabaseError
from gateway.database.error_hints import advised
from gateway.features.items import catalogue
from gateway.install import items_datapack, items_tables
from gateway.install.items_parse import Raw, Summary, collect
from gateway.install.names import InstallError
from gateway.install.options import ADMIN_DSN, admin_login


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    reading = actions.add_parser("import", help="read the items of a datapack into one file")
    source = reading.add_mutually_exclusive_group(required=True)
    source.add_argument("folder", nargs="?", type=Path, help="the datapack's folder of items: *.xml, subfolders too")
    source.add_argument(
        "--tables", action="store_true", help=f"read the tables weapon, armor and etcitem; ${ADMIN_DSN} is the login"
    )
    reading.add_argument("--to", type=Path, required=True, metavar="FILE", help="the file to write")


def run(args: argparse.Namespace) -> int:
    """0: written; 1: nothing was, and standard error says why."""
    try:
        items, summary = collect(_source(args))
        size = catalogue.save(items, args.to)
    except (SettingsError, InstallError, DatabaseError) as wrong:
        sys.stderr.write(f"gateway items: {advised(wrong)}\n")
        return 1
    except OSError as wrong:
        sys.stderr.write(f"gateway items: {args.to}: {wrong.strerror}\n")
        return 1
    sys.stdout.write(told(summary, args.to, size))
    return 0


def _source(args: argparse.Namespace) -> list[Raw]:
    if args.tables:
        return asyncio.run(items_tables.items(admin_login(os.environ.get(ADMIN_DSN, ""))))
    return list(items_datapack.items(args.folder))


def told(summary: Summary, path: Path, size: int) -> str:
    """What an operator reads afterwards."""
    lines = [
        f"{summary.total:,} items: {summary.weapons:,} weapons, {summary.armors:,} armor, {summary.etcitems:,} others",
        f"written to {path} ({size / 1024:,.0f} kB); name it as `catalogue` under [items] and restart",
    ]
    if summary.repeated:
        lines.append(f"{summary.repeated:,} ids stood twice; the later one counts")
    lines += [f"unknown to us: {word} ({times:,} times)" for word, times in sorted(summary.unknown.items())]
    return "".join(f"{line}\n" for line in lines)
