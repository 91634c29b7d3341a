"""Limits on guessing passwords and on changing accounts; the figures are settings.

An account is never locked: networks that have logged in to it before have an allowance of their own, a proof of work
replaces the limits that strangers share (`guess_limits`), and none of them applies to a caller with a valid token. The
limits of an address, and of an address on an account, hold for everybody: they keep nobody out elsewhere.
"""

import asyncio
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final

from litestar import Request
from msgspec import Struct

from gateway.concurrency.durations import HOUR
from gateway.config.access import LimitSettings
from gateway.config.networks import network_of
from gateway.features.accounts.audit_log import AuditLog, home_network
from gateway.features.accounts.guess_limits import DETAIL, GuessLimits, Visitor
from gateway.features.accounts.password_hashing import KNOWN, Lane
from gateway.http.errors import TooManyRequests
from gateway.http.proof_of_work import HEADER, LIFETIME_SECONDS, ProofOfWork
from gateway.http.rate_limit import Clients
from gateway.http.rate_limit_shared import Limit, Limiter, refusal_after

HttpRequest = Request[Any, Any, Any]

_TIMES_BY_PREFIX: Final = {48: 10, 56: 3, 64: 1}
"""Allowance of a network of IPv6, in that of one /64."""
CONFIRMATION_MAILS: Final = 3
"""Links to confirm an address that one account may request in an hour."""
_UNPROVEN_STATEMENTS: Final = 2
"""A quarter of the connections to the site schema, by default."""


class LoginAttempt(Struct, frozen=True):
    """`limits`: those that the attempt was counted against. `lane`: for the turn that judges the password.

    `is_besieged`: unknown networks have nearly used up the failures of a day at this account.
    """

    limits: list[Limit]
    lane: Lane
    is_besieged: bool


