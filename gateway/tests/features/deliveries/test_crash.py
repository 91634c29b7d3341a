"""The database is killed while players send, the game claims, gives and confirms: nothing acknowledged is lost, nothing
is given twice, and what stays open is settled by what the game has written down."""

from __future__ import annotations

import asyncio
import random
import time
from functools import partial
from itertools import count
from pathlib import Path
from typing import Final

import pytest

from fixtures import site_schema
from fixtures.admin import Rows, execute
from fixtures.servers import MariaDB
from gateway.database.database import Database, DatabaseError, DatabaseUnavailable, retry
from gateway.features.deliveries import resolve
from gateway.features.deliveries.create import InsufficientCoins
from gateway.install.names import Names
from gateway.install.script import site_rights
from gateway.tests.support import crash_tests
from gateway.tests.support.delivery_data import give, sent, sound
from gateway.tests.support.game_server_client import gameside, let_in

pytestmark = pytest.mark.faults

ROUNDS: Final = 3
SITE: Final = "delivery_kills"
PLAYERS: Final = ("ann", "bea", "cid", "dot")
COINS: Final = 400
"""Of each player: less than is asked for, so that some of it is refused."""
ATTEMPTS: Final = 20
"""Of a call that lost a lock: the game's sessions are as the server makes them, and lock more than ours."""
GIVEN: Final = "CREATE TABLE game.given (delivery_id BIGINT PRIMARY KEY, amount BIGINT NOT NULL) ENGINE = InnoDB"


async def prepare(server: MariaDB) -> str:
    """The site with its procedures, a table of the game's for what it gave, and players with coins."""
    dsn = await site_schema.create(server, SITE)
    names = Names(game="-", login="-", site=SITE, user_prefix="kills")
    users = [f"CREATE USER {names.account(role)} ACCOUNT LOCK" for role in ("owner", "site")]
    await execute(server.dsn(), *users, *site_rights(names), "CREATE SCHEMA game", GIVEN)
    account = await let_in(server, SITE)
    await execute(server.dsn(), f"GRANT SELECT, INSERT ON game.given TO {account}")
    return dsn


class Round:
    """One round of the mix, and what was acknowledged in it."""

    def __init__(self, server: MariaDB, number: int) -> None:
        self.server, self.name = server, f"round{number}"
        self.sent: dict[str, int] = {}
        self.refused: set[str] = set()
        self.claimed: set[int] = set()
        self.confirmed: set[int] = set()
        self.killed = False
        self.unanswered = 0
        self._last = random.Random(number).randint(40, 160)

    async def run(self, site: Database) -> None:
        players = (self._player(site, login, character) for character, login in enumerate(PLAYERS, 1))
        games = (self._game(character) for character in range(1, len(PLAYERS) + 1) for _ in range(2))
        await asyncio.gather(*players, *games)

    def _answered(self) -> None:
        done = len(self.sent) + len(self.refused) + len(self.claimed) + len(self.confirmed)
        if done >= self._last and not self.killed:
            self.killed = True
            self.server.kill()

    async def _player(self, site: Database, login: str, character: int) -> None:
        for number in count():
            key = f"{login}:{self.name}-{number}"
            await asyncio.gather(*(self._send(site, login, 1 + number % 9, key, character) for _ in range(2)))
            if self.killed:
                return

    async def _send(self, site: Database, login: str, amount: int, key: str, character: int) -> None:
        """Twice at once: also who is told of what the other has sent is told of what lasts."""
        try:
            self.sent[key] = (await sent(site, login, amount, key, character)).id
        except InsufficientCoins:
            self.refused.add(key)
        except DatabaseUnavailable:
            self.unanswered += 1
        self._answered()

    async def _game(self, character: int) -> None:
        try:
            async with gameside(self.server, SITE) as game:
                while not self.killed:
                    for delivery, _, _, amount in await retry(partial(game.claim, character), ATTEMPTS):
                        assert delivery not in self.claimed, "claimed twice"
                        self.claimed.add(delivery)
                        await game.connection.execute(
                            "INSERT INTO game.given VALUES (%(id)s, %(amount)s)", {"id": delivery, "amount": amount}
                        )
                        await retry(partial(game.confirm, delivery, self.name), ATTEMPTS)
                        self.confirmed.add(delivery)
                        self._answered()
                    await asyncio.sleep(0)
        except DatabaseError:
            if not self.killed:
                raise
            self.unanswered += 1


async def statuses(dsn: str) -> dict[str, tuple[int, str]]:
    found = await execute(dsn, "SELECT idempotency_key, id, status FROM deliveries")
    return {str(key): (int(id_), str(status)) for key, id_, status in found}


async def given(server: MariaDB) -> Rows:
    return await execute(server.dsn(), "SELECT delivery_id, amount FROM game.given")


async def verify(dsn: str, server: MariaDB, done: Round) -> None:
    stored = await statuses(dsn)
    by_id = dict(stored.values())
    assert {key: stored[key][0] for key in done.sent} == done.sent
    assert not done.refused & stored.keys()
    assert {by_id[id_] for id_ in done.confirmed} <= {"delivered"}
    assert {by_id[id_] for id_ in done.claimed} <= {"claimed", "delivered"}
    assert {by_id[int(id_)] for id_, _ in await given(server)} <= {"claimed", "delivered"}


async def settle(dsn: str, server: MariaDB, site: Database) -> int:
    """As an operator does: what the game has written down was given. How many were open."""
    with_them = {int(id_) for id_, _ in await given(server)}
    rows = await execute(dsn, "SELECT id FROM deliveries WHERE status = 'claimed'")
    for number in (int(row[0]) for row in rows):
        if number in with_them:
            outcome = await resolve.confirm(site, number, "written down", int(time.time()))
        else:
            outcome = await resolve.release(site, number, int(time.time()), force=True)
        assert outcome.done, outcome
    return len(rows)


async def totals(dsn: str, server: MariaDB) -> tuple[int, int, int]:
    """Coins of wallets, on their way, and with characters by the game's own table."""
    wallets = await execute(dsn, "SELECT SUM(balance) FROM wallets WHERE kind = 'wallet'")
    waiting = await execute(dsn, "SELECT COALESCE(SUM(amount), 0) FROM deliveries WHERE status = 'pending'")
    return int(wallets[0][0]), int(waiting[0][0]), sum(int(amount) for _, amount in await given(server))


async def test_database_killed_loses_and_repeats_no_delivery(tmp_path: Path) -> None:
    unanswered = 0
    with MariaDB(tmp_path, options=crash_tests.DURABLE) as server:
        dsn = await prepare(server)
        for number in range(ROUNDS):
            done = Round(server, number)
            async with site_schema.connect(dsn) as site:
                for login in PLAYERS:
                    await give(site, login, COINS)
                await done.run(site)
            server.start()
            await verify(dsn, server, done)
            async with site_schema.connect(dsn) as site:
                await settle(dsn, server, site)
                await sound(site)
            assert sum(await totals(dsn, server)) == (number + 1) * COINS * len(PLAYERS)
            unanswered += done.unanswered
    assert unanswered > 0, "it was never killed in the midst of something"
