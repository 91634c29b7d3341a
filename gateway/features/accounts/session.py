"""Authenticates requests: a token is checked against its session, and against the account as the game has it now.

Each process caches both for three seconds. The cache may confirm a token, never refuse one: before a refusal they are
read again, or a process with an old entry would refuse a fresh token.
"""

import time
from collections.abc import Mapping
from typing import Any, Final, TypeAlias, cast

from cachetools import TTLCache
from litestar import Request
from litestar.di import NamedDependency
from msgspec import Struct

from gateway.config.access import AccountSettings
from gateway.config.networks import Networks
from gateway.features.accounts.factor_store import FactorStore
from gateway.features.accounts.repository import AccountRepository, Credentials
from gateway.features.accounts.session_store import SessionState, SessionStore
from gateway.features.accounts.tokens import Claims, Tokens
from gateway.features.operators.site_controls import SiteControls
from gateway.http.errors import (
    WITHOUT_FACTOR,
    AccountFrozen,
    FactorRequired,
    NotAuthenticated,
    RecentRecovery,
    StepUpRequired,
)
from gateway.http.rate_limit import Clients
from gateway.http.responses import Scope
from gateway.observability.logging import add_log_fields

CACHE_SECONDS: Final = 3.0
_CACHE_SIZE: Final = 10_000
OPEN_WHILE_FROZEN: Final = tuple(
    f"/api/{path}"
    for path in (
        "auth/change-password",
        "auth/logout",
        "auth/profile",
        "auth/sessions",
        "auth/step-up",
        "player/characters",
        "player/profile",
    )
)
"""Prefixes of the routes that neither show nor change data of an earlier account of the name."""


class Identity(Struct, frozen=True):
    """The account of the request's token; `login` in lower case, `address` of the client."""

    login: str
    access_level: int
    address: str
    session: str


class Sessions:
    """Checks tokens, and caches the accounts and sessions of recent requests."""

    def __init__(
        self,
        accounts: AccountRepository,
        store: SessionStore,
        factors: FactorStore,
        tokens: Tokens,
        clients: Clients,
        controls: SiteControls,
        settings: AccountSettings,
    ) -> None:
        self.store = store
        self._factors = factors
        self._accounts = accounts
        self._tokens = tokens
        self._clients = clients
        self._controls = controls
        self._staff_networks = Networks(settings.staff_networks)
        self._staff_factor_required = settings.staff_factor_required
        self._cache: TTLCache[str, Credentials] = TTLCache(_CACHE_SIZE, CACHE_SECONDS)
        self._states: TTLCache[str, SessionState] = TTLCache(_CACHE_SIZE, CACHE_SECONDS)

    async def caller(self, request: Request[Any, Any, Any]) -> Identity:
        """As `authenticate`, for handlers that the framework calls."""
        return await self.authenticate(cast("Scope", request.scope), request.route_handler.opt)

    async def authenticate(self, scope: Scope, opt: Mapping[str, Any]) -> Identity:
        """`opt`: of the route. Raises NotAuthenticated, AccountFrozen or FactorRequired.

        Raises DatabaseUnavailable if the account or the session cannot be read.
        """
        now = time.time()
        claims = self._tokens.read(_bearer(scope), now)
        if claims is None or self._controls.is_blocked(claims.login):
            raise NotAuthenticated
        account, state = self._cache.get(claims.login), self._states.get(claims.session)
        if account is None or state is None or state.frozen_at or not self._is_valid(claims, account, state, now):
            account, state = await self._read_both(claims)
            if account is None or state is None or not self._is_valid(claims, account, state, now):
                raise NotAuthenticated
            await self.store.mark_seen(claims.session, state)
        add_log_fields(scope, account=account.account)
        if state.frozen_at is not None and not scope["path"].startswith(OPEN_WHILE_FROZEN):
            raise AccountFrozen
        address = self._clients.address(scope)
        if not self.is_allowed_from(account, address):
            raise NotAuthenticated
        if WITHOUT_FACTOR not in opt and await self._lacks_factor(account, state):
            raise FactorRequired
        return Identity(account.account, account.access_level, address=address, session=claims.session)

    def is_allowed_from(self, account: Credentials, address: str) -> bool:
        """Returns False for a staff account outside of the networks of `accounts.staff_networks`, if there are any."""
        return account.access_level <= 0 or not self._staff_networks or address in self._staff_networks

    async def _lacks_factor(self, account: Credentials, state: SessionState) -> bool:
        """Returns True for a staff account that needs a second factor and has none."""
        if account.access_level <= 0 or not self._staff_factor_required or state.factors:
            return False
        return not await self._factors.kinds(account.account)

    def _is_valid(self, claims: Claims, account: Credentials, state: SessionState, now: float) -> bool:
        if account.password is None or account.is_banned(now) or not self.store.is_live(state, now):
            return False
        return self._tokens.matches(claims, state.epoch, account.password)

    async def _read_both(self, claims: Claims) -> tuple[Credentials | None, SessionState | None]:
        """Ends the session if the password has changed: changing it back must not revive the token."""
        account, state = await self.read(claims.login), await self.store.state(claims.session, claims.login)
        if state:
            self._states[claims.session] = state
        if account and state and not self._tokens.matches(claims, state.epoch, account.password or ""):
            await self.end(claims.login, claims.session)
        return account, state

    async def require_confirmation(self, caller: Identity) -> None:
        """Raises StepUpRequired unless the caller proved the factor, or else the password, within five minutes."""
        state = self._states.get(caller.session)
        if state is None or not state.is_confirmed(time.time()):
            state = await self.store.state(caller.session, caller.login)
        if state is None or not state.is_confirmed(time.time()):
            raise StepUpRequired(await self._factors.kinds(caller.login))

    async def require_factor(self, caller: Identity) -> None:
        """Raises StepUpRequired if the account has a factor that was not proved within five minutes.

        Used by changes that ask for the password themselves.
        """
        if await self._factors.kinds(caller.login):
            await self.require_confirmation(caller)

    async def confirmed_at(self, caller: Identity) -> int:
        """Returns when the caller last proved the password or a factor. Never cached: a proof counts at once."""
        state = await self.store.state(caller.session, caller.login)
        return state.confirmed_at if state else 0

    async def refuse_after_recovery(self, caller: Identity) -> None:
        """Raises RecentRecovery: a stolen mailbox must not be enough to take coins or factors."""
        if await self.store.was_recovered(caller.login):
            raise RecentRecovery

    async def confirm(self, caller: Identity) -> None:
        await self.store.confirm(caller.session)
        self._states.pop(caller.session, None)

    async def confirm_alone(self, caller: Identity) -> None:
        """Confirms the caller's session, and no other of the account, after a new factor was proved."""
        await self.store.confirm_alone(caller.login, caller.session)
        self._states.clear()

    async def end(self, login: str, session: str) -> bool:
        """Returns False if the account has no such live session."""
        self._states.pop(session, None)
        return await self.store.end(login, session)

    async def read(self, login: str) -> Credentials | None:
        account = await self._accounts.find(login)
        if account is None:
            self._cache.pop(login, None)
        else:
            self._cache[login] = account
        return account

    def forget(self, login: str) -> None:
        """Drops the cached entries that a change of the account's password or sessions has made stale."""
        self._cache.pop(login, None)
        self._states.clear()


def _bearer(scope: Scope) -> str:
    header = next((value for name, value in scope["headers"] if name == b"authorization"), b"")
    scheme, _, token = header.decode("latin-1").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


Caller: TypeAlias = NamedDependency[Identity]
"""A handler asks for the authenticated account by a parameter `caller: Caller`; the app provides it."""
