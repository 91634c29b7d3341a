"""How often a password may be guessed, and by whom, and an account be changed; the figures are settings.

An account is never locked: a limit on strangers holds for strangers, one on an address for that address, and whoever
holds a token needs none of them.
"""

import math
from collections.abc import Sequence
from typing import Any

from litestar import Request

from gateway.features.accounts import audit_log
from gateway.http.errors import TooManyRequests
from gateway.http.rate_limit import network_of
from gateway.http.rate_limit_shared import Limit
from gateway.state import GatewayState


def network(state: GatewayState, request: Request[Any, Any, Any]) -> str:
    """Where a request came from, loopback included."""
    return network_of(state.clients.address(request.scope))


async def take_login(state: GatewayState, request: Request[Any, Any, Any], name: str) -> list[Limit]:
    """Counts a login until it turns out to be right; what it was counted against, to be given back then.

    Who asks too often is refused before a database is asked for anything. Anything can stand in a name, so it comes
    last in a key. Raises TooManyRequests, having counted nothing.
    """
    limits, limited = state.settings.limits, state.clients.key(request.scope)
    taken = [Limit(f"login:{network(state, request)}:{name}", limits.wrong_passwords, limits.wrong_passwords_seconds)]
    if limited:
        taken.append(Limit(f"address:{limited}", limits.address, limits.address_seconds))
    await take(state, taken)
    if await audit_log.knows(state, name, state.clients.address(request.scope)):
        return taken
    strangers = Limit(f"strangers:{name}", limits.strangers, limits.strangers_seconds)
    try:
        await take(state, [strangers])
    except TooManyRequests:
        await give_back(state, taken)
        raise
    return [*taken, strangers]


def of_password_change(state: GatewayState, request: Request[Any, Any, Any], login: str) -> list[Limit]:
    """Its own count, so that whoever guesses at the login from the owner's address does not stop the owner."""
    limits = state.settings.limits
    key = f"password:{network(state, request)}:{login}"
    return [Limit(key, limits.wrong_passwords, limits.wrong_passwords_seconds)]


def of_email_change(state: GatewayState, login: str) -> list[Limit]:
    """Each writes to the database and to the log that is kept for half a year."""
    limits = state.settings.limits
    return [Limit(f"email:{login}", limits.emails, limits.emails_seconds)]


def of_registration(state: GatewayState, request: Request[Any, Any, Any]) -> list[Limit]:
    limits, origin = state.settings.limits, state.clients.key(request.scope)
    return [Limit(f"register:{origin}", limits.registrations, limits.registrations_seconds)] if origin else []


async def take(state: GatewayState, limits: Sequence[Limit]) -> None:
    """Counts an attempt against all of them. Raises TooManyRequests, having counted none."""
    wait = await state.limiter.take_all(limits) if limits else 0.0
    if wait > 0:
        raise TooManyRequests("Too many attempts. Please try again later.", retry_after=max(1, math.ceil(wait)))


async def give_back(state: GatewayState, limits: Sequence[Limit]) -> None:
    """What succeeded does not count."""
    await state.limiter.give_back_all(limits)
