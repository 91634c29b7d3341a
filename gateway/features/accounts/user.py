"""GET /api/auth/profile, and the user as login and registration answer it."""

import structlog
from litestar import get

from gateway.database.database import DatabaseUnavailable
from gateway.features.accounts.repository import Member, member
from gateway.features.accounts.schemas import User
from gateway.features.accounts.session import CALLER, Caller
from gateway.game.access import access_label
from gateway.http.errors import GameUnavailable, NotAuthenticated, Problem, SiteUnavailable, documented
from gateway.observability.logging import Rarely
from gateway.state import GatewayState

log = Rarely(structlog.get_logger("gateway.accounts"))


def _user(login: str, access_level: int, known: Member) -> User:
    return User(login, known.email, access_level, access_label(access_level), known.created_at)


async def user_of(state: GatewayState, login: str, access_level: int) -> User:
    """As far as it is known: a login does not fail for want of an e-mail address."""
    try:
        known = await member(state, login)
    except (DatabaseUnavailable, Problem) as wrong:
        log.warning("member_not_read", reason=type(wrong).__name__)
        known = Member(None, None, None, None)
    return _user(login, access_level, known)


@get(
    "/api/auth/profile",
    dependencies=CALLER,
    responses=documented(NotAuthenticated, GameUnavailable, SiteUnavailable),
    operation_id="getAuthProfile",
    summary="Who is logged in",
    tags=["auth"],
)
async def auth_profile(state: GatewayState, caller: Caller) -> User:
    return _user(caller.login, caller.access_level, await member(state, caller.login))


routes = [auth_profile]
