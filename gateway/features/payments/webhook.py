"""POST /api/donations/webhook: the provider says that there is news of a payment.

A notice is believed for one thing only, that the payment is worth a look. It is written down before it is answered,
and what the payment is, the provider is asked.
"""

import time
from typing import Annotated, Any, Final

import msgspec
import structlog
from litestar import Request, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import QueryParameter
from msgspec import Struct

from gateway.config.payments import Payments
from gateway.database.database import Database
from gateway.features.payments import inbox
from gateway.features.payments.metrics import Figures
from gateway.features.payments.processor import Cashier
from gateway.features.payments.provider_payment import payment_id
from gateway.features.payments.signature import judge
from gateway.http.errors import BadRequest, NotAuthenticated, SiteUnavailable, TooLarge, TooManyRequests, documented
from gateway.http.rate_limit_shared import Limiter

# Notices in the old form bear no signature. Anybody can send one, so few are taken; the rest the polls find.
UNSIGNED: Final = 60
_UNSIGNED_SECONDS: Final = 60.0
_WORD_MOST: Final = 32

log = structlog.stdlib.get_logger("gateway.payments")

_decode = msgspec.json.Decoder(dict[str, Any]).decode
Word = Annotated[str | None, QueryParameter(max_length=128)]


class Received(Struct, frozen=True):
    received: bool


def _check(settings: Payments, request: Request[Any, Any, Any], told: str, figures: Figures) -> bool:
    """Whether it is signed. Raises NotAuthenticated for a bad signature, and for none where there has to be one."""
    headers = request.headers
    header, is_old = headers.get("x-signature"), "data.id" not in request.query_params
    if header is None and is_old and "topic" in request.query_params:
        return False
    secrets = (settings.webhook_secret, settings.webhook_secret_previous, settings.webhook_secret_test)
    verdict = judge(header or "", told, headers.get("x-request-id", ""), secrets, time.time())
    if verdict != "valid":
        reason = "unsigned" if header is None else verdict
        log.warning("notice_refused", reason=reason)
        figures.noticed(reason)
        raise NotAuthenticated("The signature is not the provider's.")
    return True


def _body(raw: bytes, figures: Figures, *, may_be_empty: bool) -> dict[str, Any]:
    """Raises BadRequest for what is no JSON object: it was cut off on the way."""
    if not raw and may_be_empty:
        return {}
    try:
        return _decode(raw)
    except (msgspec.DecodeError, RecursionError, ValueError):
        figures.noticed("unreadable")
        raise BadRequest from None


def _name(body: dict[str, Any], payment: int, *, is_signed: bool) -> str:
    """What the notice is told apart from others by. The body is signed by nobody, so it is only a name."""
    if not is_signed:
        return f"old:{payment}"
    number, action = body.get("id"), body.get("action")
    key = str(number) if isinstance(number, str | int) else ""
    word = action if isinstance(action, str) else ""
    return f"{payment}:{_plain(key)}:{_plain(word)}"


def _plain(text: str) -> str:
    return "".join(letter for letter in text if letter.isascii() and (letter.isalnum() or letter in "._-"))[:_WORD_MOST]


async def _limit(limiter: Limiter, figures: Figures) -> None:
    if await limiter.take("unsigned notices", UNSIGNED, _UNSIGNED_SECONDS) > 0:
        figures.noticed("limited")
        raise TooManyRequests(retry_after=int(_UNSIGNED_SECONDS))


def routes(settings: Payments, site: Database, limiter: Limiter, cashier: Cashier | None) -> list[HTTPRouteHandler]:
    @post(
        "/api/donations/webhook",
        status_code=200,
        responses=documented(BadRequest, NotAuthenticated, TooLarge, TooManyRequests, SiteUnavailable),
        operation_id="receiveNotice",
        summary="The provider's notices",
        tags=["donations"],
    )
    async def webhook(
        request: Request[Any, Any, Any],
        data_id: Annotated[str | None, QueryParameter(name="data.id", max_length=128)] = None,
        type_: Annotated[str | None, QueryParameter(name="type", max_length=128)] = None,
        topic: Word = None,
        id: Word = None,
    ) -> Received:
        if cashier is None:  # nobody here takes money, so nobody sends notices
            raise NotAuthenticated("Payments are switched off.")
        told, kind = data_id or id or "", type_ or topic or ""
        figures = cashier.figures
        is_signed = _check(settings, request, told, figures)
        body = _body(await request.body(), figures, may_be_empty=data_id is None)
        if kind != "payment":
            log.info(
                "notice_passed_over", kind=kind[:_WORD_MOST]
            )  # of orders and the like: their payments tell us, too
            figures.noticed("passed_over")
            return Received(received=True)
        payment = payment_id(told)
        if payment is None:
            figures.noticed("unreadable")
            raise BadRequest("There is no payment of this id.")
        if not is_signed:
            await _limit(limiter, figures)
        await inbox.note(site, _name(body, payment, is_signed=is_signed), payment, int(time.time()))
        cashier.tell(payment)
        figures.noticed("stored")
        return Received(received=True)

    return [webhook]
