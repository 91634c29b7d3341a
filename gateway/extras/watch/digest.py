"""The weekly mail about an account's news: off until the player begins it, for a confirmed address alone."""

import re
import secrets
import time
from datetime import datetime
from html import escape
from typing import Final

from litestar import Response
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from gateway.concurrency.durations import HOUR
from gateway.config.sections import ServerSettings
from gateway.config.settings import Settings
from gateway.config.site_days import SiteDays
from gateway.database.database import Database
from gateway.database.installation import site_days
from gateway.database.queries import query
from gateway.extras.watch.stars import Stars
from gateway.features.accounts import EmailConfirmation
from gateway.features.accounts.limits import HttpRequest
from gateway.http.errors import Conflict, SiteUnavailable, reader_language
from gateway.http.routes import get, post
from gateway.http.security_headers import text_hash
from gateway.texts import read, text

UNSUBSCRIBE_PATH: Final = "/api/watch/unsubscribe"
_KEY_BYTES: Final = 16
_KEY: Final = re.compile(r"[\w-]{22}", re.ASCII)
_DAYS: Final = 7
_MONDAY: Final = 4
"""Days since 1970 until the first Monday."""
_SENT_AFTER: Final = 9 * HOUR
"""Mails are sent from this time of the Monday on."""

_STYLE: Final = (
    "body{margin:20vh 24px;background:#14110d;color:#f1e6d0;font:18px/1.5 system-ui,sans-serif;text-align:center}"
    "button{min-height:44px;padding:0 24px;border:0;border-radius:6px;background:#e0b45a;color:#14110d;font:inherit}"
)
_HEADERS: Final = {
    "Content-Security-Policy": (
        f"default-src 'none'; style-src '{text_hash(_STYLE.encode())}'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Robots-Tag": "noindex",
}

BEGIN: Final = query("watch.begin_digest", None)
END: Final = query("watch.end_digest", None)
END_BY_KEY: Final = query("watch.end_digest_by_key", None)


def mail_week(days: SiteDays, now: float) -> int:
    """Returns the Monday on which the last mail was due, as days since 1970. The mail is about the week before."""
    day = days.day_of(now - _SENT_AFTER)
    return day - (day - _MONDAY) % _DAYS


def period_of(week: int, days: SiteDays) -> tuple[datetime, datetime]:
    """Returns beginning and end of the days that the mail of a week is about."""
    first, last = (datetime.fromtimestamp(days.start_of(day), days.last_zone) for day in (week - _DAYS, week))
    return first, last


class Digests:
    """The choice of each account. Methods raise DatabaseUnavailable; `has_confirmed_email` also GameUnavailable."""

    def __init__(self, site: Database, settings: Settings, stars: Stars, confirmation: EmailConfirmation) -> None:
        self._site, self._stars = site, stars
        self._zone = settings.server.zone
        self._confirmation = confirmation
        self.is_offered = settings.sends_mail

    async def is_on(self, login: str) -> bool:
        return bool((await self._stars.account(login)).has_digest)

    async def has_confirmed_email(self, login: str) -> bool:
        email = await self._confirmation.current_email(login) if self.is_offered else ""
        return bool(await self._confirmation.is_confirmed(login, email))

    async def choose(self, login: str, *, is_on: bool) -> None:
        """The first mail comes with the next week. Raises Conflict without a confirmed address."""
        if not is_on:
            await self._site.write(END, login=login)
        elif await self.has_confirmed_email(login):
            week = mail_week(await site_days(self._site, self._zone), time.time())
            await self._site.write(BEGIN, login=login, digest_key=secrets.token_urlsafe(_KEY_BYTES), week=week)
        else:
            raise Conflict(text("details.digest_unconfirmed"))

    async def end(self, key: str) -> None:
        """Ends the mail of a key; an unknown one changes nothing."""
        if _KEY.fullmatch(key):
            await self._site.write(END_BY_KEY, digest_key=key)


def routes(digests: Digests, server: ServerSettings) -> list[HTTPRouteHandler]:
    @get(f"{UNSUBSCRIBE_PATH}/{{key:str}}")
    async def ask_to_end_watch_digest(key: FromPath[str], request: HttpRequest) -> Response[bytes]:
        """A page with a button that ends the weekly mail: programs that check the links of mails press none."""
        language = reader_language(request.scope, server.language)
        button = f'<form method="post"><button>{escape(read(language, "watchNews.digest.endLabel"))}</button></form>'
        return _page(language, button if _KEY.fullmatch(key) else escape(read(language, "watchNews.digest.ended")))

    @post(f"{UNSUBSCRIBE_PATH}/{{key:str}}", SiteUnavailable)
    async def end_watch_digest(key: FromPath[str], request: HttpRequest) -> Response[bytes]:
        """End the weekly mail by the key in one of them (RFC 8058). The answer is the same for an unknown key."""
        await digests.end(key)
        language = reader_language(request.scope, server.language)
        return _page(language, escape(read(language, "watchNews.digest.ended")))

    return [ask_to_end_watch_digest, end_watch_digest]


def _page(language: str, content: str) -> Response[bytes]:
    """Returns a page without scripts. `content`: HTML."""
    title = escape(read(language, "watchNews.digest.endLabel"))
    html = (
        f'<!DOCTYPE html><html lang="{language}"><head><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style></head>'
        f"<body><main>{content}</main></body></html>"
    )
    return Response(html.encode(), media_type="text/html", headers=_HEADERS)
