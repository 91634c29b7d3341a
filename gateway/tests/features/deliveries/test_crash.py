"""The database is killed while players send, and the game claims, delivers and confirms.

Nothing acknowledged is lost, nothing is delivered twice, and the game's own records resolve what is left open.
"""

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
from fixtures.servers import DURABLE, MariaDB
from gateway import package_data
from gateway.database.database import Database, DatabaseError, DatabaseUnavailable, retry
from gateway.features.deliveries import resolve
from gateway.features.deliveries.create import InsufficientCoins
from gateway.install.names import Names
from gateway.install.script import site_rights
from gateway.tests.support.databases import assert_ledger_consistent
from gateway.tests.support.delivery_data import credit_coins, send_coins
from gateway.tests.support.game_server_client import create_game_user, open_game_client

pytestmark = pytest.mark.faults

ROUNDS: Final = 2
SITE: Final = "delivery_kills"
PLAYERS: Final = ("ann", "bea", "cid", "dot")
COINS: Final = 400
"""Coins of each player: fewer than are requested, so some requests are refused."""
ATTEMPTS: Final = 20
"""Repeats of a call that lost a lock: the game's sessions have the server's defaults, and lock more than ours."""


async def prepare(server: MariaDB) -> str:
    """Creates the site schema with its procedures, and the game's record of delivered coins."""
    dsn = await site_schema.create(server, SITE)
    names = Names(game="-", login="-", site=SITE, user_prefix="kills")
    users = [f"CREATE USER {names.account(role)} ACCOUNT LOCK" for role in ("owner", "site")]
    record = "CREATE TABLE game.delivered (delivery_id BIGINT PRIMARY KEY, amount BIGINT NOT NULL) ENGINE = InnoDB"
    await execute(server.dsn(), *users, *site_rights(names, package_data.noun_tables()), "CREATE SCHEMA game", record)
    account = await create_game_user(server, SITE)
    await execute(server.dsn(), f"GRANT SELECT, INSERT ON game.delivered TO {account}")
    return dsn


class CrashRound:
    """Players and game servers run until the database is killed; records what was acknowledged."""

    def __init__(self, server: MariaDB, number: int) -> None:
        self.server, self.name = server, f"round{number}"
        self.delivery_ids: dict[str, int] = {}
        self.refused_keys: set[str] = set()
        self.claimed_ids: set[int] = set()
        self.confirmed_ids: set[int] = set()
        self.is_killed = False
        self.unanswered_requests = 0
        self._answers_before_kill = random.Random(number).randint(40, 160)

    async def run(self, site: Database) -> None:
        players = (self._play(site, login, character) for character, login in enumerate(PLAYERS, 1))
        games = (self._deliver(character) for character in range(1, len(PLAYERS) + 1) for _ in range(2))
        await asyncio.gather(*players, *games)

    def _count_answer(self) -> None:
        answers = len(self.delivery_ids) + len(self.refused_keys) + len(self.claimed_ids) + len(self.confirmed_ids)
        if answers >= self._answers_before_kill and not self.is_killed:
            self.is_killed = True
            self.server.kill()

    async def _play(self, site: Database, login: str, character: int) -> None:
        for number in count():
            key, amount = f"{login}:{self.name}-{number}", 1 + number % 9
            # Twice at once: the answer to the repetition is as durable as the first.
            await asyncio.gather(*(self._send(site, login, amount, key, character) for _ in range(2)))
            if self.is_killed:
                return

    async def _send(self, site: Database, login: str, amount: int, key: str, character: int) -> None:
        try:
            self.delivery_ids[key] = (await send_coins(site, login, amount, key, character)).id
        except InsufficientCoins:
            self.refused_keys.add(key)
        except DatabaseUnavailable:
            self.unanswered_requests += 1
        self._count_answer()

    async def _deliver(self, character: int) -> None:
        record = "INSERT INTO game.delivered VALUES (%(id)s, %(amount)s)"
        try:
            async with open_game_client(self.server, SITE) as game:
                while not self.is_killed:
                    for delivery, _, _, amount in await retry(partial(game.claim, character), ATTEMPTS):
                        assert delivery not in self.claimed_ids, "claimed twice"
                        self.claimed_ids.add(delivery)
                        await game.connection.execute(record, {"id": delivery, "amount": amount})
                        await retry(partial(game.confirm, delivery, self.name), ATTEMPTS)
                        self.confirmed_ids.add(delivery)
                        self._count_answer()
                    await asyncio.sleep(0)
        except DatabaseError:
            if not self.is_killed:
                raise
            self.unanswered_requests += 1


async def read_delivered_rows(server: MariaDB) -> Rows:
    return await execute(server.dsn(), "SELECT delivery_id, amount FROM game.delivered")


async def verify(dsn: str, server: MariaDB, crash_round: CrashRound) -> None:
    rows = await execute(dsn, "SELECT idempotency_key, id, status FROM deliveries")
    ids = {str(key): int(id_) for key, id_, _ in rows}
    statuses = {int(id_): str(status) for _, id_, status in rows}
    assert {key: ids[key] for key in crash_round.delivery_ids} == crash_round.delivery_ids
    assert not crash_round.refused_keys & ids.keys()
    assert {statuses[id_] for id_ in crash_round.confirmed_ids} <= {"delivered"}
    in_game = {int(id_) for id_, _ in await read_delivered_rows(server)}
    assert {statuses[id_] for id_ in crash_round.claimed_ids | in_game} <= {"claimed", "delivered"}


async def resolve_claimed(dsn: str, server: MariaDB, site: Database) -> None:
    """Resolves as an operator does, by the game's record."""
    in_game = {int(id_) for id_, _ in await read_delivered_rows(server)}
    for (delivery,) in await execute(dsn, "SELECT id FROM deliveries WHERE status = 'claimed'"):
        now = int(time.time())
        if int(delivery) in in_game:
            resolution = await resolve.confirm(site, int(delivery), "recorded by the game", now)
        else:
            resolution = await resolve.release(site, int(delivery), now, force=True)
        assert resolution.is_done, resolution


async def total_coins(dsn: str, server: MariaDB) -> int:
    """Returns the coins of wallets, of pending deliveries, and of the game's record."""
    statements = (
        "SELECT SUM(balance) FROM wallets WHERE kind = 'wallet'",
        "SELECT COALESCE(SUM(amount), 0) FROM deliveries WHERE status = 'pending'",
    )
    on_site = [int((await execute(dsn, statement))[0][0]) for statement in statements]
    return sum(on_site) + sum(int(amount) for _, amount in await read_delivered_rows(server))


async def test_database_killed_loses_and_repeats_no_delivery(tmp_path: Path) -> None:
    unanswered_requests = 0
    with MariaDB(tmp_path, options=DURABLE) as server:
        dsn = await prepare(server)
        for number in range(ROUNDS):
            crash_round = CrashRound(server, number)
            async with site_schema.connect(dsn) as site:
                for login in PLAYERS:
                    await credit_coins(site, login, COINS)
                await crash_round.run(site)
            server.start()
            await verify(dsn, server, crash_round)
            async with site_schema.connect(dsn) as site:
                await resolve_claimed(dsn, server, site)
                await assert_ledger_consistent(site)
            credited_coins = (number + 1) * COINS * len(PLAYERS)
            assert await total_coins(dsn, server) == credited_coins, (
                f"coins in wallets and the game after kill {number + 1}"
            )
            unanswered_requests += crash_round.unanswered_requests
    assert unanswered_requests > 0, "no kill interrupted a request"
