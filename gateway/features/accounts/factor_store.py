"""Rows of second factors in the site schema: authenticator secrets and recovery codes."""

import time
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Final, Literal

from msgspec import Struct

from gateway.database.database import Database, Session
from gateway.database.queries import query
from gateway.database.sealing import DataKeys, KeyLost, SealBroken, SealedRow
from gateway.features.accounts import recovery_codes, totp
from gateway.features.operators.operator_signatures import FactKind, signed_change
from gateway.http.errors import unavailable

FactorKind = Literal["totp", "passkey", "recovery_code"]
CodeOutcome = Literal["accepted", "wrong", "used"]
_MAX_CODES: Final = 2 * recovery_codes.COUNT


class FactorCounts(Struct, frozen=True):
    """Numbers of factors. `recovery_codes`: the unused ones."""

    totp: int
    passkeys: int
    recovery_codes: int

    @property
    def kinds(self) -> list[FactorKind]:
        """Ways to prove a second factor; empty if the account has none: recovery codes alone are no factor."""
        # The app comes first: it works on shared computers as well.
        rows: list[tuple[FactorKind, int]] = [("totp", self.totp), ("passkey", self.passkeys)]
        kinds: list[FactorKind] = [kind for kind, count in rows if count > 0]
        return [*kinds, "recovery_code"] if kinds and self.recovery_codes else kinds


class StoredTotp(Struct, frozen=True):
    """`confirmed_at`: None until a code of the new secret was typed."""

    id: int
    sealed: str
    last_step: int
    confirmed_at: datetime | None


class StoredRecoveryCode(Struct, frozen=True):
    created_at: datetime
    used_at: int | None


COUNTS = query("factors.counts", FactorCounts)
TOTP = query("factors.totp", StoredTotp)
DISCARD_PENDING_TOTP = query("factors.discard_pending_totp", None)
ADD_TOTP = query("factors.add_totp", None)
CONFIRM_TOTP = query("factors.confirm_totp", None)
USE_TOTP_STEP = query("factors.use_totp_step", None)
REMOVE_TOTP = query("factors.remove_totp", None)
RECOVERY_CODES = query("factors.recovery_codes_of", StoredRecoveryCode)
ADD_RECOVERY_CODE = query("factors.add_recovery_code", None)
USE_RECOVERY_CODE = query("factors.use_recovery_code", None)
REMOVE_RECOVERY_CODES = query("factors.remove_recovery_codes", None)
REMOVE_PASSKEYS = query("passkeys.remove_all", None)


