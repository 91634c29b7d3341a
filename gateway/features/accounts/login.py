"""POST /api/auth/login issues a token."""

import time
from contextlib import AbstractAsyncContextManager
from typing import Final

from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody

from gateway.config.access import AccountSettings
from gateway.database.database import Databases, DatabaseUnavailable
from gateway.features.accounts import rules
from gateway.features.accounts.audit_log import Action, AuditLog
from gateway.features.accounts.challenges import Challenges
from gateway.features.accounts.constant_time import min_duration
from gateway.features.accounts.devices import Client, client_of
from gateway.features.accounts.factors import Factors
from gateway.features.accounts.failure_log import FailureLog
from gateway.features.accounts.limits import AccountLimits, HttpRequest, LoginAttempt
from gateway.features.accounts.passkey_schemas import Assertion
from gateway.features.accounts.password_hashing import PasswordHasher
from gateway.features.accounts.repository import AccountRepository, Credentials
from gateway.features.accounts.reused_names import AccountOwners
from gateway.features.accounts.schemas import LoginFactorForm, LoginForm, Session
from gateway.features.accounts.session import Identity, Sessions
from gateway.features.accounts.session_store import OpenedSession
from gateway.features.accounts.tokens import Tokens
from gateway.features.accounts.user import user_of
from gateway.features.operators.site_controls import AccountBlocked, SiteControls
from gateway.game.passwords import scheme_of
from gateway.http.errors import (
    UNAVAILABLE,
    AccountBanned,
    ChallengeExpired,
    InvalidCredentials,
    NotAuthenticated,
    PasskeyRefused,
    Problem,
    SecondFactorRequired,
    SiteUnavailable,
    StaffNetworkRefused,
    ValidationFailed,
    reader_language,
)
from gateway.http.routes import post
from gateway.observability.logging import add_log_fields
from gateway.texts import text

LOGIN: Final = "login"
"""Purpose of the challenges of a login's second step."""


