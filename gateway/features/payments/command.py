"""`gateway reconcile`: fetches payments from the provider now, instead of waiting for a webhook or a poll.

Without arguments: unprocessed webhooks, pending donations older than ten minutes, and finished ones that were not
checked for a day.
"""

import argparse
import asyncio
import sys
import time
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Final

from msgspec.structs import replace

from gateway.config import settings as configuration
from gateway.config.dsn import DsnError
from gateway.config.settings import Settings, SettingsError
from gateway.database.database import Database, DatabaseError, Databases
from gateway.database.error_hints import with_hint
from gateway.features.operators.command_line import add_operation_arguments, operation, point_in_time
from gateway.features.operators.operator_log import running
from gateway.features.payments import PaymentProcessor, open_processor, open_providers, open_search
from gateway.features.payments.provider_payment import OTHER_PROVIDERS, PaymentRef
from gateway.features.payments.search import DONATION
from gateway.texts import Text, text

PAYMENT_IDS: Final = " or ".join(["a number of Mercado Pago", *(f"{name}:REFERENCE" for name in OTHER_PROVIDERS)])


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (__doc__ or "").strip()
    parser.add_argument("--payment", metavar="ID", help=f"one payment: {PAYMENT_IDS}")
    parser.add_argument(
        "--force", action="store_true", help="with --payment: take its present state even if a newer one is recorded"
    )
    parser.add_argument("--donation", metavar="ID", help="all payments of one donation")
    parser.add_argument(
        "--since",
        type=point_in_time,
        metavar="TIME",
        help="all payments that changed since a day, or ISO 8601 with a zone; creates donations that a restore lost",
    )
    add_operation_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Returns 0: all reconciled; 1: something is unfinished or mismatched; 2: a database cannot be read.

    Raises SettingsError.
    """
    settings = configuration.from_environment()
    payment = None if args.payment is None else payment_ref(args.payment)
    if args.force and payment is None:
        raise SettingsError("--force needs --payment")
    try:
        with running(operation(args, "reconcile")):
            counts = asyncio.run(_reconcile(settings, payment, args.donation, args.since, is_forced=args.force))
    except DatabaseError as error:
        sys.stderr.write(f"gateway reconcile: {with_hint(error)}\n")
        return 2
    sys.stdout.writelines(f"{sentence}\n" for sentence in count_texts(counts))
    return 1 if counts["deferred"] or counts["mismatched"] else 0


def count_texts(counts: Counter[str]) -> list[Text]:
    """Returns a sentence for each verdict, with its number of payments."""
    texts = [verdict_text(verdict, count) for verdict, count in sorted(counts.items()) if count]
    return texts or [text("reasons.reconciled_none")]


def verdict_text(verdict: str, count: int) -> Text:
    return text(f"reasons.reconciled_{verdict}", count=count)


def payment_ref(name: str) -> PaymentRef:
    """Raises SettingsError for a text that names no payment."""
    payment = PaymentRef.parse(name)
    if payment is None:
        raise SettingsError(f"{name!r} is not a payment id: {PAYMENT_IDS}")
    return payment


async def _reconcile(
    settings: Settings, payment: PaymentRef | None, donation: str | None, since: int | None, *, is_forced: bool
) -> Counter[str]:
    async with open_payments(settings) as (processor, site):
        if payment is not None:
            return Counter([await processor.process(payment, is_forced=is_forced) or "deferred"])
        search = open_search(site, processor, settings)
        if donation is not None:
            row = await site.one(DONATION, id=donation)
            if row is None:
                raise SettingsError(f"--donation: there is no donation {donation!r}")
            return await search.search(replace(row, created_at=int(time.time())))  # never fails an unpaid one
        if since is not None:
            return await search.search_since(since)
        return await processor.process_backlog() + await search.poll_pending() + await search.poll_completed()


@asynccontextmanager
async def open_payments(settings: Settings) -> AsyncGenerator[tuple[PaymentProcessor, Database]]:
    """Opens the providers and the databases for a command. Raises SettingsError if payments are off."""
    providers = open_providers(settings)
    if not providers:
        raise SettingsError("payments.provider is off, and so is stripe.enabled")
    try:
        try:
            databases = Databases.open(settings)
        except DsnError as error:
            raise SettingsError(str(error)) from None
        try:
            yield open_processor(databases.site, providers, settings), databases.site
        finally:
            await databases.close()
    finally:
        for provider in providers:
            await provider.close()
