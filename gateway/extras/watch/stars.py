"""Stars of accounts in the site schema, and how far an account has read its news."""

import time
from collections.abc import Sequence
from typing import Final, Literal, get_args

import msgspec
from msgspec import Struct

from gateway.concurrency.durations import HOUR
from gateway.database.database import Database, Session
from gateway.database.queries import query

StarKind = Literal["character", "clan", "boss", "castle", "item"]
KINDS: Final[tuple[StarKind, ...]] = get_args(StarKind)
MAX_STARS: Final = 200
_SLACK: Final = HOUR
"""A history begins with the first snapshot that has the character, and may do so after the star."""


class Star(Struct, frozen=True):
    kind: StarKind
    subject_id: int
    since: int

    @property
    def subject(self) -> tuple[StarKind, int]:
        return self.kind, self.subject_id


class WatchAccount(Struct, frozen=True):
    """`read_until`: None before the first reading. `feed_at`: when the feed was made; None without one."""

    read_until: int | None = None
    feed_at: int | None = None
    has_digest: int = 0


class _Login(Struct, frozen=True):
    login: str


STARS: Final = query("watch.stars", Star)
STAR_IDS: Final = query("watch.star_ids", Star)
ADD_ACCOUNT: Final = query("watch.add_account", None)
LOCK_ACCOUNT: Final = query("watch.lock_account", _Login)
ADD_STARS: Final = query("watch.add_stars", None)
REMOVE_STARS: Final = query("watch.remove_stars", None)
ACCOUNT: Final = query("watch.account", WatchAccount)
READ_UNTIL: Final = query("watch.read_until", None)


class Stars:
    """Methods raise DatabaseUnavailable."""

    def __init__(self, site: Database) -> None:
        self._site = site

    async def of(self, login: str) -> list[Star]:
        """Returns the stars that count, the newest first."""
        return await self._site.read(STARS, login=login, slack=_SLACK)

    async def account(self, login: str) -> WatchAccount:
        return await self._site.one(ACCOUNT, login=login) or WatchAccount()

    async def add(self, login: str, subjects: Sequence[tuple[StarKind, int]]) -> None:
        """Adds stars as far as the limit allows; one that counts already keeps its moment."""
        await self._site.write(ADD_ACCOUNT, login=login)

        async def work(session: Session) -> None:
            await session.one(LOCK_ACCOUNT, login=login)
            current = {star.subject for star in await session.read(STARS, login=login, slack=_SLACK)}
            starred = {star.subject for star in await session.read(STAR_IDS, login=login)}
            room = MAX_STARS - len(starred)
            rows = list[tuple[StarKind, int]]()
            for subject in dict.fromkeys(subjects):
                if subject in starred:
                    rows += [subject] if subject not in current else []
                elif room > 0:
                    rows.append(subject)
                    room -= 1
            if rows:
                encoded_rows = msgspec.json.encode(rows).decode()
                await session.write(ADD_STARS, rows=encoded_rows, login=login, now=int(time.time()))

        await self._site.transact(work)

    async def remove(self, login: str, kind: StarKind, subject_ids: Sequence[int]) -> None:
        if subject_ids:
            await self._site.write(REMOVE_STARS, login=login, kind=kind, ids=list(subject_ids))

    async def read_until(self, login: str, until: int) -> None:
        """Notes that the news of up to this moment are read; it never moves back."""
        await self._site.write(READ_UNTIL, login=login, until=until)
