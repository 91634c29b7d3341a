"""POST /api/admin/payments/{payment}/refund: records the request in the change, then makes it at the provider.

The provider is called after the transaction of the change, with the request's own key. A repeated call completes the
recorded request, and refunds nothing twice.
"""

import time
from typing import Annotated

from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody, PathParameter
from msgspec import Meta

from gateway.administration.changes import Change, ChangeForm, ChangeResult, OperatorChange
from gateway.administration.players.sources import PlayerSources
from gateway.administration.routes import post
from gateway.database.database import Database
from gateway.features.payments import refund_requests
from gateway.features.payments.processor import PaymentProcessor
from gateway.features.payments.provider import Provider, ProviderFailed, ProviderRefused, UnknownPayment
from gateway.features.payments.provider_payment import MAX_AMOUNT, PaymentRef
from gateway.features.payments.refund import complete
from gateway.features.payments.refund_requests import NothingToRefund, RefundPending
from gateway.http.errors import Conflict, NotFound, PaymentProviderFailed, ValidationFailed
from gateway.texts import text


class RefundForm(ChangeForm, forbid_unknown_fields=True, kw_only=True):
    """`amount`: minor units; null: all that is left."""

    amount: Annotated[int, Meta(ge=1, le=MAX_AMOUNT)] | None = None


async def refund_payment(
    sources: PlayerSources, change: OperatorChange, payment: PaymentRef, form: RefundForm
) -> ChangeResult:
    """Raises NotFound, Conflict, ValidationFailed and PaymentProviderFailed."""
    if sources.processor is None:
        raise Conflict(text("reasons.payments_off"))
    try:
        provider = sources.processor.provider(payment.provider)
        provider_payment = await provider.payment(payment.reference)
    except UnknownPayment:
        raise NotFound from None
    except ProviderFailed:
        raise PaymentProviderFailed(text("reasons.refund_unreachable")) from None

    async def work(joined_site: Database) -> None:
        earlier_request = await refund_requests.find_unanswered(joined_site, payment)
        try:
            request = refund_requests.choose(provider_payment, form.amount, earlier_request, int(time.time()))
        except (NothingToRefund, RefundPending) as error:
            raise Conflict(error.reason) from None
        await refund_requests.record(joined_site, provider_payment, request)

    result = await change.apply(form, f"payment:{payment}", work, command="refund")
    if not change.dry_run:
        await _complete(sources.site, sources.processor, provider, payment)
    return result


async def _complete(site: Database, processor: PaymentProcessor, provider: Provider, payment: PaymentRef) -> None:
    try:
        await complete(site, provider, payment)
    except ProviderRefused:
        raise Conflict(text("reasons.refund_refused")) from None
    except ProviderFailed:
        raise PaymentProviderFailed(text("reasons.refund_unknown")) from None
    await processor.process(payment)


def routes(sources: PlayerSources) -> list[HTTPRouteHandler]:
    @post(
        "/api/admin/payments/{payment:str}/refund",
        *(NotFound, Conflict, ValidationFailed, PaymentProviderFailed),
        permission="payments.refund",
    )
    async def refund(
        change: Change, payment: Annotated[str, PathParameter(max_length=128)], data: JSONBody[RefundForm]
    ) -> ChangeResult:
        """Give a payment's money back, whole or in part, and take its coins."""
        ref = PaymentRef.parse(payment)
        if ref is None:
            raise NotFound
        return await refund_payment(sources, change, ref, data)

    return [refund]
