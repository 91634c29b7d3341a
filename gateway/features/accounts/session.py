"""Authenticates requests: a token is checked against the account as the game has it now.

Each process caches an account for three seconds. The cache may confirm a token, never refuse one: before a refusal the
account is read again, or a process with an old entry would refuse a fresh token.
"""

import time
from typing import Any, Final, TypeAlias

from cachetools import TTLCache
from litestar import Request
from litestar.di import NamedDependency
from msgspec import Struct

from gateway.features.accounts.repository import AccountRepository, Credentials
from gateway.features.accounts.tokens import Tokens
from gateway.features.operators.site_controls import SiteControls
from gateway.http.errors import NotAuthenticated
from gateway.http.rate_limit import Clients
from gateway.observability.logging import add_log_fields

CACHE_SECONDS: Final = 3.0
_CACHE_SIZE: Final = 10_000


class Identity(Struct, frozen=True):
    """The account of the request's token; `login` in lower case, `address` of the client."""

    login: str
    access_level: int
    address: str


class Sessions:
    """Checks tokens, and caches the accounts of recent requests."""

    def __init__(
        self,
        accounts: AccountRepository,
        tokens: Tokens,
        clients: Clients,
        controls: SiteControls,
        seconds: float = CACHE_SECONDS,
    ) -> None:
        self._accounts = accounts
        self._tokens = tokens
        self._clients = clients
        self._controls = controls
        self._cache: TTLCache[str, Credentials] = TTLCache(_CACHE_SIZE, seconds)

    async def caller(self, request: Request[Any, Any, Any]) -> Identity:
        """Raises NotAuthenticated, or DatabaseUnavailable if the account cannot be read."""
        now = time.time()
        claims = self._tokens.read(_bearer(request), now)
        if claims is None or self._controls.is_blocked(claims.login):
            raise NotAuthenticated

        def is_confirmed(account: Credentials | None) -> bool:
            if account is None or account.password is None or account.is_banned(now):
                return False
            return self._tokens.matches(claims, account.password)

        account = self._cache.get(claims.login)
        if not is_confirmed(account):
            account = await self.read(claims.login)
        if account is None or not is_confirmed(account):
            raise NotAuthenticated
        add_log_fields(request.scope, account=account.account)
        return Identity(account.account, account.access_level, self._clients.address(request.scope))

    async def read(self, login: str) -> Credentials | None:
        account = await self._accounts.find(login)
        if account is None:
            self.forget(login)
        else:
            self._cache[login] = account
        return account

    def forget(self, login: str) -> None:
        self._cache.pop(login, None)


def _bearer(request: Request[Any, Any, Any]) -> str:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


Caller: TypeAlias = NamedDependency[Identity]
"""A handler asks for the authenticated account by a parameter `caller: Caller`; the app provides it."""
