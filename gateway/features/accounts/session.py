"""Who is calling: a token, checked against the account as the game has it now.

Each process remembers an account for three seconds. What it remembers may confirm a token, never refuse one: before a
refusal the account is read again, or a fresh token would be refused by the process that has not heard of the change.
"""

import time
from typing import Any, Final, TypeAlias

from cachetools import TTLCache
from litestar import Request
from litestar.di import NamedDependency, Provide
from msgspec import Struct

from gateway.database.database import Database
from gateway.features.accounts.repository import Credentials, find
from gateway.http.errors import NotAuthenticated
from gateway.state import GatewayState

REMEMBERED_SECONDS: Final = 3.0
_ACCOUNTS: Final = 10_000


class Identity(Struct, frozen=True):
    """Whose token came with the request; `login` in lower case, `address` where it came from."""

    login: str
    access_level: int
    address: str


class Sessions:
    """The accounts of those who called in the last seconds."""

    def __init__(self, auth: Database, seconds: float = REMEMBERED_SECONDS) -> None:
        self._auth = auth
        self._kept: TTLCache[str, Credentials] = TTLCache(_ACCOUNTS, seconds)

    def remembered(self, login: str) -> Credentials | None:
        return self._kept.get(login)

    async def read(self, login: str) -> Credentials | None:
        found = await find(self._auth, login)
        if found is None:
            self.forget(login)
        else:
            self._kept[login] = found
        return found

    def forget(self, login: str) -> None:
        self._kept.pop(login, None)


async def caller(state: GatewayState, request: Request[Any, Any, Any]) -> Identity:
    """Raises NotAuthenticated, or DatabaseUnavailable where the accounts cannot be asked."""
    now = time.time()
    claims = state.tokens.read(_bearer(request), now)
    if claims is None:
        raise NotAuthenticated

    def confirmed(account: Credentials | None) -> bool:
        if account is None or account.password is None or account.is_banned(now):
            return False
        return state.tokens.matches(claims, account.password)

    account = state.sessions.remembered(claims.login)
    if not confirmed(account):
        account = await state.sessions.read(claims.login)
    if account is None or not confirmed(account):
        raise NotAuthenticated
    return Identity(account.account, account.access_level, state.clients.address(request.scope))


def _bearer(request: Request[Any, Any, Any]) -> str:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


Caller: TypeAlias = NamedDependency[Identity]
"""How a handler asks for it, by a parameter `caller`."""
CALLER: Final = {"caller": Provide(caller)}
"""`dependencies=` of a handler that asks for a `caller: Caller`."""
