"""`gateway refund`: refunds a payment at the provider, whole or in part, and reconciles its coins.

For a duplicate or mismatched payment. Refunds made in the provider's panel need no command: they arrive as any other
change of a payment. Repeating a command after a lost response refunds nothing twice.
"""

import argparse
import asyncio
import re
import sys
import time
from collections.abc import Awaitable
from typing import Final, TypeVar

from gateway.config import settings as configuration
from gateway.config.currencies import decimal_text, minor_digits, parse_units
from gateway.config.settings import Settings, SettingsError
from gateway.database.database import Database, DatabaseError
from gateway.database.error_hints import with_hint
from gateway.features.operators.command_line import add_operation_arguments, operation
from gateway.features.operators.operator_log import running
from gateway.features.payments import refund_requests
from gateway.features.payments.command import PAYMENT_IDS, open_payments, payment_ref, verdict_text
from gateway.features.payments.processor import PaymentProcessor
from gateway.features.payments.provider import Provider, ProviderFailed, ProviderRefused, UnknownPayment
from gateway.features.payments.provider_payment import PaymentRef, ProviderPayment, ProviderRefund
from gateway.features.payments.refund_requests import NothingToRefund, RefundPending, RefundRequest

T = TypeVar("T")
_AMOUNT: Final = re.compile(r"[0-9]{1,10}(?:\.[0-9]{1,3})?", re.ASCII)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (__doc__ or "").strip()
    parser.add_argument("payment", help=PAYMENT_IDS)
    parser.add_argument(
        "--amount", metavar="AMOUNT", help="a part of it in its currency, such as 1500 or 1500.50; default: the rest"
    )
    add_operation_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Returns 0: refunded and reconciled; 1: not refunded, or unknown; 2: a database cannot be read.

    Raises SettingsError.
    """
    settings = configuration.from_environment()
    payment = payment_ref(args.payment)
    if args.amount is not None and not _AMOUNT.fullmatch(args.amount):
        raise SettingsError(f"--amount: {args.amount!r} is not an amount such as 1500 or 1500.50")
    try:
        with running(operation(args, "refund")):
            return asyncio.run(_refund(settings, payment, args.amount))
    except (UnknownPayment, ProviderRefused, NothingToRefund, RefundPending) as error:
        sys.stderr.write(f"gateway refund: payment {payment}: nothing was refunded: {error}\n")
    except ProviderFailed as error:
        sys.stderr.write(
            f"gateway refund: payment {payment}: {error}; the refund may have been made.\n"
            f"Repeat the same command, which refunds it once, or look up its state: "
            f"gateway reconcile --payment {payment}\n"
        )
    except DatabaseError as error:
        sys.stderr.write(
            f"gateway refund: {with_hint(error)}; when it is back, run: gateway reconcile --payment {payment}\n"
        )
        return 2
    return 1


async def _refund(settings: Settings, payment: PaymentRef, amount: str | None) -> int:
    async with open_payments(settings) as (processor, site):
        try:
            provider = processor.provider(payment.provider)
            provider_payment, request, provider_refund = await refund(site, provider, payment, amount)
        except (NothingToRefund, RefundPending):  # the payment may have changed without a webhook
            await _settle(processor, payment)
            raise
        currency = provider_payment.currency
        whole = f"{decimal_text(provider_payment.amount, currency)} {currency}"
        text = f"payment {payment}: {decimal_text(request.amount, currency)} of {whole}"
        if provider_refund is None:
            sys.stdout.write(f"{text} were refunded by an earlier request; nothing more was refunded\n")
        else:
            sys.stdout.write(
                f"{text} refunded, status {provider_refund.status or 'unknown'} (refund {provider_refund.id})\n"
            )
        verdict = await _settle(processor, payment)
    return 1 if verdict == "deferred" else 0


async def _settle(processor: PaymentProcessor, payment: PaymentRef) -> str:
    verdict = await processor.process(payment) or "deferred"
    sys.stdout.write(f"{verdict_text(verdict, 1)}\n")
    return verdict


async def refund(
    site: Database, provider: Provider, ref: PaymentRef, amount: int | str | None
) -> tuple[ProviderPayment, RefundRequest, ProviderRefund | None]:
    """Returns the payment as it was, the request, and the refund; None if an earlier request has been applied.

    `amount` in minor units, or a text in units. Raises NothingToRefund, RefundPending and ProviderFailed,
    DatabaseError, and SettingsError for another text.
    """
    payment = await _before_request(provider.payment(ref.reference))
    if isinstance(amount, str):
        amount = minor_units(amount, payment.currency)
    unanswered_request = await _before_request(refund_requests.find_unanswered(site, ref))
    request = refund_requests.choose(payment, amount, unanswered_request, int(time.time()))
    is_applied = request is unanswered_request and request.is_applied(payment)
    provider_refund = None if is_applied else await _request(site, provider, payment, request)
    await refund_requests.mark_answered(site, request)
    return payment, request, provider_refund


async def complete(site: Database, provider: Provider, ref: PaymentRef) -> None:
    """Makes the recorded request of unknown outcome, if there is one; repeating it refunds nothing twice.

    Raises ProviderFailed, and DatabaseError.
    """
    request = await refund_requests.find_unanswered(site, ref)
    if request is None:
        return
    payment = await provider.payment(ref.reference)
    if not request.is_applied(payment):
        await _send(site, provider, payment, request)
    await refund_requests.mark_answered(site, request)


async def _request(
    site: Database, provider: Provider, payment: ProviderPayment, request: RefundRequest
) -> ProviderRefund:
    await _before_request(refund_requests.record(site, payment, request))
    return await _send(site, provider, payment, request)


async def _send(site: Database, provider: Provider, payment: ProviderPayment, request: RefundRequest) -> ProviderRefund:
    amount = None if request.amount == payment.amount else request.amount
    try:
        return await provider.refund(payment.ref.reference, amount, payment.currency, refund_requests.key(request))
    except (ProviderRefused, UnknownPayment):
        await refund_requests.mark_answered(site, request)
        raise


async def _before_request(call: Awaitable[T]) -> T:
    """Raises ProviderRefused for each failure: before the provider receives the request, nothing was refunded."""
    try:
        return await call
    except ProviderFailed as error:
        raise ProviderRefused(str(error)) from None
    except DatabaseError as error:
        raise ProviderRefused(with_hint(error)) from None


def minor_units(text: str, currency: str) -> int:
    """Parses units of the currency. Raises SettingsError."""
    amount = parse_units(text, currency)
    if amount is None:
        example = "1500 or 1500.50" if minor_digits(currency) else "1500"
        raise SettingsError(f"--amount: {text!r} is not an amount of {currency} such as {example}")
    return amount
