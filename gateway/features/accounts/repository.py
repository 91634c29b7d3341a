"""Reads accounts from the game's tables, completed by the site schema where a family records less."""

from contextlib import suppress
from datetime import UTC, datetime
from typing import Final, Literal

from msgspec import Struct

from gateway.database.database import Database, DatabaseUnavailable
from gateway.database.installation import RECORDED_VALUE
from gateway.database.queries import query
from gateway.features.accounts.rules import EMAIL_MAX
from gateway.game.access import access_label
from gateway.game.families import TYPED_NAME_MAX, Family, PasswordScheme, UnknownFamily, by_key
from gateway.game.logins import site_login
from gateway.game.view_contract import EMAIL as EMAIL_COLUMN
from gateway.http.errors import Problem, unavailable

_MAX_TIMESTAMP: Final = 253402300799  # 9999-12-31, the last day that datetime supports


class Credentials(Struct, frozen=True):
    """Columns that logins and tokens are checked against. `banned_until`: epoch seconds, 0 without a timed ban."""

    login: str
    password: str | None
    access_level: int
    banned_until: int

    @property
    def account(self) -> str:
        """The login as the site stores it; `login` is that of the game's row."""
        return site_login(self.login)

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
    """None: recorded neither by the game nor by the site. `last_ip` and `last_active` come from game logins."""

    email: str | None
    created_at: datetime | None
    last_ip: str | None
    last_active: datetime | None


class AccountColumn(Struct, frozen=True):
    """A column of the game's accounts. `characters`: the longest text that it holds, 0 if it holds no text."""

    name: str
    type: str
    characters: int


CREDENTIALS = query("accounts.credentials", Credentials)
EMAIL = query("accounts.email", Email)
ACTIVITY = query("accounts.activity", Activity)
PROFILE = query("accounts.profile", Profile)
COLUMNS = query("accounts.columns", AccountColumn)


class AccountRepository:
    """Reads accounts from the game's tables; the site schema adds what a family does not record."""

    def __init__(
        self, auth: Database, site: Database, family: str = "", password_hash: PasswordScheme | Literal[""] = ""
    ) -> None:
        """`family`: the key from the settings; if empty, the key that install recorded in the site schema is used.

        `password_hash`: the hash of new passwords; empty: that of the family.
        """
        self._auth = auth
        self._site = site
        self._family_key = family
        self._password_hash: PasswordScheme | Literal[""] = password_hash
        self._columns: dict[str, AccountColumn] = {}
        self.known_family: Family | None = None

    async def find(self, name: str) -> Credentials | None:
        """Returns the account of that name in any case. The collation may match other names, which are left out."""
        row = await self._auth.one(CREDENTIALS, login=name)
        return row if row and row.account == name.lower() else None

    async def family(self) -> Family:
        """Returns the family of the game's tables. Raises SiteUnavailable while it is not known."""
        if self.known_family is None:
            key = self._family_key
            if not key:
                row = await self._site.one(RECORDED_VALUE, name="family")
                key = row.value if row else ""
            try:
                self.known_family = by_key(key)
            except UnknownFamily:
                raise unavailable("site", "unknown_family") from None
        return self.known_family

    async def hashing(self) -> PasswordScheme:
        """Returns the hash of new passwords. Raises SiteUnavailable while the family is not known."""
        return self._password_hash or (await self.family()).hashing

    async def columns(self) -> dict[str, AccountColumn]:
        """Returns the game's own columns of a new account by name: packs of one family differ in their widths.

        Reads them once. Raises DatabaseUnavailable.
        """
        if not self._columns:
            self._columns = {column.name: column for column in await self._auth.read(COLUMNS)}
        return self._columns

    async def email_max(self) -> int:
        """Returns the longest email address that an account can have. Raises DatabaseUnavailable."""
        column = (await self.columns()).get(EMAIL_COLUMN)
        return min(EMAIL_MAX, column.characters or EMAIL_MAX) if column else EMAIL_MAX

    @property
    def typed_name_max(self) -> int:
        """The longest name that a player can type in the game."""
        return self.known_family.typed_name_max if self.known_family else TYPED_NAME_MAX

    def known_key(self) -> str:
        """Returns the key of the family; empty before it is known."""
        return self.known_family.key if self.known_family else ""

    def access_label(self, level: int) -> str:
        return access_label(level, self.known_key())

    async def prepare(self) -> None:
        """Reads the family and the columns at start, so that no request waits. The first one retries a failure."""
        with suppress(DatabaseUnavailable, Problem):
            await self.family()
            await self.columns()

    async def member(self, login: str) -> Member:
        """Returns email, age and last login of an account. Raises DatabaseUnavailable."""
        family = await self.family()
        activity = await self._auth.one(ACTIVITY, login=login)
        email: str | None = None
        created_at = activity.created_at if activity else None
        if family.has_email:
            row = await self._auth.one(EMAIL, login=login)
            email = row.email if row else None
        if not family.has_email or created_at is None:
            profile = await self._site.one(PROFILE, login=login)
            email = email if family.has_email or profile is None else profile.email
            created_at = profile.created_at if created_at is None and profile else created_at
        return Member(
            email=email or None,
            created_at=_datetime(created_at),
            last_ip=(activity.last_ip if activity else None) or None,
            last_active=_datetime(activity.last_active if activity else None),
        )


def _datetime(seconds: int | None) -> datetime | None:
    """Returns None for None and for seconds outside of the calendar."""
    return None if seconds is None or not 0 <= seconds <= _MAX_TIMESTAMP else datetime.fromtimestamp(seconds, UTC)
