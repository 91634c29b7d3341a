"""Client of Stripe: Checkout in payment mode, its payment intents, refunds, disputes and events.

The payment intent is the payment (`pi_…`): a checkout session has at most one, however often the buyer tries. Amounts
are whole minor units on both sides. Stripe gives no time of the last change, so `updated_ms` is derived from the times
of the intent's parts: they only grow, and do not depend on our clock.
"""

import re
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from typing import Any, Final, cast
from urllib.parse import urlencode

import structlog
from msgspec import Struct

from gateway.concurrency.durations import DAY
from gateway.config.payments import StripeSettings
from gateway.features.payments.provider import (
    CheckoutOrder,
    OnCall,
    PaymentPage,
    Preference,
    ProviderFailed,
    ProviderRefused,
    UnknownPayment,
    UnreadablePayment,
    Webhook,
)
from gateway.features.payments.provider_http import ProviderApi, decode_object
from gateway.features.payments.provider_payment import (
    MAX_AMOUNT,
    STRIPE,
    UNDECIDED_DISPUTE,
    MerchantAccount,
    PaymentRef,
    ProviderPayment,
    ProviderRefund,
    Settlement,
    State,
    UnreadableResponse,
    object_of,
    order_text,
    word_of,
)
from gateway.features.payments.stripe_signature import verify

VERSION: Final = "2024-06-20"
"""Of the API: a later default of the account does not change the responses."""
EVENTS: Final = (
    "checkout.session.completed",
    "checkout.session.async_payment_succeeded",
    "checkout.session.async_payment_failed",
    "checkout.session.expired",
    "charge.refunded",
    "charge.refund.updated",
    "refund.updated",
    "refund.failed",
    "charge.dispute.created",
    "charge.dispute.closed",
    "charge.dispute.funds_withdrawn",
    "charge.dispute.funds_reinstated",
)
CHECKOUT_SECONDS: Final = 24 * 3600 - 600
"""Stripe's longest time of a checkout, less the difference of two clocks."""
EVENT_SECONDS: Final = 29 * DAY
"""Stripe lists events for 30 days."""
PAGE: Final = 100
_BATCH: Final = 20
_METADATA_TEXT: Final = 500
"""Longest value of metadata."""
_MAX_ORDER_PARTS: Final = 9
_INTENT: Final = re.compile(r"pi_[A-Za-z0-9_]{1,61}", re.ASCII)
_SESSION: Final = re.compile(r"cs_[A-Za-z0-9_]{1,120}", re.ASCII)
_EVENT: Final = re.compile(r"evt_[A-Za-z0-9_]{1,64}", re.ASCII)
_CURRENCY: Final = re.compile(r"[a-z]{3}", re.ASCII)
_EXPAND: Final = ["latest_charge.balance_transaction", "latest_charge.refunds"]
_UNDECIDED_STATUSES: Final = frozenset({"needs_response", "under_review"})
_WITHDRAWN_STATUSES: Final = _UNDECIDED_STATUSES | {"lost"}
_INQUIRY_STATUSES: Final = frozenset({"warning_needs_response", "warning_under_review"})
_FAILED: Final = frozenset({"failed", "canceled"})
"""Statuses of a refund that gave nothing back."""
_DISPUTE_STATUSES: Final = (
    "warning_needs_response",
    "warning_under_review",
    "warning_closed",
    "prevented",
    "needs_response",
    "under_review",
    "won",
    "lost",
)
"""Statuses of a dispute in their order."""

Json = dict[str, Any]
log = structlog.stdlib.get_logger("gateway.payments")


class StripeAccount(Struct, frozen=True):
    """Empty texts: not told."""

    id: str
    country: str


