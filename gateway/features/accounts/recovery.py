"""POST /api/auth/recover…: a new password through a link to the confirmed email address.

A request adds one row to the outbox and reads nothing of the address, so every address gets the same answer in the same
time. The leader's job finds the accounts and makes the links.
"""

import time
from typing import Final

from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody
from msgspec import Struct

from gateway.database.database import Database, Session
from gateway.database.queries import query
from gateway.features.accounts import mail_links, rules
from gateway.features.accounts.credentials import replace_hash
from gateway.features.accounts.limits import HttpRequest
from gateway.features.accounts.login import Authentication
from gateway.features.accounts.mail_links import LinkExpired, MailLink, MailLinks
from gateway.features.accounts.repository import Credentials
from gateway.features.accounts.schemas import Done, LinkForm, LinkOwner, RecoveryForm, ResetForm
from gateway.features.messages import MailOutbox
from gateway.features.operators.site_controls import FeatureDisabled, SiteControls
from gateway.http.errors import UNAVAILABLE, SiteUnavailable, ValidationFailed
from gateway.http.routes import post
from gateway.texts import text

MAX_ACCOUNTS: Final = 20
"""Links in one mail: one for each account with the address."""


class _Login(Struct, frozen=True):
    login: str


ACCOUNTS_OF = query("mail_links.accounts_of", _Login)


class Recoverable(Struct, frozen=True):
    """An account that may be recovered. `state`: what a link is bound to."""

    account: Credentials
    email: str
    state: str


class Recovery:
    """Finds the accounts of an address, and resets passwords."""

    def __init__(
        self, authentication: Authentication, auth: Database, site: Database, links: MailLinks, controls: SiteControls
    ) -> None:
        self.authentication = authentication
        self._auth = auth
        self._site = site
        self._links = links
        self._controls = controls

    async def accounts_of(self, email: str) -> list[Recoverable]:
        rows = await self._site.read(ACCOUNTS_OF, email=email, limit=MAX_ACCOUNTS)
        candidates = [await self._find(row.login, email) for row in rows]
        return [account for account in candidates if account]

    async def _find(self, login: str, email: str) -> Recoverable | None:
        """Returns None for staff, banned, blocked or frozen accounts, and if the account has another address now."""
        accounts, sessions = self.authentication.accounts, self.authentication.sessions
        account = await accounts.find(login)
        if account is None or account.password is None or account.access_level or account.is_banned(time.time()):
            return None
        current_email = (await accounts.member(account.account)).email or ""
        if self._controls.is_blocked(account.account) or current_email.lower() != email:
            return None
        if await self.authentication.owners.is_frozen(account):
            return None
        epoch = await sessions.store.epoch(account.account)
        return Recoverable(account, current_email, f"{account.account}\0{epoch}\0{account.password}\0{email}")

    async def open(self, key: str) -> tuple[MailLink, Credentials]:
        """Raises LinkExpired, also after a change of the password or the email address."""
        async with self.authentication.limits.unproven:
            link = await self._links.find("recovery", key)
        row = await self._find(link.login, link.email)
        if row is None:
            raise LinkExpired
        mail_links.check_state(link, key, row.state)
        return link, row.account

    async def reset(self, request: HttpRequest, key: str, password: str) -> None:
        """Sets the password, uses the link up and ends every session. Raises LinkExpired or ValidationFailed."""
        authentication = self.authentication
        link, account = await self.open(key)
        if errors := rules.password_reset(password, account.account, authentication.settings):
            raise ValidationFailed(fields=errors)
        scheme, login = await authentication.accounts.hashing(), account.account
        new_hash = await authentication.hasher.hash(password, scheme)
        address = authentication.limits.address(request)

        async def change(session: Session) -> None:
            await mail_links.use(session, link)
            await authentication.owners.note_password(session, login, new_hash)
            await authentication.audit_log.within(session).note(login, "PASSWORD_RESET", address, success=True)
            if not await replace_hash(self._auth, account, new_hash):
                raise LinkExpired

        await authentication.sessions.store.end_all(login, change)
        authentication.sessions.forget(login)


def routes(recovery: Recovery, outbox: MailOutbox) -> list[HTTPRouteHandler]:
    limits = recovery.authentication.limits

    @post("/api/auth/recover", ValidationFailed, FeatureDisabled, SiteUnavailable)
    async def request_recovery(request: HttpRequest, data: JSONBody[RecoveryForm]) -> Done:
        """Send links to set a new password; the answer is the same for every address."""
        if not outbox.is_on:
            raise FeatureDisabled(text("details.mail_off"))
        email = data.email.strip()
        if not rules.is_email(email, rules.EMAIL_MAX):
            raise ValidationFailed(fields={"email": text("fields.email.entered")})
        await limits.take_recovery(request)
        async with limits.unproven:
            await outbox.add("recovery", email)
        return Done(True, "If the address is confirmed, a mail is on its way.")

    @post("/api/auth/recover/link", ValidationFailed, LinkExpired, *UNAVAILABLE)
    async def read_recovery_link(data: JSONBody[LinkForm]) -> LinkOwner:
        """Account of a link, without using it up."""
        _, account = await recovery.open(data.key)
        return LinkOwner(account.account)

    @post("/api/auth/recover/confirm", ValidationFailed, LinkExpired, *UNAVAILABLE)
    async def reset_password(request: HttpRequest, data: JSONBody[ResetForm]) -> Done:
        """Set a new password with a link; ends every session."""
        await recovery.reset(request, data.key, data.new_password)
        return Done(True, "Password changed")

    return [request_recovery, read_recovery_link, reset_password]
