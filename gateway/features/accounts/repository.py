"""An account as the game's own table has it, and what the site adds where a family records less."""

from contextlib import suppress
from datetime import UTC, datetime
from typing import Final

from msgspec import Struct

from gateway.database.database import Database, DatabaseUnavailable
from gateway.database.queries import query
from gateway.game.families import Family, UnknownFamily, named
from gateway.http.errors import Problem, unavailable
from gateway.install.install import RECORDED
from gateway.state import GatewayState

_LAST_MOMENT: Final = 253402300799  # of the calendar


class Credentials(Struct, frozen=True):
    """What a password or a token is checked against. `banned_until`: epoch seconds; 0 for no ban for a time."""

    login: str
    password: str | None
    access_level: int
    banned_until: int

    @property
    def account(self) -> str:
        """The name under which the site knows it; the game may have stored it with capitals."""
        return self.login.lower()

    def is_banned(self, now: float) -> bool:
        return self.access_level < 0 or self.banned_until > now


class Email(Struct, frozen=True):
    login: str
    email: str | None


class Activity(Struct, frozen=True):
    login: str
    last_active: int | None
    last_ip: str | None
    created_at: int | None


class Profile(Struct, frozen=True):
    email: str | None
    created_at: int | None


class Member(Struct, frozen=True):
    """None: neither the game nor the site knows. `last_ip` and `last_active` are of the game's logins."""

    email: str | None
    created_at: datetime | None
    last_ip: str | None
    last_active: datetime | None


CREDENTIALS = query("accounts.credentials", Credentials)
EMAIL = query("accounts.email", Email)
ACTIVITY = query("accounts.activity", Activity)
PROFILE = query("accounts.profile", Profile)


async def find(auth: Database, name: str) -> Credentials | None:
    """The account of that name, whatever its capitals; what the collation finds beyond that is somebody else's."""
    row = await auth.one(CREDENTIALS, login=name)
    return row if row and row.login.casefold() == name.casefold() else None


async def family(state: GatewayState) -> Family:
    """The family of the game's tables, as set or as install recorded it. Raises SiteUnavailable."""
    known: Family | None = state.get("family")
    if known is None:
        key = state.settings.database.family
        if not key:
            recorded = await state.db.site.one(RECORDED, name="family")
            key = recorded.value if recorded else ""
        try:
            known = state["family"] = named(key)
        except UnknownFamily:
            raise unavailable("site") from None
    return known


async def prepare(state: GatewayState) -> None:
    """Asks for the family before anybody waits for it; where nobody can tell yet, whoever needs it asks again."""
    with suppress(DatabaseUnavailable, Problem):
        await family(state)


async def member(state: GatewayState, login: str) -> Member:
    """What is known of an account beside its password. Raises DatabaseUnavailable."""
    kind = await family(state)
    activity = await state.db.auth.one(ACTIVITY, login=login)
    email: str | None = None
    created = activity.created_at if activity else None
    if kind.has_email:
        row = await state.db.auth.one(EMAIL, login=login)
        email = row.email if row else None
    if not kind.has_email or created is None:
        profile = await state.db.site.one(PROFILE, login=login)
        email = email if kind.has_email or profile is None else profile.email
        created = profile.created_at if created is None and profile else created
    return Member(
        email=email or None,
        created_at=_moment(created),
        last_ip=(activity.last_ip if activity else None) or None,
        last_active=_moment(activity.last_active if activity else None),
    )


def _moment(seconds: int | None) -> datetime | None:
    return None if seconds is None or not 0 <= seconds <= _LAST_MOMENT else datetime.fromtimestamp(seconds, UTC)
