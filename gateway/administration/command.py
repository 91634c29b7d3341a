"""`gateway operator`: operators of the administration, with their roles, passwords and second factors.

A new operator sets up a second factor at the first sign-in. A password is asked for, or read from standard input.
`sign` lists operators whose rows are not those that were signed last, and signs them after a yes: before, they cannot
sign in.
"""

import argparse
import getpass
import sys

from gateway.administration import operator_changes
from gateway.administration.operator_changes import PasswordRefused
from gateway.administration.permissions import ROLES
from gateway.config import settings
from gateway.database.database import Database, DuplicateKey, Session
from gateway.database.sealing import DataKeys
from gateway.features.operators import operator_review, operators
from gateway.features.operators.command_line import (
    CommandRefused,
    DoneBefore,
    add_operation_arguments,
    add_output,
    execute,
    operation,
)
from gateway.features.operators.operators import LastOwner, StoredOperator
from gateway.features.operators.report import Answer

_WORDS = {
    "add": "add an operator",
    "role": "give an operator another role",
    "password": "set an operator's password",
    "disable": "end an operator's sessions and refuse further ones",
    "enable": "let a disabled operator sign in again",
    "reset-factors": "remove an operator's second factors; the next sign-in sets up a new one",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = __doc__
    words = parser.add_subparsers(dest="word", required=True, metavar="WORD")
    add_output(words.add_parser("list", help="list the operators"))
    for word, text in _WORDS.items():
        subparser = words.add_parser(word, help=text)
        subparser.add_argument("name", type=_name, metavar="NAME")
        if word in {"add", "role"}:
            subparser.add_argument("--role", choices=ROLES, required=True)
        add_operation_arguments(subparser)
    sign_parser = words.add_parser("sign", help="look at unsigned operators, and sign them")
    sign_parser.add_argument("name", type=_name, metavar="NAME", nargs="?", help="this one alone")
    sign_parser.add_argument("--yes", action="store_true", help="sign without a question")
    add_operation_arguments(sign_parser)


def run(args: argparse.Namespace) -> int:
    """Returns 0: done, or done before; 1 if the change is refused; 2 if the site schema cannot be used."""
    if args.word == "list":
        return execute(args, _list)
    password = _password() if args.word in {"add", "password"} else ""

    async def answer(site: Database) -> Answer:
        keys = _data_keys()
        if not keys.current:
            raise CommandRefused("security.data_keys is not set: operators are signed with its first key")
        if args.word == "sign":
            await _sign(site, keys, args)
        else:
            await _change(site, keys, args, password)
        return await _list(site)

    return execute(args, answer, change=operation(args, f"operator {args.word}"))


async def _change(site: Database, keys: DataKeys, args: argparse.Namespace, password: str) -> None:
    async with site.transaction() as session:
        if args.word == "add":
            try:
                await operators.add(session, keys, args.name, args.role, _hash(password))
            except DuplicateKey:
                raise CommandRefused(f"there is an operator {args.name!r} already") from None
            return
        row = await session.one(operators.OPERATOR, name=args.name)
        if row is None:
            raise CommandRefused(f"there is no operator {args.name!r}")
        if text := _done_before(row, args):
            raise DoneBefore(f"{args.name!r} {text} already")
        try:
            await _change_row(session, keys, row, args, password)
        except LastOwner as error:
            raise CommandRefused(str(error)) from None


async def _change_row(
    session: Session, keys: DataKeys, row: StoredOperator, args: argparse.Namespace, password: str
) -> None:
    match args.word:
        case "role":
            await operators.set_role(session, keys, row, args.role)
        case "password":
            await operators.set_password(session, keys, row, _hash(password))
        case "reset-factors":
            if not await operator_changes.reset_factors(session, keys, row):
                raise DoneBefore(f"{args.name!r} has no second factor")
        case word:
            await operators.set_disabled(session, keys, row, disabled=word == "disable")


def _done_before(row: StoredOperator, args: argparse.Namespace) -> str:
    """Says what the operator is already; empty if the command changes it."""
    if args.word == "role" and args.role == row.role:
        return f"is {row.role}"
    is_so = {"disable": row.disabled_at is not None, "enable": row.disabled_at is None}.get(args.word, False)
    return f"is {args.word}d" if is_so else ""


async def _sign(site: Database, keys: DataKeys, args: argparse.Namespace) -> None:
    reviews = [row for row in await operator_review.review(site, keys) if args.name in {None, row.operator.name}]
    if args.name and not reviews:
        raise CommandRefused(f"there is no operator {args.name!r}")
    reviews = operator_review.unsigned(reviews)
    if not reviews:
        raise DoneBefore(f"{args.name or 'every operator'} is signed already")
    sys.stdout.writelines(f"{line}\n" for line in operator_review.lines(reviews))
    if not (args.yes or operator_review.confirm("Do you know each of them, with these roles and factors?")):
        raise CommandRefused("nothing was signed; --yes signs without a question")
    await operator_review.sign(site, keys, [review.operator.name for review in reviews])


async def _list(site: Database) -> Answer:
    reviews = await operator_review.review(site, _data_keys())
    return Answer(operator_review.lines(reviews), reviews)


def _data_keys() -> DataKeys:
    return DataKeys(settings.from_environment().security.data_keys)


def _name(text: str) -> str:
    """Argument type: the name of an operator."""
    name = text.strip().lower()
    if not operators.NAME.fullmatch(name):
        raise argparse.ArgumentTypeError("expected 2 to 32 letters, digits, dots, hyphens or underscores")
    return name


def _password() -> str:
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n")
    password = getpass.getpass("Password: ")
    if getpass.getpass("Again: ") != password:
        sys.stderr.write("gateway operator: the passwords differ\n")
        raise SystemExit(1)
    return password


def _hash(password: str) -> str:
    try:
        return operator_changes.hash_of(password)
    except PasswordRefused as error:
        raise CommandRefused(str(error)) from None
