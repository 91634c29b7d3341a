"""Rows of sessions: a login adds one; a logout, a changed password or a newer session ends it."""

import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Final

from msgspec import Struct

from gateway.concurrency.durations import DAY
from gateway.config.access import AccountSettings
from gateway.database.database import Database, Session
from gateway.database.queries import query
from gateway.features.accounts.devices import Client

MAX_LIVE: Final = 20
"""Live sessions of an account; a further login ends the oldest."""
CONFIRMED_SECONDS: Final = 300
"""Time for which a proof of the password or a factor counts."""
_KEPT_SECONDS: Final = 30 * DAY
_ID_BYTES: Final = 16
_MAX_SURPLUS: Final = 100


class SessionState(Struct, frozen=True):
    """`confirmed_at`: the last proof of the password or a factor.

    `epoch`, `frozen_at` and `factors` (a number) are those of the account.
    """

    created_at: int
    seen_at: int
    confirmed_at: int
    ended_at: int | None
    epoch: int
    frozen_at: int | None
    factors: int

    def is_confirmed(self, now: float) -> bool:
        return now - self.confirmed_at < CONFIRMED_SECONDS


class LiveSession(Struct, frozen=True):
    id: str
    created_at: int
    seen_at: int
    device: str
    network: str


class OpenedSession(Struct, frozen=True):
    """The session that a token is bound to. `epoch`: that of the account."""

    id: str
    epoch: int


class _SessionId(Struct, frozen=True):
    id: str


class _Recoveries(Struct, frozen=True):
    recoveries: int


class _Epoch(Struct, frozen=True):
    epoch: int


ADD = query("sessions.add", None)
SURPLUS = query("sessions.surplus", _SessionId)
STATE = query("sessions.state", SessionState)
LIVE = query("sessions.live", LiveSession)
TOUCH = query("sessions.touch", None)
CONFIRM = query("sessions.confirm", None)
CONFIRM_ALONE = query("sessions.confirm_alone", None)
END = query("sessions.end", None)
END_ALL = query("sessions.end_all", None)
RAISE_EPOCH = query("sessions.raise_epoch", None)
EPOCH = query("sessions.epoch", _Epoch)
PRUNE = query("sessions.prune", None)
RECOVERIES_SINCE = query("mail_links.recoveries_since", _Recoveries)


class SessionStore:
    """Reads and changes sessions in the site schema. Every method raises DatabaseUnavailable."""

    def __init__(self, site: Database, settings: AccountSettings) -> None:
        self._site = site
        self._lifetime_seconds = settings.token_days * DAY
        self._idle_seconds = settings.session_idle_days * DAY

    async def add(self, login: str, client: Client) -> OpenedSession:
        """Adds a session; ends the oldest ones beyond MAX_LIVE."""
        return await self._site.transact(lambda session: self.add_within(session, login, client))

    async def replace_all(
        self, login: str, client: Client, change: Callable[[Session], Awaitable[None]] | None = None
    ) -> OpenedSession:
        """Ends every session of the account, raises its epoch, and adds a session.

        `change`: a change of the password, made after the last statement that may lose a lock; if it fails, all
        sessions stay.
        """

        async def work(session: Session) -> OpenedSession:
            await end_all(session, login)
            new_session = await self.add_within(session, login, client)
            if change:
                await change(session)
            return new_session

        return await self._site.transact(work)

    async def end_all(self, login: str, change: Callable[[Session], Awaitable[None]]) -> None:
        """Ends every session of the account and raises its epoch; if `change` fails, all sessions stay."""

        async def work(session: Session) -> None:
            await end_all(session, login)
            await change(session)

        await self._site.transact(work)

    async def epoch(self, login: str) -> int:
        row = await self._site.one(EPOCH, login=login)
        return row.epoch if row else 0

    async def was_recovered(self, login: str) -> bool:
        """Returns True for 24 hours after the password was reset by a link."""
        row = await self._site.one(RECOVERIES_SINCE, login=login, since=int(time.time()) - DAY)
        return bool(row and row.recoveries)

    async def add_within(self, session: Session, login: str, client: Client) -> OpenedSession:
        """Adds a session in an open transaction of the site schema."""
        session_id, now = secrets.token_urlsafe(_ID_BYTES), int(time.time())
        await session.write(ADD, id=session_id, login=login, now=now, device=client.device, network=client.network)
        limits = {"limit": _MAX_SURPLUS, "most": MAX_LIVE - 1, **self.oldest_live(now)}
        surplus = await session.read(SURPLUS, login=login, id=session_id, **limits)
        if surplus:
            await session.write(END, login=login, ids=[row.id for row in surplus], now=now)
        row = await session.one(EPOCH, login=login)
        return OpenedSession(session_id, row.epoch if row else 0)

    async def state(self, session_id: str, login: str) -> SessionState | None:
        return await self._site.one(STATE, id=session_id, login=login)

    def is_live(self, state: SessionState, now: float) -> bool:
        oldest = self.oldest_live(int(now))
        is_fresh = state.created_at > oldest["created_after"] and state.seen_at > oldest["seen_after"]
        return state.ended_at is None and is_fresh

    async def live(self, login: str) -> list[LiveSession]:
        """Returns the live sessions, the newest first."""
        return await self._site.read(LIVE, login=login, limit=MAX_LIVE, **self.oldest_live(int(time.time())))

    async def mark_seen(self, session_id: str, state: SessionState) -> None:
        """Records the use of a session, once a day."""
        now = int(time.time())
        if state.seen_at // DAY != now // DAY:
            await self._site.write(TOUCH, id=session_id, now=now)

    async def confirm(self, session_id: str) -> None:
        await self._site.write(CONFIRM, id=session_id, now=int(time.time()))

    async def confirm_alone(self, login: str, session_id: str) -> None:
        """Confirms one session after the account's first factor: the others have proved the password alone."""
        await self._site.write(CONFIRM_ALONE, login=login, id=session_id, now=int(time.time()))

    async def end(self, login: str, session_id: str) -> bool:
        """Returns False if the account has no such session, or if it has ended."""
        return bool(await self._site.write(END, login=login, ids=[session_id], now=int(time.time())))

    async def prune(self, now: int) -> int:
        """Deletes rows 30 days after their token has expired. Returns the number of deleted rows."""
        return await self._site.prune(PRUNE, before=now - self._lifetime_seconds - _KEPT_SECONDS)

    def oldest_live(self, now: int) -> dict[str, int]:
        return {"created_after": now - self._lifetime_seconds, "seen_after": now - self._idle_seconds}


async def end_all(session: Session, login: str) -> int:
    """Ends every session of the account and raises its epoch. Returns the number of ended sessions."""
    session_count = await session.write(END_ALL, login=login, now=int(time.time()))
    await session.write(RAISE_EPOCH, login=login)
    return session_count
