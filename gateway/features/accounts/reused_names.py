"""Recognises a login name that the game deleted and another person uses now, and freezes what the site keeps for it.

An account is another person's if the game created it after the last login here. Where the tables record no date of
creation, the password hash decides: the site neither wrote nor saw it, the game lacked the account for a time, and the
account has no activity from before that. A password changed in the game alone never freezes an account.
"""

import hashlib
import hmac
import time
from typing import Final

import structlog
from msgspec import Struct

from gateway.config.access import AccountSettings
from gateway.database.database import Databases, Session
from gateway.database.queries import query
from gateway.features.accounts.factor_store import remove_all
from gateway.features.accounts.repository import ACTIVITY, AccountRepository, Activity, Credentials
from gateway.features.accounts.session_store import end_all
from gateway.game.logins import site_login

CLOCK_SKEW_SECONDS: Final = 3600
"""Allowed difference between the clocks of the game's database and of the site."""
CHECK_SECONDS: Final = 300
"""Period of the check of all accounts: a shorter absence of a name from the game may go unnoticed."""
_PAGE: Final = 500
_READ_AT_ONCE: Final = 200
"""Password hashes that one check reads at most."""

log = structlog.stdlib.get_logger("gateway.accounts")


class KnownOwner(Struct, frozen=True):
    """`seen_at`: the last login or the registration here. Marks are keyed hashes of stored password hashes."""

    login: str
    seen_at: int | None = None
    born_at: int | None = None
    written_mark: str | None = None
    seen_mark: str | None = None
    absent_at: int | None = None
    frozen_at: int | None = None


class AccountSighting(Struct, frozen=True):
    """An account as the game has it now. `marks`: of its password hash under each of the site's secrets."""

    born_at: int | None
    last_active: int | None
    marks: tuple[str, ...]


class FirstLogin(Struct, frozen=True):
    login: str


OWNER = query("account_owners.owner", KnownOwner)
OWNERS = query("account_owners.owners", KnownOwner)
SEE = query("account_owners.see", None)
BEGIN = query("account_owners.begin", None)
WRITE = query("account_owners.write", None)
MISS = query("account_owners.miss", None)
FREEZE = query("account_owners.freeze", None)
FIRST_LOGIN = query("accounts.first_login", FirstLogin)
ACTIVITIES = query("accounts.activities", Activity)


def is_another_person(owner: KnownOwner, sighting: AccountSighting) -> bool:
    if sighting.born_at is not None:
        return _is_born_later(owner, sighting.born_at)
    if owner.absent_at is None or owner.seen_mark is None:
        return False
    if owner.seen_mark in sighting.marks or owner.written_mark in sighting.marks:
        return False
    return sighting.last_active is None or sighting.last_active >= owner.absent_at - CLOCK_SKEW_SECONDS


def _is_born_later(owner: KnownOwner, born_at: int) -> bool:
    """An unknown date of creation may be that of a registration here, by another clock."""
    if owner.seen_at is None or born_at == owner.born_at:
        return False
    return born_at >= owner.seen_at + (CLOCK_SKEW_SECONDS if owner.born_at is None else 0)


class AccountOwners:
    """Compares accounts with what the site knows of them. Every method raises DatabaseUnavailable."""

    def __init__(self, databases: Databases, accounts: AccountRepository, settings: AccountSettings) -> None:
        self._auth, self._site = databases.auth, databases.site
        self._accounts = accounts
        self._keys = [secret.encode() for secret in settings.token_secrets]

    async def is_known(self, login: str) -> bool:
        """Returns True if an account of this name has logged in or registered here."""
        return await self._site.one(OWNER, login=login) is not None

    async def is_frozen(self, account: Credentials) -> bool:
        """Compares the account with its recorded owner and updates the record; freezes another person's account."""
        owner = await self._site.one(OWNER, login=account.account)
        if owner and owner.frozen_at is not None:
            return True
        activity = await self._auth.one(ACTIVITY, login=account.login)
        if activity is None:
            return False
        marks = self._marks(account.account, account.password or "")
        if owner and is_another_person(owner, AccountSighting(activity.created_at, activity.last_active, marks)):
            await self._freeze(account.account)
            return True
        if not owner or (owner.born_at, owner.seen_mark, owner.absent_at) != (activity.created_at, marks[0], None):
            await self._site.write(SEE, login=account.account, born_at=activity.created_at, seen_mark=marks[0])
        return False

    async def begin(self, session: Session, login: str, password_hash: str, language: str | None) -> None:
        """Notes a new account that the site creates, in the transaction that ends with it. `language`: of the page."""
        await session.write(BEGIN, login=login, mark=self._marks(login, password_hash)[0], language=language)

    async def note_password(self, session: Session, login: str, password_hash: str) -> None:
        """Notes a password hash that the site writes, in the transaction that ends with it."""
        await session.write(WRITE, login=login, mark=self._marks(login, password_hash)[0])

    async def check_all(self) -> int:
        """Notes the accounts that the game lacks, and compares those that are back, new or created again.

        Returns the number of frozen accounts.
        """
        # Without any account, the game's tables are being restored.
        if await self._auth.one(FIRST_LOGIN) is None:
            return 0
        frozen_count = 0
        last_login = ""
        budget = _READ_AT_ONCE
        page = [KnownOwner("")]
        while page:
            page = await self._site.read(OWNERS, after=last_login, limit=_PAGE)
            rows = await self._auth.read(ACTIVITIES, logins=[owner.login for owner in page]) if page else []
            rows_by_login = {site_login(row.login): row for row in rows}
            if missing_logins := [owner.login for owner in page if owner.login not in rows_by_login]:
                await self._site.write(MISS, logins=missing_logins, now=int(time.time()))
            changed_owners = [owner for owner in page if _is_changed(owner, rows_by_login.get(owner.login))][:budget]
            for owner in changed_owners:
                account = await self._accounts.find(owner.login)
                frozen_count += account is not None and await self.is_frozen(account)
            budget -= len(changed_owners)
            last_login = page[-1].login if page else ""
        return frozen_count

    async def _freeze(self, login: str) -> None:
        """Also ends the sessions and removes the second factors of the former person."""

        async def work(session: Session) -> None:
            await session.write(FREEZE, login=login, now=int(time.time()))
            await end_all(session, login)
            await remove_all(session, login)

        await self._site.transact(work)
        log.warning("account_frozen", account=login)

    def _marks(self, login: str, password_hash: str) -> tuple[str, ...]:
        text = f"password hash\0{login}\0{password_hash}".encode()
        return tuple(hmac.new(key, text, hashlib.sha256).hexdigest()[:32] for key in self._keys)


def _is_changed(owner: KnownOwner, row: Activity | None) -> bool:
    if row is None or owner.frozen_at is not None:
        return False
    return owner.seen_mark is None or owner.absent_at is not None or row.created_at not in (None, owner.born_at)
