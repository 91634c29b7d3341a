"""Rows of passkeys in the site schema."""

import base64
import secrets
import time
from datetime import datetime
from typing import Final

from msgspec import Struct
from msgspec.structs import asdict

from gateway.concurrency.durations import DAY
from gateway.database.database import Database, Session
from gateway.database.queries import query
from gateway.database.sealing import DataKeys
from gateway.features.accounts.factor_store import discard_unneeded_codes
from gateway.features.operators.operator_signatures import signed_change
from gateway.http.errors import Conflict
from gateway.texts import text

MAX_PASSKEYS: Final = 10
_HANDLE_BYTES: Final = 64


class NewPasskey(Struct, frozen=True, kw_only=True):
    """`credential_id` and `public_key`: base64url. `transports`: comma separated."""

    credential_id: str
    public_key: str
    sign_count: int
    transports: str
    backup_eligible: int
    backed_up: int


class ListedPasskey(Struct, frozen=True):
    """`used_day`: days since 1970."""

    id: int
    credential_id: str
    transports: str
    name: str
    created_at: datetime
    used_day: int | None


class StoredPasskey(Struct, frozen=True):
    """`backup_eligible`: it may be on several devices, so its count of signatures may decrease."""

    id: int
    login: str
    public_key: str
    sign_count: int
    backup_eligible: int
    user_handle: str | None


class _UserHandle(Struct, frozen=True):
    handle: str | None


OF_ACCOUNT = query("passkeys.of_account", ListedPasskey)
FIND = query("passkeys.find", StoredPasskey)
CREATE_USER_HANDLE = query("passkeys.create_user_handle", None)
USER_HANDLE = query("passkeys.user_handle", _UserHandle)
ADD = query("passkeys.add", None)
USE = query("passkeys.use", None)
REMOVE = query("passkeys.remove", None)


class PasskeyStore:
    """Reads and changes the passkeys of one domain. Every method raises DatabaseUnavailable."""

    def __init__(self, site: Database, keys: DataKeys, domain: str) -> None:
        self._site = site
        self._keys = keys
        self._domain = domain

    async def of_account(self, login: str) -> list[ListedPasskey]:
        return await self._site.read(OF_ACCOUNT, login=login, domain=self._domain, limit=MAX_PASSKEYS)

    async def find(self, credential_id: str) -> StoredPasskey | None:
        return await self._site.one(FIND, credential_id=credential_id, domain=self._domain)

    async def user_handle(self, login: str) -> str:
        """Returns the random id under which authenticators store the account; makes it at the first call."""
        await self._site.write(CREATE_USER_HANDLE, login=login, handle=_new_handle())
        row = await self._site.one(USER_HANDLE, login=login)
        if row is None or row.handle is None:
            raise Conflict
        return row.handle

    async def add(self, login: str, passkey: NewPasskey, name: str) -> None:
        """Raises Conflict if the account has ten already, and DuplicateKey for a passkey that is stored."""

        async def work(session: Session) -> None:
            # Locks the account's row, so that the count below holds until the commit.
            await session.write(CREATE_USER_HANDLE, login=login, handle=_new_handle())
            rows = await session.read(OF_ACCOUNT, login=login, domain=self._domain, limit=MAX_PASSKEYS)
            if len(rows) == MAX_PASSKEYS:
                raise Conflict(text("details.passkey_count", limit=MAX_PASSKEYS))
            row = {"login": login, "domain": self._domain, "name": name, "now": int(time.time()), **asdict(passkey)}
            async with signed_change(session, self._keys, login, "passkey"):
                await session.write(ADD, **row)

        await self._site.transact(work)

    async def use(self, passkey: StoredPasskey, sign_count: int, backed_up: int) -> None:
        day = int(time.time()) // DAY

        async def work(session: Session) -> None:
            async with signed_change(session, self._keys, passkey.login, "passkey"):
                await session.write(USE, id=passkey.id, sign_count=sign_count, backed_up=backed_up, day=day)

        await self._site.transact(work)

    async def remove(self, login: str, passkey: int) -> bool:
        """Removes a passkey; with the last factor also the recovery codes. Returns False if the account lacks it."""
        return await self._site.transact(lambda session: self._remove(session, login, passkey))

    async def _remove(self, session: Session, login: str, passkey: int) -> bool:
        async with signed_change(session, self._keys, login, "passkey"):
            removed_rows = await session.write(REMOVE, login=login, id=passkey)
        await discard_unneeded_codes(session, login, self._domain)
        return bool(removed_rows)


def _new_handle() -> str:
    return base64.urlsafe_b64encode(secrets.token_bytes(_HANDLE_BYTES)).decode().rstrip("=")
