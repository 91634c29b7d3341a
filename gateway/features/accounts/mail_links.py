"""Links in mails: each works once, for a limited time, and only while the state of the account is unchanged."""

import hashlib
import hmac
import secrets
import time
from typing import Final, Literal

from msgspec import Struct

from gateway.concurrency.durations import DAY
from gateway.database.database import Database, Session
from gateway.database.queries import query
from gateway.http.errors import Problem

LinkKind = Literal["confirmation", "recovery"]

LIFETIME_SECONDS: Final[dict[LinkKind, int]] = {"confirmation": DAY, "recovery": 1800}
_KEPT_SECONDS: Final = 30 * DAY
_SECRET_BYTES: Final = 24


class LinkExpired(Problem):
    """The one answer for an unknown, used or old link, and for a link of an account that has changed since."""

    status = 410
    error = "link_expired"


class MailLink(Struct, frozen=True):
    hash: str
    login: str
    email: str
    binding: str


class _Count(Struct, frozen=True):
    links: int


ADD = query("mail_links.add", None)
FIND = query("mail_links.find", MailLink)
USE = query("mail_links.use", None)
MADE_SINCE = query("mail_links.made_since", _Count)
PRUNE = query("mail_links.prune", None)


class MailLinks:
    """Rows of links. `state`: the values of the account that must not change, as one text.

    Every method raises DatabaseUnavailable.
    """

    def __init__(self, site: Database) -> None:
        self._site = site

    async def make(self, kind: LinkKind, login: str, email: str, state: str) -> str:
        """Returns the secret of a new link; it is stored as a hash alone."""
        secret = secrets.token_urlsafe(_SECRET_BYTES)
        row = {"kind": kind, "login": login, "email": email.lower(), "binding": _binding(secret, state)}
        await self._site.write(ADD, hash=_hash(secret), now=int(time.time()), **row)
        return secret

    async def find(self, kind: LinkKind, secret: str) -> MailLink:
        """Raises LinkExpired."""
        since = int(time.time()) - LIFETIME_SECONDS[kind]
        link = await self._site.one(FIND, hash=_hash(secret), kind=kind, since=since)
        if link is None:
            raise LinkExpired
        return link

    async def made_within(self, kind: LinkKind, login: str, seconds: int) -> int:
        row = await self._site.one(MADE_SINCE, login=login, kind=kind, since=int(time.time()) - seconds)
        return row.links if row else 0

    async def prune(self, now: int) -> int:
        """Deletes links after a month. Returns their number."""
        return await self._site.prune(PRUNE, before=now - _KEPT_SECONDS)


def check_state(link: MailLink, secret: str, state: str) -> None:
    """Raises LinkExpired if the account is no longer as it was when the link was made."""
    if not hmac.compare_digest(link.binding, _binding(secret, state)):
        raise LinkExpired


async def use(session: Session, link: MailLink) -> None:
    """Raises LinkExpired if another request used the link meanwhile."""
    if not await session.write(USE, hash=link.hash, now=int(time.time())):
        raise LinkExpired


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def _binding(secret: str, state: str) -> str:
    """Returns a hash of the state under the link's secret: a dump of the site schema can neither make links nor test
    guesses of the state."""
    return hmac.new(secret.encode("utf-8", "surrogatepass"), state.encode(), hashlib.sha256).hexdigest()
