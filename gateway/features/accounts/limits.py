"""Limits on guessing passwords and on changing accounts; the figures are settings.

An account is never locked. A limit on unknown networks holds for unknown networks, one on an address for that address;
a caller with a valid token needs none of them.
"""

import math
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from litestar import Request

from gateway.config.sections import LimitSettings
from gateway.features.accounts.audit_log import AuditLog
from gateway.http.errors import TooManyRequests
from gateway.http.rate_limit import Clients, network_of
from gateway.http.rate_limit_shared import Limit, Limiter

HttpRequest = Request[Any, Any, Any]


class AccountLimits:
    """Counts attempts per account, network and address."""

    def __init__(self, settings: LimitSettings, clients: Clients, limiter: Limiter, audit_log: AuditLog) -> None:
        self._settings = settings
        self._clients = clients
        self._limiter = limiter
        self._audit_log = audit_log

    def address(self, request: HttpRequest) -> str:
        return self._clients.address(request.scope)

    async def take_login(self, request: HttpRequest, name: str) -> list[Limit]:
        """Counts a login as failed; `counted` gives the returned limits back when it succeeds.

        Refuses before any database is asked. The name may hold any character, so it comes last in a key. Raises
        TooManyRequests, having counted nothing.
        """
        settings, address = self._settings, self.address(request)
        limited = self._clients.key(request.scope)
        taken = [Limit(f"login:{network_of(address)}:{name}", settings.failed_logins, settings.failed_logins_seconds)]
        if limited:
            seconds = settings.failed_logins_per_ip_seconds
            taken.append(Limit(f"address:{limited}", settings.failed_logins_per_ip, seconds))
        await self.take(taken)
        if await self._audit_log.is_known_network(name, address):
            return taken
        seconds = settings.failed_logins_unknown_ips_seconds
        unknown = Limit(f"strangers:{name}", settings.failed_logins_unknown_ips, seconds)
        try:
            await self.take([unknown])
        except TooManyRequests:
            await self._limiter.give_back(taken)
            raise
        return [*taken, unknown]

    def of_password_proof(self, request: HttpRequest, login: str) -> list[Limit]:
        """A count of its own: guesses at the login from the owner's network must not stop the owner."""
        settings = self._settings
        key = f"password:{network_of(self.address(request))}:{login}"
        return [Limit(key, settings.failed_logins, settings.failed_logins_seconds)]

    def of_email_change(self, login: str) -> list[Limit]:
        """Each change writes to the database and to the security log, which is kept for half a year."""
        return [Limit(f"email:{login}", self._settings.email_changes, self._settings.email_changes_seconds)]

    def of_registration(self, request: HttpRequest) -> list[Limit]:
        origin, settings = self._clients.key(request.scope), self._settings
        return [Limit(f"register:{origin}", settings.registrations, settings.registrations_seconds)] if origin else []

    async def take(self, limits: Sequence[Limit]) -> None:
        """Counts an attempt against all limits. Raises TooManyRequests, having counted none."""
        wait = await self._limiter.take_all(limits) if limits else 0.0
        if wait > 0:
            raise TooManyRequests("Too many attempts. Please try again later.", retry_after=max(1, math.ceil(wait)))

    @asynccontextmanager
    async def counted(
        self, limits: Sequence[Limit], failure: type[Exception] | tuple[type[Exception], ...]
    ) -> AsyncGenerator[None]:
        """Keeps the counts that `take` made only if the block raises `failure`.

        After another error it is unknown whether the password was right.
        """
        try:
            yield
        except failure:
            raise
        except Exception:
            await self._limiter.give_back(limits)
            raise
        await self._limiter.give_back(limits)
