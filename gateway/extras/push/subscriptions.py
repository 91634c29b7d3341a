"""Subscriptions of browsers and choices of accounts in the site schema."""

import hashlib
import time
from typing import Final

import msgspec
from msgspec import Struct

from gateway.config.settings import Settings
from gateway.database.database import Database
from gateway.database.queries import query
from gateway.database.sealing import DataKeys, SealedRow
from gateway.extras.push.notices import NO_CHOICES, PushChoices
from gateway.extras.push.settings import PushSettings
from gateway.extras.push.vapid import VapidStore
from gateway.features.accounts.session import Identity
from gateway.features.accounts.session_store import SessionStore

_PAGE: Final = 2000


class BrowserSubscription(Struct, frozen=True, forbid_unknown_fields=True):
    """Address at the push service, and the browser's public key and secret in base64url."""

    endpoint: str
    p256dh: str
    auth: str


class Subscriber(Struct, frozen=True):
    """A live subscription; `choices`: JSON."""

    id: int
    login: str
    created_at: int
    choices: str


class LiveSubscription(Struct, frozen=True):
    id: int
    login: str
    session: str
    sealed: str
    language: str


class _Choices(Struct, frozen=True):
    choices: str


class _Subscription(Struct, frozen=True):
    created_at: int


class _Id(Struct, frozen=True):
    id: int


CHOICES = query("push.choices", _Choices)
CHOOSE = query("push.choose", None)
SUBSCRIBE = query("push.subscribe", None)
UNSUBSCRIBE = query("push.unsubscribe", None)
SUBSCRIPTION = query("push.session_subscription", _Subscription)
LIVE = query("push.live", Subscriber)
ENDED_SUBSCRIPTIONS = query("push.ended_subscriptions", _Id)
REMOVE = query("push.remove", None)
FIND_LIVE = query("push.find_live", LiveSubscription)


class Subscriptions:
    """`is_on`: false while `push.allowed_hosts` is empty. Methods raise DatabaseUnavailable."""

    def __init__(self, site: Database, settings: Settings) -> None:
        self._site = site
        self._keys = DataKeys(settings.security.data_keys)
        self._sessions = SessionStore(site, settings.accounts)
        self.allowed_hosts = settings.of(PushSettings).allowed_hosts
        self.is_on = bool(self.allowed_hosts)
        self.vapid = VapidStore(site, self._keys, settings.server.public_url)

    async def choices(self, login: str) -> PushChoices:
        row = await self._site.one(CHOICES, login=login)
        return msgspec.json.decode(row.choices, type=PushChoices) if row else NO_CHOICES

    async def choose(self, login: str, choices: PushChoices) -> None:
        await self._site.write(CHOOSE, login=login, choices=msgspec.json.encode(choices).decode())

    async def is_subscribed(self, caller: Identity) -> bool:
        return await self._site.one(SUBSCRIPTION, session=caller.session) is not None

    async def subscribe(self, caller: Identity, browser: BrowserSubscription, language: str) -> None:
        """Raises KeyLost without a data key."""
        sealed_browser = self._keys.seal(msgspec.json.encode(browser).decode(), _place(caller.login, caller.session))
        endpoint_hash = hashlib.sha256(browser.endpoint.encode()).hexdigest()
        row = {"session": caller.session, "login": caller.login, "endpoint_hash": endpoint_hash, "language": language}
        await self._site.write(SUBSCRIBE, sealed=sealed_browser, now=int(time.time()), **row)

    async def unsubscribe(self, session: str) -> None:
        await self._site.write(UNSUBSCRIBE, session=session)

    async def live(self, now: int) -> list[Subscriber]:
        """Returns the subscriptions of live sessions."""
        rows: list[Subscriber] = []
        while True:
            last_id = rows[-1].id if rows else 0
            page = await self._site.read(LIVE, after=last_id, limit=_PAGE, **self._sessions.oldest_live(now))
            rows += page
            if len(page) < _PAGE:
                return rows

    async def find_live(self, id: int, now: int) -> LiveSubscription | None:
        """Returns None if the browser has unsubscribed, or its session has ended."""
        return await self._site.one(FIND_LIVE, id=id, **self._sessions.oldest_live(now))

    async def remove_ended(self, now: int) -> int:
        """Deletes the subscriptions whose session has ended. Returns their number."""
        rows = await self._site.read(ENDED_SUBSCRIPTIONS, limit=_PAGE, **self._sessions.oldest_live(now))
        return await self._site.write(REMOVE, ids=[row.id for row in rows]) if rows else 0

    def open(self, row: LiveSubscription) -> BrowserSubscription:
        """Raises KeyLost or SealBroken."""
        text = self._keys.open(row.sealed, _place(row.login, row.session))
        return msgspec.json.decode(text, type=BrowserSubscription)


def _place(login: str, session: str) -> SealedRow:
    return SealedRow("push_subscriptions", login, session)
