"""`gateway refund`: gives a payment's money back at the provider, whole or in part, and brings its coins in line.

For a payment that nobody wanted twice, or one that is parked. Refunds that are made in the provider's own panel need
no command: they are noticed as any other news of a payment.
"""

import argparse
import asyncio
import hashlib
import re
import sys
import uuid

from gateway import settings as configuration
from gateway.advice import advised
from gateway.db import DatabaseError
from gateway.dsn import DsnError
from gateway.payments.command import WORDS, opened
from gateway.payments.provider import Provider, ProviderFailed, Refused, UnknownPayment
from gateway.payments.snapshot import CENTAVOS, Refund, Snapshot, payment_id
from gateway.settings import Settings, SettingsError

_PESOS = re.compile(r"([0-9]{1,10})(?:\.([0-9]{1,2}))?")


class NothingLeft(Exception):  # noqa: N818 - it says what is wrong
    """There is not so much of it left to give back."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (__doc__ or "").strip()
    parser.add_argument("payment", help="the provider's number of it")
    parser.add_argument("--amount", metavar="PESOS", help="a part of it, as 1500 or 1500.50; else all that is left")


def run(args: argparse.Namespace) -> int:
    """0: given back, and its coins are in line; 1: not, or nobody knows; 2: the settings or the arguments are wrong.

    Raises SettingsError.
    """
    settings = configuration.from_environment()
    payment = payment_id(args.payment)
    if payment is None:
        raise SettingsError(f"{args.payment!r} is no number of a payment")
    amount = None if args.amount is None else centavos(args.amount)
    try:
        return asyncio.run(_refund(settings, payment, amount))
    except DsnError as wrong:
        raise SettingsError(str(wrong)) from None
    except (UnknownPayment, Refused, NothingLeft) as wrong:
        sys.stderr.write(f"gateway refund: payment {payment}: {wrong}; nothing was given back\n")
    except ProviderFailed as wrong:
        sys.stderr.write(
            f"gateway refund: payment {payment}: {wrong}; the money may have been given back all the same.\n"
            f"See what the provider says of it before you try again: gateway reconcile --payment {payment}\n"
        )
    except DatabaseError as wrong:
        sys.stderr.write(f"gateway refund: {advised(wrong)}; once it is there: gateway reconcile --payment {payment}\n")
    return 1


async def _refund(settings: Settings, payment: int, amount: int | None) -> int:
    async with opened(settings) as (provider, cashier):
        before, made = await give_back(provider, payment, amount)
        sys.stdout.write(
            f"payment {payment}: {pesos(made.amount)} of {pesos(before.amount)} pesos given back, "
            f"{made.status or 'without a word'} (refund {made.id})\n"
        )
        verdict = await cashier.look(payment) or "waits"
    sys.stdout.write(f"payment {payment}: {WORDS[verdict]}\n")
    return 1 if verdict == "waits" else 0


async def give_back(provider: Provider, payment: int, amount: int | None) -> tuple[Snapshot, Refund]:
    """The payment as it was, and what went back. `amount` in centavos. Raises NothingLeft and ProviderFailed."""
    before = await _seen(provider, payment)
    left = before.amount - before.refunded
    wanted = left if amount is None else amount
    if not 0 < wanted <= left:
        raise NothingLeft(f"{pesos(wanted)} of it cannot be given back, {pesos(max(0, left))} are left")
    whole = wanted == before.amount
    return before, await provider.refund(payment, None if whole else wanted, key(before, wanted))


async def _seen(provider: Provider, payment: int) -> Snapshot:
    """Here no answer means for certain that nothing was given back."""
    try:
        return await provider.payment(payment)
    except ProviderFailed as wrong:
        raise Refused(str(wrong)) from None


def key(before: Snapshot, wanted: int) -> str:
    """The same for the same refund of a payment in the same state: whoever sends it twice gives back once."""
    text = f"refund:{before.payment_id}:{before.refunded}:{wanted}"
    return str(uuid.UUID(bytes=hashlib.sha256(text.encode()).digest()[:16], version=4))


def centavos(text: str) -> int:
    """Raises SettingsError for what is no amount of pesos."""
    found = _PESOS.fullmatch(text)
    amount = int(found[1]) * CENTAVOS + int((found[2] or "0").ljust(2, "0")) if found and text.isascii() else 0
    if not amount:
        raise SettingsError(f"--amount: {text!r} is no amount of pesos such as 1500 or 1500.50")
    return amount


def pesos(amount: int) -> str:
    return f"{amount // CENTAVOS:,}.{amount % CENTAVOS:02}"
