"""`gateway views export FAMILY`: prints the views of a family, to start a file of one's own for [game] views."""

import argparse
import sys

from gateway import package_data
from gateway.game.families import FAMILIES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(dest="word", required=True, metavar="export")
    export_parser = commands.add_parser("export", help="print sql/views/FAMILY.sql")
    export_parser.add_argument("family", choices=sorted(FAMILIES), metavar="FAMILY", help=", ".join(sorted(FAMILIES)))


def run(args: argparse.Namespace) -> int:
    sys.stdout.write((package_data.sql() / "views" / f"{args.family}.sql").read_text(encoding="utf-8"))
    return 0
