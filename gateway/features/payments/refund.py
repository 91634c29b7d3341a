"""`gateway refund`: gives a payment's money back at the provider, whole or in part, and brings its coins in line.

For a payment that nobody wanted twice, or one that is parked. Refunds that are made in the provider's own panel need
no command: they are noticed as any other news of a payment. The same command again, after an answer that was lost,
gives nothing back twice.
"""

import argparse
import asyncio
import re
import sys
import time
from collections.abc import Awaitable
from typing import Final, TypeVar

from gateway.config import settings as configuration
from gateway.config.dsn import DsnError
from gateway.config.settings import Settings, SettingsError
from gateway.database.database import Database, DatabaseError
from gateway.database.error_hints import advised
from gateway.features.payments import refund_requests
from gateway.features.payments.command import WORDS, opened
from gateway.features.payments.provider import Provider, ProviderFailed, Refused, UnknownPayment
from gateway.features.payments.provider_payment import CENTAVOS, Refund, Snapshot, payment_id
from gateway.features.payments.refund_requests import Asked, InDoubt, NothingLeft, pesos

_PESOS: Final = re.compile(r"([0-9]{1,10})(?:\.([0-9]{1,2}))?")

T = TypeVar("T")


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
    except (UnknownPayment, Refused, NothingLeft, InDoubt) as wrong:
        sys.stderr.write(f"gateway refund: payment {payment}: {wrong}; nothing was given back\n")
    except ProviderFailed as wrong:
        sys.stderr.write(
            f"gateway refund: payment {payment}: {wrong}; the money may have been given back all the same.\n"
            f"Try the same again, which gives it back once; or see what the provider says: "
            f"gateway reconcile --payment {payment}\n"
        )
    except DatabaseError as wrong:
        sys.stderr.write(f"gateway refund: {advised(wrong)}; once it is there: gateway reconcile --payment {payment}\n")
    return 1


async def _refund(settings: Settings, payment: int, amount: int | None) -> int:
    async with opened(settings) as (provider, cashier, site):
        before, wanted, made = await give_back(site, provider, payment, amount)
        given = f"payment {payment}: {pesos(wanted.amount)} of {pesos(before.amount)} pesos"
        if made is None:
            sys.stdout.write(f"{given} were given back when they were asked for before; nothing more was\n")
        else:
            sys.stdout.write(f"{given} given back, {made.status or 'without a word'} (refund {made.id})\n")
        verdict = await cashier.look(payment) or "waits"
    sys.stdout.write(f"payment {payment}: {WORDS[verdict]}\n")
    return 1 if verdict == "waits" else 0


async def give_back(
    site: Database, provider: Provider, payment: int, amount: int | None
) -> tuple[Snapshot, Asked, Refund | None]:
    """The payment as it was, what was asked for, and what went back; None: that had gone back already, unheard.

    `amount` in centavos. Raises NothingLeft, InDoubt and ProviderFailed, and DatabaseError.
    """
    before = await _harmless(provider.payment(payment))
    earlier = await _harmless(refund_requests.unanswered(site, payment))
    wanted = refund_requests.chosen(before, amount, earlier, int(time.time()))
    made = None if wanted is earlier and wanted.is_seen_in(before) else await _made(site, provider, before, wanted)
    await refund_requests.answered(site, wanted)
    return before, wanted, made


async def _made(site: Database, provider: Provider, before: Snapshot, wanted: Asked) -> Refund:
    await _harmless(refund_requests.note(site, wanted))
    whole = wanted.amount == before.amount
    try:
        return await provider.refund(wanted.payment_id, None if whole else wanted.amount, refund_requests.key(wanted))
    except (Refused, UnknownPayment):
        await refund_requests.answered(site, wanted)
        raise


async def _harmless(asking: Awaitable[T]) -> T:
    """As long as no refund was asked for, a failure means for certain that nothing was given back."""
    try:
        return await asking
    except ProviderFailed as wrong:
        raise Refused(str(wrong)) from None
    except DatabaseError as wrong:
        raise Refused(advised(wrong)) from None


def centavos(text: str) -> int:
    """Raises SettingsError for what is no amount of pesos."""
    found = _PESOS.fullmatch(text)
    amount = int(found[1]) * CENTAVOS + int((found[2] or "0").ljust(2, "0")) if found and text.isascii() else 0
    if not amount:
        raise SettingsError(f"--amount: {text!r} is no amount of pesos such as 1500 or 1500.50")
    return amount
