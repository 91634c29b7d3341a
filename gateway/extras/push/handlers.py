"""GET, PUT and DELETE /api/player/push."""

from typing import Annotated

from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody
from msgspec import Meta, Struct

from gateway.database.sealing import KeyLost, SealBroken
from gateway.extras.push import encryption, endpoints
from gateway.extras.push.notices import NO_CHOICES, PushChoices
from gateway.extras.push.subscriptions import BrowserSubscription, Subscriptions
from gateway.features.accounts import Caller
from gateway.http.errors import AccountFrozen, SiteUnavailable, ValidationFailed, unavailable
from gateway.http.routes import delete, get, put
from gateway.texts import LANGUAGE, SOURCE, text


class PushForm(Struct, forbid_unknown_fields=True):
    """`subscription`: of the browser that sends the request; null changes the choices alone."""

    choices: PushChoices
    language: Annotated[str, Meta(pattern=LANGUAGE)] = SOURCE
    subscription: BrowserSubscription | None = None


class PlayerPush(Struct, frozen=True):
    """`public_key`: for the browser's subscription; null where the site sends no messages. `is_subscribed`: this
    session has a browser that gets messages. The choices are those of the account.
    """

    public_key: str | None
    is_subscribed: bool
    choices: PushChoices


def routes(subscriptions: Subscriptions) -> list[HTTPRouteHandler]:
    async def current(caller: Caller) -> PlayerPush:
        if not subscriptions.is_on:
            return PlayerPush(None, False, NO_CHOICES)
        try:
            key = (await subscriptions.vapid.load()).public_key
        except (KeyLost, SealBroken):
            raise unavailable("site", "key_lost") from None
        choices = await subscriptions.choices(caller.login)
        return PlayerPush(key, await subscriptions.is_subscribed(caller), choices)

    @get("/api/player/push", AccountFrozen, SiteUnavailable)
    async def get_push(caller: Caller) -> PlayerPush:
        """The player's choices of push messages, and the subscription of this browser."""
        return await current(caller)

    @put("/api/player/push", ValidationFailed, AccountFrozen, SiteUnavailable)
    async def set_push(caller: Caller, data: JSONBody[PushForm]) -> PlayerPush:
        """Choose the messages, and let this browser get them until the session ends."""
        if data.subscription:
            check(data.subscription, subscriptions)
        await subscriptions.choose(caller.login, data.choices)
        if data.subscription:
            await subscriptions.subscribe(caller, data.subscription, data.language)
        return await current(caller)

    @delete("/api/player/push", AccountFrozen, SiteUnavailable)
    async def end_push(caller: Caller) -> PlayerPush:
        """End the messages to this browser; the choices stay."""
        await subscriptions.unsubscribe(caller.session)
        return await current(caller)

    return [get_push, set_push, end_push]


def check(browser: BrowserSubscription, subscriptions: Subscriptions) -> None:
    """Raises ValidationFailed; its text does not repeat the address."""
    try:
        endpoints.host_of(browser.endpoint, subscriptions.allowed_hosts)
        encryption.check_keys(encryption.decode(browser.p256dh), encryption.decode(browser.auth))
    except ValueError:
        raise ValidationFailed(fields={"subscription": text("fields.push_service")}) from None