class Authentication:
    """Checks passwords and issues tokens."""

    def __init__(
        self,
        settings: AccountSettings,
        databases: Databases,
        accounts: AccountRepository,
        audit_log: AuditLog,
        limits: AccountLimits,
        controls: SiteControls,
        sessions: Sessions,
        tokens: Tokens,
        owners: AccountOwners,
        factors: Factors,
        failures: FailureLog,
    ) -> None:
        self.settings = settings
        self.accounts = accounts
        self.audit_log = audit_log
        self.limits = limits
        self.hasher = PasswordHasher(settings.hash_threads)
        self.sessions = sessions
        self.tokens = tokens
        self.owners = owners
        self.factors = factors
        self.failures = failures
        self.challenges = Challenges(settings.token_secrets, databases.site)
        self.controls = controls

    def min_duration(self) -> AbstractAsyncContextManager[None]:
        """Gives every outcome the same response time."""
        return min_duration(self.settings.login_min_duration_ms / 1000)

    async def login(self, request: HttpRequest, name: str, password: str) -> Session:
        """Raises SecondFactorRequired for the right password of an account with a factor.

        Raises InvalidCredentials, AccountBanned, AccountBlocked, StaffNetworkRefused or TooManyRequests.
        """
        account = await self.verify(request, name, password)
        kinds = await self.factors.store.kinds(account.account)
        if kinds and self._refusal(account, self.limits.address(request)) is None:
            challenge = self.challenges.issue(LOGIN, account.account, account.password or "")
            raise SecondFactorRequired(challenge, kinds)
        return await self.complete(request, account)

    async def login_with_factor(self, request: HttpRequest, form: LoginFactorForm) -> Session:
        """Ends a login that was answered with SecondFactorRequired.

        Raises ChallengeExpired, also if the password has changed since, and what `Factors.prove` and `complete` raise.
        """
        challenge = self.challenges.read(form.challenge)
        account = await self.accounts.find(challenge.subject) if rules.is_possible_login(challenge.subject) else None
        if account is None:
            raise ChallengeExpired
        self.challenges.verify(challenge, LOGIN, account.password or "")
        add_log_fields(request.scope, account=account.account)
        await self.factors.prove(request, account.account, form, "LOGIN")
        await self.challenges.use(challenge)
        return await self.complete(request, account)

    async def login_with_passkey(self, request: HttpRequest, assertion: Assertion) -> Session:
        """A passkey verifies its user, so it is both factors.

        Raises PasskeyRefused, TooManyRequests, and what `complete` raises.
        """
        limits = await self.limits.take_passkey_login(request)
        async with self.limits.count_failures(limits, failure=PasskeyRefused):
            account = await self.accounts.find(await self.factors.passkeys.prove(request, assertion, "LOGIN"))
            # A passkey of the earlier account of a name opens nothing of the new one.
            if account is None or await self.owners.is_frozen(account):
                raise PasskeyRefused
        add_log_fields(request.scope, account=account.account)
        return await self.complete(request, account)

    async def complete(self, request: HttpRequest, account: Credentials) -> Session:
        """Logs in a player who has proved to own the account.

        Raises AccountBanned, AccountBlocked or StaffNetworkRefused.
        """
        address = self.limits.address(request)
        refusal = self._refusal(account, address)
        await self.audit_log.note(account.account, "LOGIN", address, success=refusal is None)
        if refusal:
            raise refusal
        await self.owners.is_frozen(account)  # compares with the last login, which the next line replaces
        await self.audit_log.record_login(account.account, reader_language(request.scope, ""))
        return await self._session(request, account)

    def _refusal(self, account: Credentials, address: str) -> Problem | None:
        """Returns why an account may not log in although the player has proved to own it."""
        if account.is_banned(time.time()):
            return AccountBanned()
        if block := self.controls.block_of(account.account):
            return AccountBlocked(block.until)
        return None if self.sessions.is_allowed_from(account, address) else StaffNetworkRefused()

    async def verify(self, request: HttpRequest, name: str, password: str) -> Credentials:
        """Returns the account if the password is right. Raises InvalidCredentials or TooManyRequests."""
        add_log_fields(request.scope, login_hash=self.tokens.login_hash(name))
        # A refusal is the same for every name and costs no hash: a flood must not keep the hashing threads busy.
        attempt = await self.limits.take_login(request, name)
        failures = self.limits.count_failures(attempt.limits, failure=InvalidCredentials)
        async with failures, self.hasher.turn(attempt.lane):
            return await self._verify(request, name, password, attempt)

    async def _verify(self, request: HttpRequest, name: str, password: str, attempt: LoginAttempt) -> Credentials:
        """Raises InvalidCredentials."""
        address = self.limits.address(request)
        account = await self.accounts.find(name) if rules.is_possible_login(name) else None
        if account is None:
            await self._verify_dummy()
            # The site schema gets as many statements as for a name that exists.
            await self.audit_log.is_known_network(name, address)
            raise InvalidCredentials
        add_log_fields(request.scope, account=account.account)
        if not await self.is_password_of(account, password):
            await self.failures.note(account.account, address)
            if attempt.is_besieged:
                await self.failures.announce(account.account, address)
            raise InvalidCredentials
        return account

    async def prove_password(
        self, caller: Identity, request: HttpRequest, password: str, *, field: str, action: Action
    ) -> Credentials:
        """Returns the caller's account if the password is right.

        Raises ValidationFailed for the field of the form, NotAuthenticated or TooManyRequests.
        """
        async with self.min_duration():
            limits = self.limits.of_password_proof(request, caller.login)
            await self.limits.take(limits)
            async with self.limits.count_failures(limits, failure=(ValidationFailed, NotAuthenticated)):
                account = await self.sessions.read(caller.login)
                if account is None:
                    raise NotAuthenticated
                if not await self.is_password_of(account, password):
                    await self.audit_log.note(caller.login, action, caller.address, success=False)
                    raise ValidationFailed(fields={field: text("fields.wrong_password")})
                return account

    async def is_password_of(self, account: Credentials, password: str) -> bool:
        """Costs as much as a bcrypt check in families that store bcrypt, for every account alike."""
        stored_hash = account.password or ""
        if scheme_of(stored_hash) != "bcrypt":
            await self._verify_dummy()
        return await self.hasher.verify(password, stored_hash)

    async def _verify_dummy(self) -> None:
        """Spends the time of a bcrypt check where passwords are bcrypt, or where the family is unknown."""
        try:
            is_bcrypt = "bcrypt" in {(await self.accounts.family()).hashing, await self.accounts.hashing()}
        except (DatabaseUnavailable, SiteUnavailable):
            is_bcrypt = True
        if is_bcrypt:
            await self.hasher.verify_dummy()

    async def _session(self, request: HttpRequest, account: Credentials) -> Session:
        return await self.answer(account, await self.sessions.store.add(account.account, self.client_of(request)))

    async def answer(self, account: Credentials, session: OpenedSession) -> Session:
        """Returns the token of a session, and the user."""
        token = self.token(account.account, session, account.password or "")
        return Session(token, await user_of(self.accounts, account.account, account.access_level))

    def client_of(self, request: HttpRequest) -> Client:
        return client_of(self.limits.address(request), request.headers.get("user-agent", ""))

    def token(self, login: str, session: OpenedSession, stored_hash: str) -> str:
        return self.tokens.issue(login, session.id, session.epoch, stored_hash, time.time())


def routes(authentication: Authentication) -> list[HTTPRouteHandler]:
    @post(
        "/api/auth/login",
        ValidationFailed,
        InvalidCredentials,
        AccountBanned,
        AccountBlocked,
        StaffNetworkRefused,
        SecondFactorRequired,
        *UNAVAILABLE,
    )
    async def login(request: HttpRequest, data: JSONBody[LoginForm]) -> Session:
        """Log in."""
        if errors := rules.login(data.username, data.password):
            raise ValidationFailed(fields=errors)
        async with authentication.min_duration():
            return await authentication.login(request, data.username.strip().lower(), data.password)

    @post(
        "/api/auth/login/factor",
        ValidationFailed,
        ChallengeExpired,
        AccountBanned,
        AccountBlocked,
        StaffNetworkRefused,
        *UNAVAILABLE,
    )
    async def login_factor(request: HttpRequest, data: JSONBody[LoginFactorForm]) -> Session:
        """Second step of a login: prove the second factor."""
        async with authentication.min_duration():
            return await authentication.login_with_factor(request, data)

    return [login, login_factor]