class Stripe:
    """Opens connections on the first call."""

    def __init__(self, settings: StripeSettings, timeout_ms: int, on_call: OnCall | None = None) -> None:
        self.name = STRIPE
        self.merchant = MerchantAccount(0, settings.live_mode)
        self.checkout_hosts = settings.checkout_hosts
        self._account_id, self._is_compared = settings.account_id, not settings.account_id
        self._secrets = (settings.webhook_secret, settings.webhook_secret_previous)
        headers = {"Authorization": f"Bearer {settings.secret_key}", "Stripe-Version": VERSION}
        self._api = ProviderApi(STRIPE, settings.api_url, headers, timeout_ms, on_call)

    async def open_preference(self, order: CheckoutOrder) -> Preference:
        """Raises ProviderFailed."""
        await self._compare_account()
        expires_at = min(order.expires_at, int(time.time()) + CHECKOUT_SECONDS)
        # The parameters of a repeated key have to be the same, and an attempt after a failure has another end.
        key = f"{order.donation_id}:{expires_at}"
        fields = await self._post("checkout", "/v1/checkout/sessions", _session(order, expires_at), key)
        session, address = fields.get("id"), fields.get("url")
        if not isinstance(session, str) or not _SESSION.fullmatch(session) or not isinstance(address, str):
            raise ProviderFailed("a checkout session without an id or a URL")
        return Preference(session, address, expires_at)

    async def account(self) -> StripeAccount:
        """Returns the account of the key. Raises ProviderFailed; ProviderRefused for a key that may not read it."""
        fields = await self._api.call("account", "GET", "/v1/account")
        return StripeAccount(word_of(fields.get("id")) or "", word_of(fields.get("country")) or "")

    async def currencies(self, country: str) -> set[str]:
        """Returns the currencies in which accounts of a country can charge. Raises ProviderFailed."""
        fields = await self._api.call("account", "GET", f"/v1/country_specs/{country}")
        currencies = fields.get("supported_payment_currencies")
        return {str(code).upper() for code in cast("list[Any]", currencies)} if isinstance(currencies, list) else set()

    async def _compare_account(self) -> None:
        """Raises ProviderFailed if the key is of another account than `stripe.account_id`. Asks until it was once."""
        if self._is_compared:
            return
        if (await self.account()).id != self._account_id:
            raise ProviderFailed("stripe.secret_key is of another account than stripe.account_id")
        self._is_compared = True

    async def close_checkout(self, checkout_id: str) -> bool:
        """Expires the session; one that is paid or expired is refused. Raises ProviderFailed."""
        if not _SESSION.fullmatch(checkout_id):
            return False
        path = f"/v1/checkout/sessions/{checkout_id}"
        try:
            session = await self._post("checkout", f"{path}/expire", {}, f"{checkout_id}:expire")
        except ProviderRefused:
            session = await self._api.call("checkout", "GET", path)
        return session.get("status") == "expired"

    async def payment(self, reference: str) -> ProviderPayment:
        """Raises UnknownPayment or ProviderFailed."""
        if not _INTENT.fullmatch(reference):
            raise UnknownPayment("not a payment intent")
        path, query = f"/v1/payment_intents/{reference}", {"expand[]": _EXPAND}
        intent = await self._api.call("payment", "GET", path, query=query, is_payment=True)
        if intent.get("id") != reference:
            raise ProviderFailed("the response is another payment")
        is_disputed = object_of(intent.get("latest_charge")).get("disputed") is True
        disputes = await self._list("disputes", "/v1/disputes", {"payment_intent": reference}) if is_disputed else []
        try:
            return parse_intent(intent, disputes)
        except UnreadableResponse as error:
            raise UnreadablePayment(f"unreadable payment: {error}") from None

    async def search(self, donation_id: str, checkout_id: str) -> PaymentPage:
        """Returns the payment of a donation's checkout, if the buyer began to pay. Raises ProviderFailed."""
        if not _SESSION.fullmatch(checkout_id):
            return PaymentPage([])
        session = await self._api.call("search", "GET", f"/v1/checkout/sessions/{checkout_id}")
        intent = session.get("payment_intent")
        return PaymentPage([await self.payment(intent)] if isinstance(intent, str) else [])

    async def search_changed(self, since: int) -> AsyncIterator[PaymentPage]:
        """Yields the payments that changed since then (epoch seconds), each once. Raises ProviderFailed."""
        started_at = int(time.time())
        changes = await self._list("search", "/v1/events", {"created[gte]": str(since), "types[]": list(EVENTS)})
        if since < started_at - EVENT_SECONDS:
            changes += await self._list("search", "/v1/payment_intents", {"created[gte]": str(since)})
        changed_at = dict[str, int]()
        for change in sorted(changes, key=_created_at):
            intent = change.get("id") if change.get("object") == "payment_intent" else _intent_of(change)
            if isinstance(intent, str) and _INTENT.fullmatch(intent):
                changed_at.setdefault(intent, _created_at(change))
        references = list(changed_at)
        for place in range(0, len(references), _BATCH):
            batch = references[place : place + _BATCH]
            yield await self._fetch(batch, searched_until=changed_at[batch[-1]])
        yield PaymentPage([], searched_until=started_at)

    async def _fetch(self, references: Sequence[str], searched_until: int) -> PaymentPage:
        payments, unreadable = list[ProviderPayment](), 0
        for reference in references:
            try:
                payments.append(await self.payment(reference))
            except (UnknownPayment, UnreadablePayment) as error:
                log.warning("payment_unreadable", reason=str(error))
                unreadable += 1
        return PaymentPage(payments, unreadable, searched_until)

    async def refund(self, reference: str, amount: int | None, currency: str, key: str) -> ProviderRefund:
        """Refunds `amount` minor units, or the rest; once for each key. Raises UnknownPayment or ProviderFailed; only
        its subclass ProviderRefused guarantees that nothing was refunded."""
        form = {"payment_intent": reference} | ({} if amount is None else {"amount": str(amount)})
        fields = await self._post("refund", "/v1/refunds", form, key, is_payment=True)
        try:
            return ProviderRefund(
                _required(fields, "id"), _amount(fields, "amount"), word_of(fields.get("status")) or ""
            )
        except UnreadableResponse as error:
            raise ProviderFailed(f"unreadable refund: {error}") from None

    def webhook(self, headers: Mapping[str, str], query: Mapping[str, str], raw: bytes, now: float) -> Webhook:
        """Reads nothing from the query. Raises InvalidSignature and UnreadableResponse."""
        verify(headers.get("stripe-signature"), raw, self._secrets, now)
        event = decode_object(raw)
        key, intent = event.get("id"), _intent_of(event)
        if not isinstance(key, str) or not _EVENT.fullmatch(key):
            raise UnreadableResponse("id")
        is_ours = event.get("type") in EVENTS and isinstance(intent, str) and _INTENT.fullmatch(intent)
        return Webhook(f"{STRIPE}:{key}", PaymentRef(STRIPE, cast("str", intent)) if is_ours else None)

    async def close(self) -> None:
        await self._api.close()

    async def _post(self, call: str, path: str, form: Mapping[str, str], key: str, *, is_payment: bool = False) -> Json:
        headers = {"Idempotency-Key": key, "Content-Type": "application/x-www-form-urlencoded"}
        return await self._api.call(
            call, "POST", path, body=urlencode(form).encode(), headers=headers, is_payment=is_payment
        )

    async def _list(self, call: str, path: str, query: Mapping[str, str | list[str]]) -> list[Json]:
        """Returns all pages of a list, newest first."""
        rows, cursor = list[Json](), dict[str, str]()
        while True:
            page = await self._api.call(call, "GET", path, query={**query, "limit": str(PAGE), **cursor})
            data = page.get("data")
            if not isinstance(data, list):
                raise ProviderFailed("a list without data")
            rows += map(object_of, cast("list[Any]", data))
            last = rows[-1].get("id") if data else None
            if page.get("has_more") is not True or not isinstance(last, str):
                return rows
            cursor = {"starting_after": last}


