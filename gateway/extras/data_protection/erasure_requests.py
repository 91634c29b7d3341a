"""Requests for an erasure: seven days of waiting, then the leader erases the account as `gateway accounts erase` does.

What is open is checked at the request and again before the erasure. The erasure, the end of the request and the last
mail are one transaction: a process that is killed leaves an account that is whole and a request that waits.
"""

import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Final, Literal

import structlog
from msgspec import Struct

from gateway.concurrency.durations import DAY
from gateway.database.database import Database, DatabaseError, Session
from gateway.database.queries import query
from gateway.extras.data_protection.erasure_mails import ErasureMails
from gateway.features.account_overview import erasure
from gateway.features.account_overview.erasure import ErasureObstacle, ErasureRefused
from gateway.features.accounts import AccountRepository
from gateway.features.accounts.audit_log import AuditLog
from gateway.features.accounts.session_store import SessionStore
from gateway.features.operators import operator_log
from gateway.features.operators.operator_log import Operation, running
from gateway.features.roulette.eligibility import SpinRules
from gateway.http.errors import Conflict
from gateway.registration.feature import SignalCount
from gateway.texts import Refusal, text

RequestState = Literal["waiting", "held", "cancelled", "done"]

WAITING_SECONDS: Final = 7 * DAY
_BATCH: Final = 50
CANCELLED_KEPT_SECONDS: Final = 365 * DAY
_OPERATION: Final = Operation(operator="player", command="erasure request", reason="requested by the player")
log = structlog.stdlib.get_logger("gateway.extras.data_protection")


class ErasureRequest(Struct, frozen=True):
    state: RequestState
    requested_at: int
    due_at: int

    @property
    def is_open(self) -> bool:
        return self.state in {"waiting", "held"}


class DueErasure(Struct, frozen=True):
    login: str


class RequestRefused(Refusal):
    """The request is not in a state for this change. The message is the reason."""


class _RequestEnded(Exception):  # noqa: N818 - rolls the erasure back
    pass


REQUEST: Final = query("data_protection.request", ErasureRequest)
LOCK_REQUEST: Final = query("data_protection.lock_request", ErasureRequest)
PUT_REQUEST: Final = query("data_protection.put_request", None)
CANCEL_REQUEST: Final = query("data_protection.cancel_request", None)
SET_STATE: Final = query("data_protection.set_state", None)
DUE: Final = query("data_protection.due", DueErasure)
OVERDUE: Final = query("data_protection.overdue", SignalCount)
PRUNE: Final = query("data_protection.prune_requests", None)


class ErasureRequests:
    """Methods raise DatabaseError."""

    def __init__(
        self,
        site: Database,
        accounts: AccountRepository,
        sessions: SessionStore,
        audit_log: AuditLog,
        mails: ErasureMails,
        rules: SpinRules,
    ) -> None:
        self._site, self._accounts = site, accounts
        self._sessions, self._audit_log = sessions, audit_log
        self._mails, self._rules = mails, rules

    async def find(self, login: str) -> ErasureRequest | None:
        """Returns the open request; None without one."""
        row = await self._site.one(REQUEST, login=login)
        return row if row and row.is_open else None

    async def obstacles(self, login: str) -> list[ErasureObstacle]:
        """Returns why the account cannot be erased now. One that the game has deleted can be erased."""
        now, rows = int(time.time()), list[ErasureObstacle]()
        account = await self._accounts.find(login)
        if account and account.access_level > 0:
            rows.append(ErasureObstacle("staff"))
        if account and account.is_banned(now):
            rows.append(ErasureObstacle("banned"))
        if await self._sessions.was_recovered(login):
            rows.append(ErasureObstacle("recovery"))
        return rows + await erasure.obstacles(self._site, login, now)

    async def require_none_open(self, login: str) -> None:
        """Raises Conflict if the account cannot be erased now."""
        if rows := await self.obstacles(login):
            raise Conflict(*(row.reason for row in rows))

    async def add(self, login: str, address: str) -> ErasureRequest:
        """Adds a request, its entry in the security log and its mail. Raises Conflict.

        `address`: of the client.
        """
        await self.require_none_open(login)
        language, now = await self._mails.language(login), int(time.time())
        request = ErasureRequest("waiting", now, now + WAITING_SECONDS)

        async def work(session: Session) -> None:
            row = await session.one(LOCK_REQUEST, login=login)
            if row and row.is_open:
                raise Conflict(text("reasons.erase_requested"))
            await session.write(PUT_REQUEST, login=login, now=now, due_at=request.due_at)
            await self._audit_log.within(session).note(login, "ERASURE_REQUESTED", address, success=True)
            mail_address = await self._mails.read_address(session, login)
            await self._mails.add(session, "requested", mail_address, login, language, due_at=request.due_at)

        await self._site.transact(work)
        return request

    async def cancel(self, login: str, address: str) -> None:
        """Ends an open request; one that was cancelled stays so. Raises Conflict without any: it may be erased."""

        async def work(session: Session) -> None:
            if await session.one(LOCK_REQUEST, login=login) is None:
                raise Conflict(text("reasons.erasure_not_waiting"))
            if await session.write(CANCEL_REQUEST, login=login, now=int(time.time())):
                await self._audit_log.within(session).note(login, "ERASURE_CANCELLED", address, success=True)

        await self._site.transact(work)

    async def run_due(self) -> int:
        """Erases the accounts that are due, and returns their number. One that fails delays no other."""
        count, after = 0, ""
        while rows := await self._site.read(DUE, now=int(time.time()), after=after, limit=_BATCH):
            after = rows[-1].login
            for row in rows:
                count += await self._erase(row.login)
        return count

    async def _erase(self, login: str) -> bool:
        """Returns False if the account has to wait. The log names no login."""
        try:
            if await self.obstacles(login):
                return False
            with running(_OPERATION):
                language = await self._mails.language(login)

                @asynccontextmanager
                async def around(session: Session) -> AsyncGenerator[None]:
                    row = await session.one(LOCK_REQUEST, login=login)
                    if row is None or row.state != "waiting":
                        raise _RequestEnded
                    mail_address = await self._mails.read_address(session, login)
                    yield
                    await self._mails.add(session, "erased", mail_address, login, language)

                await erasure.erase(self._site, self._rules, login, int(time.time()), around)
        except (ErasureRefused, _RequestEnded):
            return False
        except DatabaseError as error:
            log.warning("erasure_failed", reason=str(error))
            return False
        log.info("account_erased")
        return True


async def set_held(site: Database, login: str, reason: str, *, is_held: bool) -> None:
    """Holds a request that waits, or lets a held one go on. `reason`: of a hold. Raises RequestRefused."""
    expected, state = ("waiting", "held") if is_held else ("held", "waiting")
    async with site.transaction() as session:
        row = await session.one(LOCK_REQUEST, login=login)
        if row is None or row.state != expected:
            raise RequestRefused(text(f"reasons.erasure_not_{expected}"))
        await session.write(SET_STATE, login=login, state=state, reason=reason if is_held else "")
        await operator_log.record(session, f"account:{login}", before={"erasure": expected}, after={"erasure": state})