class AccountLimits:
    """Counts attempts per account, network and address."""

    def __init__(
        self, settings: LimitSettings, secrets: Sequence[str], clients: Clients, limiter: Limiter, audit_log: AuditLog
    ) -> None:
        """`secrets`: the first one signs the challenges of proofs of work, all are accepted."""
        self._settings = settings
        self._clients = clients
        self._limiter = limiter
        self._audit_log = audit_log
        self._proofs = ProofOfWork(secrets, settings.proof_difficulty)
        self._guesses = GuessLimits(settings, limiter, self._proofs)
        self.unproven = asyncio.Semaphore(_UNPROVEN_STATEMENTS)
        """Held for the statements of callers who have proved nothing yet: a flood waits here, first come first served,
        and leaves the other connections to callers who have. The server bounds the requests that wait."""

    def address(self, request: HttpRequest) -> str:
        return self._clients.address(request.scope)

    def _network(self, request: HttpRequest) -> str:
        """Returns the network that attempts are counted for; the key of the proxy if the visitor is unknown."""
        return network_of(self.address(request)) or self._clients.key(request.scope)

    def lane(self, request: HttpRequest) -> str:
        """Returns the lane of a stranger's turns."""
        return home_network(self.address(request)) or self._clients.key(request.scope)

    async def take_login(self, request: HttpRequest, name: str) -> LoginAttempt:
        """Counts a login as failed; `count_failures` gives the counts back when it succeeds.

        Raises TooManyRequests, having counted nothing; with a proof to be made unless the address has failed too often.
        """
        settings, address = self._settings, self.address(request)
        allowance = self._clients.allowance(request.scope)
        count = settings.failed_logins * allowance
        # A flood from one address is refused before any database is asked.
        limits = [
            Limit(f"login:{self._network(request)}:{name}", count, settings.failed_logins_seconds),
            *self._of_addresses(request),
        ]
        await self.take(limits)
        is_known = await self._is_known(name, address)
        visitor = Visitor(address=address, key=self._network(request), allowance=allowance, is_known=is_known)
        try:
            shared = await self._guesses.take(visitor, name, request.headers.get(HEADER, ""), time.time())
        except TooManyRequests:
            await self._limiter.give_back(limits)
            raise
        return LoginAttempt([*limits, *shared.limits], KNOWN if is_known else self.lane(request), shared.is_besieged)

    async def _is_known(self, login: str, address: str) -> bool:
        async with self.unproven:
            return await self._audit_log.is_known_network(login, address)

    async def take_passkey_login(self, request: HttpRequest) -> list[Limit]:
        """Counts a login with a passkey as failed, by address alone: no other passkey can be guessed.

        Raises TooManyRequests, having counted nothing.
        """
        limits = self._of_addresses(request)
        await self.take(limits)
        return limits

    def _of_addresses(self, request: HttpRequest) -> list[Limit]:
        settings = self._settings
        return self._of_networks(
            request, "address", settings.failed_logins_per_ip, settings.failed_logins_per_ip_seconds
        )

    async def take_registration(self, request: HttpRequest, login: str) -> None:
        """Raises TooManyRequests, with a proof to be made if too many accounts were opened by all addresses."""
        settings, purpose = self._settings, f"register:{login}"
        limits = self._of_networks(request, "register", settings.registrations, settings.registrations_seconds)
        await self.take(limits)
        if await self._is_proven(request, purpose):
            return
        try:
            await self.take([Limit("registrations", settings.registrations_total, HOUR)])
        except TooManyRequests as refusal:
            refusal.proof = self._proofs.request(purpose, time.time())
            await self._limiter.give_back(limits)
            raise

    def _of_networks(self, request: HttpRequest, kind: str, count: int, seconds: float) -> list[Limit]:
        """Returns the limits by address: one for IPv4, one for each prefix of IPv6; none for an exempt client.

        Visitors whom their proxy does not name share one, a multiple of it.
        """
        key, allowance = self._clients.key(request.scope), self._clients.allowance(request.scope)
        if not key:
            return []
        if allowance > 1:
            return [Limit(f"{kind}:{key}", count * allowance, seconds)]
        times = {network_of(self.address(request), ipv6=prefix): times for prefix, times in _TIMES_BY_PREFIX.items()}
        return [Limit(f"{kind}:{network}", count * factor, seconds) for network, factor in times.items()]

    async def _is_proven(self, request: HttpRequest, purpose: str) -> bool:
        """Returns True once for each valid proof."""
        proof = self._proofs.verify(request.headers.get(HEADER, ""), purpose, time.time())
        if proof is None:
            return False
        return not await self._limiter.take(f"proof:{proof.salt}", 1, LIFETIME_SECONDS)

    def of_password_proof(self, request: HttpRequest, login: str) -> list[Limit]:
        """A count of its own: guesses at the login from the owner's network must not stop the owner."""
        settings = self._settings
        key = f"password:{self._network(request)}:{login}"
        return [Limit(key, settings.failed_logins, settings.failed_logins_seconds)]

    async def take_recovery(self, request: HttpRequest) -> None:
        """Counts by the client's address alone: the answer must be the same for every email address."""
        settings = self._settings
        await self.take(self._of_networks(request, "recover", settings.recoveries, settings.recoveries_seconds))

    def of_confirmation_mail(self, login: str) -> list[Limit]:
        return [Limit(f"confirm:{login}", CONFIRMATION_MAILS, HOUR)]

    async def of_factor_code(self, request: HttpRequest, login: str) -> list[Limit]:
        """Six digits can be guessed, so the limit holds for the account, against all networks that are not known.

        Each known network has a count of its own: guesses by a thief of the password must not keep the owner out.
        """
        settings, address = self._settings, self.address(request)
        is_known = await self._is_known(login, address)
        key = f"code:{home_network(address) if is_known else ''}:{login}"
        return [Limit(key, settings.failed_codes, settings.failed_codes_seconds)]

    def of_email_change(self, login: str) -> list[Limit]:
        """Each change writes to the database and to the security log, which is kept for half a year."""
        return [Limit(f"email:{login}", self._settings.email_changes, self._settings.email_changes_seconds)]

    async def take(self, limits: Sequence[Limit]) -> None:
        """Counts an attempt against all limits. Raises TooManyRequests, having counted none."""
        wait = await self._limiter.take_all(limits) if limits else 0.0
        if wait > 0:
            raise refusal_after(wait, DETAIL)

    @asynccontextmanager
    async def count_failures(
        self, limits: Sequence[Limit], failure: type[Exception] | tuple[type[Exception], ...]
    ) -> AsyncGenerator[None]:
        """Gives the counts of `take` back unless the block raises `failure`.

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