def _session(order: CheckoutOrder, expires_at: int) -> dict[str, str]:
    item = "line_items[0]"
    form = {
        "mode": "payment",
        "client_reference_id": order.donation_id,
        f"{item}[quantity]": "1",
        f"{item}[price_data][currency]": order.currency.lower(),
        f"{item}[price_data][unit_amount]": str(order.amount),
        f"{item}[price_data][product_data][name]": order.title,
        "success_url": _with_reference(order.success_url, order.donation_id),
        "cancel_url": _with_reference(order.failure_url, order.donation_id),
        "expires_at": str(expires_at),
    }
    parts = range(0, len(order.sealed_order), _METADATA_TEXT)
    metadata = {f"order{n}": order.sealed_order[at : at + _METADATA_TEXT] for n, at in enumerate(parts)}
    for name, value in {"donation": order.donation_id, **metadata}.items():
        form |= {f"metadata[{name}]": value, f"payment_intent_data[metadata][{name}]": value}
    return form


def _with_reference(url: str, donation_id: str) -> str:
    """Adds the donation to the return address, as Mercado Pago does: the page need not store it."""
    address, mark, fragment = url.partition("#")
    return f"{address}{'&' if '?' in address else '?'}external_reference={donation_id}{mark}{fragment}"


def parse_intent(intent: Json, disputes: Sequence[Json]) -> ProviderPayment:
    """`intent`: with its latest charge, and that one's refunds and balance transaction. Raises UnreadableResponse."""
    charge = object_of(intent.get("latest_charge"))
    is_paid = intent.get("status") == "succeeded"
    amount = _amount(intent, "amount_received" if is_paid else "amount")
    refunded_amount = _refunded_amount(charge) if is_paid else 0
    withdrawn = sum(_amount(dispute, "amount") for dispute in disputes if dispute.get("status") in _WITHDRAWN_STATUSES)
    state, detail = _state(intent, disputes, amount=amount, returned_amount=refunded_amount + withdrawn)
    metadata, currency = object_of(intent.get("metadata")), word_of(intent.get("currency")) or ""
    order = "".join(order_text(metadata.get(f"order{number}")) for number in range(_MAX_ORDER_PARTS))
    return ProviderPayment(
        ref=PaymentRef(STRIPE, _required(intent, "id")),
        state=state,
        status=state,
        detail=detail,
        amount=amount,
        refunded_amount=min(amount, refunded_amount + withdrawn),
        currency=currency.upper(),
        donation_id=word_of(metadata.get("donation")) or "",
        collector_id=0,
        live_mode=intent.get("livemode") is True,
        method=_method(charge),
        approved_at=_created_at(charge) if is_paid else None,
        updated_ms=_updated_ms(intent, charge, disputes),
        order=order,
        settlement=_settlement(object_of(charge.get("balance_transaction"))),
        charged_back=max(0, min(withdrawn, amount - refunded_amount)),
    )


