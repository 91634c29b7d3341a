"""POST /api/auth/email/…: a mailed link confirms that the player reads the account's email address."""

import time

from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody
from msgspec import Struct

from gateway.database.database import Database
from gateway.database.queries import query
from gateway.features.accounts import mail_links
from gateway.features.accounts.limits import HttpRequest
from gateway.features.accounts.login import Authentication
from gateway.features.accounts.mail_links import LinkExpired, MailLinks
from gateway.features.accounts.schemas import Done, LinkForm
from gateway.features.accounts.session import Caller
from gateway.features.messages import MailOutbox
from gateway.features.operators.site_controls import FeatureDisabled
from gateway.http.errors import (
    UNAVAILABLE,
    Conflict,
    ValidationFailed,
)
from gateway.http.routes import post
from gateway.texts import text


class ConfirmedEmail(Struct, frozen=True):
    email: str


CONFIRM = query("mail_links.confirm", None)
CONFIRMED_EMAIL = query("mail_links.confirmed_email", ConfirmedEmail)


class EmailConfirmation:
    def __init__(self, authentication: Authentication, site: Database, links: MailLinks, outbox: MailOutbox) -> None:
        self.authentication, self.outbox = authentication, outbox
        self._site, self._links = site, links

    async def is_confirmed(self, login: str, email: str | None) -> bool | None:
        """Returns None if there is nothing to confirm: no address, or a site that sends no mail."""
        if not email or not self.outbox.is_on:
            return None
        row = await self._site.one(CONFIRMED_EMAIL, login=login)
        return row is not None and row.email == email.lower()

    async def current_email(self, login: str) -> str:
        """Returns the account's address, empty if none is recorded."""
        return (await self.authentication.accounts.member(login)).email or ""

    async def confirm(self, request: HttpRequest, key: str) -> None:
        """Raises LinkExpired, also after a change of the address."""
        link = await self._links.find("confirmation", key)
        if (await self.current_email(link.login)).lower() != link.email:
            raise LinkExpired
        async with self._site.transaction() as session:
            await mail_links.use(session, link)
            await session.write(CONFIRM, login=link.login, email=link.email, now=int(time.time()))
        authentication = self.authentication
        address = authentication.limits.address(request)
        await authentication.audit_log.note(link.login, "EMAIL_CONFIRMED", address, success=True)


def routes(confirmation: EmailConfirmation) -> list[HTTPRouteHandler]:
    limits, outbox = confirmation.authentication.limits, confirmation.outbox

    @post("/api/auth/email/send-link", FeatureDisabled, Conflict, *UNAVAILABLE)
    async def send_confirmation_link(caller: Caller) -> Done:
        """Send a link that confirms the email address of the account."""
        if not outbox.is_on:
            raise FeatureDisabled(text("details.mail_off"))
        email = await confirmation.current_email(caller.login)
        if not email:
            raise Conflict(text("details.no_email"))
        await limits.take(limits.of_confirmation_mail(caller.login))
        await outbox.add("confirmation", email, caller.login)
        return Done(True, "A mail is on its way.")

    @post("/api/auth/email/confirm", ValidationFailed, LinkExpired, *UNAVAILABLE)
    async def confirm_email(request: HttpRequest, data: JSONBody[LinkForm]) -> Done:
        """Confirm an email address with a link."""
        await confirmation.confirm(request, data.key)
        return Done(True, "Email confirmed")

    return [send_confirmation_link, confirm_email]
