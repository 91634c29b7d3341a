"""GET /api/auth/profile, and the user in the responses of login and registration."""

import structlog
from litestar.handlers import HTTPRouteHandler

from gateway.database.database import DatabaseUnavailable
from gateway.features.accounts.repository import AccountRepository, Member
from gateway.features.accounts.schemas import User
from gateway.features.accounts.session import Caller
from gateway.http.errors import UNAVAILABLE, WITHOUT_FACTOR, Problem
from gateway.http.routes import get
from gateway.observability.logging import RateLimitedLogger

log = RateLimitedLogger(structlog.get_logger("gateway.accounts"))


def _user(accounts: AccountRepository, login: str, access_level: int, member: Member) -> User:
    return User(
        username=login,
        email=member.email,
        access_level=access_level,
        access_level_label=accounts.access_label(access_level),
        member_since=member.created_at,
    )


async def user_of(accounts: AccountRepository, login: str, access_level: int) -> User:
    """Returns the user of a login. A login does not fail because the email address cannot be read."""
    try:
        member = await accounts.member(login)
    except (DatabaseUnavailable, Problem) as error:
        log.warning("account_read_failed", reason=type(error).__name__)
        member = Member(None, None, None, None)
    return _user(accounts, login, access_level, member)


def routes(accounts: AccountRepository) -> list[HTTPRouteHandler]:
    @get("/api/auth/profile", *UNAVAILABLE, opt={WITHOUT_FACTOR: True})
    async def get_auth_profile(caller: Caller) -> User:
        """User of the current session."""
        return _user(accounts, caller.login, caller.access_level, await accounts.member(caller.login))

    return [get_auth_profile]