class FactorStore:
    """Reads and changes the factors of accounts. Every method raises DatabaseUnavailable."""

    def __init__(self, site: Database, keys: DataKeys, passkey_domain: str) -> None:
        """`passkey_domain`: only passkeys of this domain count; empty: none."""
        self._site = site
        self._keys = keys
        self._passkey_domain = passkey_domain

    async def kinds(self, login: str) -> list[FactorKind]:
        """Returns the ways to prove a second factor; empty if the account has none."""
        counts = await self._site.one(COUNTS, login=login, domain=self._passkey_domain)
        return counts.kinds if counts else []

    async def totp(self, login: str) -> StoredTotp | None:
        return await self._site.one(TOTP, login=login)

    async def add_totp(self, login: str, *, replace: bool = False) -> str:
        """Stores a secret that counts once it is confirmed, in place of an earlier unconfirmed one. Returns it.

        `replace`: also in place of the account's app, whose recovery codes stay.

        Raises DuplicateKey if the account has an authenticator app, and SiteUnavailable without a data key.
        """
        secret = totp.new_secret()
        try:
            sealed_secret = self._keys.seal(secret, _place(login))
        except KeyLost:
            raise unavailable("site", "key_lost") from None

        async def work(session: Session) -> None:
            async with signed_change(session, self._keys, login, "totp"):
                await session.write(REMOVE_TOTP if replace else DISCARD_PENDING_TOTP, login=login)
            await session.write(ADD_TOTP, login=login, sealed=sealed_secret)

        await self._site.transact(work)
        return secret

    async def check_totp(self, login: str, code: str, *, confirm: bool = False) -> CodeOutcome:
        """Accepts a code once. `confirm`: the code is one of the unconfirmed secret, which counts from then on.

        Raises SiteUnavailable if the data key of the secret is lost.
        """
        row = await self.totp(login)
        if row is None or (row.confirmed_at is None) is not confirm:
            return "wrong"
        try:
            secret = self._keys.open(row.sealed, _place(login))
        except (KeyLost, SealBroken):
            raise unavailable("site", "key_lost") from None
        now = time.time()
        step = totp.matching_step(secret, code, now, row.last_step)
        if step is None:
            return "wrong" if totp.matching_step(secret, code, now, 0) is None else "used"

        async def work(session: Session) -> int:
            if confirm:
                return await session.write(CONFIRM_TOTP, id=row.id, step=step, now=int(now))
            return await session.write(USE_TOTP_STEP, id=row.id, step=step)

        changed_rows = await self._change(login, "totp", work)
        return "accepted" if changed_rows else "used"

    async def remove_totp(self, login: str) -> bool:
        """Removes the authenticator app; with the last factor also the recovery codes. Returns False without one."""

        async def work(session: Session) -> bool:
            removed_rows = await session.write(REMOVE_TOTP, login=login)
            await discard_unneeded_codes(session, login, self._passkey_domain)
            return bool(removed_rows)

        return await self._site.transact(work)

    async def recovery_codes(self, login: str) -> list[StoredRecoveryCode]:
        return await self._site.read(RECOVERY_CODES, login=login, limit=_MAX_CODES)

    async def renew_recovery_codes(self, login: str) -> list[str]:
        """Returns ten new codes, which replace all earlier ones; only their hashes are stored."""
        codes, now = recovery_codes.new_codes(), int(time.time())

        async def work(session: Session) -> None:
            async with signed_change(session, self._keys, login, "recovery_code"):
                await session.write(REMOVE_RECOVERY_CODES, login=login)
                for code in codes:
                    row = {"login": login, "hash": recovery_codes.hash_of(login, code), "now": now}
                    await session.write(ADD_RECOVERY_CODE, **row)

        await self._site.transact(work)
        return codes

    async def use_recovery_code(self, login: str, code: str) -> bool:
        """Returns True once for each code."""
        row = {"login": login, "hash": recovery_codes.hash_of(login, code), "now": int(time.time())}
        return bool(await self._change(login, "recovery_code", lambda session: session.write(USE_RECOVERY_CODE, **row)))

    async def remove_all(self, login: str) -> None:
        await self._site.transact(lambda session: remove_all(session, login))

    async def _change(self, account: str, kind: FactKind, work: Callable[[Session], Awaitable[int]]) -> int:
        """Runs `work` in a transaction that signs an operator's factor anew. Returns the number of changed rows."""

        async def signed_work(session: Session) -> int:
            async with signed_change(session, self._keys, account, kind):
                return await work(session)

        return await self._site.transact(signed_work)


async def remove_all(session: Session, login: str) -> bool:
    """Returns False if the account had no factor."""
    removed_rows = await session.write(REMOVE_TOTP, login=login) + await session.write(REMOVE_PASSKEYS, login=login)
    await session.write(REMOVE_RECOVERY_CODES, login=login)
    return bool(removed_rows)


async def discard_unneeded_codes(session: Session, login: str, passkey_domain: str) -> None:
    """Removes the recovery codes of an account without a factor. Runs in the transaction that removes a factor."""
    counts = await session.one(COUNTS, login=login, domain=passkey_domain)
    if counts and not counts.kinds:
        await session.write(REMOVE_RECOVERY_CODES, login=login)


def _place(login: str) -> SealedRow:
    """An account has one secret."""
    return SealedRow("totp_secrets", login, "totp")
