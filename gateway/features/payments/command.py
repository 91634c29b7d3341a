"""`gateway reconcile`: asks the provider now, instead of waiting for a notice or a poll.

Without arguments: notices that nobody got done, pending donations that are ten minutes old, and settled ones that were
not looked at for a day.
"""

import argparse
import asyncio
import sys
import time
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Final

from gateway.config import settings as configuration
from gateway.config.dsn import DsnError
from gateway.config.settings import Settings, SettingsError
from gateway.database.database import Database, DatabaseError, Databases
from gateway.database.error_hints import advised
from gateway.features.payments import Cashier, open_cashier, open_provider
from gateway.features.payments.processor import Waiting
from gateway.features.payments.provider import Provider
from gateway.features.payments.provider_payment import payment_id

WORDS: Final = {
    "moved": "settled, coins moved",
    "unchanged": "settled, nothing to move",
    "older": "known better already",
    "parked": "parked: does not fit its donation; see the log",
    "unpaid": "without a payment",
    "waits": "not done; see the log",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (__doc__ or "").strip()
    parser.add_argument("--payment", metavar="ID", help="one payment, by the provider's number of it")
    parser.add_argument("--donation", metavar="ID", help="every payment of one donation")


def run(args: argparse.Namespace) -> int:
    """0: all was done; 1: something was not, or is parked; 2: the settings or the arguments are wrong.

    Raises SettingsError.
    """
    settings = configuration.from_environment()
    if args.payment is not None and payment_id(args.payment) is None:
        raise SettingsError(f"--payment: {args.payment!r} is no number of a payment")
    try:
        counts = asyncio.run(_reconcile(settings, args.payment, args.donation))
    except DsnError as wrong:
        raise SettingsError(str(wrong)) from None
    except DatabaseError as wrong:
        sys.stderr.write(f"gateway reconcile: {advised(wrong)}\n")
        return 1
    lines = [f"{count:6}  {WORDS.get(verdict, verdict)}\n" for verdict, count in sorted(counts.items()) if count]
    sys.stdout.writelines(lines or ["nothing to do\n"])
    return 1 if counts["waits"] or counts["parked"] else 0


async def _reconcile(settings: Settings, payment: str | None, donation: str | None) -> Counter[str]:
    async with opened(settings) as (_, cashier, _site):
        if payment is not None:
            return Counter([await cashier.look(int(payment)) or "waits"])
        if donation is not None:
            return await cashier.search(Waiting(donation, int(time.time()), ""))
        return await cashier.work_inbox() + await cashier.poll_waiting() + await cashier.poll_settled()


@asynccontextmanager
async def opened(settings: Settings) -> AsyncGenerator[tuple[Provider, Cashier, Database]]:
    """For a command. Raises SettingsError where payments are switched off, and DsnError."""
    provider = open_provider(settings.payments)
    if provider is None:
        raise SettingsError("payments.provider is off: there is nobody to ask")
    try:
        databases = Databases.open(settings)
        try:
            yield provider, open_cashier(databases.site, provider, settings.payments), databases.site
        finally:
            await databases.close()
    finally:
        await provider.close()
