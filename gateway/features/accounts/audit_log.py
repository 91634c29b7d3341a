"""Security log and site profile of an account: logins, changes, creation and last login.

If the site schema is unavailable, a login succeeds without them.
"""

import asyncio
import time
from collections.abc import Awaitable
from typing import Final, Literal, TypeVar

import structlog
from msgspec import Struct

from gateway.config.networks import network_of
from gateway.database.database import Database, DatabaseUnavailable, JoinedDatabase, Session
from gateway.database.queries import query
from gateway.features.accounts.sources import Source
from gateway.features.messages import MailOutbox
from gateway.observability.logging import RateLimitedLogger
from gateway.texts import Text, text

Action = Literal[
    "LOGIN",
    "LOGOUT",
    "STEP_UP",
    "ACCOUNT_CREATED",
    "PASSWORD_CHANGE",
    "PASSWORD_RESET",
    "EMAIL_UPDATE",
    "EMAIL_CONFIRMED",
    "PASSKEY_ADDED",
    "PASSKEY_REMOVED",
    "TOTP_ADDED",
    "TOTP_REMOVED",
    "RECOVERY_CODES_CREATED",
    "RECOVERY_CODE_USED",
    "FACTORS_RESET",
    "ACCOUNT_BLOCKED",
    "ACCOUNT_UNBLOCKED",
    "GUESSES_LIMITED",
    "DATA_EXPORTED",
    "ERASURE_REQUESTED",
    "ERASURE_CANCELLED",
]
NOTICES: Final[frozenset[Action]] = frozenset(
    {
        "PASSWORD_CHANGE",
        "PASSWORD_RESET",
        "EMAIL_UPDATE",
        "PASSKEY_ADDED",
        "PASSKEY_REMOVED",
        "TOTP_ADDED",
        "TOTP_REMOVED",
        "RECOVERY_CODES_CREATED",
        "RECOVERY_CODE_USED",
        "FACTORS_RESET",
        "ACCOUNT_BLOCKED",
        "ACCOUNT_UNBLOCKED",
        "GUESSES_LIMITED",
        "DATA_EXPORTED",
    }
)
"""Changes that are announced to the player: by mail, and by a banner at the next login. Their texts are `mails.notices`
of the catalogues."""

_ADDRESS_MAX: Final = 45
_MAX_ADDRESSES: Final = 500

T = TypeVar("T")
log = RateLimitedLogger(structlog.get_logger("gateway.accounts"))


class Origin(Struct, frozen=True):
    ip_address: str


ADD = query("security_log.add", None)
ADD_FAILURES = query("security_log.add_failures", None)
ADDRESSES = query("security_log.addresses", Origin)
CREATE_PROFILE = query("accounts.create_profile", None)
SAVE_SOURCE = query("accounts.save_source", None)
SAVE_LOGIN = query("accounts.save_login", None)
NOTE_LANGUAGE = query("account_owners.note_language", None)


def notice(action: Action) -> Text:
    """Returns the sentence of one of NOTICES, without a full stop."""
    return text(f"mails.notices.{action}")


def home_network(address: str) -> str:
    """Returns the /24 or /56 of the address, which one home or one provider's pool has."""
    return network_of(address, ipv4=24, ipv6=56)


class AuditLog:
    """Writes the security log and the site's profile of an account. A failure never fails a login."""

    def __init__(self, site: Database, outbox: MailOutbox, timeout_seconds: float | None) -> None:
        """`timeout_seconds` None: the statements belong to a transaction, and fail with it."""
        self._site = site
        self._outbox = outbox
        self._timeout_seconds = timeout_seconds

    def within(self, session: Session) -> "AuditLog":
        """Returns a log that writes in an open transaction of the site schema, and raises its errors."""
        site = JoinedDatabase(self._site, session)
        return AuditLog(site, self._outbox.within(site), None)

    async def note(self, login: str, action: Action, address: str, *, success: bool) -> None:
        """Adds one line to the security log, and a notice to the outbox if the action is one of NOTICES."""
        address = address[:_ADDRESS_MAX]
        row = {"login": login, "action": action, "ip_address": address, "at": int(time.time()), "success": int(success)}
        await self._try(self._site.write(ADD, **row))
        if success and action in NOTICES:
            await self._try(self._outbox.add_notice(login, action))

    async def note_failures(self, login: str, attempts: int) -> None:
        """Adds one line for many failed logins from several addresses."""
        await self._try(self._site.write(ADD_FAILURES, login=login, at=int(time.time()), attempts=attempts))

    async def record_login(self, login: str, language: str) -> None:
        """`language`: of the page; empty if it is not known. It is kept unless the player has chosen another one."""
        await self._try(self._site.write(SAVE_LOGIN, login=login, at=int(time.time())))
        if language:
            await self._try(self._site.write(NOTE_LANGUAGE, login=login, language=language))

    async def record_registration(self, login: str, email: str | None, source: Source) -> None:
        """Adds the profile and the source of a new account. `email`: None where the game's own table stores it."""
        await self._try(self._site.write(CREATE_PROFILE, login=login, email=email, at=int(time.time())))
        row = {"source": source.source, "campaign": source.campaign}
        await self._try(self._site.write(SAVE_SOURCE, login=login, **row))

    async def request_confirmation(self, login: str, email: str) -> None:
        """Adds a link to a new address to the outbox."""
        await self._try(self._outbox.add("confirmation", email, login))

    async def is_known_network(self, login: str, address: str) -> bool:
        """Returns True if the address's /24 or /56 has logged in to the account before.

        Returns False if the address is unknown, and if the site schema is unavailable.
        """
        try:
            # The limits of the database alone: a shorter one would make a stranger of the owner on a busy machine.
            origins = await self._site.read(ADDRESSES, login=login, limit=_MAX_ADDRESSES)
        except DatabaseUnavailable as error:
            log.warning("site_schema_unavailable", reason=type(error).__name__)
            return False
        network = home_network(address)
        return bool(network) and any(home_network(origin.ip_address) == network for origin in origins)

    async def _try(self, work: Awaitable[T]) -> T | None:
        """Awaits the statement for at most the connection timeout; returns None if the site schema is unavailable."""
        if self._timeout_seconds is None:
            return await work
        try:
            async with asyncio.timeout(self._timeout_seconds):
                return await work
        except (DatabaseUnavailable, TimeoutError) as error:
            log.warning("site_schema_unavailable", reason=type(error).__name__)
            return None