def _refunded_amount(charge: Json) -> int:
    """Returns the amount without refunds that failed later: their money is back on our side."""
    total, refunds = _amount(charge, "amount_refunded"), [*_rows(charge.get("refunds"))]
    failed_refunds = [refund for refund in refunds if refund.get("status") in _FAILED]
    if not failed_refunds or sum(_amount(refund, "amount") for refund in refunds) != total:
        return total  # Stripe has taken them out itself
    return total - sum(_amount(refund, "amount") for refund in failed_refunds)


def _state(intent: Json, disputes: Sequence[Json], *, amount: int, returned_amount: int) -> tuple[State, str]:
    """Returns state and detail. The amount of an undecided dispute counts as returned: Stripe withdraws it at once."""
    status = word_of(intent.get("status"))
    dispute_statuses = {word_of(dispute.get("status")) or "" for dispute in disputes}
    if status is None:
        raise UnreadableResponse("status")
    if status != "succeeded":
        error = word_of(object_of(intent.get("last_payment_error")).get("code"))
        is_over = status == "canceled" or (status == "requires_payment_method" and error is not None)
        return ("failed", error or status) if is_over else ("pending", status)
    if dispute_statuses & _UNDECIDED_STATUSES:
        return "reversed" if returned_amount >= amount else "paid", UNDECIDED_DISPUTE
    if returned_amount >= amount:
        return "reversed", "lost" if "lost" in dispute_statuses else "refunded"
    if dispute_statuses & _INQUIRY_STATUSES:
        return "disputed", "inquiry"
    if outcomes := dispute_statuses & {"lost", "won"}:
        return "paid", min(outcomes)
    return "paid", "partially_refunded" if returned_amount else "succeeded"


def _updated_ms(intent: Json, charge: Json, disputes: Sequence[Json]) -> int:
    """Returns the newest time of all parts; states of one second are ordered by how far the payment has come."""
    refunds = [*_rows(charge.get("refunds"))]
    parts = [intent, *([charge] if charge else []), *refunds, *disputes]
    parts += [transaction for dispute in disputes for transaction in _rows(dispute.get("balance_transactions"))]
    stages = [
        _DISPUTE_STATUSES.index(text) + 1
        for dispute in disputes
        if (text := dispute.get("status")) in _DISPUTE_STATUSES
    ]
    progress = 100 * max(stages, default=0) + (50 if intent.get("status") == "succeeded" else 0) + min(len(refunds), 49)
    return 1000 * max(map(_created_at, parts)) + progress


def _settlement(transaction: Json) -> Settlement:
    """Leaves out unreadable facts: they move no coins."""
    try:
        currency = transaction.get("currency")
        if not isinstance(currency, str) or not _CURRENCY.fullmatch(currency):
            raise UnreadableResponse("currency")
        fee, net = _amount(transaction, "fee"), _amount(transaction, "net")
        return Settlement(
            fee=fee, net=net, release_at=_amount(transaction, "available_on"), payer=None, currency=currency.upper()
        )
    except UnreadableResponse:
        return Settlement()


def _method(charge: Json) -> str | None:
    details = object_of(charge.get("payment_method_details"))
    return word_of(object_of(details.get("card")).get("brand")) or word_of(details.get("type"))


def _intent_of(event: Json) -> object:
    return object_of(object_of(event.get("data")).get("object")).get("payment_intent")


def _rows(value: Any) -> Iterator[Json]:
    """Yields the rows of a list, plain or as a page."""
    rows = object_of(value).get("data") if isinstance(value, dict) else value
    yield from map(object_of, cast("list[Any]", rows) if isinstance(rows, list) else [])


def _amount(fields: Json, name: str) -> int:
    value = fields.get(name)
    if type(value) is not int or not 0 <= value <= MAX_AMOUNT:
        raise UnreadableResponse(name)
    return value


def _created_at(fields: Json) -> int:
    return _amount(fields, "created")


def _required(fields: Json, name: str) -> str:
    if (value := word_of(fields.get(name))) is None:
        raise UnreadableResponse(name)
    return value
