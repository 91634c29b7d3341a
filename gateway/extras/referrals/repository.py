"""Referrals in the site schema. A payment is one transaction: the referral's state and the coins of both accounts."""

import secrets
from contextlib import suppress
from typing import Final, Literal

from msgspec import Struct

from gateway.concurrency.durations import DAY
from gateway.database.database import Database, DuplicateKey, Session
from gateway.database.queries import query
from gateway.extras.referrals.settings import ReferralSettings
from gateway.features.ledger import debt, wallet
from gateway.features.ledger.posting import lock_balances, run
from gateway.features.ledger.rewards import credit

ReferralState = Literal["waiting", "paid", "refused"]
ReferralReason = Literal[
    "email",
    "network",
    "expired",
    "account_gone",
    "account_banned",
    "account_staff",
    "account_blocked",
    "referrer_gone",
    "referrer_banned",
    "referrer_staff",
    "referrer_blocked",
]
KIND: Final = "referral"
HOUSE: Final = "promotions"
MONTH: Final = 30 * DAY
_ALPHABET: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
_CODE_LENGTH: Final = 10


class ReferralCode(Struct, frozen=True):
    code: str


class Referrer(Struct, frozen=True):
    account: str


class SharedSign(Struct, frozen=True):
    reason: Literal["email", "network", ""]


class WaitingReferral(Struct, frozen=True):
    id: int
    account: str
    referrer: str
    registered_at: int
    network: str


class LockedReferral(Struct, frozen=True):
    state: ReferralState


class PaidCount(Struct, frozen=True):
    value: int


class OwnReferral(Struct, frozen=True):
    account: str
    registered_at: int
    state: ReferralState
    reason: ReferralReason | None
    settled_at: int | None


CODE: Final = query("referrals.code", ReferralCode)
ADD_CODE: Final = query("referrals.add_code", None)
REFERRER: Final = query("referrals.referrer", Referrer)
ADD: Final = query("referrals.add", None)
SHARED_SIGN: Final = query("referrals.shared_sign", SharedSign)
WAITING_REFERRALS: Final = query("referrals.waiting_referrals", WaitingReferral)
EXPIRE: Final = query("referrals.expire", None)
LOCK: Final = query("referrals.lock", LockedReferral)
PAID_SINCE: Final = query("referrals.paid_since", PaidCount)
SETTLE: Final = query("referrals.settle", None)
OF_REFERRER: Final = query("referrals.of_referrer", OwnReferral)


async def code_of(site: Database, account: str) -> str:
    """Returns the code of the account's link, which the first call makes: random, so it does not tell the login."""
    row = await site.one(CODE, account=account)
    if row is None:
        with suppress(DuplicateKey):
            code = "".join(secrets.choice(_ALPHABET) for _ in range(_CODE_LENGTH))
            await site.write(ADD_CODE, account=account, code=code)
        row = await site.one(CODE, account=account)
    assert row
    return row.code


async def bind(site: Database, settings: ReferralSettings, code: str, account: str, network: str, now: int) -> None:
    """Binds a new account to the referrer of a code; nothing happens for an unknown code or a bound account."""
    code = code.strip().upper()
    referrer = await site.one(REFERRER, code=code) if len(code) == _CODE_LENGTH and code.isascii() else None
    if referrer is None or referrer.account == account:
        return
    reason = await shared_sign(
        site,
        settings,
        WaitingReferral(0, account=account, referrer=referrer.account, registered_at=now, network=network),
    )
    with suppress(DuplicateKey):
        await site.write(
            ADD,
            account=account,
            referrer=referrer.account,
            registered_at=now,
            network=network,
            state="refused" if reason else "waiting",
            reason=reason,
            settled_at=now if reason else None,
        )


async def shared_sign(
    site: Database, settings: ReferralSettings, row: WaitingReferral
) -> Literal["email", "network"] | None:
    """Returns why both accounts look like those of one person; None if they do not."""
    window = settings.network_days * DAY
    sign = await site.one(
        SHARED_SIGN,
        account=row.account,
        referrer=row.referrer,
        network=row.network if window else "",
        since=row.registered_at - window,
        until=row.registered_at + window,
    )
    return sign.reason or None if sign else None


async def pay(site: Database, settings: ReferralSettings, row: WaitingReferral, now: int) -> bool:
    """Returns False if the referral is settled, or if its referrer was paid for as many as a month allows."""
    return await run(site, lambda session: _pay(session, settings, row, now))


async def _pay(session: Session, settings: ReferralSettings, row: WaitingReferral, now: int) -> bool:
    locked = await session.one(LOCK, id=row.id)
    if locked is None or locked.state != "waiting":
        return False
    # The referrer's wallet is locked, so concurrent payments for one referrer count each other.
    await lock_balances(session, [name(login) for login in (row.account, row.referrer) for name in (wallet, debt)])
    paid_count = await session.one(PAID_SINCE, referrer=row.referrer, since=now - MONTH)
    if paid_count and paid_count.value >= settings.paid_per_month:
        return False
    coins = {"referrer_coins": settings.referrer_coins, "account_coins": settings.account_coins}
    await session.write(SETTLE, id=row.id, state="paid", reason=None, at=now, **coins)
    key = f"referral:{row.id}"
    await credit(session, KIND, f"{key}:referrer", HOUSE, row.referrer, settings.referrer_coins, now)
    await credit(session, KIND, f"{key}:account", HOUSE, row.account, settings.account_coins, now)
    return True


async def refuse(site: Database, id: int, reason: ReferralReason, now: int) -> None:
    """A settled referral stays as it is."""
    await site.write(SETTLE, id=id, state="refused", reason=reason, at=now, referrer_coins=0, account_coins=0)
