"""Erases an account: rows that only serve the player are deleted, and the books keep their rows under a random name.

All of it is one transaction. Closed days have anchors, so the erasure records the new facts of their rows, and its row
in the operators' log has the hash of these records (`ledger.erased_days`).
"""

import secrets
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Final

from msgspec import Struct

from gateway.config.payments import OPEN_SECONDS
from gateway.database.database import Database, Session
from gateway.database.queries import query
from gateway.features import ledger
from gateway.features.account_overview.personal_data import all_personal_data
from gateway.features.ledger import anchors, erased_days
from gateway.features.operators import operator_log
from gateway.features.roulette import seeds
from gateway.features.roulette.eligibility import SpinRules
from gateway.texts import Text, text

PREFIX: Final = "erased:"
"""Prefix of the name that replaces a login. No login of a game has a colon."""
_RANDOM_BYTES: Final = 8


class ErasedNumber(Struct, frozen=True):
    value: int


class ErasureObstacle(Struct, frozen=True):
    """`subject`: the donation, payment or delivery. `coins` and `name`: of a delivery and its receiver."""

    kind: str
    subject: str = ""
    donation: str | None = None
    coins: int = 0
    name: str = ""

    @property
    def reason(self) -> Text:
        return text(f"reasons.erase_{self.kind}", count=self.coins, name=self.name)

    @property
    def reason_with_id(self) -> Text:
        """For operators."""
        return text("reasons.erase_subject", reason=self.reason, id=self.subject) if self.subject else self.reason


class ErasureRefused(Exception):  # noqa: N818 - the state of the account
    """`reasons`: obstacles that have to be settled before."""

    def __init__(self, *reasons: Text) -> None:
        super().__init__(" ".join(map(str, reasons)))
        self.reasons = reasons


Around = Callable[[Session], AbstractAsyncContextManager[object]]
"""Opened in the transaction of an erasure before its first statement, and closed after its last one."""

TRACES = query("erasure.traces", ErasedNumber)
LOCK_DONATIONS = query("erasure.lock_donations", ErasedNumber)
LOCK_DELIVERIES = query("erasure.lock_deliveries", ErasedNumber)
SPINS = query("erasure.spins", ErasedNumber)
OBSTACLES = query("erasure.obstacles", ErasureObstacle)
ERASE = query("erasure.erase", None)


def _alone(_session: Session) -> AbstractAsyncContextManager[object]:
    return nullcontext()


async def obstacles(site: Database | Session, login: str, now: int) -> list[ErasureObstacle]:
    """Returns what has to be settled before an erasure."""
    return await site.read(OBSTACLES, login=login, now=now, open_seconds=OPEN_SECONDS)


async def erase(site: Database, rules: SpinRules, login: str, now: int, around: Around = _alone) -> str | None:
    """Returns the name that replaces the login; None if the site keeps nothing of the account.

    Raises ErasureRefused, and what `around` raises: nothing is erased then. A running operation has to log it: without
    the row of the log, the anchors do not hold.
    """
    parts = [(part.erase, await part.find_owner(site, login)) for part in await all_personal_data(site) if part.erase]

    async def erase_parts(session: Session) -> None:
        for erase_part, owner in parts:
            await erase_part(session, owner)

    async def work(session: Session) -> str | None:
        async with around(session):
            return await _erase(session, rules, login, erase_parts, now)

    return await ledger.run(site, work)


async def _erase(
    session: Session, rules: SpinRules, login: str, erase_parts: Callable[[Session], Awaitable[None]], now: int
) -> str | None:
    await anchors.lock(session)
    if login.startswith(PREFIX) or await session.one(TRACES, login=login) is None:
        return None
    alias = f"{PREFIX}{secrets.token_hex(_RANDOM_BYTES)}"
    old_values = await _lock(session, login)
    if rows := await obstacles(session, login, now):
        raise ErasureRefused(*(row.reason_with_id for row in rows))
    previous_facts = await anchors.closed_days(session)
    await _empty(session, login, alias, old_values["wallet"], now)
    await seeds.end_both(session, rules, login, now)
    await erase_parts(session)
    await session.write(ERASE, login=login, alias=alias)
    try:
        closed_days = await anchors.record_erasure(session, previous_facts, alias)
    except anchors.ClosedDayBroken as error:
        raise ErasureRefused(text("reasons.erase_anchor", day=str(error))) from None
    new_values = {"account": alias, "wallet": 0, "closed_days": closed_days}
    await operator_log.record(session, erased_days.SUBJECT, before=old_values, after=new_values)
    return alias


async def _lock(session: Session, login: str) -> dict[str, int]:
    """Locks in the order of the ledger. Returns the account's balances and numbers of rows."""
    donations, deliveries = (
        await session.one(LOCK_DONATIONS, login=login),
        await session.one(LOCK_DELIVERIES, login=login),
    )
    wallet, debt = ledger.wallet(login), ledger.debt(login)
    balances = await ledger.lock_balances(session, [wallet, ledger.hold(login), debt])
    spins = await session.one(SPINS, login=login)
    counts = {"donations": donations, "deliveries": deliveries, "spins": spins}
    numbers = {name: row.value for name, row in counts.items() if row}
    return {"wallet": balances[wallet], "debt": balances[debt], **numbers}


async def _empty(session: Session, login: str, alias: str, coins: int, now: int) -> None:
    if coins:
        entries = (ledger.Entry(ledger.wallet(login), -coins), ledger.Entry(ledger.house("erased"), coins))
        await ledger.post(session, ledger.Transfer(key=alias, kind="erase", reference=alias, entries=entries), now)
