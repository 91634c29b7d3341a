"""POST /api/auth/register creates an account.

The game's row and the rows of the site lie in two databases. The site's rows are one transaction, and the game's row is
its last statement: if either fails, neither is kept. If the process ends between that row and the commit, the game has
an account that the site does not know; the player registers again with the same password, and gets the rest.
"""

import time
from collections.abc import Awaitable, Callable, Mapping

from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody
from msgspec import Struct

from gateway.database.database import Database, Databases, DatabaseUnavailable, DuplicateKey, JoinedDatabase
from gateway.database.database import Session as SiteSession
from gateway.database.queries import query
from gateway.features.accounts import rules
from gateway.features.accounts.credentials import CHANGE_EMAIL
from gateway.features.accounts.factor_store import remove_all
from gateway.features.accounts.limits import HttpRequest
from gateway.features.accounts.login import Authentication
from gateway.features.accounts.repository import Credentials
from gateway.features.accounts.schemas import RegisterForm, Session
from gateway.features.accounts.session_store import OpenedSession
from gateway.features.accounts.sources import source_of
from gateway.features.operators.site_controls import FeatureDisabled
from gateway.http.errors import (
    UNAVAILABLE,
    Conflict,
    InvalidCredentials,
    UsernameTaken,
    ValidationFailed,
    reader_language,
)
from gateway.http.routes import post


class EarlierAccount(Struct, frozen=True):
    has_holdings: int


HAS_HOLDINGS = query("accounts.has_holdings", EarlierAccount)
CREATE = query("accounts.create", None)
CREATE_WITH_EMAIL = query("accounts.create_with_email", None)

OnReferral = Callable[[Database, str, str, str], Awaitable[None]]
"""Called, where referrals are on, with the site schema, the code of a link, the login of the account registered through
it, and its network."""
OnAcceptedTexts = Callable[[Database, str, Mapping[str, int]], Awaitable[None]]
"""Called, where legal texts have versions, with the site schema, the new login and the versions that it accepted."""


class NewGameAccount(Struct, frozen=True):
    """`email`: as typed. `password_hash`: as the game stores it."""

    login: str
    email: str
    password_hash: str


class Registration:
    """Creates accounts in the game, with what the site keeps of them."""

    def __init__(self, authentication: Authentication, databases: Databases) -> None:
        self._authentication = authentication
        self._auth, self._site = databases.auth, databases.site
        self.on_referral: OnReferral | None = None
        self.on_accepted_texts: OnAcceptedTexts | None = None

    async def register(self, request: HttpRequest, form: RegisterForm) -> Session:
        """Raises FeatureDisabled, ValidationFailed, UsernameTaken, Conflict or TooManyRequests."""
        authentication, accounts = self._authentication, self._authentication.accounts
        authentication.controls.require("registration")
        settings, email_max = authentication.settings, await accounts.email_max()
        if errors := rules.registration(form.username, form.email, form.password, settings, email_max):
            raise ValidationFailed(fields=errors)
        login, scheme = form.username.lower(), await accounts.hashing()
        await authentication.limits.take_registration(request, login)
        existing = await self._unfinished(request, login, form.password)
        async with authentication.hasher.turn(authentication.limits.lane(request)):
            password_hash = existing.password if existing else await authentication.hasher.hash(form.password, scheme)
            new_account = NewGameAccount(login, form.email.strip(), password_hash or "")
            session = await self._create(request, form, new_account, exists=existing is not None)
        account = await accounts.find(login)
        if account is None:
            raise Conflict
        return await authentication.answer(account, session)

    async def _unfinished(self, request: HttpRequest, login: str, password: str) -> Credentials | None:
        """Returns the player's own account if the game has it and the site does not know it; None if the name is free.

        Raises UsernameTaken or TooManyRequests.
        """
        authentication = self._authentication
        holders = {kind: f"{kind}:{login}" for kind in ("wallet", "hold", "debt")}
        async with authentication.limits.unproven:
            earlier_account = await self._site.one(HAS_HOLDINGS, login=login, **holders)
            account = await authentication.accounts.find(login)
        if earlier_account and earlier_account.has_holdings:
            raise UsernameTaken
        if account is None:
            return None
        if account.access_level or account.is_banned(time.time()) or await authentication.owners.is_known(login):
            raise UsernameTaken
        try:
            return await authentication.verify(request, login, password)
        except InvalidCredentials:
            raise UsernameTaken from None

    async def _create(
        self, request: HttpRequest, form: RegisterForm, new_account: NewGameAccount, *, exists: bool
    ) -> OpenedSession:
        """Returns the first session of the account. `exists`: the game has its row."""
        is_written = False

        async def work(session: SiteSession) -> OpenedSession:
            nonlocal is_written
            opened_session = await self._write_site(session, request, form, new_account)
            if not is_written:
                await self._write_game(new_account, exists=exists)
                is_written = True
            return opened_session

        try:
            return await self._site.transact(work)
        except DatabaseUnavailable:
            if not is_written:
                raise
            return await self._site.transact(work)  # the commit failed: the game has its row

    async def _write_site(
        self, session: SiteSession, request: HttpRequest, form: RegisterForm, new_account: NewGameAccount
    ) -> OpenedSession:
        authentication, login = self._authentication, new_account.login
        audit_log, client = authentication.audit_log.within(session), authentication.client_of(request)
        family = await authentication.accounts.family()
        email = None if family.has_email else new_account.email
        await audit_log.record_registration(login, email, source_of(form.source, form.campaign))
        language = reader_language(request.scope, "") or None
        await authentication.owners.begin(session, login, new_account.password_hash, language)
        await remove_all(session, login)  # of an earlier account of this name
        await audit_log.note(login, "ACCOUNT_CREATED", authentication.limits.address(request), success=True)
        await audit_log.request_confirmation(login, new_account.email)
        if form.referral and self.on_referral:
            await self.on_referral(JoinedDatabase(self._site, session), form.referral, login, client.network)
        if form.accepted_texts and self.on_accepted_texts:
            await self.on_accepted_texts(JoinedDatabase(self._site, session), login, form.accepted_texts)
        return await authentication.sessions.store.add_within(session, login, client)

    async def _write_game(self, new_account: NewGameAccount, *, exists: bool) -> None:
        """Writes the game's row. If the game creates the same account, its unique key decides."""
        accounts = self._authentication.accounts
        login = new_account.login
        email = new_account.email
        family, column = await accounts.family(), (await accounts.columns()).get("last_active")
        if exists:
            if family.has_email and not (await accounts.member(login)).email:
                await self._auth.write(CHANGE_EMAIL, login=login, email=email)
            return
        last_active = family.last_active(time.time(), column.type if column else "")
        row = {"login": login, "password": new_account.password_hash, "last_active": last_active}
        try:
            if family.has_email:
                await self._auth.write(CREATE_WITH_EMAIL, **row, email=email)
            else:
                await self._auth.write(CREATE, **row)
        except DuplicateKey:
            raise UsernameTaken from None
        except DatabaseUnavailable:
            account = await accounts.find(login)  # the answer may be lost, and the row written
            if account is None or account.password != new_account.password_hash:
                raise


def routes(registration: Registration) -> list[HTTPRouteHandler]:
    @post(
        "/api/auth/register", ValidationFailed, FeatureDisabled, UsernameTaken, Conflict, *UNAVAILABLE, status_code=201
    )
    async def register(request: HttpRequest, data: JSONBody[RegisterForm]) -> Session:
        """Open an account."""
        return await registration.register(request, data)

    return [register]
